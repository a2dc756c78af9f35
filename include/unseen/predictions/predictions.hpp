// The waist: what a fitted model says about rows, joined with the truth. Measures and estimators read only this.
#pragma once

#include "unseen/base/labels.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace unseen {

/// What a learner says about a list of rows, in the order of that list. For classes `label` is filled, and `scores` where the
/// learner has them (rows x classes, row-major, each row sums to 1); for numbers `value`. NaN is never allowed.
struct Predictions {
    std::vector<std::uint32_t> label;
    std::vector<double> scores;
    std::vector<double> value;
    std::vector<std::pair<std::string, double>> complexity; ///< the model's size ("leaves", 7), if the learner tells it

    friend bool operator==(const Predictions&, const Predictions&) = default;
};

/// The predictions of the rows `wanted` out of those of the rows `have` (ascending), or nothing if one of them is not there.
std::optional<Predictions> select_rows(const Predictions& predictions, std::span<const std::uint32_t> have,
                                       std::span<const std::uint32_t> wanted);

/// Predictions joined with truth, for the rows of one split (or of a file of predictions). A view: whoever hands it out keeps the storage.
/// Classes: `true_label`, `label` and perhaps `scores`; numbers: `true_value`, `value`. All spans have size() elements
/// (scores size() x classes, or size() if `one_score`; true_value and value size() x targets), or are empty where they do not apply.
/// Arrays in memory are judged without a copy: classes, true_label, scores and one_score are enough.
struct PredictionView {
    std::span<const std::uint32_t> row; ///< row numbers in the dataset; may be empty where nothing is told apart by them
    const Labels* classes = nullptr;    ///< null for numbers
    std::uint32_t positive = 0;         ///< the class that measures of one class against the other are about
    bool probabilities = true;          ///< each row's scores sum to 1; else they are any numbers, larger for likelier classes
    bool one_score = false;             ///< of two classes, `scores` holds the positive one's alone
    /// Where there is one score a row and no label: a row is predicted positive if its score is at least this.
    std::optional<double> threshold{};
    bool ordered = false;    ///< the classes are in an order that means something, lowest first
    std::size_t targets = 1; ///< numbers a row: a point in so many dimensions
    std::span<const std::uint32_t> true_label;
    std::span<const std::uint32_t> label;
    std::span<const double> scores;
    std::span<const double> true_value;
    std::span<const double> value;
    std::span<const double> weight;        ///< empty: every row counts alike
    std::span<const std::uint32_t> in_bag; ///< how often each row was in the training multiset; empty: never
    /// Size of the model, where the learner tells it.
    std::span<const std::pair<std::string, double>> complexity;

    /// Rows: as many as there are truths.
    std::size_t size() const { return classes != nullptr ? true_label.size() : true_value.size() / targets; }
    /// Row i's score for class c. With `one_score` the other class's is 1 - score if they are probabilities, else -score.
    double score(std::size_t i, std::size_t c) const
    {
        if (!one_score) return scores[i * classes->size() + c];
        const double own = scores[i];
        const double of[2] = {probabilities ? 1.0 - own : -own, own};
        return of[static_cast<std::size_t>(c == positive)]; // looked up: a branch would be guessed wrongly too often
    }
    /// Row i's scores for all classes; `two` holds them if `one_score`.
    std::span<const double> class_scores(std::size_t i, std::array<double, 2>& two) const
    {
        if (!one_score) return scores.subspan(i * classes->size(), classes->size());
        two = {score(i, 0), score(i, 1)};
        return two;
    }
    /// How much row i counts: 1 where all count alike.
    double weight_of(std::size_t i) const { return weight.empty() ? 1.0 : weight[i]; }
    bool has_labels() const { return !label.empty() || (threshold && one_score); }
    /// The rows begin .. end-1.
    PredictionView rows(std::size_t begin, std::size_t end) const;
};

/// The class that is positive unless somebody says otherwise: the one called 1, true, yes or positive (in any case) if there is
/// exactly one, else the last. 0 if there are no classes.
std::uint32_t default_positive(const Labels& classes);

/// A fit that gave nothing: why. It costs that fit alone.
struct Failure {
    std::string code; ///< `threw`, `nan`, `wrong_shape`, `timeout`; of a program also `exit_code`, `crashed`, `io`
    std::string text; ///< for the reader; outside every comparison
};

/// Where predictions come from: one split of a plan.
struct SplitInfo {
    std::uint64_t index = 0; ///< position in the plan
    std::uint32_t repeat = 0;
    std::uint32_t fold = 0;
    std::uint64_t train_rows = 0; ///< with multiplicity
    std::uint64_t test_rows = 0;
    double seconds = 0.0; ///< of the fit and its predictions; outside every comparison
};

/// Takes the predictions of a plan's splits, in plan order, from one thread at a time.
class Sink {
public:
    virtual ~Sink() = default;
    virtual void take(const SplitInfo& split, const PredictionView& predictions) = 0;
    virtual void take(const SplitInfo& split, const Failure& failure) = 0;
};

} // namespace unseen
