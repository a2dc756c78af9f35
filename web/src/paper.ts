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
}

const quoted = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;")
  .replace(/>/g, "&gt;").replace(/"/g, "&quot;");

const nothing = (): void => {};
const page = new Leaf("main");
Object.assign(globalThis, {
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
