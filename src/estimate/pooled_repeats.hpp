// Private: a measure of the pooled rows of each repeat of a cross-validation, and the influences of the rows
// on it (METHODS I.30).
#pragma once

#include "interval/repeated_losses.hpp"
#include "predictions/gathered_rows.hpp"

#include "unseen/measure/measure.hpp"
#include "unseen/stats/moments.hpp"

namespace unseen {

/// Takes the predictions of each split as they come, and keeps those of one repeat. Memory: that of
/// RepeatedLosses, and the predictions of one repeat.
class PooledRepeats {
public:
    PooledRepeats(std::size_t repeats, std::size_t folds) : folds_(folds), losses_(repeats) {}

    /// Adds the test rows of one split of `repeat` and the unit of each row. Splits come repeat by repeat.
    void take(const Measure& measure, std::size_t repeat, std::span<const std::uint32_t> unit,
              const PredictionView& rows);

    /// The mean over the repeats of the measure of their pooled rows, or the reason why a repeat has none.
    Value value() const;
    /// That value plus the mean influence of each unit; nothing if a repeat has no value, or a unit was not
    /// tested once in every repeat.
    std::optional<UnitFigures> units() const;

private:
    void finish_repeat(const Measure& measure, std::size_t repeat);

    std::size_t folds_;
    RepeatedLosses losses_; ///< the influences, times the rows
    Moments values_;
    Value missing_ = Value::none(reasons::no_rows);
    bool complete_ = true;
    GatheredRows pooled_;
    std::vector<std::uint32_t> unit_;
    std::vector<std::size_t> ends_; ///< of the splits
};

} // namespace unseen
