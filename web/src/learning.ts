// Learning and noise curves: the error by the number of training rows, with the fitted law, and by the share of noise.
import { distinct, el, exact, named, readable, short } from "./dom.ts";
import { parameterPicture } from "./parameter.ts";
import { lowerIsBetter, measureInWords, sentences } from "./parts.ts";
import { term } from "./terms.ts";
import type { Comparison, Crossing, CurvePair, LearningCurve, NoiseCurve } from "./data.ts";

interface Figure { value: number | null; lower: number | null; upper: number | null }
interface Curve<Point extends Figure> { learner_name: string; measure: string; points: Point[] }

/** The curve of the best figure among these points, of the first measure; null if there is none. */
function bestAt<Point extends Figure, C extends Curve<Point>>(curves: C[], point: (curve: C) => Point | undefined): { curve: C; at: Point } | null {
  const lower = lowerIsBetter(curves[0]?.measure ?? "");
  if (lower === null) return null;
  const of = curves.filter((curve) => curve.measure === curves[0]!.measure).map((curve) => ({ curve, at: point(curve) }))
    .filter((one): one is { curve: C; at: Point } => one.at !== undefined && one.at.value !== null);
  return of.sort((a, b) => (lower ? 1 : -1) * (a.at.value! - b.at.value!))[0] ?? null;
}
const between = ({ lower, upper }: Figure): string => (lower !== null && upper !== null ? ` (between ${readable(lower)} and ${readable(upper)})` : "");

const listed = (all: string[]): string => (all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`);

/** Which learners differ at the places of the curves; empty if the result does not say. */
function differing(pairs: CurvePair[] | undefined, tests: Comparison[], measure: string, where: (places: string) => string): string[][] {
  const of = (pairs ?? []).filter((pair) => pair.measure === measure);
  if (!tests.some((test) => test.measure === measure && test.p_value !== null)) return [];
  const said = of.flatMap((pair) => [{ better: pair.a, worse: pair.b, at: pair.a_better }, { better: pair.b, worse: pair.a, at: pair.b_better }])
    .filter((one) => one.at.length > 0).map((one) => `${short(one.better, 60)} is better than ${short(one.worse, 60)} ${where(listed(one.at.map(String)))}`);
  if (said.length === 0) return [[`No difference between ${of.length > 1 ? "two of these" : "the two"} learners is significant at the 5 % level.`]];
  const most = 4;
  return [[`By more than chance explains (at the 5 % level), ${said.slice(0, most).join("; ")}${said.length > most ? `; and so on: ${said.length - most} further pairs differ (see the tests)` : ""}.`]];
}

/** Where the curves of pairs cross, with the interval of each place; several places of one interval are not told apart. */
function crossing(pairs: CurvePair[] | undefined, measure: string): string[][] {
  const rows = (x: number): string => exact(Math.round(x));
  const said = (pairs ?? []).filter((pair) => pair.measure === measure && pair.crossings?.length).map((pair) => {
    const all = pair.crossings!;
    const one = (c: Crossing): string => `about ${rows(c.training_rows)} rows ${c.lower !== null ? (c.upper !== null ? `(between ${rows(c.lower)} and ${rows(c.upper)})` : `(or anywhere from ${rows(c.lower)} on)`)
      : c.upper !== null ? `(or anywhere up to ${rows(c.upper)})` : "(or anywhere: these sizes do not tell)"}`;
    return `The curves of ${short(pair.a, 60)} and ${short(pair.b, 60)} cross at ${listed(all.map(one))}.`;
  });
  const most = 4;
  return said.length === 0 ? [] : [[said.slice(0, most).join(" ") + (said.length > most ? ` ${said.length - most} further pairs cross, too (see the JSON).` : "")]];
}

/** The best learner with the most rows, and what twice as many would bring. */
export function learningAnswer(curves: LearningCurve[], pairs: CurvePair[] | undefined, tests: Comparison[]): HTMLElement {
  const best = bestAt(curves, (curve) => curve.points.at(-1));
  if (!best) return sentences(["No learner can be called the best with the most training rows."], ["The table says why."]);
  const { curve: { learner_name, measure, twice, warnings }, at } = best;
  return sentences(
    [`With ${exact(at.training_rows)} training rows, `, curves.length > 1 ? `the best ` : "the ", term(measure, "measure"), measureInWords(measure), " on rows that were not trained on is that of ", el("b", {}, named(learner_name)), ": about ", el("b", {}, readable(at.value)),
      between(at), "."],
    twice && warnings?.length ? [`What more rows would bring is not known: ${warnings.map((one) => one.text).join("; ")}.`]
      : twice ? [`If its curve goes on as it was fitted, ${exact(twice.rows)} rows would give about ${readable(twice.value)}. That is an extrapolation, and how far off it may be is not known.`]
      : ["What more rows would bring is not known."],
    ...differing(pairs, tests, measure, (places) => `with ${places} rows`), ...crossing(pairs, measure));
}

/** Points of a fitted law between the sizes, and beyond them unless a warning says that it misses them. */
function lawOf(curve: LearningCurve): { x: number; y: number }[] {
  const { law, points, twice, warnings } = curve;
  if (!law || !twice) return [];
  const [from, to] = [points[0]!.training_rows, warnings?.length ? points.at(-1)!.training_rows : twice.rows];
  return Array.from({ length: 60 }, (_, i) => from * (to / from) ** (i / 59)).map((x) => ({ x, y: law.floor + law.factor * x ** -law.exponent }));
}

const byMeasure = <C extends { measure: string }>(curves: C[], draw: (measure: string, of: C[]) => HTMLElement): HTMLElement[] =>
  distinct(curves.map((curve) => curve.measure)).map((measure) => draw(measure, curves.filter((curve) => curve.measure === measure)));

export const learningPictures = (curves: LearningCurve[]): HTMLElement[] => byMeasure(curves, (measure, of) => parameterPicture({
  title: `Learning curves in ${short(measure, 40)}`, file: "learning", measure, what: "training rows", logarithmic: true, last: "with the most rows",
  text: "A mark is the figure of models trained on so many rows, a strip its intervals. A thin line is the fitted law, which goes on to twice the rows, an extrapolation, unless it misses the marks.",
  curves: of.map((curve) => ({ name: curve.learner_name, law: lawOf(curve), points: curve.points.map((p) => ({ ...p, x: p.training_rows })) })),
}));

/** The sizes of the models by the number of training rows: a picture for each name that models have for them. */
export function complexityPictures(curves: LearningCurve[]): HTMLElement[] {
  const of = curves.filter((curve) => curve.measure === curves[0]?.measure);
  const names = distinct(of.flatMap((curve) => curve.points.flatMap((p) => Object.keys(p.complexity ?? {}))));
  return names.map((name) => parameterPicture({
    title: `Models: ${short(name, 40)}`, file: "complexity", measure: name, what: "training rows", band: "one standard deviation", logarithmic: true, last: "with the most rows",
    text: "A mark is the mean over the models of the splits, a strip one standard deviation to each side.",
    curves: of.map((curve) => ({ name: curve.learner_name, points: curve.points.filter((p) => p.complexity?.[name]).map((p) => {
      const { mean, standard_deviation } = p.complexity![name]!;
      return { x: p.training_rows, value: mean, lower: mean - standard_deviation, upper: mean + standard_deviation };
    }) })).filter((curve) => curve.points.length > 0),
  }));
}

const noisy = (share: number): string => (share === 0 ? "Without noise" : `With a share of ${exact(share)} noise`);

/** The best learner with the least and with the most noise. */
export function noiseAnswer(curves: NoiseCurve[], pairs: CurvePair[] | undefined, tests: Comparison[]): HTMLElement {
  const [least, most] = [bestAt(curves, (curve) => curve.points[0]), bestAt(curves, (curve) => curve.points.at(-1))];
  if (!least || !most) return sentences(["No learner can be called the best with noise."], ["The table says why."]);
  const said = (best: typeof least): (string | HTMLElement)[] => [el("b", {}, named(best.curve.learner_name)), ": about ", el("b", {}, readable(best.at.value)), between(best.at)];
  return sentences(
    [`${noisy(least.at.share)}, the ${curves.length > 1 ? (lowerIsBetter(least.curve.measure) === false ? "highest " : "lowest ") : ""}`, term(least.curve.measure, "measure"), measureInWords(least.curve.measure), " on rows that were not trained on is that of ", ...said(least), "."],
    ...(most.at.share === least.at.share ? [] : [[`${noisy(most.at.share)} it is that of `, ...said(most), "."]]),
    ...differing(pairs, tests, least.curve.measure, (places) => `with a share of ${places}`));
}

export const noisePictures = (curves: NoiseCurve[], noise: { kind: string; where?: string }): HTMLElement[] => byMeasure(curves, (measure, of) => parameterPicture({
  title: `Noise curves in ${short(measure, 40)}`, file: "noise", measure, what: "share of noise", last: "with the most noise",
  text: `A mark is the figure with that share of ${noise.kind === "class" ? "the training rows in a wrong class" : `the cells of ${noise.where === "both" ? "all" : noise.where === "test" ? "the test" : "the training"} rows replaced`}, a strip its intervals.`,
  curves: of.map((curve) => ({ name: curve.learner_name, points: curve.points.map((p) => ({ ...p, x: p.share })) })),
}));
