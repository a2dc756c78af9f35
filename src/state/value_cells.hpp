// Private: numbers counted in cells that are fixed before the data are seen, and what the counts tell for sure of the exact figures (METHODS I.13).
#pragma once

#include "state/bytes.hpp"

#include "unseen/base/interval.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

namespace unseen {

/// The numbers in one cell, those of positive and of negative rows, and between which they lie.
struct ValueCell {
    std::uint64_t positives = 0;
    std::uint64_t negatives = 0;
    double least = 0.0;
    double most = 0.0;

    bool one_value() const { return least == most; }
};

/// What the cells are narrow about.
enum class CellScale {
    unit, ///< equal cells in [0, 1], and in [-1, 0]; beyond, a sixteenth as many in each power of two up to 2^16, one in each beyond: for scores
    relative, ///< a sixteenth as many in each power of two, of numbers from 0 up: for errors
};

/// The number of the cell of x among cells of which there are `n`, a power of two, in [0, 1]: ascends with x.
std::int64_t cell_of(double x, std::uint64_t n, CellScale scale);

/// Counts of numbers in cells. Memory: 32 bytes for each of `n` cells, a few times that for numbers far apart, whatever their count.
class ValueCells {
public:
    /// Throws InputError unless n is a power of two from 2^10 to 2^20.
    ValueCells(std::uint64_t n, CellScale scale);

    void add(double x, bool positive);
    /// Adds the counts of cells of the same kind.
    void merge(const ValueCells& other);
    /// Cells that are not empty, in ascending order. Valid until the next add.
    std::vector<ValueCell> cells() const;

    /// Equal counts write equal bytes.
    void write(ByteWriter& out) const;
    static ValueCells read(ByteReader& in, std::uint64_t n, CellScale scale);

private:
    static constexpr std::int64_t block_size = 1024;
    using Block = std::array<ValueCell, block_size>;
    ValueCell& at(std::int64_t cell);

    std::uint64_t n_;
    CellScale scale_;
    std::map<std::int64_t, std::unique_ptr<Block>> blocks_;
    std::vector<Block*> unit_; ///< the blocks of [0, 1], where most scores are
};

/// Limits of the area under the ROC curve of the rows in these cells, ascending: the negative rows of each cell below all its positive ones, or
/// above, but for cells of one value, where all are tied. Rounded outward. At least one row of each class.
Limits auc_limits(std::span<const ValueCell> cells);
/// Limits of the average precision. At least one positive row.
Limits average_precision_limits(std::span<const ValueCell> cells);
/// Limits of the quantile of all values, interpolated as quantile() does. At least one value.
Limits quantile_limits(std::span<const ValueCell> cells, double q);

} // namespace unseen
