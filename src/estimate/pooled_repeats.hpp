// Private: a measure of the pooled rows of each repeat of a cross-validation, and the influences of the rows
// on it (METHODS I.30).
#pragma once

#include "interval/repeated_losses.hpp"

#include "unseen/estimate/estimate.hpp"
#include "unseen/measure/measure.hpp"
#include "unseen/stats/moments.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace unseen {

/// All test rows of one repeat.
struct RepeatRows {
    std::size_t repeat = 0;
    std::span<const std::uint32_t> unit; ///< of each row: its number, or that of its group
    std::span<const std::size_t> ends;   ///< of the splits, as positions of rows
    PredictionView rows;
};

/// The mean over repeats of evaluate_repeat() of the rows of each, and the influences of the rows on it.
class PooledRepeats {
public:
    /// `spread`: keep the influences of the rows, for spread() and units().
    PooledRepeats(std::size_t repeats, bool spread) : keep_spread_(spread), losses_(repeats) {}

    void take(const Measure& measure, const RepeatRows& repeat);

    /// The mean over the repeats that have a value, or the reason why the last without one has none.
    Value value() const { return values_.count() > 0 ? Value(values_.mean()) : missing_; }
    std::uint64_t repeats() const { return repeats_; }
    /// The number of repeats without a value.
    std::uint64_t undefined() const { return repeats_ - values_.count(); }
    const Reason& reason() const { return missing_.reason(); }
    std::optional<RepeatSpread> of_repeats() const;

    /// The spread of the influences, or nothing if a repeat has no value, or a unit was not tested once in
    /// every repeat.
    std::optional<LossSpread> spread() const;
    /// The value plus the mean influence of each unit, or nothing, as spread().
    std::optional<UnitFigures> units() const;

private:
    bool keep_spread_;
    RepeatedLosses losses_; ///< the influences, times the rows
    std::uint64_t smallest_class_ = 0;
    std::vector<double> explained_; ///< by unit, of an explained share: the sum of the losses
    Moments values_;
    double least_ = 0.0;
    double most_ = 0.0;
    std::uint64_t repeats_ = 0;
    Value missing_ = Value::none(reasons::no_rows);
};

} // namespace unseen
