// Talking to the server: bearer token, problems as errors, ids that make a double click one event.

export class Problem extends Error {
  constructor(body, status) {
    super(body.detail ?? body.title ?? String(status));
    this.body = body;
    this.status = status;
  }
}

// Plain http has no randomUUID; getRandomValues is there everywhere.
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function call(path, { token, method = "GET", body, headers = {}, signal } = {}) {
  const all = { Accept: "application/json", ...headers };
  if (token) all.Authorization = `Bearer ${token}`;
  if (body !== undefined) all["Content-Type"] = "application/json";
  const answer = await fetch(path, { method, headers: all, signal, body: body && JSON.stringify(body) });
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Problem(found, answer.status);
  return found;
}

export class Battle {
  constructor(id, token) {
    this.id = id;
    this.token = token;
  }

  get path() {
    return `/v1/battles/${encodeURIComponent(this.id)}`;
  }

  get(rest = "") {
    return call(this.path + rest, { token: this.token });
  }

  post(rest, body) {
    return call(this.path + rest, { token: this.token, method: "POST", body });
  }

  send(command) {
    return this.post("/commands", command);
  }
}
