// The page's words, in the browser's language: a few sections of the server's one catalogue.

import { asked } from "./language.js";

let catalogue = {};

export function useTexts(given) {
  catalogue = given;
}

export async function loadTexts() {
  const answer = await fetch("/texts.json", { headers: asked() });
  if (!answer.ok) return;
  useTexts(await answer.json());
  document.documentElement.lang = answer.headers.get("content-language");
}

const plain = (key) => key.replaceAll(/[-_]/g, " ");

const put = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "?");

export const languages = () => catalogue.languages ?? {};

// A text of the page; a key without one reads as its own words.
export const say = (key, facts) => word("page", key, facts);

// A text of another section: `die` for what is rolled, `do` for kinds of commands, `choose` for their fields, `why`
// for whom is waited and how somebody is, `word` for tags of a state, `replay` for the player.
export const word = (section, key, facts = {}) => put(catalogue[section]?.[key] ?? plain(key), facts);

// JSON that somebody has written; what is wrong with it is said in the page's language, not in the engine's.
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new SyntaxError(say("json-bad"));
  }
}
