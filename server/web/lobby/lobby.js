// The first page: back to a battle, watch one, start one, come in by a link.

import { el, refuse } from "../base/dom.js";
import { languageSwitch } from "../base/language.js";
import { languages, loadTexts, say } from "../base/texts.js";
import { checking } from "../replay/checking.js";
import { linked } from "./link.js";
import { own } from "./own.js";
import { section } from "./parts.js";
import { starting } from "./start.js";
import { watching } from "./watch.js";

async function main() {
  await loadTexts();
  document.querySelector("header").append(languageSwitch(say("language"), languages()));
  const refusal = el("div", { id: "refusal", role: "alert" });
  const told = (message) => refuse(refusal, message);
  const parts = await Promise.all([own(), watching(), starting(told), linked(told), section("check-tape", checking())].map((one) =>
    Promise.resolve(one).catch((error) => told(error.message))));
  document.getElementById("main").replaceChildren(refusal, ...parts.filter(Boolean));
}

main();
