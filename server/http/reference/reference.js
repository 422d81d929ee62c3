// Draws openapi.json: each operation with what it takes and answers, and a form to try it. No library, no CDN.

const el = (tag, props = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...children);
  return node;
};
const code = (text) => el("code", { textContent: text });
const prose = (text) => text.split("`").map((part, n) => (n % 2 ? code(part) : part));

let api;
const named = (schema) => schema.$ref?.split("/").pop();
const resolve = (schema) => (schema.$ref ? api.components.schemas[named(schema)] : schema);

// ---- schemas: one line a field, opened one level at a time

const kindOf = (schema) => {
  if (schema.$ref) return named(schema);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.length > 4 ? `one of ${choices.length}` : choices.map(kindOf).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (schema.type === "array") {
    const items = schema.prefixItems ? schema.prefixItems.map(kindOf).join(", ") : kindOf(schema.items ?? {});
    return `[${items}]`;
  }
  if (schema.allOf) return schema.allOf.map(kindOf).join(" with ");
  return [schema.type ?? "any"].flat().join(" | ");
};

const parts = (given) => {
  const schema = resolve(given);
  if (schema.properties) {
    return Object.entries(schema.properties).map(([name, one]) => [
      name + (schema.required?.includes(name) ? "" : "?"), one]);
  }
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return choices.filter((one) => one.type !== "null").map((one) => [one.title ?? "", one]);
  if (schema.type === "array" && schema.items) return parts(schema.items).length ? [["each", schema.items]] : [];
  if (typeof schema.additionalProperties === "object") return [["each", schema.additionalProperties]];
  return [];
};

const drawn = (name, schema) => {
  const line = [code(name), " ", el("span", { className: "kind", textContent: kindOf(schema) })];
  const about = schema.description ?? resolve(schema)?.description;
  if (about) line.push(" – ", ...prose(about));
  if (!parts(schema).length) return el("div", {}, ...line);
  const details = el("details", {}, el("summary", {}, ...line));
  details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 1) details.append(tree(schema));
  });
  return details;
};

const tree = (schema) => el("div", { className: "schema" }, ...parts(schema).map(([n, s]) => drawn(n, s)));

const contents = (content) =>
  Object.entries(content ?? {}).map(([type, { schema }]) => el("div", {}, code(type), drawn("", schema)));

// ---- one operation

const row = (...cells) => el("tr", {}, ...cells.map((cell) => el("td", {}, ...[cell].flat())));

const parametersOf = (operation) => {
  if (!operation.parameters.length) return [];
  const rows = operation.parameters.map((one) =>
    row([code(one.name), ` ${one.in}`], kindOf(one.schema), prose(one.description ?? "")));
  return [el("h3", { textContent: "Parameters" }), el("table", {}, ...rows)];
};

const bodyOf = (operation) =>
  operation.requestBody ? [el("h3", { textContent: "Body" }), ...contents(operation.requestBody.content)] : [];

const answersOf = (operation) => {
  const rows = Object.entries(operation.responses).map(([status, answer]) =>
    row(code(status), [...prose(answer.description), ...(status < 400 ? contents(answer.content) : [])]));
  return [el("h3", { textContent: "Answers" }), el("table", {}, ...rows)];
};

// ---- trying it

const request = (method, path, operation, values, body) => {
  const query = new URLSearchParams();
  const headers = {};
  for (const { name, in: place } of operation.parameters) {
    const value = values[name].value.trim();
    if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value && place === "query") query.set(name, value);
    else if (value) headers[name] = value;
  }
  const token = document.getElementById("token").value.trim();
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) headers["Content-Type"] = Object.keys(operation.requestBody.content)[0];
  return [path + (query.size ? `?${query}` : ""), { method, headers, body: body?.value }];
};

const pretty = (text) => {
  try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
};

const tryIt = (method, path, operation) => {
  const values = {};
  const inputs = operation.parameters.map(({ name }) => {
    values[name] = el("input", { size: 14, spellcheck: false });
    return el("label", {}, `${name} `, values[name]);
  });
  const body = operation.requestBody && el("textarea", { spellcheck: false, ariaLabel: "Body" });
  if (body) body.value = pretty(JSON.stringify(Object.values(operation.requestBody.content)[0].example ?? {}));
  const output = el("pre", { hidden: true, tabIndex: 0 });
  output.setAttribute("role", "status");
  const send = el("button", { textContent: "Send", type: "button" });
  send.addEventListener("click", async () => {
    output.hidden = false;
    output.textContent = "…";
    try {
      const answer = await fetch(...request(method, path, operation, values, body));
      output.textContent = `${answer.status} ${answer.statusText}\n${pretty(await answer.text())}`;
    } catch (error) {
      output.textContent = String(error);
    }
  });
  return [el("h3", { textContent: "Try it" }), el("div", { className: "fields" }, ...inputs),
    ...(body ? [body] : []), send, output];
};

const drawOperation = (path, method, operation) => {
  const title = el("summary", {}, el("span", { className: `method ${method}`, textContent: method }),
    code(path), operation.summary);
  const details = el("details", {}, title);
  details.addEventListener("toggle", () => {
    if (!details.open || details.children.length > 1) return;
    details.append(el("div", {}, el("p", {}, ...prose(operation.description)), ...parametersOf(operation),
      ...bodyOf(operation), ...answersOf(operation), ...tryIt(method, path, operation)));
  });
  return el("article", { id: operation.operationId }, details);
};

// ---- the page

const open = () => {
  const details = document.getElementById(location.hash.slice(1))?.querySelector("details");
  if (details) details.open = true;
};

api = await (await fetch("/schema/openapi.json")).json();
document.getElementById("about").append(...prose(api.info.description));
const main = document.getElementById("operations");
const nav = document.getElementById("contents");
main.replaceChildren();
for (const { name: tag } of api.tags) {
  main.append(el("h2", { textContent: tag }));
  nav.append(el("b", { textContent: tag }));
  for (const [path, item] of Object.entries(api.paths)) {
    for (const [lower, operation] of Object.entries(item)) {
      if (!operation.tags.includes(tag)) continue;
      const method = lower.toUpperCase();
      main.append(drawOperation(path, method, operation));
      nav.append(el("a", { href: `#${operation.operationId}`, textContent: operation.summary }));
    }
  }
}
addEventListener("hashchange", open);
open();
