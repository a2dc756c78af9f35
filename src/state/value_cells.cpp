#include "state/value_cells.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/uint128.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace unseen {

namespace {

constexpr int finest_power = 16; ///< from 2^16 on, each power of two is one cell
constexpr std::uint64_t share = 16;
constexpr int least_power = -1074;

/// The cell of x >= 0 on CellScale::unit.
std::int64_t unit_cell(double x, std::uint64_t n)
{
    const auto cells = static_cast<std::int64_t>(n);
    if (x < 1.0) return static_cast<std::int64_t>(x * static_cast<double>(n)); // exact: n is a power of two
    const int power = std::ilogb(x);
    const auto fine = static_cast<std::int64_t>(n / share);
    if (power >= finest_power) return cells + finest_power * fine + (power - finest_power);
    return cells + power * fine +
           static_cast<std::int64_t>((std::scalbn(x, -power) - 1.0) * static_cast<double>(n / share));
}

/// The quotient of two whole numbers, which is at most 1, rounded down or up to a double.
double quotient(uint128 numerator, uint128 denominator, bool up)
{
    // Long division gives 53 binary digits from the first nonzero one; the remainder shows whether there are
    // more.
    if (numerator == 0) return 0.0;
    int power = 0;
    while (numerator < denominator) {
        numerator *= 2;
        --power;
    }
    std::uint64_t digits = 0;
    for (int i = 0; i < 53; ++i) {
        digits *= 2;
        if (numerator >= denominator) {
            numerator -= denominator;
            ++digits;
        }
        numerator *= 2;
    }
    if (up && numerator != 0) ++digits;
    return std::ldexp(static_cast<double>(digits), power - 52);
}

/// The sum over i = 1..n of 1 / (b + i).
double harmonic_between(double b, double n)
{
    // Terms are added one by one until the asymptotic series of the digamma function is accurate to the last
    // digit (METHODS I.13).
    ExactSum sum;
    while (n > 0.0 && b < 1000.0) {
        b += 1.0;
        n -= 1.0;
        sum.add(1.0 / b);
    }
    if (n > 0.0) {
        const double from = b + 0.5;
        const double to = from + n;
        sum.add(std::log1p(n / from));
        sum.add((1.0 / (to * to) - 1.0 / (from * from)) / 24.0);
        sum.add(-7.0 * (1.0 / (to * to * to * to) - 1.0 / (from * from * from * from)) / 960.0);
    }
    return sum.value();
}

} // namespace

std::int64_t cell_of(double x, std::uint64_t n, CellScale scale)
{
    if (scale == CellScale::unit) return x >= 0.0 ? unit_cell(x, n) : -1 - unit_cell(-x, n);
    if (x == 0.0) return 0;
    x = std::min(x, std::numeric_limits<double>::max()); // a larger error, infinity, has no exponent
    const int power = std::ilogb(x);
    return 1 + (power - least_power) * static_cast<std::int64_t>(n / share) +
           static_cast<std::int64_t>((std::scalbn(x, -power) - 1.0) * static_cast<double>(n / share));
}

ValueCells::ValueCells(std::uint64_t n, CellScale scale) : n_(n), scale_(scale)
{
    require(std::has_single_bit(n) && n >= 1024 && n <= 1048576,
            "`cells`: '" + std::to_string(n) +
                "' is not valid; expected a power of two from 1024 to 1048576");
    if (scale == CellScale::unit) unit_.assign(n / block_size, nullptr);
}

ValueCell& ValueCells::at(std::int64_t cell)
{
    const std::int64_t number = cell >= 0 ? cell / block_size : (cell + 1) / block_size - 1;
    const auto in_block = static_cast<std::size_t>(cell - number * block_size);
    const bool known = number >= 0 && static_cast<std::size_t>(number) < unit_.size();
    if (known && unit_[static_cast<std::size_t>(number)] != nullptr)
        return (*unit_[static_cast<std::size_t>(number)])[in_block];
    auto& block = blocks_[number];
    if (block == nullptr) block = std::make_unique<Block>();
    if (known) unit_[static_cast<std::size_t>(number)] = block.get();
    return (*block)[in_block];
}

void ValueCells::add(double x, bool positive)
{
    x += 0.0; // turns -0 into 0
    auto& cell = at(cell_of(x, n_, scale_));
    if (cell.positives + cell.negatives == 0) {
        cell.least = x;
        cell.most = x;
    } else {
        cell.least = std::min(cell.least, x);
        cell.most = std::max(cell.most, x);
    }
    ++(positive ? cell.positives : cell.negatives);
}

void ValueCells::merge(const ValueCells& other)
{
    for (const auto& [number, block] : other.blocks_)
        for (std::int64_t i = 0; i < block_size; ++i) {
            const auto& from = (*block)[static_cast<std::size_t>(i)];
            if (from.positives + from.negatives == 0) continue;
            auto& to = at(number * block_size + i);
            const bool empty = to.positives + to.negatives == 0;
            to = {to.positives + from.positives, to.negatives + from.negatives,
                  empty ? from.least : std::min(to.least, from.least),
                  empty ? from.most : std::max(to.most, from.most)};
        }
}

std::vector<ValueCell> ValueCells::cells() const
{
    std::vector<ValueCell> all;
    for (const auto& [number, block] : blocks_)
        for (const auto& cell : *block)
            if (cell.positives + cell.negatives > 0) all.push_back(cell);
    return all;
}

void ValueCells::write(ByteWriter& out) const
{
    const auto all = cells();
    out.count(all.size());
    for (const auto& cell : all) {
        out.count(cell.positives);
        out.count(cell.negatives);
        out.real(cell.least);
        out.real(cell.most);
    }
}

ValueCells ValueCells::read(ByteReader& in, std::uint64_t n, CellScale scale)
{
    ValueCells cells(n, scale);
    const auto count = in.length();
    std::int64_t before = std::numeric_limits<std::int64_t>::min();
    for (std::size_t i = 0; i < count; ++i) {
        const ValueCell cell{in.count(), in.count(), in.real(), in.real()};
        const bool in_range = scale == CellScale::unit || cell.least >= 0.0;
        if (!in_range || !(cell.least <= cell.most) || cell.positives + cell.negatives == 0) in.fail();
        const auto place = cell_of(cell.least, n, scale);
        if (cell_of(cell.most, n, scale) != place || place <= before) in.fail();
        before = place;
        cells.at(place) = cell;
    }
    return cells;
}

Limits auc_limits(std::span<const ValueCell> cells)
{
    // Counts pairs in the right order twice and ties once. The pairs inside a cell of several values may all
    // be right or all be wrong.
    uint128 sure = 0;
    uint128 open = 0;
    uint128 below = 0;
    uint128 positives = 0;
    for (const auto& cell : cells) {
        const uint128 p = cell.positives;
        const uint128 q = cell.negatives;
        sure += 2 * p * below;
        if (cell.one_value())
            sure += p * q;
        else
            open += 2 * p * q;
        below += q;
        positives += p;
    }
    const uint128 pairs = 2 * positives * below;
    return {quotient(sure, pairs, false), quotient(sure + open, pairs, true)};
}

Limits average_precision_limits(std::span<const ValueCell> cells)
{
    ExactSum lower;
    ExactSum upper;
    double found = 0.0;
    double others = 0.0;
    for (std::size_t i = cells.size(); i-- > 0;) {
        const auto p = static_cast<double>(cells[i].positives);
        const auto q = static_cast<double>(cells[i].negatives);
        if (p > 0.0 && cells[i].one_value()) {
            const double gain = p * ((found + p) / (found + p + others + q));
            lower.add(gain);
            upper.add(gain);
        } else if (p > 0.0) {
            // Lower limit: all negative rows of the cell come first, then the positive ones without ties.
            // Upper limit: the positive rows come first; they are taken as tied if negative rows lie before,
            // because that gives more.
            lower.add(p - (others + q) * harmonic_between(found + others + q, p));
            upper.add(p * ((found + p) / (found + p + others)));
        }
        found += p;
        others += q;
    }
    // Each term has an error of a few units in its last place; the slack makes the limits valid.
    constexpr double slack = 1e-13;
    return {std::max(0.0, lower.value() / found * (1.0 - slack)),
            std::min(1.0, upper.value() / found * (1.0 + slack))};
}

Limits quantile_limits(std::span<const ValueCell> cells, double q)
{
    std::uint64_t n = 0;
    for (const auto& cell : cells) n += cell.positives + cell.negatives;
    const double h = static_cast<double>(n - 1) * q;
    const auto below = static_cast<std::uint64_t>(std::floor(h));
    const double part = h - static_cast<double>(below);
    const auto at_rank = [&](std::uint64_t rank) -> Limits {
        for (const auto& cell : cells) {
            const std::uint64_t rows = cell.positives + cell.negatives;
            if (rank < rows) {
                if (rank == 0) return {cell.least, cell.least};
                if (rank + 1 == rows) return {cell.most, cell.most};
                return {cell.least, cell.most};
            }
            rank -= rows;
        }
        return {cells.back().most, cells.back().most};
    };
    const auto low = at_rank(below);
    const auto high = at_rank(std::min(below + 1, n - 1));
    if (low.lower == low.upper && high.lower == high.upper) {
        const double exact = low.lower + part * (high.lower - low.lower);
        return {exact, exact};
    }
    const double infinity = std::numeric_limits<double>::infinity();
    const auto mixed = [part](double a, double b) { return a + part * (b - a); };
    return {part == 0.0 ? low.lower
                        : std::max(low.lower, std::nextafter(mixed(low.lower, high.lower), -infinity)),
            part == 0.0 ? low.upper
                        : std::min(high.upper, std::nextafter(mixed(low.upper, high.upper), infinity))};
}

} // namespace unseen
