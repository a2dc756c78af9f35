// Parts of the pages of all kinds of answers: sentences, warnings, the design, failures.
import { distinct, el, exact, named, percent, readable } from "./dom.ts";
import { heading, term, told } from "./terms.ts";
import type { Child } from "./dom.ts";
import { number } from "./table.ts";
import type { Cell, Column } from "./table.ts";
import { still } from "./still.ts";
import type { Interval, Result, Warning } from "./data.ts";

/** The parts of a page: the picture that answers, what was warned of in words, and the sections below. */
export interface Parts { main?: HTMLElement | null; warned?: HTMLElement | null;
  sections: (HTMLElement | null)[] }

/** The pictures besides the main one, which are only made for pages with a script. */
export function pictures(make: () => Child[]): HTMLElement | null {
  const all = still ? [] : make();
  return all.some(Boolean) ? section("Pictures", el("div", { class: "pictures" }, ...all)) : null;
}
export const section = (title: string, ...children: Child[]): HTMLElement =>
  el("section", {}, el("h3", {}, title), ...children);

/** What is long, or wanted by few; its title stands in the list of contents. */
export const folded = (title: string, ...children: Child[]): HTMLElement =>
  el("details", { class: "fold" }, el("summary", {}, el("h3", {}, title)), ...children);

/** The sentences of the answer, each as a paragraph. */
export const sentences = (...children: Child[][]): HTMLElement | null => (children.length === 0 ? null
  : el("section", { class: "answer" }, ...children.map((one) => el("p", {}, ...one))));

/** Whether lower figures of a measure are better; null if neither lower nor higher ones are. */
export function lowerIsBetter(name: string): boolean | null {
  const better = told(name, "measure", "better");
  return better === "lower" ? true : better === "higher" ? false : null;
}

/** "95 % intervals": the word with the level, or the lowest and highest one. */
export function intervalsOf(all: (Interval | null | undefined)[]): string {
  const levels = all.flatMap((one) => (one ? [one.level] : [])).sort((a, b) => a - b);
  const ends = distinct([levels[0], levels.at(-1)].filter((level) => level !== undefined).map(percent));
  return [ends.join(" to "), "intervals"].join(ends.length ? " " : "");
}

/** An interval, or why there is none: one visible column, and two in CSV. `of`: the models for which it holds
 * together; `measure`: if a row has intervals of several. */
export const interval_columns = (of = "", measure = ""): Column[] => {
  const name = (end: string): string => [end, of, measure].filter(Boolean).join(" ");
  return [{ name: name("lower"), head: of || heading("interval"), numeric: true },
    { name: name("upper"), only_csv: true }];
};
export function intervalCells(interval: Interval | null, reason: string | undefined): Cell[] {
  const end = (x: number | null, infinite: string): string => (x === null ? infinite : readable(x));
  if (interval) return [{ shown: `${end(interval.lower, "−∞")} … ${end(interval.upper, "∞")}`,
    value: interval.lower }, { shown: null, value: interval.upper }];
  return [{ shown: reason ? none(reason) : "–", value: null }, { shown: "–", value: null }];
}
/** The word "none" with its explanation. */
const none = (reason: string): HTMLElement => term("none", "reason", reason);
export const valueCell =
  (value: number | null,
    reason: string | undefined): Cell => (value === null
      ? { shown: reason ? none(reason) : "none", value } : number(value));

/** The reasons why figures and intervals are missing, each once. */
export function reasonList(reasons: (string | undefined)[]): HTMLElement | null {
  const each = [...new Set(reasons.filter((reason): reason is string => !!reason))];
  return each.length === 0
    ? null : section("Why figures or intervals are missing", el("ul", {}, ...each.map((reason) =>
    el("li", {}, term(reason, "reason"),
      told(reason, "reason", "meaning") ? `: ${told(reason, "reason", "meaning")}` : null))));
}
export const guaranteeCell = (interval: Interval | null): Cell => ({
  shown: interval ? el("span", { class: "nowrap" }, term(interval.guarantee, "guarantee"), " (",
    term(interval.method, "interval"), ")") : "–",
  value: interval ? `${interval.guarantee} (${interval.method})` : null,
});
export function targetCell(target: string, interval: Interval | null, training_rows?: number | null): Cell {
  const more = [interval?.target, interval?.also_target]
    .filter((t): t is string => t !== undefined && t !== target && t !== "none");
  const node = el("span", { class: more.length ? "targets" : null }, term(target, "target"));
  if (target === "procedure" && training_rows) node.append(` (${readable(Math.round(training_rows))} rows)`);
  for (const other of more) node.append(" and ", term(other, "target"));
  return { shown: node, value: target };
}
export function warningsCell(warnings: Warning[]): Cell {
  if (warnings.length === 0) return { shown: "–", value: null };
  const node = el("span", {});
  [...new Set(warnings.map((w) => w.code))]
    .forEach((code, i) => node.append(i ? ", " : "", term(code, "warning")));
  return { shown: node, value: warnings.map((w) => w.code).join(" ") };
}

/** If a code has more texts than these, the others are only counted. */
const most_texts = 5;

/** Further warnings are folded. */
const first_warnings = 3;

/** All warnings, each once, with their subjects. */
export function warningList(all: { about: string; warnings: Warning[] }[]): HTMLElement | null {
  const texts = new Map<string, { warning: Warning; about: string[] }>();
  for (const { about, warnings } of all)
    for (const warning of warnings) {
      const key = `${warning.code} ${warning.text}`;
      const entry = texts.get(key) ?? { warning, about: [] };
      if (about) entry.about.push(about);
      texts.set(key, entry);
    }
  if (texts.size === 0) return null;
  const codes = new Map<string, number>();
  for (const { warning } of texts.values()) codes.set(warning.code, (codes.get(warning.code) ?? 0) + 1);
  const shown = new Map<string, number>();
  const items = [...texts.values()].map(({ warning, about }) => {
    const [of, at] = [codes.get(warning.code)!, (shown.get(warning.code) ?? 0) + 1];
    shown.set(warning.code, at);
    if (of > most_texts && at >= most_texts)
      return at > most_texts
        ? null : el("li", {}, term(warning.code, "warning"), `: ${of - at + 1} further warnings like these`);
    return el("li", {}, term(warning.code, "warning"), ": ", named(warning.text, 600),
      about.length ? el("span", { class: "kind" }, " (",
        about.length > 3 ? `${about.length} times` : named([...new Set(about)].join("; "), 300), ")") : null);
  }).filter((item) => item !== null);
  const rest = items.slice(first_warnings);
  return el("section", { class: "warnings" }, el("h3", {}, "Warnings"),
    el("ul", {}, ...items.slice(0, first_warnings)), rest.length === 0 ? null
      : el("details", {}, el("summary", {}, `${rest.length} more`), el("ul", {}, ...rest)));
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;

/** The assumptions of intervals and bounds, each once. */
export function assumptionList(all: (string[] | undefined)[],
  title = "What the intervals and bounds assume"): HTMLElement | null {
  const each = [...new Set(all.flatMap((one) => (one ?? []).map(sentence)))];
  return each.length === 0
    ? null : section(title,
      el("ul", {}, ...each.map((text) => el("li", {}, named(text, 400)))));
}

/** Keys that the design does not repeat. */
const elsewhere = ["command", "schema", "shown", "not_shown", "reason", "left_out_of_page"];

/** Keys with facts of the design. */
const groups = ["threshold", "any_time"];

/** A number of the design; whole numbers are names or counts and are not rounded. */
const rounded = (x: number): HTMLElement => (Number.isInteger(x)
  ? el("span", {}, exact(x)) : el("span", { title: exact(x) }, String(Number(x.toPrecision(4)))));

/** The design: each single fact of the answer, and the command that repeats it. */
export function design(result: Result, more: [string, Child][] = [], told_above: string[] = []): HTMLElement {
  const hidden = new Set([...elsewhere, ...told_above]);
  const list = el("dl", { class: "design" });
  const add = (name: string, value: Child): void =>
    list.append(el("div", {}, el("dt", {}, name), el("dd", {}, value)));
  const line = result.command_line;
  if (line) add("command", el("code",
    line.length > 800 ? { class: "long", tabindex: 0, role: "region", "aria-label": "command" } : {},
    named(line, line.length)));
  if (result.source) add("result file", named(result.source, 300));
  for (const [name, value] of Object.entries(result.answer))
    if (!hidden.has(name) && !name.endsWith("_reason")
      && (typeof value === "string" || typeof value === "number" || typeof value === "boolean"))
      add(name.replaceAll("_", " "), typeof value === "number" ? rounded(value) : named(String(value), 300));
  for (const group of groups)
    for (const [name, value] of Object.entries(result.answer[group] ?? {}))
      add(`${group}: ${name}`.replaceAll("_", " "), named(String(value)));
  for (const [name, value] of more) add(name, value);
  return section("Design", list);
}

export function failures(
  all: { about: string; failures: number; fits: number; warnings: Warning[] }[]): HTMLElement | null {
  const failed = all.filter((one) => one.failures > 0);
  return failed.length === 0
    ? null : section("Failures",
      el("p", {}, "Figures leave out the fits that failed, and are not those of a complete run."),
    el("ul", {}, ...failed.map((one) =>
      el("li", {}, named(one.about, 300), `: ${one.failures} of ${one.fits} fits failed`))));
}

/** Specs without the keys that are not needed to distinguish them: `cv` for the only cross-validation,
 * `cv:repeats=10` beside another. */
export function brief_specs(specs: string[]): Map<string, string> {
  const all = [...new Set(specs)];
  const parts = (spec: string): { name: string; keys: string[] } => {
    const [name = "", ...rest] = spec.split(":");
    return { name, keys: rest.join(":").split(",") };
  };
  return new Map(all.map((spec) => {
    const { name, keys } = parts(spec);
    const same = all.map(parts).filter((other) => other.name === name);
    const own = keys.filter((key) => !same.every((other) => other.keys.includes(key)));
    return [spec, own.length ? `${name}:${own.join(",")}` : name];
  }));
}

export const spec_list = (names: string[], kind: string): HTMLElement => {
  const node = el("span", {});
  [...new Set(names)].forEach((name, i) => node.append(i ? ", " : "", term(name, kind, name, 400)));
  return node;
};
