// The board of a state, whatever its type: a grid, linked zones, or rows of cards.

import { el } from "./dom.js";
import { asTable, grid } from "./grid.js";
import { say } from "./texts.js";
import { cards, sidesOf } from "./units.js";

function zones(state, choices, onPick) {
  return state.board.zones.map((zone) => {
    const links = (state.board.links ?? []).filter((link) => link.between.includes(zone.id))
      .map((link) => `${link.between.find((id) => id !== zone.id)} (${link.cost ?? 1})`);
    const choice = choices.find((one) => one.value === zone.id);
    return el("section", { class: "panel" }, el("h3", {}, zone.name ?? zone.id), el("p", { class: "soft" }, links.join(" · ")),
      choice ? el("button", { type: "button", click: () => onPick(choice) }, say("choose", { field: zone.name ?? zone.id })) : null,
      cards(Object.values(state.units ?? {}).filter((unit) => unit.at === zone.id), state));
  });
}

class Board extends HTMLElement {
  choices = [];

  offer(choices, onPick) {
    this.choices = choices;
    this.onPick = onPick;
    if (this.state) this.show(this.state);
  }

  show(state) {
    this.state = state;
    const open = this.querySelector("details")?.open;
    const units = Object.values(state.units ?? {});
    const type = state.board?.type ?? "none";
    const parts = [el("h2", {}, say("board"))];
    if (type === "grid") parts.push(grid(state, this.choices, this.onPick));
    if (type === "zones") parts.push(...zones(state, this.choices, this.onPick));
    const rest = type === "zones" ? units.filter((unit) => !unit.at) : units;
    for (const side of sidesOf(state)) parts.push(cards(rest.filter((unit) => unit.side === side), state));
    if (type === "grid") parts.push(el("details", { open }, el("summary", {}, say("board-table")), el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": say("board-table") }, asTable(state))));
    this.replaceChildren(...parts);
  }
}

customElements.define("bt-board", Board);
