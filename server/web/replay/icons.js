// The signs on the controls, drawn: fonts without them would show a box.

import { svg } from "../base/dom.js";

const SHAPES = {
  first: "M5 5v14M19 5l-10 7 10 7z", back: "M16 5l-10 7 10 7z", play: "M7 4l13 8-13 8z", pause: "M7 5v14M17 5v14",
  forward: "M8 5l10 7-10 7z", last: "M19 5v14M5 5l10 7-10 7z",
};

export const icon = (name) => svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: SHAPES[name] }));
