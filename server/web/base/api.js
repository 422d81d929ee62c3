// Talking to the server: bearer token, problems as errors, ids for commands.

import { asked } from "./language.js";
import { say } from "./texts.js";

export class Problem extends Error {
  constructor(body, status, after) {
    super();
    this.body = body;
    this.code = body.code;
    this.status = status;
    this.after = after; // seconds, where the server says when to come again
  }

  // Asked for once the texts are there. A reader of the page sends no headers.
  get message() {
    return this.code === "no-token" ? say("no-seat") : this.body.detail ?? this.body.title ?? String(this.status);
  }
}

// Plain http has no randomUUID; getRandomValues is there everywhere.
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function call(path, { token, method = "GET", body } = {}) {
  const headers = { Accept: "application/json", ...asked() };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) })
    .catch(() => { throw new TypeError(say("unreachable")); });
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Problem(found, answer.status, Number(answer.headers.get("Retry-After")) || null);
  return found;
}

export const battlePath = (id) => `/v1/battles/${encodeURIComponent(id)}`;

export class Battle {
  constructor(id, token) {
    this.id = id;
    this.token = token;
    this.path = battlePath(id);
  }

  get(rest = "") {
    return call(this.path + rest, { token: this.token });
  }

  post(rest, body) {
    return call(this.path + rest, { token: this.token, method: "POST", body });
  }
}
