"""Opens reports of real runs of the command line tool in Chromium.

Run it with pytest tests/browser, with UNSEEN naming the binary and the packages of python/requirements.txt
installed. tools/check-reports does so.

In every test a request that leaves the page, a message on the console, an error or a dialog is a failure.
"""
import csv
import io
import json
import os
import pathlib
import random
import re
import subprocess
import xml.etree.ElementTree

import pytest
from axe_playwright_python.sync_playwright import Axe

ROOT = pathlib.Path(__file__).resolve().parents[2]
UNSEEN = os.environ.get("UNSEEN", str(ROOT / "build/release/apps/unseen/unseen"))
DATA = ROOT / "data"
HOSTILE = "</script><img src=x onerror=alert(1)>"
NONSENSE = re.compile(r"\b(undefined|NaN|null)\b|\[object")
SPOOF = "\u202eevil\u200b"


def unseen(folder, *words, code=0):
    done = subprocess.run([UNSEEN, *map(str, words)], cwd=folder, capture_output=True, text=True)
    assert done.returncode == code, done.stderr
    return done.stdout


def report(folder, *words, code=0):
    """(the page of this command, its answer)."""
    page = folder / "report.html"
    answer = json.loads(unseen(folder, *words, "--format", "json", "--report", page, "--quiet", code=code))
    return page, answer


def write(path, header, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header, *rows])
    return path


def predictions(folder, n=600):
    """Truth, scores of two models with ties at 0.5, and a group."""
    draw = random.Random(7)
    rows = []
    for i in range(n):
        y = draw.random() < 0.4
        p, q = (min(1, max(0, round(draw.gauss(m + 0.2 * y, 0.2), 2))) for m in (0.4, 0.45))
        rows.append((int(y), p, q, "ab"[i % 2]))
    return write(folder / "p.csv", ("y", "p", "q", "g"), rows)


def downloaded(page, locator):
    with page.expect_download() as download:
        locator.click()
    return pathlib.Path(download.value.path()).read_text(encoding="utf-8")


def table_of(text):
    head, *rows = csv.reader(io.StringIO(text))
    return [dict(zip(head, row)) for row in rows]


def number(text):
    return None if text == "" else float(text)


def button(page, title, kind):
    name = f"{title}: " + ("data as CSV" if kind == "CSV" else "picture as SVG")
    return page.get_by_role("button", name=name, exact=True)


@pytest.fixture
def estimates(tmp_path):
    return report(tmp_path, "estimate", DATA / "diabetes.arff", "--learner", "majority", "--learner",
                  "naive-bayes", "--learner", "tree", "--estimator", "holdout", "--estimator",
                  "cv:repeats=10")


@pytest.fixture
def scores(tmp_path):
    return report(tmp_path, "score", predictions(tmp_path), "--truth", "y", "--score", "p", "--by", "g",
                  "--per-class")


def test_csv_of_table_and_picture_are_the_json(estimates, view):
    path, answer = estimates
    page = view(path)
    expected = [
        (e["learner_name"], e["value"],
         *(e["interval"][end] if e["interval"] else None for end in ("lower", "upper")))
        for e in answer["estimates"]]
    rows = table_of(downloaded(page, button(page, "Estimates", "CSV")))
    assert [(r["learner"], number(r["estimate"]), number(r["lower"]), number(r["upper"]))
            for r in rows] == expected
    rows = table_of(downloaded(page, button(page, "Estimates and their intervals", "CSV")))
    assert sorted(expected_in_picture(answer)) == sorted(
        (r["name"].split(",")[0], r["series"], number(r["value"]), number(r["lower"]))
        for r in rows)
    tests = table_of(downloaded(page, button(page, "Tests", "CSV")))
    assert [(t["A and B"], number(t["difference"]), number(t["p-value"])) for t in tests] == \
        [(f"{c['a']} − {c['b']}", c["difference"], c["p_value"]) for c in answer["comparisons"]]
    repeats = table_of(downloaded(page, button(page, "Single repeats", "CSV")))
    assert [(r["learner"], number(r["smallest"]), number(r["largest"])) for r in repeats] == \
        [(e["learner_name"], e["repeat_spread"]["least"], e["repeat_spread"]["most"])
         for e in answer["estimates"] if "repeat_spread" in e]
    splits = table_of(downloaded(page, button(page, "error_rate of single splits", "CSV")))
    assert [number(r["error_rate"]) for r in splits
            if r["name"] == "tree, cv"] == answer["estimates"][-1]["per_split"]


def expected_in_picture(answer):
    """The intervals are those of the verdict, which hold together if models share their test rows."""
    together = "together" in answer["verdict"]
    return [(e["learner_name"], e["estimator"].split(":")[0], e["value"],
             (together and e.get("simultaneous") or e["interval"])["lower"])
            for e in answer["estimates"]]


def test_columns_sort_up_and_down(estimates, view):
    path, answer = estimates
    page = view(path)
    column = [e["value"] for e in answer["estimates"]]

    def shown():
        return [float(text)
                for text in page.locator("table").first.locator("tbody tr td:nth-child(2)").all_inner_texts()]

    assert shown() == [float(f"{x:.4g}") for x in column]
    sort = page.get_by_role("button", name="sort by estimate")
    sort.click()
    assert shown() == [float(f"{x:.4g}") for x in sorted(column)]
    assert page.locator("th[aria-sort=ascending]").inner_text().startswith("estimate")
    sort.click()
    assert shown() == [float(f"{x:.4g}") for x in sorted(column, reverse=True)]


def test_terms_explain_themselves_to_pointer_and_keyboard(estimates, view):
    path, _ = estimates
    page = view(path)
    meaning = json.loads(unseen(path.parent, "explain", "cv_wilson", "--format", "json"))["entries"][0][
        "texts"][0]["text"]
    term = page.locator("tbody").get_by_role("button", name="cv_wilson").first
    term.hover()
    assert meaning in page.locator("#tip").inner_text()
    page.keyboard.press("Escape")
    assert not page.locator("#tip").is_visible()
    term.focus()
    assert meaning in page.locator("#tip").inner_text()


def test_arrow_keys_show_values_rounded_as_in_the_table(estimates, view):
    path, answer = estimates
    page = view(path)
    plot = page.get_by_role("group", name="Estimates and their intervals")
    plot.focus()
    first = [e for e in answer["estimates"] if e["estimator"] == asked(answer)["estimator"]]
    for estimate in sorted(first, key=lambda e: e["value"]):
        page.keyboard.press("ArrowRight")
        assert f"error_rate: {estimate['value']:#.4g}\n" in page.locator("#tip").inner_text()


def asked(answer):
    """The estimate that the verdict is about."""
    return next(e for e in answer["estimates"] if e["value"] == answer["verdict"]["value"]
                and e["measure"] == answer["verdict"]["measure"])


def test_the_main_picture_begins_with_what_the_verdict_is_about(estimates, view):
    path, answer = estimates
    page = view(path)
    plot = page.get_by_role("group", name="Estimates and their intervals")
    names = plot.locator("svg > text:not([class])").all_text_contents()
    e = asked(answer)
    assert len(names) == 3 and names[0] == f"{e['learner_name']}, {e['estimator'].split(':')[0]}"
    figures = plot.locator("svg > text.figure").all_text_contents()
    interval = e["simultaneous"] if "together" in answer["verdict"] else e["interval"]
    assert figures[:2] == [f"{e['value']:#.4g}", f"{interval['lower']:#.4g} … {interval['upper']:#.4g}"]
    more = page.get_by_role("button", name="Estimates and their intervals: show all 6 lines")
    more.click()
    assert plot.locator("path.mark").count() == 6 + 2 # the legend has two
    page.get_by_role("button", name="Estimates and their intervals: show fewer").click()
    assert plot.locator("path.mark").count() == 3


def unfold(page):
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")


def show_all(page):
    unfold(page)
    more = page.locator("button:has-text('Show all')")
    while more.count():
        more.first.click()


FIRST_SCREEN = {"binary", "estimate", "regression", "numbers", "classes", "models", "tune", "tune2", "long",
                "noise", "horizons", "learning", "counts", "bound", "results", "experiment", "plan"}


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740)])
def test_first_screen_has_question_verdict_picture_and_warnings(reports, view, width, height):
    for name in FIRST_SCREEN:
        page = view(reports[name][0], width, height=height)
        picture = page.locator("figure svg").first.bounding_box()
        assert page.locator("h2").bounding_box()["y"] > 0
        assert page.locator(".answer").first.bounding_box()["y"] < picture["y"]
        warning = page.locator(".warnings li").first
        if width == 1280:
            assert picture["y"] + min(picture["height"], 400) <= height, name
            assert warning.count() == 0 or warning.bounding_box()["y"] < height, name
        else:
            assert picture["y"] + 150 <= height, name # at least three learners of a forest
    page = view(reports["estimate"][0], width, height=height)
    warning = page.locator(".warnings li").first.bounding_box()
    assert warning["y"] + warning["height"] <= height


def test_what_all_rows_say_is_said_once(reports, view):
    path, answer = reports["estimate"]
    page = view(path)
    same = page.locator("section:has(> h3:text-is('Estimates')) .same").inner_text()
    assert same == "measure: error_rate"
    heads = page.get_by_role("region", name="Estimates").locator("thead th").all_inner_texts()
    heads = [head.split("\n")[0].removesuffix("↕") for head in heads]
    assert heads[:3] == ["learner", "estimate", "interval"]
    assert not any(head.startswith("measure") for head in heads)
    (row, *_) = table_of(downloaded(page, button(page, "Estimates", "CSV")))
    assert row["measure"] == "error_rate" and row["estimator"] == answer["estimates"][0]["estimator"]


def test_long_tables_have_a_filter(reports, view):
    page = view(reports["long"][0])
    box = page.locator("section:has(> h3:text-is('Estimates'))")
    words = box.get_by_role("searchbox")
    words.fill("K=1 standard")
    shown = [row.inner_text() for row in box.locator("tbody tr").all() if row.is_visible()]
    assert 0 < len(shown) < 12 and all("k=1" in row and "standard" in row for row in shown)
    assert box.locator("output").inner_text() == f"{len(shown)} of 40 rows"
    words.fill("")
    assert box.locator("output").inner_text() == "40 of 40 rows" and box.locator("tbody tr").last.is_visible()
    assert view(reports["estimate"][0]).get_by_role("searchbox").count() == 0


def test_sections_have_a_list_of_contents(reports, view):
    for name in ("estimate", "binary", "results"):
        page = view(reports[name][0], height=400)
        heads = [head for head in page.locator("article h3, article h4").all_inner_texts() # "" if folded
                 if head not in ("", "Warnings", page.locator("figure h4").first.inner_text())]
        links = page.get_by_role("navigation", name="contents").get_by_role("link")
        assert links.all_inner_texts() == heads
        links.last.click()
        assert page.locator(f"h3:text-is('{heads[-1]}')").bounding_box()["y"] < 400


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def scores_of_letters(folder):
    draw = random.Random(6)
    rows = []
    for i in range(1500):
        scores = [draw.expovariate(1) + 4 * (k == i % 26) * (draw.random() < 0.9) for k in range(26)]
        rows.append((LETTERS[i % 26], *(round(s / sum(scores), 4) for s in scores)))
    write(folder / "letters.csv", ("letter", *LETTERS), rows)
    return "score", "letters.csv", "--truth", "letter", "--scores", ",".join(LETTERS)


def results_of_sets(folder, sets, learners):
    draw = random.Random(8)
    write(folder / "sets.csv", ["data", *(f"method-{i}" for i in range(learners))],
          [[f"set{k}", *(round(draw.random() + 0.03 * i, 3) for i in range(learners))] for k in range(sets)])
    return "compare", "results", "sets.csv", "--higher-is-better"


def submissions(folder, models=134):
    draw = random.Random(9)
    write(folder / "models.csv", ("y", *(f"submission{i}" for i in range(models))),
          [(y := i % 2, *(round(draw.gauss(0.0025 * k * y, 0.2), 4) for k in range(models)))
           for i in range(300)])
    names = ",".join(f"submission{i}=submission{i}" for i in range(models))
    return ("compare", "models", "models.csv", "--truth", "y", "--scores", names, "--measure", "roc_auc",
            "--samples", 100)


@pytest.mark.parametrize("words", [scores_of_letters,
                                   pytest.param(lambda f: results_of_sets(f, 30, 25), marks=pytest.mark.slow,
                                                id="25 learners"),
                                   pytest.param(lambda f: results_of_sets(f, 200, 12), marks=pytest.mark.slow,
                                                id="200 sets"),
                                   pytest.param(submissions, marks=pytest.mark.slow)])
def test_large_pages_answer_on_their_first_screen_and_open_fast(tmp_path, view, words):
    path, answer = report(tmp_path, *words(tmp_path))
    assert path.stat().st_size < 3_000_000
    for width, height in ((360, 740), (1280, 800)):
        page = view(path, width, height=height)
        text = page.locator(".answer").first.inner_text()
        assert text.startswith(answer["verdict"]["sentences"][0])
        box = page.locator("figure svg").first.bounding_box()
        assert box["y"] + 150 <= height
    assert page.evaluate("document.documentElement.scrollHeight") < 7000
    assert 0 < busy(page) < 2
    if words is submissions:
        leader = answer["verdict"]["leaders"][0]
        assert "leaves out" in page.locator(".answer").last.inner_text()
        tests = table_of(downloaded(page, button(page, "Tests", "CSV")))
        assert len(tests) == 2 * 133 and all(leader in t["A and B"] for t in tests)


def busy(page):
    """Seconds of processor time that opening takes, which do not depend on other programs."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.reload()
    page.wait_for_selector("footer")
    page.wait_for_timeout(200)
    return {metric["name"]: metric["value"]
            for metric in session.send("Performance.getMetrics")["metrics"]}["TaskDuration"]


def test_design_has_digest_seed_version_and_the_command(estimates, view):
    path, answer = estimates
    page = view(path)
    design = page.locator("dl.design").inner_text()
    for part in (answer["digest"], f"seed\n\n{answer['seed']}", answer["version"], "--learner naive-bayes",
                 "cv:folds=10,repeats=10"):
        assert part in design.replace("\n", "\n\n") or part in design


def test_design_of_scores_and_comparisons_has_digest_and_seed(reports, view):
    for name, drawn in (("binary", True), ("numbers", True), ("models", True), ("results", True),
                        ("counts", False)):
        path, answer = reports[name]
        design = view(path).locator("dl.design")
        for key in ("digest", "seed")[: 1 + drawn]:
            assert design.locator(f"div:has(dt:text-is('{key}')) dd").inner_text() == str(answer[key]), (
                name, key)
        assert ("seed" in answer) == drawn, name


def test_threshold_moves_the_matrix_as_the_program_has_it(scores, view):
    path, answer = scores
    page = view(path)
    slider = page.locator("input[type=range]").first
    steps = next(c for c in answer["curves"] if c["name"] == "steps")["series"][0]["values"]["threshold"]
    for at in (0, 37, 100, 101, 163, 200):
        slider.fill(str(at))
        cells = {name: float(page.locator(f"[data-cell={name}]").first.inner_text())
                 for name in ("tp", "fn", "fp", "tn")}
        judged = json.loads(
            unseen(path.parent, "score", "p.csv", "--truth", "y", "--score", "p", "--threshold", steps[at],
                   "--format", "json", "--quiet"))
        (tn, fp), (fn, tp) = judged["confusion"]["matrix"]
        assert cells == {"tp": tp, "fn": fn, "fp": fp, "tn": tn}
        figures = dict(row.split("\t")
                       for row in page.locator(
                               "table:has-text('figures at this threshold') tr").first.locator(
                                   "xpath=../..").locator("tr").all_inner_texts() if "\t" in row)
        for name, measure in (("precision", "precision"), ("false positive rate", "fpr"),
                              ("accuracy", "accuracy"), ("true positive rate (recall)", "recall")):
            value = judged["measures"][measure]["value"]
            assert figures[name] == "0/0" if value is None else float(figures[name]) == float(f"{value:.4g}")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    assert page.locator(".threshold output").first.inner_text() == "0.9950"


def test_the_cut_that_a_rule_chose_is_told(tmp_path, view):
    path, answer = report(tmp_path, "score", predictions(tmp_path), "--truth", "y", "--score", "p",
                          "--threshold", "youden")
    cut = view(path).locator("dl.design div:has(dt:text-is('threshold: on all rows')) dd")
    assert cut.inner_text() == str(answer["threshold"]["on_all_rows"])


def test_costs_follow_the_threshold(scores, view):
    path, answer = scores
    page = view(path)
    values = next(c for c in answer["curves"] if c["name"] == "steps")["series"][0]["values"]
    page.get_by_label("cost of a missed row").fill("5")
    cost = (5 * values["fn"][100] + values["fp"][100]) / answer["rows"]
    assert float(page.locator("tr:has-text('cost of a row') td").first.inner_text()) == float(f"{cost:.4g}")


def test_curves_as_csv_are_the_json(scores, view):
    path, answer = scores
    page = view(path)
    for name, title in (("roc", "ROC curve of '1'"), ("pr", "Precision and recall of '1'"),
                        ("reliability", "Reliability of '1'"), ("decision", "Decision curve of '1'")):
        values = next(c for c in answer["curves"] if c["name"] == name)["series"][0]["values"]
        rows = table_of(downloaded(page, button(page, title, "CSV")))
        assert {key: [number(row[key]) for row in rows] for key in values} == values


def interval_text(interval):
    return f"95 % interval {interval['lower']:#.4g} … {interval['upper']:#.4g}"


def test_pictures_have_references_that_the_answer_gives(scores, reports, view):
    path, answer = scores
    page = view(path)
    roc, pr = (page.locator(f"figure:has-text('{title}')") for title in ("ROC curve", "Precision and recall"))
    for figure, curve in ((roc, "roc"), (pr, "pr")):
        (measure,) = [one["measure"] for one in answer["curves"] if one["name"] == curve]
        of = answer["measures"][measure]
        assert f"{measure}: {of['value']:#.4g} ({interval_text(of['interval'])})." in figure.inner_text()
    assert roc.locator("text:text-is('chance')").count() == 1
    assert f"share of the class: {answer['prevalence']:#.4g}" in pr.locator("svg").text_content()
    show_all(page)
    page.wait_for_timeout(100)
    with_baseline = [f for f in answer["measures"].values()
                     if f["value"] is not None and f.get("baseline", {}).get("value") is not None]
    assert page.get_by_role("group", name="Measures and their intervals").locator(
        ".baseline").count() == len(with_baseline)
    path, answer = reports["models"]
    text = view(path).locator("figure:has-text('ROC curve')").inner_text()
    for model in answer["models"]:
        assert f"{model['name']} {model['measures']['roc_auc']:#.4g} (" in text
        assert interval_text(model["intervals"]["roc_auc"]) in text


def test_captions_have_the_level_of_their_intervals(tmp_path, reports, view):
    for name, titles in (("estimate", ["Estimates and", "Differences and"]),
                         ("binary", ["Measures and", "Gaps"]), ("learning", ["Learning curves"]),
                         ("noise", ["Noise curves"]), ("counts", ["Models and", "Differences and"])):
        page = view(reports[name][0])
        for title in titles:
            figure = page.locator(f"figure:has(h4:has-text('{title}'))")
            assert "95 % intervals" in figure.locator(".how").inner_text(), (name, title)
    how = view(reports["models"][0]).locator("figure .how").first.inner_text()
    assert "97.5 % intervals, which hold together at 95 %" in how
    path, answer = report(tmp_path, "estimate", DATA / "iris.csv", "--learner", "knn", "--learner", "tree",
                          "--learner", "majority", "--estimator", "cv", "--level", "0.9")
    page = view(path)
    assert "90 % intervals" in page.locator("figure .how").first.inner_text()
    levels = {c["interval"]["level"] for c in answer["comparisons"]}
    how = page.locator("figure:has(h4:has-text('Differences')) .how").inner_text()
    assert all(f"{100 * level:.6g} %" in how for level in (min(levels), max(levels), 0.9))


def test_residuals_as_csv_are_the_json(reports, view):
    path, answer = reports["numbers"]
    page = view(path)
    values = answer["curves"][0]["series"][0]["values"]
    for title in ("Predicted and true numbers", "Residuals"):
        rows = table_of(downloaded(page, button(page, title, "CSV")))
        assert {key: [number(row[key]) for row in rows] for key in values} == values
        assert page.get_by_role("group", name=f"{title}.").first.locator(".dot").count() == len(rows)


def test_curves_of_several_models_share_a_picture(reports, view):
    path, answer = reports["models"]
    page = view(path)
    series = next(c for c in answer["curves"] if c["name"] == "roc")["series"]
    assert [one["model"] for one in series] == ["A", "B"]
    rows = table_of(downloaded(page, button(page, "ROC curve of '1'", "CSV")))
    for one in series:
        assert [number(row["tpr"]) for row in rows if row["model"] == one["model"]] == one["values"]["tpr"]
    assert page.get_by_role("group", name="ROC curve").locator("path.line").count() == 2


def test_averages_of_curves_are_drawn_and_in_the_csv(tmp_path, view):
    draw = random.Random(4)
    write(tmp_path / "folds.csv", ("y", "p", "fold"),
          [(int(draw.random() < 0.4), round(draw.random(), 2), i % 5) for i in range(200)])
    write(tmp_path / "classes.csv", ("y", "a", "b", "c"),
          [("abc"[i % 3], *(round(5 * draw.random() + (k == i % 3), 1) for k in range(3)))
           for i in range(90)])
    path, answer = report(tmp_path, "score", "folds.csv", "--truth", "y", "--score", "p", "--split", "fold",
                          "--measure", "roc_auc")
    page = view(path)
    folds = answer["curves"][0]["averages"][0]
    drawn = page.get_by_role("group", name="ROC curve")
    assert drawn.locator("path.fold").count() == len(folds["folds"]) == 5 and drawn.locator(
        "path.band").count() == 1
    assert "mean of 5 folds" in drawn.inner_text() and "no confidence interval" in page.inner_text("main")
    rows = table_of(downloaded(page, button(page, "ROC curve of '1'", "CSV")))
    for values, mine in ((folds["values"], [r for r in rows if r["average"] == "folds"]),
                         (folds["folds"][3]["values"],
                          [r for r in rows if r["fold"] == folds["folds"][3]["fold"]])):
        assert {key: [number(row[key]) for row in mine] for key in values} == values
    path, answer = report(tmp_path, "score", "classes.csv", "--truth", "y", "--scores", "a,b,c", "--measure",
                          "accuracy")
    page = view(path)
    rows = table_of(downloaded(page, button(page, "Precision and recall", "CSV")))
    for average in answer["curves"][1]["averages"]:
        mine = [r for r in rows if r["average"] == average["average"]]
        assert {key: [number(row[key]) for row in mine] for key in average["values"]} == average["values"]
    assert [a["average"] for a in answer["curves"][1]["averages"]] == ["micro", "macro"]
    # two averages, three classes
    assert page.get_by_role("group", name="Precision and recall").locator("path.line").count() == 5


def test_learning_curves_are_drawn_with_their_law(reports, view):
    path, answer = reports["learning"]
    page = view(path)
    points = [p for curve in answer["learning_curves"] for p in curve["points"]]
    rows = table_of(downloaded(page, button(page, "Learning curves in error_rate", "CSV")))
    assert [(number(r["training rows"]), number(r["value"]), number(r["upper"]))
            for r in rows] == [(p["training_rows"], p["value"], p["upper"]) for p in points]
    drawn = page.get_by_role("group", name="Learning curves")
    assert drawn.locator("path.law").count() == drawn.locator("path.band:not(.ahead)").count() == 2
    ahead = [(c["learner_name"], p["rows"], p["value"], p["lower"], p["upper"])
             for c in answer["learning_curves"] for p in (c["forecast"] or {"points": []})["points"]]
    assert ahead and drawn.locator("path.ahead").count() == len(ahead) / 3
    rows = table_of(downloaded(page, button(page, "More rows, if the error falls ever more slowly", "CSV")))
    assert [(r["learner"], *(number(r[key]) for key in ("training rows", "figure", "lower", "upper")))
            for r in rows] == ahead
    rows = table_of(downloaded(page, button(page, "Models: leaves", "CSV")))
    leaves = [(p["training_rows"], p["complexity"]["leaves"]["mean"]) for curve in answer["learning_curves"]
              for p in curve["points"] if "leaves" in (p["complexity"] or {})]
    assert [(number(r["training rows"]), number(r["value"])) for r in rows] == leaves and len(leaves) == 4


def test_crossings_are_told_and_a_law_that_misses_is_not_believed(reports, view):
    path, answer = reports["crossing"]
    page = view(path)
    crossing, = answer["pairs"][0]["crossings"]
    (row,) = table_of(downloaded(page, button(page, "Where curves cross", "CSV")))
    assert [number(row[key]) for key in ("training rows", "lower")] \
        == [crossing["training_rows"], crossing["lower"]]
    assert "upper" not in row and crossing["upper"] is None
    assert answer["learning_curves"][0]["warnings"][0]["text"] in page.locator(".warnings").inner_text()
    assert not any(c["warnings"] == []
                   for c in answer["learning_curves"]) or page.get_by_role(
                           "region", name="If the fitted curves go on").count() == 1


def test_noise_curves_are_drawn_with_their_intervals(reports, view):
    path, answer = reports["noise"]
    page = view(path)
    points = [p for curve in answer["noise_curves"] for p in curve["points"]]
    rows = table_of(downloaded(page, button(page, "Noise curves in error_rate", "CSV")))
    assert [(number(r["share of noise"]), number(r["value"]), number(r["lower"]))
            for r in rows] == [(p["share"], p["value"], p["lower"]) for p in points]
    drawn = page.get_by_role("group", name="Noise curves")
    assert drawn.locator("path.line:not(.solid)").count() >= drawn.locator("path.band").count() == 2


def test_studies_show_estimators_the_truth_and_the_best_possible_predictor(reports, view):
    for name in ("study", "sizes"):
        path, answer = reports[name]
        page = view(path)
        rows = table_of(downloaded(page, button(page, "Estimators", "CSV")))
        keys = ("mean", "bias", "std. dev.", "rmse, procedure", "covers procedure")
        assert [[number(row[key]) for key in keys] for row in rows] == [
            [e["mean"], e["bias"], e["standard_deviation"], e["rmse"]["procedure"],
             e["intervals"]["covered_procedure"]] for e in answer["estimators"]]
        title = "Estimates of the error_rate of knn, and the truth"
        drawn = page.get_by_role("group", name=title)
        assert drawn.locator("line.reference").count() == 1
        assert "best possible predictor" in drawn.text_content()
        best, = {t["best_possible"] for t in answer["truths"]}
        rows = table_of(downloaded(page, button(page, "The errors of the models of all rows, on fresh rows",
                                                "CSV")))
        assert [number(row["best possible"]) for row in rows] == [best] * len(answer["truths"])
        rows = table_of(downloaded(page, button(page, title, "CSV")))
        means = [("truth", t["mean"]) for t in answer["truths"]]
        means += [(e["estimator"].split(":")[0], e["mean"]) for e in answer["estimators"]]
        of = "learner" if name == "sizes" else "name"
        assert sorted((row[of], number(row["value"])) for row in rows) == sorted(means)


def test_importances_are_drawn_with_the_intervals_of_the_verdict(reports, view):
    path, answer = reports["importance"]
    page = view(path)
    rows = table_of(downloaded(page, button(page, "Importance of the features", "CSV")))
    assert [(row["name"], number(row["value"]), number(row["lower"]), number(row["upper"])) for row in rows] \
        == [(one["feature"], one["value"], one["interval"]["lower"], one["interval"]["upper"])
            for one in answer["importances"]]
    # A line beyond 0 is what the verdict calls shown.
    shown = {row["name"] for row in rows if number(row["lower"]) > 0}
    assert shown == {r["a"] for r in answer["verdict"]["relations"] if r["state"] == "shown"} != set()
    drawn = page.get_by_role("group", name="Importance of the features")
    assert drawn.locator("line.reference").count() == 1 and "no difference" in drawn.text_content()
    assert "hold together at 95 %" in page.inner_text("main")
    rows = table_of(downloaded(page, button(page, "Features", "CSV")))
    assert [number(row["error_rate permuted"]) for row in rows] == [
        one["permuted"] for one in answer["importances"]]
    path, answer = reports["together"]
    page = view(path)
    rows = table_of(downloaded(page, button(page, "Importance of the features", "CSV")))
    assert rows[0]["name"] == "Petal.Length + Petal.Width" and {row["lower"] for row in rows} == {""}
    assert "no test compares" in page.inner_text("main")


def test_forecasts_are_a_curve_and_a_table_by_horizon(reports, view):
    path, answer = reports["horizons"]
    page = view(path)
    figures = [(part["horizon"], e["learner_name"], e["measure"], e["value"]) for part in answer["horizons"]
               for e in part["estimates"]]
    rows = table_of(downloaded(page, button(page, "Estimates by horizon", "CSV")))
    assert [(number(r["rows ahead"]), r["learner"], r["measure"], number(r["estimate"]))
            for r in rows] == figures and len(figures) == 12
    rows = table_of(downloaded(page, button(page, "Forecasts by horizon, in mae", "CSV")))
    assert sorted((number(r["rows ahead"]), r["learner"], number(r["value"]))
                  for r in rows) == sorted((h, l, v) for h, l, m, v in figures if m == "mae")


def test_a_strong_colour_is_a_bad_figure_on_every_page(reports, view):
    for name, title in (("tune2", "error_rate by k and weights"), ("experiment", "error_rate")):
        path, answer = reports[name]
        drawn = view(path).get_by_role("group", name=title).first
        shades = [float(one.get_attribute("fill-opacity")) for one in drawn.locator("rect.cell").all()]
        if name == "tune2":
            cells = [p["value"] for p in answer["surface"]]
            assert [a < b for a, b in zip(cells, cells[1:])] == [
                a < b for a, b in zip(shades[:len(cells)], shades[1:len(cells)])]
        else: # each data set has its own scale
            for i, one in enumerate(answer["results"]):
                row, own = [e["value"] for e in one["estimates"]], shades[3 * i:3 * i + 3]
                assert min(row) == max(row) or own[row.index(min(row))] == min(own) < max(own)
        assert "best" in drawn.text_content() and "worst" in drawn.text_content()
        assert shades[-5:] == sorted(shades[-5:]) # the scale


def test_the_control_has_its_own_critical_difference(tmp_path, view):
    draw = random.Random(2)
    results = write(tmp_path / "results.csv", ["data", *"ABCDE"],
                    [[f"d{i}", *(round(draw.random() + 0.1 * c, 3) for c in range(5))] for i in range(20)])
    path, answer = report(tmp_path, "compare", "results", results, "--lower-is-better", "--control", "C")
    drawn = view(path).get_by_role("group", name="Average ranks and their critical difference")
    assert drawn.locator("rect.region").count() == 1 and drawn.locator(".ruler").count() == 0
    difference = answer["critical_difference_control"]
    assert difference < answer["critical_difference"] and f"{difference:.3f}" in drawn.text_content()


def test_the_threshold_begins_at_that_of_the_labels(tmp_path, view):
    table = predictions(tmp_path)
    for words in ((), ("--threshold", "0.37"), ("--threshold", "youden")):
        path, answer = report(tmp_path, "score", table, "--truth", "y", "--score", "p", *words)
        page = view(path)
        text = page.inner_text("main")
        if words != ("--threshold", "youden"): # a rule chooses one for each part of the rows
            (tn, fp), (fn, tp) = answer["confusion"]["matrix"]
            cells = {one: page.locator(f"[data-cell={one}]").inner_text() for one in ("tp", "fn", "fp", "tn")}
            assert cells == {"tp": str(tp), "fn": str(fn), "fp": str(fp), "tn": str(tn)}
            assert "The dashed line is the threshold of the labels" in text
        else:
            on_all_rows = f"{answer['threshold']['on_all_rows']:#.4g}"
            assert f"The dashed line is the threshold that all rows choose, {on_all_rows};" in text
            shown = float(page.locator(".threshold output").inner_text())
            assert abs(shown - answer["threshold"]["on_all_rows"]) < 0.02
        page.close()


def test_decision_curves_break_where_they_leave_the_axis(tmp_path, view):
    rows = [(1, 0.95)] * 20 + [(0, 0.88)] * 20 + [(0, round(0.2 + i / 200, 3)) for i in range(60)]
    path, answer = report(tmp_path, "score", write(tmp_path / "p.csv", ("y", "p"), rows), "--truth", "y",
                          "--score", "p", "--curves", "decision", "--output-curves", tmp_path)
    (series,) = next(c for c in answer["curves"] if c["name"] == "decision")["series"]
    values = series["values"]["net_benefit"]
    assert min(v for v in values if v is not None) < -0.5 < values[-1] # it comes back
    line = view(path).get_by_role("group", name="Decision curve").locator("path.line").get_attribute("d")
    lowest = -0.25 * 1.1 * max(v for name in ("net_benefit", "treat_all") for v in series["values"][name]
                               if v is not None)
    shown = [v is not None and v >= lowest for v in values]
    assert line.count("M") == sum(now and not before for before, now in zip([False, *shown], shown)) > 1


def test_requirements_are_drawn_with_the_limits_that_decide(reports, view):
    for name in ("required", "any_time", "pair"):
        path, answer = reports[name]
        page = view(path)
        all_required = answer["verdict"]["requirements"]
        rows = table_of(downloaded(page, button(page, "Requirements", "CSV")))
        assert [(r["requirement"], r["state"]) for r in rows] == [
            (q["text"], q["state"]) for q in all_required]
        plot = page.get_by_role("group", name="Requirements and the limits that decide")
        for i, q in enumerate(all_required):
            mark, line, stroke = (plot.locator(f"svg > {one}").nth(i).bounding_box()
                                  for one in ("path.mark", "path.line", "line.baseline"))
            middle = mark["x"] + mark["width"] / 2
            if "at_least" in q:
                assert line["x"] < middle and (q["state"] == "shown") == (stroke["x"] < line["x"])
            else:
                assert line["x"] + line["width"] > middle
                assert (q["state"] == "refuted") == (stroke["x"] > line["x"] + line["width"])
        assert plot.locator("svg > path.mark").count() == len(all_required)
    looks = view(reports["any_time"][0]).locator("dl.design div:has(dt:text-is('any time: looks')) dd")
    assert looks.inner_text() == "1"


def test_intervals_of_another_test_are_dashed(tmp_path, view):
    path, answer = report(tmp_path, "compare", "models", predictions(tmp_path), "--truth", "y", "--scores",
                          "A=p,B=q", "--measure", "average_precision", "--measure", "roc_auc", "--samples",
                          "200")
    page = view(path)
    drawn = page.get_by_role("group", name="Differences and their intervals")
    apart = [c for c in answer["comparisons"] if c.get("not_of_the_test")]
    assert drawn.locator("path.apart").count() == len(apart) > 0
    assert "A dashed line is the bootstrap's" in page.inner_text("main")


def test_tuning_is_a_curve_of_one_key_and_a_map_of_two(reports, view):
    path, answer = reports["tune"]
    page = view(path)
    rows = table_of(downloaded(page, button(page, "error_rate by k", "CSV")))
    assert [(number(r["k"]), number(r["value"]))
            for r in rows] == [(float(p["values"]["k"]), p["value"]) for p in answer["surface"]]
    assert page.get_by_role("group", name="error_rate by k").locator("path.band").count() == 1
    assert page.get_by_role("group", name="error_rate by k").locator("circle.chosen").count() == 1
    assert answer["chosen"]["fit_command"] in page.locator("dl.design").inner_text()
    rows = table_of(downloaded(page, button(page, "Figures of the choice", "CSV")))
    assert [number(r["error_rate"]) for r in rows][:2] == [answer["nested"]["value"], answer["flat"]["value"]]
    assert answer["chosen"]["learner"] in page.locator("dl.design").inner_text()
    path, answer = reports["tune2"]
    page = view(path)
    drawn = page.get_by_role("group", name="error_rate by k and weights")
    assert drawn.locator("rect.cell").count() == 6 + 5 # points and scale
    best = min(p["value"] for p in answer["surface"])
    assert set(drawn.locator("text.strong").all_text_contents()) == {f"{best:#.4g}"}
    assert drawn.locator("rect.chosen").count() == 1
    rows = table_of(downloaded(page, button(page, "Figures of the choice", "CSV")))
    assert number(rows[-1]["upper"]) == answer["bounds"][0]["bound"]["upper"]
    assert page.locator("dl.design dt").all_inner_texts().count("learner") == 1
    path, answer = reports["tune3"]
    page = view(path)
    chosen = next(p for p in answer["surface"] if p["point"] == answer["chosen"]["point"])["values"]
    assert page.get_by_role("group", name="error_rate by k and weights").locator("rect.cell").count() == 4 + 5
    assert f"where scale={chosen['scale']} as at the chosen point" in page.inner_text("main")
    path, _ = reports["tunelog"]
    drawn = view(path).get_by_role("group", name="error_rate by C")
    # the first is the key's
    marks = [float(re.search(r"translate\(([\d.]+)", t.get_attribute("transform"))[1])
             for t in drawn.locator("path.mark").all()[1:]]
    steps = [b - a for a, b in zip(marks, marks[1:])]
    assert len(steps) == 5 and max(steps) - min(steps) < 0.5 and "logarithmic" in drawn.inner_text()


def test_models_that_lack_a_figure_have_its_reason(tmp_path, view):
    rows = [("yes", 0, 1), ("no", 0, 0), ("yes", 0, 1), ("no", 0, 1)] * 10
    path, answer = report(tmp_path, "compare", "models", write(tmp_path / "never.csv", ("y", "a", "b"), rows),
                          "--truth", "y", "--positive", "yes", "--scores", "A=a,B=b", "--measure",
                          "precision", "--measure", "accuracy")
    page = view(path)
    assert answer["models"][0]["measures"]["precision_reason"] == "nothing_predicted"
    a, b = table_of(downloaded(page, button(page, "Models", "CSV")))
    assert not a["precision"] and number(b["precision"]) == answer["models"][1]["measures"]["precision"]
    assert not any(name.endswith("_reason") for name in a)
    show_all(page)
    assert "nothing_predicted" in page.inner_text("main")


def test_what_learners_chose_in_their_fits(reports, view):
    path, answer = reports["tuned"]
    page = view(path)
    chosen = next(e for e in answer["estimates"] if "chosen" in e)
    rows = table_of(downloaded(page, button(page, "What was chosen", "CSV")))
    assert {r["choice"]: int(r["fits"]) for r in rows} == chosen["chosen"]
    fits = [int(r["fits"]) for r in rows]
    assert fits == sorted(fits, reverse=True) and sum(fits) == chosen["fits"]
    assert number(rows[0]["flat figure, which is too good"]) == chosen["flat"]
    assert rows[0]["by"] == chosen["flat_measure"]
    path, answer = reports["tune"]
    page = view(path)
    rows = table_of(downloaded(page, button(page, "Figures of the choice", "CSV")))
    assert answer["nested"]["flat"] in [number(r["error_rate"]) for r in rows]
    path, answer = reports["tune5"]
    page = view(path)
    rows = table_of(downloaded(page, button(page, "Single repeats", "CSV")))
    assert number(rows[0]["largest"]) == answer["nested"]["repeat_spread"]["most"]


def test_names_in_pictures_tell_learners_apart(reports, view):
    path, answer = reports["long"]
    for width in (360, 800):
        page = view(path, width)
        show_all(page)
        for picture, count in (("Estimates and their intervals", 40), ("error_rate of single splits", 40)):
            names = page.get_by_role("group", name=picture).locator("svg > text").all_text_contents()
            assert len(set(name for name in names if "knn" in name)) == count, (width, picture)
        pairs = [t
                 for t in page.get_by_role("group",
                                           name="Differences").locator("svg > text").all_text_contents()
                 if "−" in t]
        assert len(set(pairs)) == len(pairs) == 40, width
        boxes = page.evaluate(
            "[...document.querySelectorAll('figure svg text')].map((t) => "
            "t.getBoundingClientRect()).map((box) => [box.left, box.right])")
        assert all(-1 <= left and right <= width + 1 for left, right in boxes)
    assert page.locator("dl.design code").inner_text().count("--learner") == 40


def contrast(a, b):
    def luminance(colour):
        parts = [int(x) / 255 for x in re.findall(r"\d+", colour)[:3]]
        r, g, b = (x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def test_letters_of_pictures_stand_out(scores, view):
    path, _ = scores
    for scheme in ("light", "dark"):
        page = view(path, 1100, scheme)
        paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
        colours = "[...document.querySelectorAll('figure svg text')].map((t) => getComputedStyle(t).fill)"
        for colour in set(page.evaluate(colours)):
            assert contrast(colour, paper) >= 4.5, (scheme, colour)
        # The labels of the histogram are on plain paper: no bar reaches them.
        plot = page.get_by_role("group", name="Scores of '1'")
        bars = [b.bounding_box() for b in plot.locator("rect.bar").all()]
        for name in ("'1'", "all others"):
            t = plot.locator(f"text:text-is(\"{name}\")").bounding_box()
            assert all(b is None or b["height"] == 0 or b["y"] > t["y"] + t["height"]
                       or b["y"] + b["height"] < t["y"] for b in bars), name


def test_figures_of_the_design_are_rounded(reports, view):
    path, answer = reports["results"]
    row = view(path).locator("dl.design div:has(dt:text-is('critical difference'))")
    assert row.locator("dd").inner_text() == f"{answer['critical_difference']:.4g}"
    assert row.locator("dd span").get_attribute("title") == str(answer["critical_difference"])


def test_seeds_are_shown_as_they_are(tmp_path, view):
    path, _ = report(tmp_path, "estimate", DATA / "iris.csv", "--learner", "majority", "--estimator", "cv",
                     "--seed", 2**64 - 2)
    assert view(path).locator("dl.design div:has(dt:text-is('seed')) dd").inner_text() == str(2**64 - 2)


def test_a_class_called_nan_is_a_name_and_numbers_are_never_nan(tmp_path, view):
    names = ["NaN", "Infinity", "null", "undefined"]
    write(tmp_path / "p.csv", ("truth", "predicted"), [(names[i % 4], names[(i * i) % 4]) for i in range(80)])
    path, answer = report(tmp_path, "score", "p.csv", "--truth", "truth", "--predicted", "predicted",
                          "--missing", "?", "--per-class")
    assert sorted(answer["confusion"]["labels"]) == sorted(names)
    page = view(path)
    rows = list(csv.reader(io.StringIO(downloaded(page, button(page, "Confusion matrix", "CSV")))))
    assert sorted(rows[0][1:]) == sorted(names)
    for name in names:
        assert page.get_by_role("group",
                                name="Confusion matrix").locator(f"text:text-is('{name}')").count() == 2
    assert not NONSENSE.search(re.sub("|".join(names), "", page.locator(".answer").inner_text()))
    # None of our answers holds NaN or infinity, and a page made from such an answer is refused.
    (tmp_path / "a.json").write_text(json.dumps(answer).replace('"rows": 80', '"rows": NaN'))
    unseen(tmp_path, "report", "a.json", "--output", "nan.html", code=2)
    assert not (tmp_path / "nan.html").exists()


def test_confusion_matrix_shows_counts_and_shares(scores, view):
    path, answer = scores
    page = view(path)
    rows = list(csv.reader(io.StringIO(downloaded(page, button(page, "Confusion matrix", "CSV")))))
    assert [[float(cell) for cell in row[1:]] for row in rows[1:]] == answer["confusion"]["matrix"]
    page.get_by_label("row shares").check()
    first = answer["confusion"]["matrix"][0]
    assert f"{round(100 * first[0] / sum(first))} %" in page.get_by_role(
        "group", name="Confusion matrix").inner_text()


def test_pictures_as_svg_stand_alone(scores, view, tmp_path):
    path, _ = scores
    page = view(path)
    drawing = tmp_path / "roc.svg"
    drawing.write_text(downloaded(page, button(page, "ROC curve of '1'", "SVG")), encoding="utf-8")
    context = page.context.browser.new_context()
    other = context.new_page()
    other.goto(drawing.as_uri())
    assert other.evaluate("document.documentElement.tagName") == "svg"
    assert other.evaluate("getComputedStyle(document.querySelector('.line')).stroke") == "rgb(31, 95, 168)"
    context.close()


def canonical(text):
    return xml.etree.ElementTree.canonicalize(text)


def test_plots_are_what_the_page_draws(scores, reports, view):
    """--plot runs the page's script in Duktape. At the same width Chromium draws the same picture, number for
    number."""
    compared = set()
    for path, answer in (scores,
                         *(reports[name]
                           for name in ("estimate", "numbers", "models", "learning", "results"))):
        (path.parent / "answer.json").write_text(json.dumps(answer)) # escapes characters that are not ASCII
        drawn, words = {}, []
        for some in (slice(0, 10), slice(10, 11)): # a page of Chromium downloads ten files
            page = view(path, 681) # so that pictures of full width have 640 pixels, as in files
            page.evaluate(
                "document.querySelectorAll('figure.small').forEach((one) => {"
                " one.style.flexBasis = one.style.maxWidth = '560px'; })")
            page.wait_for_timeout(1500)
            for svg in page.locator(".tools button:text-is('SVG'):visible").all()[some]:
                with page.expect_download() as download:
                    svg.click()
                name = download.value.suggested_filename.removesuffix(".svg")
                number = 1 + sum(one.split(".")[0] == name for one in drawn)
                drawn[f"{name}.{number}"] = pathlib.Path(download.value.path()).read_text(encoding="utf-8")
            page.close()
        for name in drawn:
            words += ["--plot", f"{name}={name}.svg"]
        unseen(path.parent, "report", "answer.json", *words)
        for name, text in drawn.items():
            if not name.startswith("scores."): # up to 700 pixels on the page
                assert canonical(text) == canonical(
                    (path.parent / f"{name}.svg").read_text(encoding="utf-8")), (path.parent.name, name)
                compared.add(name.split(".")[0])
    assert compared >= {"roc", "pr", "reliability", "decision", "confusion", "estimates", "differences",
                        "critical-difference", "learning"}


def test_policy_stops_scripts_that_are_not_the_page_s(estimates, chromium):
    path, _ = estimates
    page = chromium.new_page()
    page.goto(path.as_uri())
    page.evaluate(
        "const s = document.createElement('script'); s.textContent = 'window.ran = true'; "
        "document.body.append(s);"
        "const i = document.createElement('img'); i.src = 'x'; i.setAttribute('onerror', 'window.ran = "
        "true'); document.body.append(i)")
    page.wait_for_timeout(100)
    assert page.evaluate("window.ran") is None
    page.close()


@pytest.fixture(scope="session")
def reports(tmp_path_factory):
    """A report of each kind."""
    tmp_path = tmp_path_factory.mktemp("reports")
    made = {}

    def add(name, *words, code=0):
        folder = tmp_path / name
        folder.mkdir()
        made[name] = report(folder, *words, code=code)

    table = predictions(tmp_path)
    draw_number = random.Random(3)
    add("binary", "score", table, "--truth", "y", "--score", "p", "--by", "g")
    add("estimate", "estimate", DATA / "diabetes.arff", "--learner", "tree", "--learner", "knn",
        "--estimator", "cv:repeats=2", "--bound", "r-cv")
    add("regression", "estimate", DATA / "cpu.arff", "--learner", "tree", "--learner", "mean", "--measure",
        "rmse", "--measure", "mae", "--estimator", "cv")
    numbers = [(x := round(draw_number.gauss(10, 4), 2), round(x + draw_number.gauss(0, 1), 2))
               for _ in range(300)]
    add("numbers", "score", write(tmp_path / "numbers.csv", ("truth", "predicted"), numbers))
    add("classes", "estimate", DATA / "glass.arff", "--learner", "knn", "--estimator", "bootstrap:samples=20")
    add("models", "compare", "models", table, "--truth", "y", "--scores", "A=p,B=q", "--measure", "roc_auc",
        "--margin", "0.05", "--samples", "200")
    add("tune", "tune", DATA / "iris.csv", "--learner", "knn", "--grid", "k=1..15:2", "--estimator", "cv")
    add("tuned", "estimate", DATA / "iris.csv", "--learner", "tuned(knn):k=1..9:2", "--learner", "tree",
        "--estimator", "random:splits=10")
    add("tune5", "tune", DATA / "iris.csv", "--learner", "knn", "--grid", "k=1..5:2", "--estimator",
        "cv:repeats=2")
    add("tune2", "tune", DATA / "wine.csv", "--learner", "knn", "--grid", "k=1..9:4,weights=uniform|distance",
        "--flat-only", "--bound", "r-cv")
    add("tune3", "tune", DATA / "wine.csv", "--learner", "knn", "--grid",
        "k=1..9:8,weights=uniform|distance,scale=none|standard", "--flat-only")
    add("tunelog", "tune", DATA / "iris.csv", "--learner", "svm", "--grid", "C=2^-5..2^5:x4", "--flat-only")
    many = [f"knn:k={k},scale={('none', 'standard')[k % 2]},weights={('distance', 'uniform')[k % 3 > 0]}"
            for k in range(1, 41)]
    add("long", "estimate", DATA / "iris.csv", *(word for spec in many for word in ("--learner", spec)),
        "--estimator", "cv:repeats=2")
    add("noise", "curve", "noise", DATA / "diabetes.arff", "--learner", "knn:k=1", "--learner", "naive-bayes",
        "--shares", "0,0.1,0.4", "--estimator", "cv:repeats=2")
    add("importance", "importance", DATA / "diabetes.arff", "--learner", "tree", "--estimator",
        "cv:repeats=2")
    add("together", "importance", DATA / "iris.csv", "--learner", "lda", "--feature",
        "Petal.Length+Petal.Width", "--feature", "Sepal.Width", "--estimator", "holdout")
    add("horizons", "estimate", DATA / "airline.csv", "--lags", "1-12", "--horizon", "1-3", "--learner",
        "ridge", "--learner", "naive", "--estimator", "forward-fixed:train=60")
    add("learning", "curve", "learning", DATA / "diabetes.arff", "--learner", "tree", "--learner",
        "naive-bayes", "--sizes", "20,60,180,540", "--estimator", "cv:repeats=2")
    add("crossing", "curve", "learning", DATA / "iris.csv", "--learner", "knn:k=15", "--learner", "knn:k=1",
        "--sizes", "10,20,40,80,135")
    for name, sizes in (("study", "20"), ("sizes", "20,60")):
        add(name, "study", "estimators", "gaussian", "--learner", "knn", "--repetitions", "8", "--fresh-rows",
            "300", "--sizes", sizes, "--estimator", "cv", "--estimator", "holdout")
    add("required", "score", table, "--truth", "y", "--score", "p", "--threshold", "0.5", "--require",
        "accuracy >= 0.6", "--require", "roc_auc >= 0.9", "--looks", "3", "--look", "2", code=3)
    add("any_time", "score", table, "--truth", "y", "--score", "p", "--threshold", "0.5", "--require",
        "accuracy >= 0.6", "--any-time", "s.state")
    add("pair", "compare", "models", table, "--truth", "y", "--scores", "A=p,B=q", "--measure", "roc_auc",
        "--require", "A not worse than B by 0.03 in roc_auc", "--samples", "200", code=4)
    marks = [(draw_number.choice("ab"), round(draw_number.random(), 2) if i % 5 == 0 else "")
             for i in range(400)]
    add("judged", "score", write(tmp_path / "judged.csv", ("judge", "human"), marks), "--value", "human",
        "--judged", "judge", "--range", "0,1", "--higher-is-better")
    add("plan", "compare", "plan", "mcnemar_exact:discordant=0.15,difference=0.05",
        "z_two_proportions:a=0.2,b=0.25", "corrected_t:sd=0.05,splits=50,train_rows=90,test_rows=10")
    add("counts", "compare", "counts", "--errors", "20,30", "--rows", "100,100")
    add("bound", "bound", "binomial", "--errors", "3", "--rows", "100")
    draw = random.Random(2)
    results = write(tmp_path / "results.csv", ["data", *"ABCDE"],
                    [[f"d{i}", *(round(draw.random() + 0.1 * c, 3) for c in range(5))] for i in range(20)])
    add("results", "compare", "results", results, "--lower-is-better")
    experiment = tmp_path / "e.toml"
    for i in range(20):
        write(tmp_path / f"set{i:02}.csv", ("x", "z", "class"),
              [(round(draw.gauss(k % 2, 1), 3), round(draw.gauss(0, 1), 3), "ab"[k % 2]) for k in range(30)])
    experiment.write_text(
        'estimators = ["cv:folds=3"]\n[[data]]\npath = "set*.csv"\n[[learner]]\nspec = "knn"\n[[learner]]\n'
        'spec = "tree"\n[[learner]]\nspec = "majority"\n')
    add("experiment", "run", experiment, "--store", "s.db")
    return made


@pytest.mark.parametrize(("width", "scheme"),
                         [(1100, "light"), pytest.param(360, "light", marks=pytest.mark.slow),
                                               pytest.param(1600, "dark", marks=pytest.mark.slow)])
def test_pages_of_all_kinds_fit_and_are_accessible(reports, view, width, scheme):
    for name, (path, _) in reports.items():
        page = view(path, width, scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        assert page.locator("h2").count() == 1 and page.locator(".answer p").count() >= 1, name
        assert not NONSENSE.search(page.inner_text("main")), name
        dark = page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 26)"
        assert dark == (scheme == "dark")
        if width != 360:
            found = Axe().run(page).response["violations"]
            assert found == [], (name, [(v["id"], [n["html"][:120] for n in v["nodes"][:3]]) for v in found])
        page.close()


def test_viewers_without_scripts_see_verdict_picture_and_tables(reports, chromium, view):
    context = chromium.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    plain = context.new_page()
    for name, (path, answer) in reports.items():
        plain.goto(path.as_uri())
        page = view(path)
        assert plain.locator("h2").inner_text() == page.locator("h2").inner_text()
        assert plain.locator(".answer p").all_inner_texts() == page.locator(".answer p").all_inner_texts()
        assert plain.locator("article > figure .plot > svg text").count() > 0, name
        both = zip(plain.locator("table").all(), page.locator(".scroll table").all(), strict=False)
        for mine, whole in both:
            rows = whole.locator("tbody tr").all_text_contents()
            names = whole.locator("tbody th").all_text_contents()
            assert mine.locator("tbody th").all_text_contents() == names[:100], name
            assert len(rows) > 100 or mine.locator("tbody tr").all_text_contents() == rows, name
        assert name == "experiment" or plain.locator("table").count() == page.locator(".scroll table").count()
        assert plain.locator("button, nav, input").count() == 0
        assert plain.evaluate("document.documentElement.scrollWidth") <= 360, name
        page.close()
    context.close()


def test_experiment_of_many_data_sets_has_an_overview_and_a_section_each(reports, view):
    path, answer = reports["experiment"]
    page = view(path)
    assert page.locator("details.dataset").count() == 20
    rows = list(csv.reader(io.StringIO(downloaded(page, button(page, "error_rate", "CSV")))))
    assert [[float(cell) for cell in row[1:]]
            for row in rows[1:]] == [[e["value"] for e in one["estimates"]] for one in answer["results"]]


def test_store_has_its_estimates_and_their_comparison(reports, view):
    path, answer = reports["experiment"]
    unseen(path.parent, "report", "s.db", "--output", "store.html")
    page = view(path.parent / "store.html")
    assert page.locator("article").count() == 2 and page.locator("details.dataset").count() == 20
    page.evaluate("dispatchEvent(new Event('beforeprint'))") # paper shows what is folded on the screen
    assert page.locator("details.dataset svg.on-paper").count() == 40
    rows = table_of(downloaded(page, button(page, "Average ranks and their critical difference", "CSV")))
    compared = json.loads(unseen(path.parent, "compare", "results", "s.db", "--format", "json", "--quiet"))
    assert {row["learner"]: float(row["average rank"]) for row in rows} == compared["ranks"]


def pages_of(page):
    return len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(format="A4")))


def test_paper_has_no_buttons_and_the_terms_on_demand(estimates, view):
    path, _ = estimates
    page = view(path)
    page.emulate_media(media="print")
    assert not button(page, "Estimates", "CSV").is_visible()
    assert not page.locator("nav").is_visible() and page.locator(".fold:visible").count() == 0
    before = pages_of(page)
    assert not page.locator(".glossary").is_visible() and before <= 8
    page.emulate_media(media="screen")
    page.locator("summary:has-text('The terms of this page')").click()
    page.emulate_media(media="print")
    assert page.locator(".glossary").is_visible() and pages_of(page) > before


def test_a_heading_stays_with_what_follows_on_paper(reports, view):
    page = view(reports["binary"][0])
    page.emulate_media(media="print")
    for kind in ("h2", "h3", "h4", "figcaption"):
        assert page.locator(kind).first.evaluate("(one) => getComputedStyle(one).breakAfter") == "avoid"
    assert page.locator("figure").first.evaluate("(one) => getComputedStyle(one).breakInside") == "avoid"
    assert pages_of(page) <= 9 # of which the table of measures of all subgroups takes three


def test_paper_has_little_besides_tables_and_pictures(reports, view):
    """A page takes at most 1.5 times the paper of its tables, or two sheets, and without its pictures always
    does: large pictures of curves or requirements, and those of each data set, take a sheet more."""
    for name, (path, _) in reports.items():
        page = view(path)
        whole = pages_of(page)
        page.evaluate("document.querySelectorAll('figure').forEach((one) => one.remove())")
        text = pages_of(page)
        page.evaluate("document.querySelectorAll('article > :not(.tablebox, :has(.tablebox))')"
                      ".forEach((one) => one.remove())")
        tables = pages_of(page)
        assert text <= max(1.5 * tables, 2), (name, text, tables)
        if name not in ("learning", "required", "experiment"):
            assert whole <= max(1.5 * tables, 2), (name, whole, tables)
        page.close()


def test_legends_of_square_characters_do_not_collide(tmp_path, view):
    names = ["東京都立大学の分類器", "大阪市立研究所の木構造モデル"]
    path, _ = report(tmp_path, "compare", "models", predictions(tmp_path), "--truth", "y", "--scores",
                     f"{names[0]}=p,{names[1]}=q", "--measure", "roc_auc")
    for width in (360, 1100):
        page = view(path, width)
        for plot in (page.get_by_role("group", name="ROC curve"), page.get_by_role("group", name="Decision")):
            texts = plot.locator(".legend text").all()
            places = [(float(t.get_attribute("x")), float(t.get_attribute("y"))) for t in texts]
            ends = [x + 12 * len(t.text_content()) for t, (x, _) in zip(texts, places)]
            assert len(texts) == 2 and max(ends) <= plot.locator("svg").bounding_box()["width"]
            assert places[1][1] > places[0][1] or places[1][0] - 32 >= ends[0]


def test_tables_fit_paper(reports, view):
    for name in ("estimate", "binary", "models", "experiment", "noise", "results"):
        page = view(reports[name][0], 690) # A4 without its margins
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert page.evaluate("document.documentElement.scrollWidth") <= 690, name


def test_hostile_names_are_text(tmp_path, view):
    names = [HOSTILE, "<!--", "x" * 10_000, SPOOF, "مرحبا", "=1+1", "'\"&amp;"]
    write(tmp_path / "p.csv", ("truth", "predicted", "<b>group</b>"),
          [(names[i % 7], names[(i * i) % 7], names[i % 3]) for i in range(140)])
    path, answer = report(tmp_path, "score", "p.csv", "--truth", "truth", "--predicted", "predicted", "--by",
                          "<b>group</b>")
    for width in (360, 1100):
        page = view(path, width)
        assert page.locator("img").count() == 0 and page.locator("main b:has-text('group')").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        shown = page.inner_text("main")
        assert HOSTILE in shown and "\\u202eevil\\u200b" in shown and "\u202e" not in shown
        rows = list(csv.reader(io.StringIO(downloaded(page, button(page, "Confusion matrix", "CSV")))))
        assert rows[0][1:] == answer["confusion"]["labels"]


def test_pages_say_something_true_at_the_edges(tmp_path, view):
    def page_of(*words, code=0):
        path, answer = report(tmp_path, *words, code=code)
        page = view(path)
        show_all(page)
        text = page.inner_text("main")
        assert page.locator(".answer").first.inner_text() and not NONSENSE.search(text)
        return page, answer, text

    draw = random.Random(5)
    write(tmp_path / "many.csv", ("truth", "predicted"),
          [(f"c{i % 50}", f"c{(i + (draw.random() < 0.3)) % 50}") for i in range(1000)])
    page, answer, _ = page_of("score", "many.csv", "--truth", "truth", "--predicted", "predicted")
    assert len(answer["confusion"]["labels"]) == 50 and page.locator("rect.cell").count() == 2500
    # the first is the axis
    heads = [box
             for box in (text.bounding_box()
                         for text in page.locator("svg text[transform^='rotate(-90']").all()) if box][1:]
    # letters of 12 pixels do not touch
    assert len(heads) > 10 and all(b["x"] - a["x"] >= 12 for a, b in zip(heads, heads[1:]))
    write(tmp_path / "one.csv", ("truth", "predicted"), [("a", "a")])
    page_of("score", "one.csv", "--truth", "truth", "--predicted", "predicted", "--task", "multiclass")
    for learners, sets in ((40, 6), (3, 200)):
        write(tmp_path / "wide.csv", ["d", *(f"learner{i}" for i in range(learners))],
              [[f"d{k}", *(round(draw.random(), 3) for _ in range(learners))] for k in range(sets)])
        page, _, _ = page_of("compare", "results", "wide.csv", "--higher-is-better")
        assert page.get_by_role("group", name="Average ranks").locator("path.mark").count() == learners
        assert page.get_by_role("group", name="Scores").locator(
                "rect.cell").count() == learners * sets + 5 # and the scale
    write(tmp_path / "models.csv", ["y", *(f"m{i}" for i in range(20))],
          [[y := i % 2, *(round(draw.random() + 0.05 * k * y, 2) for k in range(20))] for i in range(200)])
    page, answer, text = page_of("compare", "models", "models.csv", "--truth", "y", "--scores",
                                 ",".join(f"m{i}=m{i}" for i in range(20)), "--measure", "roc_auc",
                                 "--samples", "100")
    assert len("".join(page.locator(".answer").all_inner_texts())) < 1500
    assert "of 20 models" in text and "then those with the smallest p-values) are drawn" in text
    assert page.get_by_role("region", name="Tests").bounding_box()["height"] < 700
    differences = table_of(downloaded(page, button(page, "Differences and their intervals", "CSV")))
    assert len(differences) == 190 and page.get_by_role("group",
                                                        name="Differences").locator("path.mark").count() == 40
    _, _, text = page_of("estimate", DATA / "iris.csv", "--learner", "knn", "--estimator", "resubstitution")
    assert "These are the rows on which it was trained" in text
    _, answer, text = page_of("estimate", DATA / "iris.csv", "--learner",
                              "command:fit=false {train} {test} {predictions}", "--estimator", "cv:folds=2",
                              code=1)
    assert answer["estimates"][0]["value"] is None and "2 of 2 fits failed" in text


@pytest.mark.slow
def test_a_million_predictions_make_a_small_page(tmp_path, view):
    draw = random.Random(1)
    with open(tmp_path / "big.csv", "w", encoding="utf-8") as file:
        file.write("y,p\n")
        for _ in range(1_000_000):
            y = draw.random() < 0.3
            file.write(f"{int(y)},{min(1, max(0, draw.gauss(0.4 + 0.2 * y, 0.2))):.6f}\n")
    path, _ = report(tmp_path, "score", "big.csv", "--truth", "y", "--score", "p", "--measure", "roc_auc",
                     "--measure", "accuracy")
    assert path.stat().st_size < 3_000_000
    page = view(path)
    assert page.locator("figure").count() >= 6
    assert 0 < busy(page) < 2


def test_other_answers_of_a_command_are_shown_as_they_are(tmp_path, view):
    (tmp_path / "e.toml").write_text(f'[[data]]\npath = "{DATA}/iris.csv"\n[[learner]]\nspec = "majority"\n')
    unseen(tmp_path, "run", "e.toml", "--dry-run", "--report", "run.html")
    unseen(tmp_path, "score", "--list-measures", "--report", "score.html")
    for name, word in (("run", "majority"), ("score", "roc_auc")):
        page = view(tmp_path / f"{name}.html")
        page.locator("summary:has-text('JSON')").click()
        assert word in page.locator("pre").inner_text()


def test_several_results_have_a_table_of_contents(tmp_path, view):
    (tmp_path / "a.json").write_text(
        unseen(tmp_path, "bound", "binomial", "--errors", "1", "--rows", "30", "--format", "json"))
    (tmp_path / "b.json").write_text(
        unseen(tmp_path, "compare", "counts", "--errors", "1,2", "--rows", "30,30", "--format", "json"))
    (tmp_path / "c.json").write_text(
        unseen(tmp_path, "compare", "counts", "--errors", "4,2", "--rows", "30,30", "--format", "json"))
    unseen(tmp_path, "report", "a.json", "b.json", "c.json", "a.json", "--output", "r.html")
    page = view(tmp_path / "r.html")
    assert page.locator("article").count() == page.locator("h2").count() == 3
    assert page.get_by_role("navigation").count() == 1
    for title in page.locator("h2").all_inner_texts():
        assert page.get_by_role("region", name=title, exact=True).count() == 1
    names = [one.get_attribute("aria-label") for one in page.locator("[role=region][aria-label]").all()]
    assert len(set(names)) == len(names) >= 5
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.get_by_role("navigation").locator("ol > li > a").nth(1).click()
    assert page.url.endswith("#result-2")
    page.get_by_role("navigation").locator("summary").click()
    page.get_by_role("navigation").locator("ol > li").nth(2 + 3).get_by_role("link", name="Tests").click()
    assert page.locator("article").nth(2).locator("h3:text-is('Tests')").bounding_box()["y"] < 900


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740)])
@pytest.mark.parametrize("results", [6, 20])
def test_the_first_of_several_results_answers_on_the_first_screen(tmp_path, view, width, height, results):
    for i in range(results):
        (tmp_path / f"{i}.json").write_text(unseen(
            tmp_path, "estimate", DATA / "iris.csv", "--learner", "tree", "--learner", "knn", "--estimator",
            "cv:folds=3", "--seed", i, "--format", "json", "--quiet"))
    unseen(tmp_path, "report", *(f"{i}.json" for i in range(results)), "--output", "r.html")
    page = view(tmp_path / "r.html", width, height=height)
    picture = page.locator("figure svg").first.bounding_box()
    assert page.locator(".answer").first.bounding_box()["y"] < picture["y"]
    assert picture["y"] + min(picture["height"], 150) <= height
    links = page.get_by_role("navigation").locator("ol").first.get_by_role("link", include_hidden=True)
    assert links.count() == results


def of_model(answer, curve, model):
    (found,) = [c for c in answer["predictions"]["curves"] if c["name"] == curve]
    return [one["values"] for one in found["series"] if one["model"] == model]


def test_predictions_of_learners_are_compared_and_described(reports, view):
    path, answer = reports["estimate"]
    page = view(path)
    described = answer["predictions"]
    names = [one["learner_name"] for one in described["learners"]]
    assert names == [e["learner_name"] for e in sorted(
        (e for e in answer["estimates"] if e["estimator"].startswith("cv")), key=lambda e: e["value"])]
    rows = table_of(downloaded(page, button(page, "ROC curve of 'tested_positive'", "CSV")))
    for name in names:
        (values,) = of_model(answer, "roc", name)
        assert [number(row["tpr"]) for row in rows if row["model"] == name] == values["tpr"]
    first, other = (page.locator(f"details:has(h3:text-is('Predictions of {name}'))") for name in names)
    assert not other.locator("figure").first.is_visible()
    first.locator("summary").click()
    matrix = list(csv.reader(io.StringIO(downloaded(page, button(first, "Confusion matrix", "CSV")))))
    counts = described["learners"][0]["confusion"]["matrix"]
    assert [[float(cell) for cell in row[1:]] for row in matrix[1:]] == counts
    assert sum(map(sum, counts)) == answer["rows"] == 768
    rows = table_of(downloaded(page, button(page, f"Errors of {names[0]} by the values of features", "CSV")))
    bins = [b for f in described["learners"][0]["features"] for b in f["bins"]]
    assert [number(row["value"]) for row in rows] == [b["error"] for b in bins]
    errors = (counts[0][1] + counts[1][0]) / 768
    for feature in described["learners"][0]["features"]:
        assert sum(b["rows"] * b["error"] for b in feature["bins"]) / 768 == pytest.approx(errors)
    # without a page or the option, nothing is described
    plain = json.loads(unseen(path.parent, "estimate", DATA / "iris.csv", "--learner", "knn", "--format",
                              "json", "--estimator", "cv", "--quiet"))
    assert "predictions" not in plain


def test_residuals_of_learners_have_all_their_pictures(reports, view):
    path, answer = reports["regression"]
    page = view(path)
    name = answer["predictions"]["learners"][0]["learner_name"]
    section = page.locator(f"details:has(h3:text-is('Predictions of {name}'))")
    section.locator("summary").click()
    for curve, title in (("residuals", "Residuals"), ("residual_histogram", "Histogram of residuals"),
                         ("qq", "Normal quantiles of residuals")):
        (values,) = of_model(answer, curve, name)
        rows = table_of(downloaded(page, button(section, title, "CSV")))
        assert {key: [number(row[key]) for row in rows] for key in values} == values
        assert page.get_by_role("group", name=f"{title}.").first.locator("svg").count() == 1
    (bars,) = of_model(answer, "residual_histogram", name)
    assert sum(bars["rows"]) == answer["rows"]


def test_figures_over_all_thresholds_follow_from_the_counts(scores, view):
    path, answer = scores
    page = view(path)
    (steps,) = [c["series"][0]["values"] for c in answer["curves"] if c["name"] == "steps"]
    rows = table_of(downloaded(page, button(page, "Figures by the threshold of '1'", "CSV")))
    for row, tp, fn, fp in zip(rows, steps["tp"], steps["fn"], steps["fp"], strict=True):
        assert number(row["precision"]) == (tp / (tp + fp) if tp + fp else None)
        assert number(row["recall"]) == tp / (tp + fn)
        assert number(row["F1"]) == 2 * tp / (2 * tp + fn + fp)
    (roc,) = [c["series"][0]["values"] for c in answer["curves"] if c["name"] == "roc"]
    apart = max(t - f for t, f in zip(roc["tpr"], roc["fpr"]))
    assert f"KS {apart:#.4g}" in page.get_by_role("group", name="Shares above").text_content()
    (lift,) = [c["series"][0]["values"] for c in answer["curves"] if c["name"] == "lift"]
    rows = table_of(downloaded(page, button(page, "Lift of '1'", "CSV")))
    assert [number(row["lift"]) for row in rows] == lift["lift"]


def test_plans_show_the_power_by_size(reports, view):
    path, answer = reports["plan"]
    page = view(path)
    for size, count in (("rows", 2), ("difference", 1)):
        plans = [p for p in answer["plans"] if p["power_curve"]["size"] == size]
        assert len(plans) == count
        rows = table_of(downloaded(page, button(page, f"Power by {size}", "CSV")))
        assert [(number(r[size]), number(r["value"])) for r in rows] == [
            pair for p in plans for pair in zip(p["power_curve"]["sizes"], p["power_curve"]["power"])]
        drawn = page.get_by_role("group", name=f"Power by {size}")
        assert drawn.locator("path.line:not(.solid)").count() == count and "wanted" in drawn.text_content()
    # The power reaches what is wanted at the rows that are needed.
    (curve,) = [p["power_curve"] for p in answer["plans"] if p["test"].startswith("mcnemar")]
    needed = answer["plans"][0]["figures"]["rows_needed"]
    assert all((power >= 0.8) == (size >= needed) for size, power in zip(curve["sizes"], curve["power"]))
    rows = table_of(downloaded(page, button(page, "Figures", "CSV")))
    figures = [value for plan in answer["plans"] for value in plan["figures"].values()]
    assert [number(row["value"]) for row in rows] == figures


def test_posteriors_are_drawn_with_the_region_of_equivalence(tmp_path, view):
    path, answer = report(tmp_path, "estimate", DATA / "iris.csv", "--learner", "knn", "--learner", "lda",
                          "--estimator", "cv", "--tests", "bayes_correlated_t")
    page = view(path)
    (test,) = [c for c in answer["comparisons"] if "posterior_scale" in c]
    (row,) = table_of(downloaded(page, button(page, "Posteriors of the differences", "CSV")))
    assert [number(row[key]) for key in ("difference", "scale", "left", "practically equivalent")] == [
        test[key] for key in ("difference", "posterior_scale", "left", "rope")]
    drawn = page.get_by_role("group", name="Posteriors of the differences")
    assert drawn.locator("rect.region").count() == drawn.locator("path.band").count() == 1


def test_bars_of_critical_differences_have_names(reports, view):
    path, answer = reports["results"]
    drawn = view(path).get_by_role("group", name="Average ranks")
    ordered = sorted(answer["ranks"], key=answer["ranks"].get)
    groups = [[name for name in ordered if letter in answer["groups"][name]]
              for letter in sorted(set("".join(answer["groups"].values())))]
    bars = [group for group in groups if len(group) > 1]
    assert len(bars) == drawn.locator("line.together").count() > 0
    for group in bars:
        assert drawn.locator(f"text:text-is('{', '.join(group)}')").count() == 1


def test_curves_of_parameters_have_the_training_error_and_the_baseline(reports, view):
    path, answer = reports["tune"]
    how = view(path).locator("figure .how").first.inner_text()
    assert f"Beyond the picture lies {answer['nested']['baseline']['name']}: 0.6667" in how
    path, answer = reports["learning"]
    page = view(path)
    rows = table_of(downloaded(page, button(page, "Learning curves in error_rate", "CSV")))
    assert [number(r["on training rows"]) for r in rows] == [
        p["training"] for curve in answer["learning_curves"] for p in curve["points"]]
    assert page.get_by_role("group", name="Learning curves").locator("path.trained").count() == 2
    assert "A dotted line is the figure on the training rows" in page.inner_text("main")


def colours(page, title, mark):
    return page.get_by_role("group", name=title).first.evaluate(
        f"(plot) => [...plot.querySelectorAll('svg > {mark}')].map((one) => getComputedStyle(one).fill)")


def test_a_learner_has_one_colour_on_the_whole_page(tmp_path, view):
    path, answer = report(tmp_path, "estimate", DATA / "diabetes.arff", "--learner", "majority", "--learner",
                          "tree", "--learner", "naive-bayes", "--estimator", "cv")
    page = view(path)
    order = [one["learner_name"] for one in answer["predictions"]["learners"]]
    of = dict(zip(order, colours(page, "Estimates and their intervals", "path.mark"), strict=True))
    assert len(set(of.values())) == 3
    legend = page.get_by_role("group", name="ROC curve").locator(".legend")
    for name, colour in zip(legend.locator("text").all_text_contents(), legend.locator("path.mark").all(),
                            strict=True):
        assert colour.evaluate("(one) => getComputedStyle(one).fill") == of[name]
    dots = colours(page, "error_rate of single splits", "circle.dot")
    assert dots[0::10] == [of[e["learner_name"]] for e in answer["estimates"]]


def test_long_names_of_classes_fit_a_phone(tmp_path, view):
    lines = [f"{'malignant_tumour_of_the_lung' if score * 7 % 100 < score else 'benign'},{score / 100}"
             for score in range(100)]
    (tmp_path / "long.csv").write_text("\n".join(["y,p", *lines]) + "\n")
    path, _ = report(tmp_path, "score", "long.csv", "--truth", "y", "--score", "p", "--positive", "benign")
    assert view(path, width=360, height=740).evaluate("document.documentElement.scrollWidth") <= 360


def test_a_link_to_a_folded_section_opens_it(tmp_path, view):
    """Also when the page is loaded."""
    path, _ = report(tmp_path, "estimate", DATA / "iris.csv", "--learner", "tree", "--learner", "majority",
                     "--estimator", "cv:folds=3")
    page = view(path)
    fold = page.locator("details.fold:has(h3[id])").first
    name = fold.locator("h3").first.get_attribute("id")
    assert not fold.evaluate("(one) => one.open")
    page.evaluate(f"location.hash = '{name}'")
    page.wait_for_timeout(100)
    assert fold.evaluate("(one) => one.open")
    page.reload()
    page.wait_for_selector("footer")
    assert fold.evaluate("(one) => one.open")
