// Send these: a link for each seat, who has come in, and new links for those who lost theirs.

import { button, el, fold } from "../base/dom.js";
import { remember } from "../base/keep.js";
import { say } from "../base/texts.js";
import { seatName } from "../view/names.js";
import { form, text, typedIn } from "./forms.js";

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

// Over plain http there is no clipboard to write to: the field is selected, and the old command tried.
function copy(input, told) {
  input.focus();
  input.select();
  told.textContent = document.execCommand("copy") ? say("copied") : say("selected");
}

class Invites extends HTMLElement {
  #came = new Set();
  #present = {};
  #setup = null; // whether the battle was getting ready when this was drawn last

  show(given) {
    const before = this.given;
    this.given = given;
    this.hidden = !given.gm;
    if (given.gm && (!before || before.state.phase !== given.state.phase || String(before.state.seats) !== String(given.state.seats))) this.#draw();
  }

  // Who has used a link stands in the log as a seat's event.
  heard(events) {
    const claims = events.flatMap((event) => event.effects ?? []).filter((effect) => effect.type === "seat-changed");
    for (const { seat, how } of claims) {
      if (how === "claimed") this.#came.add(seat);
      else this.#came.delete(seat);
    }
    if (claims.length && this.given?.gm) {
      remember(this.given.id, { came: [...this.#came] });
      this.#draw();
    }
  }

  here(present) {
    this.#present = present;
    for (const node of this.querySelectorAll("[data-came]")) node.textContent = this.#word(node.dataset.came);
  }

  #word(seat) {
    if (this.#present[seat]) return say("is-here");
    return this.#came.has(seat) ? say("has-come") : say("not-yet");
  }

  async #renew(seat, revoke) {
    const { battle, id, kept } = this.given;
    try {
      const invite = await battle.post("/invites", { seat, revoke });
      remember(id, { invites: { ...kept.invites, [seat]: invite } });
      kept.invites = { ...kept.invites, [seat]: invite };
      this.#draw();
      return true;
    } catch (error) {
      document.querySelector("bt-refusal").say(error.message);
      return false;
    }
  }

  #row(seat, url) {
    const told = el("span", { role: "status", class: "soft" });
    const input = el("input", { type: "text", readonly: true, value: url, "data-seat": seat, "aria-label": say("link-for", { seat: seatName(seat) }) });
    const word = el("span", { class: "badge", "data-came": seat }, this.#word(seat));
    const renewing = say("new-link-for", { seat });
    const again = seat === "spectator" ? null
      : button("↻", () => this.#renew(seat, this.#came.has(seat)), { title: renewing, "aria-label": renewing });
    const link = url ? [input, button(say("copy"), () => copy(input, told), { class: "first", "aria-label": `${say("copy")}: ${seat}` })] : [];
    return el("li", {}, el("p", {}, el("strong", {}, seatName(seat)), " ", word, " ", told), el("div", { class: "link" }, link, again));
  }

  #links() {
    const { id, kept, state } = this.given;
    const [invite] = Object.values(kept.invites ?? {});
    const origin = new URL(invite?.url ?? location.href).origin; // of links, which behind a proxy the server knows
    const token = (seat, value) => value && `${origin}/battles/${id}#${new URLSearchParams({ token: value, seat })}`;
    return [...(state.seats ?? []).map((seat) => [seat, kept.invites?.[seat]?.url ?? token(seat, kept.tokens?.seats?.[seat])]),
      ["spectator", token("spectator", kept.tokens?.spectator)]].filter(([seat, url]) => url || seat !== "spectator");
  }

  #draw() {
    const { state, kept } = this.given;
    for (const seat of kept.came ?? []) this.#came.add(seat);
    const setup = state.phase === "setup";
    const open = this.#setup === setup ? this.querySelector("details").open : setup;
    this.#setup = setup;
    const typed = typedIn(this);
    const local = LOCAL.includes(location.hostname) ? el("p", { class: "soft" }, say("only-here")) : null;
    const missing = (state.seats ?? []).filter((seat) => !this.#came.has(seat)).length;
    const title = missing ? say("send-these-missing", { count: missing }) : say("send-these");
    this.replaceChildren(fold(title, () => [el("ul", { class: "links" }, this.#links().map(([seat, url]) => this.#row(seat, url))), local,
      form({ typed }, "new-seat", [text("seat", "seat", { required: true, pattern: "[a-z0-9][a-z0-9\\-]*" })], ({ seat }) => this.#renew(seat, false))], { open }));
  }
}

customElements.define("bt-invites", Invites);
