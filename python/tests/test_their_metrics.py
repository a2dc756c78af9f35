"""Runs scikit-learn's own tests of its metrics on ours. Each failing test is listed with its number of
failures and the reason."""
import collections
import os
import pathlib
import re
import subprocess
import sys

import pytest

WORDS = "the kind of error or warning is theirs, its words are not"
OLD = "a keyword that scikit-learn is about to remove"
COLUMN = "a matrix of one column of scores is not taken"

EXCEPTIONS = {
    "classification": {
        "test_brier_score_loss_invalid_inputs": (1, WORDS),
        "test_cohen_kappa_zero_division_warning": (1, WORDS), "test_jaccard_score_validation": (1, WORDS),
        "test_log_loss": (1, WORDS), "test_log_loss_y_pred_deprecation": (1, OLD),
    },
    "ranking": {
        "test_multiclass_ranking_metrics_raise_for_incorrect_shape_of_y_score": (1, WORDS),
        "test_roc_auc_score_multiclass_error": (4, WORDS),
        "test_roc_auc_score_multiclass_labels_error": (22, WORDS),
        "test_top_k_accuracy_score_error": (7, WORDS),
    },
    "regression": {},
    "common": {
        "test_classification_binary_continuous_input": (1, WORDS),
        "test_classification_inf_nan_input": (7, WORDS),
        "test_format_invariance_with_1d_vectors": (1, COLUMN),
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("module", EXCEPTIONS)
def test_theirs_pass_with_ours(module, tmp_path):
    plugins = pathlib.Path(__file__).parent / "theirs"
    words = [sys.executable, "-m", "pytest", "-q", "-rfE", "--tb=no", "-p", "ours_in_their_place", "-p",
             "no:cacheprovider", "-W", "ignore", "--pyargs", f"sklearn.metrics.tests.test_{module}"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path,
                          env=os.environ | {"PYTHONPATH": str(plugins), "COLUMNS": "1000"})
    assert " passed" in done.stdout, done.stdout + done.stderr
    failed = collections.Counter(re.findall(r"^(?:FAILED|ERROR) .*?::(\w+)", done.stdout, re.M))
    assert failed == {name: cases for name, (cases, _) in EXCEPTIONS[module].items()}
