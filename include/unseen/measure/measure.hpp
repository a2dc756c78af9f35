// Measures: figures of merit on predictions, each with its direction, range and needs.
#pragma once

#include "unseen/base/spec.hpp"
#include "unseen/base/value.hpp"
#include "unseen/predictions/predictions.hpp"

#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace unseen {

enum class Direction { lower_is_better, higher_is_better };

/// A measure: a row of the table in src/measure/measures.cpp with its parameters settled.
///
/// Every measure of today is a mean over rows of a row value, perhaps passed through `finish` (rmse: the root of the mean of
/// squared errors). It is additive if `finish` is not there: then it is pooled over splits, else averaged over folds.
struct Measure {
    Spec spec;
    bool for_classes = true; ///< judges classes; else numbers
    Direction direction = Direction::lower_is_better;
    double lowest = 0.0; ///< range of the measure
    double highest = std::numeric_limits<double>::infinity();
    bool needs_scores = false; ///< needs a score for each class, not only the label
    bool proportion = false;   ///< row values are 0 or 1, so that counts of independent rows are binomial
    /// One value a row, into `values` (size() of them). Finite, unless a loss lies beyond the largest double.
    std::function<void(const PredictionView&, std::span<double> values)> row_values{};
    /// Maps the mean of the row values to the measure; null for the mean itself. Increasing.
    std::function<double(double)> finish{};
    /// Mean of the row value over all pairs of a truth and a prediction, gamma of the .632+ estimator (Efron & Tibshirani 1997),
    /// before `finish`. Rows count alike. O(n log n) or better.
    std::function<double(const PredictionView&)> no_information{};

    bool additive() const { return finish == nullptr; }
    const std::string& name() const { return spec.name(); }
    double finished(double mean) const { return finish ? finish(mean) : mean; }
};

/// The measure of these predictions: the weighted mean of its row values (exact sum, rounded once), finished. No value, with reason:
/// `no_rows`; `zero_weight` if all weights are 0; `no_scores` if it needs scores that are not there; `infinite`. O(rows).
Value evaluate(const Measure& measure, const PredictionView& predictions);

/// The measure that `spec` names, from the table. Throws InputError for an unknown name (naming the nearest one) or a measure of the other
/// kind of response.
Measure make_measure(const Spec& spec, bool classes);

/// The measures in the table, in its order.
std::span<const SpecInfo> measure_infos();

/// What is reported when no measure is named: error_rate for classes, rmse and mae for numbers.
std::vector<Spec> default_measures(bool classes);

} // namespace unseen
