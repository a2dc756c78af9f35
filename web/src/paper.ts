// A minimal document, with which the page's script runs without a browser and drawings become text. Elements
// are kept but never shown.

class Leaf {
  clientWidth = 0;
  style = {};
  classList = { add(): void {} };
  private attributes: [string, string][] = [];
  private inside: (Leaf | string)[] = [];
  constructor(private tag: string) {}

  setAttribute(name: string, value: string): void {
    this.attributes.push([name, value]);
  }
  append(...all: (Leaf | string)[]): void {
    this.inside.push(...all);
  }
  prepend(...all: (Leaf | string)[]): void {
    this.inside.unshift(...all);
  }
  replaceChildren(...all: (Leaf | string)[]): void {
    this.inside = all;
  }
  querySelector(): null {
    return null;
  }
  querySelectorAll(): [] {
    return [];
  }
  addEventListener(): void {}
  markup(): string {
    const inner = this.inside.map((one) => (typeof one === "string" ? quoted(one) : one.markup())).join("");
    const attributes = this.attributes.map(([name, value]) => ` ${name}="${quoted(value)}"`).join("");
    return `<${this.tag}${attributes}${inner ? `>${inner}</${this.tag}>` : "/>"}`;
  }

  /** The HTML of what a page without its script has: texts, tables, and the first picture of each result. */
  html(parent = ""): string {
    const kind = this.attribute("class")?.split(" ") ?? [];
    if (this.tag === "svg") return this.markup();
    if (this.tag === "nav" || kind.some((one) => for_the_script.includes(one))) return "";
    if (this.tag === "figure") {
      if (parent !== "article") return "";
      this.draw(still_width);
    }
    const inner = this.inside.map((one) => (typeof one === "string" ? quoted(one) : one.html(this.tag)));
    if (this.tag === "button") return kind.includes("term") ? inner.join("") : "";
    if (inner.length > 1 && inner.slice(1).join("") === "") return ""; // a heading, and pictures
    const attributes = this.attributes.map(([name, value]) => (for_actions.includes(name) ? ""
      : ` ${name}="${quoted(value)}"`)).join("");
    return `<${this.tag}${attributes}>${inner.join("")}</${this.tag}>`;
  }

  private attribute(name: string): string | undefined {
    return this.attributes.find(([one]) => one === name)?.[1];
  }
  /** Draws a picture in this width. */
  private draw(width: number): void {
    for (const one of this.inside)
      if (typeof one !== "string" && one.attribute("class") === "plot") one.clientWidth = width;
    (this as unknown as { redraw?: () => void }).redraw?.();
  }
}

/** Classes and attributes that have no use without the script. */
const for_the_script = ["tools", "filter", "choices", "threshold", "fold", "pictures"];
const for_actions = ["tabindex", "role", "aria-label", "aria-labelledby", "aria-hidden"];
/** The width of pictures, which are scaled to narrower screens. */
const still_width = 480;

const quoted = (text: string): string => (/[&<>"]/.test(text) ? text.replace(/&/g, "&amp;")
  .replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;") : text);

const nothing = (): void => {};
/** The place for the page. */
export const page = new Leaf("main");
Object.assign(globalThis, {
  location: { hash: "" },
  Node: Leaf,
  ResizeObserver: class {
    observe(): void {}
  },
  XMLSerializer: class {
    serializeToString(one: Leaf): string {
      one.setAttribute("xmlns", "http://www.w3.org/2000/svg");
      return one.markup();
    }
  },
  addEventListener: nothing,
  document: {
    body: new Leaf("body"),
    createElement: (tag: string) => new Leaf(tag),
    createElementNS: (_: string, tag: string) => new Leaf(tag),
    // The script asks for these two elements: the place for the page, and its data.
    getElementById: (id: string) => (id === "results"
      ? { textContent: (globalThis as { results?: string }).results } : page),
    querySelectorAll: () => [],
    addEventListener: nothing,
  },
});
