// Tuning: the figures of the points of a grid, what they choose, and the honest figure.
import { el, exact, named, readable, short } from "./dom.ts";
import { pointMap } from "./matrices.ts";
import { parameterPicture } from "./parameter.ts";
import { confidence, design, lowerIsBetter, measureInWords, pictures, sentences, warningList } from "./parts.ts";
import { number, table, text } from "./table.ts";
import { term } from "./terms.ts";
import type { Estimate, Result } from "./data.ts";

interface Point { point: string; learner: string; value: number | null; standard_error: number | null; values: Record<string, string>; failures: number; chosen: number }
interface Corrected { value: number; lower: number; upper: number }

const isNumber = (x: string | undefined): boolean => x !== undefined && x !== "" && Number.isFinite(Number(x));

/** One key of numbers: a curve; two keys: a map; else the table shows them. */
function surfacePicture(keys: string[], points: Point[], measure: string, inner: string): HTMLElement | null {
  const [first, second] = keys;
  const what = `Figures by ${short(inner, 60)} on all rows`;
  if (first !== undefined && keys.length === 1 && points.every((p) => isNumber(p.values[first])))
    return parameterPicture({
      title: `${measure} by ${first}`, file: "tuning", measure, what: first, band: "one standard error", last: "at the end",
      text: `${what}; a strip is one standard error to each side.`,
      curves: [{ name: measure, points: [...points].sort((a, b) => Number(a.values[first]) - Number(b.values[first])).map((p) => ({
        x: Number(p.values[first]), value: p.value, lower: p.value === null || p.standard_error === null ? null : p.value - p.standard_error,
        upper: p.value === null || p.standard_error === null ? null : p.value + p.standard_error })) }],
    });
  if (first === undefined || second === undefined || keys.length !== 2) return null;
  return pointMap({ title: `${measure} by ${first} and ${second}`, text: `${what}. The stronger the colour, the better.`, measure, keys: [first, second],
    points: points.map((p) => ({ at: [p.values[first] ?? "", p.values[second] ?? ""], value: p.value, error: p.standard_error })), lower: lowerIsBetter(measure) !== false });
}

export function tunePage(result: Result): (HTMLElement | null)[] {
  const { answer } = result;
  const points = answer.surface as Point[];
  const measure = answer.measure as string;
  const inner = answer.inner as string;
  const [flat, chosen] = [answer.flat, answer.chosen] as (Point & { fit_command?: string } | null)[];
  const nested = answer.nested as Estimate | null;
  const corrected = answer.bias_corrected as Corrected | null;
  const head = !flat || !chosen ? sentences(["No point has a figure on every split, so that there is nothing to choose by."]) : sentences(
    nested && nested.value !== null
      ? ["The ", term(measure, "measure"), measureInWords(measure), " of the learner that chooses among ", exact(points.length), " points and then trains is about ", el("b", {}, readable(nested.value)), " on rows that it has not seen. ", ...confidence(nested.interval, nested.reason)]
      : ["The nested figure, which is the honest one, was left out."],
    [`The best point alone, ${short(flat.point, 80)}, shows ${readable(flat.value)}: the best of many on the rows that chose it, which is too good.`,
      corrected ? ` Judged on rows left out of the choice it is about ${readable(corrected.value)} (between ${readable(corrected.lower)} and ${readable(corrected.upper)}).` : null],
    ["Trained on all rows, the choice is ", el("b", {}, named(chosen.learner, 400)), chosen.point === flat.point ? null : ", by the one-standard-error rule", "."]);
  const drawn = surfacePicture(answer.keys as string[], points, measure, inner);
  return [head,
    drawn && pictures(drawn),
    table("Points of the grid", "points", [{ name: "point" }, { name: measure, numeric: true }, { name: "standard error", numeric: true }, { name: "chosen in fits", numeric: true }, { name: "failed fits", numeric: true }, { name: "learner", only_csv: true }],
      points.map((p) => [text(p.point), number(p.value), number(p.standard_error), number(nested ? p.chosen : null), number(p.failures || null), text(p.learner)])),
    warningList([{ about: "", warnings: answer.warnings ?? [] }, ...(nested ? [{ about: "nested", warnings: nested.warnings }] : [])]),
    design(result, [["learner", named(String(answer.learner), 400)], ["splits of the grid", named(inner)], ...(nested ? [["honest figure", named(nested.estimator)] as [string, string | HTMLElement]] : [])])];
}
