// The critical-difference diagram: average ranks, and which of them do not differ significantly (Demšar
// 2006).
import { extent, fitting, label, letter, linear, mark, root, xAxis } from "./axes.ts";
import { placeOf } from "./colours.ts";
import { apart, readable, short, svg } from "./dom.ts";
import { picture } from "./picture.ts";
import type { Spot } from "./picture.ts";

/** The picture begins with this many learners. */
const few_ranks = 10;

/** `difference`: of two average ranks, or of one and that of the control. */
export function criticalDifference(ranks: Record<string, number>, groups: Record<string, string> | null,
  difference: number | null, control?: string): HTMLElement {
  const ordered = Object.entries(ranks).sort((a, b) => a[1] - b[1]);
  const letters = [...new Set(Object.values(groups ?? {}).join(""))].sort();
  const bars = letters.map((letter) => ordered.filter(([name]) => groups?.[name]?.includes(letter))
  ).filter((of) => of.length > 1);
  const places = ordered.map(([name]) => placeOf(name));
  return picture({
    title: "Average ranks and their critical difference", file: "critical-difference",
    text: `Rank 1 is the best.${difference === null ? "" : control === undefined
      ? ` Learners whose average ranks differ by less than ${readable(difference)} are not told apart by `
        + "these data sets (Nemenyi)."
      : ` Learners within the strip, whose average ranks differ by less than ${readable(difference)} from `
        + `that of ${short(control, 40)}, are not told apart from it by these data sets (Bonferroni-Dunn; `
        + "Holm's test, by which the verdict goes, may tell more of them apart)."}${
      bars.length ? " A bar joins such learners." : ""}`,
    csv: () => [["learner", "average rank", "group"],
      ...ordered.map(([name, rank]) => [name, rank, groups?.[name] ?? ""])],
    more: ordered.length > few_ranks ? `all ${ordered.length} learners` : undefined,
    draw: (width, whole) => {
      const all = ordered.slice(0, whole ? undefined : few_ranks);
      const left = Math.min(0.4 * width, 24 + Math.max(...all.map(([name]) => extent(name))));
      const row = 22;
      const bar = 20;
      const head = 34 + (difference === null ? 0 : 8);
      const box = { left, right: width - 18, top: head,
        bottom: head + all.length * row + bars.length * bar + 8 };
      const x = linear([1, Math.max(ordered.length, 2)], [box.left, box.right]);
      const spots: Spot[] = [];
      const parts: Node[] = [xAxis(box, x, "average rank (1 is the best)")];
      const own = control === undefined ? undefined : ranks[control];
      if (difference !== null && own !== undefined) {
        const [from, to] = [x(Math.max(1, own - difference)), x(Math.min(ordered.length, own + difference))];
        parts.unshift(svg("rect",
          { class: "region", x: from, width: to - from, y: box.top, height: box.bottom - box.top }));
        parts.push(label(from, 12, `critical difference ${readable(difference)}`));
      } else if (difference !== null && difference < ordered.length - 1) {
        const [from, to] = [x(1), x(1 + difference)];
        parts.push(svg("path", { class: "ruler", d: `M${from},22H${to}M${from},17v10M${to},17v10` }),
          label(from, 12, `critical difference ${readable(difference)}`));
      }
      const all_names = all.map(([name]) => name);
      const names = apart(all_names, fitting(left - 20, letter(all_names)));
      all.forEach(([name, rank], i) => {
        const y = box.top + (i + 0.5) * row;
        parts.push(label(left - 10, y + 4, names[i]!, { "text-anchor": "end" }),
          svg("line", { class: "stem", x1: box.left, x2: x(rank), y1: y, y2: y }),
          mark(places[i]!, x(rank), y));
        spots.push({ x: x(rank), y, lines: [short(name, 200), `average rank: ${readable(rank)}`,
          ...(groups?.[name] ? [`group: ${groups[name]}`] : [])] });
      });
      bars.forEach((of, i) => {
        const y = box.top + all.length * row + 14 + bar * i;
        const [from, to] = [x(of[0]![1]) - 5, x(of.at(-1)![1]) + 5];
        const told = apart(of.map(([name]) => name), 14).join(", ");
        const wide = extent(told);
        const at = to + 6 + wide < width ? to + 6 : Math.max(from - 6 - wide, 4);
        const above = to + 6 + wide >= width && from - 6 - wide < 4;
        parts.push(svg("line", { class: "together", x1: from, x2: to, y1: y, y2: y }),
          label(at, above ? y - 5 : y + 4, short(told, fitting(width - at - 4, 7.2)),
            { class: "faint figure" }));
      });
      return { root: root(width, box.bottom + 46, ...parts), spots };
    },
  });
}
