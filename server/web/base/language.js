// In which language the pages are read: what was chosen on this device, else what the browser accepts.

import { select } from "./dom.js";

const KEY = "battletape.language";

function chosen() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

// Headers that ask for the chosen language; without a choice the browser sends its own.
export const asked = () => (chosen() ? { "Accept-Language": chosen() } : {});

function choose(language) {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // A private window may keep nothing; then the browser's language stays.
  }
  location.reload();
}

// `languages`: the name of each by its code.
export function languageSwitch(label, languages) {
  const now = document.documentElement.lang;
  const picker = select("language", Object.entries(languages), { "aria-label": label, class: "language",
    change: () => choose(picker.value) });
  picker.value = now;
  return picker;
}
