#include "unseen/base/codes.hpp"

#include <algorithm>
#include <array>

namespace unseen {

std::span<const Reason* const> reason_codes()
{
    using namespace reasons;
    static constexpr auto all = std::to_array<const Reason*>({
        &adjusted_only,
        &all_tied,
        &bayesian,
        &below_table,
        &biased,
        &biased_in_resamples,
        &bound_instead,
        &class_without_rows,
        &clustered_folds,
        &constant_scores,
        &constant_truth,
        &exact,
        &failed_fits,
        &few_repetitions,
        &few_rows_above,
        &few_sizes,
        &incomplete_repeats,
        &infinite,
        &level_too_low,
        &needs_exact_state,
        &needs_rows,
        &no_bias_correction,
        &no_control,
        &no_convergence,
        &no_difference,
        &no_direction,
        &no_discordant_rows,
        &no_fold_information,
        &no_interval_for_design,
        &no_interval_for_test,
        &no_jackknife,
        &no_labels,
        &no_lower_bound,
        &no_out_of_bag_rows,
        &no_p_value,
        &no_power_law,
        &no_row_ids,
        &no_rows,
        &no_scores,
        &no_statistic,
        &no_upper_bound,
        &no_value,
        &no_variance_within_folds,
        &not_a_mean_of_rows,
        &not_an_error,
        &not_binary,
        &not_classes,
        &not_for_estimator,
        &not_many_data_sets,
        &not_nested,
        &not_numbers,
        &not_ordered,
        &not_pooled,
        &not_probabilities,
        &not_tested,
        &nothing_predicted,
        &of_row_values,
        &one_class,
        &one_cluster,
        &one_comparison,
        &one_data_set,
        &one_row,
        &one_row_splits,
        &one_split,
        &one_unit,
        &power_never_reached,
        &rank_too_large,
        &rows_unknown,
        &score_cells,
        &several_targets,
        &shared_clusters,
        &too_few_rows,
        &too_few_splits,
        &too_many_bins,
        &too_many_pairs,
        &too_many_rows,
        &undefined_in_resamples,
        &undefined_in_splits,
        &zero_division,
        &zero_variance,
        &zero_weight,
    });
    return all;
}

std::span<const WarningCode* const> warning_codes()
{
    using namespace warnings;
    static constexpr auto all = std::to_array<const WarningCode*>({
        &anti_conservative,
        &auc_below_half,
        &auc_few_errors,
        &auc_zero_variance,
        &best_of_many,
        &class_absent_from_test,
        &class_absent_from_training,
        &class_never_predicted,
        &class_of_one_group,
        &class_of_one_row,
        &class_smaller_than_folds,
        &cluster_in_several_folds,
        &cuts_as_given,
        &dependent_rows,
        &digits_lost,
        &dm_bartlett,
        &empty_out_of_bag,
        &extreme_scores,
        &failed_fits,
        &few_class_rows,
        &few_clusters,
        &few_data_sets,
        &few_discordant_rows,
        &few_errors,
        &few_large_losses,
        &few_repeats,
        &few_rows,
        &few_rows_in_bins,
        &groups_in_test,
        &interval_disagrees,
        &interval_too_narrow,
        &label_not_in_truth,
        &learner_left_out,
        &looks_like_id,
        &looks_like_scores,
        &looks_out_of_fold,
        &may_undercover,
        &missing_prediction,
        &missing_target,
        &naive_interval,
        &no_cut,
        &no_inner_figure,
        &no_row_ids,
        &no_training_figure,
        &normal_few_errors,
        &not_converged,
        &not_for_estimator,
        &numbers_as_classes,
        &of_row_values,
        &one_class,
        &one_split,
        &other_direction,
        &pooled_scores,
        &poor_power_law,
        &repeated_ids,
        &rounded_probabilities,
        &rows_never_out_of_bag,
        &same_folds_in_repeats,
        &scores_at_cut,
        &scores_of_predicted,
        &shared_rows,
        &stratum_ignored,
        &test_rows_unused,
        &time_ignored,
        &trained_without_weights,
        &training_size_grows,
        &undefined_in_folds,
        &unequal_repeats,
        &uneven_times,
        &unstable_jackknife,
        &unstable_learner,
        &zero_variance,
    });
    return all;
}

std::span<const FailureCode* const> failure_codes()
{
    using namespace failures;
    static constexpr auto all = std::to_array<const FailureCode*>({
        &crashed,
        &exit_code,
        &io,
        &nan,
        &threw,
        &timeout,
        &wrong_shape,
    });
    return all;
}

const Reason* find_reason(std::string_view name)
{
    const auto codes = reason_codes();
    const auto at = std::ranges::lower_bound(codes, name, {}, &Reason::name);
    return at != codes.end() && (*at)->name == name ? *at : nullptr;
}

} // namespace unseen
