// Comparisons: `unseen compare`.
import { placeOf } from "./colours.ts";
import { apart, distinct, el, named, readable, short, percent } from "./dom.ts";
import type { Answer, Comparison, CurveData, Interval, Result, Verdict } from "./data.ts";
import { curvePictures } from "./curves.ts";
import { few_lines, forest, most_lines } from "./forest.ts";
import type { Panel } from "./forest.ts";
import { overview } from "./matrices.ts";
import { assumptionList, pictures, design, guaranteeCell, intervalCells, interval_columns,
  intervalsOf, lowerIsBetter, reasonList, section, valueCell, warningList, warningsCell } from "./parts.ts";
import type { Parts } from "./parts.ts";
import { posteriorPictures } from "./posteriors.ts";
import { criticalDifference } from "./ranks.ts";
import { number, table, text } from "./table.ts";
import type { Cell } from "./table.ts";
import { heading, term } from "./terms.ts";

/** The tests of an answer, the primary one first. */
export function testsOf(answer: Answer): Comparison[] {
  const given = (answer.comparisons ?? []) as Comparison[];
  return [...given.filter((c) => c.primary), ...given.filter((c) => !c.primary)];
}

/** Names of pairs that distinguish the learners, with the test if there is room. */
function pairNames(of: Comparison[],
  test: (c: Comparison) => string): (count: number, most: number) => string[] {
  const names = distinct(of.flatMap((c) => [c.a ?? "", c.b ?? ""]));
  const longest = Math.max(...names.map((name) => [...name].length));
  const several = distinct(of.map(test)).length > 1;
  return (count, most) => {
    const tail = several ? Math.max(...of.map((c) => test(c).length)) + 3 : 0;
    const with_test = several && most - 3 - tail >= 2 * Math.min(longest, 16);
    const cut = apart(names, Math.max(4, Math.floor((most - 3 - (with_test ? tail : 0)) / 2)));
    const shown = new Map(names.map((name, i) => [name, cut[i]!]));
    return of.slice(0, count).map((c) => (c.a === null ? "all"
      : `${shown.get(c.a)} − ${shown.get(c.b ?? "")}`) + (with_test ? ` (${test(c)})` : ""));
  };
}

const pairCell = (c: Comparison): Cell =>
  text(pair(c), c.a === null ? "all"
    : el("span", { class: pair(c).length < 40 ? "nowrap" : "pair" }, named(c.a, 40), " − ",
      named(c.b ?? "", 40)));

const pair = (c: Comparison): string => (c.a === null ? "all" : `${c.a} − ${c.b}`);

const severalEstimators = (all: Comparison[]): boolean => new Set(all.map((c) => c.estimator)).size > 1;

export function differences(comparisons: Comparison[], leaders: string[] = []): HTMLElement | null {
  const leads = (c: Comparison): boolean => [c.a, c.b].some((one) => one !== null && leaders.includes(one));
  const drawn = comparisons.filter((c) => c.difference !== null && (c.interval || c.primary));
  const several = severalEstimators(drawn);
  const panels: Panel[] = distinct(drawn.map((c) => c.measure ?? "")).map((measure) => {
    // If not all can be drawn, those of the leaders are, and then the clearest.
    const of = drawn.filter((c) => (c.measure ?? "") === measure);
    if (of.length > few_lines)
      of.sort((a, b) => Number(b.primary) - Number(a.primary) || Number(leads(b)) - Number(leads(a))
        || (a.p_value ?? 1) - (b.p_value ?? 1));
    const region = of.map((c) => c.rope_width ?? (c["margin"] as number | undefined))
      .find((w) => typeof w === "number");
    const test = (c: Comparison): string => short((several && c.estimator) || c.test, 40);
    return {
      names: pairNames(of.slice(0, most_lines), test),
      axis: `difference A − B${measure ? ` in ${measure}` : ""}`,
      reference: { value: 0, name: "no difference" }, region,
      lines: of.map((c) => ({ name: `${pair(c)} (${test(c)})`, value: c.difference,
        lower: c.interval?.lower ?? null, upper: c.interval?.upper ?? null, series: c.primary ? 0 : 1,
        apart: Boolean(c["not_of_the_test"]), more: [`p-value: ${readable(c.p_value)}`,
          ...(c["not_of_the_test"] ? ["the test has no interval: this is the bootstrap's"] : [])] })),
    };
  });
  const adjusted = distinct(drawn.flatMap((c) => (c.interval && c.holm_level !== undefined
    && c.holm_level < c.interval.level ? [percent(c.holm_level)] : [])));
  return panels.length === 0
    ? null : forest({ title: "Differences and their intervals", file: "differences", panels,
      what: "difference", series: ["the test to go by", "further tests"],
      which: `first ${most_lines} (of the leaders, then those with the smallest p-values)`, few: few_lines,
    text: `Lines are ${intervalsOf(drawn.map((c) => c.interval))}${adjusted.length
      ? `, of the steps of Holm's test at ${adjusted.join(" to ")}` : ""}. One that does not cross 0 `
      + `shows a difference.${drawn.some((c) => c["not_of_the_test"]) ? " A dashed line is the bootstrap's, "
        + "because the test that decides has no interval of its own: where they disagree, nothing is shown."
        : ""}${panels.some((p) => p.region !== undefined)
        ? " The shaded strip is the region of "
      + "practical equivalence: differences within it do not matter in practice." : ""}` });
}

export function testsTable(comparisons: Comparison[]): HTMLElement | null {
  if (comparisons.length === 0) return null;
  const with_measure = comparisons.some((c) => c.measure);
  const with_estimator = severalEstimators(comparisons);
  return table("Tests", "tests",
    [{ name: "A and B" }, { name: "difference", head: heading("difference"), numeric: true },
      ...interval_columns(), { name: "p-value", head: heading("p-value"), numeric: true },
      { name: "adjusted p-value", numeric: true }, { name: "test", fact: true },
      ...(with_estimator ? [{ name: "estimator", head: heading("estimator") }] : []),
      ...(with_measure ? [{ name: "measure", fact: true }] : []), { name: "to go by", fact: true },
      { name: "guarantee", head: heading("guarantee"), fact: true }, { name: "warnings", fact: true }],
    comparisons, (c) => [pairCell(c), number(c.difference), ...intervalCells(c.interval, c.reason),
      number(c.p_value), number(c.p_value_adjusted), text(c.test, term(c.test, "test")),
      ...(with_estimator ? [text(c.estimator ?? "", short(c.estimator ?? "", 40))] : []),
      ...(with_measure ? [text(c.measure ?? "", c.measure ? term(c.measure, "measure") : "–")] : []),
      text(c.decides ?? c.primary ? "yes" : "no"), guaranteeCell(c.interval), warningsCell(c.warnings)]);
}

/** The Bayesian tests, with the posterior probability of each outcome. */
function posteriors(comparisons: Comparison[]): HTMLElement | null {
  const of = comparisons.filter((c) => typeof c.rope === "number");
  if (of.length === 0) return null;
  return table("Posterior probabilities", "posteriors",
    [{ name: "test" }, { name: "A and B" }, { name: "left of the region", numeric: true },
      { name: "practically equivalent", numeric: true }, { name: "right of the region", numeric: true }],
    of, (c) => [text(c.test, term(c.test, "test")), pairCell(c), number(c.left), number(c.rope),
      number(c.right)]);
}

interface Standing { model: string; value: number | null; rank: number; first: number; last: number;
  may_be_best: boolean; p_value: number; group: number }
interface Standings { measure: string; better: string; models: Standing[] }

/** Where many models stand: their ranks, with the range in which each true rank lies. */
function rankForest(all: Standings[], level: string): HTMLElement | null {
  return all.length === 0 ? null : forest({
    title: "Ranks and their ranges", file: "ranks", what: "rank", few: few_lines,
    series: ["may be the best", "shown to be worse than the best"],
    which: `first ${most_lines}`,
    text: `Marks are the ranks of the models by their figures, lines the ranges in which their true ranks `
      + `lie, for all models together at ${level}.`,
    panels: all.map((one) => ({ axis: `rank by ${one.measure}`, lines: one.models.map((m) => ({
      name: m.model, value: m.rank, lower: m.first, upper: m.last, series: m.may_be_best ? 0 : 1,
      more: [`${one.measure}: ${readable(m.value)}`] })) })),
  });
}

function rankTable(one: Standings): HTMLElement {
  const groups = one.models.some((m) => m.group > 1);
  return table(`Ranks by ${one.measure}`, "standings",
    [{ name: "model" }, { name: one.measure, head: term(one.measure, "measure"), numeric: true },
      { name: "rank", numeric: true }, { name: "range", numeric: true }, { name: "may be the best" },
      { name: "p-value", head: heading("p-value"), numeric: true },
      ...(groups ? [{ name: "group", numeric: true }] : [])],
    one.models, (m) => [text(m.model, named(m.model)), number(m.value), number(m.rank),
      text(`${m.first} … ${m.last}`), text(m.may_be_best ? "yes" : "no"), number(m.p_value),
      ...(groups ? [number(m.group)] : [])]);
}

/** A figure that is missing has its reason as `NAME_reason` beside it. */
interface Model { name: string; measures: Record<string, number | null | string>;
  intervals?: Record<string, Interval>; simultaneous?: Record<string, Interval> }

const figureOf = (m: Model, measure: string): number | null => {
  const figure = m.measures[measure];
  return typeof figure === "number" ? figure : null;
};
const reasonOf = (m: Model, measure: string): string | undefined =>
  m.measures[`${measure}_reason`] as string | undefined;

/** The models with their intervals, the best first. */
function modelForest(models: Model[], verdict: Verdict | undefined): HTMLElement | null {
  const measures = distinct(models.flatMap((m) => Object.keys(m.intervals ?? {})))
    .sort((a, b) => Number(b === verdict?.measure) - Number(a === verdict?.measure));
  const together = verdict?.together;
  const interval = (m: Model, measure: string): Interval | undefined =>
    (together === undefined ? undefined : m.simultaneous?.[measure]) ?? m.intervals?.[measure];
  // Where the measure does not say which is better, the verdict does.
  const best = Math.max(...models.flatMap((m) => figureOf(m, verdict?.measure ?? "") ?? []));
  const leads = models.some((m) => verdict?.leaders.includes(m.name)
    && figureOf(m, verdict.measure ?? "") === best);
  const largeFirst = (measure: string): boolean => (lowerIsBetter(measure) ?? !leads) === false;
  const all = models.flatMap((m) => measures.map((measure) => interval(m, measure)));
  return measures.length === 0 ? null : forest({
    title: "Models and their intervals", file: "estimates", few: few_lines,
    text: `Marks are the figures of the models, lines their ${intervalsOf(all)}${together === undefined
      ? "" : `, which hold together at ${percent(together)}`}. Whether two models differ is shown by the `
      + "interval of their difference, not by these.",
    panels: measures.map((measure) => ({ axis: measure, lines: models.map((m) => ({ name: m.name,
      place: placeOf(m.name), value: figureOf(m, measure), lower: interval(m, measure)?.lower,
      upper: interval(m, measure)?.upper })).sort((a, b) => (largeFirst(measure) ? -1 : 1)
      * ((a.value ?? Infinity) - (b.value ?? Infinity))) })),
  });
}

function modelTable(models: Model[]): HTMLElement | null {
  const measures = distinct(models.flatMap((m) => Object.keys(m.measures)))
    .filter((name) => !name.endsWith("_reason"));
  const kinds = (["intervals", "simultaneous"] as const);
  const with_interval = (name: string, kind: typeof kinds[number]): boolean =>
    models.some((m) => m[kind]?.[name]);
  const measureOf = (name: string): string => (measures.length > 1 ? name : "");
  return models.length === 0 ? null : table("Models", "models",
    [{ name: "model" }, ...measures.flatMap((name) => [
      { name, head: term(name, "measure"), numeric: true, fact: !with_interval(name, "intervals") },
      ...(with_interval(name, "intervals") ? interval_columns("", measureOf(name)) : []),
      ...(with_interval(name, "simultaneous") ? interval_columns("of all models", measureOf(name)) : [])])],
    models, (m) => [text(m.name, named(m.name)), ...measures.flatMap((name) => [
      valueCell(figureOf(m, name), reasonOf(m, name)),
      ...kinds.filter((kind) => with_interval(name, kind))
        .flatMap((kind) => intervalCells(m[kind]?.[name] ?? null, undefined))])]);
}

export function comparePage(result: Result): Parts {
  const { answer } = result;
  const comparisons = testsOf(answer);
  const models = (answer.models ?? []) as Model[];
  const scores = (answer.scores ?? []) as { data_set: string; values: Record<string, number | null> }[];
  const ranks = answer.ranks as Record<string, number> | null;
  const failed = (answer.left_out ?? []) as string[];
  const standings = (answer.standings ?? []) as Standings[];
  const level = percent(answer.verdict?.ranked_level ?? 0.95);
  const control = (answer.control ?? undefined) as string | undefined;
  const [main, ...others] = [
    comparisons.length === 0 ? rankForest(standings, level) : null,
    modelForest(models, answer.verdict),
    comparisons.length > 0 ? rankForest(standings, level) : null,
    ranks ? criticalDifference(ranks, answer.groups as Record<string, string> | null,
      (control ? answer.critical_difference_control : answer.critical_difference) as number | null,
      control) : null,
    differences(comparisons, answer.verdict?.leaders), ...posteriorPictures(comparisons),
  ].filter((one) => one !== null);
  const curves = (): HTMLElement[] => curvePictures((answer.curves ?? []) as CurveData[],
    (measure) => models.map((m) => ({ name: m.name, value: figureOf(m, measure),
      interval: m.intervals?.[measure] ?? null })), "intervals");
  const each = (): HTMLElement | null => (scores.length && models.length
    ? overview("Scores", scores.map((one) => one.data_set), models.map((m) => m.name),
      scores.map((one) => models.map((m) => one.values[m.name] ?? null)),
      answer.direction === undefined ? null : answer.direction === "lower_is_better") : null);
  return { main: main ?? null,
    warned: warningList([{ about: "", warnings: answer.warnings ?? [] },
      ...comparisons.map((c) => ({ about: `${c.test}, ${pair(c)}`, warnings: c.warnings }))]),
    sections: [...standings.map(rankTable), modelTable(models),
      reasonList(models.flatMap((m) => Object.keys(m.measures).map((name) => reasonOf(m, name)))),
      testsTable(comparisons),
      posteriors(comparisons), pictures(() => [...others, ...curves(), each()]),
      reasonList(comparisons.map((c) => (c.interval ? undefined : c.reason))),
      assumptionList(comparisons.map((c) => c.interval?.assumptions)),
      design(result),
      failed.length ? section("Left out",
        el("p", {}, "These data sets lack a value: ", named(failed.join(", "), 1000))) : null] };
}
