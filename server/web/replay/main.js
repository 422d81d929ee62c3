// The address of a replay: /r/{token} by a link, /battles/{id}/replay by a seat.

import { refuse } from "../base/dom.js";
import { mine } from "../base/keep.js";
import { loadTexts, say } from "../base/texts.js";
import { show } from "./page.js";
import { Link, Seat } from "./sources.js";

const part = (id) => document.getElementById(id);
const [, kind, name] = location.pathname.split("/").map(decodeURIComponent);

const source = kind === "r" ? new Link(name) : new Seat(name, mine()[name] ?? {}, new URLSearchParams(location.search).get("as"));

const texts = loadTexts();

async function main() {
  const [opened] = await Promise.all([source.open(), texts]);
  if (kind !== "r") Object.assign(part("table"), { href: `/battles/${encodeURIComponent(name)}`, textContent: say("table"), hidden: false });
  await show(source, opened);
}

main().catch(async (error) => {
  await texts.catch(() => {});
  refuse(part("refusal"), error.message);
});
