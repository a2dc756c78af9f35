// Private: a state of fixed size: counts, exact sums, and cells of scores and errors.
#pragma once

#include "state/bytes.hpp"
#include "state/value_cells.hpp"

#include "unseen/score/score.hpp"
#include "unseen/stats/moments.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace unseen {

/// Accumulates the rows of a test set. Memory does not depend on the number of rows. It holds
///
/// - the confusion matrix, as counts by label;
/// - the moments of each measure that is a mean of row values: the usual measures and those that were named;
/// - for two classes with scores, the numbers of positive and negative rows with a score in each cell;
/// - for each quantile of errors, the number of errors in each cell.
class FixedState {
public:
    /// An empty state for rows like these. Throws InputError for what such a state cannot hold: weights,
    /// folds, clusters, subgroups.
    FixedState(const ScoredRows& like, const std::vector<Spec>& measures, std::uint64_t cells);

    /// Adds rows that were made with a fixed task and positive class.
    void add(const ScoredRows& rows, std::uint64_t without_truth, bool labels_by_threshold);
    void add_without_truth(std::uint64_t rows) { without_truth_ += rows; }
    /// Throws InputError, naming both sources, if the states were not made in the same way.
    void merge(const FixedState& other, const std::string& source, const std::string& other_source);
    /// Computes the figures. Measures that the state does not hold have the reason `needs_exact_state`.
    ScoreReport report(const ScoreOptions& options) const;

    void write(ByteWriter& out) const;
    static FixedState read(ByteReader& in);

private:
    /// A measure and its accumulators.
    struct Figure {
        Measure measure;
        Moments moments{};
        bool infinite = false;              ///< the value of a row is infinite
        std::optional<ValueCells> errors{}; ///< for a quantile, instead of the moments
    };

    FixedState() = default;
    void forget_threshold_labels();
    ScoredRows representative() const;
    ScoredMeasure figure_of(const Measure& measure, const ScoredRows& rows,
                            const std::optional<Confusion>& confusion, const ScoreOptions& options,
                            std::vector<Warning>& warnings) const;
    const Figure* held(const Measure& measure) const;

    ScoreTask task_ = ScoreTask::binary;
    std::uint64_t n_cells_ = 65536;
    std::size_t targets_ = 1;
    std::string positive_; ///< of two classes
    bool has_scores_ = false;
    bool probabilities_ = true; ///< the scores of every row are probabilities
    bool labels_by_threshold_ =
        false; ///< labels come from the threshold 1/2, which is for probabilities only
    std::uint64_t rows_ = 0;
    std::uint64_t without_truth_ = 0;
    std::map<std::string, std::uint64_t> truths_; ///< rows by true label
    std::map<std::pair<std::string, std::string>, std::uint64_t>
        labels_;                       ///< rows by true and predicted label
    std::vector<std::string> classes_; ///< further labels, from score columns, sorted
    std::vector<std::string> notes_;   ///< those that hold for all rows, in words
    std::vector<Figure> figures_;
    std::optional<ValueCells> scores_;
};

} // namespace unseen
