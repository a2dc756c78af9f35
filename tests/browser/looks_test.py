"""The first screens of twelve kinds of page look as they did: small pictures of them, in references/, are
compared with a tolerance for fonts. After a change that is meant, look at the pages, and write the
pictures with LOOKS=write."""
import functools
import io
import os
import pathlib
import shutil

import pytest
from PIL import Image, ImageChops

from report_test import DATA, predictions, report, results_of_sets

pytestmark = pytest.mark.slow
REFERENCES = pathlib.Path(__file__).parent / "references"
WIDTHS, SCHEMES, HEIGHT, SMALLER = (360, 768, 1280), ("light", "dark"), 800, 8
TWO = ("--learner", "tree", "--learner", "naive-bayes", "--estimator", "cv:repeats=2")
SCORE = ("score", "p.csv", "--truth", "y", "--score", "p")
KINDS = {
    "estimate": ("estimate", "diabetes.arff", *TWO),
    "regression": ("estimate", "cpu.arff", "--learner", "tree", "--learner", "ridge", "--estimator", "cv"),
    "bound": ("bound", "binomial", "--errors", "3", "--rows", "100"),
    "score": (*SCORE, "--threshold", "0.5"),
    "subgroups": (*SCORE, "--by", "g"),
    "models": ("compare", "models", "p.csv", "--truth", "y", "--scores", "A=p,B=q", "--samples", "100"),
    "results": ("compare", "results", "sets.csv", "--higher-is-better"),
    "tune": ("tune", "iris.csv", "--learner", "knn", "--grid", "k=1..15:2", "--estimator", "cv"),
    "learning": ("curve", "learning", "diabetes.arff", *TWO, "--sizes", "20,60,180"),
    "importance": ("importance", "iris.csv", "--learner", "lda", "--estimator", "cv"),
    "plan": ("compare", "plan", "mcnemar_exact:discordant=0.15,difference=0.05"),
    "study": ("study", "estimators", "gaussian", "--learner", "knn", "--repetitions", "8", "--fresh-rows",
              "300", "--sizes", "20,60", "--estimator", "cv"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """All files, so that pages show no path of this machine."""
    made = tmp_path_factory.mktemp("looks")
    for name in ("diabetes.arff", "cpu.arff", "iris.csv"):
        shutil.copy(DATA / name, made)
    predictions(made)
    results_of_sets(made, 20, 5)
    return made


def screen(page):
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    return image.resize((image.width // SMALLER, image.height // SMALLER), Image.Resampling.BOX)


def looks(view, path):
    """The first screens in all widths and schemes, beside each other."""
    screens = [screen(view(path, width, scheme, HEIGHT)) for width in WIDTHS for scheme in SCHEMES]
    strip = Image.new("RGB", (sum(one.width for one in screens), HEIGHT // SMALLER))
    at = 0
    for one in screens:
        strip.paste(one, (at, 0))
        at += one.width
    return strip


def changed(one, other):
    """The share of pixels that differ by more than a tenth in a colour."""
    assert one.size == other.size
    most = functools.reduce(ImageChops.lighter, ImageChops.difference(one, other).split())
    return sum(most.histogram()[26:]) / (most.width * most.height)


@pytest.mark.parametrize("name", KINDS)
def test_first_screens_look_as_they_did(folder, view, name):
    path, _ = report(folder, *KINDS[name])
    now = looks(view, path)
    reference = REFERENCES / f"{name}.png"
    if os.environ.get("LOOKS") == "write":
        REFERENCES.mkdir(exist_ok=True)
        now.save(reference, optimize=True)
    share = changed(now, Image.open(reference).convert("RGB"))
    assert share < 0.003, f"{name}: {100 * share:.2f} % of the picture has changed"
