// Lays the page out. Each result first answers: question, verdict, main picture, and what was warned of. Its
// sections follow, and a list of them.
import { pageData } from "./data.ts";
import type { Result } from "./data.ts";
import { el, named, short } from "./dom.ts";
import type { Child } from "./dom.ts";
import { boundPage, otherPage } from "./others.ts";
import { comparePage } from "./comparisons.ts";
import { estimatePage, horizonsPage, runPage } from "./estimates.ts";
import { importancePage } from "./importance.ts";
import { scorePage } from "./scores.ts";
import { tunePage } from "./tuning.ts";
import { planPage } from "./plans.ts";
import { sentences } from "./parts.ts";
import type { Parts } from "./parts.ts";
import { requirementForest, requirementTable } from "./requirements.ts";
import { studyPage } from "./studies.ts";
import { glossary, setTerms } from "./terms.ts";
import { verdictOf } from "./verdict.ts";
import type { Shown } from "./verdict.ts";

/** How answers are shown, by command. If a command has several kinds of answers, the entry is for those with
 * the key `of`. */
interface Layout { of?: string; page: Pages }
type Pages = (result: Result) => Parts;
const pages: Record<string, Layout> = {
  estimate: { of: "estimates", page: estimatePage }, tune: { of: "surface", page: tunePage },
  run: { of: "results", page: runPage }, score: { of: "rows", page: scorePage },
  compare: { of: "comparisons", page: comparePage }, bound: { page: boundPage },
  study: { of: "estimators", page: studyPage }, importance: { page: importancePage },
};

const data = pageData();
setTerms(data.terms);
// Before the pictures are drawn. What is folded because it is long is printed if the reader has opened it.
addEventListener("beforeprint",
  () => document.querySelectorAll<HTMLDetailsElement>("details:not(.fold)")
    .forEach((one) => (one.open = true)));
/** A link to a section that is folded opens it. */
const unfold = (): void =>
  document.getElementById(location.hash.slice(1))?.closest("details")?.setAttribute("open", "");
addEventListener("hashchange", unfold);
const main = document.getElementById("page")!;
const about = (result: Result): string =>
  String(result.answer.data ?? result.answer.experiment ?? result.source ?? "");
const subjects = data.results.map(about).filter(Boolean).join(", ");
document.title = `unseen: ${short(subjects || (data.results[0]?.answer.command ?? "report"), 80)}`;
const pageOf = ({ answer }: Result): Pages => {
  if ("horizons" in answer) return horizonsPage;
  if (answer.command === "compare" && answer.plans?.length) return planPage;
  const known = pages[answer.command];
  return known && (known.of === undefined || known.of in answer) ? known.page : otherPage;
};
const title = ({ answer }: Result): string => answer.verdict?.asks ?? answer.command;
const nav = (...lists: HTMLElement[]): HTMLElement => el("nav", { "aria-label": "contents" }, ...lists);
/** Links to the sections and pictures that are not folded. */
function contents(sections: (HTMLElement | null)[], result: number): HTMLElement {
  const heads = sections.flatMap((one) => [...(one?.querySelectorAll<HTMLElement>("h3, h4") ?? [])])
    .filter((head) => head.closest("summary, details")?.tagName !== "DETAILS");
  return el("ul", {}, ...heads.map((head, i) => {
    head.id = `result-${result}-${i + 1}`;
    return el("li", {}, el("a", { href: `#${head.id}` }, head.textContent));
  }));
}
const several = data.results.length > 1;
const narrow = (globalThis.innerWidth ?? 1280) < 720;
/** A list of more results is folded, so that the first one answers on the first screen. */
const few_results = narrow ? 3 : 8;
/** On a phone, a list of more sections is folded, so that the first table is near. */
const few_sections = 6;
const ofSections = (list: HTMLElement): HTMLElement => (narrow && list.children.length > few_sections
  ? el("details", {}, el("summary", {}, `${list.children.length} sections`), list) : list);
/** The results, and their sections, which are folded. */
function contentsOfAll(lists: HTMLElement[]): HTMLElement {
  const names = data.results.map((result): Child[] => [title(result), " ", named(about(result), 60)]);
  const results = el("ol", {}, ...names.map((name, i) =>
    el("li", {}, el("a", { href: `#result-${i + 1}` }, ...name))));
  const count = el("summary", {}, `${names.length} results`);
  return nav(names.length > few_results ? el("details", {}, count, results) : results,
    el("details", {}, el("summary", {}, "All sections"),
      el("ol", {}, ...lists.map((list, i) => el("li", {}, title(data.results[i]!), list)))));
}
/** The sections of each result. */
const lists: HTMLElement[] = [];
const articles = data.results.map((result, i) => {
  const page = pageOf(result);
  const of = about(result);
  const { verdict } = result.answer;
  const required = verdict?.requirements ?? [];
  const decided = requirementForest(required);
  const { main, warned, sections: own } = page(result);
  const sections = [requirementTable(required), ...own];
  const { answer, besides }: Shown = verdict ? verdictOf(verdict, result.answer.left_out_of_page)
    : page === otherPage ? {} : { answer:
      sentences(["This result was made by an older version of unseen and has no verdict."]) };
  const id = `result-${i + 1}`;
  const list = contents(sections, i + 1);
  lists.push(list);
  for (const picture of [decided, main])
    picture?.querySelector("h4")?.setAttribute("aria-level", "3"); // no section has it
  return el("article", { id, role: "region", "aria-labelledby": `${id}-title` },
    el("h2", { id: `${id}-title` }, several ? `${i + 1}. ` : null, title(result), of ? " " : null,
      of ? el("span", { class: "source" }, named(of, 120)) : null),
    answer, decided, main, warned, besides, several ? null : nav(ofSections(list)), ...sections);
});
main.replaceChildren(
  el("header", {}, el("h1", {}, "unseen"),
    el("p", {}, "How wrong will a predictor be on data it has not seen, and how sure is that figure?")),
  ...(several ? [contentsOfAll(lists)] : []),
  ...articles);
const terms = glossary();
if (terms) main.append(terms);
main.append(
  el("footer", {},
    `Made by unseen ${data.version}. This file holds its results as JSON, needs no network and sends `
      + `nothing.`));
if (location.hash) unfold();
