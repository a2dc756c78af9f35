// Figures with their intervals and bounds, one per line; each panel has its own axis.
import { fitting, label, legend, letter, linear, mark, root, spread, style, xAxis } from "./axes.ts";
import { apart, distinct, exact, short, svg } from "./dom.ts";
import type { PictureName } from "./names.ts";
import { picture } from "./picture.ts";
import type { Spot } from "./picture.ts";

export interface Line {
  name: string; series?: number; value: number | null; lower?: number | null; upper?: number | null;
  bound?: number | null;
  more?: string[]; // further lines of the tooltip
}
/** `names`: gives the lines' names in a given number of characters, if shortening would make them equal. */
export interface Panel { axis: string; lines: Line[]; within?: [number, number];
  reference?: { value: number; name: string }; region?: number; names?: (most: number) => string[] }

/** `which`: says which lines are drawn if there are too many. */
export interface Forest { title: string; text: string; file: PictureName; panels: Panel[]; series?: string[];
  what?: string; which?: string }

const row = 26;
/** A panel draws the first of its lines; CSV has all. */
export const most_lines = 40;

export function forest(of: Forest): HTMLElement {
  const csv: (string | number | null | undefined)[][] =
    [["panel", "name", "series", "value", "lower", "upper", "bound"]];
  for (const panel of of.panels)
    for (const line of panel.lines)
      csv.push([panel.axis, line.name, of.series?.[line.series ?? 0] ?? "", line.value, line.lower,
        line.upper, line.bound]);
  const longest_panel = Math.max(...of.panels.map((panel) => panel.lines.length));
  const panels = of.panels.map((panel) => ({ ...panel, lines: panel.lines.slice(0, most_lines) }));
  const text =
    `${of.text}${longest_panel > most_lines ? ` Of ${longest_panel} lines the ${of.which ?? `first `
      + `${most_lines}`} are drawn; CSV has all.` : ""}`;
  return picture({
    ...of, text, kind: "forest", csv,
    draw: (width) => {
      const narrow = width < 520;
      const longest = Math.max(...panels.flatMap((p) => p.lines.map((l) => [...l.name].length)), 4);
      const left = narrow ? 16 : Math.min(0.42 * width, 24 + letter * longest);
      const high = narrow ? row + 16 : row;
      const spots: Spot[] = [];
      const parts: Node[] = [];
      const named = distinct(panels.flatMap((panel) => panel.lines.map((one) => one.series ?? 0))).length > 1
        ? legend(of.series ?? [], width, 4, true) : { node: null, height: 0 };
      if (named.node) parts.push(named.node);
      let top = 12 + named.height;
      for (const panel of panels) {
        const box = { left, right: width - 18, top, bottom: top + panel.lines.length * high + 6 };
        const scale = linear(spread([...panel.lines.flatMap((l) => [l.value, l.lower, l.upper, l.bound]),
          panel.reference?.value, panel.region, panel.region === undefined ? undefined : -panel.region],
          panel.within), [box.left, box.right]);
        if (panel.region !== undefined)
          parts.push(svg("rect", { class: "region", x: scale(-panel.region),
            width: scale(panel.region) - scale(-panel.region), y: box.top, height: box.bottom - box.top }));
        parts.push(xAxis(box, scale, panel.axis));
        if (panel.reference)
          parts.push(svg("line", { class: "reference", x1: scale(panel.reference.value),
            x2: scale(panel.reference.value), y1: box.top, y2: box.bottom }));
        const room = fitting(narrow ? width - left - 10 : left - 20);
        const names = panel.names?.(room) ?? apart(panel.lines.map((line) => line.name), room);
        panel.lines.forEach((line, i) => {
          const y = box.top + (i + 0.5) * high + (narrow ? 9 : 3);
          const s = line.series ?? 0;
          parts.push(narrow ? label(left, y - 14, names[i]!)
            : label(left - 10, y + 4, names[i]!, { "text-anchor": "end" }));
          if (line.lower !== null && line.lower !== undefined && line.upper !== null
            && line.upper !== undefined) {
            const [from, to] = [scale(line.lower), scale(line.upper)];
            parts.push(svg("path", { class: `line ${style(s)} solid`,
              d: `M${from},${y}H${to}M${from},${y - 5}v10M${to},${y - 5}v10` }));
          }
          if (line.bound !== null && line.bound !== undefined)
            parts.push(svg("path", { class: `line ${style(s)} solid`,
              d: `M${scale(line.bound)},${y - 6}l-6,6l6,6` }));
          if (line.value !== null) parts.push(mark(s, scale(line.value), y));
          else parts.push(label(scale.range()[0]! + 6, y + 4, "no value", { class: "faint" }));
          spots.push({
            x: line.value === null ? left + 6 : scale(line.value), y,
            lines: [short(line.name, 200),
              ...(of.series && of.series.length > 1 ? [short(of.series[s] ?? "", 200)] : []),
              `${of.what ?? short(panel.axis, 80)}: ${line.value === null ? "no value" : exact(line.value)}`,
              ...(line.upper !== null && line.upper !== undefined
                ? [`interval: ${exact(line.lower)} to ${exact(line.upper)}`] : ["no interval"]),
              ...(line.bound !== null && line.bound !== undefined
                ? [`upper bound: ${exact(line.bound)}`] : []), ...(line.more ?? [])],
          });
        });
        if (panel.reference && panel === panels[0]) {
          const at = scale(panel.reference.value);
          const after = at + 8 + 6.2 * panel.reference.name.length < width; // otherwise before the line
          parts.push(label(at + (after ? 4 : -4), box.top + 2, panel.reference.name,
            { class: "faint", "text-anchor": after ? "start" : "end" }));
        }
        top = box.bottom + 52;
      }
      return { root: root(width, top, ...parts), spots };
    },
  });
}

/** An interval as text for tables, which sorts by its lower end. */
