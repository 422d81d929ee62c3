// What this browser remembers: battles with the tokens it was given.

const KEY = "battletape.battles";

export function mine() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

export function remember(id, facts) {
  const all = mine();
  all[id] = { ...all[id], ...facts };
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Private windows may keep nothing; the page then lives from its link.
  }
}

export function forget(id) {
  const all = mine();
  delete all[id];
  localStorage.setItem(KEY, JSON.stringify(all));
}

// A token comes in the link's fragment, is kept, and leaves the address bar.
export function takeToken(id) {
  const given = new URLSearchParams(location.hash.slice(1));
  const token = given.get("token");
  if (token) {
    remember(id, { token, seat: given.get("seat") });
    history.replaceState(null, "", location.pathname);
    return { token, seat: given.get("seat") };
  }
  return mine()[id] ?? {};
}
