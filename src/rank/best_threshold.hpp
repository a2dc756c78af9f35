// Private: the best threshold by a rule. Rows with at least this score are labelled positive.
#pragma once

#include "unseen/base/spec.hpp"
#include "unseen/rank/ranking.hpp"

#include <optional>
#include <string_view>

namespace unseen {

/// The rule that chooses a threshold.
struct ThresholdRule {
    enum class Aim { youden, cost, recall, precision };

    Aim aim = Aim::youden;
    double false_positive = 1.0; ///< the cost of a wrong positive, for `cost`
    double false_negative = 1.0; ///< the cost of a missed positive, for `cost`
    double at_least = 0.0;       ///< the recall or precision wanted
};

/// The rule of the resolved spec youden, cost, recall or precision, with its keys `false_positive`,
/// `false_negative` and `at_least`.
ThresholdRule threshold_rule(std::string_view name, const Spec& keys);

/// A threshold, the rows with at least this score, and all rows.
struct Threshold {
    double score = 0.5;
    double tp = 0.0;
    double fp = 0.0;
    double positives = 0.0;
    double negatives = 0.0;
    bool reached = true; ///< false: no threshold has the precision wanted, and this one has the largest
};

/// The best threshold among the distinct scores and the next number above the largest, at which no row is
/// positive; the highest of equally good ones. With P and N the positive and the other rows, youden: the
/// largest tp / P
/// - fp / N (Youden 1950, Cancer 3:32); cost: the least false_positive fp + false_negative (P - tp); recall:
///   the largest precision tp / (tp + fp) where tp / P is at least `at_least`; precision: the largest tp
///   where the precision is. std::nullopt if the rows lack the class that a figure divides by. O(distinct
///   scores).
std::optional<Threshold> best_threshold(const ThresholdRule& rule, const Ranking& ranking);

} // namespace unseen
