// What more training rows may bring: limits of the error beyond the largest size of a learning curve, and the
// least number of rows for a smaller error (METHODS F.1).
//
// Example:
//
//     const std::vector<double> sizes = {25, 50, 100, 200};
//     const std::vector<std::vector<double>> errors = {
//         {0.38, 0.30, 0.25, 0.20}, {0.40, 0.32, 0.26, 0.22}, {0.36, 0.29, 0.24, 0.21}}; // of three splits
//     const auto forecast = learning_forecast(sizes, errors, 0.5, {0.15, 0.28}, Level(0.95));
//     assert(forecast && forecast->at(200).lower == 0.15 && forecast->at(400).lower < 0.15 &&
//            forecast->at(400).upper == 0.28);       // more rows do no harm on average
//     assert(*forecast->rows_for_less(0.05) > 200); // at least
//     assert(!forecast->rows_for_less(0.21));       // no error is less than none
#pragma once

#include "unseen/base/interval.hpp"
#include "unseen/base/level.hpp"
#include "unseen/base/maybe.hpp"

#include <optional>
#include <span>
#include <vector>

namespace unseen {

/// Limits of the error with more rows, which hold if the curve falls ever more slowly on logarithmic axes.
struct LearningForecast {
    /// Up to this multiple of the largest size the limits were tried in simulations.
    static constexpr double farthest = 8.0;

    double size = 0.0;  ///< the largest size of the curve
    double error = 0.0; ///< the mean figure there, > 0
    Limits level{};     ///< the interval of the error there
    double slope = 0.0; ///< c: the upper limit of the fall, the error being about n^-c, > 0

    /// The limits with `rows` training rows, size <= rows <= farthest x size: the lower limit of `level`
    /// falls with the steepest slope, and the upper one stays. Throws InputError beyond that.
    Limits at(double rows) const;
    /// The least number of rows that can make the error smaller by `gain` > 0; nothing if no number can. No
    /// upper limit can be given.
    std::optional<double> rows_for_less(double gain) const;
};

/// `trials` have an error for each of the sizes (ascending, > 0), `level_interval` is that of the error at
/// the largest size. The slope comes from the differences of the trials between the largest size and the one
/// nearest to a quarter of it on a logarithmic scale, with the standard error of the corrected t (Nadeau &
/// Bengio 2003), s sqrt(1 / trials + test_train_ratio). The reason why there is no forecast: `few_sizes`
/// (fewer than four, or the largest is less than four times the smallest), `no_errors`, `no_visible_fall`.
/// O(trials).
Maybe<LearningForecast> learning_forecast(std::span<const double> sizes,
                                          std::span<const std::vector<double>> trials,
                                          double test_train_ratio, const Limits& level_interval, Level level);

} // namespace unseen
