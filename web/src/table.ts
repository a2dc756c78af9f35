// Tables that sort, filter their rows, and have their data as CSV.
import { button, csvText, download, el, exact, readable } from "./dom.ts";
import type { Child } from "./dom.ts";
import { rowsShown } from "./still.ts";

/** `only_csv`: the column is only in CSV, because another column shows it. `fact`: if all rows say the same,
 * it is said once, above the table. */
export interface Column { name: string; head?: Child; numeric?: boolean; only_csv?: boolean; fact?: boolean }
/** The text that is shown, and the exact value for sorting and CSV. */
export interface Cell { shown: Child; value: string | number | null }

export const number = (x: number | null | undefined): Cell => ({ shown: readable(x), value: x ?? null });
export const text = (value: string, shown: Child = value): Cell => ({ shown, value });

function compare(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1; // missing values come last
  return typeof a === "number" && typeof b === "number"
    ? a - b : exactText(a).localeCompare(exactText(b), "en");
}
const exactText = (x: string | number): string => (typeof x === "number" ? exact(x) : x);

/** Longer tables scroll in their own frame and have a filter; on paper they are shown in full. */
const long_table = 20;
/** Names of up to this many characters are not wrapped. */
const short_name = 24;

/** A field that hides the rows without its words, and says how many are left. */
function filter(title: string, lines: HTMLElement[]): HTMLElement {
  const words = el("input", { type: "search", "aria-label": `${title}: show rows with these words`,
    placeholder: "filter rows" });
  const left = el("output", {}, `${lines.length} rows`);
  words.addEventListener("input", () => {
    const wanted = words.value.toLowerCase().split(/\s+/);
    for (const line of lines) {
      const text = line.textContent!.toLowerCase();
      line.hidden = !wanted.every((word) => text.includes(word));
    }
    left.textContent = `${lines.filter((line) => !line.hidden).length} of ${lines.length} rows`;
  });
  return el("div", { class: "filter" }, words, " ", left);
}

/** How often a name was given to a table: landmarks of one page differ in their names. */
const named = new Map<string, number>();
function landmark(title: string): string {
  const count = (named.get(title) ?? 0) + 1;
  named.set(title, count);
  return count === 1 ? title : `${title} (${count})`;
}

/** A table whose columns sort it, with a row for each item; columns without any value are left out. */
export function table<T>(title: string, file: string, all_columns: Column[], items: T[],
  cells: (item: T, at: number) => Cell[]): HTMLElement {
  const all_rows = rowsShown(items).map(cells);
  const kept = all_columns.map((_, c) => all_rows.length === 0
    || all_rows.some((row) => row[c]?.value !== null || row[c]?.shown !== "–"));
  const columns = all_columns.filter((_, c) => kept[c]);
  const rows = all_rows.map((row) => row.filter((_, c) => kept[c]));
  const same = columns.map((column, c) => column.fact === true && rows.length > 1
    && rows.every((row) => row[c]?.value === rows[0]![c]!.value));
  const in_table = (c: number): boolean => !columns[c]?.only_csv && !same[c];
  const facts = columns.flatMap((column, c) => (same[c]
    ? [el("span", {}, el("span", { class: "nowrap" }, column.head ?? column.name, ":"), " ",
      rows[0]![c]!.shown)] : []));
  const body = el("tbody");
  const lines = rows.map((row) => ({
    row,
    line: el("tr", {}, ...row.map((cell, c) => in_table(c)
      && (c === 0 ? el("th", { scope: "row", class: columns[0]?.numeric ? "number"
        : String(cell.value ?? "").length <= short_name ? "nowrap" : null }, cell.shown)
      : el("td", { class: columns[c]?.numeric ? "number" : null }, cell.shown)))),
  }));
  body.append(...lines.map((one) => one.line));
  const heads = columns.map((column, c) => {
    if (!in_table(c)) return null;
    const head = el("th", { scope: "col", class: column.numeric ? "number" : null });
    const sort = button("↕", `sort by ${column.name}`, () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads.filter((one) => one !== null)) {
        other.removeAttribute("aria-sort");
        other.querySelector(".sort")?.replaceChildren("↕");
      }
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      sort.replaceChildren(down ? "↓" : "↑");
      const order = [...lines].sort((a, b) => {
        const x = a.row[c]?.value ?? null;
        const y = b.row[c]?.value ?? null;
        return down && x !== null && y !== null ? compare(y, x) : compare(x, y);
      });
      body.append(...order.map((one) => one.line));
    });
    sort.classList.add("sort");
    head.append(el("span", { class: "head" }, column.head ?? column.name, sort));
    return head;
  });
  const long = rows.length > long_table;
  return el("section", { class: "tablebox" }, el("h3", {}, title),
    facts.length ? el("p", { class: "same" }, ...facts) : null,
    long && filter(title, lines.map((one) => one.line)),
    all_rows.length < items.length
      ? el("p", { class: "how" }, `The first ${all_rows.length} of ${items.length} rows.`) : null,
    el("div", { class: long ? "scroll long" : "scroll", tabindex: 0, role: "region",
      "aria-label": landmark(title) },
      el("table", {}, el("thead", {}, el("tr", {}, ...heads)), body)),
    el("div", { class: "tools" }, button("CSV", `${title}: data as CSV`, () =>
      download(`${file}.csv`, "text/csv",
        csvText([columns.map((c) => c.name), ...rows.map((row) => row.map((cell) => cell.value))])))));
}
