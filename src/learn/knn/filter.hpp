// Private: the rows that can be among the nearest of a row, by distances in single precision.
#pragma once

#include "unseen/data/dataset.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen::knn {

/// Filter and refine: distances of features rounded to single precision, with a bound on the rounding error.
/// Computing the distances of the rows that pass in double precision gives the nearest rows exactly. So
/// nothing here affects a result, and the distances may be summed in any order and with the widest registers
/// that the processor has. Immutable. Takes 4 bytes per cell.
///
/// Differences are squared and summed. The cheaper |x|^2 + |y|^2 - 2 xy would lose the distances of near rows
/// if one row is far out, and the filter would fail.
class Filter {
public:
    static constexpr std::size_t most = 8; ///< rows asked for at a time
    enum class Registers { automatic, portable };

    /// Numeric differences are multiplied by `factors` (empty: by 1). Needs features without missing cells.
    Filter(const Dataset& data, Row candidates, std::span<const double> factors,
           Registers registers = Registers::automatic);

    /// False if numbers are too large for it; near() must not be called then.
    bool usable() const { return usable_; }

    /// For each of `from`, at most 8 rows of the data, the candidates that can be among its `wanted` nearest,
    /// in no order. They include all that are, and a few others.
    std::vector<std::vector<Row>> near(std::span<const Row> from, std::size_t wanted) const;

private:
    std::size_t candidates_;
    std::size_t numeric_ = 0;
    std::size_t features_ = 0;
    bool usable_ = true;
    bool wide_ = false;           ///< the processor has the registers of the faster form
    float unit_ = 1.0F;           ///< the contribution of a categorical difference
    double error_ = 0.0;          ///< of a distance, absolute, by rounded features
    double relative_error_ = 0.0; ///< of a distance, by rounded sums
    std::vector<float>
        cells_; ///< blocks of 16 rows, sorted by feature within a block, numeric features first
};

} // namespace unseen::knn
