// Measures: figures of merit of predictions, such as the accuracy or the area under the ROC curve. Each knows
// its direction, its range and what it needs of the predictions.
//
// Example:
//
//     const Labels classes({"no", "yes"});
//     const std::vector<std::uint32_t> truth{1, 0, 1, 0};
//     const std::vector<std::uint32_t> predicted{1, 0, 0, 0};
//     PredictionView predictions;
//     predictions.classes = &classes;
//     predictions.positive = 1;
//     predictions.true_label = truth;
//     predictions.label = predicted;
//     assert(evaluate(make_measure(Spec("accuracy"), true), predictions).number() ==
//            0.75); // 3 of 4 rows are right
//     assert(evaluate(make_measure(Spec("recall"), true), predictions).number() ==
//            0.5); // 1 of 2 positive rows is found
//     assert(evaluate(make_measure(Spec("roc_auc"), true), predictions).reason() ==
//            reasons::no_scores); // the predictions are labels only
#pragma once

#include "unseen/base/direction.hpp"
#include "unseen/base/spec.hpp"
#include "unseen/base/value.hpp"
#include "unseen/measure/baseline.hpp"
#include "unseen/measure/confusion.hpp"
#include "unseen/predictions/predictions.hpp"
#include "unseen/predictions/row_design.hpp"
#include "unseen/rank/ranking.hpp"
#include "unseen/stats/moments.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace unseen {

struct RankFigure;

/// What a measure judges, and what rows have: predicted classes, predicted numbers, or the values of items,
/// which have no truth.
enum class Judges { classes, numbers, values };

/// The name in messages.
std::string name_of(Judges judges);

/// The numbers of classes for which a measure exists. `two`: it judges one class against the other, and has
/// no value for three or more. `several`: it averages over classes; for two classes it is reported only if it
/// is named.
enum class ClassCount { any, two, several };

/// The value of a quotient 0/0 of counts: the precision of a class that is never predicted, the recall of a
/// class that is never true. Choose `zero` or `one` to match a program that prints a number there.
enum class ZeroDivision {
    usual, ///< no value for a single class; 0 in an average over classes, as in scikit-learn
    none,  ///< no value, and the class is left out of an average over classes
    zero,  ///< 0 everywhere
    one,   ///< 1 everywhere
};

/// A measure of given rows as a function of how often each row counts.
using OfRepeats = std::function<Value(std::span<const std::uint32_t> times)>;

/// The values of the positive and of the negative rows that a net benefit counts; others have 0.
struct BenefitWeights {
    double positive = 1.0;
    double negative = -1.0;
};

/// A measure that is the mean of one value per row, possibly passed through `finish` (rmse is the root of the
/// mean squared error).
struct RowMean {
    /// The kind of a row value. Closed forms of estimates are known for some losses.
    enum class Loss {
        other,
        of_labels,    ///< a function of the true and the predicted label
        squared_error ///< (prediction - truth)^2, for one target
    };
    /// Writes one value per row into `values`, which has size() elements. A value is finite unless the loss
    /// exceeds the largest double.
    std::function<void(const PredictionView&, std::span<double> values)> values{};
    /// An increasing function that maps the mean of the row values to the measure. If null, the measure is
    /// the mean itself.
    std::function<double(double)> finish{};
    Loss loss = Loss::other;
    bool proportion = false; ///< row values are 0 or 1, so the count over independent rows is binomial
    bool cut_off =
        false; ///< a row value that would be infinite is the upper end of the measure's range instead
    std::optional<BenefitWeights> benefit{}; ///< of a net benefit at a threshold
    /// Of values of items: the number by which their mean is multiplied; 0: the number of the items.
    double items = 1.0;
    /// Of an item's repeats: what each of them adds to its row value, which is the mean of these numbers.
    /// Null: the values themselves.
    std::function<std::vector<double>(std::span<const double> repeats)> of_repeats{};
    /// The mean of the row value over all pairs of a truth and a prediction, before `finish`: gamma of the
    /// .632+ estimator (Efron & Tibshirani 1997). A pair has the product of its rows' weights. O(n log n) or
    /// better. Null if it is not known.
    std::function<double(const PredictionView&)> no_information{};
};

/// The rows of three kinds that a measure of overlap counts.
struct OverlapCounts {
    double found = 0.0;
    double first = 0.0;
    double second = 0.0;
};

/// A measure of overlap: found / (found + first_weight first + second_weight second), such as f1, where the
/// other rows are the missed positives and the false ones, at weight 1/2 each.
struct Overlap {
    std::function<OverlapCounts(const Confusion&)> counts;
    double first_weight = 1.0;
    double second_weight = 1.0;
};

/// A figure of one class against the others.
enum class ClassFigure { none, precision, recall, f1 };

/// A measure that is a function of the confusion matrix.
struct OfConfusion {
    std::function<Value(const Confusion&)> value;
    /// The count and its denominator, if the measure is a proportion of the rows of one true class, of one
    /// predicted class, or of all rows; else null.
    std::function<Counts(const Confusion&)> share{};
    /// If every class is true and predicted somewhere, the measure is the plain mean of this figure of the
    /// classes.
    ClassFigure mean_of = ClassFigure::none;
    /// The two proportions of which the measure is the quotient, the second below the first; else null.
    std::function<std::pair<Counts, Counts>(const Confusion&)> quotient_of{};
    /// For a measure of two classes that rises in both recalls and does not change if the classes are
    /// exchanged: the recall of a class at which the measure is x, for the class's share of the rows and the
    /// other class's recall; it may lie outside 0..1. Null if none is known in closed form.
    double (*recall_at)(double share, double other_recall, double x) = nullptr;
    bool transposed = false;          ///< recall_at() is of the matrix with truth and prediction exchanged
    std::optional<Overlap> overlap{}; ///< if the measure is one of overlap
};

/// A measure that is a function of the ranking of the positive class against the other.
struct OfRanking {
    std::function<Value(const Ranking&)> value;
    /// The measure is this figure or, if lower is better, 1 minus it. Null for any other function of the
    /// ranking; such a measure has no influences and no special interval.
    const RankFigure* figure = nullptr;
};

/// The parts, for intervals and tests, of a measure of how scores order the rows of several classes.
struct ClassRanks {
    /// One influence per row: the derivative of the measure in the row's weight (1 without weights) times
    /// that weight. Influences sum to 0. O(rows x classes x log rows) at most.
    std::function<std::vector<double>(const PredictionView&)> influences;
    /// Sorts rows without weights once, and returns the measure as a function of how often each row counts.
    /// The value equals that of the repeated rows, bit for bit. The result keeps a reference to the view.
    /// O(rows x classes) per call.
    std::function<OfRepeats(const PredictionView&)> of_repeats;
    /// The jackknife estimate of the measure's bias for rows without weights (Quenouille 1956). Null if the
    /// bias is small compared with the influences. O(rows x classes).
    std::function<double(const PredictionView&)> bias{};
    bool mean_precision = false; ///< the measure is the mean over classes of their average precisions
};

/// The measure is a quantile of errors.
struct ErrorQuantile {
    std::function<void(const PredictionView&, std::span<double> values)> errors; ///< writes one error a row
    double level = 0.5; ///< the level of the quantile: 0.5 is the median
};

/// The measure compares probabilities with frequencies in bins of equal width: the mean of |frequency -
/// probability|, or the largest.
struct CalibrationError {
    std::size_t bins = 10;
    bool largest = false; ///< the largest difference instead of the mean
};

/// The measure is a parameter of the logistic regression of the truth on the logit of its probability
/// (METHODS D.4): the slope, or the intercept where the slope is 1. It is asymptotically normal.
struct CalibrationLine {
    bool slope = false;
    /// One influence per row, as in ClassRanks::influences.
    std::function<std::vector<double>(const PredictionView&)> influences;
};

/// The measure is the share of a loss that is explained: 1 - (mean loss of the rows) / (mean loss of the best
/// constant prediction for the same rows).
struct ExplainedShare {
    std::function<void(const PredictionView&, std::span<double> values)> losses; ///< writes one loss a row
    std::function<void(const PredictionView&, std::span<double> values)>
        of_constant; ///< likewise the losses of the constant
};

/// The measure is the number of positive rows over the sum of their probabilities.
struct EventRatio {};

/// The measure is the net benefit at a threshold over the share of the positive rows.
struct StandardisedBenefit {
    /// Writes one value per row: a weight, or 0.
    std::function<void(const PredictionView&, std::span<double> values)> values;
    BenefitWeights weights{};
};

/// Resampling rows makes the measure too large or too small, so it has no interval (decision 0009).
struct NotDrawn {};

/// A measure that is a function of all rows at once.
struct OfRows {
    /// Needs at least one row; weights, if any, are positive.
    std::function<Value(const PredictionView&)> value;
    std::variant<std::monostate, ClassRanks, ErrorQuantile, CalibrationError, CalibrationLine, ExplainedShare,
                 EventRatio, StandardisedBenefit, NotDrawn>
        more{}; ///< further properties of the measure, for intervals
};

/// The rows that a measure clips: without a bound their loss would be infinite or undefined.
struct ClippedRows {
    /// Their positions, ascending.
    std::vector<std::uint32_t> (*find)(const PredictionView&) = nullptr;
    std::string_view one{};  ///< what such a row has, after "1 row has"
    std::string_view many{}; ///< after "2 rows have"
};

/// A measure: a row of the table in src/measure/measures.cpp with its parameters filled in.
///
/// Its kind (one of four) decides how it is evaluated and which intervals and tests it has. A measure is
/// additive if it is a plain mean of row values. An additive measure is pooled over splits, one of whole
/// repeats over the splits of each repeat; any other is averaged over folds.
struct Measure {
    Spec spec;
    Judges judges = Judges::classes;
    ClassCount class_count = ClassCount::any;
    Direction direction = Direction::lower_is_better;
    double lowest = 0.0;                                      ///< the smallest possible value
    double highest = std::numeric_limits<double>::infinity(); ///< the largest possible value
    std::optional<double> best{}; ///< the best value, if it is neither the smallest nor the largest;
                                  ///< `direction` then says nothing
    std::optional<double>
        highest_of_two{}; ///< the largest possible value for two classes, if it differs: see of_classes()
    std::optional<double> no_skill{}; ///< the value of predictions that have nothing to do with the truth, if
                                      ///< it is the same for all data
    bool of_median = false; ///< of the constants, the median of the target has the best value, or nearly so
    bool needs_labels = false;        ///< needs predicted labels
    bool needs_scores = false;        ///< needs a score for each class
    bool needs_probabilities = false; ///< needs scores that are probabilities
    bool needs_order = false;         ///< needs ordered classes
    /// In a cross-validation it judges all rows of a repeat together, because its mean over folds is far off
    /// where folds hold few rows of a class, or few rows (METHODS I.30).
    bool of_whole_repeats = false;
    bool either_class = false;    ///< of two classes, the value is the same whichever is positive
    bool several_targets = false; ///< also judges points of several numbers
    /// Of values of items: how many of an item's answers, each right or wrong, are drawn; 0: the value is
    /// judged as it is.
    std::uint32_t drawn_answers = 0;
    /// For a measure of one class, its averages over classes with the measures that compute them, such as
    /// {"macro", "recall_macro"}. Reports of each class show the measures that have averages.
    std::vector<std::pair<std::string, std::string>> averages{};
    bool main = false;         ///< one of the few that a report shows first; it shows the others on request
    bool by_name_only = false; ///< reported only if it is named: it repeats another measure, or its parameter
                               ///< has no usual value
    std::variant<RowMean, OfConfusion, OfRanking, OfRows> kind{};
    std::optional<ClippedRows> clipped{}; ///< if it clips rows

    const std::string& name() const { return spec.name(); }
    /// What a figure of the measure is compared with.
    BaselineKind baseline() const
    {
        if (best || calibration() != nullptr) return BaselineKind::none; // shares are calibrated
        if (no_skill) return BaselineKind::no_skill;
        if (judges == Judges::values) return BaselineKind::none;
        if (judges == Judges::classes) return needs_scores ? BaselineKind::shares : BaselineKind::majority;
        return of_median ? BaselineKind::median : BaselineKind::mean;
    }
    /// True if the value is about one of two classes.
    bool depends_on_positive() const { return class_count == ClassCount::two && !either_class; }
    /// The measure's kind; null if it has another kind.
    const RowMean* row_mean() const { return std::get_if<RowMean>(&kind); }
    const OfConfusion* of_confusion() const { return std::get_if<OfConfusion>(&kind); }
    const OfRanking* of_ranking() const { return std::get_if<OfRanking>(&kind); }
    const OfRows* of_rows() const { return std::get_if<OfRows>(&kind); }
    /// A property of the measure that intervals use; null if it does not apply.
    const RankFigure* rank_figure() const { return of_ranking() != nullptr ? of_ranking()->figure : nullptr; }
    const ClassRanks* class_ranks() const { return known<ClassRanks>(); }
    const ErrorQuantile* error_quantile() const { return known<ErrorQuantile>(); }
    const CalibrationError* calibration() const { return known<CalibrationError>(); }
    const CalibrationLine* calibration_line() const { return known<CalibrationLine>(); }
    const ExplainedShare* explained_share() const { return known<ExplainedShare>(); }
    const EventRatio* event_ratio() const { return known<EventRatio>(); }
    const StandardisedBenefit* standardised_benefit() const { return known<StandardisedBenefit>(); }
    bool drawn_anew() const { return calibration() == nullptr && known<NotDrawn>() == nullptr; }

    bool additive() const { return row_mean() != nullptr && row_mean()->finish == nullptr; }
    /// True if the measure is a function of a mean of row values, not the mean itself.
    bool finishes() const { return row_mean() != nullptr && row_mean()->finish != nullptr; }
    double finished(double mean) const { return finishes() ? row_mean()->finish(mean) : mean; }

private:
    template <class T>
    const T* known() const
    {
        return of_rows() != nullptr ? std::get_if<T>(&of_rows()->more) : nullptr;
    }
};

/// Evaluates the measure on these predictions. A weighted mean of row values is an exact sum, rounded once;
/// rows of weight 0 are ignored.
///
/// Without a value the result has a reason: `no_rows`; `zero_weight`, all weights are 0; `no_labels`,
/// `no_scores`, `not_probabilities`, `not_ordered`, the predictions lack what the measure needs;
/// `several_targets`, it judges single numbers and the predictions are points; `not_binary`, it needs exactly
/// two classes; `one_class`, the truth lacks a class that it needs; `nothing_predicted`, it divides by the
/// number of rows predicted as a class, which is 0; `constant_truth`; `infinite`. O(rows), or O(rows log
/// rows) for ranks and quantiles.
Value evaluate(const Measure& measure, const PredictionView& predictions);

/// The values of several measures of the same rows, and intermediate results.
struct Evaluation {
    std::vector<Value> values;    ///< one a measure, as evaluate() gives them
    std::vector<Moments> moments; ///< one a measure, of its row values: with EvaluationOptions::spread and
                                  ///< without weights; else empty
    std::optional<Confusion>
        confusion{}; ///< if a measure is a function of it, or EvaluationOptions::confusion asks for it
    std::optional<Ranking> ranking{}; ///< of the positive class, if a measure is a function of it
};

/// The intermediate results that evaluate_all() keeps.
struct EvaluationOptions {
    std::size_t threads = 1; ///< raise it for millions of rows; 0: all. No value depends on it
    bool spread = false;     ///< keep the moments of row values: set it if intervals follow
    bool confusion = false;  ///< keep the confusion matrix, if rows have no weights
};

/// Evaluates all the measures: one pass over the rows for row values and the confusion matrix, one sort for
/// all ranks. Without weights only the ranking takes memory that grows with the rows.
Evaluation evaluate_all(std::span<const Measure> measures, const PredictionView& predictions,
                        const EvaluationOptions& options = {});

/// Makes the measure that `spec` names, by its name or an alias; the result's spec has the name. `classes`:
/// the response is classes, not numbers. Throws InputError for a measure of the other kind of response, and
/// for an unknown name; the message then gives the nearest known name, or the meaning of the name in another
/// program.
Measure make_measure(const Spec& spec, bool classes, ZeroDivision zero_division = ZeroDivision::usual);
/// The same by the kind of the rows.
Measure make_measure(const Spec& spec, Judges judges, ZeroDivision zero_division = ZeroDivision::usual);
/// The same for rows that are judged, with the range that the measure has for them.
Measure make_measure(const Spec& spec, const RowDesign& rows,
                     ZeroDivision zero_division = ZeroDivision::usual);

/// The spec of a measure by its own name, with every default. Names and aliases are found in any case. Throws
/// InputError for an unknown name, key or value: use it to check a spec before the kind of response is known.
Spec resolve_measure(const Spec& spec);

/// True if the measure that the spec names judges classes, false if it judges numbers. Throws InputError for
/// an unknown name.
bool judges_classes(const Spec& spec);

/// The measure with the range that it has for `n_classes` classes (0: numbers).
Measure of_classes(Measure measure, std::size_t n_classes);
/// The measure with the range that it has for these rows; of values of items, also with their direction.
Measure of_rows(Measure measure, const RowDesign& rows);

/// The measures in the table, in its order.
std::span<const SpecInfo> measure_infos();

/// The measures of the table with their default parameters, in its order.
std::span<const Measure> measures_of_table();

/// The measures that are reported if none is named: error_rate for classes, rmse and mae for numbers,
/// mean_distance and median_distance for points.
std::vector<Spec> default_measures(bool classes, std::size_t targets = 1);

/// What usual_measures() considers in addition to the number of classes.
struct UsualOptions {
    bool ordered = false;    ///< the order of the classes has a meaning (small, medium, large)
    std::size_t targets = 1; ///< numbers a row; more than 1: each prediction is a point
    bool main_only = false;  ///< the few that are shown first (Measure::main)
    ZeroDivision zero_division = ZeroDivision::usual;
    bool values = false; ///< values of items instead of numbers that are predicted
};

/// All measures that make sense for predictions of `n_classes` classes (0: numbers), for a report of
/// everything.
std::vector<Measure> usual_measures(std::size_t n_classes, const UsualOptions& options = {});

} // namespace unseen
