// The page's words: the section [page] of the server's one catalogue.

let catalogue = {};

export async function loadTexts() {
  const answer = await fetch("/texts/en.json");
  catalogue = answer.ok ? await answer.json() : {};
}

export function say(key, facts = {}) {
  const text = catalogue[key] ?? key.replaceAll("-", " ");
  return text.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "?");
}
