"""The scripts of examples/python run as a user would run them."""
import doctest
import pathlib
import subprocess
import sys

import pytest

SCRIPTS = sorted((pathlib.Path(__file__).resolve().parents[2] / "examples" / "python").glob("*.py"))
SAID = {"report": "roc_auc", "two_pipelines": "delong", "nested_tuning": "chosen: k=",
        "unlabelled_rows": "this is about: model", "network": "error_rate"}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda s: s.stem)
def test_example(script, tmp_path):
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert SAID[script.stem] in done.stdout
    assert script.stem != "report" or (tmp_path / "report.html").stat().st_size > 10_000


def test_the_examples_of_the_manual(tmp_path, monkeypatch):
    manual = SCRIPTS[0].resolve().parents[2] / "docs" / "PYTHON.md"
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(manual), module_relative=False,
                                     optionflags=doctest.NORMALIZE_WHITESPACE)
    assert tried > 15 and failed == 0
