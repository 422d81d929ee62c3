// What this browser remembers of battles, by their id: token, seat, title, the links that were made.

const KEY = "battletape.battles";

export function mine() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function keep(all) {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // A private window may keep nothing; the page then lives from its link.
  }
}

export function remember(id, facts) {
  const all = mine();
  keep({ ...all, [id]: { ...all[id], ...facts } });
}

export function forget(id) {
  const { [id]: _, ...rest } = mine();
  keep(rest);
}
