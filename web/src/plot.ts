// The pictures of a page without a page, and its content for viewers that run no scripts: built/plot.js,
// which the C++ code runs. Before it runs, `results` holds the data of the page.
import { page } from "./paper.ts"; // must be first, because the others may use a document
import "./main.ts";
import { pictures_made, svgFile } from "./picture.ts";

/** Name, kind and title of each picture of the page. */
const list = (): string => JSON.stringify(pictures_made.map((of) => [of.file, of.kind ?? of.file, of.title]));

/** The picture at this place of the list, `width` pixels wide. Without a width (0) it has that of the page,
 * up to 640 pixels: in a wider one, letters would be too small in a column of a paper. */
const plot = (at: number, width: number, grey: boolean): Uint8Array => {
  const of = pictures_made[at]!;
  return new TextEncoder().encode(svgFile(of, width || Math.min(640, of.widest ?? 640), grey));
};

/** The content of the page for viewers that do not run its script. */
const content = (): string => page.html().replace(/^<main>|<\/main>$/g, "");

Object.assign(globalThis, { list, plot, content });
