// Figures with their intervals and bounds, one per line and with their numbers; each panel has its own axis.
import { extent, fitting, label, legend, letter, linear, mark, root, spread, style, xAxis } from "./axes.ts";
import { apart, distinct, outward, readable, short, svg } from "./dom.ts";
import type { PictureName } from "./names.ts";
import { picture } from "./picture.ts";
import type { Spot } from "./picture.ts";

export interface Line {
  name: string; series?: number; value: number | null;
  lower?: number | null; upper?: number | null; // a line with one of them ends there and at its value
  place?: number; // of a learner (colours.ts): its colour, while the series has a symbol
  bound?: number | null; // an upper one, beside the interval
  baseline?: number | null; // what predictions without any feature get
  more?: string[]; // further lines of the tooltip
  outwards?: boolean; // a single limit is rounded so that it stays one
  apart?: boolean; // the interval is another one than the verdict goes by, and is dashed
}
/** `names`: gives the names of the first lines in a given number of characters, if shortening would make them
 * equal. */
export interface Panel { axis: string; lines: Line[]; within?: [number, number];
  reference?: { value: number; name: string }; region?: number;
  names?: (count: number, most: number) => string[] }

/** `which`: says which lines are drawn if there are too many. `few`: the picture first shows this many lines
 * of its first panel, and a button shows the others. `together`: the panels have one scale. */
export interface Forest { title: string; text: string; file: PictureName; panels: Panel[]; series?: string[];
  what?: string; which?: string; few?: number; together?: boolean }

const row = 26;
/** The approximate width of a digit in drawings. */
const digit = 6.8;
/** The most lines with which the main picture of a page begins. */
export const few_lines = 6;
/** A panel draws the first of its lines; CSV has all. */
export const most_lines = 40;

const known = (x: number | null | undefined): x is number => x !== null && x !== undefined;

/** The interval, or its only limit, or else the bound, in the digits of tables. */
export function limits({ lower, upper, bound, outwards }:
  Pick<Line, "lower" | "upper" | "bound" | "outwards">): string {
  const single = (x: number, up: boolean): string => readable(outwards ? outward(x, up) : x);
  if (known(lower))
    return known(upper) ? `${readable(lower)} … ${readable(upper)}` : `≥ ${single(lower, false)}`;
  const most = upper ?? bound;
  return known(most) ? `≤ ${single(most, true)}` : "";
}

export function forest(of: Forest): HTMLElement {
  const longest_panel = Math.max(...of.panels.map((panel) => panel.lines.length));
  const all_panels = of.panels.map((panel) => ({ ...panel, lines: panel.lines.slice(0, most_lines) }));
  const count = all_panels.reduce((sum, panel) => sum + panel.lines.length, 0);
  const few = Math.min(of.few ?? count, all_panels[0]?.lines.length ?? 0);
  const text =
    `${of.text}${longest_panel > most_lines ? ` Of ${longest_panel} lines the ${of.which ?? `first `
      + `${most_lines}`} are drawn; CSV has all.` : ""}`;
  return picture({
    ...of, text, kind: "forest",
    csv: () => [["panel", "name", "series", "value", "lower", "upper", "bound"],
      ...of.panels.flatMap((panel) => panel.lines.map((line) => [panel.axis, line.name,
        of.series?.[line.series ?? 0] ?? "", line.value, line.lower, line.upper, line.bound]))],
    more: of.few !== undefined && few < count ? `all ${count} lines` : undefined,
    draw: (width, whole) => {
      const panels = whole ? all_panels
        : all_panels.slice(0, 1).map((panel) => ({ ...panel, lines: panel.lines.slice(0, few) }));
      const lines = panels.flatMap((panel) => panel.lines);
      const all_names = lines.map((one) => one.name);
      const narrow = width < 520;
      const values = Math.max(...lines.map((one) => readable(one.value).length));
      const wide = digit * Math.max(...lines.map((one) => limits(one).length));
      const numbers = digit * values + (wide ? wide + 10 : 0); // what stands behind, or above, a line
      const left = narrow ? 16 : Math.min(0.36 * width, 24 + Math.max(30, ...all_names.map(extent)));
      const right = narrow ? width - 10 : width - 26 - numbers;
      // On a phone a name stands above its line, and above its numbers if there is no room beside them.
      const tall = narrow && Math.max(...all_names.map(extent)) > width - left - 20 - numbers;
      const high = row + (tall ? 32 : narrow ? 16 : 0);
      const spots: Spot[] = [];
      const parts: Node[] = [];
      const named = distinct(lines.map((one) => one.series ?? 0)).length > 1
        ? legend(of.series ?? [], width, 4, true,
          lines.some((one) => one.place !== undefined) ? null : undefined) : { node: null, height: 0 };
      if (named.node) parts.push(named.node);
      let top = 14 + named.height;
      for (const panel of panels) {
        const box = { left, right, top, bottom: top + panel.lines.length * high + 6 };
        const scale = linear(spread([
          ...(of.together ? all_panels : [panel]).flatMap((one) => one.lines)
            .flatMap((l) => [l.value, l.lower, l.upper, l.bound, l.baseline]),
          panel.reference?.value, panel.region, panel.region === undefined ? undefined : -panel.region],
          panel.within), [box.left, box.right]);
        if (panel.region !== undefined)
          parts.push(svg("rect", { class: "region", x: scale(-panel.region),
            width: scale(panel.region) - scale(-panel.region), y: box.top, height: box.bottom - box.top }));
        parts.push(xAxis(box, scale, panel.axis));
        if (panel.reference)
          parts.push(svg("line", { class: "reference", x1: scale(panel.reference.value),
            x2: scale(panel.reference.value), y1: box.top, y2: box.bottom }));
        const room = fitting(tall ? width - left - 10 : narrow ? width - left - 20 - numbers : left - 20,
          letter(all_names));
        const names = panel.names?.(panel.lines.length, room)
          ?? apart(panel.lines.map((line) => line.name), room);
        panel.lines.forEach((line, i) => {
          const y = box.top + (i + 0.5) * high + (tall ? 17 : narrow ? 9 : 3);
          const s = line.series ?? 0;
          const place = line.place ?? s;
          const text_at = narrow ? y - 14 : y + 4;
          parts.push(narrow ? label(left, text_at - (tall ? 16 : 0), names[i]!, { class: "figure" })
            : label(left - 10, text_at, names[i]!, { "text-anchor": "end" }));
          if (line.value !== null)
            parts.push(label(width - 10 - (wide ? wide + 10 : 0), text_at, readable(line.value),
              { "text-anchor": "end", class: "figure" }));
          if (limits(line))
            parts.push(label(width - 10, text_at, limits(line), { "text-anchor": "end", class: "figure" }));
          const ends = [line.lower, line.upper].filter(known);
          if (ends.length > 0 && known(line.value))
            parts.push(svg("path", { class: `line ${style(place)} ${line.apart ? "apart" : "solid"}`,
              d: `M${scale(line.lower ?? line.value)},${y}H${scale(line.upper ?? line.value)}${
                ends.map((end) => `M${scale(end)},${y - 5}v10`).join("")}` }));
          if (known(line.baseline))
            parts.push(svg("line", { class: "baseline", x1: scale(line.baseline), x2: scale(line.baseline),
              y1: y - 7, y2: y + 7 }));
          if (known(line.bound))
            parts.push(svg("path", { class: `line ${style(place)} solid`,
              d: `M${scale(line.bound)},${y - 6}l-6,6l6,6` }));
          if (line.value !== null)
            parts.push(mark(place, scale(line.value), y, 48, named.node ? s : place));
          else parts.push(label(scale.range()[0]! + 6, y + 4, "no value", { class: "faint" }));
          spots.push({
            x: line.value === null ? left + 6 : scale(line.value), y,
            lines: [short(line.name, 200),
              ...(of.series && of.series.length > 1 ? [short(of.series[s] ?? "", 200)] : []),
              `${of.what ?? short(panel.axis, 80)}: ${
                line.value === null ? "no value" : readable(line.value)}`,
              known(line.lower) || known(line.upper) ? `interval: ${limits(line)}` : "no interval",
              ...(known(line.bound) ? [`upper bound: ${readable(line.bound)}`] : []), ...(line.more ?? [])],
          });
        });
        if (panel.reference && panel === panels[0]) {
          const at = scale(panel.reference.value);
          const after = at + 8 + 6.2 * panel.reference.name.length < width; // otherwise before the line
          parts.push(label(at + (after ? 4 : -4), box.top - 4, panel.reference.name,
            { class: "faint", "text-anchor": after ? "start" : "end" }));
        }
        top = box.bottom + 52;
      }
      return { root: root(width, top - 6, ...parts), spots };
    },
  });
}
