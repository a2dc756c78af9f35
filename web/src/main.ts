// Lays the page out: a section for each result, in the order answer, tables, pictures, design, failures.
import { pageData } from "./data.ts";
import type { Result } from "./data.ts";
import { el, named, short } from "./dom.ts";
import { boundPage, otherPage } from "./others.ts";
import { comparePage } from "./comparisons.ts";
import { estimatePage, horizonsPage, runPage } from "./estimates.ts";
import { scorePage } from "./scores.ts";
import { tunePage } from "./tuning.ts";
import { glossary, setTerms } from "./terms.ts";

/** How answers are shown, by their command. Where a command has several answers, only those with the key `of` are laid out so. */
interface Layout { title: string; of?: string; page: (result: Result) => (HTMLElement | null)[] }
const pages: Record<string, Layout> = {
  estimate: { title: "How wrong will these learners be?", of: "estimates", page: estimatePage },
  tune: { title: "Which parameters, and how good is the choice?", of: "surface", page: tunePage },
  run: { title: "Learners on many data sets", of: "results", page: runPage },
  score: { title: "How good are these predictions?", of: "rows", page: scorePage },
  compare: { title: "Is one really better?", of: "comparisons", page: comparePage },
  bound: { title: "How large can the error be?", page: boundPage },
};

const data = pageData();
setTerms(data.terms);
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => (one.open = true))); // before the pictures draw themselves
const main = document.getElementById("page")!;
const about = (result: Result): string => String(result.answer.data ?? result.answer.experiment ?? result.source ?? "");
document.title = `unseen: ${short(data.results.map(about).filter(Boolean).join(", ") || (data.results[0]?.answer.command ?? "report"), 80)}`;
const layout = (result: Result): Layout => {
  if ("horizons" in result.answer) return { title: "How wrong will these forecasts be?", page: horizonsPage };
  const known = pages[result.answer.command];
  return known && (known.of === undefined || known.of in result.answer) ? known : { title: result.answer.command, page: otherPage };
};
const sections = data.results.map((result, i) => {
  const { title, page } = layout(result);
  const of = about(result);
  const head = el("h2", {}, title, of ? " " : null, of ? el("span", { class: "source" }, named(of, 120)) : null);
  return el("article", { id: `result-${i + 1}` }, head, ...page(result));
});
main.replaceChildren(
  el("header", {}, el("h1", {}, "unseen"), el("p", {}, "How wrong will a predictor be on data it has not seen, and how sure is that figure?")),
  ...(sections.length > 1 ? [el("nav", { "aria-label": "results" }, el("ol", {}, ...data.results.map((result, i) =>
    el("li", {}, el("a", { href: `#result-${i + 1}` }, layout(result).title, " ", named(about(result), 80))))))] : []),
  ...sections);
const terms = glossary();
if (terms) main.append(terms);
main.append(el("footer", {}, `Made by unseen ${data.version}. This file holds its results as JSON, needs no network and sends nothing.`));
