// Posteriors of Bayesian tests: the density where it is known, and the probability of each outcome.
import { area } from "d3-shape";
import { label, linear, root, style, xAxis } from "./axes.ts";
import type { Comparison } from "./data.ts";
import { distinct, percent, readable, short, svg } from "./dom.ts";
import { picture } from "./picture.ts";
import type { Spot } from "./picture.ts";

/** More posteriors are only in the table. */
const most = 12;
const high = 64;

/** The density of Student's t at x standard scales from its centre, as a share of the highest. */
const density = (x: number, df: number): number => (1 + x ** 2 / df) ** (-(df + 1) / 2);

/** The posteriors of the differences of learners, a picture for each measure. */
export function posteriorPictures(all: Comparison[]): HTMLElement[] {
  const known = all.filter((c) => typeof c["posterior_scale"] === "number" && c.difference !== null);
  return distinct(known.map((c) => c.measure))
    .map((measure) => posteriors(known.filter((c) => c.measure === measure).slice(0, most)));
}

/** With the region of practical equivalence. */
function posteriors(drawn: Comparison[]): HTMLElement {
  const scaleOf = (c: Comparison): number => c["posterior_scale"] as number;
  const region = drawn[0]!.rope_width ?? 0;
  const ends = drawn.flatMap((c) => [c.difference! - 4 * scaleOf(c), c.difference! + 4 * scaleOf(c)]);
  const name = (c: Comparison): string => `${short(c.a ?? "", 30)} − ${short(c.b ?? "", 30)}`;
  return picture({
    title: "Posteriors of the differences", file: "posterior", widest: 700,
    text: "The density of the difference A − B after these splits (Benavoli et al. 2017). The shaded strip "
      + "is the region of practical equivalence; the shares are the probabilities left of it, within it and "
      + "right of it.",
    csv: () => [["A and B", "difference", "scale", "df", "left", "practically equivalent", "right"],
      ...drawn.map((c) => [name(c), c.difference, scaleOf(c), c["df"] as number, c.left, c.rope, c.right])],
    draw: (width) => {
      const box = { left: 16, right: width - 16, top: 8, bottom: 8 + drawn.length * (high + 22) };
      const x = linear([Math.min(...ends, -region), Math.max(...ends, region)], [box.left, box.right]);
      const parts: Node[] = [svg("rect", { class: "region", x: x(-region), width: x(region) - x(-region),
        y: box.top, height: box.bottom - box.top }), xAxis(box, x, `difference A − B in ${
        drawn[0]!.measure ?? "the score"}`)];
      const spots: Spot[] = [];
      drawn.forEach((c, i) => {
        const bottom = box.top + (i + 1) * (high + 22) - 4;
        const [centre, scale, df] = [c.difference!, scaleOf(c), c["df"] as number];
        const points = Array.from({ length: 121 }, (_, k) => centre + scale * (k / 15 - 4));
        parts.push(svg("path", { class: `band ${style(0)}`, d: area<number>((at) => x(at), () => bottom,
          (at) => bottom - high * density((at - centre) / scale, df))(points) ?? "" }),
        svg("line", { class: "zero", x1: x(centre), x2: x(centre), y1: bottom - high, y2: bottom }),
        label(box.left, bottom - high + 6, name(c), { class: "figure" }),
        label(box.right, bottom - high + 6, [c.left, c.rope, c.right].map((p) =>
          percent(Number((p ?? 0).toPrecision(3)))).join(" · "), { class: "figure", "text-anchor": "end" }));
        spots.push({ x: x(centre), y: bottom - high, lines: [name(c), `difference: ${readable(centre)}`,
          `left of the region: ${readable(c.left)}`, `practically equivalent: ${readable(c.rope)}`,
          `right of the region: ${readable(c.right)}`] });
      });
      return { root: root(width, box.bottom + 46, ...parts), spots };
    },
  });
}
