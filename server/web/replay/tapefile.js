// A tape's bytes (replays/README.md, steps 1 and 4): unpacked, cut into lines, header and footer read.

import { canonical } from "./chain.js";

const MOST = 512 * 2 ** 20;
const LINE_FEED = 10;
const HEADER = { tape: "number", ruleset: "string", title: "string", battle: "string", exported_at: "string", view: "string", commitments: "object" };
const FOOTER = { end: "boolean", events: "number", head: "string", seeds: "object", digest: "string", signature: "object" };
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

// The first thing that does not hold: its kind (as `battletape verify` names it), the line, and both sides.
export class Finding extends Error {
  constructor(kind, line, what, expected, got) {
    super(`line ${line}: ${what}`);
    Object.assign(this, { kind, line, what, expected, got });
  }
}

// A tape that this browser cannot open, of which nothing is known.
export class Unread extends Error {}

async function gunzipped(data) {
  const opened = new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const parts = [];
  for (let size = 0; size <= MOST;) {
    const { value, done } = await opened.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    parts.push(value);
    size += value.length;
  }
  throw new Error(`> ${MOST}`);
}

const begins = (data, magic) => magic.every((byte, at) => data[at] === byte);

export async function unpacked(data) {
  if (begins(data, [0x28, 0xb5, 0x2f, 0xfd])) throw new Unread("zstd");
  if (!begins(data, [0x1f, 0x8b])) return data;
  try {
    return await gunzipped(data);
  } catch (error) {
    throw new Finding("form", 1, "packing", "gzip", error.message);
  }
}

export function linesOf(bytes) {
  const lines = [];
  let from = 0;
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
    lines.push(bytes.subarray(from, end));
    from = end + 1;
  }
  if (from < bytes.length) throw new Finding("truncated", lines.length + 1, "line feed", "\\n", shown(bytes.subarray(-40)));
  if (!lines.length) throw new Finding("truncated", 1, "header", "{…}", "");
  return lines;
}

const shown = (bytes) => new TextDecoder().decode(bytes).slice(0, 200);

// A line as its value. Only canonical bytes count, so a double key or another spelling of a number is found.
export function parsed(bytes, line, kind = "form") {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (error) {
    throw new Finding(kind, line, "JSON", "JSON", `${error.message} – ${shown(bytes)}`);
  }
}

export function demandCanonical(bytes, line, value) {
  const expected = canonical(value);
  if (expected !== utf8.decode(bytes)) throw new Finding("form", line, "RFC 8785", expected, shown(bytes));
}

function demandFields(value, fields, line, kind) {
  const names = Object.keys(value ?? {}).sort().join(", ");
  const wanted = Object.keys(fields).sort().join(", ");
  if (names !== wanted) throw new Finding(kind, line, "fields", wanted, names);
  for (const [name, type] of Object.entries(fields)) {
    if (typeof value[name] !== type) throw new Finding(kind, line, name, type, typeof value[name]);
  }
}

export function headerOf(bytes) {
  const header = parsed(bytes, 1);
  demandFields(header, HEADER, 1, "form");
  if (header.tape !== 1) throw new Finding("form", 1, "tape", 1, header.tape);
  demandCanonical(bytes, 1, header);
  return header;
}

// A last line that is the header or an event is no footer.
export function demandClosed(bytes, line) {
  const text = new TextDecoder().decode(bytes);
  if (line === 1 || (text.startsWith('{"at":') && text.includes('"seq":'))) throw new Finding("truncated", line, "footer", '{"digest":…', text.slice(0, 80));
}

export function footerOf(bytes, line) {
  const footer = parsed(bytes, line, "footer");
  demandFields(footer, FOOTER, line, "footer");
  if (!footer.end || footer.signature !== null) throw new Finding("footer", line, "end", true, footer.end);
  demandCanonical(bytes, line, footer);
  return footer;
}
