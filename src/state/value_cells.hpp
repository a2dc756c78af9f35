// Private: counts numbers in cells that are fixed before the data are seen, and computes certain limits of
// exact figures from the counts (METHODS I.13).
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

/// The numbers in one cell: how many are of positive and of negative rows, and the smallest and the largest.
struct ValueCell {
    std::uint64_t positives = 0;
    std::uint64_t negatives = 0;
    double least = 0.0;
    double most = 0.0;

    bool one_value() const { return least == most; }
};

/// How the cells are spaced, for `n` cells in [0, 1].
enum class CellScale {
    /// For scores: n equal cells in [0, 1] and in [-1, 0]; outside, n / 16 cells in each power of two up to
    /// 2^16, then one cell in each.
    unit,
    /// For errors, which are >= 0: n / 16 cells in each power of two.
    relative,
};

/// The number of the cell of x; it ascends with x. `n`, a power of two, is the number of cells in [0, 1].
std::int64_t cell_of(double x, std::uint64_t n, CellScale scale);

/// Counts numbers in cells. Memory: 32 bytes for each of `n` cells, a few times that for numbers of very
/// different sizes, however many numbers are added.
class ValueCells {
public:
    /// Throws InputError unless n is a power of two from 2^10 to 2^20.
    ValueCells(std::uint64_t n, CellScale scale);

    void add(double x, bool positive);
    /// Adds the counts of `other`, which must have the same cells.
    void merge(const ValueCells& other);
    /// The cells that are not empty, in ascending order.
    std::vector<ValueCell> cells() const;

    /// Writes the counts; equal counts give equal bytes.
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

/// Limits of the area under the ROC curve of the rows in `cells` (ascending). The upper limit puts the
/// negative rows of each cell below its positive rows, the lower limit above them; in a cell of one value all
/// rows are tied. Rounded outward. Needs a row of each class.
Limits auc_limits(std::span<const ValueCell> cells);
/// Limits of the average precision. Needs a positive row.
Limits average_precision_limits(std::span<const ValueCell> cells);
/// Limits of the quantile of all values, interpolated as in quantile(). Needs a value.
Limits quantile_limits(std::span<const ValueCell> cells, double q);

} // namespace unseen
