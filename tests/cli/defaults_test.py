#!/usr/bin/env python3
"""The program's defaults are those of the methods' table of defaults, or depart from it for a stated reason.

defaults_test.py PROGRAM

tests/oracles/defaults.txt has a line for each figure: the design of its rows, the measure, the method of that
table, and where the program departs, its own method and why. The test asks the program for the figure and
compares the method that it names.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

TABLE = pathlib.Path(__file__).resolve().parent.parent / "oracles/defaults.txt"
PROGRAM = pathlib.Path(sys.argv[1]).resolve()


def write_rows(folder):
    """Predictions of two models of 120 rows: classes with a score, numbers, values of items, weights and
    clusters."""
    draw = random.Random(1)
    head = ["y", "a", "b", "score_a", "score_b", "w", "g", "z", "za", "zb", "fold", "t"]
    head += ["va", "vb", "ra", "rb", "ha", "hb", "said"]
    lines = [",".join(head)]
    for i in range(120):
        y = i % 2
        score = [min(0.98, max(0.02, 0.5 + 0.25 * (2 * y - 1) + draw.gauss(0, 0.3))) for _ in range(2)]
        z = draw.gauss(0, 1)
        lines.append(",".join(map(str, [
            "yes" if y else "no", *("yes" if s > 0.5 else "no" for s in score), *score, 1 + i % 3, i // 4, z,
            z + draw.gauss(0, 0.5), z + draw.gauss(0, 0.6), i % 5, "lmh"[i % 3],
            *(round(s, 3) for s in score), *(int(s > 0.5) for s in score),
            *(round(s, 1) if i % 3 == 0 else "" for s in score), "lmh"[(i + (i % 7 == 0)) % 3]])))
    (folder / "rows.csv").write_text("\n".join(lines) + "\n")
    for model, column in (("a", 8), ("b", 9)):
        rows = (line.split(",") for line in lines[1:])
        text = "".join(f"{row[7]},{row[column]}\n" for row in rows)
        (folder / f"{model}.csv").write_text("z,p\n" + text)
    with (folder / "data.csv").open("w") as file:
        file.write("x,u,y\n")
        for i in range(60):
            file.write(f"{draw.gauss(i % 2, 1)},{draw.gauss(0, 1)},{'yes' if i % 2 else 'no'}\n")
    with (folder / "numbers.csv").open("w") as file:
        file.write("x,u,y\n")
        for i in range(60):
            x = draw.gauss(0, 1)
            file.write(f"{x},{draw.gauss(0, 1)},{x + draw.gauss(0, 1)}\n")


CLASSES = ["--truth", "y", "--predicted", "a", "--score", "score_a", "--positive", "yes"]
NUMBERS = ["--truth", "z", "--predicted", "za"]
PAIR = ["compare", "models", "rows.csv", "--truth", "y", "--positive", "yes"]
ITEMS = ["score", "rows.csv", "--range", "0,1", "--higher-is-better"]
DESIGNS = {  # the command without the measure
    "rows of classes": ["score", "rows.csv", *CLASSES],
    "rows of several classes": ["score", "rows.csv", "--truth", "t", "--predicted", "said"],
    "rows of numbers": ["score", "rows.csv", *NUMBERS],
    "clusters of classes": ["score", "rows.csv", *CLASSES, "--group", "g"],
    "clusters of numbers": ["score", "rows.csv", *NUMBERS, "--group", "g"],
    "weights of classes": ["score", "rows.csv", *CLASSES, "--weight", "w"],
    "cross-validation of classes": ["estimate", "data.csv", "--learner", "naive-bayes"],
    "cross-validation of numbers": ["estimate", "numbers.csv", "--learner", "linear"],
    "values of items": [*ITEMS, "--value", "va"],
    "items right or wrong": [*ITEMS, "--value", "ra"],
    "clusters of items": [*ITEMS, "--value", "va", "--group", "g"],
    "few human values and a judge": [*ITEMS, "--value", "ha", "--judged", "va"],
    "two models with a judge": ["compare", "models", *ITEMS[1:], "--value", "A=ha,B=hb", "--judged",
                                "A=va,B=vb"],
    "two models of items": ["compare", "models", *ITEMS[1:], "--value", "A=va,B=vb"],
    "two models of items right or wrong": ["compare", "models", *ITEMS[1:], "--value", "A=ra,B=rb"],
    "two models by labels": [*PAIR, "--scores", "A=score_a,B=score_b"],
    "two models by scores": [*PAIR, "--scores", "A=score_a,B=score_b"],
    "two models of numbers": ["compare", "models", "a.csv", "b.csv", "--truth", "z", "--predicted", "p"],
    "two learners, 10 folds": ["estimate", "data.csv", "--learner", "knn", "--learner", "naive-bayes"],
    "two learners, 20 folds": ["estimate", "data.csv", "--learner", "knn", "--learner", "naive-bayes",
                               "--estimator", "cv:folds=20"],
    "two learners, leave-one-out": ["estimate", "data.csv", "--learner", "knn", "--learner", "naive-bayes",
                                    "--estimator", "loo"],
}


def method(folder, design, measure):
    """The method of the default interval or test, or the reason why there is none."""
    command = [PROGRAM, *DESIGNS[design], "--measure", measure, "--format", "json", "--quiet"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return "no measure" if "unknown measure" in done.stderr else f"refused: {done.stderr.strip()}"
    answer = json.loads(done.stdout)
    if design.startswith("two "):
        test = next(c for c in answer["comparisons"] if c["primary"])
        return test["test"] if test["p_value"] is not None else test["p_value_reason"]
    figure = answer["estimates"][0] if "estimates" in answer else next(iter(answer["measures"].values()))
    return figure["interval"]["method"] if figure.get("interval") else "none"


def main():
    failed = 0
    lines = [line for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]
    assert lines
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_rows(folder)
        for line in lines:
            design, measure, wanted, *departs = [cell.strip() for cell in line.split("|")]
            found = method(folder, design, measure)
            if departs:
                own, why = departs
                assert why, line
                wanted = own
            if found != wanted:
                failed += 1
                print(f"{design}, {measure}: {found}; expected {wanted}")
    print(f"{len(lines)} defaults, {failed} others than the table says")
    sys.exit(failed > 0)


main()
