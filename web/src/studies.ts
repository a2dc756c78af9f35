// Studies of estimators: how far their figures lie from the truth, which is known there.
import type { Result, Warning } from "./data.ts";
import { distinct, named, short } from "./dom.ts";
import { forest } from "./forest.ts";
import { parameterPicture } from "./parameter.ts";
import { brief_specs, design, pictures, warningList } from "./parts.ts";
import type { Parts } from "./parts.ts";
import { number, table, text } from "./table.ts";
import type { Cell, Column } from "./table.ts";
import { term } from "./terms.ts";

interface Truth { rows: number; learner_name: string; measure: string; mean: number | null;
  standard_error: number | null; standard_deviation: number | null; best_possible: number | null;
  fresh_rows: number }
interface Studied { rows: number; learner_name: string; estimator: string; measure: string;
  mean: number | null; bias: number | null; bias_standard_error: number | null;
  standard_deviation: number | null; rmse: { model: number | null; procedure: number | null };
  intervals: { covered_model: number | null; covered_procedure: number | null; length: number | null } }

/** A figure and one standard deviation to each side. */
const around = (mean: number | null, sd: number | null): { value: number | null; lower: number | null;
  upper: number | null } => ({ value: mean, lower: mean === null || sd === null ? null : mean - sd,
  upper: mean === null || sd === null ? null : mean + sd });

function picture(truths: Truth[], studied: Studied[], of: string, measure: string): HTMLElement {
  const best = truths.find((t) => t.best_possible !== null)?.best_possible;
  const reference = typeof best === "number" ? { value: best, name: "best possible predictor" } : undefined;
  const title = `Estimates of the ${short(measure, 40)} of ${short(of, 40)}, and the truth`;
  const words = "A mark is the mean over the samples, with one standard deviation to each side. The truth is "
    + "the mean error of the models of all rows, on fresh rows: where a curve lies above it, the estimator "
    + "is biased upwards.";
  const estimators = distinct(studied.map((one) => one.estimator));
  const brief = brief_specs(estimators);
  const named_so = (estimator: string): string => brief.get(estimator) ?? estimator;
  if (distinct(truths.map((t) => t.rows)).length === 1) {
    const of_truth = truths[0]!;
    return forest({ title, file: "study", text: words, panels: [{ axis: measure, reference,
      lines: [{ name: "truth", ...around(of_truth.mean, of_truth.standard_deviation) },
        ...studied.map((one) =>
          ({ name: named_so(one.estimator), ...around(one.mean, one.standard_deviation) }))] }] });
  }
  return parameterPicture({ title, file: "study", measure, what: "rows", band: "one standard deviation",
    logarithmic: true, last: "with the most rows", reference, text: words,
    curves: [{ name: "truth",
      points: truths.map((t) => ({ x: t.rows, ...around(t.mean, t.standard_deviation) })) },
    ...estimators.map((spec) => ({ name: named_so(spec),
      points: studied.filter((one) => one.estimator === spec)
      .map((one) => ({ x: one.rows, ...around(one.mean, one.standard_deviation) })) }))] });
}

export function studyPage(result: Result): Parts {
  const { answer } = result;
  const truths = (answer.truths ?? []) as unknown as Truth[];
  const studied = (answer.estimators ?? []) as unknown as Studied[];
  const learner: Column = { name: "learner", fact: true };
  const who = (one: { rows: number; learner_name: string }): Cell[] =>
    [number(one.rows), text(one.learner_name, named(one.learner_name))];
  const measured = (name: string): Cell => text(name, term(name, "measure"));
  const numeric = (...names: string[]): Column[] => names.map((name) => ({ name, numeric: true }));
  const kinds = distinct(truths.map((t) => JSON.stringify([t.learner_name, t.measure])));
  const [main, ...further] = kinds.map((kind) => {
    const [of, measure] = JSON.parse(kind) as [string, string];
    const same = (one: { learner_name: string; measure: string }): boolean =>
      one.learner_name === of && one.measure === measure;
    return picture(truths.filter(same), studied.filter(same), of, measure);
  });
  return { main: main ?? null,
  warned: warningList([{ about: "", warnings: (answer.warnings ?? []) as Warning[] }]),
  sections: [
    pictures(() => further),
    table("Estimators", "estimators", [...numeric("rows"), learner, { name: "estimator", fact: true },
      { name: "measure", fact: true },
      ...numeric("mean", "bias", "its std. error", "std. dev.", "rmse, model", "rmse, procedure",
        "covers model", "covers procedure", "length")],
    studied, (one) => [...who(one), text(one.estimator, named(one.estimator)), measured(one.measure),
      ...[one.mean, one.bias, one.bias_standard_error, one.standard_deviation, one.rmse.model,
        one.rmse.procedure, one.intervals.covered_model, one.intervals.covered_procedure,
        one.intervals.length].map(number)]),
    table("The errors of the models of all rows, on fresh rows", "truths", [...numeric("rows"), learner,
      { name: "measure", fact: true },
      ...numeric("mean", "std. error", "std. dev.", "best possible", "fresh rows")],
    truths, (t) => [...who(t), measured(t.measure), ...[t.mean, t.standard_error, t.standard_deviation,
      t.best_possible, t.fresh_rows].map(number)]),
    design(result),
  ] };
}
