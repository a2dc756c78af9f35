#!/usr/bin/python3
"""tests/cli/run.py [--xml FILE] PROGRAM [FILE.test ...]: runs text tests against the command line tool
(default: all beside this).

A test file is a list of blocks with one command each, preferably with corner cases first:

    # Comment lines stand above the block.
    $ unseen data data/iris.csv --quiet | head -n 3
    rows     150
    ~ digest   [0-9a-f]{32}
    ...
    ! exit 0
    2> a text that standard error must contain

`$` gives the command for bash, and `>` its further lines. It runs in an empty folder, the same for all blocks
of a file, with `unseen` in PATH, `data/` a link to the project's data and `cases/` to tests/cases. Then comes
the expected standard output, line by line: the line itself; `~ REGEX`, which must match the whole line; or
`...`, any number of
lines. `! exit N` is the exit code (else 0); `2> TEXT` may occur several times. Blank lines at the end of a
block and of the output do not count. An expected line that begins with one of the marks is written as a
regex.

The last line printed is "N passed, M failed". Exits 1 if a block failed or there was none.
"""
import argparse
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
SECONDS = 120


class Block:
    def __init__(self, line, command):
        self.line, self.command = line, command
        self.output, self.errors, self.exit = [], [], 0

    def read(self, line):
        if line.startswith("> "):
            self.command += "\n" + line[2:]
        elif line.startswith("2> "):
            self.errors.append(line[3:])
        elif match := re.fullmatch(r"! exit (\d+)", line):
            self.exit = int(match[1])
        elif not line.startswith("#"):
            self.output.append(line)

    def pattern(self):
        def piece(line):
            if line == "...":
                return r"(?:.*\n)*?"
            return (f"(?:{line[1:].strip()})" if line.startswith("~") else re.escape(line)) + r"\n"
        return "".join(map(piece, self.output))

    def fault(self, folder, path):
        """The fault, or None."""
        try:
            done = subprocess.run(["bash", "-c", self.command], cwd=folder, env=dict(os.environ, PATH=path),
                                  stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return f"no end after {SECONDS} s"
        output, errors = (text.decode(errors="backslashreplace") for text in (done.stdout, done.stderr))
        lines = trimmed(output.split("\n"))
        faults = []
        if done.returncode != self.exit:
            faults.append(f"exit code {done.returncode}, expected {self.exit}")
        if not re.fullmatch(self.pattern(), "".join(line + "\n" for line in lines)):
            faults += difflib.unified_diff(self.output, lines, "expected", "printed", lineterm="")
        faults += [f"standard error lacks: {text}" for text in self.errors if text not in errors]
        if faults and errors:
            faults += ["standard error was:", *errors.splitlines()]
        return "\n".join(faults) or None


def trimmed(lines):
    while lines and not lines[-1]:
        lines = lines[:-1]
    return lines


def read_blocks(path):
    blocks = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("$ "):
            blocks.append(Block(number, line[2:]))
        elif blocks:
            blocks[-1].read(line)
        elif line and not line.startswith("#"):
            sys.exit(f"{path}:{number}: text before the first command")
    for block in blocks:
        block.output = trimmed(block.output)
    return blocks


def run_file(path, program):
    """The cases of the XML, one for each block of the file; those that failed are printed."""
    cases = []
    with tempfile.TemporaryDirectory() as work, tempfile.TemporaryDirectory() as programs:
        os.symlink(HERE.parent.parent / "data", f"{work}/data")
        os.symlink(HERE.parent / "cases", f"{work}/cases")
        os.symlink(program, f"{programs}/unseen")
        for block in read_blocks(path):
            case = xml.Element("testcase", classname=path.stem,
                               name=f"{block.line}: {block.command.splitlines()[0]}")
            cases.append(case)
            fault = block.fault(work, f"{programs}:{os.environ['PATH']}")
            if fault is not None:
                xml.SubElement(case, "failure").text = fault
                print(f"{path}:{block.line}: $ {block.command}\n{fault}\n")
    return cases


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--xml", type=pathlib.Path)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("tests", type=pathlib.Path, nargs="*", default=sorted(HERE.glob("*.test")))
    arguments = parser.parse_args()
    cases = xml.Element("testsuite", name="cli")
    program = arguments.program.resolve(strict=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for of_file in pool.map(lambda path: run_file(path, program), arguments.tests):
            cases.extend(of_file)
    failed = len(cases.findall(".//failure"))
    if arguments.xml:
        arguments.xml.parent.mkdir(parents=True, exist_ok=True)
        xml.ElementTree(cases).write(arguments.xml)
    print(f"{len(cases) - failed} passed, {failed} failed")
    return failed > 0 or len(cases) == 0


sys.exit(main())
