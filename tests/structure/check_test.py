#!/usr/bin/python3
"""Tests check.py, by putting each kind of fault into a copy of a tiny tree without faults, and
tools/build-costs."""
import base64
import hashlib
import pathlib
import subprocess
import sys
import tempfile

CHECK = pathlib.Path(__file__).resolve().parent / "check.py"

CODES = """// Codes.
#pragma once

inline constexpr Code %(name)s{"%(name)s", "what it "
                              "means", "use `this`"};
"""
TABLE = (
    "<!-- codes: %s -->\n\n| code | meaning | what to do |\n| --- | --- | --- |\n| `%s` | what it means | "
    "use `--this` |\n")
TABLES = [("reason", "no_rows"), ("warning", "few_rows"), ("failure", "threw")]

MODULES = [line.split(":") for line in CHECK.with_name("modules.txt").read_text().splitlines() if ":" in line
           and not line.startswith("#")]
ARCHITECTURE = "".join(
    f"| `{name}` | {' '.join(o for o in others.split() if o not in ('stats', 'base'))} | |\n"
    for name, others in MODULES)

WEB = {f"web/{name}": name
       for name in ("build.mjs", "package-lock.json", "package.json", "tsconfig.json", "src/main.ts")}


DIGEST = hashlib.sha256(b"".join(f"{name}\0{name}\0".encode() for name in sorted(WEB.values()))).hexdigest()


def page(script="go()", style="p{}"):
    """The page that web/build.mjs makes from WEB; its policy allows go() and p{}."""
    def hashed(text):
        return base64.b64encode(hashlib.sha256(text).digest()).decode()
    policy = f"script-src 'sha256-{hashed(b'go()')}'; style-src 'sha256-{hashed(b'p{}')}'"
    return (f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            f'<meta name="sources" content="sha256-{DIGEST}">\n'
            f'<style>{style}</style><script>{script}</script>\n')


GOOD = {
    **WEB, "web/built/page.html": page(),
    "web/built/plot.js": f"// pictures: roc\n// sources: sha256-{DIGEST}\n",
    **{f"include/unseen/base/{table}s.hpp": CODES % {"name": name} for table, name in TABLES},
    "docs/VALIDITY.md": "\n".join(TABLE % names for names in TABLES),
    "src/run/codes.cpp": "Value::none(reasons::no_rows); warnings.push_back({warnings::few_rows, x}); "
    "throw failures::threw;\n",
    "include/unseen/base/a.hpp": "// What a is.\n#pragma once\n\n#include <string>\n",
    "include/unseen/run/r.hpp": '// What r is.\n// More.\n#pragma once\n\n#include "unseen/base/a.hpp"\n',
    "src/base/a.cpp": '#include "unseen/base/a.hpp"\n\n#include <thread>\n#include '
    '<boost/math/tools/roots.hpp>\n',
    "src/base/private.hpp": "#pragma once\n",
    "src/run/r.cpp": '#include "unseen/run/r.hpp"\n\n#include "base/private.hpp"\nconst char* s = "tree-like '
    'mean";\njson.add("tree", key_ == "tree");\n',
    "src/learn/entry.hpp": "LearnerEntry tree_entry();\n",
    "src/learn/tree.cpp": 'return {.info = {.name = "tree", .help = ""}};\n',
    "src/CMakeLists.txt": "add_library(unseen base/a.cpp run/r.cpp run/codes.cpp learn/tree.cpp)\n",
    "tests/base/a_test.cpp": "",
    "tests/CMakeLists.txt": "unseen_module_tests(base base/a_test.cpp)\n",
    "docs/METHODS.md": "# Methods\n\n## C. Intervals\n\n### C.12 Corrected t (`t`)\n\nSee C.15.\n\n### C.15 "
    "Bootstrap\n",
    "docs/ARCHITECTURE.md": ARCHITECTURE,
    "docs/STORE.md": "# The store\n\n## Rules of `store`\n",
    "docs/decisions/0001-waist.md": "# 0001\n",
    "src/run/cites.hpp": "// METHODS C.12, C.15; METHODS C; docs/METHODS.md C.12; decision 0001; "
    "docs/STORE.md \"Rules of store\" (METHODS\n// C.15)\n",
    "apps/unseen/main.cpp": '#include "own.hpp"\n#include "unseen/run/r.hpp"\n#include <iostream>\n',
    "apps/unseen/own.hpp": "#pragma once\n",
    "examples/e.cpp": '#include "unseen/run/r.hpp"\n',
}

# The file to change, its new content, and how the one message begins.
FAULTS = [
    ("web/src/main.ts", "changed", "web/built/page.html:1: is not made of the sources in web/"),
    ("web/src/new.ts", "", "web/built/page.html:1: is not made of the sources in web/"),
    ("web/built/plot.js", "// pictures: roc\n// sources: sha256-0\n",
     "web/built/plot.js:1: is not made of the sources in web/"),
    ("web/built/page.html", page(script="other()"),
     "web/built/page.html:1: its policy does not allow its own script"),
    ("web/built/page.html", page(style=""), "web/built/page.html:1: its policy does not allow its own style"),
    ("src/base/a.cpp", '\n#include "unseen/run/r.hpp"\n', "src/base/a.cpp:2: module 'base' includes 'run'"),
    ("include/unseen/base/a.hpp", '// A.\n#pragma once\n#include "unseen/run/r.hpp"\n',
     "include/unseen/base/a.hpp:3: module 'base'"),
    ("src/run/r.cpp", "#include <unseen/run/r.hpp>\n",
     "src/run/r.cpp:1: unseen/run/r.hpp is none of our headers; write"),
    ("src/run/r.cpp", '#include "../base/private.hpp"\n',
     "src/run/r.cpp:1: ../base/private.hpp is none of our headers"),
    ("src/misc/m.hpp", "", "src/misc/m.hpp:1: 'misc' is not a module"),
    ("include/unseen/run/r.hpp", '// R.\n#pragma once\n#include "base/private.hpp"\n',
     "include/unseen/run/r.hpp:3: a public header includes"),
    ("include/unseen/run/r.hpp", "// R.\n#pragma once\n#include <mutex>\n",
     "include/unseen/run/r.hpp:3: <mutex> in a public header"),
    ("include/unseen/run/r.hpp", "// R.\n#pragma once\n#include <fmt/core.h>\n",
     "include/unseen/run/r.hpp:3: <fmt/core.h> in a public header"),
    ("include/unseen/run/r.hpp", "#pragma once\n",
     "include/unseen/run/r.hpp:1: a public header begins with a comment"),
    ("include/unseen/run/r.hpp", "// R.\n\nint i;\n",
     "include/unseen/run/r.hpp:3: #pragma once stands right below"),
    ("include/unseen/run/r.hpp", "", "include/unseen/run/r.hpp:1: a public header begins with a comment"),
    ("apps/unseen/main.cpp", '#include "base/private.hpp"\n',
     "apps/unseen/main.cpp:1: apps/ includes base/private.hpp"),
    ("examples/e.cpp", '#include "../src/base/private.hpp"\n',
     "examples/e.cpp:1: examples/ includes ../src/base/private.hpp"),
    ("src/CMakeLists.txt", "add_library(unseen run/r.cpp run/codes.cpp learn/tree.cpp) # base/a.cpp\n",
     "src/CMakeLists.txt:1: base/a.cpp is not listed"),
    ("tests/base/b_test.cpp", "", "tests/CMakeLists.txt:1: base/b_test.cpp is not listed"),
    ("src/run/r.cpp", '\nrun(Spec("tree"));\n', 'src/run/r.cpp:2: names the learner "tree"'),
    ("src/run/r.cpp", '\nrun(Spec::parse("tree:prune=none"));\n',
     'src/run/r.cpp:2: names the learner "tree"'),
    ("src/run/r.cpp", '\nif (name == "tree") {}\n', 'src/run/r.cpp:2: names the learner "tree"'),
    ("src/run/codes.cpp", "none(reasons::no_rows); Warning{warnings::few_rows, x};\n",
     "include/unseen/base/failures.hpp:1: failures::threw is given nowhere"),
    ("docs/VALIDITY.md", "", "docs/VALIDITY.md:1: lacks the tables"),
    ("docs/VALIDITY.md", "\n".join(TABLE % names for names in TABLES).replace("means", "says"),
     "docs/VALIDITY.md:1: lacks the tables"),
    ("src/run/r.cpp", "\n// METHODS C.12, C.16\n", "src/run/r.cpp:2: C.16 is not a section"),
    ("src/run/r.cpp", "\n// METHODS\n// D\n", "src/run/r.cpp:2: D is not a chapter"),
    ("src/run/r.cpp", "\n// as METHODS has it\n", "src/run/r.cpp:2: METHODS is cited without a label"),
    ("src/run/r.cpp", "\n// decision 0002\n", "src/run/r.cpp:2: there is no docs/decisions/0002"),
    ("src/run/r.cpp", '\n// STORE "Rule"\n', 'src/run/r.cpp:2: docs/STORE.md has not one heading "Rule"'),
    ("src/run/r.cpp", "\n// see src/run/run.cpp\n", "src/run/r.cpp:2: there is no src/run/run.cpp"),
    ("src/run/r.cpp", "\n// see unseen/run/run.hpp\n", "src/run/r.cpp:2: there is no unseen/run/run.hpp"),
    ("docs/STORE.md", "# The store\n\n## Rules of `store`\n\n`r.cpp`, `s.cpp`\n",
     "docs/STORE.md:5: there is no s.cpp"),
    ("src/run/r.cpp", "\n// the numbers of rng.json\n", "src/run/r.cpp:2: there is no rng.json"),
    ("src/run/r.cpp", "\n// as DESIGN has it\n", "src/run/r.cpp:2: DESIGN is not a document"),
    ("src/run/r.cpp", "\n// docs/STORES.md\n", "src/run/r.cpp:2: there is no docs/STORES.md"),
    ("docs/STORE.md", "# The store\n\n## Rules of `store`\n\nMETHODS C.1\n",
     "docs/STORE.md:5: C.1 is not a section"),
    ("src/run/cites.hpp",
     "struct A {\n};\nnamespace {\nstruct A {\n};\n} // namespace\nclass A : public B {\n",
     "src/run/cites.hpp:7: A is a type of src/run/cites.hpp too"),
    ("docs/METHODS.md", "# Methods\n\n## C. I\n\n### C.12 T\n\n### C.15 B\n\n## More\n",
     "docs/METHODS.md:1: the heading 'More' has no label"),
    ("docs/METHODS.md", "# M\n\n## C. I\n\n### C.12 T\n\n### C.15 B\n\n### C.15 C\n",
     "docs/METHODS.md:1: the heading 'C.15' has no label"),
    ("docs/ARCHITECTURE.md", ARCHITECTURE.replace("| `read` | data |", "| `read` | data rank |"),
     "docs/ARCHITECTURE.md:1: module 'read' may include data by"),
    ("docs/ARCHITECTURE.md", ARCHITECTURE.replace("| `read` | data | |\n", ""),
     "docs/ARCHITECTURE.md:1: the table of modules is not that"),
    ("src/learn/tree.cpp", "", "src/learn/entry.hpp:1: declares ['tree'], but"),
    ("docs/STORE.md",
     "# The store\n\n## Rules of `store`\n\n```\n" + "x" * 121 + "\n```\n\n| " + "x" * 121 + "\n\n"
     + "x " * 61, "docs/STORE.md:11: has 122 columns; prose"),
    ("tools/tool", "#!/usr/bin/python3\nTEXT = '''\n" + "x" * 111 + "\n'''\n# " + "x" * 109 + "\n",
     "tools/tool:5: has 111 columns; code"),
    ("examples/e.ts", "x" * 111, "examples/e.ts:1: has 111 columns; code"),
    ("src/run/r.cpp", '\nconst char* s = "see `unseen run --store`; " "--shard I/N does a part";\n',
     "src/run/r.cpp:2: names the option --shard;"),
]


def messages(tree):
    with tempfile.TemporaryDirectory() as root:
        for name, content in tree.items():
            path = pathlib.Path(root, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
        done = subprocess.run([CHECK, root], stdout=subprocess.PIPE, text=True)
    return done.returncode, done.stdout.splitlines()


def costs_of(log):
    """The output of tools/build-costs for this log of Ninja, whose outputs all exist except those called
    gone."""
    with tempfile.TemporaryDirectory() as folder:
        for output in (line.split("\t")[3] for line in log.splitlines()[1:]):
            path = pathlib.Path(folder, output)
            path.parent.mkdir(parents=True, exist_ok=True)
            if "gone" not in output:
                path.write_text("")
        pathlib.Path(folder, ".ninja_log").write_text(log)
        return subprocess.run([CHECK.parents[2] / "tools/build-costs", folder], stdout=subprocess.PIPE,
                              text=True).stdout


UNITY = "src/CMakeFiles/unseen.dir/Unity/unity_%s_cxx.cxx.o"
LOG = "# ninja log v5\n" + "".join(f"{start}\t{end}\t0\t{output}\t0\n" for start, end, output in (
    (0, 900, UNITY % "base"), (100, 2100, UNITY % "base"), (0, 200000, UNITY % "learn_tree"),
    (0, 5000, UNITY % "gone"), (0, 100000, "apps/a.o"), (0, 7000, "tests/t.o"), (0, 7000, "src/libunseen.a")))
COSTS = (
    "learn/tree        200.0 s\nthe tool          100.0 s\nbase                2.0 s\ncompiled          "
    "302.0 s\nwarning: what ships compiles for more")

failed = 0
if not costs_of(LOG).startswith(COSTS):
    failed += 1
    print(f"tools/build-costs prints\n{costs_of(LOG)}instead of\n{COSTS}")
for change, expected in [({}, (0, "structure: no faults"))] + [
        ({f: text}, (1, start)) for f, text, start in FAULTS]:
    code, lines = messages(GOOD | change)
    if code != expected[0] or len(lines) != 1 or not lines[0].startswith(expected[1]):
        failed += 1
        print(f"changed {change}\n  expected exit {expected[0]}: {expected[1]}")
        print(f"  got      exit {code}: {lines}")
print(f"{len(FAULTS) + 2 - failed} passed, {failed} failed")
sys.exit(failed > 0)
