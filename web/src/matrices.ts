// Heat maps: a confusion matrix, and figures of learners by data sets.
import { fitting, label, letter, root } from "./axes.ts";
import { apart, distinct, el, percent, readable, short, svg, unique } from "./dom.ts";
import type { PictureName } from "./names.ts";
import { picture } from "./picture.ts";
import type { Spot } from "./picture.ts";

interface Matrix {
  title: string; text: string; file: PictureName; rows: string[]; columns: string[];
  cells: (number | null)[][];
  shade: (value: number, row: number, column: number) => number; // 0 to 1
  shown: (value: number, row: number, column: number) => string;
  shorter?: (value: number) => string[]; // the same in fewer digits, for narrow cells
  lines: (value: number | null, row: number, column: number) => string[];
  axes: [string, string]; scale?: [string, string]; // what no colour and the strongest mean
  strong?: (row: number, column: number) => boolean;
  ringed?: (row: number, column: number) => boolean; beside?: HTMLElement;
}

/** A figure in three digits, and in two. */
const fewerDigits = (value: number): string[] =>
  [3, 2].map((digits) => String(Number(value.toPrecision(digits))));

const opacity = (shade: number): string => (0.04 + 0.5 * shade).toFixed(3);

function matrix(of: Matrix): HTMLElement & { redraw: () => void } {
  const csv = (): (string | number | null)[][] => [[`${of.axes[0]} \\ ${of.axes[1]}`, ...of.columns],
    ...of.rows.map((name, r) => [name, ...(of.cells[r] ?? [])])];
  return picture({
    ...of, csv,
    draw: (width) => {
      const longest = (names: string[]): number => Math.max(...names.map((name) => [...name].length), 1);
      const [row_letter, letters] = [letter(of.rows), letter(of.columns)];
      const left = Math.min(0.34 * width, 44 + row_letter * longest(of.rows));
      const size = Math.max(4, Math.min(Math.max(88, letters * Math.min(longest(of.columns), 24) + 6),
        (width - left - 12) / of.columns.length));
      const count = of.rows.length;
      const high = Math.max(4, Math.min(size, count > 40 ? 13 : Math.max(16, Math.min(44, 400 / count))));
      // then names are upright, above the columns
      const upright = size < letters * Math.min(longest(of.columns), 14);
      const most = upright ? 26 : fitting(size, letters);
      const top = upright ? 34 + letters * Math.min(longest(of.columns), most) : 40;
      const [rows, columns] = [apart(of.rows, fitting(left - 34, row_letter)), apart(of.columns, most)];
      const parts: Node[] = [label(left + (size * of.columns.length) / 2, 14, of.axes[1],
        { "text-anchor": "middle", class: "title" }),
        label(13, top + (high * of.rows.length) / 2, of.axes[0],
          { "text-anchor": "middle", class: "title",
            transform: `rotate(-90 13 ${top + (high * of.rows.length) / 2})` })];
      const spots: Spot[] = [];
      const every = (pixels: number): number => Math.ceil(12 / pixels);
      columns.forEach((name, c) => {
        if (c % every(size) !== 0) return;
        const x = left + (c + 0.5) * size;
        parts.push(upright ? label(x + 4, top - 6, name, { transform: `rotate(-90 ${x + 4} ${top - 6})` })
          : label(x, top - 8, name, { "text-anchor": "middle" }));
      });
      rows.forEach((name, r) => {
        const y = top + r * high;
        if (r % every(high) === 0)
          parts.push(label(left - 7, y + high / 2 + 4, name, { "text-anchor": "end" }));
        of.columns.forEach((_, c) => {
          const value = of.cells[r]?.[c] ?? null;
          const x = left + c * size;
          parts.push(svg("rect", { class: "cell", x, y, width: Math.max(1, size - 1),
            height: Math.max(1, high - 1),
            "fill-opacity": value === null ? 0 : opacity(of.shade(value, r, c)) }));
          if (of.ringed?.(r, c))
            parts.push(svg("rect", { class: "chosen", x: x + 1, y: y + 1, width: Math.max(2, size - 3),
              height: Math.max(2, high - 3) }));
          const fits = (text: string): boolean => size >= 6.8 * text.length + 4;
          const all = value === null ? ["–"] : [of.shown(value, r, c), ...(of.shorter?.(value) ?? [])];
          const text = all.find(fits) ?? "";
          if (text && high >= 15)
            parts.push(label(x + size / 2, y + high / 2 + 4, text,
              { "text-anchor": "middle", class: of.strong?.(r, c) ? "strong" : "" }));
          spots.push({ x: x + size / 2, y: y + high / 2, lines: of.lines(value, r, c) });
        });
      });
      const bottom = top + high * of.rows.length + 12;
      const [from, to] = of.scale ?? ["", ""];
      const at = left + 8 + 6.2 * from.length; // of the scale's colours
      if (of.scale) {
        parts.push(label(left, bottom + 12, from, { class: "faint" }),
          ...[0, 0.25, 0.5, 0.75, 1].map((share, i) => svg("rect", { class: "cell", x: at + 18 * i,
            y: bottom + 2, width: 17, height: 12, "fill-opacity": opacity(share) })),
          label(at + 98, bottom + 12, to, { class: "faint" }));
      }
      const least = of.scale ? at + 104 + 6.2 * to.length : left + 60;
      return { root: root(Math.max(left + size * of.columns.length + 12, least),
        bottom + (of.scale ? 22 : 0), ...parts), spots };
    },
  });
}

/** Counts, or their shares of rows (recall on the diagonal) or of columns (precision). */
export function confusion(labels: string[], counts: number[][]): HTMLElement {
  const row_sums = counts.map((row) => row.reduce((a, b) => a + b, 0));
  const column_sums = labels.map((_, c) => counts.reduce((sum, row) => sum + (row[c] ?? 0), 0));
  const share = { row: (v: number, r: number): number => v / (row_sums[r] || 1),
    column: (v: number, _r: number, c: number): number => v / (column_sums[c] || 1) };
  let mode: "counts" | "row shares" | "column shares" = "counts";
  const beside = el("fieldset", { class: "choices" }, el("legend", {}, "cells show"));
  const whole = matrix({
    title: "Confusion matrix", file: "confusion", rows: labels, columns: labels, cells: counts,
    axes: ["truth", "prediction"], beside,
    text: "Rows of the truth, columns of the prediction. What is right stands on the diagonal. The shade "
      + "is the share of its row.",
    shade: (v, r, c) => (mode === "column shares" ? share.column(v, r, c) : share.row(v, r)),
    shown: (v, r, c) => (mode === "counts"
      ? readable(v)
      : `${Math.round(100 * (mode === "row shares" ? share.row(v, r) : share.column(v, r, c)))} %`),
    lines: (v, r, c) => [`truth: ${short(labels[r] ?? "", 200)}`,
      `prediction: ${short(labels[c] ?? "", 200)}`, `rows: ${readable(v)}`,
      `${percent(share.row(v ?? 0, r))} of the rows of this truth`,
      `${percent(share.column(v ?? 0, r, c))} of the rows with this prediction`],
  });
  const name = unique("confusion");
  for (const one of ["counts", "row shares", "column shares"] as const) {
    const input = el("input", { type: "radio", name, value: one, checked: one === mode });
    input.addEventListener("change", () => {
      mode = one;
      whole.redraw();
    });
    beside.append(el("label", {}, input, one));
  }
  return whole;
}

/** The figures of learners on data sets; the best of each data set is bold. A strong colour is bad. */
export function overview(title: string, data: string[], learners: string[], cells: (number | null)[][],
  lower_is_better: boolean | null): HTMLElement {
  const range = cells.map((row) => {
    const all = row.filter((v): v is number => v !== null);
    return all.length ? [all.reduce((a, b) => Math.min(a, b)), all.reduce((a, b) => Math.max(a, b))] as const
      : [0, 0] as const;
  });
  const best = (r: number): number | undefined => (lower_is_better === null
    ? undefined : range[r]?.[lower_is_better ? 0 : 1]);
  return matrix({
    title, file: "overview", rows: data, columns: learners, cells, axes: ["data set", "learner"],
    text: `Each row is a data set; the stronger the colour, the ${lower_is_better === null ? "larger"
      : "worse"} within the row.${lower_is_better === null ? ""
      : " The best figure of each data set is bold."}`,
    scale: lower_is_better === null ? ["smallest of a row", "largest"] : ["best of a row", "worst"],
    shade: (v, r) => {
      const [low, high] = range[r]!;
      return high > low ? (lower_is_better === false ? high - v : v - low) / (high - low) : 0.5;
    },
    shown: (v) => readable(v), shorter: fewerDigits,
    strong: (r, c) => best(r) !== undefined && cells[r]?.[c] === best(r),
    lines: (v, r, c) => [short(data[r] ?? "", 200), short(learners[c] ?? "", 200),
      v === null ? "no value" : `${short(title, 60)}: ${readable(v)}`],
  });
}

/** Figures of points by the values of two keys; `error`: the standard error. */
export function pointMap(
  of: { title: string; text: string; measure: string; keys: [string, string];
    points: { at: [string, string]; value: number | null; error: number | null }[];
    lower: boolean; chosen?: [string, string] }): HTMLElement {
  const rows = distinct(of.points.map((p) => p.at[0]));
  const columns = distinct(of.points.map((p) => p.at[1]));
  const at = rows.map((row) => columns.map((column) =>
    of.points.find((p) => p.at[0] === row && p.at[1] === column)));
  const known = of.points.map((p) => p.value).filter((v): v is number => v !== null);
  const [low, high] = [known.reduce((a, b) => Math.min(a, b), Infinity),
    known.reduce((a, b) => Math.max(a, b), -Infinity)];
  const [best, worst] = of.lower ? [low, high] : [high, low];
  return matrix({
    title: of.title, text: `${of.text} The stronger the colour, the worse; the best figure is bold${
      of.chosen ? ", and the chosen point has a frame" : ""}.`,
    file: "tuning", rows, columns, scale: [`best, ${readable(best)}`, `worst, ${readable(worst)}`],
    cells: at.map((row) => row.map((p) => p?.value ?? null)), axes: of.keys,
    shade: (v) => (high > low ? (of.lower ? v - low : high - v) / (high - low) : 0.5),
    shown: (v) => readable(v), shorter: fewerDigits, strong: (r, c) => at[r]?.[c]?.value === best,
    ringed: (r, c) => rows[r] === of.chosen?.[0] && columns[c] === of.chosen?.[1],
    lines: (v, r, c) => [`${of.keys[0]}=${rows[r]}, ${of.keys[1]}=${columns[c]}`,
      v === null ? "no value" : `${of.measure}: ${readable(v)}`,
      ...(at[r]?.[c]?.error == null ? [] : [`standard error: ${readable(at[r]![c]!.error)}`])],
  });
}
