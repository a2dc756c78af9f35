// Makes built/page.html: the page with its style and its script, which the C++ writer embeds, and an empty place for the results.
// The same sources give the same bytes; tests/structure/check.py holds the page's digest and hashes against them.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";

const most = 300_000; // bytes of the page without results
process.chdir(import.meta.dirname);

const { outputFiles } = await build({
  entryPoints: ["src/main.ts"], bundle: true, minify: true, format: "iife", target: "es2022", charset: "ascii", write: false,
  legalComments: "none",
});
const script = outputFiles[0].text.trim();
const style = (await build({ entryPoints: ["src/style.css"], minify: true, charset: "ascii", write: false })).outputFiles[0].text.trim();
if (/<\/script|<!--/i.test(script) || /<\//.test(style)) throw new Error("the bundle would end its own element");

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const sources = ["build.mjs", "package-lock.json", "package.json", "tsconfig.json", ...readdirSync("src").map((name) => `src/${name}`)].sort();
const digest = createHash("sha256");
for (const name of sources) digest.update(`${name}\0`).update(readFileSync(name)).update("\0");

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="sources" content="sha256-${digest.digest("hex")}">
<title>unseen: report</title>
<style>${style}</style>
</head>
<body>
<main id="page"><noscript>This page holds its results as JSON and draws them by a script of its own, which this viewer does not run. Open it in a browser.</noscript></main>
<script type="application/json" id="results"></script>
<script>${script}</script>
</body>
</html>
`;
if (page.length > most) throw new Error(`the page has ${page.length} bytes; at most ${most} are wanted`);
mkdirSync("built", { recursive: true });
writeFileSync("built/page.html", page);
console.log(`web/built/page.html: ${page.length} bytes, script ${script.length}, style ${style.length}`);
