// Bounds from counts, and any other answer of `unseen`: its facts and its JSON.
import { el, exact, named } from "./dom.ts";
import type { Result, Warning } from "./data.ts";
import { forest } from "./forest.ts";
import { estimatePage } from "./estimates.ts";
import { assumptionList, design, folded, sentences, warningList } from "./parts.ts";
import type { Parts } from "./parts.ts";
import { number, table, text } from "./table.ts";
import { term } from "./terms.ts";

export function boundPage(result: Result): Parts {
  const { answer } = result;
  if (Array.isArray(answer.estimates)) return estimatePage(result); // from the fits of a store
  const [value, lower, upper] = ([answer.value, answer.lower, answer.upper] as unknown[])
    .map((x) => (typeof x === "number" ? x : null));
  const two = answer.two_sided as { lower: number | null; upper: number | null } | null | undefined;
  const rows: [string, number | null | undefined][] =
    [["value", value], ["upper bound", upper], ["lower bound", lower],
    ["two-sided, lower", two?.lower], ["two-sided, upper", two?.upper]];
  return { main: forest({ title: "The bound", file: "bound",
    text: "The mark is the share of errors that was counted, the line goes from the lower to the upper "
      + "two-sided bound, the arrow head is the one-sided upper bound.",
    panels: [{ axis: "error", within: [0, 1],
      lines: [{ name: String(answer.kind ?? "bound"), value: value ?? null, lower: two?.lower ?? null,
        upper: two?.upper ?? null, bound: upper ?? null }] }] }),
  warned: warningList([{ about: "", warnings: (answer.warnings ?? []) as Warning[] }]),
  sections: [
    table("Bound", "bound", [{ name: "what" }, { name: "value", numeric: true }],
      rows.filter(([, v]) => v !== null && v !== undefined), ([what, v]) => [text(what), number(v)]),
    assumptionList([answer.assumptions]),
    design(result, [["guarantee", term(String(answer.guarantee ?? ""), "guarantee")],
      ...Object.entries((answer.inputs ?? {}) as Record<string, unknown>).map(([name, v]) =>
      [name.replaceAll("_", " "),
        named(Array.isArray(v) ? v.map((x) => exact(x as number)).join(", ") : String(v), 400)] as [string,
          Node])],
    ["value", "upper", "lower", "complement", "guarantee"]),
  ] };
}

/** The JSON of an answer without a page of its own. */
export function otherPage(result: Result): Parts {
  return { main: result.answer.verdict ? null
    : sentences(["This result has no pictures; here is what it says."]),
  sections: [design(result), folded("The answer as JSON",
    el("pre", { tabindex: 0 }, JSON.stringify(result.answer, null, 2)))] };
}
