// Intervals of any measure by resampling rows or clusters (METHODS C.15, I.4).
#include "draws/bca.hpp"
#include "interval/methods.hpp"
#include "interval/row_bootstrap.hpp"

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace unseen {

namespace {

/// Percentile limits, or BCa limits if the acceleration is known.
Maybe<IntervalEnds> drawn(const TestIntervalInput& input, Level level, bool bca)
{
    const Units& units = *input.units;
    if (const auto* why = why_not_drawn(*input.measure, *input.predictions, units, input.samples))
        return *why;
    std::optional<RowBootstrap> own;
    if (input.bootstrap == nullptr)
        own = bootstrap_rows(std::span(&input.measure, 1), *input.predictions, units,
                             {.seed = input.seed, .count = input.samples, .threads = input.threads})
                  .front();
    const auto& result = own ? *own : *input.bootstrap;
    if (!result.acceleration && (bca || result.acceleration.lacks(reasons::zero_variance)))
        return result.acceleration.reason();
    const auto found =
        drawn_limits(result.replicates, input.value,
                     bca ? std::optional(result.acceleration.number()) : std::nullopt, level.outside());
    if (!found) return found.reason();
    Limits limits = *found;
    std::vector<std::string> more = {"a measure that changes smoothly with the rows"};
    if (result.drawn < units.size()) {
        const double scale = std::sqrt(static_cast<double>(result.drawn) / static_cast<double>(units.size()));
        limits = {input.value + scale * (limits.lower - input.value),
                  input.value + scale * (limits.upper - input.value)};
        more.push_back("samples of " + std::to_string(result.drawn) + " of " + std::to_string(units.size()) +
                       " draws, their spread scaled by the root of the share");
    }
    return IntervalEnds{.limits = limits, .assumptions = std::move(more)};
}

} // namespace

Maybe<IntervalEnds> drawn_bca(const TestIntervalInput& input, Level level)
{
    return drawn(input, level, true);
}
Maybe<IntervalEnds> drawn_percentile(const TestIntervalInput& input, Level level)
{
    return drawn(input, level, false);
}

bool drawing_is_costly(const TestIntervalInput& input) { return costs_too_much_to_draw(*input.predictions); }

} // namespace unseen
