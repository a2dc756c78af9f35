#!/usr/bin/python3
"""paste_test.py BINARY: every option that a message names can be pasted behind the command that said it.

The commands of corpus.py are run, some on files whose columns and cells have blanks, quotes, semicolons,
number signs, dollars and dashes. Each --option in their messages, with the word behind it if the option takes
a value, is appended to the command and run through a shell: the shell and the parser of arguments must take
it.
"""
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

from corpus import COMMANDS, FILES
from suggested import first_word

BINARY = pathlib.Path(sys.argv[1]).resolve()
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*[a-z]")


def options_of(words):
    """The options of a command, and whether they take a value."""
    help = subprocess.run([BINARY, *words, "--help"], capture_output=True, text=True).stdout
    return {name: bool(value) for name, value in re.findall(r"^ +(?:-\w,)?(--[\w-]+)(?: (\S+))?", help,
                                                            re.MULTILINE)}


def suggestions(message, options):
    for found in OPTION.finditer(message):
        name = found.group()
        if name not in options:
            yield name, None
        elif options[name]:
            rest = message[found.end():]
            if rest[:1] in (" ", "="):
                yield name + rest[0] + first_word(rest[1:].lstrip()), name
        else:
            yield name, name


faults = []
pasted = 0
with tempfile.TemporaryDirectory() as folder:
    for name, text in FILES.items():
        (pathlib.Path(folder) / name).write_text(text)
    for command in COMMANDS:
        words = command.split()
        options = options_of(words[:2] if words[0] == "compare" else words[:1])
        said = subprocess.run([BINARY, *words], cwd=folder, capture_output=True, text=True).stderr
        for message in said.splitlines():
            for suggestion, name in suggestions(message, options):
                if name is None:
                    faults.append(f"{command}: names {suggestion}, which is none of its options: {message}")
                    continue
                pasted += 1
                line = f"{shlex.quote(str(BINARY))} {command} {suggestion}"
                done = subprocess.run(line, shell=True, cwd=folder, capture_output=True, text=True)
                if "see unseen" in done.stderr or done.returncode not in (0, 1, 2):
                    faults.append(f"{command} {suggestion}: {done.stderr.strip()} (after: {message})")
if pasted < 10:
    faults.append(f"only {pasted} options were pasted")
print(f"{pasted} options pasted, {len(faults)} faults")
if faults:
    sys.exit("\n".join(faults))
