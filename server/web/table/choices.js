// What may I do now: from the overview step by step to a command, with the board showing what is being chosen.

import { el } from "../base/dom.js";
import { say } from "../base/texts.js";
import { alone, titleOf } from "./options.js";
import { overview, question } from "./overview.js";
import { setup, toPlace } from "./setup.js";
import { choosing, confirming, foreseen, listed } from "./step.js";
import { diceForm } from "./tabledice.js";
import { reasons } from "./why.js";

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

class Choices extends HTMLElement {
  #at = null; // the group or step that is open; null is the overview
  #chain = false; // whether placing goes on with the next by itself

  // `given`: state, options, waiting, seat, reading, commands(unit), battle, send(command), placeAll(), plan(plan).
  show(given) {
    this.given = given;
    if (this.#at && this.#holds()) {
      this.#plan();
      return;
    }
    this.#at = null;
    if (this.#chain) this.#next();
    this.#draw();
  }

  // Whether what is being chosen is offered still; what did not come from the offers is the caller's to judge.
  #holds() {
    const { option, options, needs, free } = this.#at;
    if (free) return true;
    if (needs) return this.#at.seq === this.given.state.seq;
    return (options ?? [option]).every((one) => this.given.options.some((other) => same(one, other)));
  }

  #next() {
    const [option] = toPlace(this.given);
    this.#chain = Boolean(option) && this.given.state.phase === "setup";
    if (this.#chain) this.#at = this.#step(alone(option));
  }

  #step({ title, options: [option], free, finish }) {
    return { title, option, free, finish, chosen: {}, open: Object.keys(option.choose ?? {}), path: null };
  }

  // Goes on with a group: its options as a list, or its only one step by step. `finish` takes the command elsewhere.
  open(group) {
    this.#at = group.options.length === 1 && !group.refused.length ? this.#step(group) : group;
    this.#chain = this.#at.option?.command.type === "place" && this.given.state.phase === "setup";
    this.#onward();
  }

  #onward() {
    const step = this.#at;
    if (step.option && !step.open.length && !this.#asks(step)) this.#finish();
    else this.#draw(true);
    if (step.option && !step.open.length && this.#at === step) this.#foresee(step);
    this.given.look();
  }

  // What is chosen or named is confirmed; a plain word such as "pass" is not, nor a place before the start.
  #asks({ option: { command, choose = {} }, finish }) {
    if (finish || (command.type === "place" && this.given.state.phase === "setup")) return false;
    return Boolean(command.move || command.item !== undefined || Object.keys(choose).length);
  }

  take(name, choice) {
    this.#at.chosen[name] = choice;
    this.#at.open = this.#at.open.filter((one) => one !== name);
    this.#onward();
  }

  get #command() {
    const { option, chosen } = this.#at;
    const values = Object.entries(chosen).map(([name, choice]) => [name, choice.value]);
    return { ...option.command, ...Object.fromEntries(values) };
  }

  #finish() {
    const [command, finish] = [this.#command, this.#at.finish];
    this.#at = null;
    this.#draw(true);
    if (finish) finish(command);
    else this.given.send(command);
  }

  async #foresee(step) {
    const found = await this.given.battle.post("/preview?with=text", this.#command).catch((error) => ({ text: error.message }));
    if (this.#at !== step) return;
    step.path = found.effects?.find((effect) => effect.type === "moved" && effect.unit === step.option.command.unit)?.path;
    this.querySelector("[data-foreseen]").textContent = foreseen(found, this.given.state);
    this.#plan();
  }

  askDice(needs, onRolls) {
    this.#at = { needs, onRolls, seq: this.given.state.seq };
    this.#draw(true);
  }

  async #why({ title, command }) {
    const line = this.querySelector("[data-why]");
    line.textContent = "…";
    const said = await reasons(this.given.battle, this.given.state, command).catch((error) => [error.message]);
    line.textContent = `${title}: ${said.join(" ") || say("not-now")}`;
    line.scrollIntoView({ block: "nearest" });
  }

  #back() {
    this.#at = null;
    this.#chain = false;
    this.#draw(true);
  }

  #parts() {
    const { given } = this;
    const acts = { open: (group) => this.open(group), why: (group) => this.#why(group), placeAll: given.placeAll, back: () => this.#back(),
      take: (name, choice) => this.take(name, choice), confirm: () => this.#finish(), title: (option) => titleOf(option, given.state),
      whyLine: () => el("p", { "data-why": "", role: "status", class: "why" }) };
    const at = this.#at;
    if (at?.needs) return diceForm(at.needs, given.state, (rolls) => { this.#back(); at.onRolls(rolls); }, acts.back);
    if (at?.options) return listed(at, acts);
    if (at?.open.length) return choosing(at, at.open[0], given.state, acts);
    if (at) return confirming(at, given.state, acts);
    const look = given.state.phase === "setup" ? setup : overview;
    return [el("h2", { tabindex: -1 }, question(given)), ...look(given, acts),
      acts.whyLine()];
  }

  #draw(moved = false) {
    const folds = [...this.querySelectorAll("[data-fold][open]")].map((one) => one.dataset.fold);
    const had = this.contains(document.activeElement) && document.activeElement.textContent;
    this.replaceChildren(...this.#parts().flat(Infinity).filter(Boolean));
    for (const name of folds) this.querySelector(`[data-fold=${name}]`)?.setAttribute("open", "");
    const again = moved ? null : [...this.querySelectorAll("button, summary")].find((one) => one.textContent === had);
    if (had) (again ?? this.querySelector("h2"))?.focus({ preventScroll: true });
    this.#plan();
  }

  // What the board shows of the choice: where it may go, and once chosen the way there.
  #plan() {
    const step = this.#at?.option ? this.#at : null;
    if (!step) return this.given.plan(null);
    const name = step.open[0] ?? Object.keys(step.chosen).at(-1);
    return this.given.plan({ choices: step.option.choose?.[name] ?? [], chosen: step.chosen[name]?.value, path: step.path,
      unit: step.option.command.unit, onPick: (choice) => this.take(name, choice) });
  }
}

customElements.define("bt-choices", Choices);
