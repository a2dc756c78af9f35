#!/usr/bin/python3
"""paste_all_test.py BINARY [FILE.test ...]: every option with a value that a message of the command line's
tests suggests can be pasted behind the command that said it (instead of the option, if it has it), and every
suggestion of the sources is among them.

The commands of the tests (default: all beside this) run with a program in the way that passes them on, reads
their standard error, and runs them again through a shell with each suggestion appended. The shell and the
parser of arguments must take it, and it must name no column that does not exist. A suggestion of the sources
is a literal with `name=`; each name must have been pasted.
"""
import json
import os
import pathlib
import re
import shlex
import stat
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from suggested import first_word

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SUGGESTION = re.compile(r"(?<![\w-])--([a-z][a-z-]*[a-z]) (?=\S)")
# Words behind an option that is named without a value.
WORDS = set("""a all and are as at be before both but by can cannot does draws exclude for from gives has
    have if in instead is it its keeps leaves makes may must name named names needs of on or reads say
    says set takes that the their them to twice use was were when where which with without writes""".split())
SUGGESTED = re.compile(r"`([a-z_]+)=")
# What is written as `name=` and no advice: the examples in the help of bounds, which tests of `bound` run,
# and how another state was made.
EXAMPLES = """delta disagreements error errors form kept kl lambda mean_disagreement rank rows values
    candidates""".split()
NOT_PASTED = {*EXAMPLES, "cells"}
# A sentence that says what another command does.
OF_ANOTHER_COMMAND = {"report --format", "report --output"}
# Tests of signals and of files beyond all limits, which run long and suggest nothing of their own.
LEFT_OUT = {"interrupt.test", "limits.test"}


def suggestions(message):
    message = re.sub(r"`unseen [^`]*`", "", message)  # a command of its own
    for found in SUGGESTION.finditer(message):
        word = first_word(message[found.end():])
        if word not in WORDS:
            yield found[1], word


def kind_of(record):
    """Suggestions of one kind need be pasted once: the option, and whether its value is quoted."""
    return record["command"], record["name"], re.sub(r"\w+", "w", record["value"])


def without(option, arguments):
    """The arguments without an option and its value."""
    kept = []
    words = iter(arguments)
    for word in words:
        if word == option:
            next(words, None)
        elif not word.startswith(option + "="):
            kept.append(word)
    return kept


def pass_on(program, log, arguments):
    """Runs the program, and then again with each suggestion of a kind that was not pasted yet."""
    given = sys.stdin.buffer.read() if "-" in arguments else b""
    done = subprocess.run([program, *arguments], input=given, stderr=subprocess.PIPE)
    said = done.stderr.decode(errors="replace")
    sys.stderr.write(said)
    command = " ".join(word for word in arguments[:2] if re.fullmatch("[a-z]+", word))
    pasted = {kind_of(json.loads(line)) for line in log.read_text().splitlines()}
    for name, value in [pair for line in said.splitlines() for pair in suggestions(line)]:
        record = {"command": command, "name": name, "value": value, "said": said}
        if kind_of(record) in pasted or f"{arguments[0]} --{name}" in OF_ANOTHER_COMMAND:
            continue
        pasted.add(kind_of(record))
        if not re.fullmatch("[A-Z]+", value) and not any("/dev/fd" in word for word in arguments):
            line = f"{shlex.join([program, *without('--' + name, arguments)])} --{name} {value} > pasted.out"
            try:
                again = subprocess.run(["bash", "-c", line], input=given, stderr=subprocess.PIPE, timeout=60)
                errors = again.stderr.decode(errors="replace")
                record |= {"line": line, "code": again.returncode, "errors": errors}
            except subprocess.TimeoutExpired:
                pass
        with log.open("a") as to:
            to.write(json.dumps(record) + "\n")
    return done.returncode


def faults_of(record):
    if "code" not in record:
        return
    fresh = [line for line in record["errors"].splitlines() if line not in record["said"]]
    wrong = [line for line in fresh if re.search("see `?unseen|no column is called", line)]
    if record["code"] not in (0, 1, 2) or wrong:
        yield f"{record['line']}\n    {wrong or record['code']}\n    after: {record['said'][:400]}"


def main():
    binary = pathlib.Path(sys.argv[1]).resolve()
    tests = [pathlib.Path(name) for name in sys.argv[2:]] or [
        path for path in sorted(HERE.glob("*.test")) if path.name not in LEFT_OUT]
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "log"
        log.touch()
        way = pathlib.Path(folder) / "unseen"
        way.write_text(f"#!/bin/sh\nexec {sys.executable} {__file__} --pass {binary} {log} \"$@\"\n")
        way.chmod(way.stat().st_mode | stat.S_IXUSR)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(lambda to: subprocess.run([HERE / "run.py", way, to], capture_output=True), tests))
        records = [json.loads(line) for line in log.read_text().splitlines()]
    faults = sorted({fault for record in records for fault in faults_of(record)})
    pasted = {record["name"].replace("-", "_") for record in records}
    if len(sys.argv) == 2:
        named = {}
        for path in sorted(path for kind in ("src/**/*.[ch]pp", "apps/**/*.cpp") for path in ROOT.glob(kind)):
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if not line.lstrip().startswith("//") and '"' in line:
                    for name in SUGGESTED.findall(line):
                        named.setdefault(name, f"{path.relative_to(ROOT)}:{number}")
        faults += [f"{place}: suggests `{name}=`, and no test of the command line shows it"
                   for name, place in named.items() if name not in pasted | NOT_PASTED]
    print(f"{len(records)} suggestions of {len(pasted)} options pasted, {len(faults)} faults")
    return "\n".join(faults) or 0


if sys.argv[1] == "--pass":
    sys.exit(pass_on(sys.argv[2], pathlib.Path(sys.argv[3]), sys.argv[4:]))
sys.exit(main())
