// Curves of predictions: lines, reliability with its counts, and decision curves.
import { area, line as path } from "d3-shape";
import { label, legend, linear, mark, root, style, xAxis, yAxis } from "./axes.ts";
import { placeOf } from "./colours.ts";
import { distinct, el, percent, readable, short, svg } from "./dom.ts";
import type { PictureName } from "./names.ts";
import { folded } from "./parts.ts";
import { picture } from "./picture.ts";
import type { Spot } from "./picture.ts";
import { normalQuantiles, residualHistogram, residuals } from "./residuals.ts";
import { column, csvOf, titleOf } from "./series.ts";
import { ksPicture, scores, thresholdFigures } from "./thresholds.ts";
import type { Labelled } from "./thresholds.ts";
import type { CurveAverage, CurveData, CurveSeries, Interval } from "./data.ts";

/** How a kind of curve is drawn. A kind without an entry has its data in the page, but no picture. */
/** `flat`: before its first point the curve is as high as there. */
interface Kind { file?: PictureName; title: string; text: string; x: string; y: string; diagonal?: boolean;
  share?: boolean; flat?: boolean; axes: [string, string] }
const kinds: Record<string, Kind[]> = {
  roc: [{ title: "ROC curve",
    text: "Each point is a threshold. A curve near the upper left is good; the diagonal is chance.", x: "fpr",
    y: "tpr", diagonal: true, axes: ["false positive rate", "true positive rate (recall)"] }],
  pr: [{ title: "Precision and recall",
    text: "Each point is a threshold: how many of the class are found, and how many of those found are of "
      + "the class. A dashed line is the share of the class, which guessing gets.", x: "recall",
    y: "precision", share: true,
    axes: ["recall (share that is found)", "precision (share that is right)"] }],
  lift: [{ file: "gain", title: "Gain",
    text: "How much of the class is found among the rows with the highest scores. The diagonal is chance.",
    x: "share", y: "gain", diagonal: true,
    axes: ["share of rows, highest scores first", "share of the class"] },
  { title: "Lift",
    text: "How many times more of the class there are among the rows with the highest scores than among all "
      + "rows. 1 is chance.",
    x: "share", y: "lift", flat: true,
    axes: ["share of rows, highest scores first", "times more of the class"] }],
};

const most_curves = 12;
/** More pictures of one kind are folded. */
const few_pictures = 3;
/** The names of averages, and how they are computed. */
const averages_in_words: Record<string, { name: (of: CurveAverage) => string; text: string }> = {
  micro: { name: () => "micro average", text: " Micro average: every row counts once for each class." },
  macro: { name: () => "macro average", text: " Macro average: the mean of the classes' curves." },
  folds: { name: (of) => `mean of ${of.curves} folds`,
    text: " Thin lines are the folds; the strip is one standard deviation between them, which is no "
      + "confidence interval. The curve of all rows together mixes scores of different models." },
};

/** The place of a series among the colours: that of its model, or else its own. */
const placeAt = (one: CurveSeries, i: number): number => (one.model === undefined ? i : placeOf(one.model));

/** A series is identified by its own name, by its model, or else by its class. */
const nameOf = (one: CurveSeries & { name?: string }): string => one.name ?? one.model ?? one.class;

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
  const places = shown.map(placeAt);
  const highest = shown.flatMap((one) => column(one, kind.y))
    .reduce<number>((a, b) => Math.max(a, b ?? 0), 1);
  return picture({
    title: titleOf(kind.title, series),
    text: kind.text + summary + distinct(averages.map((one) => averages_in_words[one.average]!.text)).join("")
      + left_out, file: kind.file ?? curve.name as PictureName, widest: 560,
    csv: () => csvOf(series, averages),
    draw: (width) => {
      const names = legend(shown.length > 1 ? shown.map(nameOf) : [], width, 4, false, places);
      const box = { left: 58, right: width - 14, top: names.height + 14,
        bottom: names.height + 14 + Math.min(380, width - 72) };
      const x = linear([0, 1], [box.left, box.right]);
      const y = linear([0, (kind.flat ? 1.05 : 1) * highest], [box.bottom, box.top]);
      const spots: Spot[] = [];
      const parts: Node[] = [names.node, xAxis(box, x, kind.axes[0]), yAxis(box, y, kind.axes[1])];
      if (highest > 1) parts.push(
        svg("line", { class: "reference", x1: x(0), y1: y(1), x2: x(1), y2: y(1) }),
        label(x(0.02), y(1) - 5, "chance", { class: "faint figure" }));
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
      shown.forEach((one, at) => {
        const s = places[at]!;
        const [xs, ys, cuts, lower, upper] =
          [column(one, kind.x), column(one, kind.y), column(one, "threshold"), column(one, "lower"),
            column(one, "upper")];
        if (upper.length > 0) parts.push(
          svg("path", { class: `band ${style(s)}`,
            d: area<number | null>((at) => x(at ?? 0), (_, i) => y(lower[i] ?? 0),
              (_, i) => y(upper[i] ?? 0))(xs) ?? "" }));
        const points = xs.flatMap((at, i) => (at === null || ys[i] === null || ys[i] === undefined
          ? [] : [{ x: x(at), y: y(ys[i]), i }]));
        const from = kind.flat && points[0] ? [{ x: x(0), y: points[0].y }] : [];
        parts.push(svg("path", { class: `line ${style(s)}`, d: drawn([...from, ...points]) ?? "" }));
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
  const places = shown.map(placeAt);
  return picture({
    title: titleOf("Reliability", series), file: curve.name as PictureName, widest: 560,
    csv: () => csvOf(series),
    text: `Of the rows with about this probability, how many are of the class? On the diagonal the `
      + `probabilities can be taken at their word. Larger marks stand for more rows.${
      series.length > shown.length
        ? ` The first ${shown.length} of ${series.length} curves are drawn; CSV has all.` : ""}`,
    draw: (width) => {
      const names = legend(shown.length > 1 ? shown.map(nameOf) : [], width, 4, false, places);
      const box = { left: 58, right: width - 14, top: names.height + 14,
        bottom: names.height + 14 + Math.min(380, width - 72) };
      const [x, y] = [linear([0, 1], [box.left, box.right]), linear([0, 1], [box.bottom, box.top])];
      const parts: Node[] = [names.node, xAxis(box, x, "mean probability in the bin"),
        yAxis(box, y, "share of the class in the bin"),
        svg("line", { class: "reference", x1: x(0), y1: y(0), x2: x(1), y2: y(1) })];
      const spots: Spot[] = [];
      shown.forEach((one, at) => {
        const s = places[at]!;
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
  const places = shown.map(placeAt);
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
      const names = legend(one_model ? [] : shown.map(nameOf), width, 4, false, places);
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
      shown.forEach((one, at) => {
        const s = places[at]!;
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

/** The pictures of all curves of an answer. `elsewhere`: kinds that other pictures have drawn. */
export function curvePictures(curves: CurveData[], summary: Summary, intervals: string,
  labelled: Labelled = {}, elsewhere: string[] = []): HTMLElement[] {
  const found: HTMLElement[] = [];
  const add = (title: string, made: HTMLElement[]): void => {
    found.push(...(made.length > few_pictures
      ? [folded(`${title} (${made.length} pictures)`, el("div", { class: "pictures" }, ...made))] : made));
  };
  const of = (name: string): CurveSeries[] => (curves.find((one) => one.name === name)?.series ?? [])
    .filter((one) => Object.values(one.values)[0]?.length);
  for (const curve of curves) {
    const series = of(curve.name);
    if (series.length === 0) continue;
    // With several models there is a picture for each class, which compares them.
    const together = series[0]!.model === undefined
      ? [series] : distinct(series.map((one) => one.class)).slice(0, most_curves)
        .map((name) => series.filter((one) => one.class === name));
    // A measure of one class has no figure for several.
    const one_class = distinct(series.map((one) => one.class)).length === 1;
    const sum = one_class ? summaryText(curve.measure, summary) : "";
    const several = series[0]!.model !== undefined;
    const own = !elsewhere.includes(curve.name);
    for (const [i, kind] of (own ? kinds[curve.name] ?? [] : []).entries())
      add(kind.title, together.map((some) => lines(curve, kind, some, i === 0 ? sum : "")));
    if (curve.name === "roc" && !several)
      add("Shares above the threshold", series.slice(0, most_curves).map(ksPicture));
    if (!own) continue;
    if (curve.name === "steps" && !several)
      add("Figures by the threshold", series.slice(0, most_curves).map(thresholdFigures));
    if (curve.name === "residual_histogram") found.push(...series.map(residualHistogram));
    if (curve.name === "qq") found.push(...series.map(normalQuantiles));
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
