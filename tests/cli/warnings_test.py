#!/usr/bin/python3
"""warnings_test.py BINARY: every warning of an answer stands in every form of it.

Each command is run in all formats. The codes of the warnings in JSON are those in the section "Warnings" of
text, Markdown and LaTeX (for tests that do not decide, in the tests' remarks), those in the lines of CSV, and
those on standard error, which repeats them.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = pathlib.Path(sys.argv[1]).resolve()

FILES = """
awk 'BEGIN { print "t,x,y"; for (i = 0; i < 60; ++i) print i "," (i * 7 % 11) "," i / 9 + (i * 5 % 7) }' > t.csv
awk 'BEGIN { print "id,y,p,q,f,g"; for (i = 0; i < 80; ++i) print i "," (i * 7 % 5 > 2) "," (i * 13 % 17) / 20 "," (i * 7 % 19) / 20 ",f" i % 4 ",g" i % 3 }' > p.csv
awk 'BEGIN { print "x,y"; for (i = 0; i < 40; ++i) print i % 9 "," (i < 3 ? "rare" : i % 2 ? "a" : "b") }' > rare.csv
printf 'd,A,B,C\\nx,1,2,3\\ny,2,3,1\\nz,4,2,1\\n' > sets.csv
seq 10 > a.txt; seq 10 | awk '{ print $1 + 1 }' > b.txt
(echo item,r,v; for i in 1 2 3 4 5; do for r in 1 2; do echo $i,$r,$((i * r % 3 > 0)); done; done) > runs.csv
awk 'BEGIN { print "a,city,year,month,y"; for (i = 0; i < 60; ++i) print (i == 7 ? "x" : i * 7 % 31 / 4) "," (i % 3 ? "Bern" : "bern") "," 2000 + int(i / 12) "," i % 12 + 1 "," (i % 2 ? "p" : "q") }' > doubts.csv
awk 'BEGIN { print "region,fold,x,y"; for (i = 0; i < 40; ++i) print substr("NSEW", i % 4 + 1, 1) "," i % 5 "," i * 7 % 11 "," (i % 2 ? "p" : "q"); print "Total,1,2,p" }' > totals.csv
awk 'BEGIN { print "truth,predicted"; for (i = 0; i < 60; ++i) print i % 3 + 1 "," i % 3 }' > shifted.csv
awk 'BEGIN { print "truth,a,b,c"; for (i = 0; i < 60; ++i) { t = i % 3; print substr("abc", t + 1, 1) "," (t == 1) "," (t == 2) "," (t == 0) } }' > permuted.csv
printf 'estimators = ["cv:folds=3"]\\n[[data]]\\npath = "rare.csv"\\n[[learner]]\\nspec = "tree"\\n' > e.toml
"""
# Each with the codes that it must have, at least.
COMMANDS = {
    "data rare.csv --missing rare": "missing_target",
    "estimate t.csv --target y --time t --learner knn --estimator cv": "time_ignored few_repeats",
    "estimate t.csv --target y --time t --learner knn --learner ridge --estimator cv:repeats=10":
        "time_ignored",
    "estimate t.csv --target y --time t --learner mean --estimator forward-growing:train=20":
        "training_size_grows",
    "estimate rare.csv --target y --learner knn --estimator cv": "class_smaller_than_folds few_repeats",
    "estimate rare.csv --target y --learner knn --learner tree --learner lda --estimator cv:repeats=5":
        "class_smaller_than_folds",
    "tune t.csv --target y --time t --learner knn:k=1..5:2": "time_ignored",
    "curve learning t.csv --target y --time t --learner mean --sizes 10,20,30": "time_ignored",
    "importance rare.csv --target y --learner knn --estimator cv": "class_smaller_than_folds few_repeats",
    "run e.toml": "few_repeats",
    "data doubts.csv": "categories_spelt_twice looks_like_time odd_cells",
    "data totals.csv": "looks_like_role looks_like_summary",
    "score shifted.csv": "labels_shifted",
    "score permuted.csv --scores a,b,c": "scores_permuted",
    "score p.csv --truth y --score p --split f --curves roc --output-curves . --all": "pooled_scores",
    "score p.csv --truth y --score p --group g --all": "few_clusters",
    "score p.csv --truth y --score p --by f --all": "scores_at_cut",
    "score runs.csv --value v --range 0,1 --higher-is-better --id item --repeat r": "few_runs",
    "compare models p.csv --truth y --scores A=p,B=q --samples 50": "scores_at_cut",
    "compare results sets.csv --higher-is-better": "few_data_sets",
    "compare splits a.txt b.txt --lower-is-better --train-rows 90 --test-rows 10": "zero_variance",
    "bound binomial --errors 3 --rows 40 --form normal": "normal_few_errors",
}

faults = []


def codes_of(value):
    """The codes of all warnings in a JSON value, except for those of tests that do not decide."""
    if isinstance(value, list):
        return set().union(*map(codes_of, value))
    if not isinstance(value, dict):
        return set()
    if value.get("primary") is False:
        return set()
    own = {warning["code"] for warning in value.get("warnings", []) if "code" in warning}
    return own.union(*(codes_of(inner) for name, inner in value.items() if name != "warnings"))


def run(command, form, folder):
    return subprocess.run([BINARY, *command.split(), "--format", form], cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)


def check(command, least, folder):
    answer = run(command, "json", folder)
    if not answer.stdout:
        faults.append(f"no answer: {command}\n  {answer.stderr.strip()}")
        return set()
    codes = codes_of(json.loads(answer.stdout))
    if not codes >= set(least.split()):
        faults.append(f"{command}: JSON has {sorted(codes)}, and {least} are expected")
    for form in ("text", "markdown", "latex", "csv", "json"):
        printed = run(command, form, folder)
        forms = {"standard error": printed.stderr}
        if form in ("text", "markdown", "latex"):
            after = re.split(r"Warnings:", printed.stdout, maxsplit=1)
            forms[form] = after[1] if len(after) > 1 else ""
        for name, text in forms.items():
            lacking = sorted(code for code in codes if code not in text.replace("\\_", "_"))
            if lacking:
                faults.append(f"{command} --format {form}: {name} lacks {lacking}")
    return codes


with tempfile.TemporaryDirectory() as where:
    subprocess.run(["bash", "-c", FILES], cwd=where, check=True)
    all_codes = set()
    for line, expected in COMMANDS.items():
        store = " --store " + line.split()[1] + ".db" if line.startswith("run ") else ""
        all_codes |= check(line + store, expected, where)
print("\n".join(faults) or f"warnings: {len(all_codes)} codes of {len(COMMANDS)} answers in every form")
sys.exit(bool(faults))
