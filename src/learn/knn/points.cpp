#include "learn/knn/points.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace unseen::knn {

Point Point::of(const Dataset& data, Row row)
{
    Point point;
    for (const auto& column : data.features()) {
        if (column.is_numeric())
            point.numbers.push_back(column.numeric().values[row]);
        else
            point.codes.push_back(column.coded().codes[row]);
        point.missing = point.missing || column.missing(row);
    }
    return point;
}

Points::Points(const Dataset& data, std::span<const Row> rows) : size_(rows.size())
{
    for (const auto& column : data.features()) ++(column.is_numeric() ? numeric_ : coded_);
    const std::size_t blocks = (size_ + lanes - 1) / lanes;
    numbers_.assign(blocks * lanes * numeric_, 0.0);
    codes_.assign(blocks * lanes * coded_, 0);
    std::size_t number = 0;
    std::size_t code = 0;
    for (const auto& column : data.features()) {
        const std::size_t width = column.is_numeric() ? numeric_ : coded_;
        const std::size_t feature = column.is_numeric() ? number++ : code++;
        for (std::size_t i = 0; i < size_; ++i) {
            const std::size_t at = (i / lanes * width + feature) * lanes + i % lanes;
            if (column.is_numeric())
                numbers_[at] = column.numeric().values[rows[i]];
            else
                codes_[at] = column.coded().codes[rows[i]];
            missing_ = missing_ || column.missing(rows[i]);
        }
    }
}

Point Points::point(std::size_t i) const
{
    Point point;
    const std::size_t block = i / lanes;
    for (std::size_t j = 0; j < numeric_; ++j) {
        point.numbers.push_back(numbers_[(block * numeric_ + j) * lanes + i % lanes]);
        point.missing = point.missing || std::isnan(point.numbers.back());
    }
    for (std::size_t j = 0; j < coded_; ++j) {
        point.codes.push_back(codes_[(block * coded_ + j) * lanes + i % lanes]);
        point.missing = point.missing || point.codes.back() < 0;
    }
    return point;
}

namespace {

/// Two doubles in one register (an extension of g++ and clang). Without it g++ 12 keeps the sums in memory.
using Pair [[gnu::vector_size(16)]] = double;

Pair load(const double* from)
{
    Pair pair;
    std::memcpy(&pair, from, sizeof pair);
    return pair;
}

Pair smaller(Pair a, Pair b) { return a < b ? a : b; }

/// The sums of squared differences of eight rows. Returns false, without sums, as soon as all of them have
/// reached the limit, because they only grow. If not `scaled`, all factors are 1.
template <bool scaled>
bool sum_squares(const double* x, std::span<const double> centres, const double* factors, double limit,
                 Points::Squares& result)
{
    /// The sums are compared with the limit after this many features, and at the end.
    constexpr std::size_t stride = 12;
    const auto squared = [](Pair difference, double factor) {
        if constexpr (scaled) difference *= Pair{factor, factor};
        return difference * difference;
    };
    Pair a{};
    Pair b{};
    Pair c{};
    Pair d{};
    for (std::size_t begin = 0; begin < centres.size(); begin += stride) {
        const std::size_t end = std::min(begin + stride, centres.size());
        for (std::size_t j = begin; j < end; ++j, x += Points::lanes) {
            const Pair centre = {centres[j], centres[j]};
            const double factor = scaled ? factors[j] : 1.0;
            a += squared(load(x) - centre, factor);
            b += squared(load(x + 2) - centre, factor);
            c += squared(load(x + 4) - centre, factor);
            d += squared(load(x + 6) - centre, factor);
        }
        const Pair least = smaller(smaller(a, b), smaller(c, d));
        if (!(least[0] < limit || least[1] < limit)) return false;
    }
    std::memcpy(&result[0], &a, sizeof a);
    std::memcpy(&result[2], &b, sizeof b);
    std::memcpy(&result[4], &c, sizeof c);
    std::memcpy(&result[6], &d, sizeof d);
    return true;
}

} // namespace

bool Points::squares(std::size_t block, const Point& from, std::span<const double> factors, double limit,
                     Squares& result) const
{
    if (missing_ || from.missing) return squares_of_known(block, from, factors, result);
    const double* x = numbers_.data() + block * lanes * numeric_;
    const auto sum = factors.empty() ? sum_squares<false> : sum_squares<true>;
    if (!sum(x, from.numbers, factors.data(), limit, result)) return false;
    const std::int32_t* code = codes_.data() + block * lanes * coded_;
    for (std::size_t j = 0; j < coded_; ++j, code += lanes)
        for (std::size_t i = 0; i < lanes; ++i) result[i] += code[i] != from.codes[j] ? 1.0 : 0.0;
    return true;
}

bool Points::squares_of_known(std::size_t block, const Point& from, std::span<const double> factors,
                              Squares& result) const
{
    const double* x = numbers_.data() + block * lanes * numeric_;
    Squares sum{};
    Squares known{};
    for (std::size_t j = 0; j < numeric_; ++j, x += lanes)
        for (std::size_t i = 0; i < lanes; ++i) {
            const double d = (x[i] - from.numbers[j]) * (factors.empty() ? 1.0 : factors[j]);
            const bool both = !std::isnan(d);
            sum[i] += both ? d * d : 0.0;
            known[i] += both ? 1.0 : 0.0;
        }
    const std::int32_t* code = codes_.data() + block * lanes * coded_;
    for (std::size_t j = 0; j < coded_; ++j, code += lanes)
        for (std::size_t i = 0; i < lanes; ++i) {
            const bool both = code[i] >= 0 && from.codes[j] >= 0;
            sum[i] += both && code[i] != from.codes[j] ? 1.0 : 0.0;
            known[i] += both ? 1.0 : 0.0;
        }
    const auto all = static_cast<double>(numeric_ + coded_);
    for (std::size_t i = 0; i < lanes; ++i)
        result[i] = known[i] > 0.0 ? sum[i] * (all / known[i]) : std::numeric_limits<double>::infinity();
    return true;
}

Pairs::Pairs(const Dataset& data)
{
    for (const auto& column : data.features()) ++(column.is_numeric() ? numeric_ : coded_);
    const std::size_t rows = data.rows();
    numbers_.resize(rows * numeric_);
    codes_.resize(rows * coded_);
    std::size_t number = 0;
    std::size_t code = 0;
    for (const auto& column : data.features()) {
        for (std::size_t r = 0; r < rows; ++r) {
            if (column.is_numeric())
                numbers_[r * numeric_ + number] = column.numeric().values[r];
            else
                codes_[r * coded_ + code] = column.coded().codes[r];
            missing_ = missing_ || column.missing(r);
        }
        ++(column.is_numeric() ? number : code);
    }
}

void Pairs::squares(Row from, std::span<const Row> to, std::span<const double> factors,
                    std::span<double> result) const
{
    std::size_t i = 0;
    if (missing_)
        for (; i < to.size(); ++i) result[i] = of_known(from, to[i], factors);
    const double* scale = factors.empty() ? nullptr : factors.data();
    for (; i + 4 <= to.size(); i += 4) some<4>(from, &to[i], scale, &result[i]);
    for (; i < to.size(); ++i) some<1>(from, &to[i], scale, &result[i]);
}

/// Several sums at once, because each addition waits for the previous one in its sum. `factors` may be null.
template <std::size_t n>
void Pairs::some(Row from, const Row* to, const double* factors, double* result) const
{
    const double* centre = numbers_.data() + from * numeric_;
    std::array<const double*, n> x;
    std::array<double, n> sum{};
    for (std::size_t i = 0; i < n; ++i) x[i] = numbers_.data() + to[i] * numeric_;
    if (factors == nullptr) {
        for (std::size_t j = 0; j < numeric_; ++j)
            for (std::size_t i = 0; i < n; ++i) {
                const double d = x[i][j] - centre[j];
                sum[i] += d * d;
            }
    } else {
        for (std::size_t j = 0; j < numeric_; ++j)
            for (std::size_t i = 0; i < n; ++i) {
                const double d = (x[i][j] - centre[j]) * factors[j];
                sum[i] += d * d;
            }
    }
    for (std::size_t j = 0; j < coded_; ++j)
        for (std::size_t i = 0; i < n; ++i)
            sum[i] += codes_[to[i] * coded_ + j] != codes_[from * coded_ + j] ? 1.0 : 0.0;
    std::copy(sum.begin(), sum.end(), result);
}

double Pairs::of_known(Row from, Row to, std::span<const double> factors) const
{
    double sum = 0.0;
    double known = 0.0;
    for (std::size_t j = 0; j < numeric_; ++j) {
        const double d = (numbers_[to * numeric_ + j] - numbers_[from * numeric_ + j]) *
                         (factors.empty() ? 1.0 : factors[j]);
        if (std::isnan(d)) continue;
        sum += d * d;
        known += 1.0;
    }
    for (std::size_t j = 0; j < coded_; ++j) {
        const auto a = codes_[to * coded_ + j];
        const auto b = codes_[from * coded_ + j];
        if (a < 0 || b < 0) continue;
        sum += a != b ? 1.0 : 0.0;
        known += 1.0;
    }
    const auto all = static_cast<double>(numeric_ + coded_);
    return known > 0.0 ? sum * (all / known) : std::numeric_limits<double>::infinity();
}

Multiplicity::Multiplicity(const RowSet& set, std::vector<std::uint32_t>& map) : set_(set), map_(map)
{
    if (set_.is_complement())
        for (const Row r : set_.left_out()) map_[r] = 1;
    else
        set_.for_each([&](Row r, std::uint32_t count) { map_[r] = count; });
}

Multiplicity::~Multiplicity()
{
    if (set_.is_complement())
        for (const Row r : set_.left_out()) map_[r] = 0;
    else
        set_.for_each([&](Row r, std::uint32_t) { map_[r] = 0; });
}

namespace {

/// Selects the nearest `wanted` of the rows offered. Rows are offered in ascending order, so a row at the
/// distance of the limit loses the tie. Up to twice as many rows are kept and then reduced, which is cheaper
/// than a heap.
class Selection {
public:
    explicit Selection(std::size_t wanted) : wanted_(wanted) { kept_.reserve(2 * wanted + 1); }

    double limit() const { return limit_; }
    /// False as long as a row at any distance, even an infinite one, is accepted.
    bool full() const { return full_; }

    void offer(const Neighbour& neighbour)
    {
        kept_.push_back(neighbour);
        if (kept_.size() > 2 * wanted_ || (!full_ && kept_.size() == wanted_)) thin();
    }

    std::vector<Neighbour> finish()
    {
        std::sort(kept_.begin(), kept_.end());
        if (kept_.size() > wanted_) kept_.resize(wanted_);
        return std::move(kept_);
    }

private:
    void thin()
    {
        const auto last = kept_.begin() + static_cast<std::ptrdiff_t>(wanted_) - 1;
        std::nth_element(kept_.begin(), last, kept_.end());
        limit_ = last->square;
        full_ = true;
        kept_.resize(wanted_);
    }

    std::size_t wanted_;
    std::vector<Neighbour> kept_;
    double limit_ = std::numeric_limits<double>::infinity();
    bool full_ = false;
};

void offer_block(const Candidates& candidates, std::size_t block, const Points::Squares& squares,
                 Selection& selection)
{
    const std::size_t begin = block * Points::lanes;
    const std::size_t end = std::min(begin + Points::lanes, candidates.size);
    for (std::size_t i = begin; i < end; ++i) {
        const double square = squares[i - begin];
        if (selection.full() && !(square < selection.limit())) continue;
        const Row row = candidates.ids.empty() ? static_cast<Row>(i) : candidates.ids[i];
        std::uint32_t count = candidates.counts.empty() ? 1 : candidates.counts[i];
        if (candidates.members != nullptr) count = (*candidates.members)[row];
        if (count > 0) selection.offer({square, row, count});
    }
}

} // namespace

std::vector<std::vector<Neighbour>> nearest_rows(const Candidates& candidates, std::span<const Point> from,
                                                 std::span<const double> factors, std::size_t wanted)
{
    std::vector<Selection> selections(from.size(), Selection(std::min(wanted, candidates.size)));
    const std::size_t blocks = (candidates.size + Points::lanes - 1) / Points::lanes;
    // Blocks are the outer loop, so that a block is read from memory once for all points.
    Points::Squares squares;
    for (std::size_t block = 0; block < blocks; ++block)
        for (std::size_t q = 0; q < from.size(); ++q) {
            auto& selection = selections[q];
            const double limit =
                selection.full() ? selection.limit() : std::numeric_limits<double>::infinity();
            // An infinite limit would reject blocks whose distances overflow or are all unknown, although no
            // row has been found yet.
            if (!candidates.points.squares(block, from[q], factors, limit, squares)) {
                if (selection.full()) continue;
                squares.fill(limit);
            }
            offer_block(candidates, block, squares, selection);
        }
    std::vector<std::vector<Neighbour>> found;
    for (auto& selection : selections) found.push_back(selection.finish());
    return found;
}

} // namespace unseen::knn
