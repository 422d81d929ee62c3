// A case file: the replay that stands in this very page, with its tape, the rules it quotes and the page's words.

import { useTexts } from "../base/texts.js";
import { Enclosed } from "./enclosed.js";
import { show } from "./page.js";

const given = JSON.parse(document.getElementById("case").textContent);
useTexts(given.texts);
const source = new Enclosed(given);
show(source, source.open());
