// The series of a curve: their columns, their CSV, and a title for them.
import { distinct, short } from "./dom.ts";
import type { CurveAverage, CurveSeries } from "./data.ts";

export const column = (of: CurveSeries, name: string): (number | null)[] => of.values[name] ?? [];

export function csvOf(series: CurveSeries[], averages: CurveAverage[] = []): (string | number | null)[][] {
  const all = [...series, ...averages.flatMap(
    (one) => [{ ...one, class: one.class ?? "" },
      ...(one.folds ?? []).map((fold) => ({ ...fold, class: one.class ?? "", average: undefined }))])];
  const names = distinct(all.flatMap((one) => Object.keys(one.values)));
  const told = (["model", "average", "fold"] as const).filter((key) => all.some((one) => key in one));
  const rows: (string | number | null)[][] = [[...told, "class", ...names]];
  for (const one of all)
    for (let i = 0; i < (Object.values(one.values)[0]?.length ?? 0); ++i)
      rows.push([...told.map((key) => (one as Partial<Record<typeof key, string>>)[key] ?? ""), one.class,
        ...names.map((name) => one.values[name]?.[i] ?? null)]);
  return rows;
}

/** "ROC curve of 'yes'", if all series are of one class. */
export function titleOf(title: string, series: CurveSeries[]): string {
  return distinct(series.map((one) => one.class)).length === 1
    ? `${title} of '${short(series[0]!.class, 40)}'` : title;
}
