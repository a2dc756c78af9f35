// What the learners of an estimate predicted: their curves in common pictures, and a section for each.
import { placeOf } from "./colours.ts";
import { curvePictures } from "./curves.ts";
import { el, exact, percent, readable, short } from "./dom.ts";
import type { CurveData } from "./data.ts";
import { forest } from "./forest.ts";
import { confusion } from "./matrices.ts";
import { folded, section } from "./parts.ts";
import { still } from "./still.ts";
import { term } from "./terms.ts";

interface Bin { category?: string; lowest?: number; highest?: number; missing?: boolean; others?: boolean;
  rows: number; error: number; standard_error: number | null }
interface OfLearner { learner_name: string; rows: number; error: string;
  confusion: { labels: string[]; matrix: number[][] } | null;
  features: { feature: string; explained: number; bins: Bin[] }[] }
export interface Described { estimator: string; one_in: number; out_of_fold: boolean; learners: OfLearner[];
  curves: CurveData[] }

/** Kinds of curves that compare learners in one picture; the others are drawn for each. */
const in_common = ["roc", "pr", "lift", "reliability", "decision"];

/** The curves of all described learners. */
export const commonPictures = (of: Described | undefined): HTMLElement[] => (of === undefined ? []
  : curvePictures(of.curves.filter((curve) => in_common.includes(curve.name)), () => [], "intervals"));

/** The name of a bin, and how many rows it has. */
function binName(feature: string, bin: Bin): string {
  const cells = bin.missing ? "missing" : bin.others ? "all others" : bin.category !== undefined
    ? short(bin.category, 30) : bin.lowest === bin.highest ? readable(bin.lowest)
      : `${readable(bin.lowest)} … ${readable(bin.highest)}`;
  return `${short(feature, 30)} ${cells} (${exact(bin.rows)} rows)`;
}

/** Where the predictions are wrong: the mean error by the values of the features. */
function errorPicture(of: OfLearner): HTMLElement | null {
  const all = of.features.flatMap((one) => one.bins);
  const rows = of.features[0]?.bins.reduce((sum, bin) => sum + bin.rows, 0) ?? 0;
  const mean = (of.features[0]?.bins ?? []).reduce((sum, bin) => sum + bin.rows * bin.error, 0) / rows;
  return all.length === 0 ? null : forest({
    title: `Errors of ${short(of.learner_name, 40)} by the values of features`, file: "errors",
    together: true, few: of.features[0]!.bins.length, what: of.error,
    text: `Marks are the ${of.error} of the rows in which the feature has these values, lines one standard `
      + "error to each side. Features whose values explain most of the errors come first: the first "
      + `explains ${percent(Number(Math.max(0, of.features[0]!.explained).toPrecision(3)))} of their `
      + "variance. Among many features some look uneven by chance.",
    panels: of.features.map(({ feature, bins }) => ({ axis: `${of.error} by ${feature}`,
      reference: { value: mean, name: "all rows" },
      lines: bins.map((bin) => ({ name: binName(feature, bin), value: bin.error,
        place: placeOf(of.learner_name),
        lower: bin.standard_error === null ? null : bin.error - bin.standard_error,
        upper: bin.standard_error === null ? null : bin.error + bin.standard_error })) })),
  });
}

/** A section for each learner; those of several are folded. */
export function learnerSections(of: Described | undefined): HTMLElement[] {
  if (of === undefined || still) return [];
  return of.learners.map((learner) => {
    const { learner_name: name, confusion: counts } = learner;
    const own = of.curves.map((curve) => ({ ...curve,
      series: (curve.series ?? []).filter((one) => one.model === name)
        .map((one) => ({ class: one.class, values: one.values })) }));
    const shown = [
      el("p", { class: "how" }, `Predictions for ${exact(learner.rows)} rows by models that were not trained `
        + "on them: the first repeat of ", term(of.estimator, "estimator"),
      `${of.one_in > 1 ? `, of which one row in ${of.one_in} is drawn` : ""}.${of.out_of_fold
        && own.some((curve) => curve.name === "roc")
        ? " Curves rank the rows of several models as if one had scored them." : ""}`),
      el("div", { class: "pictures" }, counts ? confusion(counts.labels, counts.matrix) : null,
        ...curvePictures(own, () => [], "intervals", { confusion: counts }, in_common),
        errorPicture(learner))];
    const title = `Predictions of ${short(name, 60)}`;
    return (of.learners.length === 1 ? section : folded)(title, ...shown);
  });
}
