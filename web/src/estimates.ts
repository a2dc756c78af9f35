// Estimates of learners: `unseen estimate`, `unseen run`, and bounds from the fits of a store.
import { placeOf } from "./colours.ts";
import { differences, testsOf, testsTable } from "./comparisons.ts";
import { distinct, el, exact, named, percent, short } from "./dom.ts";
import type { Child } from "./dom.ts";
import type { Answer, CurvePair, Estimate, Interval, LearningCurve, NoiseCurve, Result,
  Verdict } from "./data.ts";
import { few_lines, forest } from "./forest.ts";
import { complexityPictures, learningPictures, learningTables, noisePictures } from "./learning.ts";
import { overview } from "./matrices.ts";
import { assumptionList, brief_specs, design, failures, folded, guaranteeCell, intervalCells,
  interval_columns, intervalsOf, lowerIsBetter, pictures, reasonList, spec_list, targetCell, valueCell,
  warningList, warningsCell } from "./parts.ts";
import type { Parts } from "./parts.ts";
import { parameterPicture } from "./parameter.ts";
import { posteriorPictures } from "./posteriors.ts";
import { commonPictures, learnerSections } from "./predictions.ts";
import type { Described } from "./predictions.ts";
import { splitFigures } from "./splits.ts";
import { still } from "./still.ts";
import { number, table, text } from "./table.ts";
import { heading, term } from "./terms.ts";

const name_of = (e: Estimate): string => e.learner_name || e.learner;

/** `horizons`: the horizon of each estimate, if there are several. */
function estimateTable(estimates: Estimate[], title: string, file: string, horizons?: number[]): HTMLElement {
  const bounds = estimates.some((e) => e.bound);
  const failed = estimates.some((e) => e.failures > 0);
  const together = estimates.some((e) => e.simultaneous);
  const baselines = estimates.some((e) => e.baseline);
  const one_size = distinct(estimates.map((e) => e.training_rows)).length === 1;
  const brief = brief_specs(estimates.map((e) => e.estimator));
  const columns = [...(horizons ? [{ name: "rows ahead", numeric: true }] : []), { name: "learner" },
    { name: "estimate", head: heading("estimate"), numeric: true }, ...interval_columns(),
    ...(together ? interval_columns("of all models") : []),
    { name: "estimator", head: heading("estimator"), fact: true },
    { name: "measure", head: heading("measure"), fact: true },
    ...(baselines ? [{ name: "baseline", head: heading("baseline"), numeric: true, fact: true }] : []),
    { name: "target", head: heading("target"), fact: true },
    { name: "guarantee", head: heading("guarantee"), fact: true },
    ...(bounds ? [{ name: "bound", head: heading("bound"), numeric: true }] : []),
    ...(failed ? [{ name: "failed fits", head: heading("failed"), numeric: true }] : []),
    { name: "warnings", fact: true }];
  return table(title, file, columns, estimates, (e, i) => [
    ...(horizons ? [number(horizons[i])] : []), text(name_of(e), term(name_of(e), "learner", e.learner)),
    valueCell(e.value, e.reason), ...intervalCells(e.interval, e.value === null ? undefined : e.reason),
    ...(together ? intervalCells(e.simultaneous ?? null, undefined) : []),
    text(e.estimator, term(short(brief.get(e.estimator) ?? "", 40), "estimator", e.estimator)),
    text(e.measure, term(e.measure, "measure")), ...(baselines ? [number(e.baseline?.value)] : []),
    targetCell(e.target, e.interval, one_size ? e.training_rows : null), guaranteeCell(e.interval),
    ...(bounds ? [number(e.bound?.upper)] : []), ...(failed ? [number(e.failures)] : []),
    warningsCell(e.warnings)]);
}

/** How much the repeats differ, and the figure on the rows that a model was trained on. */
export function spreadTable(all: Estimate[]): HTMLElement | null {
  const estimates = all.filter((e) => e.repeat_spread || e.training);
  if (estimates.length === 0) return null;
  const brief = brief_specs(estimates.map((e) => e.estimator));
  const columns = ["repeats", "standard deviation", "smallest", "largest", "on training rows"]
    .map((name) => ({ name, numeric: true }));
  const title = [...(estimates.some((e) => e.repeat_spread) ? ["Single repeats"] : []),
    ...(estimates.some((e) => e.training) ? ["Figures on the training rows"] : [])].join(" and ");
  return table(title, "repeats",
    [{ name: "learner" }, { name: "estimator", fact: true }, { name: "measure", fact: true }, ...columns],
    estimates, (e) => [
      text(name_of(e), named(name_of(e))), text(e.estimator, short(brief.get(e.estimator) ?? "", 40)),
      text(e.measure), ...[e.repeat_spread?.repeats, e.repeat_spread?.standard_deviation,
        e.repeat_spread?.least, e.repeat_spread?.most, e.training?.value].map((v) => number(v))]);
}

/** What learners that choose chose in their fits, the most frequent choice first. */
function choiceTable(all: Estimate[]): HTMLElement | null {
  const estimates = all.filter((e, i) => e.chosen && i === all.findIndex((other) =>
    name_of(other) === name_of(e) && other.estimator === e.estimator));
  if (estimates.length === 0) return null;
  const brief = brief_specs(estimates.map((e) => e.estimator));
  const choices = estimates.flatMap((e) => Object.entries(e.chosen!).sort(([, a], [, b]) => b - a)
    .map(([choice, fits]) => ({ e, choice, fits })));
  return table("What was chosen", "chosen",
    [{ name: "learner", fact: true }, { name: "estimator", fact: true }, { name: "choice" },
      { name: "fits", numeric: true }, { name: "by", fact: true },
      { name: "flat figure, which is too good", numeric: true, fact: true }],
    choices, ({ e, choice, fits }) => [text(name_of(e), named(name_of(e))),
      text(e.estimator, short(brief.get(e.estimator) ?? "", 40)), text(choice), number(fits),
      text(e.flat_measure || "a figure"), number(e.flat)]);
}

const line_name = (e: Estimate, brief: Map<string,
  string>): string => (brief.size > 1 ? `${name_of(e)}, ${brief.get(e.estimator)}` : name_of(e));

/** The baseline of the first figure, as a line; if several figures are drawn, they share it or nearly so. */
export const baselineOf = (estimates: Estimate[]): { value: number; name: string } | undefined => {
  const first = estimates.find((e) => e.baseline && e.baseline.value !== null)?.baseline;
  return first ? { value: first.value!, name: short(first.name, 40) } : undefined;
};

/** What a verdict is about comes first, then the best of it. `best`: the sign of the better direction. */
function inOrder(estimates: Estimate[], verdict: Verdict | undefined): Estimate[] {
  const asked = estimates.find((e) => e.measure === verdict?.measure && e.value === verdict.value);
  const rank = (e: Estimate): number[] => [Number(e.measure !== asked?.measure),
    Number(e.estimator !== asked?.estimator),
    (lowerIsBetter(e.measure) === false ? -1 : 1) * (e.value ?? NaN)];
  return [...estimates].sort((a, b) => {
    const [x, y] = [rank(a), rank(b)];
    return x.map((at, i) => at - y[i]!).find((difference) => difference) || 0;
  });
}

/** The picture of all estimates, of which those that the verdict is about come first. */
function estimateForest(all: Estimate[], verdict?: Verdict): HTMLElement | null {
  const estimates = inOrder(all.filter((e) => e.value !== null || e.bound?.upper != null), verdict);
  const brief = brief_specs(all.map((e) => e.estimator));
  const estimators = [...brief.keys()];
  // The verdict's intervals hold for all models together if several were tested on the same rows.
  const interval = (e: Estimate): Interval | null =>
    (verdict?.together === undefined ? e.interval : e.simultaneous ?? e.interval);
  const few = estimates.filter((e) => e.measure === estimates[0]!.measure
    && e.estimator === estimates[0]!.estimator).length;
  return estimates.length === 0 ? null : forest({
    title: "Estimates and their intervals", file: "estimates", few: Math.min(few, few_lines),
    text: `Marks are estimates, lines their ${intervalsOf(estimates.map(interval))}${
      estimates.some((e) => e.bound) ? ", arrow heads upper bounds" : ""}.${
      estimates.every(interval) ? "" : " A mark without a line has no interval."}`,
    series: estimators.length > 1 ? estimators.map((e) => short(brief.get(e) ?? "", 40)) : undefined,
    panels: distinct(estimates.map((e) => e.measure)).map((measure) => ({
      axis: measure, reference: baselineOf(estimates.filter((e) => e.measure === measure)),
      lines: estimates.filter((e) => e.measure === measure).map((e) => ({
        name: line_name(e, brief), series: estimators.indexOf(e.estimator), place: placeOf(name_of(e)),
        value: e.value,
        lower: interval(e)?.lower ?? null, upper: interval(e)?.upper ?? null, bound: e.bound?.upper ?? null,
        more: [`estimator: ${short(e.estimator, 120)}`, `target: ${e.target}`],
      })),
    })),
  });
}

function splitPictures(estimates: Estimate[]): (HTMLElement | null)[] {
  const brief = brief_specs(estimates.map((e) => e.estimator));
  return distinct(estimates.map((e) => e.measure)).map((measure) => splitFigures(measure,
    estimates.filter((e) => e.measure === measure && (e.per_split?.length ?? 0) > 1)
      .map((e) => ({ name: line_name(e, brief), place: placeOf(name_of(e)), value: e.value,
        splits: e.per_split ?? [] }))));
}

const facts = (estimates: Estimate[]): [string, Child][] => [
  ["learners", spec_list(estimates.map((e) => e.learner), "learner")],
  ["estimators", spec_list(estimates.map((e) => e.estimator), "estimator")],
];
/** The learner, and what else distinguishes the estimate from the others. */
function subjects(estimates: Estimate[]): (e: Estimate) => string {
  const brief = brief_specs(estimates.map((e) => e.estimator));
  const several = distinct(estimates.map((e) => e.measure)).length > 1;
  return (e) => line_name(e, brief) + (several ? `, ${e.measure}` : "");
}

const warned = (estimates: { about: string; estimate: Estimate }[],
  warnings: { about: string; warnings: Answer["warnings"] }[]): HTMLElement | null =>
  warningList([...warnings.map((one) => ({ about: one.about, warnings: one.warnings ?? [] })),
    ...estimates.map((one) => ({ about: one.about, warnings: one.estimate.warnings }))]);

function tail(result: Result, estimates: { about: string; estimate: Estimate }[],
  more: [string, Child][] = []): (HTMLElement | null)[] {
  return [
    reasonList(estimates.map((one) => (one.estimate.value === null || !one.estimate.interval
      ? one.estimate.reason : undefined))),
    assumptionList(estimates.flatMap(
      (one) => [one.estimate.interval?.assumptions, one.estimate.bound?.assumptions])),
    design(result, [...more, ...facts(estimates.map((one) => one.estimate))]),
    failures(estimates.map((one) => ({ about: one.about, ...one.estimate }))),
  ];
}

/** The commands that show which features the learners need. */
function importanceCommands(answer: Answer): HTMLElement | null {
  const all = (answer.importance_commands ?? []) as { learner_name: string; command: string }[];
  if (all.length === 0) return null;
  return folded("Which features the learners need",
    el("p", { class: "how" }, "These commands show how much worse each learner predicts if it sees a "
      + "feature's cells from other rows, by the same splits."),
    el("ul", {}, ...all.map((one) => el("li", {}, named(one.learner_name), ": ",
      el("code", {}, named(one.command, one.command.length))))));
}

/** One data set. */
export function estimatePage(result: Result): Parts {
  const { answer } = result;
  const estimates = answer.estimates as Estimate[];
  const response = answer.response as { name: string; type: string } | undefined;
  const tests = testsOf(answer);
  const curves = (answer.learning_curves ?? []) as LearningCurve[];
  const noisy = (answer.noise_curves ?? []) as NoiseCurve[];
  // With the most training rows, if there are several sizes.
  const references = (measure: string): ReturnType<typeof baselineOf> =>
    baselineOf(estimates.filter((e) => e.measure === measure)
      .sort((a, b) => (b.training_rows ?? 0) - (a.training_rows ?? 0)));
  const level = answer.level === undefined ? "" : `${percent(answer.level)} `;
  const [main, ...others] = curves.length > 0
    ? [...learningPictures(curves, references, level), ...complexityPictures(curves)]
    : noisy.length > 0
      ? noisePictures(noisy, answer.noise as { kind: string; where?: string }, references, level)
      : [estimateForest(estimates, answer.verdict), differences(tests), ...posteriorPictures(tests),
        ...splitPictures(estimates)];
  const described = answer.predictions as Described | undefined;
  const about = subjects(estimates);
  const all = estimates.map((estimate) => ({ about: about(estimate), estimate }));
  return { main: main ?? null,
    warned: warned(all, [{ about: "", warnings: answer.warnings },
      ...curves.map((one) => ({ about: one.learner_name, warnings: one.warnings }))]),
    sections: [...learningTables(curves, (answer.pairs ?? []) as CurvePair[]),
      estimateTable(estimates, "Estimates", "estimates"), testsTable(tests), spreadTable(estimates),
      choiceTable(estimates),
      pictures(() => [...others, ...commonPictures(described)]), ...learnerSections(described),
      importanceCommands(answer), ...tail(result, all,
        response ? [["response", el("span", {}, named(response.name), ` (${response.type})`)]] : [])] };
}

interface OfHorizon { horizon: number; estimates: Estimate[]; warnings: Answer["warnings"] }

/** Forecasts of several horizons: all figures by horizon. */
export function horizonsPage(result: Result): Parts {
  const parts = result.answer.horizons as OfHorizon[];
  const ahead = (n: number): string => `${n} ${n === 1 ? "row" : "rows"} ahead`;
  const about = subjects(parts.flatMap((part) => part.estimates));
  const all = parts.flatMap((part) =>
    part.estimates.map((estimate) => (
      { about: `${ahead(part.horizon)}: ${about(estimate)}`, estimate, horizon: part.horizon })));
  const estimates = all.map((one) => one.estimate);
  const brief = brief_specs(estimates.map((e) => e.estimator));
  const curves = (measure: string) => {
    const of = all.filter((one) => one.estimate.measure === measure);
    return distinct(of.map((one) => line_name(one.estimate, brief)))
      .map((name) => ({ name, place: placeOf(name),
        points: of.filter((one) => line_name(one.estimate, brief) === name)
        .map(({ estimate: e, horizon }) =>
      ({ x: horizon, value: e.value, lower: e.interval?.lower ?? null,
        upper: e.interval?.upper ?? null })) }));
  };
  /** Predictions without features, which have other figures at other horizons. */
  const baselines = (measure: string) => {
    const of = all.filter((one) => one.estimate.measure === measure && one.estimate.baseline
      && estimates.every((e) => e.learner !== one.estimate.baseline!.learner));
    const points = distinct(of.map((one) => one.horizon)).map((horizon) => ({ x: horizon, lower: null,
      value: of.find((one) => one.horizon === horizon)!.estimate.baseline!.value, upper: null }));
    const name = of[0]?.estimate.baseline!.name ?? "";
    return points.length === 0 ? [] : [{ name: short(name, 40), place: placeOf(name), points }];
  };
  const [main, ...others] = distinct(estimates.map((e) => e.measure)).map((measure) => parameterPicture(
    { title: `Forecasts by horizon, in ${short(measure, 40)}`, file: "horizons", measure,
      what: "rows ahead", last: "at the farthest horizon",
      text: "A mark is the figure of forecasts for that number of rows ahead, each from models of its own"
        + `${estimates.some((e) => e.interval)
          ? `, a strip its ${intervalsOf(estimates.map((e) => e.interval))}` : ""}.`,
      curves: [...curves(measure), ...baselines(measure)] }));
  return { main: main ?? null,
    warned: warned(all, parts.map((part) => ({ about: ahead(part.horizon), warnings: part.warnings }))),
    sections: [estimateTable(estimates, "Estimates by horizon", "horizons", all.map((one) => one.horizon)),
      pictures(() => others), ...tail(result, all)] };
}

interface OfData { data: string; rows: number; estimates: Estimate[]; warnings: Answer["warnings"] }

/** An experiment: all data sets, then each. */
export function runPage(result: Result): Parts {
  const results = result.answer.results as OfData[];
  const about = subjects(results.flatMap((one) => one.estimates));
  const all = results.flatMap((one) =>
    one.estimates.map((estimate) => ({ about: `${one.data}: ${about(estimate)}`, estimate })));
  const measures = distinct(all.map((one) => one.estimate.measure));
  const learners = distinct(all.map((one) => name_of(one.estimate)));
  const cell = (of: OfData, learner: string, measure: string): Estimate | undefined =>
    of.estimates.find((e) => name_of(e) === learner && e.measure === measure
      && e.estimator === (of.estimates.find((f) => f.measure === measure)?.estimator));
  const [main, ...others] = measures.map((measure) => overview(measure, results.map((one) => one.data),
    learners, results.map((one) => learners.map((l) => cell(one, l, measure)?.value ?? null)),
    lowerIsBetter(measure)));
  return { main: main ?? null,
    warned: warned(all, results.map((one) => ({ about: one.data, warnings: one.warnings }))),
    sections: [pictures(() => others),
      ...results.map((one) => el("details", { class: "dataset" },
        el("summary", {}, named(one.data, 200), ` (${exact(one.rows)} rows)`),
        estimateTable(one.estimates, `Estimates for ${short(one.data, 80)}`, "estimates"),
        choiceTable(one.estimates),
        still ? null : el("div", { class: "pictures" }, estimateForest(one.estimates),
          ...splitPictures(one.estimates)))),
      ...tail(result, all)] };
}
