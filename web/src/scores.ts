// Predictions judged: `unseen score`.
import { named, readable, short } from "./dom.ts";
import type { CurveData, Figure, Judged, Repeated, Result, Scores } from "./data.ts";
import { curvePictures } from "./curves.ts";
import { few_lines, forest } from "./forest.ts";
import type { Line, Panel } from "./forest.ts";
import { confusion } from "./matrices.ts";
import { assumptionList, design, guaranteeCell, intervalCells, interval_columns, intervalsOf, pictures,
  reasonList, targetCell, valueCell, warningList } from "./parts.ts";
import type { Parts } from "./parts.ts";
import { number, table, text } from "./table.ts";
import { heading, term, told } from "./terms.ts";

const most_panels = 10;
const line = (name: string, figure: Figure): Line => ({
  name, value: figure.value, lower: figure.interval?.lower ?? null, upper: figure.interval?.upper ?? null,
  baseline: figure.baseline?.value,
  more: [...(figure.baseline ? [`${figure.baseline.name}: ${readable(figure.baseline.value)}`] : []),
    `target: ${figure.target}`],
});
/** Whether it and all that is drawn with it lie within 0 and 1. */
const is_share = (f: Figure): boolean =>
  [f.value, f.interval?.lower, f.interval?.upper, f.baseline?.value]
    .every((x) => x === null || x === undefined || (x >= 0 && x <= 1));

function measureTable(title: string, of: { subgroup: string; scores: Scores }[]): HTMLElement {
  const grouped = of.length > 1;
  const baselines = !grouped && of.some(
    ({ scores }) => Object.values(scores.measures).some((f) => f.baseline));
  return table(title, "measures",
    [...(grouped ? [{ name: "subgroup" }] : []), { name: "measure", head: heading("measure") },
    { name: "estimate", head: heading("estimate"), numeric: true }, ...interval_columns(),
    ...(baselines ? [{ name: "baseline", head: heading("baseline"), numeric: true }] : []),
    { name: "better", fact: true }, { name: "target", head: heading("target"), fact: true },
    { name: "guarantee", head: heading("guarantee"), fact: true }],
  of.flatMap((one) => Object.entries(one.scores.measures).map(([name, f]) => ({ ...one, name, f }))),
  ({ subgroup, scores, name, f }) => [
    ...(grouped ? [text(subgroup || "(all)", named(subgroup || "(all)"))] : []),
    text(name, term(name, "measure")),
    valueCell(f.value, f.reason), ...intervalCells(f.interval, f.value === null ? undefined : f.reason),
    ...(baselines ? [number(f.baseline?.value)] : []),
    text(scores.scale?.better ?? told(name, "measure", "better")),
    targetCell(f.target, f.interval, f.training_rows),
    guaranteeCell(f.interval)]);
}

/** Each subgroup against all other rows. */
function gapTable(subgroups: Record<string, Scores>): HTMLElement | null {
  const all = Object.entries(subgroups).flatMap(([subgroup, of]) => Object.entries(of.measures)
    .flatMap(([name, f]) => (f.gap ? [{ subgroup, name, gap: f.gap }] : [])));
  return all.length === 0 ? null : table("Gaps to the other rows", "gaps",
    [{ name: "subgroup" }, { name: "measure", head: heading("measure") }, { name: "gap", numeric: true },
      ...interval_columns(), { name: "adjusted p", numeric: true }],
    all, ({ subgroup, name, gap }) => [text(subgroup, named(subgroup)), text(name, term(name, "measure")),
      number(gap.value), ...intervalCells(gap.interval, gap.reason), number(gap.p_value_adjusted)]);
}

function gapForest(subgroups: Record<string, Scores>): HTMLElement | null {
  const panels: Panel[] = [];
  const shown = Object.values(subgroups)
    .flatMap((of) => Object.values(of.measures).map((f) => f.gap?.interval));
  for (const measure of Object.keys(Object.values(subgroups)[0]?.measures ?? {})) {
    const lines = Object.entries(subgroups).flatMap(([subgroup, scores]) => {
      const gap = scores.measures[measure]?.gap;
      return gap && gap.value !== null && gap.interval
        ? [{ name: subgroup, value: gap.value, lower: gap.interval.lower, upper: gap.interval.upper,
          more: [`adjusted p-value: ${readable(gap.p_value_adjusted)}`] }] : [];
    });
    if (lines.length > 0) panels.push(
      { axis: `${measure}: subgroup minus the rest`, lines, reference: { value: 0, name: "no gap" } });
  }
  return panels.length === 0
    ? null : forest({ title: "Gaps between subgroups", file: "gaps", what: "gap",
      panels: panels.slice(0, most_panels), few: panels[0]!.lines.length,
    text: `Lines are the ${intervalsOf(shown)} of the gap between a subgroup and all other rows, each for `
      + `itself. Whether there is a gap is shown by the adjusted p-values of the table.${
      panels.length > most_panels
        ? ` The first ${most_panels} of ${panels.length} measures are drawn; the table has all.` : ""}` });
}

/** The repeats of items: where the spread is, and what more of them would bring. */
function repeatTable(repeated: Repeated | undefined): HTMLElement | null {
  if (!repeated) return null;
  const rows: [string, number | null | undefined][] = [["variance between items", repeated.between],
    ["variance within items", repeated.within], ["standard error of the mean", repeated.standard_error],
    ["with one repeat", repeated.error_of_one_repeat], ["with ten repeats", repeated.error_of_ten_repeats],
    ["with twice the items", repeated.error_of_twice_the_items],
    ["mean of these items, judged again: lower limit", repeated.these_items?.lower],
    ["mean of these items, judged again: upper limit", repeated.these_items?.upper],
    ["runs that items share", repeated.runs],
    ["p-value: runs do not differ", repeated.runs_p_value]];
  return table("Repeats of items", "repeats", [{ name: "figure" }, { name: "value", numeric: true }],
    rows.filter(([, value]) => value !== undefined), ([name, value]) => [text(name), number(value)]);
}

/** What the judge adds to the labels, and what it says of which items. */
function judgeTables(judged: Judged | undefined, labels: number): HTMLElement[] {
  if (!judged) return [];
  const rows: [string, number | null][] = [["items", judged.items], ["human labels", labels],
    ["labels alone", judged.labels_alone.value],
    ["labels alone: lower limit", judged.labels_alone.interval.lower],
    ["labels alone: upper limit", judged.labels_alone.interval.upper],
    ["how much more a label counts with the judge", judged.help],
    ["effective number of labels", judged.effective_labels],
    ["p-value: the labelled items are a random draw", judged.p_random_labels],
    ["wanted width of the interval", judged.wanted_width],
    ["labels that give it", judged.labels_for_width],
    ["width if all items had labels", judged.width_if_all_labelled]];
  return [table("Labels and the judge", "judge", [{ name: "figure" }, { name: "value", numeric: true }],
    rows.filter(([, value]) => value !== null), ([name, value]) => [text(name), number(value)]),
  table("What the judge says", "strata", [{ name: "judge" }, { name: "items", numeric: true },
    { name: "human labels", numeric: true }, { name: "mean of the labels", numeric: true }],
  judged.strata, (s) => [text(short(s.judge, 40), named(s.judge)), number(s.items), number(s.labelled),
    number(s.mean)])];
}

/** The figure of the labels without the judge, as a line beside that with it. */
const aloneLines = (judged: Judged | undefined): Line[] => (judged ? [{ name: "labels alone",
  value: judged.labels_alone.value, lower: judged.labels_alone.interval.lower,
  upper: judged.labels_alone.interval.upper, more: [] }] : []);

export function scorePage(result: Result): Parts {
  const answer = result.answer as unknown as Scores & { subgroups?: Record<string, Scores>;
    groups?: Record<string, Scores>; curves?: CurveData[]; per_class?: Record<string,
    { support: number; measures: Record<string, Figure> }> };
  const subgroups = answer.subgroups ?? answer.groups ?? {}; // `groups` in older answers
  const asked = result.answer.verdict?.measure;
  const figures = Object.entries(answer.measures).filter(([, f]) => f.value !== null)
    .sort(([a], [b]) => Number(b === asked) - Number(a === asked));
  const shares = figures.filter(([, f]) => is_share(f));
  const others = figures.filter(([, f]) => !is_share(f));
  const panels: Panel[] =
    [...(shares.length ? [{ axis: "value",
      lines: [...shares.map(([name, f]) => line(name, f)), ...aloneLines(answer.judged)],
      within: [0, 1] as [number, number] }] : []),
    ...others.slice(0, most_panels).map(([name, f]) => ({ axis: name,
      lines: [line(name, f), ...aloneLines(answer.judged)] }))]
      .sort((a, b) => Number(b.lines[0]!.name === asked) - Number(a.lines[0]!.name === asked));
  const classes = Object.entries(answer.per_class ?? {});
  const class_measures = Object.keys(classes[0]?.[1].measures ?? {});
  return { main: panels.length ? forest({ title: "Measures and their intervals", file: "intervals", panels,
    few: few_lines, text: `Marks are the figures of these rows, lines their `
      + `${intervalsOf(figures.map(([, f]) => f.interval))}${figures.some(([, f]) => f.baseline)
        ? ", upright strokes what predictions without any feature get" : ""}.${
      others.length > most_panels ? " The table has further measures." : ""}` }) : null,
  warned: warningList([{ about: "", warnings: answer.warnings },
    ...Object.entries(subgroups).map(([about, of]) => ({ about, warnings: of.warnings }))]),
  sections: [
    measureTable("Measures",
      [{ subgroup: "", scores: answer },
        ...Object.entries(subgroups).map(([subgroup, scores]) => ({ subgroup, scores }))]),
    gapTable(subgroups),
    repeatTable(answer.repeated),
    ...judgeTables(answer.judged, answer.rows),
    pictures(() => [
      ...curvePictures(answer.curves ?? [], (measure) =>
        (answer.measures[measure] ? [{ name: "", value: answer.measures[measure].value,
          interval: answer.measures[measure].interval }] : []),
      intervalsOf(Object.values(answer.measures).map((f) => f.interval)),
      { confusion: answer.confusion, cut: answer.threshold?.on_all_rows }),
      answer.confusion ? confusion(answer.confusion.labels, answer.confusion.matrix) : null,
      classes.length ? forest({ title: "Each class against all others", file: "classes",
        series: class_measures, text: `Figures of each class with their ${
          intervalsOf(classes.flatMap(([, of]) => Object.values(of.measures).map((f) => f.interval)))}.`,
        panels: [{ axis: "value", within: [0, 1],
          lines: classes.flatMap(([name, of]) =>
            class_measures.map((m, s) => ({ ...line(short(name, 40), of.measures[m]!), series: s }))) }] })
              : null,
      gapForest(subgroups)]),
    reasonList([answer, ...Object.values(subgroups)]
      .flatMap((of) => Object.values(of.measures).map((f) => f.reason))),
    assumptionList(Object.values(answer.measures).map((f) => f.interval?.assumptions)),
    design(result, [...(answer.confusion
      ? [["classes", named(answer.confusion.labels.map((l) => short(l, 40)).join(", "), 600)] as [string,
        Node]] : [])]),
  ] };
}
