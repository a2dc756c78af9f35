// Learning curves: the error by the number of training rows, with intervals and the fitted law.
import { area, line as path } from "d3-shape";
import { legend, log, mark, linear, root, spread, style, xAxis, yAxis } from "./axes.ts";
import { distinct, el, exact, named, readable, short, svg } from "./dom.ts";
import { lowerIsBetter, measureInWords, sentences } from "./parts.ts";
import { picture } from "./picture.ts";
import type { Spot } from "./picture.ts";
import type { LearningCurve, LearningPoint } from "./data.ts";
import { term } from "./terms.ts";

const most_curves = 6;
const last = (curve: LearningCurve): LearningPoint => curve.points[curve.points.length - 1]!;

/** The best learner with the most rows, and what twice as many would bring. */
export function learningAnswer(curves: LearningCurve[]): HTMLElement {
  const of = curves.filter((curve) => curve.measure === curves[0]?.measure && last(curve).value !== null);
  const lower = lowerIsBetter(of[0]?.measure ?? "");
  const best = [...of].sort((a, b) => (lower === false ? -1 : 1) * (last(a).value! - last(b).value!))[0];
  if (!best || lower === null) return sentences(["No learner can be called the best with the most training rows."], ["The table says why."]);
  const { value, lower: from, upper: to, training_rows } = last(best);
  return sentences(
    [`With ${exact(training_rows)} training rows, `, of.length > 1 ? `the best ` : "the ", term(best.measure, "measure"), measureInWords(best.measure), " on rows that were not trained on is that of ", el("b", {}, named(best.learner_name)), ": about ", el("b", {}, readable(value)),
      from !== null && to !== null ? ` (between ${readable(from)} and ${readable(to)})` : "", "."],
    best.twice ? [`If its curve goes on as it was fitted, ${exact(best.twice.rows)} rows would give about ${readable(best.twice.value)}. That is an extrapolation, and how far off it may be is not known.`]
      : ["What more rows would bring is not known."]);
}

/** Points of a fitted law beyond and between the sizes. */
function lawOf(curve: LearningCurve): { x: number; y: number }[] {
  const { law, points, twice } = curve;
  if (!law || !twice) return [];
  const [from, to] = [points[0]!.training_rows, twice.rows];
  return Array.from({ length: 60 }, (_, i) => from * (to / from) ** (i / 59)).map((x) => ({ x, y: law.floor + law.factor * x ** -law.exponent }));
}

function curvesOf(measure: string, all: LearningCurve[]): HTMLElement {
  const sign = lowerIsBetter(measure) === false ? -1 : 1;
  const shown = [...all].sort((a, b) => sign * ((last(a).value ?? sign * Infinity) - (last(b).value ?? sign * Infinity))).slice(0, most_curves);
  return picture({
    title: `Learning curves in ${short(measure, 40)}`, file: "learning",
    text: `A mark is the figure of models trained on so many rows, a strip its intervals. A thin line is the fitted law, which goes on to twice the rows: an extrapolation.${
      all.length > shown.length ? ` The ${shown.length} of ${all.length} learners that are best with the most rows are drawn; CSV has all.` : ""}`,
    csv: [["learner", "training rows", "value", "lower", "upper", "on training rows"],
      ...all.flatMap((curve) => curve.points.map((p) => [curve.learner_name, p.training_rows, p.value, p.lower, p.upper, p.training ?? null]))],
    draw: (width) => {
      const names = legend(shown.map((curve) => curve.learner_name), width, 4, true);
      const box = { left: 62, right: width - 14, top: names.height + 14, bottom: names.height + 14 + Math.min(400, Math.max(220, 0.6 * width)) };
      const points = shown.flatMap((curve) => curve.points);
      const laws = shown.map(lawOf);
      const rows = [...points.map((p) => p.training_rows), ...laws.flat().map((p) => p.x)];
      const x = log([Math.min(...rows), Math.max(...rows)], [box.left, box.right]);
      const y = linear(spread(points.flatMap((p) => [p.value, p.lower, p.upper])), [box.bottom, box.top]);
      const parts: Node[] = [names.node, xAxis(box, x, "training rows (logarithmic scale)"), yAxis(box, y, measure)];
      const spots: Spot[] = [];
      shown.forEach((curve, s) => {
        const known = curve.points.filter((p) => p.value !== null);
        const banded = known.filter((p) => p.lower !== null && p.upper !== null);
        parts.push(svg("path", { class: `band ${style(s)}`, d: area<LearningPoint>((p) => x(p.training_rows), (p) => y(p.lower!), (p) => y(p.upper!))(banded) ?? "" }));
        parts.push(svg("path", { class: `law ${style(s)}`, d: path<{ x: number; y: number }>((p) => x(p.x), (p) => y(p.y))(laws[s]!) ?? "" }));
        for (const p of known) {
          if (p.lower !== null && p.upper !== null) parts.push(svg("line", { class: `whisker ${style(s)}`, x1: x(p.training_rows), x2: x(p.training_rows), y1: y(p.lower), y2: y(p.upper) }));
          parts.push(mark(s, x(p.training_rows), y(p.value!)));
          spots.push({ x: x(p.training_rows), y: y(p.value!), lines: [short(curve.learner_name, 100), `training rows: ${exact(p.training_rows)}`, `${measure}: ${exact(p.value)}`,
            ...(p.lower === null ? [] : [`interval: ${exact(p.lower)} to ${exact(p.upper)}`]), ...(p.training === undefined ? [] : [`on training rows: ${exact(p.training)}`])] });
        }
      });
      return { root: root(width, box.bottom + 46, ...parts), spots };
    },
  });
}

export const learningPictures = (curves: LearningCurve[]): HTMLElement[] =>
  distinct(curves.map((curve) => curve.measure)).map((measure) => curvesOf(measure, curves.filter((curve) => curve.measure === measure)));
