// The importance of features: how much worse a learner predicts if it sees their cells permuted.
import type { Estimate, Interval, Result, Warning } from "./data.ts";
import { percent, short } from "./dom.ts";
import { few_lines, forest } from "./forest.ts";
import { assumptionList, design, intervalCells, interval_columns, reasonList,
  valueCell, warningList } from "./parts.ts";
import type { Parts } from "./parts.ts";
import { number, table, text } from "./table.ts";

interface Importance { feature: string; value: number | null; interval: Interval | null; reason?: string;
  test: string | null; p_value_adjusted: number | null; permuted: number | null;
  warnings: Warning[] }

export function importancePage(result: Result): Parts {
  const { answer } = result;
  const features = answer.importances as Importance[];
  const figure = answer.figure as Estimate;
  const measure = answer.measure as string;
  const drawn = features.filter((one) => one.value !== null);
  const main = drawn.length === 0 ? null : forest({
    title: "Importance of the features", file: "importance", few: Math.min(drawn.length, 2 * few_lines),
    which: "most important ",
    text: `Marks show how much worse ${short(measure, 40)} becomes with a feature's cells from other rows, `
      + (drawn.some((one) => one.interval)
        ? `lines their intervals, which hold together at ${percent(answer.level as number)}. One that lies `
          + "right of 0 shows that the predictions need the feature."
        : "without intervals, because no test compares such figures."),
    panels: [{ axis: `${measure} worse by`, reference: { value: 0, name: "no difference" },
      lines: drawn.map((one) => ({ name: one.feature, value: one.value, lower: one.interval?.lower ?? null,
        upper: one.interval?.upper ?? null })) }] });
  return { main, warned: warningList([{ about: "", warnings: answer.warnings ?? [] },
    { about: figure.learner_name || figure.learner, warnings: figure.warnings },
    ...features.map((one) => ({ about: one.feature, warnings: one.warnings }))]),
  sections: [
    table("Features", "features", [{ name: "feature" }, { name: "importance", numeric: true },
      ...interval_columns(), { name: "adjusted p", numeric: true },
      { name: `${measure} permuted`, numeric: true }],
    features, (one) => [text(one.feature), valueCell(one.value, one.reason),
      ...intervalCells(one.interval, one.value === null ? undefined : one.reason),
      number(one.p_value_adjusted), number(one.permuted)]),
    table("With all features as they are", "figure", [{ name: "learner" },
      { name: "estimate", numeric: true }, ...interval_columns()],
    [figure], (one) => [text(one.learner_name || one.learner), valueCell(one.value, one.reason),
      ...intervalCells(one.interval, one.reason)]),
    reasonList(features.map((one) => one.reason)),
    assumptionList([figure.interval?.assumptions,
      features.find((one) => one.interval)?.interval?.assumptions]),
    design(result, [], ["learner_name"])] };
}
