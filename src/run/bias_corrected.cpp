#include "unseen/run/bias_corrected.hpp"

#include "base/parallel.hpp"

#include "unseen/learn/tuning.hpp"
#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/quantile.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace unseen {

namespace {

/// Sums of the candidates' losses over some rows.
struct LossSums {
    std::vector<double> sums;
    double rows = 0.0;

    explicit LossSums(std::size_t candidates) : sums(candidates, 0.0) {}
    void add(std::span<const double> losses, double times)
    {
        for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += times * losses[c];
        rows += times;
    }
    double figure(const Measure& measure, std::size_t c) const { return measure.finished(sums[c] / rows); }
};

/// The figure of one sample on the rows that it leaves out; NaN if there are none.
double sample_figure(const CandidateLosses& losses, const Measure& measure, std::span<const std::uint32_t> times)
{
    LossSums drawn(losses.candidates);
    LossSums left(losses.candidates);
    const std::size_t rows = losses.losses.size() / losses.candidates;
    for (std::size_t r = 0; r < rows; ++r) {
        const auto count = times[losses.groups.empty() ? r : losses.groups[r]];
        (count > 0 ? drawn : left).add(losses.losses.subspan(r * losses.candidates, losses.candidates), std::max(count, 1U));
    }
    if (left.rows == 0.0) return std::numeric_limits<double>::quiet_NaN();
    std::size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < losses.candidates; ++c)
        if (const double loss = loss_of(measure, drawn.figure(measure, c)); loss < least) {
            best = c;
            least = loss;
        }
    return left.figure(measure, best);
}

} // namespace

std::optional<BiasCorrected> bias_corrected(const CandidateLosses& losses, const Measure& measure,
                                            const BiasCorrectedOptions& options)
{
    const std::size_t units =
        losses.groups.empty() ? losses.losses.size() / losses.candidates : std::size_t{1} + std::ranges::max(losses.groups);
    std::vector<double> figures(options.samples);
    parallel_for(figures.size(), options.threads, [&](SharedNumbers numbers) {
        std::vector<std::uint32_t> times(units);
        for (const auto b : numbers) {
            std::ranges::fill(times, 0U);
            const auto put = [&](std::size_t unit) { ++times.at(unit); };
            if (options.draw) {
                options.draw(b, units, put);
            } else {
                constexpr std::uint64_t of_bias_correction = 7;
                Stream stream(options.seed, Purpose::interval, of_bias_correction, b);
                for (std::size_t i = 0; i < units; ++i) put(static_cast<std::size_t>(stream.below(units)));
            }
            figures[b] = sample_figure(losses, measure, times);
        }
    });
    std::erase_if(figures, [](double figure) { return !(figure == figure); });
    if (figures.empty()) return std::nullopt;
    std::ranges::sort(figures);
    ExactSum sum;
    sum.add(figures);
    const double tail = (1.0 - options.level.value()) / 2.0;
    BiasCorrected corrected{
        .value = sum.value() / static_cast<double>(figures.size()), .level = options.level, .samples = figures.size()};
    const Limits limits{quantile(figures, tail), quantile(figures, 1.0 - tail)};
    if (limits.lower < limits.upper) corrected.interval = limits;
    return corrected;
}

} // namespace unseen
