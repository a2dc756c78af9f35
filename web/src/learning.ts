// Learning and noise curves: the error by the number of training rows, with the fitted law, and by the share
// of noise.
import { distinct, named, short } from "./dom.ts";
import { placeOf } from "./colours.ts";
import { parameterPicture } from "./parameter.ts";
import { number, table, text } from "./table.ts";
import { term } from "./terms.ts";
import type { CurvePair, LearningCurve, NoiseCurve } from "./data.ts";

/** The limits of the error with more rows, and where curves cross. */
export function learningTables(curves: LearningCurve[], pairs: CurvePair[]): HTMLElement[] {
  const ahead = curves.flatMap((curve) => (curve.forecast?.points ?? []).map((point) => ({ curve, point })));
  const crossings = pairs.flatMap((pair) => (pair.crossings ?? []).map((one) => ({ pair, one })));
  return [
    ...(ahead.length === 0
      ? [] : [table("More rows, if the error falls ever more slowly", "forecasts",
        [{ name: "learner" }, { name: "measure" }, { name: "training rows", numeric: true },
          { name: "figure", numeric: true }, { name: "lower", numeric: true },
          { name: "upper", numeric: true }],
      ahead, ({ curve, point }) => [text(curve.learner_name, named(curve.learner_name)),
        text(curve.measure, term(curve.measure, "measure")), number(point.rows), number(point.value),
        number(point.lower), number(point.upper)])]),
    ...(crossings.length === 0
      ? [] : [table("Where curves cross", "crossings",
        [{ name: "A and B" }, { name: "measure" }, { name: "training rows", numeric: true },
          { name: "lower", numeric: true }, { name: "upper", numeric: true }],
      crossings, ({ pair, one }) => [text(`${pair.a} − ${pair.b}`, named(`${pair.a} − ${pair.b}`, 80)),
        text(pair.measure, term(pair.measure, "measure")), number(one.training_rows), number(one.lower),
        number(one.upper)])])];
}

const last = (curve: LearningCurve): number => curve.points.at(-1)!.training_rows;

/** Points of a fitted law between the sizes, and to twice the rows unless it misses the marks. */
function lawOf(curve: LearningCurve): { x: number; y: number }[] {
  const { law, points, warnings } = curve;
  if (!law) return [];
  const misses = warnings?.some((warning) => warning.code === "poor_power_law");
  const [from, to] = [points[0]!.training_rows, (misses ? 1 : 2) * last(curve)];
  return Array.from({ length: 60 }, (_, i) => from * (to / from) ** (i / 59))
    .map((x) => ({ x, y: law.floor + law.factor * x ** -law.exponent }));
}

/** The limits at the largest size and at twice the rows. */
function aheadOf(curve: LearningCurve): { x: number; lower: number; upper: number }[] {
  const at = curve.points.at(-1)!;
  const twice = curve.forecast?.points[0];
  return !twice || at.lower === null || at.upper === null ? []
    : [{ x: at.training_rows, lower: at.lower, upper: at.upper },
      { x: twice.rows, lower: twice.lower, upper: twice.upper }];
}

const byMeasure = <C extends { measure: string }>(curves: C[],
  draw: (measure: string, of: C[]) => HTMLElement): HTMLElement[] =>
  distinct(curves.map((curve) => curve.measure))
    .map((measure) => draw(measure, curves.filter((curve) => curve.measure === measure)));

/** The line of what predictions without features get, by measure. */
type References = (measure: string) => { value: number; name: string } | undefined;

/** `level`: that of the intervals, in words before them. */
export const learningPictures = (curves: LearningCurve[], references: References,
  level: string): HTMLElement[] =>
  byMeasure(curves, (measure, of) => parameterPicture({
  title: `Learning curves in ${short(measure, 40)}`, file: "learning", measure, what: "training rows",
  logarithmic: true, last: "with the most rows", reference: references(measure),
  text: `A mark is the figure of models trained on that number of rows, a strip its ${level}intervals. `
    + "A thin line is the fitted law. The pale strip to twice the rows is an extrapolation: it holds if the "
    + "error falls ever more slowly.",
  curves: of.map((curve) => ({ name: curve.learner_name, place: placeOf(curve.learner_name),
    law: lawOf(curve), ahead: aheadOf(curve),
    points: curve.points.map((p) => ({ ...p, x: p.training_rows })) })),
}));

/** The sizes of the models by the number of training rows, with a picture for each kind of size. */
export function complexityPictures(curves: LearningCurve[]): HTMLElement[] {
  const of = curves.filter((curve) => curve.measure === curves[0]?.measure);
  const names = distinct(of.flatMap((curve) => curve.points.flatMap((p) => Object.keys(p.complexity ?? {}))));
  return names.map((name) => parameterPicture({
    title: `Models: ${short(name, 40)}`, file: "complexity", measure: name, what: "training rows",
    widest: 560, band: "one standard deviation", logarithmic: true, last: "with the most rows",
    text: "A mark is the mean over the models of the splits, a strip one standard deviation to each side.",
    curves: of.map((curve) => ({ name: curve.learner_name, place: placeOf(curve.learner_name),
      points: curve.points.filter((p) => p.complexity?.[name]).map((p) => {
      const { mean, standard_deviation } = p.complexity![name]!;
      return { x: p.training_rows, value: mean, lower: mean - standard_deviation,
        upper: mean + standard_deviation };
    }) })).filter((curve) => curve.points.length > 0),
  }));
}

export const noisePictures = (curves: NoiseCurve[], noise: { kind: string; where?: string },
  references: References, level: string): HTMLElement[] =>
  byMeasure(curves, (measure, of) => parameterPicture({
  title: `Noise curves in ${short(measure, 40)}`, file: "noise", measure, what: "share of noise",
  last: "with the most noise", reference: references(measure),
  text: `A mark is the figure with that share of ${noise.kind === "class" ? "the training rows in a wrong "
    + "class"
      : `the cells of ${noise.where === "both" ? "all" : noise.where === "test" ? "the test" : "the "
        + "training"} rows replaced`}, a strip its ${level}intervals.`,
  curves: of.map((curve) => ({ name: curve.learner_name, place: placeOf(curve.learner_name),
    points: curve.points.map((p) => ({ ...p, x: p.share })) })),
}));
