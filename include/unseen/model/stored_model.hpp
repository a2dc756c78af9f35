// Models in files, from which new rows are predicted.
//
// The file holds everything that determines the model, not the model itself: the training rows, the learner's
// spec with all defaults, the seed, and the use of the fits. Predicting repeats the fits, which gives the
// same model (docs/decisions/0015-a-model-is-its-training-rows.md).
//
// Example:
//
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"));
//     const auto model = parse_model(print_model(stored_model(iris, Spec("tree"), {})), "iris.model");
//     const Table fresh =
//         parse_table("Petal.Width,Petal.Length,Sepal.Width,Sepal.Length\n0.2,1.4,3.5,5.1\n", "new.csv");
//     const auto answer = predict(model, fresh, {});
//     assert(answer.data.classes().name(answer.predictions.label[0]) == "setosa");
#pragma once

#include "unseen/base/maybe.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/run/run.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// Which model is used.
enum class Deploy {
    all_rows,   ///< the learner trained on all rows
    vote,       ///< the members of a plan vote: the most frequent label (ties: the first class), the mean of
                ///< numbers
    randomised, ///< a member of a plan is drawn afresh for each row, by the seed and the row's number
    best_fold, ///< the member of a plan with the smallest error on its test rows: optimistic, and no interval
               ///< is known for it
    holdout,   ///< the fit of a plan with one split: the model that a hold-out's figure is about
    posterior, ///< weights are drawn afresh for each row around those of a linear classifier of all rows, by
               ///< the seed and the row's number (run/drawn_linear.hpp, where the plan has its meaning)
};

/// The names in the order of the enumeration, with help: `all-rows` ...
struct DeployName {
    Deploy deploy;
    std::string name;
    std::string help;
    Spec plan{"resubstitution"}; ///< StoredModel::plan, if none is named
};
const std::vector<DeployName>& deploy_names();

/// Everything that determines a model.
struct StoredModel {
    Spec learner;    ///< with all defaults
    int version = 1; ///< of the learner's implementation
    std::uint64_t seed = 1;
    Deploy deploy = Deploy::all_rows;
    Spec plan{"resubstitution"};          ///< whose fits are the members
    std::optional<std::uint64_t> split{}; ///< best_fold: the number of the split
    std::string data_name{};              ///< the file of the training rows
    std::string data_digest{};            ///< of the dataset they come from, as `unseen data` prints it
    std::vector<std::string> estimates{}; ///< estimates of its error, one on each line
    Roles roles{};                        ///< of the columns of `rows`
    Table rows{}; ///< the training rows: features, target, and the columns with a role
    /// For forecasts: the lags, which are made again for new rows (Roles::lags), and the other features
    /// (Roles::known). In `rows` all of them are columns.
    std::string lags{};
    std::vector<std::string> known{};
};

/// What to store.
struct ModelOptions {
    Deploy deploy = Deploy::all_rows;
    Spec plan{"cv"}; ///< of the members; not for all_rows
    Roles roles{};   ///< the roles with which the dataset was made
    std::string data_name{};
    std::vector<std::string> estimates{}; ///< lines to keep with the model
    RunOptions run{};
};

/// Why no model of these data can be stored, if none can. A model holds its training rows as columns.
std::optional<Refusal> no_model_of(const Dataset& data);

/// The model of all labelled rows of `data`. best_fold does all fits of the plan. Throws InputError for a
/// learner that cannot use the data and a plan of several splits with holdout, and LearnerError if a fit
/// fails.
StoredModel stored_model(const Dataset& data, const Spec& learner, const ModelOptions& options);

/// The file's content: an ARFF file of the training rows, below comments with everything else and a digest of
/// the whole.
std::string print_model(const StoredModel& model);

/// Reads that content; `source` is its name in messages. Throws InputError if it is not a model of version 1,
/// if it was changed or truncated (digest), or if this program has another version of the learner.
StoredModel parse_model(std::string_view text, const std::string& source);

/// The readable form of a fitted model.
struct FittedText {
    std::string text{};              ///< the model in readable form; empty if its learner has no such form
    std::vector<Warning> warnings{}; ///< about the fit
};

/// The text of the single model; nothing if there are several members. Does one fit, and reports it to
/// `progress`.
FittedText text_of(const StoredModel& model, const std::stop_token& stop = {},
                   const FitProgress& progress = {});

/// How to read new rows for the model: `options` with the types of the columns that it needs.
ReadOptions reading_for(const StoredModel& model, ReadOptions options);

/// Predictions for new rows.
struct NewPredictions {
    Dataset data; ///< the training rows, then the new ones that are predicted
    Predictions
        predictions; ///< for the new rows, in their order; of a forecast NaN for rows without all lags
    std::vector<std::string>
        notes; ///< categories of the new rows that no training row has; rows that are not predicted
    std::vector<Warning> warnings{}; ///< rows that are not new to the model, missing cells that were filled
};

/// Predicts all rows of `fresh`. Columns are found by name, in any order; columns other than the features are
/// not read. For a forecast, `fresh` is the series with its target. Each row that has all its lags is
/// predicted from values known when its forecast is made, so its own target may be missing. Throws InputError
/// for a missing column or one of another type, and LearnerError if a fit fails. Does the fits of the plan.
/// `impute`: fill_new_rows().
NewPredictions predict(const StoredModel& model, const Table& fresh, const RunOptions& run,
                       const std::string& impute = "auto");

} // namespace unseen
