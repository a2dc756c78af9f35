#!/usr/bin/python3
"""no_values_test.py BINARY: what messages, warnings and pages quote of the data.

Cells of the files are marked (corpus.py). With --no-values no mark is in any output (text, JSON, CSV, page,
standard error). Without it a line has at most three different cells, and none of an id column. Every command
must say something of its own: an error, or the warning or note that is named.

The tables of an answer name its classes and subgroups, which are no values, and curves have scores as
thresholds (docs/decisions/0032): so commands whose classes are marked are judged by standard error alone, and
lists of numbers in JSON are no quotations."""
import pathlib
import re
import subprocess
import sys
import tempfile

from corpus import COMMANDS, FILES

BINARY = pathlib.Path(sys.argv[1]).resolve()

MARK = re.compile(r"zq\w*|[\d.]*737373[\d.]*")


NUMBERS = re.compile(r"\[[\s\d.,e+-]*\]")
MARKED_CLASSES = ("spelt.csv", "three.csv", "main.csv")

faults = []


def run(words, folder):
    done = subprocess.run([BINARY, *words], cwd=folder, capture_output=True, text=True)
    if done.returncode not in (0, 1, 2):
        faults.append(f"{' '.join(map(str, words))}: ends with {done.returncode}: {done.stderr}")
    return done


def sentences(text):
    """The lines that are not blank."""
    return [line for line in text.splitlines() if line.strip()]


def check(command, says, folder):
    words = command.split()
    page = folder / "page.html"
    with_page = words[0] in ("estimate", "score", "compare")
    for form in ("text", "json", "csv"):
        page.unlink(missing_ok=True)
        report = ["--report", page] if with_page else []
        done = run([*words, "--no-values", "--format", form, *report], folder)
        outputs = {"output": done.stdout, "standard error": done.stderr,
                   "page": page.read_text() if page.exists() else ""}
        if any(file in words for file in MARKED_CLASSES):
            outputs = {"standard error": done.stderr}
        for name, text in outputs.items():
            text = NUMBERS.sub("[]", text)
            for mark in sorted(set(MARK.findall(text)))[:4]:
                at = text.index(mark)
                faults.append(f"{command} --no-values --format {form}: {name} has {mark}: "
                              f"...{text[max(0, at - 120):at + 60]!r}")
    plain = run(words, folder)
    if says and not re.search(says, plain.stderr + plain.stdout):
        faults.append(f"{command}: does not say {says!r}, but\n  {plain.stderr}")
    for line in sentences(plain.stderr):
        cells = {cell.lower() for cell in MARK.findall(line)}  # spellings of one label are one
        if len(cells) > 3 or any(cell.startswith("zqid") for cell in cells):
            faults.append(f"{command}: quotes {sorted(cells)}: {line}")


chosen = tempfile.TemporaryDirectory()
while MARK.search(chosen.name):  # pages name it
    chosen = tempfile.TemporaryDirectory()
with chosen as folder:
    folder = pathlib.Path(folder)
    for name, text in FILES.items():
        (folder / name).write_text(text)
    for command, says in COMMANDS.items():
        check(command, says, folder)
print(f"{len(COMMANDS)} commands in 4 forms, {len(faults)} faults")
if faults:
    sys.exit("\n".join(faults))
