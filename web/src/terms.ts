// Explains terms where they occur, by the texts of `unseen explain`, which the page contains.
import { el, named, short, visible } from "./dom.ts";
import { explained } from "./tip.ts";
import type { Term } from "./data.ts";

let terms: Term[] = [];
export function setTerms(all: Term[]): void {
  terms = all;
}

/** The meaning of the columns of tables. */
const headings: Record<string, string> = {
  estimate: "The figure itself. Its target says what it is an estimate of.",
  baseline: "What predictions without any feature get: the most frequent class, the shares of the classes, "
    + "the mean or the median of the target, or guessing.",
  interval: "The range in which the target lies with the stated confidence, if the assumptions hold.",
  target: "What the figure and its interval are about: one fitted model, or the learner trained anew on "
    + "other rows.",
  guarantee: "How far the interval's confidence can be trusted: exact, in the limit of many rows, or by "
    + "experience only.",
  bound: "An upper bound that holds with the stated probability for any number of rows.",
  estimator: "The way by which rows that the model has not seen were set aside.",
  measure: "What is counted: the figure of merit.",
  failed: "Fits that failed. The figures leave them out.",
  "p-value": "How often a difference at least as large as this one would turn up if there were none.",
  difference: "A minus B.",
};
export const heading = (text: string, key = text): HTMLElement =>
  explained(text, headings[key] ? [headings[key]] : []);

/** The part of a spec before its keys. */
const bare = (name: string): string => name.split(/[:(]/)[0] ?? name;

export function find(name: string, kind: string): Term | undefined {
  const own = bare(name);
  return terms.find((term) => term.name === own && term.kind === kind);
}

/** The text under this title in a term's explanation. */
export function told(name: string, kind: string, what: string): string {
  return find(name, kind)?.texts.find((part) => part.what === what)?.text ?? "";
}

const lines = (term: Term): string[] => [`${term.name}: ${term.kind}`,
  ...term.texts.map((part) => `${part.what}: ${part.text}`)];

/** A name with its explanation, if it has one; `full` is the full name. */
export function term(name: string, kind: string, full = name, most = 60): HTMLElement {
  const known = find(full, kind);
  const more = visible(full) === short(name, most) ? [] : [short(full, 1000)];
  return explained(named(name, most), known ? [...more, ...lines(known)] : more);
}

/** All terms of the page, for its end. */
export function glossary(): HTMLElement | null {
  if (terms.length === 0) return null;
  const list = el("dl", { class: "glossary" });
  for (const one of terms)
    list.append(el("dt", {}, `${one.name} `, el("span", { class: "kind" }, one.kind)),
      el("dd", {}, ...one.texts.map((part) =>
        el("p", {}, el("span", { class: "kind" }, `${part.what}: `), part.text))));
  return el("details", { class: "fold" }, el("summary", {}, `The terms of this page (${terms.length})`),
    list);
}
