// A replay's page around its player: title, badge, whose eyes, sharing, download, print, branches.

import { button, el, field, refuse, select } from "../base/dom.js";
import { Badge } from "./badge.js";
import { branching } from "./branching.js";
import { decided } from "./decided.js";
import { marksOf } from "./marks.js";
import { Player } from "./player.js";
import { Sharing } from "./sharing.js";
import { tell, viewName } from "./words.js";

const part = (id) => document.getElementById(id);

const refused = (text) => refuse(part("refusal"), text);

function save(bytes, name) {
  const address = URL.createObjectURL(new Blob([bytes], { type: "application/x-ndjson" }));
  el("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

function eyes({ view, views }) {
  if (views.length === 1) return el("p", { class: "soft" }, tell("seen-as-only", { view: viewName(view) }));
  const picker = select("as", views.map((one) => [one, viewName(one)]), { change: () => {
    location.assign(`${location.pathname}?as=${encodeURIComponent(picker.value)}${location.hash}`);
  } });
  picker.value = view;
  return field(tell("seen-as"), picker);
}

function tools(source, opened) {
  const dialog = opened.shares.length ? new Sharing(source.battle, opened.shares, opened.reel).node : null;
  const download = async () => save(await source.tape(), `${opened.title || opened.ruleset}.tape`);
  return el("section", { class: "panel tools" }, eyes(opened), el("div", { class: "buttons" },
    dialog ? button(tell("share"), () => dialog.showModal()) : null,
    source.tape ? button(tell("download"), () => download().catch((error) => refused(error.message))) : null,
    button(tell("print"), () => print())), dialog);
}

const cites = (reel) => reel.events.some((event) => event.effects.some((fact) => fact.rule));

// `opened`: what the source's `open()` answered.
export async function show(source, opened) {
  const { reel } = opened;
  document.title = part("title").textContent = opened.title || opened.ruleset;
  const rules = cites(reel) ? await source.rules(opened.ruleset) : {};
  const branches = source.branch || source.branchesOf ? branching(source, opened, () => player.at, refused) : null;
  const player = new Player(reel, rules, (seq) => {
    history.replaceState(null, "", `#${seq}`);
    branches?.at(seq);
  });
  const badge = new Badge();
  const table = el("div", { class: "decided" });
  const tellDecided = () => table.replaceChildren(...decided(reel, marksOf(reel.events), rules));
  tellDecided();
  const column = (...parts) => el("div", { class: "column" }, parts);
  part("main").append(player.queue, column(player.caption, player.board), column(badge.node, player.lines.node), player.cast.node,
    column(table, tools(source, opened), branches?.node), player.transport, player.spoken);
  player.follow(location.hash);
  await badge.check(source, reel.events);
  source.follow?.(reel.last, (events) => {
    player.append(events);
    tellDecided();
  });
}
