#include "learn/knn/filter.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#if defined(__x86_64__) && defined(__GNUC__)
#define UNSEEN_WIDE_REGISTERS 1
#include <immintrin.h>
#endif

namespace unseen::knn {

namespace {

constexpr std::size_t lanes = 16; ///< rows of a block
constexpr std::size_t tile = 4;   ///< rows whose distances are summed together, in registers

/// For squared distances between four rows and the 16 rows of a block. The first `numeric` of `features` are
/// numbers, the others categories.
struct Sums {
    const float* block;
    const float* from; ///< feature by feature the cells of the four rows
    std::size_t numeric;
    std::size_t features;
    float unit;
    std::array<float, tile> limits;
};

/// For each of the four rows, the rows of the block within its limit, as one bit each.
using Near = std::array<std::uint32_t, tile>;

/// The distances of a row are written if a row of the block is near.
Near portable_sums(const Sums& s, float (*result)[lanes])
{
    Near near{};
    for (std::size_t q = 0; q < tile; ++q) {
        std::array<float, lanes> sum{};
        for (std::size_t j = 0; j < s.features; ++j) {
            const float centre = s.from[j * tile + q];
            const float* x = s.block + j * lanes;
            if (j < s.numeric)
                for (std::size_t i = 0; i < lanes; ++i) sum[i] += (x[i] - centre) * (x[i] - centre);
            else
                for (std::size_t i = 0; i < lanes; ++i) sum[i] += x[i] != centre ? s.unit : 0.0F;
        }
        std::copy(sum.begin(), sum.end(), result[q]);
        for (std::size_t i = 0; i < lanes; ++i) near[q] |= sum[i] <= s.limits[q] ? 1U << i : 0U;
    }
    return near;
}

#ifdef UNSEEN_WIDE_REGISTERS
__attribute__((target("avx2,fma"))) Near wide_sums(const Sums& s, float (*result)[lanes])
{
    __m256 a[tile];
    __m256 b[tile];
    for (std::size_t q = 0; q < tile; ++q) a[q] = b[q] = _mm256_setzero_ps();
    const float* x = s.block;
    const float* from = s.from;
    for (std::size_t j = 0; j < s.numeric; ++j, x += lanes, from += tile) {
        const __m256 x0 = _mm256_loadu_ps(x);
        const __m256 x1 = _mm256_loadu_ps(x + 8);
#pragma GCC unroll 4
        for (std::size_t q = 0; q < tile; ++q) {
            const __m256 centre = _mm256_broadcast_ss(from + q);
            const __m256 d0 = _mm256_sub_ps(x0, centre);
            const __m256 d1 = _mm256_sub_ps(x1, centre);
            a[q] = _mm256_fmadd_ps(d0, d0, a[q]);
            b[q] = _mm256_fmadd_ps(d1, d1, b[q]);
        }
    }
    const __m256 unit = _mm256_set1_ps(s.unit);
    for (std::size_t j = s.numeric; j < s.features; ++j, x += lanes, from += tile) {
        const __m256 x0 = _mm256_loadu_ps(x);
        const __m256 x1 = _mm256_loadu_ps(x + 8);
#pragma GCC unroll 4
        for (std::size_t q = 0; q < tile; ++q) {
            const __m256 centre = _mm256_broadcast_ss(from + q);
            a[q] = _mm256_add_ps(a[q], _mm256_and_ps(_mm256_cmp_ps(x0, centre, _CMP_NEQ_UQ), unit));
            b[q] = _mm256_add_ps(b[q], _mm256_and_ps(_mm256_cmp_ps(x1, centre, _CMP_NEQ_UQ), unit));
        }
    }
    Near near{};
#pragma GCC unroll 4
    for (std::size_t q = 0; q < tile; ++q) {
        const __m256 limit = _mm256_broadcast_ss(&s.limits[q]);
        const auto first = static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(a[q], limit, _CMP_LE_OQ)));
        near[q] = first | static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(b[q], limit, _CMP_LE_OQ)))
                              << 8;
        if (near[q] == 0) continue;
        _mm256_storeu_ps(result[q], a[q]);
        _mm256_storeu_ps(result[q] + 8, b[q]);
    }
    return near;
}
#endif

/// A rounded squared distance and its row as one number, in the order of the distances.
std::uint64_t key_of(float square, Row row)
{
    return std::uint64_t{std::bit_cast<std::uint32_t>(square)} << 32 | row;
}
float square_of(std::uint64_t key) { return std::bit_cast<float>(static_cast<std::uint32_t>(key >> 32)); }

/// The rows offered so far that may be among the nearest.
class Sieve {
public:
    Sieve(std::size_t wanted, double error, double relative)
        : wanted_(wanted),
          thin_at_(4 * wanted),
          error_(error),
          relative_(relative)
    {
        kept_.reserve(thin_at_ + lanes);
    }

    /// Rows beyond this rounded square are not wanted.
    float limit() const { return limit_; }

    /// Offers the rows first, first + 1 ... whose bits in `near` are set, which are those within the limit.
    void offer(const float (&squares)[lanes], Row first, std::uint32_t near)
    {
        for (; near != 0; near &= near - 1) {
            const auto i = static_cast<Row>(std::countr_zero(near));
            kept_.push_back(key_of(squares[i], first + i));
        }
        if (kept_.size() < thin_at_) return;
        thin();
        thin_at_ = std::max(thin_at_, 2 * kept_.size()); // ties may keep more rows than those wanted
    }

    /// Restarts with a guess of the limit, based on every `step`-th of the rows offered.
    void guess(std::size_t step)
    {
        const double expected = static_cast<double>(wanted_) / static_cast<double>(step);
        const auto rank = static_cast<std::size_t>(expected + 3.0 * std::sqrt(expected) + 2.0);
        if (rank < kept_.size()) {
            std::nth_element(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(rank), kept_.end());
            limit_ = guessed_ = square_of(kept_[rank]);
        } else {
            limit_ = guessed_;
        }
        kept_.clear();
    }

    /// Restarts without a limit.
    void restart()
    {
        limit_ = guessed_ = no_limit;
        kept_.clear();
    }

    /// Drops the rows that are not wanted. False if the guess was too low, so that rows were lost.
    bool finish() { return kept_.size() >= wanted_ && thin() <= guessed_; }

    std::vector<Row> rows() const
    {
        std::vector<Row> rows;
        rows.reserve(kept_.size());
        for (const auto key : kept_) rows.push_back(static_cast<Row>(key));
        return rows;
    }

private:
    static constexpr float no_limit = std::numeric_limits<float>::infinity();

    /// Lowers the limit to the best one known so far, and returns it. If t is the rounded distance of the
    /// last wanted row, enough rows have a distance of at most t (1 + relative) + error. So all wanted rows
    /// have, and their rounded distances are at most that, again with both errors.
    float thin()
    {
        const auto last = kept_.begin() + static_cast<std::ptrdiff_t>(wanted_) - 1;
        std::nth_element(kept_.begin(), last, kept_.end());
        const double exact = std::sqrt(static_cast<double>(square_of(*last))) * (1.0 + relative_) + error_;
        const double rounded = exact * (1.0 + relative_) + error_;
        const float known = std::nextafter(static_cast<float>(rounded * rounded), no_limit);
        limit_ = std::min(limit_, known);
        std::erase_if(kept_, [&](std::uint64_t key) { return square_of(key) > limit_; });
        return known;
    }

    std::size_t wanted_;
    std::size_t thin_at_;
    double error_;
    double relative_;
    float limit_ = no_limit;
    float guessed_ = no_limit;
    std::vector<std::uint64_t> kept_;
};

/// The scaled numbers of a feature around their mean, which shifts no distance.
std::vector<double> scaled(const std::vector<double>& values, std::size_t rows, double factor)
{
    double sum = 0.0;
    for (std::size_t r = 0; r < rows; ++r) sum += values[r];
    const double centre = sum / static_cast<double>(rows);
    std::vector<double> result(rows);
    for (std::size_t r = 0; r < rows; ++r) result[r] = (values[r] - centre) * factor;
    return result;
}

} // namespace

Filter::Filter(const Dataset& data, Row candidates, std::span<const double> factors, Registers registers)
    : candidates_(candidates)
{
#ifdef UNSEEN_WIDE_REGISTERS
    wide_ =
        registers == Registers::automatic && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    static_cast<void>(registers);
#endif
    const std::size_t rows = data.rows();
    std::vector<std::vector<double>> numbers;
    double largest = 0.0;
    for (const auto& column : data.features()) {
        ++features_;
        if (!column.is_numeric()) continue;
        numbers.push_back(scaled(column.numeric().values, rows, factors.empty() ? 1.0 : factors[numeric_]));
        ++numeric_;
        for (const double x : numbers.back()) largest = std::isfinite(x) ? std::max(largest, std::abs(x)) : x;
        usable_ = usable_ && std::isfinite(largest);
    }
    if (!usable_) return;
    if (features_ > numeric_) largest = std::max(largest, 1.0);
    // The largest cell becomes 1, so that no sum of squares is infinite.
    const double shrink = largest > 0.0 ? 1.0 / largest : 1.0;
    usable_ = std::isnormal(shrink) && features_ < 100'000;
    unit_ = static_cast<float>(shrink * shrink);
    cells_.assign((rows + lanes - 1) / lanes * lanes * features_, 0.0F);
    std::size_t number = 0;
    std::size_t code = numeric_;
    for (const auto& column : data.features()) {
        const std::size_t feature = column.is_numeric() ? number : code++;
        usable_ = usable_ && (column.is_numeric() || column.coded().labels.size() <
                                                         (std::size_t{1} << 24)); // else codes are rounded
        for (std::size_t r = 0; r < rows; ++r)
            cells_[(r / lanes * features_ + feature) * lanes + r % lanes] =
                column.is_numeric() ? static_cast<float>(numbers[number][r] * shrink)
                                    : static_cast<float>(column.coded().codes[r]);
        number += column.is_numeric() ? 1 : 0;
    }
    // A cell is rounded by at most 2^-24, so a difference by 2^-23 and a distance by 2^-23 sqrt(numeric),
    // taken twice for what is left out here: squares too small for a normal number, and the scaling. A sum of
    // p squares is rounded by at most p + 3 times 2^-24.
    constexpr double rounding = 0x1p-23;
    error_ = 2.0 * rounding * std::sqrt(static_cast<double>(features_));
    relative_error_ = rounding * static_cast<double>(features_ + 8);
}

std::vector<std::vector<Row>> Filter::near(std::span<const Row> from, std::size_t wanted) const
{
    std::vector<Sieve> sieves(from.size(), Sieve(std::min(wanted, candidates_), error_, relative_error_));
    std::vector<float> centres(features_ * most, 0.0F); // of the first four rows, then of the others
    for (std::size_t q = 0; q < from.size(); ++q)
        for (std::size_t j = 0; j < features_; ++j)
            centres[(q / tile * features_ + j) * tile + q % tile] =
                cells_[(from[q] / lanes * features_ + j) * lanes + from[q] % lanes];
    auto* sums = &portable_sums;
#ifdef UNSEEN_WIDE_REGISTERS
    if (wide_) sums = &wide_sums;
#endif
    Sums asked{.block = nullptr,
               .from = nullptr,
               .numeric = numeric_,
               .features = features_,
               .unit = unit_,
               .limits = {}};
    const auto offer = [&](std::size_t first, std::size_t end, std::size_t step) {
        float squares[tile][lanes];
        for (std::size_t begin = 0; begin < candidates_; begin += step * lanes) {
            const std::uint32_t candidates =
                candidates_ - begin < lanes ? (1U << (candidates_ - begin)) - 1 : (1U << lanes) - 1;
            for (std::size_t t = first / tile * tile; t < end; t += tile) {
                asked.block = cells_.data() + begin * features_;
                asked.from = centres.data() + t * features_;
                asked.limits.fill(-1.0F);
                const std::size_t last = std::min(t + tile, end);
                for (std::size_t q = std::max(first, t); q < last; ++q)
                    asked.limits[q - t] = sieves[q].limit();
                const Near near = sums(asked, squares);
                for (std::size_t q = std::max(first, t); q < last; ++q)
                    if (const auto rows = near[q - t] & candidates; rows != 0)
                        sieves[q].offer(squares[q - t], static_cast<Row>(begin), rows);
            }
        }
    };
    // With a good limit from the start, the sieve has little to do.
    constexpr std::size_t step = 16;
    if (candidates_ > 2 * step * wanted) {
        offer(0, from.size(), step);
        for (auto& sieve : sieves) sieve.guess(step);
    }
    offer(0, from.size(), 1);
    for (std::size_t q = 0; q < sieves.size(); ++q) {
        if (sieves[q].finish()) continue;
        sieves[q].restart();
        offer(q, q + 1, 1);
        sieves[q].finish();
    }
    std::vector<std::vector<Row>> found;
    for (const auto& sieve : sieves) found.push_back(sieve.rows());
    return found;
}

} // namespace unseen::knn
