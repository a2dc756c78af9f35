#include "draws/replicates.hpp"

#include "base/parallel.hpp"
#include "draws/sampling.hpp"

#include <algorithm>

namespace unseen {

Replicates Replicates::of(std::span<const Value> values)
{
    Replicates result;
    for (const auto& value : values) {
        if (value)
            result.sorted.push_back(value.number());
        else
            ++result.undefined;
    }
    std::sort(result.sorted.begin(), result.sorted.end());
    return result;
}

const Reason* Replicates::missing() const
{
    if (sorted.empty() || 20 * undefined > drawn()) return &reasons::undefined_in_resamples;
    if (sorted.back() - sorted.front() <= 1e-12 * std::max(std::abs(sorted.front()), std::abs(sorted.back())))
        return &reasons::zero_variance;
    return nullptr;
}

std::vector<Replicates> replicates(std::size_t figures, const Draws& draws, Purpose purpose,
                                   std::uint64_t part, const Sample& sample)
{
    std::vector<Value> values(figures * draws.count, Value::none(reasons::no_rows)); // sample by sample
    parallel_for("drawing samples", draws.count, draws.threads, [&](SharedNumbers numbers) {
        Sample own = sample;
        for (const auto b : numbers) {
            Stream stream(draws.seed, purpose, part, b);
            own(stream, std::span(values).subspan(b * figures, figures));
        }
    });
    std::vector<Replicates> results;
    std::vector<Value> of_figure(draws.count, Value::none(reasons::no_rows));
    for (std::size_t f = 0; f < figures; ++f) {
        for (std::size_t b = 0; b < draws.count; ++b) of_figure[b] = values[b * figures + f];
        results.push_back(Replicates::of(of_figure));
    }
    return results;
}

Replicates replicates(std::size_t units, const OfCounts& figure, const Draws& draws)
{
    const auto sample = [&, times = std::vector<std::uint32_t>(units)](Stream& stream,
                                                                       std::span<Value> value) mutable {
        std::fill(times.begin(), times.end(), 0);
        draw_rows(stream, units, [&](std::size_t unit, unsigned drawn) { times[unit] += drawn; });
        value[0] = figure(times);
    };
    return std::move(replicates(1, draws, Purpose::interval, 0, sample).front());
}

std::vector<Value> jackknife(std::size_t units, const OfCounts& figure, std::size_t threads)
{
    std::vector<Value> values(units, Value::none(reasons::no_rows));
    parallel_for("leaving out each row or group", units, threads, [&](SharedNumbers numbers) {
        std::vector<std::uint32_t> times(units, 1);
        for (const auto u : numbers) {
            times[u] = 0;
            values[u] = figure(times);
            times[u] = 1;
        }
    });
    return values;
}

} // namespace unseen
