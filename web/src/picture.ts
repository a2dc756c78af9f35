// The frame of every picture: a caption, the drawing, its values by pointer and arrow keys, its data as CSV
// and itself as SVG.
import { button, csvText, download, el, svg } from "./dom.ts";
import type { PictureName } from "./names.ts";
import { hideTip, showTip } from "./tip.ts";

/** A value in the drawing: its place and its text, rounded as in tables. */
export interface Spot { x: number; y: number; lines: string[] }
export interface Drawing { root: SVGSVGElement; spots: Spot[] }

export interface Picture {
  title: string;
  text: string; // how to read it, in one or two sentences
  file: PictureName; // name of the downloads, without extension
  csv: () => (string | number | null | undefined)[][];
  draw: (width: number, whole: boolean) => Drawing;
  more?: string; // what the whole picture has, if it is first drawn in part
  beside?: HTMLElement; // controls and tables that belong to it
  widest?: number;
  kind?: PictureName; // the common name of pictures with different names, such as `forest`
}

/** All pictures of the page, in order. */
export const pictures_made: Picture[] = [];

/** The rules of style.css for drawings, with literal colours for paper (build.mjs), because many SVG readers
 * do not know CSS variables. */
declare const DRAWING_RULES: string;
const drawing_rules = DRAWING_RULES;

/** The same rules with greys for colours, as light or dark as these. Dashes and symbols tell series apart. */
const greyed = (rules: string): string => rules.replace(/#[0-9a-f]{3,6}\b/g, (colour) => {
  const digits = colour.length === 4 ? colour.slice(1).replace(/./g, "$&$&") : colour.slice(1);
  const [r, g, b] = [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16)) as [number, number, number];
  const light = Math.round(0.2126 * r + 0.7152 * g + 0.0722 * b).toString(16).padStart(2, "0");
  return `#${light}${light}${light}`;
});

/** The picture as a self-contained file. */
export function svgFile(of: Picture, width: number, grey = false): string {
  const drawing = of.draw(width, true).root;
  drawing.prepend(svg("title", {}, of.title), svg("style", {}, grey ? greyed(drawing_rules) : drawing_rules),
    svg("rect", { class: "paper", width: "100%", height: "100%" }));
  return new XMLSerializer().serializeToString(drawing);
}

/** Pictures that are not printed: they say what others say, or have a threshold to move. */
const on_screen: PictureName[] = ["gain", "lift", "ks", "scores", "thresholds"];

/** On paper pictures stand three in a row (style.css), as wide as on a phone and a little smaller. */
const paperWidth = (figure: HTMLElement): number =>
  (figure.parentElement?.className === "pictures" ? 320 : 640);

export function picture(of: Picture): HTMLElement & { redraw: () => void } {
  pictures_made.push(of);
  const plot = el("div", { class: "plot", tabindex: 0, role: "group",
    "aria-label": `${of.title}. Arrow keys move through its values.` });
  let drawing: Drawing | undefined;
  let sheet: SVGSVGElement | undefined;
  let at = -1;
  let drawn = 0;
  let whole = of.more === undefined;
  const ring = svg("circle", { class: "ring", r: 7, visibility: "hidden" });

  const draw = (): void => {
    const width = Math.floor(Math.min(plot.clientWidth, of.widest ?? 860));
    if (width < 50) return;
    drawn = width;
    at = -1;
    drawing = of.draw(width, whole);
    drawing.root.setAttribute("aria-hidden", "true");
    ring.setAttribute("visibility", "hidden");
    drawing.root.append(ring);
    plot.replaceChildren(drawing.root, ...(sheet ? [sheet] : []));
  };
  const point = (i: number, aloud: boolean): void => {
    const spot = drawing?.spots[i];
    if (!drawing || !spot) return;
    at = i;
    for (const [name, value] of Object.entries({ cx: spot.x, cy: spot.y, visibility: "visible" }))
      ring.setAttribute(name, String(value));
    const { left, top } = drawing.root.getBoundingClientRect();
    showTip(spot.lines, left + spot.x, top + spot.y, aloud);
  };
  const leave = (): void => {
    ring.setAttribute("visibility", "hidden");
    hideTip();
  };
  plot.addEventListener("pointermove", (event) => {
    if (!drawing) return;
    const { left, top } = drawing.root.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    let nearest = -1;
    let least = 60 ** 2;
    drawing.spots.forEach((spot, i) => {
      const distance = (spot.x - x) ** 2 + (spot.y - y) ** 2;
      if (distance < least) [nearest, least] = [i, distance];
    });
    if (nearest >= 0) point(nearest, false);
    else leave();
  });
  plot.addEventListener("pointerleave", leave);
  plot.addEventListener("blur", leave);
  plot.addEventListener("keydown", (event) => {
    const last = (drawing?.spots.length ?? 0) - 1;
    const next = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0,
      End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    point(Math.max(0, Math.min(next, last)), true);
  });
  new ResizeObserver(() => {
    if (Math.abs(plot.clientWidth - drawn) > 1 && Math.min(plot.clientWidth, of.widest ?? 860) !== drawn)
      draw();
  }).observe(plot);

  // Paper has a drawing of its own, which the screen does not show.
  addEventListener("beforeprint", () => {
    sheet?.remove();
    sheet = of.draw(Math.min(paperWidth(figure), of.widest ?? 860), whole).root;
    sheet.setAttribute("class", "on-paper");
    sheet.setAttribute("aria-hidden", "true");
    plot.append(sheet);
  });

  const others = (): string => (whole ? "fewer" : of.more!);
  const more = of.more === undefined ? null
    : button(`Show ${others()}`, `${of.title}: show ${others()}`, () => {
      whole = !whole;
      more!.textContent = `Show ${others()}`;
      more!.setAttribute("aria-label", `${of.title}: show ${others()}`);
      draw();
    });
  const tools = el("div", { class: "tools" }, more,
    button("CSV", `${of.title}: data as CSV`,
      () => download(`${of.file}.csv`, "text/csv", csvText(of.csv()))),
    button("SVG", `${of.title}: picture as SVG`,
      () => drawn > 0 && download(`${of.file}.svg`, "image/svg+xml", svgFile(of, drawn))));
  const figure = el("figure", { class: [(of.widest ?? 860) <= 560 ? "small" : "",
    on_screen.includes(of.file) ? "on-screen" : ""].filter(Boolean).join(" ") || null },
    el("figcaption", {}, el("h4", {}, of.title)), plot, el("p", { class: "how" }, of.text), of.beside, tools);
  return Object.assign(figure, { redraw: draw });
}
