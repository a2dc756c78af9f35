#!/usr/bin/env python3
"""How often the intervals of many splits cover the procedure's error where rows come in groups (docs/VALIDITY.md):

    tests/simulations/grouped_coverage.py build/release/apps/unseen/unseen [DATA SETS]

y = effect of the group + noise, both standard normal; the learner is the mean, whose squared error on a row of a new group is
2 + (1 + 1/rows of a group) / training groups. With --group, and with the group's column ignored.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

tool = sys.argv[1]
data_sets = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
ESTIMATORS = ["cv:folds=5,repeats=5", "random:splits=25,fraction=0.2"]  # both train on 0.8 of the groups

with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder) / "data.csv"
    for groups, rows in [(15, 10), (30, 5), (100, 5)]:
        true = 2 + (1 + 1 / rows) / (0.8 * groups)
        covered = {}
        for seed in range(data_sets):
            rng = random.Random(seed)
            lines = ["x,g,y"]
            for g in range(groups):
                effect = rng.gauss(0, 1)
                lines += [f"{i},g{g},{effect + rng.gauss(0, 1):.6f}" for i in range(rows)]
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
            for role in ["--group", "--ignore"]:
                command = [tool, "estimate", str(path), role, "g", "--learner", "mean", "--measure", "mse"]
                for estimator in ESTIMATORS:
                    command += ["--estimator", estimator]
                answer = subprocess.run(command + ["--format", "json", "--quiet", "--threads", "1"], check=True, capture_output=True)
                for estimate, estimator in zip(json.loads(answer.stdout)["estimates"], ESTIMATORS):
                    interval = estimate["interval"]
                    covered.setdefault((role, estimator), []).append(interval["lower"] <= true <= interval["upper"])
        for (role, estimator), hits in covered.items():
            print(f"{groups} groups of {rows}, {role}, {estimator}: {100 * sum(hits) / len(hits):.1f} %")
