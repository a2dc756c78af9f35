// Estimates of learners: `unseen estimate`, `unseen run`, and bounds from the fits of a store.
import { differences, testsOf, testsTable } from "./comparisons.ts";
import { distinct, el, exact, named, short } from "./dom.ts";
import type { Child } from "./dom.ts";
import type { Answer, CurvePair, Estimate, LearningCurve, NoiseCurve, Result } from "./data.ts";
import { forest } from "./forest.ts";
import { complexityPictures, learningPictures, learningTables, noisePictures } from "./learning.ts";
import { overview } from "./matrices.ts";
import { assumptionList, brief_specs, design, failures, guaranteeCell, intervalCells, interval_columns,
  lowerIsBetter, pictures, reasonList, spec_list, targetCell, valueCell, warningList,
  warningsCell } from "./parts.ts";
import { parameterPicture } from "./parameter.ts";
import { splitFigures } from "./splits.ts";
import { number, table, text } from "./table.ts";
import { heading, term } from "./terms.ts";

const name_of = (e: Estimate): string => e.learner_name || e.learner;

/** `horizons`: the horizon of each estimate, if there are several. */
function estimateTable(estimates: Estimate[], title: string, file: string, horizons?: number[]): HTMLElement {
  const bounds = estimates.some((e) => e.bound);
  const failed = estimates.some((e) => e.failures > 0);
  const together = estimates.some((e) => e.simultaneous);
  const baselines = estimates.some((e) => e.baseline);
  const brief = brief_specs(estimates.map((e) => e.estimator));
  const columns = [...(horizons ? [{ name: "rows ahead", numeric: true }] : []), { name: "learner" },
    { name: "estimator", head: heading("estimator") }, { name: "measure", head: heading("measure") },
    { name: "estimate", head: heading("estimate"), numeric: true },
    ...(baselines ? [{ name: "baseline", head: heading("baseline"), numeric: true }] : []),
    ...interval_columns(),
    ...(together ? interval_columns("of all models") : []), { name: "target", head: heading("target") },
    { name: "guarantee", head: heading("guarantee") },
    ...(bounds ? [{ name: "bound", head: heading("bound"), numeric: true }] : []),
    ...(failed ? [{ name: "failed fits", head: heading("failed"), numeric: true }] : []),
    { name: "warnings" }];
  return table(title, file, columns, estimates.map((e, i) => [
    ...(horizons ? [number(horizons[i])] : []), text(name_of(e), term(name_of(e), "learner", e.learner)),
    text(e.estimator, term(short(brief.get(e.estimator) ?? "", 40), "estimator", e.estimator)),
    text(e.measure, term(e.measure, "measure")), valueCell(e.value, e.reason),
    ...(baselines ? [number(e.baseline?.value)] : []),
    ...intervalCells(e.interval, e.value === null ? undefined : e.reason),
    ...(together ? intervalCells(e.simultaneous ?? null, undefined) : []),
    targetCell(e.target, e.interval, e.training_rows), guaranteeCell(e.interval),
    ...(bounds ? [number(e.bound?.upper)] : []), ...(failed ? [number(e.failures)] : []),
    warningsCell(e.warnings)]));
}

/** How much the repeats differ, and the figure on the rows that a model was trained on. */
function spreadTable(all: Estimate[]): HTMLElement | null {
  const estimates = all.filter((e) => e.repeat_spread || e.training);
  if (estimates.length === 0) return null;
  const brief = brief_specs(estimates.map((e) => e.estimator));
  const columns = ["repeats", "standard deviation", "smallest", "largest", "on training rows"]
    .map((name) => ({ name, numeric: true }));
  return table("Single repeats and training rows", "repeats",
    [{ name: "learner" }, { name: "estimator" }, { name: "measure" }, ...columns], estimates.map((e) => [
    text(name_of(e), named(name_of(e))), text(e.estimator, short(brief.get(e.estimator) ?? "", 40)),
    text(e.measure), ...[e.repeat_spread?.repeats, e.repeat_spread?.standard_deviation,
      e.repeat_spread?.least, e.repeat_spread?.most, e.training?.value].map((v) => number(v))]));
}

const line_name = (e: Estimate, brief: Map<string,
  string>): string => (brief.size > 1 ? `${name_of(e)}, ${brief.get(e.estimator)}` : name_of(e));

/** The baseline of the first figure, as a line; if several figures are drawn, they share it or nearly so. */
const baselineOf = (estimates: Estimate[]): { value: number; name: string } | undefined => {
  const first = estimates.find((e) => e.baseline && e.baseline.value !== null)?.baseline;
  return first ? { value: first.value!, name: short(first.name, 40) } : undefined;
};

function picturesOf(estimates: Estimate[]): HTMLElement[] {
  const made: HTMLElement[] = [];
  const brief = brief_specs(estimates.map((e) => e.estimator));
  const estimators = [...brief.keys()];
  const measures = distinct(estimates.filter((e) => e.value !== null || e.bound?.upper != null)
    .map((e) => e.measure));
  if (measures.length > 0) {
    made.push(forest({
      title: "Estimates and their intervals", file: "estimates",
      text: "A mark is an estimate, a line its interval, an arrow head an upper bound. A mark without a "
        + "line has no interval.",
      series: estimators.length > 1 ? estimators.map((e) => short(brief.get(e) ?? "", 40)) : undefined,
      panels: measures.map((measure) => ({
        axis: measure, reference: baselineOf(estimates.filter((e) => e.measure === measure)),
        lines: estimates.filter((e) => e.measure === measure).map((e) => ({
          name: line_name(e, brief), series: estimators.indexOf(e.estimator), value: e.value,
          lower: e.interval?.lower ?? null, upper: e.interval?.upper ?? null, bound: e.bound?.upper ?? null,
          more: [`estimator: ${short(e.estimator, 120)}`, `target: ${e.target}`],
        })),
      })),
    }));
  }
  for (const measure of measures) {
    const drawn = splitFigures(measure,
      estimates.filter((e) => e.measure === measure && (e.per_split?.length ?? 0) > 1)
      .map((e) => ({ name: line_name(e, brief), value: e.value, splits: e.per_split ?? [] })));
    if (drawn) made.push(drawn);
  }
  return made;
}

const facts = (estimates: Estimate[]): [string, Child][] => [
  ["learners", spec_list(estimates.map((e) => e.learner), "learner")],
  ["estimators", spec_list(estimates.map((e) => e.estimator), "estimator")],
];
const about = (e: Estimate): string => `${name_of(e)}, ${e.estimator}, ${e.measure}`;

function tail(result: Result, estimates: { about: string; estimate: Estimate }[],
  warnings: { about: string; warnings: Answer["warnings"] }[],
  more: [string, Child][] = []): (HTMLElement | null)[] {
  return [
    warningList([...warnings.map((one) => ({ about: one.about, warnings: one.warnings ?? [] })),
      ...estimates.map((one) => ({ about: one.about, warnings: one.estimate.warnings }))]),
    reasonList(estimates.map((one) => (one.estimate.value === null || !one.estimate.interval
      ? one.estimate.reason : undefined))),
    assumptionList(estimates.flatMap(
      (one) => [one.estimate.interval?.assumptions, one.estimate.bound?.assumptions])),
    design(result, [...more, ...facts(estimates.map((one) => one.estimate))]),
    failures(estimates.map((one) => ({ about: one.about, ...one.estimate }))),
  ];
}

/** One data set. */
export function estimatePage(result: Result): (HTMLElement | null)[] {
  const { answer } = result;
  const estimates = answer.estimates as Estimate[];
  const response = answer.response as { name: string; type: string } | undefined;
  const tests = testsOf(answer);
  const curves = (answer.learning_curves ?? []) as LearningCurve[];
  const noisy = (answer.noise_curves ?? []) as NoiseCurve[];
  const tables = [estimateTable(estimates, "Estimates", "estimates"), testsTable(tests),
    spreadTable(estimates)];
  const references = (measure: string): ReturnType<typeof baselineOf> =>
    baselineOf(estimates.filter((e) => e.measure === measure));
  const body = curves.length > 0
    ? [pictures(...learningPictures(curves, references), ...complexityPictures(curves)),
      ...learningTables(curves, (answer.pairs ?? []) as CurvePair[]), ...tables]
    : noisy.length > 0
      ? [pictures(...noisePictures(noisy, answer.noise as { kind: string; where?: string }, references)),
        ...tables]
    : [...tables, pictures(...picturesOf(estimates), differences(tests))];
  return [...body,
    ...tail(result, estimates.map((estimate) => ({ about: about(estimate), estimate })),
      [{ about: "", warnings: answer.warnings },
        ...curves.map((one) => ({ about: one.learner_name, warnings: one.warnings }))],
      response ? [["response", el("span", {}, named(response.name), ` (${response.type})`)]] : [])];
}

interface OfHorizon { horizon: number; estimates: Estimate[]; warnings: Answer["warnings"] }

/** Forecasts of several horizons: all figures by horizon. */
export function horizonsPage(result: Result): (HTMLElement | null)[] {
  const parts = result.answer.horizons as OfHorizon[];
  const ahead = (n: number): string => `${n} ${n === 1 ? "row" : "rows"} ahead`;
  const all = parts.flatMap((part) =>
    part.estimates.map((estimate) => (
      { about: `${ahead(part.horizon)}: ${about(estimate)}`, estimate, horizon: part.horizon })));
  const estimates = all.map((one) => one.estimate);
  const brief = brief_specs(estimates.map((e) => e.estimator));
  const curves = (measure: string) => {
    const of = all.filter((one) => one.estimate.measure === measure);
    return distinct(of.map((one) => line_name(one.estimate, brief)))
      .map((name) => ({ name, points: of.filter((one) => line_name(one.estimate, brief) === name)
        .map(({ estimate: e, horizon }) =>
      ({ x: horizon, value: e.value, lower: e.interval?.lower ?? null,
        upper: e.interval?.upper ?? null })) }));
  };
  return [
    pictures(...distinct(estimates.map((e) => e.measure))
      .map((measure) => parameterPicture(
        { title: `Forecasts by horizon, in ${short(measure, 40)}`, file: "horizons", measure,
          what: "rows ahead", last: "at the farthest horizon",
      text: "A mark is the figure of forecasts so many rows ahead, each from models of its own.",
          curves: curves(measure) }))),
    estimateTable(estimates, "Estimates by horizon", "horizons", all.map((one) => one.horizon)),
    ...tail(result, all, parts.map((part) => ({ about: ahead(part.horizon), warnings: part.warnings })))];
}

interface OfData { data: string; rows: number; estimates: Estimate[]; warnings: Answer["warnings"] }

/** An experiment: all data sets, then each. */
export function runPage(result: Result): (HTMLElement | null)[] {
  const results = result.answer.results as OfData[];
  const all = results.flatMap((one) =>
    one.estimates.map((estimate) => ({ about: `${one.data}: ${about(estimate)}`, estimate })));
  const measures = distinct(all.map((one) => one.estimate.measure));
  const learners = distinct(all.map((one) => name_of(one.estimate)));
  const cell = (of: OfData, learner: string, measure: string): Estimate | undefined =>
    of.estimates.find((e) => name_of(e) === learner && e.measure === measure
      && e.estimator === (of.estimates.find((f) => f.measure === measure)?.estimator));
  return [
    pictures(...measures.map((measure) => overview(measure, results.map((one) => one.data), learners,
      results.map((one) => learners.map((l) => cell(one, l, measure)?.value ?? null)),
      lowerIsBetter(measure)))),
    ...results.map((one) =>
      el("details", { class: "dataset", open: results.length <= 4 },
        el("summary", {}, named(one.data, 200), ` (${exact(one.rows)} rows)`),
      estimateTable(one.estimates, `Estimates for ${short(one.data, 80)}`, "estimates"),
        ...picturesOf(one.estimates))),
    ...tail(result, all, results.map((one) => ({ about: one.data, warnings: one.warnings })))];
}
