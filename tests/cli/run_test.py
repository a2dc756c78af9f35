#!/usr/bin/python3
"""Tests run.py with a shell script in place of the command line tool, on blocks that must pass and blocks
that must fail."""
import pathlib
import subprocess
import sys
import tempfile

RUN = pathlib.Path(__file__).resolve().parent / "run.py"
PROGRAM = """#!/bin/bash
case $1 in
    say) printf '%b' "$2" ;;
    fail) echo "unseen: error: $2" >&2; exit 2 ;;
esac
"""

PASS = [
    "$ unseen say 'one\\ntwo\\n'\none\ntwo\n",
    "# a comment\n$ unseen say 'one\\n\\ntwo'\none\n\ntwo\n\n\n",
    "$ unseen\n",
    "$ unseen say 'a 12\\n'\n~ a \\d+\n",
    "$ unseen say 'a\\nb\\nc\\nd\\n'\na\n...\nd\n",
    "$ unseen say 'a\\n'\n...\na\n...\n",
    "$ unseen say '~ a\\n'\n~ ~ a\n",
    "$ unseen say 'a.b[\\n'\na.b[\n",
    "$ unseen fail 'no such file'\n! exit 2\n2> error: no such\n2> unseen\n",
    "$ unseen say x > file\n\n$ cat file\nx\n",
    "$ test -e data -o -L data && cat\n",
]
FAIL = [
    "$ unseen say 'one\\n'\n",
    "$ unseen\none\n",
    "$ unseen say 'one\\ntwo\\n'\none\n",
    "$ unseen say 'one\\ntwo\\n'\ntwo\none\n",
    "$ unseen say 'one\\n\\ntwo'\none\ntwo\n",
    "$ unseen say 'a 12b\\n'\n~ a \\d+\n",
    "$ unseen say 'a\\nb\\n'\na\n...\nc\n",
    "$ unseen say 'axb\\n'\na.b\n",
    "$ unseen fail x\n",
    "$ unseen fail x\n! exit 1\n",
    "$ unseen\n! exit 2\n",
    "$ unseen fail x\n! exit 2\n2> y\n",
    "",
]

failed = 0
with tempfile.TemporaryDirectory() as folder:
    program = pathlib.Path(folder, "a program")
    program.write_text(PROGRAM)
    program.chmod(0o755)
    test = pathlib.Path(folder, "a.test")
    for text, expected in [(t, 0) for t in PASS] + [(t, 1) for t in FAIL]:
        test.write_text(text)
        done = subprocess.run([RUN, program, test], stdout=subprocess.PIPE, text=True)
        blocks = text.count("$ ")
        last = f"{blocks} passed, 0 failed" if expected == 0 else f"0 passed, {blocks} failed"
        if done.returncode != expected or done.stdout.splitlines()[-1] != last:
            failed += 1
            print(
                f"exit {done.returncode}, expected {expected}, of the test\n{text}\nwhich printed\n"
                f"{done.stdout}")
print(f"{len(PASS) + len(FAIL) - failed} passed, {failed} failed")
sys.exit(failed > 0)
