// The sharing dialog: who sees what, from where to where, for how long; links made here can be withdrawn here.

import { call } from "../base/api.js";
import { button, el, field, select } from "../base/dom.js";
import { mine, remember } from "../base/keep.js";
import { tell, viewName } from "./words.js";

const HOUR = 3_600_000;
const LASTS = [["", "for-ever"], [24, "for-a-day"], [24 * 7, "for-a-week"], [24 * 30, "for-a-month"]];

const endOf = (hours) => (hours ? new Date(Date.now() + hours * HOUR).toISOString() : undefined);

export class Sharing {
  // `views` are those that this seat may give away.
  constructor(battle, views, { first, last }) {
    Object.assign(this, { battle, last });
    this.told = el("p", { role: "alert" });
    this.made = el("div", {});
    const number = (name, value) => el("input", { name, type: "number", min: first, max: last, value, inputmode: "numeric" });
    const form = el("form", { submit: (event) => this.send(event) },
      field(tell("share-view"), select("view", views.map((view) => [view, viewName(view)]))),
      field(tell("share-from"), number("from", first)), field(tell("share-to"), number("to", last)),
      field(tell("share-lasts"), select("hours", LASTS.map(([hours, key]) => [hours, tell(key)]))),
      el("button", { type: "submit" }, tell("share-make")));
    this.node = el("dialog", { "aria-label": tell("share") }, el("h2", {}, tell("share")), form, this.told, this.made,
      button(tell("close"), () => this.node.close()));
    this.list();
  }

  get links() {
    return mine()[this.battle.id]?.links ?? [];
  }

  keep(links) {
    remember(this.battle.id, { links });
    this.list();
  }

  async send(event) {
    event.preventDefault();
    const { view, from, to, hours } = Object.fromEntries(new FormData(event.target));
    await this.tried(async () => {
      const open = Number(to) === this.last; // a battle that goes on is shown as far as it will have gone
      const wish = { view, from: Number(from), to: open ? undefined : Number(to), expires_at: endOf(Number(hours)) };
      const { token, url } = await this.battle.post("/shares", wish);
      this.keep([{ token, url, view, from, to: wish.to }, ...this.links]);
    });
  }

  async withdraw(link) {
    await this.tried(async () => {
      await call(`/v1/shares/${encodeURIComponent(link.token)}`, { token: this.battle.token, method: "DELETE" });
      this.keep(this.links.filter((one) => one.token !== link.token));
    });
  }

  async tried(work) {
    this.told.textContent = "";
    try {
      await work();
    } catch (error) {
      this.told.textContent = error.message;
    }
  }

  list() {
    this.made.replaceChildren(...this.links.map((link) => {
      const address = el("input", { type: "text", readonly: true, value: link.url, "data-share": link.view, focus: () => address.select() });
      return el("section", { class: "made" }, field(tell(link.to ? "share-link" : "share-link-open", { ...link, view: viewName(link.view) }), address),
        el("img", { src: `/r/${encodeURIComponent(link.token)}/code.svg`, alt: tell("share-code"), width: 148, height: 148, loading: "lazy" }),
        button(tell("withdraw"), () => this.withdraw(link)));
    }));
  }
}
