"""Runs scikit-learn's own tests of its metrics on ours. Each failing test is listed with its number of
failures and the reason."""
import collections
import os
import pathlib
import re
import subprocess
import sys

import pytest

LABELS = "targets of several labels a row, and average='samples', are not taken"
WORDS = "the kind of error or warning is theirs, its words are not"
OLD = "a keyword that scikit-learn is about to remove"

EXCEPTIONS = {
    "classification": {
        "test_average_binary_jaccard_score": (1, WORDS),
        "test_average_precision_score_non_binary_class": (1, WORDS),
        "test_brier_score_loss_binary": (1, LABELS), "test_brier_score_loss_invalid_inputs": (1, WORDS),
        "test_cohen_kappa_zero_division_warning": (1, WORDS), "test_fscore_warnings": (4, LABELS),
        "test_jaccard_score_validation": (1, LABELS),
        "test_jaccard_score_zero_division_set_value": (2, LABELS),
        "test_jaccard_score_zero_division_warning": (1, LABELS), "test_log_loss": (1, WORDS),
        "test_log_loss_y_pred_deprecation": (1, OLD), "test_multiclass_jaccard_score": (1, LABELS),
        "test_multilabel_accuracy_score_subset_accuracy": (1, LABELS),
        "test_multilabel_hamming_loss": (1, LABELS), "test_multilabel_jaccard_score": (1, LABELS),
        "test_multilabel_zero_one_loss_subset": (1, LABELS),
        "test_precision_recall_f1_no_labels": (12, LABELS),
        "test_precision_recall_f1_no_labels_average_none": (3, LABELS),
        "test_precision_recall_f1_no_labels_average_none_warn": (1, LABELS),
        "test_precision_recall_f1_no_labels_check_warnings": (4, LABELS),
        "test_precision_recall_f1_score_multilabel_1": (1, LABELS),
        "test_precision_recall_f1_score_multilabel_2": (1, LABELS),
        "test_precision_recall_f1_score_with_an_empty_prediction": (4, LABELS),
        "test_precision_recall_f_extra_labels": (1, LABELS),
        "test_precision_recall_f_ignored_labels": (1, LABELS), "test_precision_warnings": (4, LABELS),
        "test_prf_average_binary_data_non_binary": (1, WORDS), "test_recall_warnings": (4, LABELS),
    },
    "ranking": {
        "test_average_precision_score_multilabel_pos_label_errors": (1, LABELS),
        "test_multiclass_ranking_metrics_raise_for_incorrect_shape_of_y_score": (1, WORDS),
        "test_precision_recall_curve_toydata": (2, LABELS),
        "test_roc_auc_score_multiclass_error": (4, WORDS),
        "test_roc_auc_score_multiclass_labels_error": (22, WORDS), "test_roc_curve_toydata": (1, LABELS),
        "test_top_k_accuracy_score_error": (7, WORDS),
    },
    "regression": {},
    "common": {
        "test_averaging_multilabel": (9, LABELS), "test_averaging_multilabel_all_ones": (6, LABELS),
        "test_averaging_multilabel_all_zeroes": (6, LABELS),
        "test_classification_binary_continuous_input": (39, WORDS),
        "test_classification_inf_nan_input": (49, LABELS),
        "test_classification_metrics_raise_on_empty_input": (6, LABELS),
        "test_classification_with_invalid_sample_weight": (6, LABELS),
        "test_continuous_metric_permutation_invariance": (1, LABELS),
        "test_continuous_multilabel_multioutput_permutations_invariance": (12, LABELS),
        "test_format_invariance_with_1d_vectors": (5, LABELS),
        "test_metrics_consistent_type_error": (18, LABELS),
        "test_multiclass_sample_weight_invariance": (1, LABELS),
        "test_multilabel_label_permutations_invariance": (29, LABELS),
        "test_multilabel_representation_invariance": (2, LABELS),
        "test_multilabel_sample_weight_invariance": (41, LABELS),
        "test_normalize_option_multilabel_classification": (2, LABELS),
        "test_returned_value_consistency": (6, LABELS),
        "test_sample_order_invariance_multilabel_and_multioutput": (1, LABELS),
        "test_single_sample_multioutput": (29, LABELS), "test_symmetric_metric": (1, LABELS),
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
