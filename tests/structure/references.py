"""Finds citations of documents in sources, tests and documents, and checks that they resolve.

* `METHODS C.12`: a section of docs/METHODS.md, whose headings have one label each. `METHODS C` is a chapter.
  Every label on a line that names METHODS counts, and every label in docs/METHODS.md itself.
* `decision 0011`, `decisions/0011`: a page of docs/decisions.
* `STORE "Rules"`, `docs/STORE.md "Rules"`: the heading of a document in docs, without its backticks.
* `docs/STORE.md`, `CONTRIBUTING.md`: a file; DESIGN is not one. In documents and C++ also `src/run/run.cpp`
  (with or without its suffix) and `unseen/run/run.hpp`; in documents also the bare `run.cpp`; and in comments
  of C++ `name.json`, a file of reference values.
"""
import re

FOLDERS = ("apps", "bench", "cmake", "docs", "examples", "include", "src", "tests", "tools")
SUFFIXES = {"", ".R", ".cmake", ".cpp", ".hpp", ".md", ".py", ".sh", ".test", ".toml", ".txt"}
LABEL = re.compile(r"\b[A-I]\.\d+\b")
METHODS = re.compile(r"\bMETHODS\b(?!\.md\))(?:\.md)?")
FILE = re.compile(r"(?<![\w/.}-])((?:[\w.-]+/)*[A-Z]+\.md)\b")
PATH = re.compile(
    r"(?<![\w/.<$-])((?:apps|bench|cmake|docs|examples|include|src|tests|tools)/[\w./-]*\w|"
    r"unseen/\w+/\w+\.hpp)(?![\w*<$/])")
COMMENT = re.compile(r"^\s*(?://+<?|#|\*)?\s*")


def headings(path):
    return [title.replace("`", "") for title in re.findall(r"^#+ +(.*)$", path.read_text(), re.MULTILINE)]


def cited_lines(root):
    """(path, line number, line, the line joined with the next) for all texts that may cite a document."""
    paths = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*")) if path.is_file()
             and path.suffix in SUFFIXES]
    for path in paths + sorted(root.glob("*.md")):
        if path.parts[-2] == "structure" or "__pycache__" in path.parts:
            continue
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        for number, (line, following) in enumerate(zip(lines, lines[1:] + [""]), 1):
            yield path, number, line, line + " " + COMMENT.sub("", following)


def faults(root):
    """(path, line number, message) for each citation that does not resolve."""
    methods = root / "docs/METHODS.md"
    titles = {path.stem: headings(path) for path in sorted((root / "docs").glob("*.md"))}
    labels = [match[1] if (match := re.match(r"([A-I](?:\.\d+)?)\.? ", title)) else title
              for title in titles.get("METHODS", [])[1:]]
    for label in dict.fromkeys(labels):
        if labels.count(label) > 1 or not re.fullmatch(r"[A-I](\.\d+)?", label):
            yield methods, 1, f"the heading '{label}' has no label of its own"
    decisions = {path.name[:4] for path in (root / "docs/decisions").glob("*.md")}
    names = {path.name for folder in FOLDERS for path in (root / folder).rglob("*.*")}
    heading = re.compile(r'\b(%s)(?:\.md)? \\?"([^"\\]+)\\?"' % "|".join(titles or ["METHODS"]))
    for path, number, line, both in cited_lines(root):
        for label in LABEL.findall(line) if path == methods or METHODS.search(line) else ():
            if label not in labels:
                yield path, number, f"{label} is not a section of docs/METHODS.md"
        for match in METHODS.finditer(line):
            cited = re.match(r",? (?:part )?([A-I](?:\.\d+)?)\b", both[match.end():])
            if cited and cited[1] not in labels and not LABEL.fullmatch(cited[1]):
                yield path, number, f"{cited[1]} is not a chapter of docs/METHODS.md"
            if not cited and not match[0].endswith(".md"):
                yield path, number, "METHODS is cited without a label, as in METHODS C.12"
        for name in re.findall(r"\bdecisions?[ /](\d{4})\b", line):
            if name not in decisions:
                yield path, number, f"there is no docs/decisions/{name}"
        for match in heading.finditer(both):
            if match.start() < len(line) and titles[match[1]].count(match[2]) != 1:
                yield path, number, f'docs/{match[1]}.md has not one heading "{match[2]}"'
        for name in PATH.findall(line) if path.suffix in (".md", ".cpp", ".hpp") else ():
            file = root / ("include" if name.startswith("unseen/") else "") / name
            if not file.exists() and not any(file.parent.glob(file.name + "*")) and not re.search(
                    r"\b[A-Z]+\b", name) and "#include" not in line:
                yield path, number, f"there is no {name}"
        bare = r"`(\w+\.[ch]pp)`" if path.suffix == ".md" else r"// .*\b(\w+\.json)\b"
        for name in re.findall(bare, line):
            if name not in names:
                yield path, number, f"there is no {name}"
        if re.search(r"(//|#).*\bDESIGN\b", line):
            yield (path, number,
                   "DESIGN is not a document of this repository; cite docs/CONTRACT.md or "
                   "docs/ARCHITECTURE.md")
        for name in FILE.findall(line):
            if not any((folder / name).is_file() for folder in (root, root / "docs", path.parent)):
                yield path, number, f"there is no {name}"
