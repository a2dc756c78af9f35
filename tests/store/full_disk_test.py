#!/usr/bin/python3
"""tests/store/full_disk_test.py [--xml FILE] UNSEEN: a run whose disk is really full, a small tmpfs in its
own mount namespace.

Skipped, with the reason, where mounting is not allowed. Exits 1 if a test failed.
"""
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import reported

DATA = pathlib.Path(__file__).resolve().parent.parent.parent / "data"
UNSEEN = None
FITS = 8000  # of each learner
CONFIRMED = 1000
IN_NAMESPACE = "UNSEEN_TEST_IN_NAMESPACE"


def enter_namespace():
    """Restarts in a namespace in which mounting is allowed and affects nobody else.

    Returns if that is not possible; the tests are then skipped.
    """
    if IN_NAMESPACE in os.environ:
        return
    for words in (["unshare", "--mount", "--propagation", "private"],
                  ["unshare", "--user", "--map-root-user", "--mount"]):
        try:
            probe = subprocess.run([*words, "mount", "-t", "tmpfs", "-o", "size=64k", "none", "/mnt"],
                                   capture_output=True)
        except OSError:
            return
        if probe.returncode == 0:
            os.environ[IN_NAMESPACE] = "yes"
            os.execvp(words[0], [*words, sys.executable, *sys.argv])


@unittest.skipUnless(IN_NAMESPACE in os.environ,
                     "no file system may be mounted here (neither as root nor in a user namespace)")
class FullDisk(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.experiment = self.folder / "e.toml"
        self.write_experiment(FITS)
        self.whole = self.folder / "whole.db"
        self.assertEqual(self.run_into(self.whole).returncode, 0)
        self.disk = self.folder / "disk"
        self.disk.mkdir()
        self.store = self.disk / "s.db"

    def write_experiment(self, fits):
        """An experiment with more fits does those of the smaller one first."""
        self.experiment.write_text(
            f'estimators = ["cv:folds=10,repeats={fits // 10}"]\n[[data]]\npath = "{DATA}/iris.csv"\n'
            '[[learner]]\nspec = "majority"\n[[learner]]\nspec = "tree"\n')

    def mount(self, size, *options):
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", ",".join([*options, f"size={size}"]), "none", self.disk],
            check=True)
        if not options:
            self.addCleanup(subprocess.run, ["umount", "--lazy", self.disk], check=True)

    def run_into(self, store):
        return subprocess.run(
            [UNSEEN, "run", self.experiment, "--store", store, "--threads", "1", "--log",
             self.folder / "log"],
            capture_output=True, text=True, timeout=300)

    def export(self, store, what):
        return subprocess.run([UNSEEN, "store", "export", store, what, "--experiment", "all"],
                              capture_output=True, check=True).stdout

    def expect_the_whole(self):
        """The same command continues, and ends with the result of an undisturbed run."""
        done = self.run_into(self.store)
        self.assertEqual(done.returncode, 0, done.stderr)
        for what in ("--fits", "--predictions"):
            self.assertEqual(self.export(self.store, what), self.export(self.whole, what))
        self.assertEqual(subprocess.run([UNSEEN, "store", "check", self.store, "--quiet"]).returncode, 0)
        return done.stderr

    def test_keeps_what_was_stored_and_goes_on_when_there_is_room(self):
        self.mount("3m")  # slow machines commit more often, and the log is longer
        self.write_experiment(CONFIRMED)
        done = self.run_into(self.store)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"note: {2 * CONFIRMED} fits done", done.stderr)
        confirmed = set(self.export(self.store, "--fits").splitlines())
        self.assertEqual(len(confirmed), 2 * CONFIRMED + 1)

        self.write_experiment(FITS)
        seen = set()
        ended = threading.Event()

        def watch():
            """Readers of the store while it grows."""
            while not ended.wait(0.02):
                try:
                    with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True) as db:
                        seen.update(key for key, in db.execute("SELECT key FROM fit"))
                    db.close()
                except sqlite3.Error:
                    pass  # the file does not exist yet, or there is no room for a reader's part of the log

        watcher = threading.Thread(target=watch)
        watcher.start()
        done = self.run_into(self.store)
        ended.set()
        watcher.join()
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(f"{self.store}: cannot be written", done.stderr)
        self.assertIn("No space left on device; everything stored before is safe", done.stderr)
        self.assertIn("error: ", (self.folder / "log").read_text())
        self.assertEqual(done.stdout, "")

        # Repeating the command changes nothing while there is no room.
        again = self.run_into(self.store)
        self.assertEqual(again.returncode, 1, again.stderr)
        self.assertIn(f"{self.store}: cannot be written: No space left on device", again.stderr)

        self.mount("64m", "remount")
        kept = set(self.export(self.store, "--fits").splitlines())
        self.assertLessEqual(confirmed, kept)
        self.assertLessEqual(kept, set(self.export(self.whole, "--fits").splitlines()))
        self.assertLessEqual({key.hex().encode() for key in seen}, {line.split(b",")[0] for line in kept})
        notes = self.expect_the_whole()
        self.assertIn(f"note: {2 * FITS - (len(kept) - 1)} fits done, {len(kept) - 1} found", notes)

    def test_a_disk_too_small_for_an_empty_store(self):
        self.mount("32k")
        done = self.run_into(self.store)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(f"{self.store}: cannot be written: No space left on device", done.stderr)
        self.mount("64m", "remount")
        self.expect_the_whole()

    def test_merging_into_a_full_disk_leaves_the_store_as_it_was(self):
        self.mount("3m")  # slow machines commit more often, and the log is longer
        done = subprocess.run([UNSEEN, "store", "merge", self.store, self.whole], capture_output=True,
                              text=True)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(f"{self.store}: cannot be written", done.stderr)
        self.mount("64m", "remount")
        self.assertEqual(self.export(self.store, "--fits").count(b"\n"), 1)
        subprocess.run([UNSEEN, "store", "merge", self.store, self.whole, "--quiet"], check=True)
        self.assertEqual(self.export(self.store, "--fits"), self.export(self.whole, "--fits"))


enter_namespace()
sys.exit(reported.main(sys.modules[__name__], "full_disk"))
