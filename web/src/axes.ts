// Axes, grids, series and legends, in pixels.
import { scaleLinear, scaleLog } from "d3-scale";
import type { ScaleContinuousNumeric } from "d3-scale";
import { symbol, symbolCircle, symbolCross, symbolDiamond, symbolSquare, symbolStar,
  symbolTriangle } from "d3-shape";
import { apart, short, svg } from "./dom.ts";

export type Scale = ScaleContinuousNumeric<number, number>;
export interface Box { left: number; right: number; top: number; bottom: number }

/** Series differ by colour, dashes and symbol, so that they can be told apart without colours. */
const series_styles = 6;
const grey = 5;
export const style = (i: number): string => `s${i % series_styles}`;
const shapes = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolCross, symbolStar];

/** After the sixth series, colours recur with another symbol. `shape`: the series whose symbol it has. */
export function mark(i: number, x: number, y: number, size = 48, shape = i): SVGPathElement {
  return svg("path", { class: `mark ${style(i)}`,
    d: symbol(shapes[(shape + Math.floor(shape / series_styles)) % shapes.length], size)() ?? "",
    transform: `translate(${x},${y})` });
}

export function label(x: number, y: number, text: string, attributes: Record<string,
  string | number> = {}): SVGTextElement {
  return svg("text", { x, y, ...attributes }, text);
}

/** The approximate width of a name in drawings: Chinese, Japanese and Korean characters are square. */
export const extent = (name: string): number =>
  [...name].reduce((sum, c) => sum + (c >= "\u2e80" ? 12.5 : 7.2), 0);
/** The approximate width of a character of the names, by the name with the widest ones. */
export const letter = (names: string[]): number =>
  Math.max(7.2, ...names.map((name) => extent(name) / Math.max([...name].length, 1)));
/** The approximate number of characters that fit. */
export const fitting = (width: number, each: number): number => Math.max(4, Math.floor(width / each));
/** The same for titles, whose words are narrower than names in capitals or digits. */
const title_letter = 6.4;

export const linear = (domain: [number, number], range: [number, number]): Scale =>
  scaleLinear(domain, range);
export const log = (domain: [number, number], range: [number, number]): Scale => scaleLog(domain, range);

/** The range from the least to the largest value, slightly extended; never empty. */
export function spread(values: (number | null | undefined)[], within?: [number, number]): [number, number] {
  const all = values.filter((x): x is number => x !== null && x !== undefined && Number.isFinite(x));
  let low = all.length ? all.reduce((a, b) => Math.min(a, b)) : 0;
  let high = all.length ? all.reduce((a, b) => Math.max(a, b)) : 1;
  const more = high > low ? 0.05 * (high - low) : Math.abs(high) * 0.1 || 0.5;
  low -= more;
  high += more;
  return within ? [Math.max(low, within[0]), Math.min(high, within[1])] : [low, high];
}

/** Numbers beyond a few digits have an exponent. */
function tickText(scale: Scale, ticks: number[]): (tick: number) => string {
  const most = Math.max(...ticks.map(Math.abs), 0);
  return most >= 1e6 || (most > 0 && most < 1e-4)
    ? (t) => (t === 0 ? "0" : t.toExponential(1).replace("e+", "e")) : scale.tickFormat(ticks.length);
}

export function xAxis(box: Box, scale: Scale, title: string, grid = true, whole = false): SVGGElement {
  const logarithmic = "base" in scale;
  const all = scale.ticks(Math.max(2, Math.floor((box.right - box.left) / 90)))
    .filter((t) => !whole || Number.isInteger(t));
  const round = all.filter((t) => /^[125]e/.test(t.toExponential()));
  const ticks = logarithmic && round.length > 1 ? round : all;
  const text = logarithmic ? String : tickText(scale, ticks);
  return svg("g", { class: "axis" },
    ...ticks.map((t) => svg("line",
      { class: grid ? "grid" : "tick", x1: scale(t), x2: scale(t), y1: grid ? box.top : box.bottom,
        y2: box.bottom + 4 })),
    svg("line", { x1: box.left, x2: box.right, y1: box.bottom, y2: box.bottom }),
    ...ticks.map((t) => label(scale(t), box.bottom + 17, text(t), { "text-anchor": "middle" })),
    label((box.left + box.right) / 2, box.bottom + 35,
      short(title, fitting(box.right - box.left, title_letter)),
      { "text-anchor": "middle", class: "title" }));
}

export function yAxis(box: Box, scale: Scale, title: string,
  of: (tick: number) => number = (t) => t): SVGGElement {
  const ticks = scale.ticks(Math.max(2, Math.floor((box.bottom - box.top) / 45)));
  const text = tickText(scale, ticks);
  const x = 13;
  const y = (box.top + box.bottom) / 2;
  return svg("g", { class: "axis" },
    ...ticks.map((t) => svg("line",
      { class: "grid", x1: box.left - 4, x2: box.right, y1: scale(t), y2: scale(t) })),
    svg("line", { x1: box.left, x2: box.left, y1: box.top, y2: box.bottom }),
    ...ticks.map((t) => label(box.left - 7, scale(t) + 4, text(of(t)), { "text-anchor": "end" })),
    label(x, y, short(title, fitting(box.bottom - box.top, title_letter)),
      { "text-anchor": "middle", class: "title", transform: `rotate(-90 ${x} ${y})` }));
}

export function root(width: number, height: number, ...children: (Node | null)[]): SVGSVGElement {
  return svg("svg", { width, height, viewBox: `0 0 ${width} ${height}` }, ...children);
}

/** The names of series, each with its line and symbol, and the height that they take. `places`: of the series
 * among the colours; without them the symbols alone mean something, and are grey. */
export function legend(names: string[], width: number, top: number, solid = false,
  places: number[] | null = names.map((_, i) => i)): { node: SVGGElement; height: number } {
  const node = svg("g", { class: "legend" });
  let x = 8;
  let y = top + 10;
  apart(names, Math.min(36, fitting(width - 60, letter(names)))).forEach((text, i) => {
    const wide = 46 + extent(text);
    if (x > 8 && x + wide > width) [x, y] = [8, y + 20];
    const place = places ? places[i]! : grey;
    node.append(svg("line", { class: `line ${style(place)}${solid ? " solid" : ""}`, x1: x, x2: x + 26,
      y1: y, y2: y }), mark(place, x + 13, y, 48, places ? place : i), label(x + 32, y + 4, text));
    x += wide;
  });
  return { node, height: names.length ? y - top + 14 : 0 };
}
