#!/usr/bin/python3
"""tests/structure/check.py [ROOT]: checks the source tree, prints FILE:LINE: message for each fault, exits 1
if there are any.

* A module includes only the modules that modules.txt allows, and docs/ARCHITECTURE.md has the same table;
  apps/ and examples/ include only public headers and their own.
* A public header begins with a comment that says what it is, then #pragma once. It includes only standard
  headers and our public ones, and none for threads or input and output.
* Every source and every test is listed in its CMakeLists.txt.
* The library's texts name arguments as base/argument.hpp says, and no options of the command line.
* Nothing above the learners names one: a learner is a file and a row of src/learn/learners.cpp.
* Two types outside unnamed namespaces never share a name: the linker would take one for the other.
* Every citation of a document resolves (references.py).
* web/built/page.html and plot.js, which reports embed, are made of the sources in web/, and the page's
  Content-Security-Policy allows its script and style.
* Prose in documents has at most 120 columns; Python and TypeScript have at most 110.
* Every code of the headers that tools/codes reads is used somewhere, and docs/VALIDITY.md has their tables.
"""
import base64
import hashlib
import importlib.machinery
import io
import pathlib
import re
import sys
import tokenize

sys.dont_write_bytecode = True
import references  # beside this file

HERE = pathlib.Path(__file__).resolve().parent
ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else HERE.parent.parent).resolve()

THREADS_AND_IO = set(
    "atomic barrier condition_variable future latch mutex semaphore shared_mutex thread "
    "cstdio fstream iomanip ios iostream istream ostream sstream streambuf syncstream".split())
INCLUDE = re.compile(r'\s*#\s*include\s*([<"])([^>"]+)[>"]')
TYPE = re.compile(r"(?:struct|class|union|enum class) (\w+)(?: final)?(?: : [^;]*)?(?: \{)?$")
LEARNER_NAME = re.compile(r'\.info\s*=\s*\{\s*\.name\s*=\s*"([^"]+)"')
# A name that is made a spec or compared; a key of JSON or a word of a help text may be that of a learner.
USED_NAME = re.compile(r'(?:\bSpec(?:::parse)?[({]|(?<!\bkey )(?<!\bkey_ )[=!]= )"([\w-]+)')
PROSE_WIDTH, CODE_WIDTH = 120, 110

faults = []


def fault(path, line, message):
    faults.append(f"{path.relative_to(ROOT)}:{line}: {message}")


def files(folder, *patterns):
    return sorted(f for pattern in patterns for f in (ROOT / folder).rglob(pattern))


def read_modules():
    """The table as {module: allowed}; each line may name only modules of lines above, so there is no
    cycle."""
    allowed = {}
    path = HERE / "modules.txt"
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("#"):
            continue
        module, others = line.split(":")
        for other in set(others.split()) - set(allowed):
            sys.exit(f"{path}:{number}: '{other}' is not a module above '{module}'")
        allowed[module] = {module, *others.split()}
    return allowed


def check_module_table(allowed):
    """docs/ARCHITECTURE.md has the same modules in the same order; stats and base are implied."""
    path = ROOT / "docs/ARCHITECTURE.md"
    rows = re.findall(r"^\| `(\w+)` \| ([\w ]*)\|", path.read_text() if path.is_file() else "", re.MULTILINE)
    if [name for name, _ in rows] != list(allowed):
        fault(path, 1,
              f"the table of modules is not that of tests/structure/modules.txt: expected rows for "
              f"{' '.join(allowed)}")
    for name, others in rows:
        if set(others.split()) != (expected := allowed.get(name, set()) - {name, "stats", "base"}):
            fault(path, 1,
                  f"module '{name}' may include {' '.join(sorted(expected)) or 'nothing more'} by "
                  "tests/structure/modules.txt")


def includes(path):
    """(line number, '<' or '"', what is included)."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if match := INCLUDE.match(line):
            yield number, match[1], match[2]


def check_module_includes(allowed):
    for base in (ROOT / "include/unseen", ROOT / "src"):
        for path in files(base, "*.hpp", "*.cpp"):
            module = path.relative_to(base).parts[0]
            # unseen/score.hpp has what a program needs of all modules.
            below = allowed if module == path.name and path.parent.name == "unseen" else allowed.get(module)
            if below is None:
                fault(path, 1, f"'{module}' is not a module of tests/structure/modules.txt")
                continue
            for line, kind, name in includes(path):
                if kind == "<" and not name.startswith("unseen/"):
                    continue
                public = name.startswith("unseen/")
                if kind == "<" or not (ROOT / ("include" if public else "src") / name).is_file():
                    fault(path, line,
                          f'{name} is none of our headers; write "unseen/<module>/<file>" or '
                          '"<module>/<file>"')
                elif not public and base.name == "unseen":
                    fault(path, line, f"a public header includes the private {name}")
                elif (other := name.split("/")[1 if public else 0]) not in below:
                    fault(path, line, f"module '{module}' includes '{other}', which is not below it")


def check_public_headers():
    for path in files("include", "*.hpp"):
        lines = path.read_text().splitlines()
        code = next((i for i, line in enumerate(lines) if line and not line.startswith("//")), 0)
        if not lines or not re.match(r"// *\w", lines[0]):
            fault(path, 1, "a public header begins with a comment that says what it is")
        elif lines[code] != "#pragma once":
            fault(path, code + 1, "#pragma once stands right below the header's comment")
        for line, kind, name in includes(path):
            if kind == "<" and name in THREADS_AND_IO:
                fault(path, line, f"<{name}> in a public header: no threads and no input or output there")
            elif kind == "<" and not re.fullmatch(r"\w+", name):
                fault(path, line,
                      f"<{name}> in a public header: only the standard library's headers may be seen from "
                      "outside")


def check_programs():
    for folder in ("apps", "examples"):
        for path in files(folder, "*.hpp", "*.cpp"):
            for line, kind, name in includes(path):
                public = name.startswith("unseen/") and (ROOT / "include" / name).is_file()
                own = (path.parent / name).is_file() and not name.startswith("..")
                if kind == '"' and not public and not own:
                    fault(path, line,
                          f"{folder}/ includes {name}, which is neither a public header nor beside it")


def check_lists():
    for folder, pattern in (("src", "*.cpp"), ("tests", "*_test.cpp")):
        listing = ROOT / folder / "CMakeLists.txt"
        text = re.sub(r"#.*", "", listing.read_text())
        words = set(re.findall(r"[\w./-]+", text))
        for module, names in re.findall(r"unseen_module\((\S+)\s([^)]*)\)", text):
            words |= {f"{module}/{name}" for name in names.split()}
        for path in files(folder, pattern):
            if (name := path.relative_to(ROOT / folder).as_posix()) not in words:
                fault(listing, 1, f"{name} is not listed, so it is not built")


def check_learner_names():
    entries = ROOT / "src/learn/entry.hpp"
    names = {name for path in files("src/learn", "*.cpp") for name in LEARNER_NAME.findall(path.read_text())}
    declared = re.findall(r"^LearnerEntry (\w+)_entry\(", entries.read_text(), re.MULTILINE)
    if len(names) != len(declared):
        fault(entries, 1,
              f"declares {sorted(declared)}, but .info = {{.name = ...}} in src/learn gives {sorted(names)}")
    for folder in ("src/run", "src/estimate", "src/report", "apps"):
        for path in files(folder, "*.hpp", "*.cpp"):
            for number, line in enumerate(path.read_text().splitlines(), 1):
                for name in set(USED_NAME.findall(line)) & names:
                    fault(path, number, f'names the learner "{name}"; only src/learn knows learners by name')


def code_tool():
    """The tool that reads the tables of codes."""
    return importlib.machinery.SourceFileLoader("codes", str(HERE.parents[1] / "tools/codes")).load_module()


def check_codes():
    tool = code_tool()
    if missing := [path for path in tool.HEADERS.values() if not (ROOT / path).is_file()]:
        return fault(ROOT / missing[0], 1, "the constants of codes are missing")
    codes = tool.tables(ROOT)
    sources = [f for folder in ("include", "src", "apps", "python") for f in files(folder, "*.hpp", "*.cpp")]
    given = set(re.findall(r"\b\w+::\w+", "".join(f.read_text() for f in sources)))
    for table, rows in codes.items():
        for name in sorted({f"{table}s::{name}" for name, _, _ in rows} - given):
            fault(ROOT / tool.HEADERS[table], 1, f"{name} is given nowhere")
    document = ROOT / tool.DOCUMENT
    text = document.read_text() if document.is_file() else ""
    marks = re.findall(r"^<!-- codes: (\w+) -->$", text, re.MULTILINE)
    if sorted(marks) != sorted(codes) or tool.document(text, codes) != text:
        fault(document, 1, "lacks the tables of the constants; tools/codes writes them")


def check_page():
    """The digest and the hashes are those that web/build.mjs writes."""
    path = ROOT / "web/built/page.html"
    page = path.read_text() if path.is_file() else ""
    digest = hashlib.sha256()
    sources = ["build.mjs", "package-lock.json", "package.json", "tsconfig.json",
               *(f"src/{f.name}" for f in (ROOT / "web/src").glob("*"))]
    for name in sorted(sources):
        if not (ROOT / "web" / name).is_file():
            return fault(path, 1, f"web/{name} is missing")
        digest.update(name.encode() + b"\0" + (ROOT / "web" / name).read_bytes() + b"\0")
    if f'<meta name="sources" content="sha256-{digest.hexdigest()}">' not in page:
        fault(path, 1, "is not made of the sources in web/; `make web` makes it")
        return
    plot = ROOT / "web/built/plot.js"
    if f"\n// sources: sha256-{digest.hexdigest()}\n" not in (plot.read_text() if plot.is_file() else ""):
        fault(plot, 1, "is not made of the sources in web/; `make web` makes it")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    for element in ("script", "style"):
        for text in re.findall(rf"<{element}>(.*?)</{element}>", page, re.DOTALL) or [""]:
            hashed = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
            if not policy or f"{element}-src 'sha256-{hashed}'" not in policy[1]:
                fault(path, 1, f"its policy does not allow its own {element}; `make web` makes both")


def check_document_widths():
    """Tables, headings, pictures and code may be longer than prose."""
    for path in [*sorted(ROOT.glob("*.md")),
                 *(p for f in ("bench", "data", "docs", "examples") for p in files(f, "*.md"))]:
        text = "" if (ROOT / "docs/cli") in path.parents else path.read_text()
        text = re.sub(r"^ *```.*?^ *```$", lambda code: "\n" * code[0].count("\n"), text,
                      flags=re.MULTILINE | re.DOTALL)
        for number, line in enumerate(text.splitlines(), 1):
            if len(line) > PROSE_WIDTH and not re.match(r"    |\||!\[|#", line):
                fault(path, number, f"has {len(line)} columns; prose has at most {PROSE_WIDTH}")


def long_texts(text):
    """The numbers of lines in Python's texts of several lines, which are not docstrings."""
    before = tokenize.NEWLINE
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.STRING and before != tokenize.NEWLINE:
            yield from range(token.start[0], token.end[0] + (token.end[0] > token.start[0]))
        if token.type not in (tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT):
            before = token.type


def check_code_widths():
    folders = ("bench", "examples", "python", "tests", "tools", "web/src")
    for path in (path for folder in folders for path in files(folder, "*") if path.is_file()):
        script = path.suffix == "" and path.read_bytes().startswith(b"#!/usr/bin/python3")
        if path.suffix not in (".py", ".ts") and not script:
            continue
        text = path.read_text()
        lines = enumerate(text.splitlines(), 1)
        long = {number: len(line) for number, line in lines if len(line) > CODE_WIDTH}
        for number in sorted(set(long) - set(long_texts(text) if long and path.suffix != ".ts" else ())):
            fault(path, number, f"has {long[number]} columns; code has at most {CODE_WIDTH}")


def check_argument_names():
    for folder in ("include/unseen", "src"):
        for path in files(folder, "*.hpp", "*.cpp"):
            for number, line in enumerate(path.read_text().splitlines(), 1):
                texts = "".join(re.findall(r'"(?:[^"\\]|\\.)*"', line.split("//")[0]))
                if option := re.search(r"--[a-z][\w-]*", re.sub(r"`unseen [^`]*`", "", texts)):
                    fault(path, number,
                          f"names the option {option[0]}; write the argument in backticks "
                          "(base/argument.hpp)")


def check_type_names():
    places = {}
    for path in [path for folder in ("include", "src") for path in files(folder, "*.hpp", "*.cpp")]:
        namespaces = []
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if opened := re.match(r"(?:inline )?namespace ?([\w:]*) ?\{", line):
                namespaces.append(opened[1])
            elif re.match(r"\} *// namespace", line):
                namespaces.pop()
            elif (match := TYPE.match(line)) and "" not in namespaces:
                name = "::".join([*namespaces, match[1]])
                if name in places:
                    fault(path, number, f"{name} is a type of {places[name].relative_to(ROOT)} too")
                places[name] = path


modules = read_modules()
check_module_includes(modules)
check_module_table(modules)
check_public_headers()
check_programs()
check_lists()
check_learner_names()
check_codes()
check_page()
for place in references.faults(ROOT):
    fault(*place)
check_argument_names()
check_type_names()
check_document_widths()
check_code_widths()
print("\n".join(faults) or "structure: no faults")
sys.exit(bool(faults))
