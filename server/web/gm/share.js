// A link to the replay so far, and a branch: the same battle going on from here as one of its own.

import { button, el, field, fold } from "../base/dom.js";
import { remember } from "../base/keep.js";
import { say } from "../base/texts.js";

function linked(url) {
  const input = el("input", { type: "text", readonly: true, value: url });
  return el("div", {}, field(say("replay-link"), input), button(say("copy"), () => {
    input.select();
    document.execCommand("copy");
  }));
}

async function branched({ battle, state }) {
  const { battle: made, tokens, invites } = await battle.post("/branches", { at: state.seq });
  remember(made.id, { token: tokens.gm, seat: "gm", title: made.title, tokens, invites });
  return el("a", { href: `/battles/${made.id}` }, say("branch-open", { title: made.title || made.id }));
}

export function share(given) {
  const told = el("div", { role: "status" });
  const shown = (work) => async () => {
    try {
      told.replaceChildren(await work());
    } catch (error) {
      told.replaceChildren(error.message);
    }
  };
  const view = given.gm ? "public" : given.seat;
  const replay = button(say("share-replay"), shown(async () => linked((await given.battle.post("/shares", { view })).url)));
  const branch = given.gm || given.state.phase === "ended" ? button(say("branch-here"), shown(() => branched(given))) : null;
  return fold(say("share"), [el("div", { class: "buttons" }, replay, branch), told], { "data-form": "share" });
}
