// The result of an estimation: a figure with its estimand and interval, and how it was computed.
//
// Example:
//
//     const auto iris = Dataset::make(read_table("data/iris.csv")); // 3 classes of 50 rows
//     const auto majority = make_learner(Spec("majority"), iris.response_type());
//     const Learner* learners[] = {majority.get()};
//     const auto report = estimate(iris, learners, {.estimators = {Spec::parse("cv:folds=10")}});
//     const Estimate& error = report.estimates.front();
//     assert(error.asked.measure == "error_rate" && std::abs(error.value.number() - 2.0 / 3) < 1e-15);
//     assert(error.estimand == Estimand::procedure && error.cost.fits == 10 && error.training_rows == 135);
#pragma once

#include "unseen/base/estimand.hpp"
#include "unseen/base/interval.hpp"
#include "unseen/base/maybe.hpp"
#include "unseen/base/value.hpp"
#include "unseen/base/warning.hpp"
#include "unseen/bound/kinds.hpp"
#include "unseen/predictions/unit_figures.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace unseen {

/// How rows were combined: `pooled` over all rows, or over those of each repeat and averaged over the repeats
/// (Measure::of_whole_repeats); or `mean_of_folds`, the mean of one figure per split.
enum class Aggregation { pooled, mean_of_folds };

/// The name that results, JSON and documents use.
std::string name_of(Aggregation aggregation);

/// A finite-sample bound on the true error, and the counts from which it follows. `unseen bound` gives the
/// same bound for these counts.
struct EstimateBound {
    std::string name;                  ///< its name in data_bound_infos()
    const bound::Kind* kind = nullptr; ///< the kind of bound that takes the counts
    bound::Inputs inputs;
    bound::Bound bound;
    /// How `unseen fit` writes the classifier that the bound is about: a name of deploy_names()
    /// (model/stored_model.hpp), and the plan of the members. Empty if it cannot.
    std::string deploy{};
    std::string members{};
};

/// How much the figures of a plan's repeats differ. This shows what another draw of the splits would change,
/// but nothing about other data.
struct RepeatSpread {
    std::uint64_t repeats = 0; ///< repeats with a figure, two or more
    double standard_deviation = 0.0;
    double least = 0.0;
    double most = 0.0;
};

/// The figures of the splits from which a figure comes.
struct SplitSpread {
    std::vector<Value> per_split{}; ///< in plan order; empty if every split has one row, or
                                    ///< ReductionOptions::per_split is false
    /// Of these figures; not the standard error of the estimate.
    Value standard_deviation = Value::none(reasons::one_split);
    std::optional<RepeatSpread> of_repeats{}; ///< of a plan with repeats
};

/// The figures of the splits' models on the rows that they were trained on; a row drawn twice counts twice.
struct TrainingFigures {
    Value value = Value::none(reasons::no_rows); ///< the mean of the splits' figures
    std::vector<Value> per_split{}; ///< in plan order; empty if ReductionOptions::per_split is false
};

/// The figure of the test rows that equal no training row of their split in all features and the response.
struct WithoutCopies {
    std::uint64_t tested = 0; ///< number of test rows of all splits
    std::uint64_t copies = 0; ///< the number of them that equal a training row of their split
    Value value = Value::none(reasons::no_rows); ///< of the others
};

/// The mean and spread over the fits of one figure of model size (Predictions::complexity) or of time
/// (run/fit_times.hpp).
struct ComplexitySpread {
    std::string name;
    std::uint64_t fits = 0; ///< the number of fits that give the figure
    double mean = 0.0;
    double standard_deviation = 0.0; ///< 0 for one fit
};

/// What was asked: which learner's figure by which estimator and measure. Specs have every default.
struct Asked {
    std::string learner;
    std::string estimator; ///< or the bound
    std::string measure;
    std::string learner_name{};   ///< the learner as the caller named it
    std::string estimator_name{}; ///< the estimator as the caller wrote it
    bool baseline = false;        ///< of a learner that others must beat (Traits::baseline)

    /// Whether figures differ only in their learner.
    bool same_question(const Asked& other) const
    {
        return estimator == other.estimator && measure == other.measure;
    }
};

/// The fits that an estimate needed, and the models that they made.
struct FitCost {
    std::uint64_t fits = 0;
    std::uint64_t failures = 0; ///< fits that failed
    double seconds = 0.0;       ///< time of the fits and predictions; not part of equality of results
    std::vector<std::pair<std::string, double>>
        complexity{}; ///< size of the model of all rows, if that model was fitted
    std::vector<ComplexitySpread>
        complexity_spread{}; ///< the spread over the splits' models, if the figure comes from splits
};

/// What the fits of a learner chose that chooses its own parameters.
struct Selection {
    std::vector<std::pair<std::string, std::uint64_t>>
        chosen; ///< the choices, ordered as text, each with its number of fits
    /// The mean of the figures by which they chose. These come from training rows and are the best of many,
    /// and therefore optimistic; Estimate::value is the honest figure.
    double flat = 0.0;
    std::string measure; ///< the measure of those figures, as a spec
};

/// What a test of two learners needs; a test that does not apply has 0 or null.
struct Pairing {
    double test_train_ratio = 0.0; ///< test rows / training rows of a split, for the corrected resampled t
    /// The horizon of Diebold and Mariano's test for figures of windows in time (Design::window_overlap).
    std::uint64_t window_overlap = 0;

    /// Of a cross-validation without failed fits: the figures of its rows, or why there are none.
    std::shared_ptr<const UnitFigures> units{};

    bool possible() const { return units != nullptr || test_train_ratio > 0.0 || window_overlap > 0; }
};

struct TestedRows; // tested_rows.hpp

/// The figure of predictions that need no feature, from the same rows, and learned from the same training
/// rows.
struct BaselineFigure {
    std::string learner{}; ///< its spec; empty: no learner makes it
    std::string name{};    ///< in a sentence: "always saying 'no'"
    Value value = Value::none(reasons::no_value);
    std::vector<Value> per_split{};             ///< as SplitSpread::per_split
    std::shared_ptr<const TestedRows> tested{}; ///< as Estimate::tested
    std::shared_ptr<const UnitFigures> units{}; ///< as Pairing::units
};

/// One figure: a learner under an estimator, by one measure.
struct Estimate {
    Asked asked;
    Value value = Value::none(reasons::no_rows);
    Estimand estimand = Estimand::none;
    double training_rows = 0.0;   ///< mean training size, with multiplicity
    bool possible_errors = false; ///< each row that may be an error counts as one: no estimate, but a bound
    Aggregation aggregation = Aggregation::pooled;
    Maybe<Interval> interval = reasons::no_value;
    /// For several models tested on one set of rows, if there is an interval: the one at the higher level at
    /// which the intervals of all models hold together (METHODS E.18). So it also holds for the model with
    /// the best figure.
    std::optional<Maybe<Interval>> simultaneous{};
    std::optional<EstimateBound> bound{}; ///< for a bound from data, unless `value` has a reason
    /// The figures from which `value` is computed, if it is not a mean of losses (`resubstitution` ...),
    /// before the measure's root.
    std::vector<std::pair<std::string, double>> parts{};
    SplitSpread spread{};
    std::optional<TrainingFigures> training{}; ///< if requested, and if splits are judged on their test rows
    FitCost cost{};
    std::optional<Selection> selection{}; ///< of a learner that chooses its own parameters
    Pairing pairing{};
    std::optional<BaselineFigure> baseline{};      ///< none of a learner that is a baseline itself
    std::optional<WithoutCopies> without_copies{}; ///< if equal rows are more than chance
    /// Of the best of several learners, chosen by its figure: the figure without the optimism of the choice
    /// (METHODS E.17), if the choice was not sure and the losses of the rows are known.
    std::optional<double> bias_corrected{};
    /// The test rows of an estimator with one split (a hold-out, a test file), if there is a baseline to
    /// compare with on them; null if they take more than most_tested_cells.
    std::shared_ptr<const TestedRows> tested{};
    std::vector<Warning> warnings{};
};

} // namespace unseen
