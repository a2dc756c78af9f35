// The verdict of an answer. The library makes its sentences, and the page shows them unchanged.
import { el, visible } from "./dom.ts";
import type { Child } from "./dom.ts";
import type { Verdict } from "./data.ts";
import { sentences } from "./parts.ts";
import { term } from "./terms.ts";

/** A name and how it is shown. */
type Mark = [name: string, show: () => Node];

/** The text, with each name shown in its own way where it occurs by itself, not within a longer name. */
function marked(text: string, marks: Mark[]): Child[] {
  const shown = new Map([...marks].reverse());
  const longest = [...shown.keys()].sort((a, b) => b.length - a.length);
  const names = longest.map((name) => name.replace(/\W/g, "\\$&"));
  if (names.length === 0) return [visible(text)];
  // The script engine of --plot has no look-behind.
  const parts = text.split(new RegExp(`(^|[^\\w:=-])(${names.join("|")})(?![\\w:=(-])`));
  return parts.map((part, i) => {
    if (i % 3 === 0) return visible(i > 0 ? part.replace(closing, "") : part);
    if (i % 3 === 1) return part === "(" ? null : visible(part);
    // Brackets and commas stay on the name's line.
    return el("span", { class: "nowrap" }, parts[i - 1] === "(" ? "(" : null, shown.get(part)!(),
      parts[i + 1]!.match(closing)?.[0]);
  });
}
/** What may not begin a line. */
const closing = /^[).,;:]+/;

const terms = (kind: string, names: (string | null)[]): Mark[] =>
  names.filter((name) => name !== null).map((name) => [name, () => term(name, kind, name, name.length)]);

/** Measures, estimators and tests have explanations; the leading names stand out. */
const marksOf = (of: Verdict): Mark[] => [
  ...of.leaders.map((name): Mark => [name, () => el("b", {}, el("bdi", {}, visible(name)))]),
  ...terms("measure", [of.measure]),
  ...terms("estimator", [of.estimator]), ...terms("test", of.relations.map((one) => one.test))];

/** The most characters of sentences above the main picture; further ones stand below it. */
const first_letters = 420;

/** What stands above and below the main picture. */
export interface Shown { answer?: HTMLElement | null; besides?: HTMLElement | null }

/** The sentences of a verdict that answer the question, and the others: details, a line for each further
 * measure and estimator, what the data do not show, and what the page leaves out. */
export function verdictOf(verdict: Verdict, left_out: string | undefined): Shown {
  let letters = 0;
  const many = verdict.sentences.findIndex((text, i) => (letters += text.length) > first_letters && i > 0);
  const at = many < 0 ? verdict.sentences.length : many;
  const own = verdict.sentences.map((text) => marked(text, marksOf(verdict)));
  return { answer: sentences(...own.slice(0, at)),
    besides: sentences(...own.slice(at),
      ...verdict.further.filter((one) => one.line).map((one) => marked(one.line!, marksOf(one))),
      ...[...verdict.limits, ...(left_out ? [left_out] : [])].map((text) => [visible(text)])) };
}
