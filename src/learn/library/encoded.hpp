// Private: learners that train on rows of numbers, as other libraries do, with one-hot categories and numbers
// scaled by the training rows.
#pragma once

#include "learn/entry.hpp"

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace unseen {

/// A row of numbers: all of them, or those at `places` (ascending, from 0), where the others are 0.
struct EncodedRow {
    std::span<const double> values;
    std::span<const std::uint32_t> places{};

    /// Calls f(place, value) for each value, ascending.
    template <class F>
    void for_each(const F& f) const
    {
        for (std::size_t i = 0; i < values.size(); ++i)
            f(places.empty() ? i : std::size_t{places[i]}, values[i]);
    }
    /// True if these are the same numbers in memory.
    bool same_as(const EncodedRow& other) const
    {
        return values.data() == other.values.data() && values.size() == other.values.size();
    }
};

/// The training rows. Their order depends only on their content (by response, then by columns), so the order
/// of the rows in a data set has no effect.
struct EncodedProblem {
    std::size_t columns = 0;
    std::size_t used = 0;      ///< columns without those of categories that no training row has
    std::size_t classes = 0;   ///< 0 for numbers
    std::vector<EncodedRow> x; ///< scaled; a row as often as it counts
    std::vector<double> y;     ///< class codes, or numbers; ascending, at least two different ones
    std::vector<Row> rows;     ///< of the dataset
    std::vector<EncodedRow>
        x_aside; ///< rows by which training ends early (key `validation`), in the same form and order
    std::vector<double> y_aside; ///< their classes or numbers
    bool left_out = false;       ///< EncodedModel::left_out is asked for
    std::stop_token stop{};
    FitProgress progress{};
};

/// A model of such rows.
struct EncodedModel {
    /// Writes the scores of all classes (>= 0, with sum 1), or the number, of each row: rows x classes, all 0
    /// before. Many threads call it.
    std::function<void(std::span<const EncodedRow> x, std::span<double> out)> predict{};
    std::vector<std::pair<std::string, double>> complexity{};
    std::vector<Warning> warnings{};
    /// For a model whose scores can be calibrated: writes the decision values of the classes in the same
    /// form; for two classes with training rows only that of the second.
    std::function<void(std::span<const EncodedRow> x, std::span<double> out)> margins{};
    /// For a linear model: makes the functions of the scaled columns, as LinearFunctions has those of
    /// features.
    std::function<LinearFunctions()> linear{};
    /// If it is asked for and known: `losses` in the order of the training rows, and `free_vectors`.
    std::optional<LeftOutLosses> left_out{};
    /// The training rows that decide the model (CompressionSet), by their places in EncodedProblem::x; empty
    /// if all do.
    std::vector<std::size_t> kept{};
    /// The value of the constant column whose weight, times it, makes the intercepts of `linear`.
    double constant = 1.0;
};

/// The treatment of missing cells: if kept, they are NaN, or for a category 0 in all its columns.
enum class Gaps { refused, kept };

/// `predict` of a model that takes one row at a time.
std::function<void(std::span<const EncodedRow>, std::span<double>)>
row_by_row(std::function<void(const EncodedRow& x, std::span<double> out)> predict);

/// The values of the key `scale` that keep zeros (LearnerEntry::sparse_keys).
std::vector<std::string> scales_that_keep_zeros();

using TrainEncoded = std::function<EncodedModel(const Spec&, const EncodedProblem&)>;

/// `prepare` of a learner that trains in this way. The columns are those of one_hot_features(); a category
/// that no training row has carries no information. Numeric features are scaled as the key `scale` says
/// (none, standard, minmax, maxabs), by the training multiset alone; without such a key they are unchanged.
/// The rows are made once; a fit takes O(training cells) more. A training multiset of one class, which the
/// libraries refuse, predicts that class; one of equal numbers predicts that number. Sparse rows stay sparse
/// for specs with one of `sparse_keys`, and give the same numbers.
std::unique_ptr<const Prepared>
prepare_encoded(const Dataset& data, std::span<const Spec> variants, TrainEncoded train,
                Gaps gaps = Gaps::refused,
                const std::vector<std::string>& sparse_keys = scales_that_keep_zeros());

/// The key `scale`.
SpecKey scale_key();

/// The key `calibrate`: scores are made from the margins of out-of-fold rows (sigmoid.hpp), with the training
/// multiset in five folds. The distinct rows (groups: by their first rows), sorted by response and columns,
/// go to the folds in turn, so no randomness is needed and classes are balanced.
SpecKey calibrate_key();

/// The models of classes have decision values unless calibrate=yes: `traits_of` of learners with that key.
void add_decisions(const Spec& spec, Traits& traits);

/// Throws InputError if calibrate=yes and the response is a number: a `check` of learners with that key.
void check_calibrate(const Spec& spec, ResponseType response);

/// Throws InputError if there is no feature; check_encoded() also for a missing cell.
void check_encoded_with_gaps(const Spec& spec, const Dataset& data);
void check_encoded(const Spec& spec, const Dataset& data);

} // namespace unseen
