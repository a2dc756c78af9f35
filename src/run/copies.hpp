// Private: rows that splits test although they trained on a copy.
#pragma once

#include "predictions/gathered_rows.hpp"

#include "unseen/data/equal_rows.hpp"
#include "unseen/estimate/estimate.hpp"
#include "unseen/measure/measure.hpp"
#include "unseen/resample/plan.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <span>
#include <string>
#include <vector>

namespace unseen {

/// The equal rows of the dataset if they are more than chance, else none. A series is not searched, because
/// its windows overlap.
EqualRows find_copies(const Dataset& data);

/// Passes predictions on, and judges those of rows without an equal row among the training rows.
class WithoutCopiesSink final : public Sink {
public:
    /// `to`, `measures` and `copies` must outlive the sink. `mean_of_folds`: as Design::mean_of_folds.
    WithoutCopiesSink(Sink& to, std::span<const Measure> measures, Plan plan, const EqualRows& copies,
                      bool mean_of_folds);

    void take(const SplitInfo& split, const PredictionView& predictions) override;
    void take(const SplitInfo& split, const Failure& failure) override { to_.take(split, failure); }
    /// The figure by measure `m`: of a mean of losses over all these rows, of a measure of whole repeats the
    /// mean over these, else the mean of the splits'.
    WithoutCopies figure(std::size_t m) const;

private:
    struct Sum {
        ExactSum values;
        double weight = 0.0;
        const Reason* missing = nullptr;
    };

    bool of_whole_repeats(const Measure& measure) const;
    /// Adds the figure of the rows of the repeat that is open.
    void add_repeat(std::size_t m, Sum& sum) const;

    Sink& to_;
    std::span<const Measure> measures_;
    Plan plan_;
    const EqualRows& copies_;
    std::vector<Row> copied_;            ///< the rows that equal another one
    std::vector<std::uint64_t> trained_; ///< for each set of equal rows, the last split that trained on one
    bool mean_of_folds_;
    GatheredRows repeat_rows_; ///< of the repeat that is open, for measures of whole repeats
    std::size_t repeat_ = 0;
    Scratch scratch_;
    GatheredRows rows_;
    std::vector<std::uint32_t> fresh_;
    std::vector<Sum> sums_;
    std::uint64_t tested_ = 0;
    std::uint64_t seen_ = 0;
};

/// A figure from rows that are not new has no exact limits.
void make_heuristic(Estimate& figure);

/// The warning `duplicate_rows` about estimates, which are changed: their intervals have no guarantee any
/// more. None if no split tests a copy of its training rows.
std::vector<Warning> warn_of_copies(std::vector<Estimate>& estimates, const EqualRows& copies);

} // namespace unseen
