// "Check a tape" on the first page: a file chosen or dropped is verified here and goes nowhere.

import { el } from "../base/dom.js";
import { tell } from "./words.js";
import { judged, verdict } from "./report.js";

export function checking() {
  const told = el("div", { role: "status" });
  const check = async (file) => {
    if (!file) return;
    told.replaceChildren(el("p", { class: "soft" }, tell("checking", { done: 0, all: "…" })));
    const found = await judged(new Uint8Array(await file.arrayBuffer()));
    told.replaceChildren(el("p", {}, file.name), verdict(found, true));
  };
  const input = el("input", { type: "file", accept: ".tape,.gz,.ndjson", change: () => check(input.files[0]) });
  const zone = el("label", { class: "field drop", dragover: (event) => event.preventDefault(), drop: (event) => {
    event.preventDefault();
    check(event.dataTransfer.files[0]);
  } }, el("span", {}, tell("check-file")), input);
  return el("div", {}, el("p", { class: "soft" }, tell("check-why")), zone, told);
}
