// The address of a replay: /r/{token} by a link, /battles/{id}/replay by a seat.

import { el } from "../base/dom.js";
import { mine } from "../base/keep.js";
import { loadTexts, say } from "../base/texts.js";
import { show } from "./page.js";
import { Link, Seat } from "./sources.js";

function source({ pathname, search }) {
  const [, kind, name] = pathname.split("/").map(decodeURIComponent);
  if (kind === "r") return new Link(name);
  Object.assign(document.getElementById("table"), { href: `/battles/${encodeURIComponent(name)}`, textContent: say("table"), hidden: false });
  return new Seat(name, mine()[name] ?? {}, new URLSearchParams(search).get("as"));
}

async function main() {
  await loadTexts();
  try {
    await show(source(location));
  } catch (error) {
    document.getElementById("refusal").replaceChildren(el("p", { class: "refusal" }, error.message));
  }
}

main();
