// Curves of predictions: lines, reliability with its counts, scores by class with a movable threshold, and
// residuals.
import { area, line as path } from "d3-shape";
import { label, legend, linear, mark, root, spread, style, xAxis, yAxis } from "./axes.ts";
import { distinct, el, exact, percent, readable, short, svg, unique } from "./dom.ts";
import type { PictureName } from "./names.ts";
import { folded } from "./parts.ts";
import { picture } from "./picture.ts";
import type { Spot } from "./picture.ts";
import type { CurveAverage, CurveData, CurveSeries, Interval } from "./data.ts";

/** How a kind of curve is drawn. A kind without an entry has its data in the page, but no picture. */
interface Kind { title: string; text: string; x: string; y: string; diagonal?: boolean; share?: boolean;
  axes: [string, string] }
const kinds: Record<string, Kind> = {
  roc: { title: "ROC curve",
    text: "Each point is a threshold. A curve near the upper left is good; the diagonal is chance.", x: "fpr",
    y: "tpr", diagonal: true, axes: ["false positive rate", "true positive rate (recall)"] },
  pr: { title: "Precision and recall",
    text: "Each point is a threshold: how many of the class are found, and how many of those found are of "
      + "the class. A dashed line is the share of the class, which guessing gets.", x: "recall",
    y: "precision", share: true,
    axes: ["recall (share that is found)", "precision (share that is right)"] },
  lift: { title: "Gain",
    text: "How much of the class is found among the rows with the highest scores. The diagonal is chance.",
    x: "share", y: "gain", diagonal: true,
    axes: ["share of rows, highest scores first", "share of the class"] },
};

const most_curves = 12;
/** More pictures of one kind are folded. */
const few_pictures = 3;
const column = (of: CurveSeries, name: string): (number | null)[] => of.values[name] ?? [];

function csvOf(series: CurveSeries[], averages: CurveAverage[] = []): (string | number | null)[][] {
  const all = [...series, ...averages.flatMap(
    (one) => [{ ...one, class: one.class ?? "" },
      ...(one.folds ?? []).map((fold) => ({ ...fold, class: one.class ?? "", average: undefined }))])];
  const names = distinct(all.flatMap((one) => Object.keys(one.values)));
  const told = (["model", "average", "fold"] as const).filter((key) => all.some((one) => key in one));
  const rows: (string | number | null)[][] = [[...told, "class", ...names]];
  for (const one of all)
    for (let i = 0; i < (Object.values(one.values)[0]?.length ?? 0); ++i)
      rows.push([...told.map((key) => (one as Partial<Record<typeof key, string>>)[key] ?? ""), one.class,
        ...names.map((name) => one.values[name]?.[i] ?? null)]);
  return rows;
}

/** The names of averages, and how they are computed. */
const averages_in_words: Record<string, { name: (of: CurveAverage) => string; text: string }> = {
  micro: { name: () => "micro average", text: " Micro average: every row counts once for each class." },
  macro: { name: () => "macro average", text: " Macro average: the mean of the classes' curves." },
  folds: { name: (of) => `mean of ${of.curves} folds`,
    text: " Thin lines are the folds; the strip is one standard deviation between them, which is no "
      + "confidence interval. The curve of all rows together mixes scores of different models." },
};

/** A series is identified by its own name, by its model, or else by its class. */
const nameOf = (one: CurveSeries & { name?: string }): string => one.name ?? one.model ?? one.class;

/** "ROC curve of 'yes'", if all series are of one class. */
function titleOf(title: string, series: CurveSeries[]): string {
  return distinct(series.map((one) => one.class)).length === 1
    ? `${title} of '${short(series[0]!.class, 40)}'` : title;
}

/** The figures by which a measure sums the curves up, of one model or several. */
export type Summary = (measure: string) => { name: string; value: number | null;
  interval: Interval | null }[];

/** "roc_auc: 0.7603 (95 % interval 0.7196 … 0.7968)." */
function summaryText(measure: string | undefined, of: Summary): string {
  const known = measure === undefined ? []
    : of(measure).filter((one) => one.value !== null).slice(0, most_curves);
  return known.length === 0 ? "" : ` ${measure}: ${known.map(({ name, value, interval }) =>
    `${name ? `${short(name, 40)} ` : ""}${readable(value)}${interval
      ? ` (${percent(interval.level)} interval ${readable(interval.lower)} … ${readable(interval.upper)})`
      : ""}`).join(", ")}.`;
}

function lines(curve: CurveData, kind: Kind, series: CurveSeries[], summary: string): HTMLElement {
  const averages = (curve.averages ?? []).filter((one) => one.average in averages_in_words);
  const folds = averages.flatMap((one) => one.folds ?? []);
  const shown: (CurveSeries & { name?: string })[] =
    [...averages.map((one) => ({ class: one.class ?? "", values: one.values,
      name: averages_in_words[one.average]!.name(one) })),
    ...series.slice(0, most_curves)
      .map((one) => (folds.length > 0 ? { ...one, name: "all rows together" } : one))];
  const left_out = series.length > most_curves
    ? ` The first ${most_curves} of `
      + `${series.length} ${series[0]!.model === undefined ? "classes'" : "models'"} curves are drawn; `
      + `CSV has all.` : "";
  return picture({
    title: titleOf(kind.title, series),
    text: kind.text + summary + distinct(averages.map((one) => averages_in_words[one.average]!.text)).join("")
      + left_out, file: curve.name as PictureName, csv: () => csvOf(series, averages), widest: 560,
    draw: (width) => {
      const names = legend(shown.length > 1 ? shown.map(nameOf) : [], width, 4);
      const box = { left: 58, right: width - 14, top: names.height + 14,
        bottom: names.height + 14 + Math.min(380, width - 72) };
      const [x, y] = [linear([0, 1], [box.left, box.right]), linear([0, 1], [box.bottom, box.top])];
      const spots: Spot[] = [];
      const parts: Node[] = [names.node, xAxis(box, x, kind.axes[0]), yAxis(box, y, kind.axes[1])];
      if (kind.diagonal) parts.push(
        svg("line", { class: "reference", x1: x(0), y1: y(0), x2: x(1), y2: y(1) }),
        label(x(0.72), y(0.66), "chance", { class: "faint figure" }));
      // All rows are found where the cut is lowest: the precision there is the share of the class.
      const all = kind.share && distinct(series.map((one) => one.class)).length === 1
        ? column(series[0]!, kind.y).at(-1) : undefined;
      if (all !== undefined && all !== null && column(series[0]!, kind.x).at(-1) === 1)
        parts.push(svg("line", { class: "reference", x1: x(0), y1: y(all), x2: x(1), y2: y(all) }),
          label(x(0) + 6, y(all) - 5, `share of the class: ${readable(all)}`, { class: "faint figure" }));
      const drawn = path<{ x: number; y: number }>((p) => p.x, (p) => p.y);
      for (const fold of folds) {
        const ys = fold.values[kind.y] ?? [];
        parts.push(svg("path", { class: "fold",
          d: drawn((fold.values[kind.x] ?? [])
            .flatMap((at, i) => (at === null || ys[i] === null || ys[i] === undefined
              ? [] : [{ x: x(at), y: y(ys[i]) }]))) ?? "" }));
      }
      shown.forEach((one, s) => {
        const [xs, ys, cuts, lower, upper] =
          [column(one, kind.x), column(one, kind.y), column(one, "threshold"), column(one, "lower"),
            column(one, "upper")];
        if (upper.length > 0) parts.push(
          svg("path", { class: `band ${style(s)}`,
            d: area<number | null>((at) => x(at ?? 0), (_, i) => y(lower[i] ?? 0),
              (_, i) => y(upper[i] ?? 0))(xs) ?? "" }));
        const points = xs.flatMap((at, i) => (at === null || ys[i] === null || ys[i] === undefined
          ? [] : [{ x: x(at), y: y(ys[i]), i }]));
        parts.push(svg("path", { class: `line ${style(s)}`, d: drawn(points) ?? "" }));
        const every = Math.max(1, Math.floor(points.length / 6));
        points.forEach((p, i) => {
          if (shown.length > 1 && i % every === Math.floor(every / 2)) parts.push(mark(s, p.x, p.y, 30));
          spots.push({ x: p.x, y: p.y, lines: [...(shown.length > 1 ? [short(nameOf(one), 100)] : []),
            `${kind.x}: ${readable(xs[p.i])}`, `${kind.y}: ${readable(ys[p.i])}`,
            ...(cuts.length > 0
              ? [`threshold: ${cuts[p.i] === null ? "above all scores" : readable(cuts[p.i])}`] : []),
            ...(upper.length > 0
              ? [`standard deviation: ${readable(lower[p.i])} to ${readable(upper[p.i])}`] : [])] });
        });
      });
      return { root: root(width, box.bottom + 46, ...parts), spots };
    },
  });
}

function reliability(curve: CurveData, series: CurveSeries[]): HTMLElement {
  const shown = series.slice(0, 6);
  return picture({
    title: titleOf("Reliability", series), file: curve.name as PictureName, csv: () => csvOf(series), widest: 560,
    text: `Of the rows with about this probability, how many are of the class? On the diagonal the `
      + `probabilities can be taken at their word. Larger marks stand for more rows.${
      series.length > shown.length
        ? ` The first ${shown.length} of ${series.length} curves are drawn; CSV has all.` : ""}`,
    draw: (width) => {
      const names = legend(shown.length > 1 ? shown.map(nameOf) : [], width, 4);
      const box = { left: 58, right: width - 14, top: names.height + 14,
        bottom: names.height + 14 + Math.min(380, width - 72) };
      const [x, y] = [linear([0, 1], [box.left, box.right]), linear([0, 1], [box.bottom, box.top])];
      const parts: Node[] = [names.node, xAxis(box, x, "mean probability in the bin"),
        yAxis(box, y, "share of the class in the bin"),
        svg("line", { class: "reference", x1: x(0), y1: y(0), x2: x(1), y2: y(1) })];
      const spots: Spot[] = [];
      shown.forEach((one, s) => {
        const [mean, frequency, rows] =
          [column(one, "mean_probability"), column(one, "frequency"), column(one, "rows")];
        const most = Math.max(...rows.map((r) => r ?? 0), 1);
        const points = mean.flatMap((m, i) => (m === null || frequency[i] === null
          || frequency[i] === undefined ? [] : [{ x: x(m), y: y(frequency[i]), i }]));
        parts.push(svg("path", { class: `line ${style(s)}`,
          d: path<{ x: number; y: number }>((p) => p.x, (p) => p.y)(points) ?? "" }));
        for (const p of points) {
          parts.push(mark(s, p.x, p.y, 24 + 220 * ((rows[p.i] ?? 0) / most)));
          spots.push({ x: p.x, y: p.y, lines: [...(shown.length > 1 ? [short(nameOf(one), 100)] : []),
            `rows: ${readable(rows[p.i])}`, `mean probability: ${readable(mean[p.i])}`,
            `share of the class: ${readable(frequency[p.i])}`] });
        }
      });
      return { root: root(width, box.bottom + 46, ...parts), spots };
    },
  });
}

/** Net benefits by the threshold, with those of acting on all rows and on none, unless these are far below
 * 0. */
function decision(curve: CurveData, series: CurveSeries[], intervals: string): HTMLElement {
  const shown = series.slice(0, most_curves);
  const all = column(shown[0]!, "treat_all");
  const most = shown.flatMap((one) => [...column(one, "net_benefit"), ...column(one, "treat_all")])
    .reduce<number>((a, b) => Math.max(a, b ?? 0), 0) * 1.1;
  const lowest = -0.25 * most;
  const one_model = shown.length === 1;
  return picture({
    title: titleOf("Decision curve", series), file: curve.name as PictureName, csv: () => csvOf(series),
    widest: 560,
    text: `Net benefit: the share of rows that are acted on rightly, less those acted on wrongly, weighed `
      + `by the odds of the threshold. Worth using where it lies above acting on all rows (dashed) and on `
      + `none (0).${
      one_model && column(shown[0]!, "upper").some((v) => v !== null)
        ? ` The strip has the ${intervals} at each threshold alone.` : ""}${
      series.length > shown.length
        ? ` The first ${shown.length} of ${series.length} curves are drawn; CSV has all.` : ""}`,
    draw: (width) => {
      const names = legend(one_model ? [] : shown.map(nameOf), width, 4);
      const box = { left: 66, right: width - 14, top: names.height + 14,
        bottom: names.height + 14 + Math.min(380, width - 80) };
      const [x, y] = [linear([0, 1], [box.left, box.right]), linear([lowest, most], [box.bottom, box.top])];
      const parts: Node[] = [names.node, xAxis(box, x, "threshold (probability)"),
        yAxis(box, y, "net benefit"),
        svg("line", { class: "zero", x1: box.left, x2: box.right, y1: y(0), y2: y(0) })];
      const spots: Spot[] = [];
      const within = (value: number): number => y(Math.min(most, Math.max(lowest, value)));
      const run = path<{ x: number; y: number }>((p) => p.x, (p) => p.y);
      // A line ends where it leaves the axis, and begins where it comes back.
      const drawn = (all: { x: number; y: number; i: number }[]): string => {
        const begins = all.flatMap((p, at) => (at === 0 || all[at - 1]!.i !== p.i - 1 ? [at] : []));
        return begins.map((from, k) => run(all.slice(from, begins[k + 1])) ?? "").join("");
      };
      const points = (xs: (number | null)[], ys: (number | null)[]): { x: number; y: number; i: number }[] =>
        ys.flatMap((v, i) => (v === null || v < lowest ? [] : [{ x: x(xs[i] ?? 0), y: y(v), i }]));
      parts.push(svg("path", { class: "reference", fill: "none",
        d: drawn(points(column(shown[0]!, "threshold"), all)) }));
      shown.forEach((one, s) => {
        const [xs, ys, lower, upper] =
          [column(one, "threshold"), column(one, "net_benefit"), column(one, "lower"), column(one, "upper")];
        const limited = xs.flatMap((at, i) => (lower[i] === null || lower[i] === undefined
          || upper[i] === null || upper[i] === undefined
          ? [] : [{ x: x(at ?? 0), lower: within(lower[i]), upper: within(upper[i]) }]));
        if (one_model) parts.push(svg("path",
          { class: `band ${style(s)}`,
            d: area<{ x: number; lower: number; upper: number }>((p) => p.x, (p) => p.lower,
              (p) => p.upper)(limited) ?? "" }));
        const own = points(xs, ys);
        parts.push(svg("path", { class: `line ${style(s)}`, d: drawn(own) }));
        const every = Math.max(1, Math.floor(own.length / 6));
        own.forEach((p, i) => {
          if (!one_model && i % every === Math.floor(every / 2)) parts.push(mark(s, p.x, p.y, 30));
          spots.push({ x: p.x, y: p.y, lines: [...(one_model ? [] : [short(nameOf(one), 100)]),
            `threshold: ${readable(xs[p.i])}`, `net benefit: ${readable(ys[p.i])}`,
            ...(lower[p.i] === null || lower[p.i] === undefined
              ? [] : [`interval: ${readable(lower[p.i])} to ${readable(upper[p.i])}`]),
            `acting on all rows: ${readable(column(one, "treat_all")[p.i])}`] });
        });
      });
      return { root: root(width, box.bottom + 46, ...parts), spots };
    },
  });
}

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
    csv: () => [names, ...rows.map((_, i) => names.map((name) => of.values[name]?.[i] ?? null))], draw: (width) => {
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

function residuals(of: CurveSeries): HTMLElement[] {
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
function scores(of: CurveSeries, steps: CurveSeries | undefined, probabilities: boolean,
  labelled: Labelled): HTMLElement {
  const [lower, upper, ours, others] = ["lower", "upper", "positives", "negatives"]
    .map((name) => column(of, name).map((v) => v ?? 0));
  const edges = steps ? column(steps, "threshold").map((v) => v ?? 0) : [];
  const count = (name: string, i: number): number => column(steps!, name)[i] ?? 0;
  const begin = labelledStep(steps, labelled);
  let at = begin ?? Math.floor(edges.length / 2);
  const id = unique("threshold");
  const beside = el("div", { class: "threshold" });
  const name = short(of.class, 40);
  const whole = picture({
    title: `Scores of '${name}'${steps ? " and a threshold that you can move" : ""}`, file: "scores",
    csv: () => csvOf([of]), widest: 700, beside,
    text: `Upwards: rows of '${name}'. Downwards: all other rows.${steps ? " A row is called by the name "
      + "of the class if its score is at least the threshold." : ""}${begin === undefined ? ""
      : ` The dashed line is the threshold of the labels, ${readable(edges[begin])}, where it begins.`}`,
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
      if (begin !== undefined) parts.push(svg("line",
        { class: "reference", x1: x(edges[begin]!), x2: x(edges[begin]!), y1: box.top, y2: box.bottom }));
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

/** The pictures of all curves of an answer. */
export function curvePictures(curves: CurveData[], summary: Summary, intervals: string,
  labelled: Labelled = {}): HTMLElement[] {
  const found: HTMLElement[] = [];
  const add = (title: string, made: HTMLElement[]): void => {
    found.push(...(made.length > few_pictures
      ? [folded(`${title} (${made.length} pictures)`, el("div", { class: "pictures" }, ...made))] : made));
  };
  const of = (name: string): CurveSeries[] => (curves.find((one) => one.name === name)?.series ?? [])
    .filter((one) => Object.values(one.values)[0]?.length);
  for (const curve of curves) {
    const series = of(curve.name);
    const kind = kinds[curve.name];
    if (series.length === 0) continue;
    // With several models there is a picture for each class, which compares them.
    const together = series[0]!.model === undefined
      ? [series] : distinct(series.map((one) => one.class)).slice(0, most_curves)
        .map((name) => series.filter((one) => one.class === name));
    // A measure of one class has no figure for several.
    const one_class = distinct(series.map((one) => one.class)).length === 1;
    const sum = one_class ? summaryText(curve.measure, summary) : "";
    if (kind) add(kind.title, together.map((some) => lines(curve, kind, some, sum)));
    if (curve.name === "residuals") found.push(...series.flatMap(residuals));
    if (curve.name === "decision")
      add("Decision curves", (series[0]!.model === undefined
        ? series.slice(0, most_curves).map((one) => [one]) : together)
        .map((some) => decision(curve, some, intervals)));
    if (curve.name === "reliability") add("Reliability", together.map((some) => reliability(curve, some)));
    if (curve.name === "histogram") {
      const steps = of("steps");
      const probabilities = of("reliability").length > 0; // only probabilities have one
      add("Scores", series.slice(0, most_curves).map((one) =>
        scores(one, steps.find((each) => each.class === one.class), probabilities, labelled)));
      if (series.length > most_curves)
        found.push(
          el("p", {}, `The scores of the first ${most_curves} of ${series.length} classes are drawn.`));
    }
  }
  return found;
}
