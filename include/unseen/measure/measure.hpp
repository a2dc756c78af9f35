// Measures: figures of merit on predictions, each with its direction, range and needs.
#pragma once

#include "unseen/base/direction.hpp"
#include "unseen/base/spec.hpp"
#include "unseen/base/value.hpp"
#include "unseen/measure/confusion.hpp"
#include "unseen/predictions/predictions.hpp"
#include "unseen/rank/ranking.hpp"
#include "unseen/stats/moments.hpp"

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace unseen {

struct RankFigure;

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

/// A measure of given rows as a function of how often each of them counts.
using OfRepeats = std::function<Value(std::span<const std::uint32_t> times)>;

/// A measure that is a mean over rows of a row value, perhaps passed through `finish` (rmse: the root of the mean of squared errors).
struct RowMean {
    /// One value a row, into `values` (size() of them). Finite, unless a loss lies beyond the largest double.
    std::function<void(const PredictionView&, std::span<double> values)> values{};
    /// Maps the mean of the row values to the measure; null for the mean itself. Increasing.
    std::function<double(double)> finish{};
    bool proportion = false; ///< row values are 0 or 1, so that counts of independent rows are binomial
    /// Mean of the row value over all pairs of a truth and a prediction, gamma of the .632+ estimator (Efron & Tibshirani 1997), before
    /// `finish`. Rows count alike. O(n log n) or better. Null where it is not known.
    std::function<double(const PredictionView&)> no_information{};
};

/// A measure that is a function of the confusion matrix.
struct OfConfusion {
    std::function<Value(const Confusion&)> value;
    /// The count and its denominator, if it is a proportion of the rows of one truth, of one prediction, or of all; else null.
    std::function<Counts(const Confusion&)> share{};
    bool mean_of_recalls = false; ///< the mean of the recalls of the classes that are true somewhere, if all classes are
};

/// A measure that is a function of the ranking of the positive class against the other.
struct OfRanking {
    std::function<Value(const Ranking&)> value;
    /// The figure that the measure is, or that it is what is left to 1 of if lower is better. Null for another function: only those have
    /// influences and intervals of their own.
    const RankFigure* figure = nullptr;
};

/// What is known of a measure of how scores order the rows of several classes.
struct ClassRanks {
    /// How much each row moves the measure: the derivative in the row's weight (1 where rows count alike), times that weight; they sum to 0.
    /// O(rows x classes x log rows) at most.
    std::function<std::vector<double>(const PredictionView&)> influences;
    /// Sorts rows that count alike once, and gives the measure as a function of how often each of them counts: that of rows so often
    /// repeated, bit for bit. The result holds the view. O(rows x classes) a call.
    std::function<OfRepeats(const PredictionView&)> of_repeats;
    /// What the measure of rows that count alike is too large by on average, to second order, by leaving out each row (Quenouille 1956): where
    /// that is not small beside the influences; else null. O(rows x classes).
    std::function<double(const PredictionView&)> bias{};
};

/// The measure is a quantile of errors.
struct ErrorQuantile {
    std::function<void(const PredictionView&, std::span<double> values)> errors; ///< one a row
    double level = 0.5;
};

/// The measure is how far probabilities are from frequencies in bins of equal width: the mean of |frequency - probability|, or the largest.
struct CalibrationError {
    std::size_t bins = 10;
    bool largest = false;
};

/// A measure that is a function of all rows at once.
struct OfRows {
    /// Of at least one row, weights positive or none.
    std::function<Value(const PredictionView&)> value;
    std::variant<std::monostate, ClassRanks, ErrorQuantile, CalibrationError>
        more{}; ///< what else is known of it, for its intervals
};

/// A measure: a row of the table in src/measure/measures.cpp with its parameters settled.
///
/// It is of one of four kinds, which tells how it is evaluated and which intervals and tests it has. It is additive if it is a mean of row values
/// itself: then it is pooled over splits, else averaged over folds.
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
    bool by_name_only = false; ///< reported only if it is asked for: it repeats another one, or its parameter has no usual value
    std::variant<RowMean, OfConfusion, OfRanking, OfRows> kind{};

    const std::string& name() const { return spec.name(); }
    /// The measure as what it is, null if it is of another kind.
    const RowMean* row_mean() const { return std::get_if<RowMean>(&kind); }
    const OfConfusion* of_confusion() const { return std::get_if<OfConfusion>(&kind); }
    const OfRanking* of_ranking() const { return std::get_if<OfRanking>(&kind); }
    const OfRows* of_rows() const { return std::get_if<OfRows>(&kind); }
    /// What is known of the measure, null if it is something else.
    const RankFigure* rank_figure() const { return of_ranking() != nullptr ? of_ranking()->figure : nullptr; }
    const ClassRanks* class_ranks() const { return known<ClassRanks>(); }
    const ErrorQuantile* error_quantile() const { return known<ErrorQuantile>(); }
    const CalibrationError* calibration() const { return known<CalibrationError>(); }

    bool additive() const { return row_mean() != nullptr && row_mean()->finish == nullptr; }
    /// Whether it is a function of a mean of row values, not the mean itself.
    bool finishes() const { return row_mean() != nullptr && row_mean()->finish != nullptr; }
    double finished(double mean) const { return finishes() ? row_mean()->finish(mean) : mean; }

private:
    template <class T>
    const T* known() const
    {
        return of_rows() != nullptr ? std::get_if<T>(&of_rows()->more) : nullptr;
    }
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
