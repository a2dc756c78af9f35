// The predictions of a fitted model for rows, joined with their truth. Measures and estimators read only
// these.
//
// Example:
//
//     const Labels classes({"no", "yes"});
//     const std::vector<std::uint32_t> truth = {1, 0};
//     const std::vector<double> scores = {0.8, 0.3};
//     const PredictionView view{
//         .classes = &classes, .positive = 1, .one_score = true, .true_label = truth, .scores = scores};
//     assert(view.size() == 2 && view.score(0, 1) == 0.8);
//     assert(std::abs(view.score(0, 0) - 0.2) < 1e-15); // the other class
#pragma once

#include "unseen/base/failures.hpp"
#include "unseen/base/labels.hpp"
#include "unseen/base/warning.hpp"
#include "unseen/predictions/judged_items.hpp"
#include "unseen/predictions/repeated_items.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace unseen {

/// The choice of a learner that chooses its own parameters, in one fit.
struct Choice {
    std::string text; ///< the parameters that it chose, in one line: `k=7`
    double figure =
        0.0; ///< its estimate for the choice, from training rows only. As the best of many it is too good
    std::string measure{}; ///< the measure of that figure, as a spec

    friend bool operator==(const Choice&, const Choice&) = default;
};

/// The predictions of a learner for a list of rows, in the order of that list. For classes: `label`, and
/// `scores` if the learner has them (rows x classes, row-major). For numbers: `value` (rows x targets,
/// row-major). NaN is not allowed.
struct Predictions {
    std::vector<std::uint32_t> label;
    std::vector<double> scores;
    std::vector<double> value;
    /// The scores of a row sum to 1. False: they are decision values, larger for more likely classes.
    bool probabilities = true;
    /// The size of the model, such as ("leaves", 7), if the learner reports it, and other facts about it,
    /// such as ("out_of_bag_error", 0.2).
    std::vector<std::pair<std::string, double>> complexity;
    std::optional<Choice> choice{};  ///< of a learner that chooses
    std::vector<Warning> warnings{}; ///< about the fit, for example that a solver did not converge

    friend bool operator==(const Predictions&, const Predictions&) = default;
};

/// The predictions for the rows `wanted`, taken from the `predictions` for the rows `have` (ascending).
/// std::nullopt unless `have` contains all of them.
std::optional<Predictions> select_rows(const Predictions& predictions, std::span<const std::uint32_t> have,
                                       std::span<const std::uint32_t> wanted);

/// Predictions joined with truth, for the rows of one split or of a file of predictions. A view; its maker
/// keeps the storage alive. Classes: `true_label`, and `label` or `scores` or both; numbers: `true_value` and
/// `value`; values of items: `value` alone. Each span has size() elements (scores: size() x classes, or
/// size() if `one_score`; true_value and value: size() x targets), or is empty if it does not apply. To judge
/// arrays in memory without a copy, fill in classes, true_label, scores and one_score.
struct PredictionView {
    std::span<const std::uint32_t>
        row{};                       ///< row numbers in the dataset; may be empty if no caller needs them
    const Labels* classes = nullptr; ///< null for numbers
    std::uint32_t positive = 0;      ///< the class that precision, recall, roc_auc and the like are about
    bool probabilities =
        true; ///< the scores of a row sum to 1; false: any numbers, larger for more likely classes
    bool one_score = false; ///< of two classes, `scores` holds only those of the positive class
    /// With `one_score` and without `label`: a row is predicted positive if its score is at least this.
    std::optional<double> threshold{};
    bool ordered = false;    ///< the order of the classes has a meaning; the lowest comes first
    std::size_t targets = 1; ///< numbers per row: the dimension of the points that are predicted
    std::span<const std::uint32_t> true_label{};
    std::span<const std::uint32_t> label{};
    std::span<const double> scores{};
    std::span<const double> true_value{};
    std::span<const double> value{};
    /// Of values of items: of how many answers each is the mean; empty: of one.
    std::span<const std::uint32_t> answers{};
    /// Of values of items that were judged several times: all of them; null: `value` has all there is.
    const RepeatedItems* repeated = nullptr;
    const JudgedItems* judged =
        nullptr;                      ///< of values of items: what a judge says of them and of further items
    std::span<const double> weight{}; ///< empty: all rows count alike
    std::span<const std::uint32_t>
        in_bag{}; ///< how often each row was in the training multiset; empty: never
    /// The size of the model, if the learner gives it.
    std::span<const std::pair<std::string, double>> complexity{};
    const Choice* choice = nullptr;      ///< of a learner that chooses; else null
    std::span<const Warning> warnings{}; ///< about the fit

    /// The number of rows.
    std::size_t size() const
    {
        if (classes != nullptr) return true_label.size();
        return (true_value.empty() ? value : true_value).size() / targets;
    }
    /// The score of row i for class c. With `one_score`, the score of the other class is 1 - score for
    /// probabilities, else -score.
    double score(std::size_t i, std::size_t c) const
    {
        if (!one_score) return scores[i * classes->size() + c];
        const double own = scores[i];
        const double of[2] = {probabilities ? 1.0 - own : -own, own};
        return of[static_cast<std::size_t>(
            c == positive)]; // looked up: a branch would be guessed wrongly too often
    }
    /// The scores of row i for all classes. With `one_score` they are written to `two`.
    std::span<const double> class_scores(std::size_t i, std::array<double, 2>& two) const
    {
        if (!one_score) return scores.subspan(i * classes->size(), classes->size());
        two = {score(i, 0), score(i, 1)};
        return two;
    }
    /// The weight of row i; 1 without weights.
    double weight_of(std::size_t i) const { return weight.empty() ? 1.0 : weight[i]; }
    /// True if the predicted classes are known, from `label` or by `threshold`.
    bool has_labels() const { return !label.empty() || (threshold && one_score); }
    /// A view of the rows begin .. end-1.
    PredictionView rows(std::size_t begin, std::size_t end) const;
};

/// Why a fit failed. The other fits are not affected.
struct Failure {
    Failure(const FailureCode& its_code, std::string its_text) : code(its_code), text(std::move(its_text)) {}
    /// With a code that was read from a file, or that the learner of a user gave.
    Failure(OwnCode its_code, std::string its_text)
        : code(std::move(its_code.name)),
          text(std::move(its_text))
    {
    }

    std::string code; ///< of failures.hpp, or one of a user's learner
    std::string text; ///< for the reader; never compared
};

/// The split of a plan that predictions come from.
struct SplitInfo {
    std::uint64_t index = 0; ///< position in the plan
    std::uint32_t repeat = 0;
    std::uint32_t fold = 0;
    std::uint64_t train_rows = 0; ///< with multiplicity
    std::uint64_t test_rows = 0;
    bool trained_on_rest = false; ///< the training rows are all labelled rows that are not tested
    double seconds = 0.0;         ///< time of the fit and its predictions; never compared
};

/// Receives the predictions, or the failure, of each split of a plan. Calls come in plan order, from one
/// thread at a time; the views are valid during the call.
class Sink {
public:
    virtual ~Sink() = default;
    virtual void take(const SplitInfo& split, const PredictionView& predictions) = 0;
    virtual void take(const SplitInfo& split, const Failure& failure) = 0;
};

} // namespace unseen
