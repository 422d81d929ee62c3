// The branch tree: where this battle came from, what began inside it, and a new branch from where we are.

import { button, el, field } from "../base/dom.js";
import { remember } from "../base/keep.js";
import { tell } from "./words.js";

const DEEPEST = 4;
const battleLink = (id, title) => el("a", { class: "card", href: `/battles/${encodeURIComponent(id)}/replay` }, title || id);

// The branches of a battle as a list, each with its own; null where it has none.
async function tree(branchesOf, id, depth = 0) {
  const { branches } = await branchesOf(id);
  const rows = await Promise.all(branches.map(async (one) => el("li", {}, el(depth ? "span" : "a", { href: depth ? null : `#${one.at}` }, tell("branch-at", { seq: one.at })),
    battleLink(one.id, one.title), depth < DEEPEST ? await tree(branchesOf, one.id, depth + 1).catch(() => null) : null)));
  return rows.length ? el("ol", { class: "tree" }, rows) : null;
}

function asking(source, whereAmI, refuse) {
  const title = el("input", { type: "text", maxlength: 200 });
  const go = button("", async () => {
    try {
      const { battle, tokens, invites } = await source.branch(whereAmI(), title.value || undefined);
      remember(battle.id, { token: tokens.gm, seat: "gm", title: battle.title, tokens, invites });
      location.assign(`/battles/${battle.id}`);
    } catch (error) {
      refuse(error.message);
    }
  }, { class: "first" });
  const at = (seq) => { go.textContent = tell("branch-from", { seq }); };
  return { node: el("div", {}, field(tell("branch-title"), title), go), at };
}

async function grow(place, source) {
  const found = await tree((id) => source.branchesOf(id), source.battle.id);
  place.append(found ?? el("p", { class: "soft" }, tell("branches-none")));
}

// `whereAmI` tells the event to branch after; the answer's `at(seq)` names it on the button.
export function branching(source, { parent }, whereAmI, refuse) {
  const grown = el("div", {});
  const form = source.branch ? asking(source, whereAmI, refuse) : null;
  if (source.branchesOf) grow(grown, source);
  const root = parent ? el("p", {}, tell("branched-from", { seq: parent.seq }), battleLink(parent.id, parent.id)) : null;
  return { node: el("section", { class: "panel branches" }, el("h2", {}, tell("branches")), root, grown, form?.node ?? ""), at: (seq) => form?.at(seq) };
}
