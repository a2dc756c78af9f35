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
  return parts.map((part, i) => (i % 3 === 2 ? shown.get(part)!() : visible(part)));
}

const terms = (kind: string, names: (string | null)[]): Mark[] =>
  names.filter((name) => name !== null).map((name) => [name, () => term(name, kind, name, name.length)]);

/** Measures, estimators and tests have explanations; the leading names stand out. */
const marksOf = (of: Verdict): Mark[] => [
  ...of.leaders.map((name): Mark => [name, () => el("b", {}, el("bdi", {}, visible(name)))]),
  ...terms("measure", [of.measure]),
  ...terms("estimator", [of.estimator]), ...terms("test", of.relations.map((one) => one.test))];

/** The sentences, a line for each further measure and estimator, and what the data do not show. */
export function verdictOf(verdict: Verdict): HTMLElement {
  const own = marksOf(verdict);
  return sentences(...verdict.sentences.map((text) => marked(text, own)),
    ...verdict.further.filter((one) => one.line).map((one) => marked(one.line!, marksOf(one))),
    ...verdict.limits.map((text) => [visible(text)]));
}
