// The board of a state, whatever its type: a grid, linked zones, or two rows of cards. Knows nothing of live play:
// `show(state, plan)` draws, and what is tapped goes to `plan.onPick`.

import { button, el, fold } from "../base/dom.js";
import { say } from "../base/texts.js";
import { cards } from "./cards.js";
import { coordinates } from "./coordinates.js";
import { grid } from "./grid.js";
import { onGrid, sidesOf } from "./names.js";
import { legend } from "./terrain.js";
import { zones } from "./zones.js";

const all = (state) => Object.values(state.units ?? {});

class Board extends HTMLElement {
  near = false;
  stood = new Map();

  show(state, plan = null) {
    const focused = this.querySelector(":focus")?.dataset?.at;
    const open = this.querySelector("details")?.open;
    this.state = state;
    this.plan = plan;
    this.replaceChildren(...this.parts(state, plan, open));
    if (focused) this.querySelector(`[data-at="${focused}"]`)?.focus({ preventScroll: true });
    if (state.board?.type === "grid") this.glide(state);
  }

  parts(state, plan, open) {
    const type = state.board?.type ?? "none";
    if (type === "grid") return this.drawn(state, plan, open);
    if (type === "zones") return [zones(state, plan), cards(all(state).filter((unit) => unit.at == null), state)];
    return sidesOf(state).map((side) => el("section", { class: "row-of-cards" }, el("h3", {}, side),
      cards(all(state).filter((unit) => unit.side === side), state)));
  }

  drawn(state, plan, open) {
    const closer = button(say(this.near ? "whole-board" : "closer"), () => {
      this.near = !this.near;
      this.show(this.state, this.plan);
      this.centre();
    }, { class: "closer" });
    const window = el("div", { class: this.near ? "scroll near" : "", tabindex: this.near ? 0 : null,
      role: this.near ? "region" : null, "aria-label": this.near ? say("board") : null }, grid(state, plan, this.near));
    return [window, el("div", { class: "below" }, legend(state.board), closer, fold(say("as-table"), () => coordinates(this.state), { open }))];
  }

  centre() {
    const node = this.querySelector(".pick.chosen, .pick, [data-unit] .turn, .token");
    if (this.near) node?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  // Who has moved glides from where it was; where motion is unwanted the style has no transition.
  glide(state) {
    const moved = onGrid(state).filter((unit) => this.stood.has(unit.id) && String(this.stood.get(unit.id)) !== String(unit.at));
    for (const unit of moved) {
      const node = this.querySelector(`.token[data-unit="${unit.id}"]`);
      const [dx, dy] = [0, 1].map((n) => this.stood.get(unit.id)[n] - unit.at[n]);
      node.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }], gliding());
    }
    this.stood = new Map(onGrid(state).map((unit) => [unit.id, unit.at]));
  }
}

const gliding = () => ({ duration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 250, easing: "ease-out" });

customElements.define("bt-board", Board);
