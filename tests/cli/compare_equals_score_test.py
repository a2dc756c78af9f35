#!/usr/bin/python3
"""compare_equals_score_test.py BINARY: `compare models` has the figures of `score`.

For every measure that has a direction and every role of the rows, the estimate and the interval of each
model in `compare models` are those of `score` for this model alone.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

BINARY = pathlib.Path(sys.argv[1]).resolve()
DRAWS = ["--samples", "100", "--format", "json", "--quiet"]

# The roles of the rows, as options of both commands. Each repeat tests each row once.
ROLES = [
    "--split f --repeat r --id id --weight w",
    "--weight w --group c",
    "",
    "--weight w",
    "--group c",
    "--id row",
    "--split f",
    "--split f --weight w",
    "--split f --train-rows 10",
    "--split f --repeat r",
    "--split f --repeat r --id id",
]

# Of each kind of truth: the options, the columns of the two models, and how many of the roles are tried.
TASKS = {
    "labels": ("--truth y", "--predicted", ("la", "lb"), 11),
    "probabilities": ("--truth y", "--score", ("pa", "pb"), 11),
    "other scores": ("--truth y", "--score", ("sa", "sb"), 3),
    "scores with a threshold": ("--truth y --threshold 0.4", "--score", ("pa", "pb"), 2),
    "the other positive class": ("--truth y --positive no", "--score", ("pa", "pb"), 2),
    "classes": ("--truth k", "--predicted", ("ka", "kb"), 11),
    "ordered classes": ("--truth k --task ordinal --order k0,k1,k2", "--predicted", ("ka", "kb"), 3),
    "numbers": ("--truth v", "--predicted", ("va", "vb"), 11),
}

faults = []


def rows():
    draw = random.Random(34)
    table = []
    for i in range(80):
        row, repeat = i % 40, i // 40
        y, k, v = row * 7 % 5 > 2, row * 3 % 7 % 3, row % 9 / 2
        cells = {"row": i, "id": row, "y": "yes" if y else "no", "k": f"k{k}", "v": v}
        cells |= {"w": 1 + row % 3, "c": f"g{row // 4}", "f": row % 3, "r": repeat}
        for model in "ab":
            score = round((draw.random() + (0.6 if y else 0.0)) / 1.6, 3)
            cells[f"p{model}"] = score
            cells[f"s{model}"] = round(10 * score - 4, 2)
            cells[f"l{model}"] = "yes" if score >= 0.5 else "no"
            cells[f"k{model}"] = f"k{k if draw.random() < 0.6 else draw.randrange(3)}"
            cells[f"v{model}"] = round(v + draw.gauss(0.1, 1), 2)
        table.append(cells)
    return table


def answer(*words):
    done = subprocess.run([BINARY, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return (json.loads(done.stdout) if done.returncode == 0 else None), done.stderr.strip()


def named(measures):
    return [word for name in measures for word in ("--measure", name)]


def check(where, model, scored, measures):
    for name in measures:
        figure = scored["measures"][name]
        of_compare = model["measures"][name], model["intervals"].get(name)
        of_score = figure["value"], figure["interval"]
        if of_compare != of_score:
            faults.append(f"{where}: {name}: compare models has {of_compare}, score {of_score}")
        checked.add((where, name))


checked = set()
with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder) / "rows.csv"
    table = rows()
    lines = [",".join(table[0])] + [",".join(map(str, row.values())) for row in table]
    file.write_text("\n".join(lines) + "\n")
    listed = answer("score", "--list-measures", "--format", "json")[0]["measures"]
    every = [measure["name"] for measure in listed if measure["better"] in ("higher", "lower")]
    for task, (truth, role, columns, tried) in TASKS.items():
        base = [file, *truth.split(), *DRAWS]
        measures = [m for m in every if answer("score", *base, role, columns[0], "--measure", m)[0]]
        for roles in ROLES[:tried]:
            options = [*base, *roles.split(), *named(measures)]
            models = ",".join(f"{column}={column}" for column in columns)
            both = [*options, "--scores", models, "--permutations", "9"]
            compared, message = answer("compare", "models", *both)
            if compared is None:
                faults.append(f"{task} {roles}: compare models: {message}")
                continue
            for model in compared["models"]:
                scored, message = answer("score", *options, role, model["name"])
                where = f"{task} {roles}: {model['name']}"
                if scored is None:
                    faults.append(f"{where}: score: {message}")
                else:
                    check(where, model, scored, measures)
print("\n".join(faults[:60]) or f"compare equals score: {len(checked)} figures and intervals")
sys.exit(bool(faults) or len(checked) < 1000)
