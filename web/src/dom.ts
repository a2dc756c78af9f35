// Elements, and safe display of texts of any origin. Texts never become markup: all go through text nodes and
// attributes.

export type Child = Node | string | number | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined>;

function fill(node: Element, attributes: Attributes, children: Child[]): void {
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== null && value !== undefined && value !== false)
      node.setAttribute(name, value === true ? "" : String(value));
  }
  children.forEach((child) => {
    if (child !== null && child !== undefined && child !== false)
      node.append(child instanceof Node ? child : String(child));
  });
}

export function el<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {},
  ...children: Child[]): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  fill(node, attributes, children);
  return node;
}

export function svg<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Attributes = {},
  ...children: Child[]): SVGElementTagNameMap[K] {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(node, attributes, children);
  return node;
}

/** Spells out characters that are invisible or change the direction of text. */
export function visible(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export const distinct = <T>(all: T[]): T[] => [...new Set(all)];

let ids = 0;
/** An id that no other element has. */
export const unique = (prefix: string): string => `${prefix}-${++ids}`;

/** The text, shortened in its middle to `most` characters, because names and paths often differ at their
 * ends. */
export function short(text: string, most = 60): string {
  const shown = visible(text);
  if (shown.length <= most) return shown;
  const whole = [...shown];
  if (whole.length <= most) return whole.join("");
  const end = Math.floor((most - 1) / 2);
  return `${whole.slice(0, most - 1 - end).join("")}…${whole.slice(whole.length - end).join("")}`;
}

/** Names shortened to `most` characters, so that they still differ if possible. */
export function apart(names: string[], most: number): string[] {
  const cut = names.map((name) => short(name, most));
  if (distinct(cut).length === distinct(names).length) return cut;
  const whole = distinct(names).map((name) => [...visible(name)]);
  let same = 0;
  while (whole.every((name) => same < name.length && name[same] === whole[0]![same])) ++same;
  const rest = names.map((name) => short(`…${[...visible(name)].slice(same).join("")}`, most));
  return distinct(rest).length > distinct(cut).length ? rest : cut;
}

/** A name of any origin, in its own direction; if it is shortened, its title has more of it. */
export function named(text: string, most = 60): HTMLElement {
  const cut = short(text, most);
  return el("bdi", cut === visible(text) ? {} : { title: short(text, 1000) }, cut);
}

/** A number for reading, with four digits; CSV and JSON have the exact one. */
export function readable(x: number | null | undefined): string {
  if (x === null || x === undefined) return "–";
  if (Number.isInteger(x) && Math.abs(x) < 1e7) return String(x);
  const size = Math.abs(x);
  return size >= 1e-4 && size < 1e7 ? x.toPrecision(4) : x.toExponential(3);
}

/** A one-sided limit in four decimals that is still one, as the verdict writes it. */
export const outward = (limit: number, up: boolean): number =>
  (up ? Math.ceil(limit * 1e4) : Math.floor(limit * 1e4)) / 1e4;

export function exact(x: number | null | undefined): string {
  return x === null || x === undefined ? "" : String(x);
}

export const percent = (share: number): string => `${Number((100 * share).toPrecision(6))} %`;

/** One line per row, with fields quoted as in RFC 4180. */
export function csvText(rows: readonly (string | number | null | undefined)[][]): string {
  const field = (cell: string | number | null | undefined): string => {
    const text = typeof cell === "number" ? exact(cell) : cell ?? "";
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(field).join(",")}\n`).join("");
}

/** Offers a file as a download. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = el("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function button(text: string, label: string, act: () => void): HTMLButtonElement {
  const node = el("button", { type: "button", "aria-label": label }, text);
  node.addEventListener("click", act);
  return node;
}
