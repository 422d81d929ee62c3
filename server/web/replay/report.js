// What verifying a tape found, in words: what was checked, what that proves, what it leaves open.

import { el, fold } from "../base/dom.js";
import { tell } from "./words.js";
import { Finding, Unread } from "./tapefile.js";
import { verify } from "./verify.js";

const side = (name, value) => [el("dt", {}, tell(name)), el("dd", {}, el("code", {}, String(value).slice(0, 300)))];

const facts = ({ events, head, withheld, dice, seeds }) => [
  tell("checked-chain", { events: events.length, head }),
  tell("proves-chain"),
  dice.proved ? tell("checked-dice", { count: dice.proved }) : null,
  dice.proved ? tell("proves-dice") : null,
  dice.unproved ? tell(seeds ? "unproved-dice" : "seedless-dice", { count: dice.unproved }) : null,
  dice.table ? tell("table-dice", { count: dice.table }) : null,
  withheld ? tell("withheld-parts", { count: withheld }) : null,
  tell("not-checked"),
].filter(Boolean);

// A tape's verdict: {holds, title, body}, `holds` null where it could not be read, and its events where it holds.
export async function judged(bytes, tick) {
  try {
    const found = await verify(bytes, tick);
    const title = tell(found.dice.proved && !found.dice.unproved ? "tape-holds-dice" : "tape-holds", { events: found.events.length });
    return { holds: true, events: found.events, title, body: el("ul", { class: "facts" }, facts(found).map((text) => el("li", {}, text))) };
  } catch (error) {
    if (error instanceof Unread) return { holds: null, title: tell("unread"), body: el("p", {}, tell(`unread-${error.message}`)) };
    if (!(error instanceof Finding)) throw error;
    const { kind, line, what, expected, got } = error;
    const body = el("div", {}, el("p", {}, tell(`finding-${kind}`)), el("dl", {}, side("bad-what", what), side("bad-expected", expected), side("bad-got", got)));
    return { holds: false, title: tell("breaks", { line }), body };
  }
}

export const verdict = ({ holds, title, body }, open = false) => {
  const [sign, look] = holds === null ? ["?", ""] : holds ? ["✓", "good"] : ["✗", "bad"];
  return fold(`${sign} ${title}`, body, { class: `verdict ${look}`, open });
};
