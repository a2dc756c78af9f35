#!/usr/bin/python3
"""tests/experiment/examples_test.py [--xml FILE] UNSEEN: the files of examples/experiments, each in small
parts.

A file whose data or programs are missing is skipped, with the reason. Exits 1 if a test failed.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/support"))
import reported

EXAMPLES = ROOT / "examples/experiments"
SHARED = pathlib.Path(os.environ.get("UNSEEN_SHARED", ROOT.parent / "shared"))
UNSEEN = None


def python_with_sklearn():
    """The folder of a python3 that has scikit-learn, or None."""
    for python in ["/usr/bin/python3", str(ROOT / "build/bench-peers/bin/python3"), "/tmp/peers/bin/python3"]:
        if os.access(python, os.X_OK) and subprocess.run([python, "-c", "import sklearn"],
                                                         capture_output=True).returncode == 0:
            return os.path.dirname(python)
    return None


class Examples(unittest.TestCase):
    def unseen(self, *words, path=""):
        environment = dict(os.environ, UNSEEN_SHARED=str(SHARED), PATH=f"{path}:{os.environ['PATH']}")
        done = subprocess.run([UNSEEN, *words], cwd=ROOT, env=environment, capture_output=True, text=True,
                              timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def run_parts(self, name, parts, path=""):
        """Does the first of `parts` parts of the fits; a second run finds all of them."""
        with tempfile.TemporaryDirectory() as folder:
            store = folder + "/s.db"
            words = ["run", EXAMPLES / name, "--store", store, "--shard", f"1/{parts}"]
            self.unseen(*words, path=path)
            fits = sum(s["fits"]
                       for s in json.loads(self.unseen("store", "list", store, "--format", "json"))["series"])
            self.assertGreater(fits, 0)
            again = subprocess.run([UNSEEN, *words], cwd=ROOT, capture_output=True, text=True, timeout=300,
                                   env=dict(os.environ, UNSEEN_SHARED=str(SHARED),
                                            PATH=f"{path}:{os.environ['PATH']}"))
            self.assertIn("note: 0 fits done", again.stderr)
            self.assertIn("no faults",
                          subprocess.run([UNSEEN, "store", "check", store], capture_output=True,
                                         text=True).stderr)

    def answers(self, name, *questions):
        """The comparisons of a whole run, one for each list of options."""
        with tempfile.TemporaryDirectory() as folder:
            store = folder + "/s.db"
            self.unseen("run", EXAMPLES / name, "--store", store)
            return [json.loads(self.unseen("compare", "results", store, "--format", "json", *options))
                    for options in questions]

    def test_every_file_is_tried_here(self):
        tried = {"twenty.toml", "mixed.toml", "workers.toml", "groups_and_time.toml", "small.toml"}
        self.assertEqual({path.name for path in EXAMPLES.glob("*.toml")}, tried)

    def test_twenty_sets(self):
        if not (SHARED / "data/classification").is_dir():
            self.skipTest(f"no data sets in {SHARED}/data")
        design = json.loads(
            subprocess.run([UNSEEN, "run", EXAMPLES / "twenty.toml", "--dry-run", "--format", "json"],
                           check=True, capture_output=True,
                           env=dict(os.environ, UNSEEN_SHARED=str(SHARED))).stdout)["design"]
        self.assertEqual((len({d["data"] for d in design}), len({d["learner"] for d in design})), (20, 6))
        self.run_parts("twenty.toml", 300)

    def test_small(self):
        self.run_parts("small.toml", 10)

    def test_mixed_tasks(self):
        classes, numbers = self.answers("mixed.toml", ["--measure", "error_rate"], ["--measure", "mae"])
        self.assertEqual([m["name"] for m in classes["models"]], ["nearest", "tree", "naive-bayes"])
        self.assertIn("iris.csv", [row["data_set"] for row in classes["scores"]])
        self.assertEqual([m["name"] for m in numbers["models"]], ["nearest", "tree", "mean"])
        self.assertEqual([row["data_set"] for row in numbers["scores"]], ["cpu.arff", "diabetes-lars.csv"])

    def test_workers_with_names(self):
        path = python_with_sklearn()
        if path is None:
            self.skipTest("no python3 with scikit-learn")
        self.run_parts("workers.toml", 25, path)

    def test_groups_and_time(self):
        (compared,) = self.answers("groups_and_time.toml", [])
        best = min(compared["models"], key=lambda m: next(iter(m["measures"].values())))
        self.assertIn(best["name"], compared["shown"])
        self.assertEqual({c["test"] for c in compared["comparisons"]}, {"cv_paired"})


sys.exit(reported.main(sys.modules[__name__], "examples"))
