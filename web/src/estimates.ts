// Estimates of learners: `unseen estimate`, `unseen run`, and bounds from the fits of a store.
import { differences, testsOf, testsTable } from "./comparisons.ts";
import { distinct, el, exact, named, percent, readable, short } from "./dom.ts";
import type { Child } from "./dom.ts";
import type { Answer, Comparison, CurvePair, Estimate, LearningCurve, NoiseCurve, Result } from "./data.ts";
import { forest } from "./forest.ts";
import { complexityPictures, learningAnswer, learningPictures, noiseAnswer, noisePictures } from "./learning.ts";
import { overview } from "./matrices.ts";
import { assumptionList, pictures, brief_specs, confidence, design, failures, guaranteeCell, intervalCells, interval_columns, lowerIsBetter, measureInWords, reasonList, sentences, spec_list, targetCell, valueCell, warningList, warningsCell } from "./parts.ts";
import { parameterPicture } from "./parameter.ts";
import { splitFigures } from "./splits.ts";
import { number, table, text } from "./table.ts";
import { heading, term } from "./terms.ts";

/** Which learner is better, by one estimator and measure. */
interface Shown { estimator: string; measure: string; text: string }

const name_of = (e: Estimate): string => e.learner_name || e.learner;

/** The best value, or none if the measure has no direction or there are no values. */
function best(of: Estimate[]): Estimate | undefined {
  const lower = lowerIsBetter(of[0]?.measure ?? "");
  const known = of.filter((e) => e.value !== null);
  if (lower === null) return known.length === 1 ? known[0] : undefined;
  return known.reduce<Estimate | undefined>((a, e) => (a === undefined || (lower ? e.value! < a.value! : e.value! > a.value!) ? e : a), undefined);
}

/** How many of many others are shown to be worse. */
function clearlyWorse(winner: Estimate, others: number, tests: Comparison[], level: number): string {
  const sign = lowerIsBetter(winner.measure) ? 1 : -1;
  const of = tests.filter((c) => c.primary && c.estimator === winner.estimator && c.measure === winner.measure && [c.a, c.b].includes(name_of(winner)));
  const worse = of.filter((c) => (c.p_value_adjusted ?? c.p_value ?? 1) <= 1 - level + 1e-12 && sign * (c.difference ?? 0) * (c.a === name_of(winner) ? 1 : -1) < 0).length;
  const at = `at the ${percent(1 - level)} level`;
  return worse === 0 ? `None of the other ${others} is shown to be worse ${at}: the differences may be chance.`
    : worse === others ? `All of the other ${others} are shown to be worse ${at}.`
    : `Of the other ${others}, ${worse} ${worse === 1 ? "is" : "are"} shown to be worse ${at}; the differences to the rest may be chance.`;
}

function answerOf(estimates: Estimate[], shown: Shown[] = [], tests: Comparison[] = [], level = 0.95): HTMLElement {
  // By a way of estimating that says something about new rows, best also how sure it is; of these one with few warnings and many fits.
  const worth = (e: Estimate): number => (e.target === "none" ? 0 : e.interval ? 2 : 1);
  const first = [...estimates].sort((a, b) => worth(b) - worth(a) || a.warnings.length - b.warnings.length || b.fits - a.fits)[0];
  if (!first) return sentences(["This result holds no estimate."]);
  const same = estimates.filter((e) => e.measure === first.measure && e.estimator === first.estimator);
  const winner = best(same);
  if (!winner) {
    return sentences(["No learner can be called the best: ", same.every((e) => e.value === null) ? `none of these estimates exists${same.every((e) => e.fits > 0 && e.failures === e.fits) ? ", because all fits failed" : ""}.` : "the measure has no better and worse."],
      ["The tables below say why."]);
  }
  const brief = brief_specs(estimates.map((e) => e.estimator));
  const about = winner.target === "none" ? "on the very rows that it was trained on, which says nothing about new ones" : "on rows that it has not seen";
  const others = same.length - 1;
  // Each of the intervals of all models has a higher level; that of all is the level of the single one.
  const together = winner.simultaneous && winner.interval ? { ...winner.simultaneous, level: winner.interval.level } : winner.interval;
  const tested = shown.find((one) => one.measure === winner.measure && one.estimator === winner.estimator);
  return sentences(
    [others > 0 ? `Of ${same.length} learners, ` : "For ", el("b", {}, named(name_of(winner))), others > 0 ? " has the best " : ", the ", term(winner.measure, "measure"), measureInWords(winner.measure),
      others > 0 ? `: about ` : ` is about `, el("b", {}, readable(winner.value)), ` ${about}`, ", by ", term(brief.get(winner.estimator) ?? "", "estimator", winner.estimator), "."],
    [...confidence(together, winner.reason, winner.bound), others === 0 ? null : winner.simultaneous ? ` This allows for its being picked as the best of ${same.length}. ` : ` Being picked as the best of ${same.length} flatters it a little. `,
      others === 0 ? null : tested && others > 3 ? clearlyWorse(winner, others, tests, level) : tested ? named(tested.text.replace(`${name_of(winner)} has the best mean ${winner.measure} on this data set. `, ""), 2000) : `Whether the ${others === 1 ? "other is" : "others are"} really worse was not tested.`,
      winner.failures > 0 ? ` ${winner.failures} of its ${winner.fits} fits failed and are left out.` : null]);
}

/** `horizons`: that of each estimate, if there are several. */
function estimateTable(estimates: Estimate[], title: string, file: string, horizons?: number[]): HTMLElement {
  const bounds = estimates.some((e) => e.bound);
  const failed = estimates.some((e) => e.failures > 0);
  const together = estimates.some((e) => e.simultaneous);
  const brief = brief_specs(estimates.map((e) => e.estimator));
  const columns = [...(horizons ? [{ name: "rows ahead", numeric: true }] : []), { name: "learner" }, { name: "estimator", head: heading("estimator") }, { name: "measure", head: heading("measure") },
    { name: "estimate", head: heading("estimate"), numeric: true }, ...interval_columns(), ...(together ? interval_columns("of all models") : []),
    { name: "target", head: heading("target") }, { name: "guarantee", head: heading("guarantee") },
    ...(bounds ? [{ name: "bound", head: heading("bound"), numeric: true }] : []), ...(failed ? [{ name: "failed fits", head: heading("failed"), numeric: true }] : []),
    { name: "warnings" }];
  return table(title, file, columns, estimates.map((e, i) => [
    ...(horizons ? [number(horizons[i])] : []), text(name_of(e), term(name_of(e), "learner", e.learner)), text(e.estimator, term(short(brief.get(e.estimator) ?? "", 40), "estimator", e.estimator)), text(e.measure, term(e.measure, "measure")),
    valueCell(e.value, e.reason),
    ...intervalCells(e.interval, e.value === null ? undefined : e.reason), ...(together ? intervalCells(e.simultaneous ?? null, undefined) : []),
    targetCell(e.target, e.interval, e.training_rows), guaranteeCell(e.interval),
    ...(bounds ? [number(e.bound?.upper)] : []), ...(failed ? [number(e.failures)] : []), warningsCell(e.warnings)]));
}

/** How much the repeats differ, and the figure of the rows that a model was trained on. */
function spreadTable(all: Estimate[]): HTMLElement | null {
  const estimates = all.filter((e) => e.repeat_spread || e.training);
  if (estimates.length === 0) return null;
  const brief = brief_specs(estimates.map((e) => e.estimator));
  const columns = ["repeats", "standard deviation", "smallest", "largest", "on training rows"].map((name) => ({ name, numeric: true }));
  return table("Single repeats and training rows", "repeats", [{ name: "learner" }, { name: "estimator" }, { name: "measure" }, ...columns], estimates.map((e) => [
    text(name_of(e), named(name_of(e))), text(e.estimator, short(brief.get(e.estimator) ?? "", 40)), text(e.measure),
    ...[e.repeat_spread?.repeats, e.repeat_spread?.standard_deviation, e.repeat_spread?.least, e.repeat_spread?.most, e.training?.value].map((v) => number(v))]));
}

const line_name = (e: Estimate, brief: Map<string, string>): string => (brief.size > 1 ? `${name_of(e)}, ${brief.get(e.estimator)}` : name_of(e));

function picturesOf(estimates: Estimate[]): HTMLElement[] {
  const made: HTMLElement[] = [];
  const brief = brief_specs(estimates.map((e) => e.estimator));
  const estimators = [...brief.keys()];
  const measures = distinct(estimates.filter((e) => e.value !== null || e.bound?.upper != null).map((e) => e.measure));
  if (measures.length > 0) {
    made.push(forest({
      title: "Estimates and their intervals", file: "estimates",
      text: "A mark is an estimate, a line its interval, an arrow head an upper bound. A mark without a line has no interval.", series: estimators.length > 1 ? estimators.map((e) => short(brief.get(e) ?? "", 40)) : undefined,
      panels: measures.map((measure) => ({
        axis: measure,
        lines: estimates.filter((e) => e.measure === measure).map((e) => ({
          name: line_name(e, brief), series: estimators.indexOf(e.estimator), value: e.value, lower: e.interval?.lower ?? null, upper: e.interval?.upper ?? null, bound: e.bound?.upper ?? null,
          more: [`estimator: ${short(e.estimator, 120)}`, `target: ${e.target}`],
        })),
      })),
    }));
  }
  for (const measure of measures) {
    const drawn = splitFigures(measure, estimates.filter((e) => e.measure === measure && (e.per_split?.length ?? 0) > 1)
      .map((e) => ({ name: line_name(e, brief), value: e.value, splits: e.per_split ?? [] })));
    if (drawn) made.push(drawn);
  }
  return made;
}

const facts = (estimates: Estimate[]): [string, Child][] => [
  ["learners", spec_list(estimates.map((e) => e.learner), "learner")], ["estimators", spec_list(estimates.map((e) => e.estimator), "estimator")],
];
const about = (e: Estimate): string => `${name_of(e)}, ${e.estimator}, ${e.measure}`;

function tail(result: Result, estimates: { about: string; estimate: Estimate }[], warnings: { about: string; warnings: Answer["warnings"] }[], more: [string, Child][] = []): (HTMLElement | null)[] {
  return [
    warningList([...warnings.map((one) => ({ about: one.about, warnings: one.warnings ?? [] })), ...estimates.map((one) => ({ about: one.about, warnings: one.estimate.warnings }))]),
    reasonList(estimates.map((one) => (one.estimate.value === null || !one.estimate.interval ? one.estimate.reason : undefined))),
    assumptionList(estimates.flatMap((one) => [one.estimate.interval?.assumptions, one.estimate.bound?.assumptions])),
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
  const tables = [estimateTable(estimates, "Estimates", "estimates"), testsTable(tests), spreadTable(estimates)];
  const body = curves.length > 0 ? [learningAnswer(curves, answer.pairs as CurvePair[] | undefined, tests), pictures(...learningPictures(curves), ...complexityPictures(curves)), ...tables]
    : noisy.length > 0 ? [noiseAnswer(noisy, answer.pairs as CurvePair[] | undefined, tests), pictures(...noisePictures(noisy, answer.noise as { kind: string; where?: string })), ...tables]
    : [answerOf(estimates, answer.shown as Shown[] | undefined, tests, answer.level as number | undefined), ...tables, pictures(...picturesOf(estimates), differences(tests))];
  return [...body,
    ...tail(result, estimates.map((estimate) => ({ about: about(estimate), estimate })), [{ about: "", warnings: answer.warnings }],
      response ? [["response", el("span", {}, named(response.name), ` (${response.type})`)]] : [])];
}

interface OfHorizon { horizon: number; estimates: Estimate[]; shown?: Shown[]; comparisons?: Comparison[]; level?: number; warnings: Answer["warnings"] }

/** Forecasts of several horizons: the best learner of the nearest and the farthest, and all figures by horizon. */
export function horizonsPage(result: Result): (HTMLElement | null)[] {
  const parts = result.answer.horizons as OfHorizon[];
  const ahead = (n: number): string => `${n} ${n === 1 ? "row" : "rows"} ahead`;
  const all = parts.flatMap((part) => part.estimates.map((estimate) => ({ about: `${ahead(part.horizon)}: ${about(estimate)}`, estimate, horizon: part.horizon })));
  const estimates = all.map((one) => one.estimate);
  const brief = brief_specs(estimates.map((e) => e.estimator));
  const curves = (measure: string) => {
    const of = all.filter((one) => one.estimate.measure === measure);
    return distinct(of.map((one) => line_name(one.estimate, brief))).map((name) => ({ name, points: of.filter((one) => line_name(one.estimate, brief) === name).map(({ estimate: e, horizon }) =>
      ({ x: horizon, value: e.value, lower: e.interval?.lower ?? null, upper: e.interval?.upper ?? null })) }));
  };
  return [
    ...[parts[0]!, parts.at(-1)!].flatMap((part) => [el("h3", {}, `Forecasts ${ahead(part.horizon)}`), answerOf(part.estimates, part.shown, testsOf(part as unknown as Answer), part.level)]),
    pictures(...distinct(estimates.map((e) => e.measure)).map((measure) => parameterPicture({ title: `Forecasts by horizon, in ${short(measure, 40)}`, file: "horizons", measure, what: "rows ahead", last: "at the farthest horizon",
      text: "A mark is the figure of forecasts so many rows ahead, each from models of its own.", curves: curves(measure) }))),
    estimateTable(estimates, "Estimates by horizon", "horizons", all.map((one) => one.horizon)),
    ...tail(result, all, parts.map((part) => ({ about: ahead(part.horizon), warnings: part.warnings })))];
}

interface OfData { data: string; rows: number; estimates: Estimate[]; warnings: Answer["warnings"] }

/** An experiment: all data sets, then each. */
export function runPage(result: Result): (HTMLElement | null)[] {
  const results = result.answer.results as OfData[];
  const all = results.flatMap((one) => one.estimates.map((estimate) => ({ about: `${one.data}: ${about(estimate)}`, estimate })));
  const measures = distinct(all.map((one) => one.estimate.measure));
  const learners = distinct(all.map((one) => name_of(one.estimate)));
  const first = all[0]?.estimate;
  const cell = (of: OfData, learner: string, measure: string): Estimate | undefined =>
    of.estimates.find((e) => name_of(e) === learner && e.measure === measure && e.estimator === (of.estimates.find((f) => f.measure === measure)?.estimator));
  const wins = new Map<string, number>();
  const asked = first ? results.filter((one) => one.estimates.some((e) => e.measure === first.measure)) : [];
  for (const one of asked) {
    const winner = best(learners.map((l) => cell(one, l, first!.measure)).filter((e): e is Estimate => e !== undefined));
    if (winner && lowerIsBetter(winner.measure) !== null) wins.set(name_of(winner), (wins.get(name_of(winner)) ?? 0) + 1);
  }
  const count = Math.max(0, ...wins.values());
  const leaders = [...wins].filter(([, of]) => of === count).map(([name]) => name);
  const head = !first || count === 0 ? sentences([`The experiment has ${learners.length} learners on ${results.length} data sets.`], ["No figure tells which of them is the best."])
    : sentences(
      [`Of ${learners.length} learners, `, el("b", {}, named(leaders.join(" and "))), leaders.length > 1 ? " have the best " : " has the best ", term(first.measure, "measure"), measureInWords(first.measure), ` most often: ${leaders.length > 1 ? "each " : ""}on ${count} of ${asked.length} data sets.`],
      [`That alone does not make ${leaders.length > 1 ? "them" : "it"} better on new data sets; unseen compare results tests whether the differences can be chance.`]);
  return [head,
    pictures(...measures.map((measure) => overview(measure, results.map((one) => one.data), learners,
      results.map((one) => learners.map((l) => cell(one, l, measure)?.value ?? null)), lowerIsBetter(measure)))),
    ...results.map((one) => el("details", { class: "dataset", open: results.length <= 4 }, el("summary", {}, named(one.data, 200), ` (${exact(one.rows)} rows)`),
      estimateTable(one.estimates, `Estimates for ${short(one.data, 80)}`, "estimates"), ...picturesOf(one.estimates))),
    ...tail(result, all, results.map((one) => ({ about: one.data, warnings: one.warnings })))];
}
