#!/usr/bin/python3
"""tests/learn/command/programs_test.py [--xml FILE] UNSEEN: `command` with real programs, and with unexpected
ends.

Programs that are not installed are skipped, with the reason. Exits 1 if a test failed.
"""
import csv
import io
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/support"))
import reported

HERE = pathlib.Path(__file__).resolve().parent
WORKERS = ROOT / "examples/workers"
WEKA = pathlib.Path("/usr/share/java/weka.jar")
UNSEEN = None


def python_with_sklearn():
    """A Python that has scikit-learn, or None."""
    for python in ["/usr/bin/python3", str(ROOT / "build/bench-peers/bin/python"), "/tmp/peers/bin/python"]:
        if os.access(python, os.X_OK) and subprocess.run([python, "-c", "import sklearn"],
                                                         capture_output=True).returncode == 0:
            return python
    return None


def r_with_rpart():
    return shutil.which("Rscript") and subprocess.run(["Rscript", "-e", "library(rpart)"],
                                                      capture_output=True).returncode == 0


def estimate(data, *learners, options=(), folder=None, code=0):
    """The estimates of `unseen estimate` in CSV, one dictionary per line."""
    words = [UNSEEN, "estimate", ROOT / "data" / data, "--quiet", "--format", "csv", "--estimator",
             "cv:folds=5", *options]
    for learner in learners:
        words += ["--learner", learner]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120,
                          env=dict(os.environ, TMPDIR=folder or tempfile.gettempdir()))
    assert done.returncode == code, done.stderr
    return list(csv.DictReader(io.StringIO(done.stdout)))


def splits(data):
    """The training and test rows of the folds of estimate()."""
    done = subprocess.run([UNSEEN, "split", ROOT / "data" / data, "--resample", "cv:folds=5", "--quiet"],
                          capture_output=True, text=True, check=True)
    parts = {}
    for line in csv.DictReader(io.StringIO(done.stdout)):
        parts.setdefault(int(line["split"]), {"train": [], "test": []})[line["role"]].append(int(line["row"]))
    return [parts[i] for i in sorted(parts)]


def alive(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until(condition):
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


class RealPrograms(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()

    def tearDown(self):
        self.assertEqual(os.listdir(self.folder), [])
        os.rmdir(self.folder)

    def error_rates(self, data, *learners):
        return [float(e["value"]) for e in estimate(data, *learners, folder=self.folder)
                if e["measure"] in ("error_rate", "rmse")]

    @unittest.skipUnless(python_with_sklearn(), "no Python with scikit-learn (Debian: python3-sklearn)")
    def test_scikit_learn_through_the_worker_equals_scikit_learn(self):
        script = """
import json, sys, warnings
import numpy
sys.path.insert(0, sys.argv[1])
import learners
rows, folds = json.load(sys.stdin)
x, y = numpy.array([r[:-1] for r in rows], dtype=float), numpy.array([r[-1] for r in rows])
classes = sorted(set(y))
wrong = loss = 0
for fold in folds:
    model = learners.scaled_logistic().fit(x[fold["train"]], y[fold["train"]])
    wrong += int((model.predict(x[fold["test"]]) != y[fold["test"]]).sum())
    p = model.predict_proba(x[fold["test"]])
    column = [list(model.classes_).index(c) for c in y[fold["test"]]]
    loss -= float(numpy.log(p[numpy.arange(len(p)), column]).sum())
print(wrong / len(y), loss / len(y))
"""
        import json
        rows = list(csv.reader(open(ROOT / "data/iris.csv")))[1:]
        done = subprocess.run([python_with_sklearn(), "-c", script, WORKERS],
                              input=json.dumps([rows, splits("iris.csv")]), capture_output=True, text=True,
                              env=dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1"))
        self.assertEqual(done.returncode, 0, done.stderr)
        error_rate, log_loss = map(float, done.stdout.split())
        learner = (
            f'command:worker="{python_with_sklearn()} {WORKERS}/worker.py '
            f'{WORKERS}/learners.py:scaled_logistic"')
        ours = estimate("iris.csv", learner, options=["--measure", "error_rate", "--measure", "log_loss"],
                        folder=self.folder)
        self.assertAlmostEqual(float(ours[0]["value"]), error_rate, delta=1e-15)
        self.assertAlmostEqual(float(ours[1]["value"]), log_loss, delta=1e-12)

    @unittest.skipUnless(python_with_sklearn(), "no Python with scikit-learn (Debian: python3-sklearn)")
    def test_scikit_learn_with_categories_numbers_and_seeds(self):
        worker = f"{python_with_sklearn()} {WORKERS}/worker.py {WORKERS}/learners.py"
        mixed, majority = self.error_rates("credit-g.arff",
                                           f'command:worker="{worker}:logistic_of_mixed_features"',
                                           "majority")
        self.assertLess(mixed, majority - 0.03)
        ridge, mean = self.error_rates("cpu.arff", f'command:worker="{worker}:ridge"', "mean")
        self.assertLess(ridge, mean / 1.5)
        once, again = (self.error_rates("iris.csv", f'command:worker="{worker}:forest"') for _ in range(2))
        self.assertEqual(once, again)

    @unittest.skipUnless(r_with_rpart(), "no R with rpart (Debian: r-base-core r-cran-rpart)")
    def test_rpart_is_the_same_through_the_worker_and_in_batch_form(self):
        worker = f'command:worker="Rscript {WORKERS}/worker.R {WORKERS}/rpart.R"'
        batch = f'command:fit="Rscript {WORKERS}/fit.R {{train}} {{test}} {{predictions}}"'
        for data in ("glass.arff", "cpu.arff"):
            a, b, floor = self.error_rates(data, worker, batch, "mean" if data == "cpu.arff" else "majority")
            self.assertAlmostEqual(a, b, delta=1e-9)
            self.assertLess(a, 0.8 * floor)

    @unittest.skipUnless(shutil.which("Rscript"), "no R (Debian: r-base-core)")
    def test_the_worker_in_r_gets_weights(self):
        with tempfile.NamedTemporaryFile("w", suffix=".R") as model:
            model.write(
                "train <- function(x, y, weights) sum(weights * y) / sum(weights)\npredict_rows <- "
                "function(m, x) rep(m, nrow(x))\n")
            model.flush()
            worker = f'command:worker="Rscript {WORKERS}/worker.R {model.name}",needs=weights'
            answer = estimate("cpu.arff", worker, "mean", options=["--weight", "MYCT", "--measure", "rmse"],
                              folder=self.folder)
        self.assertAlmostEqual(float(answer[0]["value"]), float(answer[1]["value"]), delta=1e-9)

    @unittest.skipUnless(WEKA.exists() and shutil.which("java"), "no WEKA (Debian: weka)")
    def test_j48_of_weka(self):
        learner = (
            f'command:fit="java -cp {WEKA} weka.classifiers.trees.J48 -t {{train}} -T {{test}} -p '
            '0",format=arff')
        (weka,) = self.error_rates("iris.csv", learner)
        self.assertTrue(0 < weka < 0.1)
        # All of WEKA's scores.
        learner = (
            f'command:fit="java -cp {WEKA} weka.classifiers.bayes.NaiveBayes -t {{train}} -T {{test}} -p 0 '
            '-distribution",format=arff')
        loss = estimate("iris.csv", learner, "naive-bayes", options=["--measure", "log_loss"],
                        folder=self.folder)
        self.assertAlmostEqual(float(loss[0]["value"]), float(loss[1]["value"]), delta=0.05)
        (m5,) = self.error_rates("cpu.arff",
                                 f'command:fit="java -cp {WEKA} weka.classifiers.trees.M5P -t {{train}} -T '
                                 f'{{test}} -p 0",format=arff')
        self.assertLess(m5, 100)

    @unittest.skipUnless(shutil.which("svm-train"), "no svm-train and svm-predict (Debian: libsvm-tools)")
    def test_svm_of_libsvm_in_svmlight_form(self):
        learner = (
            'command:fit="svm-train -q {train} {model}",predict="svm-predict {test} {model} '
            '{predictions}",format=svmlight')
        svm, majority = self.error_rates("iris.csv", learner, "majority")
        self.assertTrue(0 < svm < 0.1 * majority)
        scored = (
            'command:fit="svm-train -q -b 1 -g 0.0001 {train} {model}",predict="svm-predict -b 1 {test} '
            '{model} {predictions}",format=svmlight')
        (auc,) = [float(e["value"])
                  for e in estimate("diabetes.arff", scored, options=["--measure", "roc_auc"],
                                    folder=self.folder)]
        self.assertTrue(0.75 < auc < 0.9)

    def test_svmlight_like_programs(self):
        # The command lines of svm_learn and svm_classify, for a stand-in that predicts by the nearer mean and
        # writes decision values.
        stand_in = HERE / "svm_stand_in.py"
        learner = (
            f'command:fit="python3 {stand_in} learn {{train}} {{model}}",predict="python3 {stand_in} '
            f'classify {{test}} {{model}} {{predictions}}",format=svmlight')
        nearest, majority = self.error_rates("diabetes.arff", learner, "majority")
        self.assertLess(nearest, majority)

    @unittest.skipUnless(shutil.which("Rscript"), "no R (Debian: r-base-core)")
    def test_what_a_program_complains_about_is_in_the_answer(self):
        answer = estimate("iris.csv", 'command:fit="Rscript no-such-file.R {train} {test}"',
                          folder=self.folder, code=1)
        self.assertEqual(answer[0]["failures"], "5")


class Ends(unittest.TestCase):
    """A learner that hangs writes its process number. Tests what happens when unseen ends meanwhile."""

    def start(self, folder):
        self.pid_file = f"{folder}/pid"
        words = (
            f'command:fit="python3 -I -S {HERE}/learner.py hang {{train}} {{test}} {{predictions}} '
            f'{self.pid_file}",timeout=2s')
        process = subprocess.Popen(
            [UNSEEN, "estimate", ROOT / "data/iris.csv", "--learner", words, "--estimator", "loo",
             "--threads", "1"],
            env=dict(os.environ, TMPDIR=folder), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        wait_until(lambda: os.path.exists(self.pid_file) and os.path.getsize(self.pid_file) > 0)
        return process, int(pathlib.Path(self.pid_file).read_text())

    def test_kill_takes_the_learner_along_and_the_next_start_cleans_up(self):
        with tempfile.TemporaryDirectory() as folder:
            process, learner = self.start(folder)
            self.assertTrue(alive(learner))
            left = [name for name in os.listdir(folder) if name.startswith("unseen-")]
            self.assertEqual(left[0].split("-")[1], str(process.pid))
            process.kill()
            process.communicate()
            wait_until(lambda: not alive(learner))
            self.assertEqual([name for name in os.listdir(folder) if name.startswith("unseen-")], left)
            # Things that must not be removed: a name of another program, a file, the directory of a living
            # process.
            os.mkdir(f"{folder}/unseen-1x")
            pathlib.Path(f"{folder}/unseen-{process.pid}-file").write_text("")
            os.mkdir(f"{folder}/unseen-{os.getpid()}-abcdef")
            estimate("iris.csv",
                     f'command:fit="python3 -I -S {HERE}/learner.py good {{train}} {{test}} {{predictions}}"',
                     folder=folder)
            self.assertEqual(sorted(name for name in os.listdir(folder) if name.startswith("unseen-")),
                             sorted(
                                 ["unseen-1x", f"unseen-{process.pid}-file", f"unseen-{os.getpid()}-abcdef"]))

    def test_interrupt_ends_the_fit_under_way(self):
        with tempfile.TemporaryDirectory() as folder:
            process, learner = self.start(folder)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 130)
            self.assertRegex(errors, "interrupted after [0-9]+ fits")
            self.assertFalse(alive(learner))
            self.assertEqual(os.listdir(folder), ["pid"])

    def test_a_second_interrupt_ends_at_once(self):
        with tempfile.TemporaryDirectory() as folder:
            process, learner = self.start(folder)
            process.send_signal(signal.SIGINT)
            time.sleep(0.1)
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)
            self.assertEqual(process.returncode, 130)
            wait_until(lambda: not alive(learner))


sys.exit(reported.main(sys.modules[__name__], "programs"))
