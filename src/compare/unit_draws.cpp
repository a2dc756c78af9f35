#include "compare/unit_draws.hpp"

#include "predictions/gathered_rows.hpp"

#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>

namespace unseen::compare::detail {

namespace {

constexpr std::size_t always_enumerated = 4096; ///< patterns
constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

double difference(const Measure& measure, const PredictionView& a, const PredictionView& b)
{
    const Value of_a = evaluate(measure, a);
    const Value of_b = evaluate(measure, b);
    return of_a && of_b ? of_a.number() - of_b.number() : no_value;
}

bool same_row(const PredictionView& a, const PredictionView& b, std::size_t i)
{
    const auto same = [&](const auto& x, const auto& y) {
        const std::size_t width = x.size() / a.size();
        return x.empty() || y.empty() ||
               std::equal(x.begin() + static_cast<std::ptrdiff_t>(i * width),
                          x.begin() + static_cast<std::ptrdiff_t>((i + 1) * width),
                          y.begin() + static_cast<std::ptrdiff_t>(i * width));
    };
    return same(a.label, b.label) && same(a.scores, b.scores) && same(a.value, b.value);
}

} // namespace

OfCounts difference_of_counts(const Measure& measure, const PredictionView& a, const PredictionView& b, const Units& units)
{
    return [&](std::span<const std::uint32_t> counts) {
        std::vector<std::uint32_t> rows;
        for (std::uint32_t u = 0; u < counts.size(); ++u)
            for (std::uint32_t k = 0; k < counts[u]; ++k)
                for (const auto row : units.rows_of(u, u)) rows.push_back(row);
        return difference(measure, GatheredRows(a, rows).view(), GatheredRows(b, rows).view());
    };
}

SwapShares swap_units(const Measure& measure, const PredictionView& a, const PredictionView& b, const Units& units,
                      const Draws& draws)
{
    std::vector<std::uint32_t> differing;
    for (std::uint32_t u = 0; u < units.count; ++u)
        for (const auto row : units.rows_of(u, u))
            if (!same_row(a, b, row)) {
                differing.push_back(u);
                break;
            }
    const double observed = difference(measure, a, b);
    const bool exact = differing.size() < 20 && (std::size_t{1} << differing.size()) <= std::max(draws.count, always_enumerated);
    const std::size_t patterns = exact ? std::size_t{1} << differing.size() : draws.count;
    std::vector<std::uint32_t> all(a.size());
    std::iota(all.begin(), all.end(), 0u);
    std::size_t two_sided = 0;
    std::size_t greater = 0;
    std::size_t less = 0;
    std::mutex mutex;
    in_chunks({draws.seed, patterns, draws.threads}, 16, [&](std::size_t begin, std::size_t end) {
        GatheredRows of_a(a, all);
        GatheredRows of_b(b, all);
        std::vector<std::uint8_t> swapped(differing.size(), 0);
        std::size_t own[3] = {0, 0, 0};
        for (std::size_t i = begin; i < end; ++i) {
            Stream stream(draws.seed, Purpose::permutation, 0, i);
            std::uint64_t bits = i;
            for (std::size_t k = 0; k < differing.size(); ++k) {
                if (!exact && k % 64 == 0) bits = stream.next();
                const auto swap = static_cast<std::uint8_t>((bits >> (k % 64)) & 1);
                if (swap == swapped[k]) continue;
                swapped[k] = swap;
                for (const auto row : units.rows_of(differing[k], differing[k])) GatheredRows::swap_row(of_a, of_b, row);
            }
            const double t = difference(measure, of_a.view(), of_b.view());
            const double tolerance = 1e-12 * std::max(1.0, std::abs(observed));
            const bool none = std::isnan(t);
            own[0] += none || std::abs(t) >= std::abs(observed) - tolerance;
            own[1] += none || t >= observed - tolerance;
            own[2] += none || t <= observed + tolerance;
        }
        const std::lock_guard lock(mutex);
        two_sided += own[0];
        greater += own[1];
        less += own[2];
    });
    return shares_of(two_sided, greater, less, patterns, exact);
}

} // namespace unseen::compare::detail
