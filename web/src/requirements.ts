// What was required of figures (`--require`), with the limits that decide.
import { distinct, named, outward, percent, readable } from "./dom.ts";
import type { Requirement } from "./data.ts";
import { forest } from "./forest.ts";
import { number, table, text } from "./table.ts";
import type { Cell } from "./table.ts";

export function requirementForest(all: Requirement[]): HTMLElement | null {
  return all.length === 0 ? null : forest({
    title: "Requirements and the limits that decide", file: "requirements",
    text: `A mark is the figure, its line goes to the one-sided limit at ${
      distinct(all.map((one) => percent(one.level))).join(", ")}, the upright stroke is what is required. A `
      + "requirement is decided if the line does not reach the stroke.",
    panels: distinct(all.map((one) => one.measure)).map((measure) => ({ axis: measure,
      lines: all.filter((one) => one.measure === measure).map((one) => ({ name: one.text, value: one.value,
        lower: one.at_least, upper: one.at_most, baseline: one.bound, outwards: true,
        more: [`required: ${readable(one.bound)}`, states[one.state] ?? one.state] })) })),
  });
}

const states: Record<string, string> = { shown: "met", refuted: "not met", undecided: "not decided" };

const limit = (x: number | null | undefined, up: boolean): Cell => ({
  shown: readable(x == null ? x : outward(x, up)), value: x ?? null });

export function requirementTable(all: Requirement[]): HTMLElement | null {
  return all.length === 0 ? null : table("Requirements", "requirements",
    [{ name: "requirement" }, { name: "state" }, { name: "figure", numeric: true },
      { name: "at least", numeric: true }, { name: "at most", numeric: true },
      { name: "confidence", numeric: true }, { name: "look" }, { name: "ln E", numeric: true },
      { name: "rows that decide in half of cases", numeric: true },
      { name: "in four of five", numeric: true }],
    all, (one) => [text(one.text, named(one.text, 200)), text(one.state, states[one.state] ?? one.state),
      number(one.value), limit(one.at_least, false), limit(one.at_most, true),
      { shown: percent(one.level), value: one.level },
      one.look ? text(`${one.look.number} of ${one.look.of}`) : { shown: "–", value: null },
      number(one.log_e), number(one.decides_half), number(one.decides_most)]);
}
