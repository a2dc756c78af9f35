// The figures of single splits, one dot each, and the estimate made from them.
import { extent, fitting, label, letter, linear, root, spread, style, xAxis } from "./axes.ts";
import { apart, readable, short, svg } from "./dom.ts";
import { picture } from "./picture.ts";
import type { Spot } from "./picture.ts";

const most_dots = 4000;
const most_lines = 40;

export function splitFigures(measure: string,
  of: { name: string; place: number; value: number | null;
    splits: (number | null)[] }[]): HTMLElement | null {
  const all = of.filter((one) => one.splits.some((v) => v !== null));
  if (all.length === 0) return null;
  const lines = all.slice(0, most_lines);
  // With very many splits only every nth is drawn.
  const every = Math.ceil(lines.reduce((n, one) => n + one.splits.length, 0) / most_dots);
  return picture({
    title: `${short(measure, 60)} of single splits`, file: "splits",
    text: `Each dot is the figure of one split; the line is the estimate.${every > 1 ? ` One split in `
      + `${every} is drawn; CSV has all.`
        : ""}${all.length > lines.length
          ? ` The first ${lines.length} of ${all.length} estimates are drawn; CSV has all.`
          : ""} Splits share rows, so their scatter is not the interval.`,
    csv: () => [["name", "split", measure],
      ...all.flatMap((one) => one.splits.map((v, i) => [one.name, i, v]))],
    draw: (width) => {
      const narrow = width < 520;
      const all_names = lines.map((one) => one.name);
      const left = narrow ? 16 : Math.min(0.42 * width,
        24 + Math.max(...all_names.map(extent)));
      const high = narrow ? 50 : 34;
      const box = { left, right: width - 18, top: 8, bottom: 14 + lines.length * high };
      const x = linear(spread(lines.flatMap((one) => [...one.splits, one.value])), [box.left, box.right]);
      const spots: Spot[] = [];
      const parts: Node[] = [xAxis(box, x, measure)];
      const names = apart(all_names, fitting(narrow ? width - left - 10 : left - 20, letter(all_names)));
      lines.forEach((one, i) => {
        const y = box.top + (i + 0.5) * high + (narrow ? 8 : 3);
        parts.push(narrow ? label(left, y - 17, names[i]!)
          : label(left - 10, y + 4, names[i]!, { "text-anchor": "end" }));
        one.splits.forEach((v, s) => {
          if (v === null || s % every !== 0) return;
          const at = y + ((s * 7) % 17) - 8; // spread out, but always in the same way
          parts.push(svg("circle", { class: `dot ${style(one.place)}`, cx: x(v), cy: at, r: 2.5 }));
          spots.push({ x: x(v), y: at, lines: [short(one.name, 200), `split ${s}: ${readable(v)}`] });
        });
        if (one.value !== null) {
          parts.push(svg("line", { class: "cut", x1: x(one.value), x2: x(one.value), y1: y - 12,
            y2: y + 12 }));
          spots.push({ x: x(one.value), y,
            lines: [short(one.name, 200), `estimate: ${readable(one.value)}`] });
        }
      });
      return { root: root(width, box.bottom + 46, ...parts), spots };
    },
  });
}
