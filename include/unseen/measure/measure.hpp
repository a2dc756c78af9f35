// Measures: figures of merit on predictions, each with its direction, range and needs.
#pragma once

#include "unseen/base/spec.hpp"
#include "unseen/base/value.hpp"
#include "unseen/measure/confusion.hpp"
#include "unseen/measure/ranking.hpp"
#include "unseen/predictions/predictions.hpp"
#include "unseen/stats/moments.hpp"

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

enum class Direction { lower_is_better, higher_is_better };

/// How many classes a measure is about. `two`: it judges one class against the other and has no value where there are more.
/// `several`: it averages over classes; two are allowed, but then it is reported only if it is asked for.
enum class ClassCount { any, two, several };

/// What a quotient 0/0 of counts is: the precision of a class that is never predicted, the recall of one that is never true.
enum class ZeroDivision {
    usual, ///< no value where it stands alone; 0 in an average over classes, as scikit-learn has it
    none,  ///< no value, and left out of an average over classes
    zero,  ///< 0 everywhere
    one,   ///< 1 everywhere
};

/// What a measure is a function of. The choice of an interval goes by it.
enum class Statistic {
    rows,              ///< a mean of row values, perhaps finished
    cells,             ///< the confusion matrix
    share,             ///< a proportion of the rows in one row or column of the confusion matrix of two classes
    recalls,           ///< the mean of the classes' recalls
    auc,               ///< the area under the ROC curve of the positive class, or what is left to 1
    average_precision, ///< of the positive class
    quantile,          ///< of the distances between prediction and truth
    calibration_mean,  ///< the mean over bins of |frequency - probability|
    calibration_max,   ///< the largest of them
    other,
};

/// Rows of one bin of probabilities that count alike; sums over them.
struct CalibrationBin {
    double rows = 0.0;
    double happened = 0.0;    ///< of which the event came true
    double probability = 0.0; ///< sum
    double squares = 0.0;     ///< sum of (1 or 0, whether it came true, less the probability)^2
};

/// A measure of given rows as a function of how often each of them counts.
using OfRepeats = std::function<Value(std::span<const std::uint32_t> times)>;

/// A measure: a row of the table in src/measure/measures.cpp with its parameters settled.
///
/// Either a mean over rows of a row value, perhaps passed through `finish` (rmse: the root of the mean of squared errors), or a function
/// of all rows at once (`whole`: precision, AUC). It is additive if it is a mean and `finish` is not there: then it is pooled over
/// splits, else averaged over folds.
struct Measure {
    Spec spec;
    bool for_classes = true; ///< judges classes; else numbers
    ClassCount class_count = ClassCount::any;
    Direction direction = Direction::lower_is_better;
    double lowest = 0.0; ///< range of the measure
    double highest = std::numeric_limits<double>::infinity();
    std::optional<double> highest_of_two{}; ///< what `highest` is of two classes, where it is another number: see of_classes()
    bool needs_labels = false;              ///< needs the predicted label
    bool needs_scores = false;              ///< needs a score for each class, not only the label
    bool needs_probabilities = false;       ///< scores that are probabilities
    bool needs_order = false;               ///< classes in an order that means something
    bool several_targets = false;           ///< judges points of several numbers too, not only single numbers
    bool proportion = false;                ///< row values are 0 or 1, so that counts of independent rows are binomial
    bool by_name_only = false; ///< reported only if it is asked for: it repeats another one, or its parameter has no usual value
    Statistic statistic = Statistic::rows;
    /// One value a row, into `values` (size() of them). Finite, unless a loss lies beyond the largest double. Null if there is `whole`.
    std::function<void(const PredictionView&, std::span<double> values)> row_values{};
    /// Maps the mean of the row values to the measure; null for the mean itself. Increasing.
    std::function<double(double)> finish{};
    /// The measure of all rows at once: at least one row, weights positive or none. Null if there are row values.
    std::function<Value(const PredictionView&)> whole{};
    /// The measure as a function of the confusion matrix, for `cells`, `share` and `recalls`; then `whole` is made of it.
    std::function<Value(const Confusion&)> cells{};
    /// The measure as a function of the ranking of the positive class against the other, if it is one; then `whole` is made of it.
    std::function<Value(const Ranking&)> of_ranking{};
    /// How much each row moves the measure: the derivative in the row's weight (1 where rows count alike), times that weight; they sum to 0. For
    /// measures of how scores order the rows. O(rows x classes x log rows) at most.
    std::function<std::vector<double>(const PredictionView&)> influences{};
    /// What the measure of rows that count alike is too large by on average, to second order, by leaving out each row (Quenouille 1956): for measures that
    /// have influences and a bias that is not small beside them. O(rows x classes).
    std::function<double(const PredictionView&)> bias{};
    /// For measures of how scores order the rows of several classes: sorts rows that count alike once, and gives the measure as a function of how
    /// often each of them counts: that of rows so often repeated, bit for bit. What it gives holds the view. O(rows x classes) a call.
    std::function<OfRepeats(const PredictionView&)> of_repeats{};
    /// The count and its denominator, for `share`.
    std::function<Counts(const Confusion&)> counts{};
    /// The bins that hold rows, for `calibration_mean` and `calibration_max`.
    std::function<std::vector<CalibrationBin>(const PredictionView&)> calibration_bins{};
    /// The errors whose quantile it is, one a row, for `quantile`.
    std::function<void(const PredictionView&, std::span<double> values)> errors{};
    /// The quantile's level, for `quantile`.
    double quantile_level = 0.5;
    /// Mean of the row value over all pairs of a truth and a prediction, gamma of the .632+ estimator (Efron & Tibshirani 1997),
    /// before `finish`. Rows count alike. O(n log n) or better. Null where it is not known.
    std::function<double(const PredictionView&)> no_information{};

    bool additive() const { return row_values != nullptr && finish == nullptr; }
    const std::string& name() const { return spec.name(); }
    double finished(double mean) const { return finish ? finish(mean) : mean; }
};

/// The measure of these predictions: the weighted mean of its row values (exact sum, rounded once), finished, or the function of all
/// rows; rows of weight 0 count for nothing. No value, with reason: `no_rows`; `zero_weight` if all weights are 0; `no_labels`,
/// `no_scores`, `not_probabilities`, `not_ordered` if it needs what is not there; `several_targets` if it judges single numbers and there are
/// points; `not_binary` if it is about two classes and there are more or fewer;
/// `one_class` if the truth lacks a class that it needs; `nothing_predicted` if no row is predicted as a class that it divides by;
/// `constant_truth`; `infinite`. O(rows), O(rows log rows) for ranks and quantiles.
Value evaluate(const Measure& measure, const PredictionView& predictions);

/// What several measures of the same rows are made of.
struct Evaluation {
    std::vector<Value> values; ///< of the measures, in their order, as evaluate() gives them
    std::vector<Moments>
        moments; ///< of the row values, where the spread is wanted, rows count alike and there are such; else empty
    std::optional<Confusion> confusion{}; ///< if one of the measures is a function of it, or it is wanted and can be had
    std::optional<Ranking> ranking{};     ///< of the positive class, if one of the measures is a function of it
};

struct EvaluationOptions {
    std::size_t threads = 1; ///< 0: all; no value depends on it
    bool spread = false;     ///< the moments of row values too
    bool confusion = false;  ///< the confusion matrix too, if rows count alike
};

/// All the measures: one pass over the rows for row values and the confusion matrix, one sort for all ranks. Takes memory for the ranking
/// alone, if rows count alike.
Evaluation evaluate_all(std::span<const Measure> measures, const PredictionView& predictions,
                        const EvaluationOptions& options = {});

/// The measure that `spec` names, by its own name or an alias (its spec has its own). Throws InputError for an unknown name (naming the
/// nearest one, or saying what the name means elsewhere) or a measure of the other kind of response.
Measure make_measure(const Spec& spec, bool classes, ZeroDivision zero_division = ZeroDivision::usual);

/// The measure as it is of so many classes (0: of numbers): with the range that it has there.
Measure of_classes(Measure measure, std::size_t n_classes);

/// The measures in the table, in its order.
std::span<const SpecInfo> measure_infos();

/// The measures of the table with their default parameters, in its order.
std::span<const Measure> measures_of_table();

/// What is reported when no measure is named: error_rate for classes, rmse and mae for numbers.
std::vector<Spec> default_measures(bool classes);

/// What else is known of predictions than the number of their classes.
struct UsualOptions {
    bool ordered = false;    ///< the classes are in an order that means something
    std::size_t targets = 1; ///< numbers a row
    ZeroDivision zero_division = ZeroDivision::usual;
};

/// All measures that tell something of such predictions: of `n_classes` classes (0: numbers). For a report of everything.
std::vector<Measure> usual_measures(std::size_t n_classes, const UsualOptions& options = {});

} // namespace unseen
