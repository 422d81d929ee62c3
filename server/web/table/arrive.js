// Coming to the table by a link: what stands in its fragment is taken, kept for this battle, and leaves the address.

import { call } from "../base/api.js";
import { mine, remember } from "../base/keep.js";

async function joined(id, invite) {
  const kept = mine()[id];
  if (kept?.invite === invite) return; // the same link, tapped again
  try {
    const { token, seat } = await call("/v1/join", { method: "POST", body: { invite } });
    remember(id, { token, seat, invite });
  } catch (error) {
    if (!kept?.token) throw error;
  }
}

// The token and seat that this browser has for the battle; neither for somebody who only reads a public one.
export async function arrive(id) {
  const given = new URLSearchParams(location.hash.slice(1));
  if (location.hash) history.replaceState(null, "", location.pathname);
  if (given.get("token")) remember(id, { token: given.get("token"), seat: given.get("seat") });
  if (given.get("invite")) await joined(id, given.get("invite"));
  const { token, seat } = mine()[id] ?? {};
  return { token, seat: seat ?? "spectator" };
}
