// The page without its script, for mail, code hosts and search engines: the C++ code writes it into the file,
// by running this script (built/plot.js) with the global `still`.

/** True while the page is made that needs no script. It is short: it has the first rows of tables. */
export const still = "still" in globalThis;

const most_of_table = 100;
let left_of_page = 1000;
/** The rows of a table that such a page has; all of them on others. */
export function rowsShown<T>(items: T[]): T[] {
  if (!still) return items;
  const shown = items.slice(0, Math.min(most_of_table, left_of_page));
  left_of_page -= shown.length;
  return shown;
}
