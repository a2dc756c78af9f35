// Private: the logistic regression of the truth on the logit of its probability (METHODS D.4), and its
// likelihood.
#pragma once

#include "unseen/base/maybe.hpp"
#include "unseen/predictions/predictions.hpp"

#include <array>
#include <optional>
#include <vector>

namespace unseen {

/// The rows: x, the logit of the probability of the positive class, less its weighted mean; and whether the
/// row is positive.
struct LogitRows {
    std::vector<double> x;
    std::vector<double> positive; ///< 1 or 0
    std::vector<double> weight;
    double mean = 0.0; ///< of the logits
};

LogitRows logit_rows(const PredictionView& view);

/// For many rows of weight 1: their groups of nearly equal logits and equal truth, each as two rows with the
/// same weight, mean and variance. Sums over the rows then change by about 1e-10 of their value, and no
/// longer take O(rows). Other rows are copied. The order of the rows has no effect. O(rows).
LogitRows condensed(const LogitRows& rows);

/// ln odds = intercept + slope x.
struct Line {
    std::array<double, 2> at{0.0, 1.0};  ///< intercept at the mean of the logits, slope
    std::array<double, 3> information{}; ///< sums of w p (1 - p) times 1, x, x^2
    std::array<double, 2> gradient{};    ///< sums of w (y - p) times 1, x
    double likelihood = 0.0;

    /// The probability of the positive class at x.
    double probability(double x) const;
};

/// The line of the largest likelihood for these rows, or the reason why there is none. `slope`: the slope is
/// fitted too, else it is 1.
Maybe<Line> line_of(const LogitRows& rows, bool slope);

/// The line of the largest likelihood whose slope is `parameter`, or, if not `slope`, the line with this
/// intercept and slope 1. `from`: a line nearby. Empty if none is found in double precision.
std::optional<Line> line_with(const LogitRows& rows, bool slope, double parameter, const Line& from);

} // namespace unseen
