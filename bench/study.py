#!/usr/bin/python3
"""bench/study.py UNSEEN PYTHON [SEED]: a realistic study, each of whose answers must be that of a fresh
store.

Twenty public data sets (UNSEEN_SHARED/data) and six learners, two of them scikit-learn pipelines (in PYTHON).
The experiment is run, gets one more learner, and then other folds. Each of its three runs is killed up to
five times at random (SIGKILL), and then finished. All runs use one store. After each, the answers of that
store (the table of the run, the comparison, the export of all fits and predictions, the bounds and scores of
a pipeline) are compared byte by byte with those of a store that a single undisturbed run has filled. This
takes six minutes or more on two cores, so that it is not part of the suite.
"""
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = pathlib.Path(os.environ.get("UNSEEN_SHARED", ROOT.parent / "shared"))
unseen, python = sys.argv[1:3]
unseen = os.path.abspath(unseen)
chance = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)


def experiment(learners, folds):
    data = (ROOT / "examples/experiments/twenty.toml").read_text()
    tables = data[data.index("[[data]]"):data.index("[[learner]]")]
    text = (
        f'estimators = ["cv:folds={folds}"]\nmeasures = ["error_rate"]\nbounds = ["r-cv:folds={folds}"]\n'
        + tables)
    for learner in learners:
        text += "[[learner]]\n"
        if ":" in learner:
            text += f'name = "{learner.split(":")[1]}"\nspec = "command"\n'
            text += (
                f'worker = ["{python}", "{ROOT}/examples/workers/worker.py", '
                f'"{ROOT}/examples/workers/{learner}"]\n')
        else:
            text += f'spec = "{learner}"\n'
    return text


PIPELINES = ["learners.py:scaled_logistic", "learners.py:logistic_of_mixed_features"]
FIVE = ["majority", "naive-bayes", "tree", *PIPELINES]
VERSIONS = [("five learners", FIVE, 10), ("a learner added", [*FIVE[:3], "knn", *FIVE[3:]], 10),
            ("other folds", [*FIVE[:3], "knn", *FIVE[3:]], 5)]
environment = dict(os.environ, UNSEEN_SHARED=str(SHARED))


def run(folder, *words, kill_after=None):
    """Standard output, or None if it was killed."""
    process = subprocess.Popen([unseen, *words], cwd=folder, env=environment, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    try:
        out, errors = process.communicate(timeout=kill_after)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return None
    assert process.returncode == 0, errors
    return out


def answers(folder, store):
    asked = [["run", "study.toml", "--store", store, "--format", "json", "--quiet"]]
    asked += [["compare", "results", store, "--format", form, "--quiet"] for form in ("json", "csv", "text")]
    asked += [["store", "export", store, what, "--quiet"] for what in ("--fits", "--predictions")]
    choice = ["--data", "vote.arff", "--learner", "logistic_of_mixed_features"]
    asked += [["score", store, *choice, "--estimator", f"cv:stratify=yes", "--format", "json", "--quiet"]]
    asked += [
        ["bound", store, *choice, "--bound", "r-cv:folds=" + folder.name, "--format", "json", "--quiet"]]
    return {" ".join(words).replace(store, "STORE"): run(folder, *words) for words in asked}


with tempfile.TemporaryDirectory() as home:
    edited = home + "/edited.db"
    kills = equal = 0
    begin = time.time()
    for name, learners, folds in VERSIONS:
        folder = pathlib.Path(home) / str(folds)
        folder.mkdir(exist_ok=True)
        (folder / "study.toml").write_text(experiment(learners, folds))
        here = 0
        words = ["run", "study.toml", "--store", edited, "--threads", "1", "--quiet"]
        while run(folder, *words, kill_after=chance.uniform(1, 15) if here < 5 else None) is None:
            here += 1
        kills += here
        fresh = f"{home}/fresh-{len(learners)}-{folds}.db"
        run(folder, "run", "study.toml", "--store", fresh, "--threads", "1", "--quiet")
        one, other = answers(folder, edited), answers(folder, fresh)
        assert one.keys() == other.keys() and all(one.values())
        for question, answer in one.items():
            if answer != other[question]:
                sys.exit(f"{name}: `unseen {question}` differs from the answer of a fresh store")
        equal += len(one)
        print(
            f"{name}: killed {here} times, {len(one)} answers equal, "
            f"{one['store export STORE --fits --quiet'].count(chr(10)) - 1} fits", flush=True)
    subprocess.run([unseen, "store", "check", edited], check=True)
    print(
        f"{equal} answers of an edited store that was killed {kills} times are those of fresh stores; "
        f"{time.time() - begin:.0f} s")
