// The design of rows that are judged: their truth, and how they depend on each other. It is one for all
// models whose predictions are judged on these rows; a model has only its predictions.
//
// Example:
//
//     const RowDesign design{.classes = Labels({"no", "yes"}), .positive = 1, .true_label = {1, 0}};
//     const JudgedPredictions model{.label = {1, 1}};
//     const PredictionView view = view_of(design, model);
//     assert(view.size() == 2 && view.true_label[1] == 0 && view.label[1] == 1);
#pragma once

#include "unseen/base/direction.hpp"
#include "unseen/base/positive_class.hpp"
#include "unseen/predictions/predictions.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace unseen {

/// What was predicted: two classes, several classes, ordered classes, or numbers. `values`: nothing; each row
/// is an item with a value that somebody gave it, and there is no truth.
enum class ScoreTask { binary, multiclass, ordinal, regression, values };

/// The name that the command line and JSON use.
std::string name_of(ScoreTask task);

/// What the values of items can be, as the user states it or as the name of a measure says. It is never
/// taken from the values themselves.
struct ValueScale {
    double lowest = -std::numeric_limits<double>::infinity();
    double highest = std::numeric_limits<double>::infinity();
    Direction direction = Direction::higher_is_better;
    bool right_or_wrong = false; ///< the range is 0 to 1, and all values are one of its ends
    bool of_answers = false;     ///< the same of the values whose means the items have
    std::uint32_t answers = 1;   ///< the number of values of each item; 0: they differ

    friend bool operator==(const ValueScale&, const ValueScale&) = default;
};

/// One fold of a cross-validation.
struct RowFold {
    std::string repeat{};            ///< its label among the repeats
    std::string split{};             ///< its label among the splits
    std::uint32_t repeat_number = 0; ///< from 0, in the order of the labels
    std::uint64_t train_rows = 0;    ///< rows of its model's training set: those of the other folds of its
                                     ///< repeat, unless fewer were used
    bool fewer_rows = false;         ///< the model was trained on fewer rows than the other folds have
    std::uint64_t test_rows = 0;
};

/// The rows, without what any model predicts for them. Fields with a name from PredictionView have its
/// meaning. A list with an element for each row is empty if it does not apply.
struct RowDesign {
    ScoreTask task = ScoreTask::binary;
    Labels classes{};
    std::uint32_t positive = 0;
    PositiveBy positive_by = PositiveBy::name; ///< how it was found
    bool ordered = false;
    std::size_t targets = 1;
    ValueScale scale{};    ///< of the values of items
    std::size_t items = 0; ///< the number of these items
    std::vector<std::uint32_t> true_label{};
    std::vector<double> true_value{};
    std::vector<double> weight{};
    Labels clusters{};                     ///< empty: the rows are the independent draws
    std::vector<std::uint32_t> cluster{};  ///< the code of each row's cluster, from 0 up
    Labels subgroups{};                    ///< values by which parts of the rows are also judged separately
    std::vector<std::uint32_t> subgroup{}; ///< the code of each row's value in `subgroups`
    std::vector<RowFold> folds{};          ///< by repeat, then split; empty if the rows are one test set
    std::vector<std::uint32_t> fold{};     ///< each row's fold, whose model was not trained on it, from 0 up
    std::vector<std::uint32_t>
        name{}; ///< the number of each row's name, the same in all repeats; empty: one repeat, or no names
    std::vector<std::uint64_t> id{}; ///< a hash of each row's id, of a test set whose rows have one
    bool out_of_fold = false; ///< several models predicted the rows, each the rows that it was not trained on
    bool overlapping = false; ///< forecasts from several origins: the rows are not independent draws
    bool time_ordered = false; ///< forecasts: the rows are in the order of time, without gaps
    std::uint64_t horizon = 1; ///< number of steps ahead that was forecast

    /// The number of rows.
    std::size_t size() const
    {
        if (task == ScoreTask::values) return items;
        return task == ScoreTask::regression ? true_value.size() / targets : true_label.size();
    }
};

/// What one model predicts for the rows of a design, owned. The fields have the meaning of those of
/// PredictionView.
struct JudgedPredictions {
    bool probabilities = true;
    bool one_score = false;
    std::vector<std::uint32_t> label{};
    std::vector<double> scores{};
    std::vector<double> value{};
    std::vector<std::uint32_t> answers{}; ///< of values of items: of how many each is the mean; empty: of one
    std::optional<RepeatedItems>
        repeated{}; ///< of items that were judged several times; `value` has the means
    std::optional<JudgedItems> judged{};
};

/// The predictions joined with the rows. The view must not outlive them.
PredictionView view_of(const RowDesign& design, const JudgedPredictions& predicted);

} // namespace unseen
