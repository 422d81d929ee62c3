// Following a battle: the event stream where the server offers it, else a look every second.
// The same look is the way back after a lost connection.

const WAIT = 1000;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

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

async function* blocks(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest = (rest + value).replaceAll("\r\n", "\n");
    const whole = rest.split("\n\n");
    rest = whole.pop();
    for (const block of whole) yield parsed(block);
  }
}

export class Follower {
  constructor(battle, { after, onEvent, onLink, onPresence }) {
    Object.assign(this, { battle, after, onEvent, onLink, onPresence });
  }

  async run() {
    for (;;) {
      try {
        await this.look();
        this.onLink(true);
        await this.stream();
      } catch {
        this.onLink(false);
      }
      await pause(WAIT);
    }
  }

  // Everything missed since the last event seen.
  async look() {
    for (;;) {
      const { events } = await this.battle.get(`/events?after=${this.after}&with=patch,text&limit=200`);
      events.forEach((event) => this.take(event));
      if (events.length < 200) return;
    }
  }

  async stream() {
    const headers = { Accept: "text/event-stream" };
    if (this.battle.token) headers.Authorization = `Bearer ${this.battle.token}`;
    const answer = await fetch(`${this.battle.path}/events?after=${this.after}&with=patch,text`, { headers });
    if (!answer.ok || !(answer.headers.get("content-type") ?? "").includes("event-stream")) {
      await answer.body?.cancel();
      return;
    }
    for await (const block of blocks(answer.body)) {
      if (block.event === "bye") return;
      if (block.event === "presence") this.onPresence(JSON.parse(block.data));
      if (block.event === "event") this.take(JSON.parse(block.data));
    }
  }

  take(event) {
    if (event.seq <= this.after) return;
    this.after = event.seq;
    this.onEvent(event);
  }
}
