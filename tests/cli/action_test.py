#!/usr/bin/python3
"""tests/cli/action_test.py PROGRAM: runs the script of examples/ci/action as a workflow of GitHub would."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
CI = pathlib.Path(__file__).resolve().parents[2] / "examples/ci"
faults = []


def expect(holds, what):
    if not holds:
        faults.append(what)


def judge(folder, **variables):
    """The exit code of the script, its standard error, the summary and the outputs."""
    summary, outputs = folder / "summary.md", folder / "outputs"
    summary.write_text("before\n")
    outputs.write_text("")
    environment = {"PATH": f"{PROGRAM.parent}:/usr/bin:/bin", "GITHUB_STEP_SUMMARY": str(summary),
                   "GITHUB_OUTPUT": str(outputs), **variables}
    done = subprocess.run(["bash", CI / "action/judge.sh"], cwd=folder, env=environment, text=True,
                          capture_output=True, check=False)
    return done.returncode, done.stderr, summary.read_text(), outputs.read_text()


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        rows = [f"{i % 2},{i % 2 if i < 97 else 1 - i % 2},{i % 2 if i < 60 else 1 - i % 2}"
                for i in range(100)]
        (folder / "p q.csv").write_text("the truth,new,old\n" + "\n".join(rows) + "\n")
        score = {"PREDICTIONS": "p q.csv", "ARGUMENTS": "--truth 'the truth' --predicted new"}

        code, _, summary, outputs = judge(folder, **score, REQUIRE="accuracy >= 0.9\n\nrecall >= 0.8\n")
        expect(code == 0 and outputs == "state=shown\n", f"shown: {code} {outputs}")
        expect(summary.startswith("before\n") and "| measure" in summary
               and "The requirement accuracy &gt;= 0.9 is shown to be met" in summary, f"summary: {summary}")
        expect((folder / "unseen.md").read_text() == summary[len("before\n"):], "comment is the summary")

        code, _, summary, outputs = judge(folder, **score, REQUIRE="accuracy >= 0.99\naccuracy >= 0.9",
                                          COMMENT="other.md")
        expect(code == 4 and outputs == "state=undecided\n" and "is not decided" in summary,
               f"undecided: {code}")
        expect((folder / "other.md").exists(), "COMMENT names the file")
        code, _, _, outputs = judge(folder, **score, REQUIRE="accuracy >= 0.99", UNDECIDED="pass")
        expect(code == 0 and outputs == "state=passed\n", f"undecided passes: {code} {outputs}")
        code, _, _, outputs = judge(folder, **score, REQUIRE="accuracy >= 0.99", UNDECIDED="fail")
        expect(code == 3 and outputs == "state=failed\n", f"undecided fails: {code} {outputs}")
        code, _, _, outputs = judge(folder, **score, REQUIRE="accuracy >= 0.999")
        expect(code == 3 and outputs == "state=refuted\n", f"refuted: {code} {outputs}")

        code, _, summary, _ = judge(folder, PREDICTIONS="p q.csv", COMMAND="compare models",
                                    ARGUMENTS="--truth 'the truth' --scores new=new,old=old",
                                    REQUIRE="new not worse than old by 0.02 in accuracy")
        expect(code == 0 and "is shown to be met" in summary, f"two models: {code}")

        # What is wrong ends the step with 2 or 1, and writes no summary.
        for variables, text in (({"REQUIRE": "acuracy >= 0.9"}, "acuracy"), ({"REQUIRE": ""}, "REQUIRE"),
                                ({"REQUIRE": "accuracy >= 0.9", "PREDICTIONS": "none.csv"}, "none.csv"),
                                ({"REQUIRE": "accuracy >= 0.9", "COMMAND": "store"}, "COMMAND")):
            code, error, summary, outputs = judge(folder, **{**score, **variables})
            expect(code in (1, 2, 127) and text in error and summary == "before\n" and not outputs,
                   f"{variables}: {code} {error}")

    # The action gives the script the variables that it reads, and has an input for each.
    action = (CI / "action/action.yml").read_text()
    given = set(re.findall(r"^ +([A-Z]+): \$\{\{ inputs\.", action, re.MULTILINE)) - {"WHEELS"}
    read = set(re.findall(r"\$\{([A-Z]+)[:}]", (CI / "action/judge.sh").read_text())) - {"GITHUB"}
    expect(given == read, f"action.yml gives {sorted(given)}, judge.sh reads {sorted(read)}")
    inputs = set(re.findall(r"^  (\w+):$", action.split("outputs:")[0], re.MULTILINE))
    expect({name.lower() for name in given} | {"wheels"} == inputs, f"inputs: {sorted(inputs)}")
    for form in ("gitlab.yml", "pull-request.yml"):
        expect("action" in (CI / form).read_text(), f"{form} uses the action")

    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
