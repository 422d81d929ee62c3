// Why something is not offered now, in the server's words: it is asked to judge the command as if it were sent.

import { Problem } from "../base/api.js";

const MOST_TARGETS = 6;

async function refusal(battle, command) {
  try {
    await battle.post("/preview", command);
    return null;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

// Where all that is missing is whom it is meant for, everybody in question is asked about.
export async function reasons(battle, state, command) {
  const plain = await refusal(battle, command);
  if (plain === null || plain.code !== "no-target") return plain ? [plain.message] : [];
  const side = state.units[command.unit].side;
  const others = Object.values(state.units).filter((unit) => unit.side !== side && !unit.fainted && unit.at != null);
  const asked = others.slice(0, MOST_TARGETS).map((unit) => refusal(battle, { ...command, target: unit.id }));
  const said = (await Promise.all(asked)).filter(Boolean).map((error) => error.message);
  return said.length ? [...new Set(said)] : [plain.message];
}
