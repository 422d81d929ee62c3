// Following a battle by its event stream, read with fetch: an EventSource cannot send a bearer token.
// After a break everything missed is fetched first; a stream that falls silent counts as broken.

import { Problem } from "../base/api.js";
import { asked } from "../base/language.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
const SILENCE = 40000; // the server says something every 15 seconds
const PAGE = 200;

function parsed(block) {
  const fields = { event: "message", data: "" };
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) {
      const name = line.slice(0, colon);
      const value = line.slice(colon + 1).replace(/^ /, "");
      fields[name] = name === "data" ? fields.data + value : value;
    }
  }
  return fields;
}

async function* blocks(body, alive) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    alive();
    rest = (rest + value).replaceAll("\r\n", "\n");
    const whole = rest.split("\n\n");
    rest = whole.pop();
    for (const block of whole) yield parsed(block);
  }
}

export class Follower {
  // `onEvent`, `onPresence`, `onLink(up)`, and `onEnd(problem)` where the seat is no longer let in.
  constructor(battle, after, tell) {
    Object.assign(this, { battle, after, tell });
    this.wait = FIRST_WAIT;
    for (const happening of ["online", "pageshow"]) addEventListener(happening, () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  async run() {
    for (;;) {
      try {
        await this.look();
        this.tell.onLink(true);
        this.wait = FIRST_WAIT;
        await this.stream();
      } catch (error) {
        if (error instanceof Problem && [401, 403, 404].includes(error.status)) {
          this.tell.onEnd(error);
          return;
        }
        this.tell.onLink(false);
      }
      await this.pause();
    }
  }

  pause() {
    const wait = this.wait * (0.75 + Math.random() / 2);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    return new Promise((done) => {
      this.hurry = done;
      setTimeout(done, wait);
    });
  }

  // Does not wait for the rest of a pause: the network is back, or the page is looked at again.
  hurry() {}

  async look() {
    for (;;) {
      const { events } = await this.battle.get(`/events?after=${this.after}&with=patch,text&limit=${PAGE}`);
      this.take(events);
      if (events.length < PAGE) return;
    }
  }

  async stream() {
    const stop = new AbortController();
    let timer;
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(() => stop.abort(), SILENCE);
    };
    const headers = { Accept: "text/event-stream", ...asked() };
    if (this.battle.token) headers.Authorization = `Bearer ${this.battle.token}`;
    try {
      const answer = await fetch(`${this.battle.path}/events?after=${this.after}&with=patch,text`, { headers, signal: stop.signal });
      if (!answer.ok) return;
      alive();
      for await (const block of blocks(answer.body, alive)) this.heard(block);
    } finally {
      clearTimeout(timer);
    }
    this.tell.onLink(false);
  }

  heard({ event, data }) {
    if (event === "presence") this.tell.onPresence(JSON.parse(data).present);
    if (event === "event") this.take([JSON.parse(data)]);
  }

  // Events in their order, each once; one that would leave a gap is left to the next look.
  take(events) {
    const fresh = events.filter((event) => event.seq === this.after + 1 && (this.after = event.seq));
    if (fresh.length) this.tell.onEvents(fresh);
  }
}
