#include "unseen/interval/weak_points.hpp"

#include <algorithm>
#include <utility>

namespace unseen {

namespace {

constexpr std::pair<std::string_view, std::string_view> weak_points[] = {
    {"exact_binomial", "rows are not independent draws (duplicates, groups, time)"},
    {"hall_t", "few rows of which hardly one carries the loss, as log loss of a rare class"},
    {"end_dirichlet", "rows or clusters are not independent draws; a few large clusters that differ from the "
                      "others; it has no proof"},
    {"judge_beta", "values near each other, where the few that are far off have no label; labels that were "
                   "chosen by how hard "
                   "the items are, which nothing shows; a judge that was made with these labels; clusters of "
                   "very different "
                   "sizes; it has no proof"},
    {"items_and_runs", "few items and few runs; it is wide with two or three runs, and has no proof"},
    {"gaffke", "rows or clusters are not independent draws; it has no proof beyond values at both ends"},
    {"betting", "rows are not independent draws; it is nearly half as wide again as need be"},
    {"hall_clusters", "fewer than 10 clusters; few rows that carry most of the loss"},
    {"korn_graubard_beta", "rare errors in few clusters whose sizes go with them; it has no proof"},
    {"t_mean", "few rows, or few rows that carry most of the loss"},
    {"t_log", "few rows, or few rows that carry most of the loss"},
    {"cv_wilson",
     "one repeat, fewer than 30 rows or groups, hardly an error; repeats whose rows have no names; fits that "
     "jump from data set to data set (single splits on many weak binary features, features with very heavy "
     "tails), which one data set does not show"},
    {"cv_log", "one repeat, fewer than 30 rows or groups; few rows that carry most of the loss; log loss "
               "with scores of 0 or 1"},
    {"cv_logit", "one repeat, fewer than 30 rows or groups; few rows of a class out of order"},
    {"cv_pooled",
     "one repeat; fewer than 10 rows of a class; F1, MCC, recall, precision and G-mean of learners near "
     "chance, or that find positive rows in some data sets only; r2 with outliers"},
    {"wald_all_pairs",
     "few errors; unstable learners; too short if it is read as an interval for the procedure"},
    {"corrected_t", "hardly any spread between splits, as for a constant prediction on stratified folds: "
                    "then it is far too short"},
    {"conservative_z",
     "it holds, but is wider than need be: it measures how means over half of the rows vary"},
    {"nested_cv", "few repeats; 50 to 200 are advised"},
    {"wald_within_fold",
     "few errors; unstable learners; too short if it is read as an interval for the procedure"},
    {"order_statistics", "rows are not independent draws; over splits it does not shrink with their number, "
                         "for it is about one split"},
    {"order_statistics_limit",
     "it does not shrink with the number of splits, for it is about one split of the same rows"},
    {"naive_z", "always: splits share rows, and it takes them as independent"},
    {"mid_p", "rows are not independent draws; one table at a time it may cover a little less than it says"},
    {"melded_beta", "rows are not independent draws; it has no proof"},
    {"score_ratio",
     "rows are not independent draws; a second proportion of hardly a row, which in other samples has "
     "none, so that there is no value"},
    {"mover_benefit", "rows are not independent draws; it has no proof"},
    {"beta_ratio", "a few large clusters that differ from the others; it has no proof"},
    {"directional_dirichlet",
     "classes of very few rows; odds ratios of tables with hardly a wrong row; it has no proof"},
    {"mover_beta", "classes of fewer than 5 rows; it has no proof"},
    {"wilson_mover", "a class with very few rows"},
    {"bca", "few rows or clusters, or a cell of the confusion matrix that matters holds few rows"},
    {"percentile", "few rows or clusters; figures near the end of their range"},
    {"logit", "few rows of a class and a rare one far off; then kl holds, and is wide"},
    {"delong",
     "an AUC near 1, or few rows: it covers 74 % instead of 95 % at AUC .98 with 10 against 90 rows"},
    {"logit_z", "an AUC near 1, or few rows"},
    {"kl", "rows are not independent draws; else it holds, and is wide"},
    {"influence", "few positive rows, classes of few rows, figures near 1"},
    {"ap_beta", "few negative rows far above all positive ones, which the sample may lack; it has no proof"},
    {"boyd",
     "it takes the figure as a proportion of the positive rows, which no theorem supports; it is wide"},
    {"bins", "fewer than some 100 rows"},
    {"robust_bins", "few clusters"},
    {"robust_logit", "few clusters"},
    {"log_ratio", "few rows, single rows that carry most of a loss"},
    {"lr_scaled", "few rows of the rarer class, and few clusters of very different sizes"},
    {"robust_t", "few clusters: with 10 it covers 89 % of a nominal 95"},
};

} // namespace

std::string_view weak_point(std::string_view method)
{
    const auto* found = std::find_if(std::begin(weak_points), std::end(weak_points),
                                     [&](const auto& p) { return p.first == method; });
    return found == std::end(weak_points) ? std::string_view{} : found->second;
}

} // namespace unseen
