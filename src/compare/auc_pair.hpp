// Private: two models' areas under the ROC curve on the same rows: placements of DeLong, DeLong & Clarke-Pearson (1988), the linear form of the
// permutation test, bootstrap and jackknife (METHODS E.13, I.4, I.9).
#pragma once

#include "compare/bca.hpp"
#include "compare/draws.hpp"

#include "unseen/predictions/predictions.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen::compare::detail {

/// A model's scores for the positive class as codes that only their order and equality matter of.
struct Codes {
    std::vector<std::uint32_t> of_row{};
    std::uint32_t end = 0; ///< one more than the largest
};

/// Doubled midranks, 2 to 2n: the k-th of n untied scores gets 2k. Fewer than 2^31 scores. O(n): radix sort.
Codes doubled_midranks(std::span<const double> scores);

/// The scores of the positive class.
std::vector<double> positive_scores(const PredictionView& view);

/// Rows of two classes, and two models' codes for them.
struct AucRows {
    std::vector<std::uint8_t> positive{}; ///< 1 for a positive row
    std::vector<double> weight{};         ///< empty: all 1
    Codes a{};
    Codes b{};
};

/// The rows with doubled midranks of both models.
AucRows auc_rows(const PredictionView& a, const PredictionView& b);

/// Both areas, and for each row what it adds: sums over the other class of twice psi (1 for a tie, 2 for a pair in the right order), weighted.
struct Placements {
    double positives = 0.0; ///< weight of the positive rows
    double negatives = 0.0;
    double auc_a = 0.0;
    double auc_b = 0.0;
    std::vector<double> a{}; ///< of A's scores; of unweighted rows whole numbers
    std::vector<double> b{};

    /// Row i's influence on the area (0 on average), without its weight: V10 - A or V01 - A, over the weight of its class.
    double influence_a(std::size_t i, bool positive) const { return (a[i] / (2.0 * other(positive)) - auc_a) / own(positive); }
    double influence_b(std::size_t i, bool positive) const { return (b[i] / (2.0 * other(positive)) - auc_b) / own(positive); }

private:
    double own(bool positive) const { return positive ? positives : negatives; }
    double other(bool positive) const { return positive ? negatives : positives; }
};

/// O(n + codes). Both classes must have positive weight.
Placements placements(const AucRows& rows);

/// c_i with 4 W+ W- (AUC_A* - AUC_B*) = sum s_i c_i when rows with s_i = -1 have their predictions swapped. Codes must be on one scale: midranks, or
/// codes of both models' scores together. Whole numbers for unweighted rows; then exact below 4e7 rows. O(n + codes). METHODS I.9.
std::vector<double> swap_terms(const AucRows& rows);

/// AUC_A* - AUC_B* of `draws.count` row bootstraps, unweighted rows; stream (seed, interval, 0, replicate). Replicates that lack a class are NaN.
/// O(n) each.
std::vector<double> auc_replicates(const AucRows& rows, const Draws& draws);

/// AUC_A - AUC_B without row i, for each i; unweighted rows, at least two of each class. O(n).
std::vector<double> auc_jackknife(const AucRows& rows, const Placements& placed);

/// Which area.
enum class Area { roc, average_precision };

/// The area of A less that of B when each unit (row, or the cluster that `unit_of_row` names) is there so often; weights count. `rows` must stay. O(n).
OfCounts area_difference(const AucRows& rows, Area area, std::span<const std::uint32_t> unit_of_row);

} // namespace unseen::compare::detail
