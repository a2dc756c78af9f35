// The mean of the values that humans would give, from few of them and a judge's label or score of all items
// (METHODS I.34). The judge only sorts the items into strata; what it says is never taken for the truth.
//
// Example:
//
//     // 'no' of the judge: 5 of 30 labelled items are good; 'yes': 66 of 70. It said 'no' of 1500 items.
//     const std::vector<Stratum> strata{{.rows = 1500, .labelled = 30, .sum = 5, .squares = 5},
//                                       {.rows = 3500, .labelled = 70, .sum = 66, .squares = 66}};
//     const auto found = judge_estimate(strata, ItemsAbout::population);
//     const auto limits = judge_limits(found, Level(0.95));
//     assert(std::abs(found.mean - 0.71) < 1e-15 && std::abs(limits.lower - 0.6478853271) < 1e-9);
//     const auto alone = judge_estimate(std::vector{one_stratum(strata)}, ItemsAbout::population);
//     assert(std::abs(found.effective / alone.effective - 2.27) < 0.01); // the judge helps
#pragma once

#include "unseen/base/interval.hpp"
#include "unseen/base/level.hpp"
#include "unseen/base/maybe.hpp"
#include "unseen/base/value.hpp"
#include "unseen/base/warning.hpp"
#include "unseen/predictions/judged_items.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace unseen {

/// Items of which the judge says much the same.
struct Stratum {
    double rows = 0.0;     ///< all of them
    double labelled = 0.0; ///< those with a human value
    double sum = 0.0;      ///< of these values, scaled to 0 to 1
    double squares = 0.0;  ///< of their squares
};

/// All strata as one: the labels alone.
Stratum one_stratum(std::span<const Stratum> strata);

/// The stratum of each item, and how many there are.
struct JudgeStrata {
    std::vector<std::uint32_t> of_item{};
    std::uint32_t count = 0;
};

/// Sorts the items by what the judge says, with the first `labelled` of them labelled; human values have no
/// part in it. H = `most` or, if that is 0, max(2, min(8, labelled / 20)). Numbers: each distinct one, or, of
/// more than H, cuts at every H-th of the sorted items. Labels: each. Then the stratum with the fewest labels
/// is merged into its neighbour with fewer (labels, which have no order: the two with the fewest), until all
/// have two labels and there are at most H. Items whose labels were drawn by the judge's value keep each
/// distinct value. O(items log items).
JudgeStrata judge_strata(const JudgedItems& items, std::size_t labelled, std::uint32_t most = 0);

/// How much clusters vary beyond independent items.
struct ClusterEffect {
    double design = 1.0; ///< the variance over that of independent items, at least 1
    double df = 0.0;     ///< degrees of freedom of the labelled clusters
};

/// The mean of the values in 0 to 1, and what it rests on.
struct JudgeEstimate {
    double mean = 0.0;
    double centre = 0.0;   ///< the mean of the smoothed strata, t: its variance is that of the limits
    double within = 0.0;   ///< sum W_h v_h: the variance in the strata
    double between = 0.0;  ///< the variance because the judge's shares are a sample; 0 if about these items
    double variance = 0.0; ///< of the mean; 0: it is known
    double labelled = 0.0;
    double rows = 0.0;
    ItemsAbout about = ItemsAbout::population;
    /// t (1 - t) / variance: the number of labels that would be as precise alone. Of clusters, over their
    /// design effect; infinite if the mean is known.
    double effective = 0.0;
    std::optional<ClusterEffect> clusters{};

    /// The same times (z / t)^2 for the few degrees of freedom of clusters, with `outside` beyond the limits.
    double effective_at(double outside) const;
};

/// theta = sum W_h S_h / n_h, with V = sum W_h^2 v_h / n_h + (1 / N) sum W_h (mu_h - t)^2 from strata that
/// are smoothed by one row in all and one row for each. About these items only, V = sum W_h^2 (v_h / n_h) (1
/// - n_h / N_h). Each stratum needs a label.
JudgeEstimate judge_estimate(std::span<const Stratum> strata, ItemsAbout about,
                             std::optional<ClusterEffect> clusters = std::nullopt);

/// Beta limits of the mean with the effective number of labels at this level. The mean itself if it is known.
Limits judge_limits(const JudgeEstimate& estimate, Level level);

/// The same with this d and with `outside` / 2 beyond each limit.
Limits judge_limits(const JudgeEstimate& estimate, double d, double outside);

/// The smallest one-sided `outside` at which the lower limit with this d is above c: the p-value for "the
/// mean is larger than c". With clusters 1 where it is about a half or more.
double judge_p_above(const JudgeEstimate& estimate, double c, double d);

/// The width of the interval if this number of the items had labels, in the same shares of the strata.
double judge_width(const JudgeEstimate& estimate, double labels, Level level);

/// The smallest number of labels at which the interval is at most this wide. Reasons: `width_never_reached`
/// if it is wider even with a label for every item; with clusters, whose number decides, `clusters_decide`.
Value judge_labels_for(const JudgeEstimate& estimate, double width, Level level);

/// Without it nothing holds, and only a part of it can be checked (p_of_random_labels()).
inline constexpr std::string_view random_labels_assumption =
    "the labelled items were drawn at random within each value of the judge";

/// What a judge and the human values of the first items say together.
struct JudgedMean {
    JudgeEstimate estimate{};
    JudgeEstimate alone{}; ///< of the labels alone: all items in one stratum
    double lowest = 0.0;   ///< of the values
    double highest = 1.0;
    std::vector<Stratum> strata{};
    JudgeStrata sorted{};
    std::vector<double> cluster_sizes{}; ///< numbers of labels of the clusters that have any
    bool partly_labelled = false;        ///< a cluster has items with and without labels

    double value() const { return lowest + (highest - lowest) * estimate.mean; }
    double value_alone() const { return lowest + (highest - lowest) * alone.mean; }
    /// The limits on the scale of the values.
    Limits limits(const JudgeEstimate& of, Level level) const;
    /// How much a label counts more than alone.
    double help() const { return estimate.effective / alone.effective; }
    /// `few_labels`, `judge_unused`, `partly_labelled_groups`, `uneven_clusters`.
    std::vector<Warning> warnings(const JudgedItems& items) const;
};

/// Of human `values` from `lowest` to `highest` (finite) of the first items. Reasons: `unlabelled_stratum` if
/// labels were drawn by the judge's value and one has none, `too_few_clusters` if fewer than two clusters
/// have labels or one has more than nine tenths of them.
Maybe<JudgedMean> judged_mean(const JudgedItems& items, std::span<const double> values, double lowest,
                              double highest);

/// The p-value for "the labelled items are a random draw of all", by what the judge says of them: Fisher's
/// exact test of two labels, chi-squared of more by permutations, and of numbers the AUC by permutations.
/// Whole clusters are permuted where there are any. Null if all items are labelled, or all are judged alike.
std::optional<double> p_of_random_labels(const JudgedItems& items, std::size_t labelled, std::uint64_t seed);

} // namespace unseen
