// Sending commands so that none is lost or doubled: one at a time, and the same id until an answer is there.

import { newId, Problem } from "../base/api.js";

const WAITS = [500, 1000, 2000, 4000, 8000, 8000, 8000]; // milliseconds between tries

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// Whether the server may not have had the command, or could not do it just now.
const unanswered = (error) => !(error instanceof Problem) || error.status >= 500 || error.status === 429;

export class Sender {
  #busy = false;

  // `onTrying(true)` while an answer stays away, `onTrying(false)` once one is there.
  constructor(battle, onTrying) {
    this.battle = battle;
    this.onTrying = onTrying;
  }

  // The events, or null where another command is still under way: a double click is one command.
  async send(command) {
    if (this.#busy) return null;
    this.#busy = true;
    try {
      return await this.#tried({ id: newId(), ...command });
    } finally {
      this.#busy = false;
    }
  }

  async #tried(command) {
    for (const [count, wait] of [...WAITS, null].entries()) {
      try {
        const { events } = await this.battle.post("/commands?with=patch,text", command);
        if (count) this.onTrying(false);
        return events;
      } catch (error) {
        if (wait === null || !unanswered(error)) {
          if (count) this.onTrying(false);
          throw error;
        }
        this.onTrying(true);
        await pause(error.after ? error.after * 1000 : wait);
      }
    }
  }
}
