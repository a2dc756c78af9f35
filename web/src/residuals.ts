// Predicted numbers and their residuals.
import { linear, root, spread, xAxis, yAxis } from "./axes.ts";
import type { CurveSeries } from "./data.ts";
import { readable, svg } from "./dom.ts";
import type { PictureName } from "./names.ts";
import { picture } from "./picture.ts";
import type { Spot } from "./picture.ts";
import { column, csvOf } from "./series.ts";

/** Cells of rows by two of the curve's columns; the area of a mark is proportional to the number of rows. */
function scatter(of: CurveSeries,
  how: { title: string; text: string; file: PictureName; y: string; axes: [string, string];
    equal: boolean }): HTMLElement {
  const [xs, ys, rows] = ["predicted", how.y, "rows"]
    .map((name) => column(of, name).map((v) => v ?? 0)) as [number[], number[], number[]];
  const most = rows.reduce((a, b) => Math.max(a, b), 1);
  const names = Object.keys(of.values);
  return picture({
    title: how.title, text: how.text, file: how.file, widest: 560,
    csv: () => [names, ...rows.map((_, i) => names.map((name) => of.values[name]?.[i] ?? null))],
    draw: (width) => {
      const box = { left: 62, right: width - 14, top: 14, bottom: 14 + Math.min(380, width - 76) };
      const both = how.equal ? spread([...xs, ...ys]) : undefined;
      const x = linear(both ?? spread(xs), [box.left, box.right]);
      const y = linear(both ?? spread([...ys, 0]), [box.bottom, box.top]);
      const [from, to] = x.domain() as [number, number];
      const parts: Node[] = [xAxis(box, x, how.axes[0]), yAxis(box, y, how.axes[1]),
        svg("line", { class: "reference", x1: x(from), x2: x(to), y1: y(how.equal ? from : 0),
          y2: y(how.equal ? to : 0) })];
      const spots = xs.map((at, i): Spot => {
        parts.push(svg("circle", { class: "dot s0", cx: x(at), cy: y(ys[i]!),
          r: (2 + 5 * Math.sqrt(rows[i]! / most) * (most > 1 ? 1 : 0)).toFixed(1) }));
        const lines = [`prediction: ${readable(at)}`, `${how.y}: ${readable(ys[i])}`,
          `rows: ${readable(rows[i])}`];
        return { x: x(at), y: y(ys[i]!), lines };
      });
      return { root: root(width, box.bottom + 46, ...parts), spots };
    },
  });
}

export function residuals(of: CurveSeries): HTMLElement[] {
  const together = " A larger mark stands for several rows that lie close together, at their mean.";
  return [
    scatter(of, { title: "Predicted and true numbers",
      text: `A mark on the diagonal is predicted rightly.${together}`,
      file: "predicted", y: "truth", axes: ["prediction", "truth"], equal: true }),
    scatter(of, { title: "Residuals",
      text: "How far the truth lies above (or below) the prediction. A slope or a funnel shows errors that "
        + `depend on the prediction.${together}`,
      file: "residuals", y: "residual", axes: ["prediction", "truth less prediction"], equal: false }),
  ];
}

export function residualHistogram(of: CurveSeries): HTMLElement {
  const [lower, upper, rows] = ["lower", "upper", "rows"]
    .map((name) => column(of, name).map((v) => v ?? 0)) as [number[], number[], number[]];
  return picture({
    title: "Histogram of residuals", text: "How many rows have a residual, truth less prediction, "
      + "in the range of a bar.", file: "residual-histogram", csv: () => csvOf([of]), widest: 560,
    draw: (width) => {
      const box = { left: 62, right: width - 14, top: 14, bottom: 14 + Math.min(260, width - 76) };
      const x = linear([lower[0] ?? 0, upper.at(-1) ?? 1], [box.left, box.right]);
      const y = linear([0, 1.05 * rows.reduce((a, b) => Math.max(a, b), 0)], [box.bottom, box.top]);
      const spots: Spot[] = [];
      const bars = rows.map((count, i) => {
        spots.push({ x: x((lower[i]! + upper[i]!) / 2), y: y(count),
          lines: [`residual above ${readable(lower[i])}, up to ${readable(upper[i])}`,
            `rows: ${readable(count)}`] });
        return svg("rect", { class: "bar s0", x: x(lower[i]!), y: y(count), height: y(0) - y(count),
          width: Math.max(1, x(upper[i]!) - x(lower[i]!) - 1) });
      });
      const [from, to] = x.domain() as [number, number];
      const zero = from <= 0 && to >= 0
        ? svg("line", { class: "reference", x1: x(0), x2: x(0), y1: box.top, y2: box.bottom }) : null;
      return { root: root(width, box.bottom + 46, xAxis(box, x, "truth less prediction", false),
        yAxis(box, y, "rows in the bin"), ...bars, zero), spots };
    },
  });
}

export function normalQuantiles(of: CurveSeries): HTMLElement {
  const [xs, ys] = ["normal", "residual"].map((name) => column(of, name).map((v) => v ?? 0)) as
    [number[], number[]];
  // The line through the quartiles, as in R's qqline.
  const at = (z: number): number => {
    const above = xs.findIndex((v) => v >= z);
    return above < 0 ? ys.at(-1)! : ys[above]!;
  };
  const slope = (at(0.6745) - at(-0.6745)) / (2 * 0.6745);
  const middle = (at(0.6745) + at(-0.6745)) / 2;
  return picture({
    title: "Normal quantiles of residuals", file: "qq", csv: () => csvOf([of]), widest: 560,
    text: "Points on the line, which goes through the quartiles, are distributed normally. Ends that leave "
      + "it are large errors that a normal distribution does not have.",
    draw: (width) => {
      const box = { left: 62, right: width - 14, top: 14, bottom: 14 + Math.min(260, width - 76) };
      const x = linear(spread(xs), [box.left, box.right]);
      const y = linear(spread(ys), [box.bottom, box.top]);
      const [low, high] = y.domain() as [number, number];
      const ends = (x.domain() as [number, number]).map((z) => [z, middle + slope * z] as const)
        .map(([z, value]) => (slope > 0
          ? [Math.min(Math.max(z, (low - middle) / slope), (high - middle) / slope),
            Math.min(Math.max(value, low), high)] as const : [z, value] as const));
      const line = svg("line", { class: "reference", x1: x(ends[0]![0]), x2: x(ends[1]![0]),
        y1: y(ends[0]![1]), y2: y(ends[1]![1]) });
      const dots = xs.map((z, i) => svg("circle", { class: "dot s0", cx: x(z), cy: y(ys[i]!), r: 2.5 }));
      return { root: root(width, box.bottom + 46, xAxis(box, x, "standard normal quantile"),
        yAxis(box, y, "truth less prediction"), line, ...dots),
      spots: xs.map((z, i) => ({ x: x(z), y: y(ys[i]!), lines: [`residual: ${readable(ys[i])}`,
        `normal quantile: ${readable(z)}`] })) };
    },
  });
}
