#include "estimate/cells_bootstrap.hpp"

#include "unseen/stats/binomial_draw.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

Replicates draw_replicates(const Measure& measure, const Confusion& confusion, std::uint64_t seed, std::uint64_t samples)
{
    std::vector<std::uint64_t> counts;
    for (const double cell : confusion.cells) counts.push_back(static_cast<std::uint64_t>(std::llround(cell)));
    std::vector<std::uint64_t> drawn(counts.size());
    Confusion replicate = confusion;
    std::vector<Value> values;
    for (std::uint64_t b = 0; b < samples; ++b) {
        Stream stream(seed, Purpose::interval, 0, b);
        draw_multinomial(stream, counts, drawn);
        for (std::size_t u = 0; u < drawn.size(); ++u) replicate.cells[u] = static_cast<double>(drawn[u]);
        values.push_back(measure.cells(replicate));
    }
    return Replicates::of(values);
}

Value acceleration(const Measure& measure, const Confusion& confusion)
{
    struct Left {
        double rows;
        double value;
    };
    std::vector<Left> jackknife;
    Confusion less = confusion;
    ExactSum sum;
    double n = 0.0;
    for (auto& cell : less.cells) {
        const double rows = cell;
        if (!(rows > 0.0)) continue;
        cell -= 1.0;
        const Value value = n + rows > 0.0 && confusion.total() > 1.0 ? measure.cells(less) : Value::none("no_rows");
        cell = rows;
        if (!value) return Value::none("undefined_in_resamples");
        jackknife.push_back({rows, value.number()});
        sum.add(rows * value.number());
        n += rows;
    }
    const double mean = sum.value() / n;
    ExactSum squares;
    ExactSum cubes;
    for (const auto& left : jackknife) {
        const double d = mean - left.value;
        squares.add(left.rows * d * d);
        cubes.add(left.rows * d * d * d);
    }
    const bool equal =
        std::all_of(jackknife.begin(), jackknife.end(), [&](const Left& l) { return l.value == jackknife.front().value; });
    if (equal || !(squares.value() > 0.0)) return Value::none("zero_variance");
    return Value(cubes.value() / (6.0 * std::pow(squares.value(), 1.5)));
}

} // namespace unseen
