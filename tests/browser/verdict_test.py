"""A page first shows the verdict of its JSON, word for word. Run it with pytest tests/browser, like
report_test.py."""
import json
import random

import pytest

from report_test import DATA, predictions, report, unseen, write

GLASS = [f"knn:k={k}" for k in (1, 3, 5, 9)] + ["tree", "bagging(tree)", "naive-bayes", "majority", "lda",
                                                "knn:k=15", "knn:k=21", "knn:k=31"]
CURVE = ("--learner", "tree", "--learner", "naive-bayes", "--estimator", "cv:repeats=2")


def learners(*specs):
    return [word for spec in specs for word in ("--learner", spec)]


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """Predictions, scores of splits, results with and without ties, and an experiment in which two learners
    tie."""
    made = tmp_path_factory.mktemp("verdicts")
    predictions(made)
    header, *rows = (made / "p.csv").read_text().split()
    (made / "p.csv").write_text(
        "\n".join([header + ",label", *(row + f",{row.split(',')[1] > '0.45':d}" for row in rows)]) + "\n")
    draw = random.Random(5)
    for name, mean in (("a.txt", 0.80), ("b.txt", 0.77)):
        (made / name).write_text("".join(f"{draw.gauss(mean, 0.02):.3f}\n" for _ in range(30)))
    write(made / "results.csv", ["data", *"ABCDE"],
          [[f"d{i}", *(round(draw.random() + 0.1 * c, 3) for c in range(5))] for i in range(20)])
    for i in range(3):
        write(made / f"set{i}.csv", ("x", "class"),
              [(round(draw.gauss(k % 2, 1), 3), "ab"[k % 2]) for k in range(30)])
    write(made / "many.csv", ("m", "i", "v"),
          [(f"m{m}", i, int(draw.random() < 0.3 + 0.04 * m)) for m in range(14) for i in range(60)])
    (made / "e.toml").write_text(
        'estimators = ["cv:folds=3"]\n[[data]]\npath = "set*.csv"\n[[learner]]\nspec = "majority"\n'
        '[[learner]]\nname = "other"\nspec = "majority"\n')
    return made


SCORE = ("score", "p.csv", "--truth", "y")
MODELS = ("compare", "models", "p.csv", "--truth", "y", "--scores", "A=p,B=q", "--samples", 200)
VALUES = ("--range", "0,1", "--higher-is-better")
COMMANDS = {
    "one learner": ("estimate", DATA / "iris.csv", *learners("tree"), "--estimator", "cv"),
    "two estimators": ("estimate", DATA / "diabetes.arff", *learners("tree", "naive-bayes"), "--estimator",
                       "cv", "--estimator", "holdout"),
    "training rows": ("estimate", DATA / "iris.csv", *learners("tree"), "--estimator", "resubstitution"),
    "many learners": ("estimate", DATA / "glass.arff", *learners(*GLASS), "--estimator", "cv:repeats=2"),
    "two measures": ("estimate", DATA / "diabetes.arff", *learners("tree", "naive-bayes"), "--measure",
                     "log_loss", "--measure", "error_rate", "--estimator", "cv:repeats=2"),
    "a bound": ("estimate", DATA / "iris.csv", *learners("knn"), "--bound", "r-cv"),
    "horizons": ("estimate", DATA / "airline.csv", "--lags", "1-12", "--horizon", "1-3",
                 *learners("ridge", "naive"), "--estimator", "forward-fixed:train=60"),
    "probabilities": (*SCORE, "--score", "p"),
    "labels": (*SCORE, "--predicted", "label"),
    "groups": (*SCORE, "--score", "p", "--by", "g", "--threshold", "youden"),
    "models": (*MODELS, "--measure", "roc_auc"),
    "models by two measures": (*MODELS, "--measure", "roc_auc", "--measure", "accuracy"),
    "values": ("score", "p.csv", *VALUES, "--value", "p", "--by", "g"),
    "models by values": ("compare", "models", "p.csv", *VALUES, "--value", "A=p,B=q"),
    "many models": ("compare", "models", "many.csv", *VALUES, "--model", "m", "--item", "i", "--value", "v"),
    "splits": ("compare", "splits", "a.txt", "b.txt", "--higher-is-better", "--train-rows", 90, "--test-rows",
               10),
    "results": ("compare", "results", "results.csv", "--lower-is-better"),
    "a control": ("compare", "results", "results.csv", "--lower-is-better", "--control", "C"),
    "counts": ("compare", "counts", "--errors", "20,30", "--rows", "100,100"),
    "discordant": ("compare", "counts", "--discordant", "12,5", "--rows", "100"),
    "a plan": ("compare", "plan", "mcnemar_exact:discordant=0.15,difference=0.05,rows=500"),
    "bound": ("bound", "binomial", "--errors", 3, "--rows", 100),
    "a tie": ("run", "e.toml", "--store", "s.db"),
    "tune": ("tune", DATA / "iris.csv", *learners("knn"), "--grid", "k=1..7:2", "--estimator", "cv"),
    "flat only": ("tune", DATA / "iris.csv", *learners("knn"), "--grid", "k=1..7:2", "--flat-only"),
    "a learning curve": ("curve", "learning", DATA / "diabetes.arff", *CURVE, "--sizes", "20,60,180,540"),
    "a noise curve": ("curve", "noise", DATA / "diabetes.arff", *CURVE, "--shares", "0,0.1,0.4"),
    "an importance": ("importance", DATA / "iris.csv", *learners("lda"), "--estimator", "cv:repeats=5"),
    "a study": ("study", "estimators", "gaussian", *learners("knn"), "--repetitions", 20, "--fresh-rows", 500,
                "--sizes", 20, "--estimator", "cv", "--estimator", "holdout"),
}


def lines_of(verdict):
    return [*verdict["sentences"], *(one["line"] for one in verdict["further"] if "line" in one),
            *verdict["limits"]]


@pytest.mark.parametrize("name", COMMANDS)
def test_page_shows_the_verdict_word_for_word(name, folder, view): # noqa: F811
    answer = json.loads(unseen(folder, *COMMANDS[name], "--format", "json", "--quiet"))
    (folder / "a.json").write_text(json.dumps(answer))
    unseen(folder, "report", "a.json", "--output", "a.html")
    page = view(folder / "a.html")
    verdict = answer["verdict"]
    assert page.locator("h2").evaluate("(one) => one.firstChild.textContent") == verdict["asks"]
    assert verdict["sentences"] and 1 <= page.locator(".answer").count() <= 2 # above and below the picture
    assert page.locator(".answer p").all_text_contents() == lines_of(verdict)
    assert all(one in verdict["leaders"] + [x for f in verdict["further"] for x in f["leaders"]]
               for one in page.locator(".answer b").all_text_contents())
    if name == "a control":
        (row,) = [r for r in page.locator("dl.design div").all_text_contents() if r.startswith("control")]
        assert row == "controlC" and page.get_by_role("group",
                                                      name="Average ranks").locator(".together").count() == 0
    if name == "a tie":
        assert page.locator(".answer b").all_text_contents() == verdict["leaders"] == ["majority", "other"]


@pytest.mark.parametrize("name", COMMANDS)
def test_relations_are_shown_where_their_interval_leaves_out_zero(name, folder): # noqa: F811
    """Unless the interval is not that of the test, or two tests disagree."""
    answer = json.loads(unseen(folder, *COMMANDS[name], "--format", "json", "--quiet"))
    other = {(c["a"], c["b"]) for c in answer.get("comparisons", []) if c.get("not_of_the_test")}
    for verdict in [answer["verdict"], *answer["verdict"]["further"]]:
        for one in verdict["relations"]:
            if one["interval"] and (one["a"], one["b"]) not in other | {(b, a) for a, b in other}:
                apart = one["interval"]["lower"] > 0 or one["interval"]["upper"] < 0
                assert apart == (one["state"] in ("shown", "refuted")) or one["state"] == "undecided", one


def test_page_of_several_results_shows_a_verdict_each(folder, view): # noqa: F811
    answers = [json.loads(unseen(folder, *COMMANDS[name], "--format", "json", "--quiet"))
               for name in ("bound", "counts", "labels")]
    for i, answer in enumerate(answers):
        (folder / f"{i}.json").write_text(json.dumps(answer))
    unseen(folder, "report", "0.json", "1.json", "2.json", "--output", "all.html")
    shown = [one.locator(".answer p").all_text_contents()
             for one in view(folder / "all.html").locator("article").all()]
    assert shown == [lines_of(answer["verdict"]) for answer in answers]


def test_result_of_an_older_version_is_shown_without_a_verdict(tmp_path, folder, view): # noqa: F811
    answer = json.loads(unseen(folder, *COMMANDS["counts"], "--format", "json", "--quiet"))
    del answer["verdict"]
    (tmp_path / "old.json").write_text(json.dumps({**answer, "schema": 1}))
    unseen(tmp_path, "report", "old.json", "--output", "old.html")
    page = view(tmp_path / "old.html")
    assert page.locator(".answer p").all_text_contents() == [
        "This result was made by an older version of unseen and has no verdict."]
    assert page.get_by_role("region", name="Tests").count() == 1


def test_subgroups_of_an_older_result_are_shown(tmp_path, view): # noqa: F811
    older = DATA.parent / "tests/earlier"
    answer = json.loads((older / "score.json").read_text())
    assert "subgroups" not in answer and len(answer["groups"]) == 2
    unseen(tmp_path, "report", older / "score.json", "--output", "old.html")
    unseen(tmp_path, "score", older / "scores1.csv", "--score", "p", "--group", "patient", "--by", "sex",
           "--measure", "error_rate", "--report", "new.html")
    for name in ("old.html", "new.html"):
        page = view(tmp_path / name)
        assert page.get_by_role("group", name="Gaps between subgroups").count() == 1
        assert "subgroup" in page.get_by_role("region", name="Measures").inner_text().lower()
