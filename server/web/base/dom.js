// Making elements in one line; text always goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return node;
}

export const el = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

export const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

export const button = (text, click, attributes = {}) =>
  el("button", { type: "button", click, ...attributes }, text);

export const field = (label, input) => el("label", { class: "field" }, el("span", {}, label), input);

export const select = (name, pairs, rest = {}) =>
  el("select", { name, ...rest }, pairs.map(([value, text]) => el("option", { value }, text)));

// What went wrong, brought to where it is seen; no text takes it away.
export function refuse(place, text) {
  place.replaceChildren(...(text ? [el("p", { class: "refusal" }, text)] : []));
  if (text) place.scrollIntoView({ block: "nearest" });
}

// What opens on demand. Its body is in the page only while it is open; a function makes it anew each time.
export function fold(title, body, attributes = {}) {
  const node = el("details", attributes, el("summary", {}, title));
  const fill = () => {
    while (node.lastChild !== node.firstChild) node.lastChild.remove();
    if (node.open) node.append(...[typeof body === "function" ? body() : body].flat(Infinity).filter(Boolean));
  };
  node.addEventListener("toggle", fill);
  fill();
  return node;
}
