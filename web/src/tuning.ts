// Tuning: the figures of the points of a grid, the choice, and its honest figure.
import { distinct, el, named, short } from "./dom.ts";
import { baselineOf, spreadTable } from "./estimates.ts";
import { limits } from "./forest.ts";
import { pointMap } from "./matrices.ts";
import { parameterPicture } from "./parameter.ts";
import { assumptionList, design, interval_columns, lowerIsBetter, reasonList, warningList } from "./parts.ts";
import type { Parts } from "./parts.ts";
import { number, table, text } from "./table.ts";
import type { Estimate, Result } from "./data.ts";

interface Point { point: string; learner: string; value: number | null; standard_error: number | null;
  values: Record<string, string>; failures: number; chosen: number }
interface Corrected { value: number; lower: number | null; upper: number | null; level: number;
  reason?: string }

const isNumber = (x: string | undefined): boolean => x !== undefined && x !== ""
  && Number.isFinite(Number(x));

/** The unevenness of the steps between ascending numbers: the largest step over the smallest. */
function unevenness(numbers: number[]): number {
  const steps = numbers.slice(1).map((x, i) => x - numbers[i]!);
  return Math.max(...steps) / Math.min(...steps);
}

/** True for numbers that rise by factors rather than by steps. */
function byFactors(values: number[]): boolean {
  const all = distinct(values).sort((a, b) => a - b);
  return all.length > 2 && all[0]! > 0 && unevenness(all.map(Math.log)) < unevenness(all);
}

/** A curve for one numeric key; for more keys a map of the two with the most values, with the others as at
 * the chosen point. Anything else is in the table. */
function surfacePicture(all_keys: string[], all_points: Point[], chosen: string | undefined, measure: string,
  inner: string, nested: Estimate | null): HTMLElement | null {
  const valuesOf = (key: string): string[] => distinct(all_points.map((p) => p.values[key] ?? ""));
  const keys = all_keys.filter((key) => valuesOf(key).length > 1)
    .sort((a, b) => valuesOf(b).length - valuesOf(a).length).slice(0, 2)
      .sort((a, b) => all_keys.indexOf(a) - all_keys.indexOf(b));
  const others = all_keys.filter((key) => !keys.includes(key) && valuesOf(key).length > 1);
  const at = all_points.find((p) => p.point === chosen)?.values;
  if (others.length > 0 && !at) return null;
  const points = all_points.filter((p) => others.every((key) => p.values[key] === at?.[key]));
  const [first, second] = keys;
  const slice = others.length > 0
    ? `, where ${short(others.map((key) => `${key}=${at?.[key]}`).join(" and "), 120)} as at the chosen `
      + `point; the table has all ${all_points.length} points` : "";
  const what = `Figures by ${short(inner, 60)} on all rows${slice}`;
  if (first !== undefined && second === undefined && points.every((p) => isNumber(p.values[first])))
    return parameterPicture({
      title: `${measure} by ${first}`, file: "tuning", measure, what: first, band: "one standard error",
      last: "at the end", logarithmic: byFactors(points.map((p) => Number(p.values[first]))),
      text: `${what}; a strip is one standard error to each side, a ring the chosen point.`,
      chosen: at && Number(at[first]),
      reference: baselineOf(nested ? [nested] : []),
      curves: [{ name: measure, points: [...points]
        .sort((a, b) => Number(a.values[first]) - Number(b.values[first])).map((p) => ({
        x: Number(p.values[first]), value: p.value,
        lower: p.value === null || p.standard_error === null ? null : p.value - p.standard_error,
        upper: p.value === null || p.standard_error === null ? null : p.value + p.standard_error })) }],
    });
  if (first === undefined || second === undefined) return null;
  return pointMap({ title: `${measure} by ${first} and ${second}`,
    text: `${what}.`, measure, keys: [first, second],
    chosen: at && [at[first] ?? "", at[second] ?? ""],
    points: points.map((p) => ({ at: [p.values[first] ?? "", p.values[second] ?? ""], value: p.value,
      error: p.standard_error })), lower: lowerIsBetter(measure) !== false });
}

export function tunePage(result: Result): Parts {
  const { answer } = result;
  const points = answer.surface as Point[];
  const measure = answer.measure as string;
  const inner = answer.inner as string;
  const [flat, chosen] = [answer.flat, answer.chosen] as (Point & { fit_command?: string | null } | null)[];
  const nested = answer.nested as Estimate | null;
  const bounds = (answer.bounds ?? []) as Estimate[];
  const corrected = answer.bias_corrected as Corrected | null;
  const figures: [string, number | null | undefined, number | null | undefined, number | null | undefined][] =
    [
    ["nested: the learner that chooses", nested?.value, nested?.interval?.lower, nested?.interval?.upper],
    ["flat: too good, not to be reported", flat?.value, null, null],
    ...(nested?.flat_measure === measure
      ? [["flat in the fits of the nested figure, on average", nested.flat, null,
        null] as typeof figures[number]] : []),
    ["bias-corrected", corrected?.value, corrected?.lower, corrected?.upper],
    ...bounds.map((e) => [`bound ${e.estimator}`, e.value, e.bound?.lower,
      e.bound?.upper] as typeof figures[number])];
  const within = answer.one_standard_error as Point | null;
  const remarks = (point: string): string => [...(point === flat?.point ? ["best"] : []),
    ...(point === within?.point ? ["first within one standard error"] : [])].join(", ");
  const drawn = surfacePicture(answer.keys as string[], points, (chosen ?? flat)?.point, measure, inner,
    nested);
  return { main: drawn,
    warned: warningList([{ about: "", warnings: answer.warnings ?? [] },
      ...(nested ? [{ about: "nested", warnings: nested.warnings }] : [])]),
    sections: [
    table("Figures of the choice", "choice",
      [{ name: "figure" }, { name: measure, numeric: true }, ...interval_columns()],
      figures.filter((one) => one[1] != null || one[3] != null), ([what, value, lower, upper]) => [text(what),
        number(value), { shown: limits({ lower, upper }) || "–", value: lower ?? null },
        { shown: null, value: upper ?? null }]),
    table("Points of the grid", "points",
      [{ name: "point" }, { name: measure, numeric: true }, { name: "standard error", numeric: true },
        { name: "remark" }, { name: "chosen in fits", numeric: true }, { name: "failed fits", numeric: true },
        { name: "learner", only_csv: true }],
      points, (p) => [text(p.point), number(p.value), number(p.standard_error), text(remarks(p.point)),
        number(nested ? p.chosen : null), number(p.failures || null), text(p.learner)]),
    spreadTable(nested ? [nested] : []),
    reasonList([nested?.reason, ...bounds.map((e) => (e.bound ? undefined : e.reason)), corrected?.reason]),
    assumptionList([nested?.interval?.assumptions, ...bounds.map((e) => e.bound?.assumptions)]),
    design(result, [...(nested ? [["honest figure", named(nested.estimator)] as [string, Node]] : []),
      ...(chosen ? [["for all rows", named(chosen.learner, 400)] as [string, Node],
        ...(chosen.fit_command ? [["trains it", el("code", {}, named(chosen.fit_command, 800))] as [string,
          Node]] : [])] : [])])] };
}
