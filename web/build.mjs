// Makes built/page.html, the page with its style and its script and an empty place for the results, and built/plot.js, the same script for pictures
// without a page. The C++ embeds both. The same sources give the same bytes; tests/structure/check.py holds digests and hashes against them.
import { transformSync } from "@swc/core";
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";

const most = 300_000; // bytes of the page without results
process.chdir(import.meta.dirname);

const as_text = { bundle: true, minify: true, charset: "ascii", write: false, legalComments: "none" };
const text_of = async (options) => (await build({ ...as_text, ...options })).outputFiles[0].text.trim();
const style = await text_of({ entryPoints: ["src/style.css"] });
const define = { DRAWING_RULES: JSON.stringify(drawing_rules(style)) };
const script = await text_of({ entryPoints: ["src/main.ts"], format: "iife", target: "es2022", define });

/** The rules of drawings without variables: many programs that read SVG know none. A rule in the colour of its series becomes one for each series. */
function drawing_rules(css) {
  const variables = Object.fromEntries([...css.match(/:root\{(.*?)\}/)[1].matchAll(/(--\w+): ?([^;]+)/g)].map(([, name, value]) => [name, value.trim()]));
  const filled = (text, own = {}) => text.replace(/var\((--\w+)\)/g, (_, name) => own[name] ?? variables[name]);
  const series = [...css.matchAll(/svg \.(s\d)\{--c: ?var\((--\w+)\);?\}/g)];
  return [...css.matchAll(/(?<=^|\})(svg [^{}]*)\{([^{}]*)\}/g)].flatMap(([, selector, rules]) =>
    rules.startsWith("--c:") ? [] : rules.includes("var(--c)") ? series.map(([, name, colour]) => `${selector}.${name}{${filled(rules, { "--c": variables[colour] })}}`) : [`${selector}{${filled(rules)}}`]).join("");
}
if (/<\/script|<!--/i.test(script) || /<\//.test(style)) throw new Error("the bundle would end its own element");

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const sources = ["build.mjs", "package-lock.json", "package.json", "tsconfig.json", ...readdirSync("src").map((name) => `src/${name}`)].sort();
const digest = createHash("sha256");
for (const name of sources) digest.update(`${name}\0`).update(readFileSync(name)).update("\0");
const sources_digest = digest.digest("hex");

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="sources" content="sha256-${sources_digest}">
<title>unseen: report</title>
<style>${style}</style>
</head>
<body>
<main id="page"><noscript>This viewer does not run the script of this page, which shows its results whole, with all pictures. Open it in a browser.</noscript></main>
<script type="application/json" id="results"></script>
<script>${script}</script>
</body>
</html>
`;
if (page.length > most) throw new Error(`the page has ${page.length} bytes; at most ${most} are wanted`);
mkdirSync("built", { recursive: true });
writeFileSync("built/page.html", page);

// Duktape, which runs it, knows the language of 2009. Newer syntax is translated and newer functions are included,
// except those of browsers.
const modern = await text_of({ entryPoints: ["src/plot.ts"], format: "iife", target: "es2022", define, minify: false });
const { code } = transformSync(modern, { isModule: true, env: { targets: { ie: "9" }, mode: "usage", coreJs: "3.51" } });
const contents = code.replace(/^import "core-js\/modules\/(web\.|es\.array-buffer|es\.data-view|es\.set\..*v2|es\.iterator\.).*\n/gm, "");
const plot = await text_of({ stdin: { contents, resolveDir: "." }, format: "iife", target: "es5" });
const { pictures_of } = await import(`data:text/javascript,${encodeURIComponent(await text_of({ entryPoints: ["src/names.ts"], format: "esm" }))}`);
const names = Object.entries(pictures_of).map(([command, names]) => `${command}=${names.join(",")}`);
writeFileSync("built/plot.js", `// pictures: ${names.join(" ")}\n// sources: sha256-${sources_digest}\n${plot}\n`);
console.log(`web/built/plot.js: ${plot.length} bytes`);
console.log(`web/built/page.html: ${page.length} bytes, script ${script.length}, style ${style.length}`);
