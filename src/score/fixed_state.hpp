// Private: what a state of fixed size keeps of scored rows: counts, exact sums, and cells for what is about the order of rows.
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

/// Accumulators of a test set's rows. Memory does not depend on how many rows there are.
///
/// - the confusion matrix, as counts by label;
/// - the moments of each measure that is a mean of row values: those in use for such rows and those that were named;
/// - of two classes with scores: how many positive and negative rows have their score in which cell;
/// - of each quantile of errors: how many errors lie in which cell.
class FixedState {
public:
    /// For rows like these, which are not added. Throws InputError for what such a state cannot hold: weights, folds, clusters, groups.
    FixedState(const ScoredRows& like, const std::vector<Spec>& measures, std::uint64_t cells);

    /// Adds rows, made with roles that settle task and positive class.
    void add(const ScoredRows& rows, std::uint64_t without_truth, bool labels_are_cut);
    void add_without_truth(std::uint64_t rows) { without_truth_ += rows; }
    /// Throws InputError that names both sources if the two are not of one kind.
    void merge(const FixedState& other, const std::string& source, const std::string& other_source);
    /// All figures: for measures that the state does not hold the reason `needs_exact_state`.
    ScoreReport report(const ScoreOptions& options) const;

    void write(ByteWriter& out) const;
    static FixedState read(ByteReader& in);

private:
    /// A measure and what its rows have come to.
    struct Figure {
        Measure measure;
        Moments moments{};
        bool infinite = false;              ///< some row's value is beyond the largest double
        std::optional<ValueCells> errors{}; ///< of a quantile, instead of the moments
    };

    FixedState() = default;
    void forget_cut_labels();
    ScoredRows representative() const;
    ScoredMeasure figure_of(const Measure& measure, const ScoredRows& rows, const std::optional<Confusion>& confusion,
                            const ScoreOptions& options, std::vector<Warning>& warnings) const;
    const Figure* held(const Measure& measure) const;

    ScoreTask task_ = ScoreTask::binary;
    std::uint64_t n_cells_ = 65536;
    std::size_t targets_ = 1;
    std::string positive_; ///< of two classes
    bool has_scores_ = false;
    bool probabilities_ = true;   ///< every row's scores are
    bool labels_are_cut_ = false; ///< labels are the scores cut at 1/2, which is for probabilities only
    std::uint64_t rows_ = 0;
    std::uint64_t without_truth_ = 0;
    std::map<std::string, std::uint64_t> truths_;                         ///< rows by true label
    std::map<std::pair<std::string, std::string>, std::uint64_t> labels_; ///< rows by true and predicted label
    std::vector<std::string> classes_;                                    ///< further labels, of score columns, sorted
    std::vector<std::string> notes_;
    std::vector<Figure> figures_;
    std::optional<ValueCells> scores_;
};

} // namespace unseen
