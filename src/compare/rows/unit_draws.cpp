#include "compare/rows/unit_draws.hpp"

#include "base/parallel.hpp"
#include "compare/inference.hpp"
#include "predictions/gathered_rows.hpp"

#include <cmath>
#include <numeric>

namespace unseen::compare::detail {

namespace {

constexpr std::size_t always_enumerated = 4096; ///< patterns

Value measured_difference(const Measure& measure, const PredictionView& a, const PredictionView& b)
{
    return difference_of(evaluate(measure, a), evaluate(measure, b));
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

OfCounts difference_of_counts(const Measure& measure, const PredictionView& a, const PredictionView& b,
                              const Units& units)
{
    return [&measure, &units, a, b](std::span<const std::uint32_t> times) {
        std::vector<std::uint32_t> rows;
        for (std::size_t u = 0; u < times.size(); ++u)
            for (std::uint32_t k = 0; k < times[u]; ++k)
                for (const auto row : units.rows_of(u)) rows.push_back(row);
        return measured_difference(measure, GatheredRows(a, rows).view(), GatheredRows(b, rows).view());
    };
}

SwapShares swap_units(const Measure& measure, const PredictionView& a, const PredictionView& b,
                      const Units& units, const Draws& draws)
{
    std::vector<std::size_t> differing;
    for (std::size_t u = 0; u < units.size(); ++u) {
        const auto rows = units.rows_of(u);
        if (!std::all_of(rows.begin(), rows.end(), [&](auto row) { return same_row(a, b, row); }))
            differing.push_back(u);
    }
    const double observed = measured_difference(measure, a, b).number();
    const bool exact = differing.size() < 20 && (std::size_t{1} << differing.size()) <=
                                                    std::max<std::size_t>(draws.count, always_enumerated);
    const std::size_t patterns = exact ? std::size_t{1} << differing.size() : draws.count;
    std::vector<std::uint32_t> all(a.size());
    std::iota(all.begin(), all.end(), 0u);
    const Extremes none(observed, 1e-12 * std::max(1.0, std::abs(observed)));
    const auto extremes =
        count_extremes(none, patterns, draws.threads, [&](SharedNumbers numbers, Extremes& own) {
            GatheredRows of_a(a, all);
            GatheredRows of_b(b, all);
            std::vector<std::uint8_t> swapped(differing.size(), 0);
            for (const auto i : numbers) {
                Stream stream(draws.seed, Purpose::permutation, 0, i);
                std::uint64_t bits = i;
                for (std::size_t k = 0; k < differing.size(); ++k) {
                    if (!exact && k % 64 == 0) bits = stream.next();
                    const auto swap = static_cast<std::uint8_t>((bits >> (k % 64)) & 1);
                    if (swap == swapped[k]) continue;
                    swapped[k] = swap;
                    for (const auto row : units.rows_of(differing[k]))
                        GatheredRows::swap_row(of_a, of_b, row);
                }
                own.add(measured_difference(measure, of_a.view(), of_b.view()));
            }
        });
    return exact ? extremes.of_all(static_cast<double>(patterns), patterns) : extremes.of_drawn(patterns);
}

} // namespace unseen::compare::detail
