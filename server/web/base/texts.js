// The page's words, in the browser's language: a few sections of the server's one catalogue.

import { asked } from "./language.js";

let catalogue = {};

export async function loadTexts() {
  const answer = await fetch("/texts.json", { headers: asked() });
  if (!answer.ok) return;
  catalogue = await answer.json();
  document.documentElement.lang = answer.headers.get("content-language");
}

const plain = (key) => key.replaceAll(/[-_]/g, " ");

const put = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "?");

export const languages = () => catalogue.languages ?? {};

// A text of the page; a key without one reads as its own words.
export const say = (key, facts = {}) => put(catalogue.page?.[key] ?? plain(key), facts);

// A word of another section: `die` for what is rolled, `do` for kinds of commands, `choose` for their fields,
// `why` for whom is waited and how somebody is, `word` for tags of a state.
export const word = (section, key) => catalogue[section]?.[key] ?? plain(key);
