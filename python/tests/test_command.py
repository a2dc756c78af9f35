"""The command of the package: Parquet, Arrow and Feather files, and --dask."""
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.csv
import pyarrow.feather
import pyarrow.parquet
import pytest

import unseen


@pytest.fixture
def frame():
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, 400)
    score = np.clip(0.4 * y + 0.6 * rng.random(400), 0, 1)
    return pd.DataFrame(
        {"truth": np.array(["NA", "yes"])[y], "score": score, "part": np.arange(400) % 3,
         "weight": rng.random(400).astype("float32")})


def write(frame, path):
    if path.suffix == ".csv":
        frame.to_csv(path, index=False)
    elif path.suffix == ".parquet":
        frame.to_parquet(path, row_group_size=150)
    elif path.suffix == ".arrow":
        table = pa.Table.from_pandas(frame)
        with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table, max_chunksize=150)
    else:
        pa.feather.write_feather(frame, path)


def command(*words, cwd=None, expect=0):
    done = subprocess.run(["unseen", *map(str, words)], capture_output=True, text=True, cwd=cwd)
    assert done.returncode == expect, done.stderr
    return done.stdout if expect == 0 else done.stderr


@pytest.mark.parametrize("suffix", [".parquet", ".arrow", ".feather"])
@pytest.mark.parametrize("flags",
                         [[], ["--by", "part"], ["--weight", "weight"],
                          ["--measure", "roc_auc", "--level", "0.9"], ["--curves", "roc"]])
def test_the_answer_is_that_of_csv(frame, tmp_path, suffix, flags):
    frame["weight"] = frame["weight"].astype("float64")
    for kind in (".csv", suffix):
        write(frame, tmp_path / f"rows{kind}")
    flags = ["--truth", "truth", "--score", "score", "--format", "json", "--quiet", *flags]
    assert command("score", tmp_path / f"rows{suffix}",
                   *flags) == command("score", tmp_path / "rows.csv", "--missing", "", *flags)


def test_numbers_come_to_the_last_digit_and_text_stays_text(frame, tmp_path):
    frame["truth"] = np.where(frame["truth"] == "NA", "01", "1")
    frame.loc[3, "score"] = np.nan
    write(frame, tmp_path / "rows.parquet")
    flags = ["--truth", "truth", "--score", "score", "--weight", "weight", "--positive", "01",
             "--drop-missing", "--format", "json", "--quiet"]
    found = json.loads(command("score", "rows.parquet", *flags, cwd=tmp_path))
    kept = frame.drop(index=3)
    expected = unseen.score(kept["truth"], kept["score"], sample_weight=kept["weight"].astype("float64"),
                            positive="01")
    assert found["rows"] == 399 and found["measures"]["roc_auc"]["value"] == expected["roc_auc"].value


def test_files_have_their_names_in_the_answer(frame, tmp_path):
    write(frame, tmp_path / "rows.parquet")
    assert "\nrows.parquet: 400 rows, binary" in command("score", "rows.parquet", cwd=tmp_path)
    assert "weight" in command("data", "rows.parquet", cwd=tmp_path)
    command("score", "rows.parquet", "--output", "o.txt", cwd=tmp_path)
    assert "\nrows.parquet: 400" in (tmp_path / "o.txt").read_text()
    told = command("score", "rows.parquet", "--truth", "trut", cwd=tmp_path, expect=2)
    assert "rows.parquet" in told and "/unseen-" not in told


def test_parts_and_other_columns(tmp_path):
    frame = pd.DataFrame(
        {"y_true": pd.Categorical(["a", "b", "b"] * 10 + ["a", "b"] * 15), "y_pred": ["a", "b", "b"] * 20,
         "when": pd.date_range("2020", periods=60), "list": [[1, 2]] * 60, "empty": [None] * 60})
    frame.index = np.arange(60) * 2  # kept by pandas as a column
    frame.iloc[:30].to_parquet(tmp_path / "1.parquet")
    frame.iloc[30:].to_parquet(tmp_path / "2.parquet")
    found = json.loads(
        command("score", tmp_path / "1.parquet", tmp_path / "2.parquet", "--format", "json", "--quiet"))
    assert found["rows"] == 60 and found["measures"]["accuracy"]["value"] == 45 / 60


def test_errors_are_told(frame, tmp_path):
    write(frame, tmp_path / "rows.parquet")
    (tmp_path / "bad.parquet").write_bytes(b"PAR1 this is none")
    assert "bad.parquet" in command("score", "bad.parquet", cwd=tmp_path, expect=2)
    assert "unseen.estimate" in command("estimate", "rows.parquet", "--learner", "knn", "--store", "s.db",
                                        cwd=tmp_path, expect=2)
    assert "unseen run" in command("run", "rows.parquet", cwd=tmp_path, expect=2)
    frame.iloc[:0].to_parquet(tmp_path / "none.parquet")
    assert "no rows" in command("score", "none.parquet", cwd=tmp_path, expect=2)
    program = os.path.join(os.path.dirname(unseen.__file__), "bin", "unseen")
    plain = subprocess.run([program, "score", tmp_path / "rows.parquet"], capture_output=True, text=True)
    assert plain.returncode == 2 and "Python package unseen" in plain.stderr


def test_pipes_are_left_to_the_program(frame, tmp_path):
    write(frame, tmp_path / "rows.csv")
    flags = ["--truth", "truth", "--score", "score", "--missing", "", "--format", "json", "--quiet"]
    piped = subprocess.run(["bash", "-c", 'unseen score <(cat rows.csv) "$@"', "bash", *flags],
                           capture_output=True, text=True, cwd=tmp_path)
    assert piped.stdout == command("score", "rows.csv", *flags, cwd=tmp_path)


def test_the_start_is_light():
    code = "import sys, unseen_command; assert not {'numpy', 'unseen', 'argparse'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
    assert command("--version").startswith("unseen ")
    assert "Usage" in command("--help")


@pytest.mark.parametrize("kind", [".csv", ".parquet"])
@pytest.mark.parametrize("workers", [0, 2])
def test_shards_give_the_answer_of_the_whole(frame, tmp_path, kind, workers):
    from concurrent.futures import ProcessPoolExecutor

    parts = [frame.iloc[i::3] for i in range(3)]
    paths = [tmp_path / f"{i}{kind}" for i in range(3)]
    for part, path in zip(parts, paths):
        write(part.assign(truth=part["truth"].replace("NA", "no")), path)
    whole = unseen.score(frame["truth"].replace("NA", "no"), frame["score"])
    with ProcessPoolExecutor(max(workers, 1)) as pool:
        found = unseen.score_files(paths, truth="truth", score="score", client=pool if workers else None)
    assert found.rows == 400
    for name in ("roc_auc", "log_loss", "accuracy", "average_precision"):
        assert found[name].value == whole[name].value
    assert found["accuracy"].interval == whole["accuracy"].interval and found["roc_auc"].interval == whole[
        "roc_auc"].interval


def test_groups_of_shards_have_an_older_name(frame, tmp_path):
    write(frame.assign(g=[i // 4 for i in range(len(frame))]).replace("NA", "no"), tmp_path / "g.csv")
    found = unseen.score_files([tmp_path / "g.csv"], truth="truth", score="score", group="g")
    older = unseen.score_files([tmp_path / "g.csv"], truth="truth", score="score", cluster="g")
    assert found.to_dict()["clusters"] == 100 and older.to_json() == found.to_json()
    with pytest.raises(ValueError, match="older name of group"):
        unseen.score_files([tmp_path / "g.csv"], group="g", cluster="g")


def test_shards_of_fixed_size(frame, tmp_path):
    paths = [tmp_path / f"{i}.csv" for i in range(2)]
    for i, path in enumerate(paths):
        write(frame.iloc[i::2].replace("NA", "no"), path)
    found = unseen.score_files(paths, truth="truth", score="score", positive="yes", cells=1024)
    assert found["log_loss"].value == unseen.score(frame["truth"], frame["score"])["log_loss"].value
    write(frame, tmp_path / "a.parquet")
    with pytest.raises(ValueError, match="read in pieces"):
        unseen.score_files([tmp_path / "a.parquet"], cells=1024)
    with pytest.raises(ValueError, match="no file"):
        unseen.score_files([])
    with pytest.raises(OSError, match="none.csv"):
        unseen.score_files([tmp_path / "none.csv"])


def test_columns_of_one_name_get_names(tmp_path):
    pa.parquet.write_table(
        pa.Table.from_arrays([pa.array([1.0, 2.0]), pa.array([3.0, 4.0])], names=["x", "x"]),
        tmp_path / "d.parquet")
    assert "x_2" in command("data", tmp_path / "d.parquet")


def test_dask_from_the_command_line(tmp_path):
    from test_run import Cluster, write as write_experiment

    experiment = write_experiment(tmp_path)
    cluster = Cluster(tmp_path, 1)
    try:
        answer = command("run", experiment, "--store", tmp_path / "d.db", "--dask", cluster.address,
                         "--format", "json", "--quiet")
    finally:
        cluster.end()
    assert answer == command("run", experiment, "--store", tmp_path / "l.db", "--format", "json", "--quiet")
    assert "--shard" in command("run", experiment, "--store", tmp_path / "d.db", "--dask",
                                "tcp://127.0.0.1:1", "--shard", "1/2", expect=2)
    start = time.monotonic()
    assert "127.0.0.1:1" in command("run", experiment, "--store", tmp_path / "e.db", "--dask",
                                    "tcp://127.0.0.1:1", expect=2)
    assert time.monotonic() - start < 60


def test_dask_knows_the_options_of_run():
    from unseen import _command

    told = command("run", "--help", "--dask", "tcp://127.0.0.1:1")
    assert set(re.findall(r"^  (?:-h,)?(--[a-z-]+)", told, re.M)) == {
        *_command._RUN_VALUES, *_command._RUN_FLAGS, "--help"}


def test_pictures(frame, tmp_path):
    pytest.importorskip("matplotlib").use("Agg")
    found = unseen.score(frame["truth"], frame["score"], curves=["roc", "pr"])
    assert len(found.plot().get_yticks()) == len([f for f in found.measures.values() if f.value is not None])
    roc = found.plot("roc")
    assert roc.get_xlabel() == "fpr" and roc.lines[0].get_ydata()[-1] == 1.0
    assert found.plot("pr").get_ylabel() == "precision"
    with pytest.raises(ValueError, match="no curve 'lift'"):
        found.plot("lift")
    X = frame[["score", "part"]].to_numpy()
    several = unseen.estimate(["knn:k=3", "majority"], X, frame["truth"], estimators=["cv:folds=3"])
    assert len(several.plot().get_yticklabels()) == 2
    compared = unseen.compare(frame["truth"], {"a": frame["score"], "b": 1 - frame["score"]},
                              measures=["roc_auc"])
    assert compared.plot().get_yticklabels()[0].get_text() == "a - b"
    import matplotlib.pyplot as plt

    figure, both = plt.subplots(1, 2)
    assert [one.plot(ax=ax) for one, ax in zip((found, compared), both)] == list(both)
    for form, begins in (("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")):
        figure.savefig(tmp_path / f"both.{form}")
        assert (tmp_path / f"both.{form}").read_bytes().startswith(begins)
    with pytest.raises(ValueError, match="no picture"):
        unseen.bound("binomial", errors=1, rows=10).plot()


def nested_table():
    rows = 60
    kind = pa.DictionaryArray.from_arrays(pa.array([i % 3 for i in range(rows)], pa.int8()),
                                               pa.array(["low", "mid", "high"]), ordered=True)
    return pa.table({"x": [float(i % 7) for i in range(rows)], "list": [[1, 2]] * rows,
                          "struct": [{"a": 1}] * rows, "y": kind})


def test_columns_of_lists_and_structs_are_named_and_have_no_role(tmp_path):
    pa.parquet.write_table(nested_table(), tmp_path / "nested.parquet")
    done = subprocess.run(["unseen", "data", "nested.parquet"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and "read as Parquet" in done.stdout
    assert "'list' (list<" in done.stderr and "'struct' (struct<a: int64>)" in done.stderr
    told = command("data", "nested.parquet", "--target", "list", cwd=tmp_path, expect=2)
    assert "column 'list' holds list<" in told


def test_the_order_of_categories_is_that_of_the_file(tmp_path):
    table = nested_table()
    pa.parquet.write_table(table, tmp_path / "nested.parquet")
    pa.csv.write_csv(pa.table({"x": table["x"], "y": table["y"].cast(pa.string())}),
                          tmp_path / "plain.csv")
    judge = ["--target", "y", "--learner", "knn", "--estimator", "holdout", "--measure", "quadratic_kappa",
             "--format", "csv", "--quiet"]
    declared = command("estimate", "nested.parquet", "--ordered", "@declared", *judge, cwd=tmp_path)
    named = command("estimate", "plain.csv", "--ordered", "low,mid,high", *judge, cwd=tmp_path)
    assert declared.replace("nested.parquet", "plain.csv") == named
    told = command("data", "nested.parquet", "--target", "x", "--ordered", "@declared", cwd=tmp_path,
                   expect=2)
    assert "column 'x' has none" in told


def test_a_text_that_is_not_utf8_names_its_column(tmp_path):
    bytes_of = pa.array([b"\xff", b"a"]).buffers()
    bad = pa.Array.from_buffers(pa.string(), 2, bytes_of)
    for table in ({"ok": ["a", "b"], "bad": bad}, {"ok": ["a", "b"], "bad": [b"\xff", b"a"]}):
        pa.parquet.write_table(pa.table(table), tmp_path / "bad.parquet")
        assert "column 'bad': " in command("data", "bad.parquet", cwd=tmp_path, expect=2)


def test_ids_of_19_digits_in_parquet_stay_apart():
    case = Path(__file__).parents[2] / "tests/cases/p07_bigint.parquet"
    assert "12 rows, 6 groups" in command("estimate", case, "--group", "patient", "--learner", "majority",
                                          "--estimator", "loo", "--quiet")
