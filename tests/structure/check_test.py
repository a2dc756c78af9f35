#!/usr/bin/python3
"""Tests check.py: each kind of fault, put into a copy of a tiny tree that has none, is found where it stands."""
import pathlib
import subprocess
import sys
import tempfile

CHECK = pathlib.Path(__file__).resolve().parent / "check.py"

GOOD = {
    "include/unseen/base/a.hpp": "// What a is.\n#pragma once\n\n#include <string>\n",
    "include/unseen/run/r.hpp": '// What r is.\n// More of it.\n#pragma once\n\n#include "unseen/base/a.hpp"\n',
    "src/base/a.cpp": '#include "unseen/base/a.hpp"\n\n#include <thread>\n#include <boost/math/tools/roots.hpp>\n',
    "src/base/private.hpp": "#pragma once\n",
    "src/run/r.cpp": '#include "unseen/run/r.hpp"\n\n#include "base/private.hpp"\nconst char* s = "tree-like mean";\n',
    "src/learn/entry.hpp": "LearnerEntry tree_entry();\n",
    "src/learn/tree.cpp": 'return {.info = {.name = "tree", .help = ""}};\n',
    "src/CMakeLists.txt": "add_library(unseen base/a.cpp run/r.cpp learn/tree.cpp)\n",
    "tests/base/a_test.cpp": "",
    "tests/CMakeLists.txt": "unseen_module_tests(base base/a_test.cpp)\n",
    "apps/unseen/main.cpp": '#include "own.hpp"\n#include "unseen/run/r.hpp"\n#include <iostream>\n',
    "apps/unseen/own.hpp": "#pragma once\n",
    "examples/e.cpp": '#include "unseen/run/r.hpp"\n',
}

# The file to change, its new content, and how the one message begins.
FAULTS = [
    ("src/base/a.cpp", '\n#include "unseen/run/r.hpp"\n', "src/base/a.cpp:2: module 'base' includes 'run'"),
    ("include/unseen/base/a.hpp", '// A.\n#pragma once\n#include "unseen/run/r.hpp"\n', "include/unseen/base/a.hpp:3: module 'base'"),
    ("src/run/r.cpp", "#include <unseen/run/r.hpp>\n", "src/run/r.cpp:1: unseen/run/r.hpp is none of our headers; write"),
    ("src/run/r.cpp", '#include "../base/private.hpp"\n', "src/run/r.cpp:1: ../base/private.hpp is none of our headers"),
    ("src/misc/m.hpp", "", "src/misc/m.hpp:1: 'misc' is not a module"),
    ("include/unseen/run/r.hpp", '// R.\n#pragma once\n#include "base/private.hpp"\n', "include/unseen/run/r.hpp:3: a public header includes"),
    ("include/unseen/run/r.hpp", "// R.\n#pragma once\n#include <mutex>\n", "include/unseen/run/r.hpp:3: <mutex> in a public header"),
    ("include/unseen/run/r.hpp", "// R.\n#pragma once\n#include <fmt/core.h>\n", "include/unseen/run/r.hpp:3: <fmt/core.h> in a public header"),
    ("include/unseen/run/r.hpp", "#pragma once\n", "include/unseen/run/r.hpp:1: a public header begins with a comment"),
    ("include/unseen/run/r.hpp", "// R.\n\nint i;\n", "include/unseen/run/r.hpp:3: #pragma once stands right below"),
    ("include/unseen/run/r.hpp", "", "include/unseen/run/r.hpp:1: a public header begins with a comment"),
    ("apps/unseen/main.cpp", '#include "base/private.hpp"\n', "apps/unseen/main.cpp:1: apps/ includes base/private.hpp"),
    ("examples/e.cpp", '#include "../src/base/private.hpp"\n', "examples/e.cpp:1: examples/ includes ../src/base/private.hpp"),
    ("src/CMakeLists.txt", "add_library(unseen run/r.cpp learn/tree.cpp) # base/a.cpp\n", "src/CMakeLists.txt:1: base/a.cpp is not listed"),
    ("tests/base/b_test.cpp", "", "tests/CMakeLists.txt:1: base/b_test.cpp is not listed"),
    ("src/run/r.cpp", '\nif (name == "tree") {}\n', 'src/run/r.cpp:2: names the learner "tree"'),
    ("src/learn/tree.cpp", "", "src/learn/entry.hpp:1: declares ['tree'], but"),
]


def messages(tree):
    with tempfile.TemporaryDirectory() as root:
        for name, content in tree.items():
            path = pathlib.Path(root, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
        done = subprocess.run([CHECK, root], stdout=subprocess.PIPE, text=True)
    return done.returncode, done.stdout.splitlines()


failed = 0
for change, expected in [({}, (0, "structure: no faults"))] + [({f: text}, (1, start)) for f, text, start in FAULTS]:
    code, lines = messages(GOOD | change)
    if code != expected[0] or len(lines) != 1 or not lines[0].startswith(expected[1]):
        failed += 1
        print(f"changed {change}\n  expected exit {expected[0]}: {expected[1]}\n  got      exit {code}: {lines}")
print(f"{len(FAULTS) + 1 - failed} passed, {failed} failed")
sys.exit(failed > 0)
