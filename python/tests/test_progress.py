"""progress=: calls of a function, a bar of tqdm, or a line."""
import builtins
import concurrent.futures
import io

import numpy as np
import pytest

import unseen

rng = np.random.default_rng(4)
X = rng.normal(size=(400, 4))
y = np.where(X[:, 0] + rng.normal(size=400) > 0, "yes", "no")


CALLS = {
    "estimate": lambda **kw: unseen.estimate(["tree", "naive-bayes"], X, y, estimators=["cv:folds=5"], **kw),
    "learning_curve": lambda **kw: unseen.learning_curve("tree", X, y, sizes=[20, 40],
                                                         estimator="cv:folds=5", **kw),
    "noise_curve": lambda **kw: unseen.noise_curve("tree", X, y, shares=[0.1], estimator="cv:folds=5", **kw),
    "tune": lambda **kw: unseen.tune("knn", X, y, grid="k=1..5", estimator="cv:folds=5", **kw),
}


@pytest.mark.parametrize("call", CALLS)
def test_a_function_is_told_until_the_end(call):
    told = []
    found = CALLS[call](progress=told.append)
    assert all(isinstance(p, unseen.Progress) and 0 <= p.done <= p.total and p.failures == 0 for p in told)
    last = told[-1]
    assert last.done == last.total and f"{last.total} of {last.total} fits (100 %)" in last.text
    assert found.to_json() == CALLS[call]().to_json()


@pytest.mark.parametrize("call", CALLS)
def test_fits_in_a_store_are_found(call, tmp_path):
    told = []
    first, again = (CALLS[call](progress=told.append, store=tmp_path / "fits.db").to_json() for _ in range(2))
    assert told[-1].found == told[-1].total and f"{told[-1].total} found" in told[-1].text
    assert first == again


def test_what_the_function_raises_ends_the_call():
    def stop(progress):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        unseen.estimate("knn", np.tile(X, (50, 1)), np.tile(y, 50), progress=stop)


def test_a_bar_of_tqdm_shows_the_time_left(monkeypatch):
    tqdm = pytest.importorskip("tqdm.auto")
    shown = io.StringIO()
    real = tqdm.tqdm
    monkeypatch.setattr(tqdm, "tqdm", lambda **kw: real(file=shown, ascii=True, mininterval=0, **kw))
    unseen.estimate("tree", np.tile(X, (20, 1)), np.tile(y, 20), progress=True)
    assert "100%|####" in shown.getvalue() and "of 100 fits" in shown.getvalue()
    assert " left" in shown.getvalue()


def test_without_tqdm_there_is_a_line(monkeypatch, capsys):
    real = builtins.__import__

    def without(name, *given):
        if name.startswith("tqdm"):
            raise ImportError(name)
        return real(name, *given)

    monkeypatch.setattr(builtins, "__import__", without)
    CALLS["estimate"](progress=True)
    assert capsys.readouterr().err.splitlines()[-1].startswith("10 of 10 fits (100 %)")
    CALLS["estimate"]()
    assert capsys.readouterr().err == ""


def test_parts_of_an_experiment_are_told(tmp_path):
    (tmp_path / "d.csv").write_text("x,y\n" + "1,a\n2,b\n" * 20)
    (tmp_path / "e.toml").write_text("estimators = ['cv:folds=5']\n[[data]]\npath = 'd.csv'\n"
                                     "[[learner]]\nspec = 'tree'\n")
    told = []
    unseen.run(tmp_path / "e.toml", tmp_path / "one.db", progress=told.append)
    assert (told[-1].done, told[-1].total) == (5, 5)
    with concurrent.futures.ThreadPoolExecutor(2) as client:
        unseen.run(tmp_path / "e.toml", tmp_path / "two.db", client=client, parts=2, progress=told.append)
    assert told[-1].text == "2 of 2 parts"


share = np.linspace(0, 1, 4002)[1:-1]
LONG = dict(groups=np.arange(4000) // 2, samples=3 * 10**6, threads=1)


@pytest.mark.parametrize("call", [
    lambda **kw: unseen.score(np.tile(y, 10), share, **LONG, **kw),
    lambda **kw: unseen.compare(np.tile(y, 10), {"a": share, "b": share[::-1]}, measures=["log_loss"],
                                tests=["bootstrap"], **LONG, **kw),
], ids=["score", "compare"])
def test_what_takes_long_is_told(call):
    def stop(progress):
        assert "drawing samples: " in progress.text and progress.text.endswith(" left")
        assert 0 < progress.done < progress.total == LONG["samples"]
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        call(progress=stop)


def test_what_is_quick_is_not_told(capsys):
    unseen.score(y, np.linspace(0, 1, 400))
    unseen.compare(y, {"a": X[:, 0], "b": X[:, 1]})
    assert capsys.readouterr().err == ""
