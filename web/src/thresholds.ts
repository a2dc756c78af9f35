// Scores and their thresholds: a threshold that moves, and figures over all of them.
import { line as path } from "d3-shape";
import { label, legend, linear, mark, root, style, xAxis, yAxis } from "./axes.ts";
import type { CurveSeries } from "./data.ts";
import { el, exact, readable, short, svg, unique } from "./dom.ts";
import type { PictureName } from "./names.ts";
import { picture } from "./picture.ts";
import type { Spot } from "./picture.ts";
import { column, csvOf, titleOf } from "./series.ts";

/** The figures that follow from the counts at a threshold; 0/0 has no value. */
function figuresAt(tp: number, fn: number, fp: number, tn: number,
  costs: { fn: number; fp: number }): [string, number | null][] {
  const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);
  return [
    ["true positive rate (recall)", share(tp, tp + fn)], ["false positive rate", share(fp, fp + tn)],
    ["true negative rate", share(tn, fp + tn)], ["false negative rate", share(fn, tp + fn)],
    ["precision", share(tp, tp + fp)], ["accuracy", share(tp + tn, tp + fn + fp + tn)],
    ["cost of a row", share(costs.fn * fn + costs.fp * fp, tp + fn + fp + tn)],
  ];
}

/** The labels that the figures of an answer are about: their matrix, or the threshold that a rule chose. */
export interface Labelled { confusion?: { labels: string[]; matrix: number[][] } | null; cut?: number }

/** The step whose counts are those of the labels, or that is nearest to the threshold of a rule. */
function labelledStep(steps: CurveSeries | undefined, labelled: Labelled): number | undefined {
  if (!steps) return undefined;
  const edges = column(steps, "threshold").map((v) => v ?? 0);
  if (labelled.cut !== undefined) {
    const distances = edges.map((edge) => Math.abs(edge - labelled.cut!));
    return distances.indexOf(Math.min(...distances));
  }
  const { labels, matrix } = labelled.confusion ?? { labels: [], matrix: [] };
  const own = labels.indexOf(steps.class);
  if (labels.length !== 2 || own < 0) return undefined;
  const counts = { tp: matrix[own]![own], fn: matrix[own]![1 - own], fp: matrix[1 - own]![own],
    tn: matrix[1 - own]![1 - own] };
  const all = Object.entries(counts).map(([name, count]) => [column(steps, name), count] as const);
  const found = edges.findIndex((_, i) => all.every(([values, count]) => values[i] === count));
  return found < 0 ? undefined : found;
}

/** The scores of a class and of the others. The threshold moves along the edges of `steps`, where counts are
 * exact, and begins at that of the labels. */
export function scores(of: CurveSeries, steps: CurveSeries | undefined, probabilities: boolean,
  labelled: Labelled): HTMLElement {
  const [lower, upper, ours, others] = ["lower", "upper", "positives", "negatives"]
    .map((name) => column(of, name).map((v) => v ?? 0));
  const edges = steps ? column(steps, "threshold").map((v) => v ?? 0) : [];
  const count = (name: string, i: number): number => column(steps!, name)[i] ?? 0;
  const begin = labelledStep(steps, labelled);
  const chosen = labelled.cut !== undefined;
  const cut = labelled.cut ?? (begin === undefined ? undefined : edges[begin]);
  let at = begin ?? Math.floor(edges.length / 2);
  const id = unique("threshold");
  const beside = el("div", { class: "threshold" });
  const name = short(of.class, 40);
  const whole = picture({
    title: `Scores of '${name}'${steps ? " and a threshold that you can move" : ""}`, file: "scores",
    csv: () => csvOf([of]), widest: 700, beside,
    text: `Upwards: rows of '${name}'. Downwards: all other rows.${steps ? " A row is called by the name "
      + "of the class if its score is at least the threshold." : ""}${cut === undefined ? ""
      : ` The dashed line is the threshold ${chosen ? "that all rows choose" : "of the labels"}, ${
        readable(cut)}; the other one begins there and moves.`}${
      chosen ? " The confusion matrix has labels by thresholds that other rows chose." : ""}`,
    draw: (width) => {
      const box = { left: 58, right: width - 14, top: 12, bottom: 262 };
      const x = linear([lower![0] ?? 0, upper![upper!.length - 1] ?? 1], [box.left, box.right]);
      const most = Math.max(...ours!, ...others!, 1);
      // the names are above and below all bars
      const y = linear([-1.2 * most, 1.2 * most], [box.bottom, box.top]);
      const parts: Node[] = [xAxis(box, x, probabilities ? "score (probability)" : "score", false),
        yAxis(box, y, "rows in the bin", Math.abs)];
      const spots: Spot[] = [];
      lower!.forEach((from, i) => {
        const wide = Math.max(1, x(upper![i]!) - x(from) - 1);
        parts.push(svg("rect", { class: "bar s0", x: x(from), width: wide, y: y(ours![i]!),
          height: y(0) - y(ours![i]!) }),
          svg("rect", { class: "bar s1", x: x(from), width: wide, y: y(0), height: y(0) - y(others![i]!) }));
        spots.push({ x: x(from) + wide / 2, y: y(ours![i]!),
          lines: [`score above ${readable(from)}, up to ${readable(upper![i])}`,
            `rows of '${name}': ${readable(ours![i])}`, `other rows: ${readable(others![i])}`] });
      });
      parts.push(svg("line", { class: "zero", x1: box.left, x2: box.right, y1: y(0), y2: y(0) }));
      parts.push(label(box.left + 6, box.top + 12, `'${name}'`, { class: "title" }),
        label(box.left + 6, box.bottom - 6, "all others", { class: "title" }));
      if (cut !== undefined) parts.push(svg("line",
        { class: "reference", x1: x(cut), x2: x(cut), y1: box.top, y2: box.bottom }));
      if (steps) parts.push(svg("line",
        { class: "cut", x1: x(edges[at] ?? 0), x2: x(edges[at] ?? 0), y1: box.top, y2: box.bottom }));
      return { root: root(width, box.bottom + 46, ...parts), spots };
    },
  });
  if (!steps) return whole;

  const slider = el("input", { type: "range", id, min: 0, max: edges.length - 1, step: 1, value: at });
  const shown = el("output", { for: id });
  const costs = { fn: 1, fp: 1 };
  const matrix = el("div");
  const figures = el("div");
  const update = (): void => {
    const [tp, fn, fp, tn] = ["tp", "fn", "fp", "tn"]
      .map((one) => count(one, at)) as [number, number, number, number];
    shown.textContent = readable(edges[at]);
    slider.setAttribute("aria-valuetext", readable(edges[at]));
    matrix.replaceChildren(
      el("table", { class: "matrix" }, el("caption", {}, "truth by row, decision by column"),
      el("tr", {}, el("td"), el("th", { scope: "col", class: "number" }, el("bdi", {}, name)),
        el("th", { scope: "col", class: "number" }, "other")),
      el("tr", {}, el("th", { scope: "row" }, el("bdi", {}, name)),
        el("td", { class: "number", "data-cell": "tp" }, exact(tp)),
        el("td", { class: "number", "data-cell": "fn" }, exact(fn))),
      el("tr", {}, el("th", { scope: "row" }, "other"),
        el("td", { class: "number", "data-cell": "fp" }, exact(fp)),
        el("td", { class: "number", "data-cell": "tn" }, exact(tn)))));
    figures.replaceChildren(el("table", { class: "matrix" }, el("caption", {}, "figures at this threshold"),
      ...figuresAt(tp, fn, fp, tn, costs)
        .map(([what, value]) =>
          el("tr", {}, el("th", { scope: "row" }, what),
            el("td", { class: "number", title: exact(value) }, value === null ? "0/0" : readable(value))))));
    whole.redraw();
  };
  const cost = (text: string, key: "fn" | "fp"): HTMLElement => {
    const input = el("input", { type: "number", min: 0, step: "any", value: 1 });
    input.addEventListener("input", () => {
      costs[key] = Math.max(0, Number(input.value) || 0);
      update();
    });
    return el("label", {}, text, input);
  };
  slider.addEventListener("input", () => {
    at = Number(slider.value);
    update();
  });
  beside.append(el("label", { for: id }, "threshold ", shown), slider,
    el("div", { class: "columns" }, matrix, figures),
    el("div", { class: "columns" }, cost("cost of a missed row of the class ", "fn"),
      cost("cost of a false alarm ", "fp")));
  update();
  return whole;
}

/** Figures over the thresholds of a class; `at`: the threshold of a line across the picture. */
function overThresholds(of: { title: string; text: string; file: PictureName;
  thresholds: (number | null)[]; lines: { name: string; values: (number | null)[] }[];
  at?: { threshold: number; name: string } }): HTMLElement {
  const xs = of.thresholds.map((v) => v ?? NaN);
  return picture({
    title: of.title, text: of.text, file: of.file, widest: 560,
    csv: () => [["threshold", ...of.lines.map((one) => one.name)],
      ...of.thresholds.map((at, i) => [at, ...of.lines.map((one) => one.values[i] ?? null)])],
    draw: (width) => {
      const names = legend(of.lines.map((one) => one.name), width, 4);
      const top = names.height + (of.at ? 26 : 14); // the name of the line is above all curves
      const box = { left: 58, right: width - 14, top, bottom: top + Math.min(300, width - 72) };
      const ends = xs.filter((v) => !Number.isNaN(v));
      const x = linear([ends.reduce((a, b) => Math.min(a, b)), ends.reduce((a, b) => Math.max(a, b))],
        [box.left, box.right]);
      const y = linear([0, 1], [box.bottom, box.top]);
      const parts: Node[] = [names.node, xAxis(box, x, "threshold"), yAxis(box, y, "share")];
      const spots: Spot[] = [];
      const left = of.at !== undefined && x(of.at.threshold) > (box.left + box.right) / 2;
      if (of.at) parts.push(
        svg("line", { class: "cut", x1: x(of.at.threshold), x2: x(of.at.threshold), y1: box.top,
          y2: box.bottom }), label(x(of.at.threshold) + (left ? -5 : 5), box.top - 5, of.at.name,
          { class: "faint figure", "text-anchor": left ? "end" : "start" }));
      of.lines.forEach((one, s) => {
        const points = one.values.flatMap((v, i) => (v === null || Number.isNaN(xs[i]!) ? []
          : [{ x: x(xs[i]!), y: y(v), i }]));
        parts.push(svg("path", { class: `line ${style(s)}`,
          d: path<{ x: number; y: number }>((p) => p.x, (p) => p.y)(points) ?? "" }));
        const every = Math.max(1, Math.floor(points.length / 6));
        points.forEach((p, i) => {
          if (i % every === Math.floor(every / 2)) parts.push(mark(s, p.x, p.y, 30));
          spots.push({ x: p.x, y: p.y, lines: [`threshold: ${readable(xs[p.i])}`,
            `${one.name}: ${readable(one.values[p.i])}`] });
        });
      });
      return { root: root(width, box.bottom + 46, ...parts), spots };
    },
  });
}

const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

/** Precision, recall and F1, from the counts of `steps`. */
export function thresholdFigures(of: CurveSeries): HTMLElement {
  const [tp, fn, fp] = ["tp", "fn", "fp"].map((name) => column(of, name).map((v) => v ?? 0)) as
    [number[], number[], number[]];
  const f1 = tp.map((v, i) => ratio(2 * v, 2 * v + fn[i]! + fp[i]!));
  const best = f1.reduce<number>((at, v, i) => ((v ?? 0) > (f1[at] ?? 0) ? i : at), 0);
  return overThresholds({ title: titleOf("Figures by the threshold", [of]), file: "thresholds",
    text: "A row is called by the name of the class if its score is at least the threshold. The line is "
      + `where F1 is largest, ${readable(f1[best])}. It is chosen on these rows, and therefore optimistic.`,
    thresholds: column(of, "threshold"),
    lines: [{ name: "precision", values: tp.map((v, i) => ratio(v, v + fp[i]!)) },
      { name: "recall", values: tp.map((v, i) => ratio(v, v + fn[i]!)) }, { name: "F1", values: f1 }],
    at: { threshold: column(of, "threshold")[best] ?? 0, name: `largest F1, ${readable(f1[best])}` } });
}

/** The largest distance between the shares of the class and of the others, from the points of `roc`. */
export function ksPicture(of: CurveSeries): HTMLElement {
  const [tpr, fpr] = [column(of, "tpr"), column(of, "fpr")];
  const apart = tpr.map((v, i) => (v ?? 0) - (fpr[i] ?? 0));
  const best = apart.reduce((at, v, i) => (v > apart[at]! ? i : at), 0);
  const cut = column(of, "threshold")[best] ?? null;
  return overThresholds({ title: titleOf("Shares above the threshold", [of]), file: "ks",
    text: "The largest distance between the lines is the Kolmogorov-Smirnov distance, "
      + `${readable(apart[best])}; it is also the largest value of Youden's index.`,
    thresholds: column(of, "threshold"),
    lines: [{ name: `of '${short(of.class, 20)}'`, values: tpr }, { name: "of all others", values: fpr }],
    at: cut === null ? undefined : { threshold: cut, name: `KS ${readable(apart[best])}` } });
}
