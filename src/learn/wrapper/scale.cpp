// scale: brings numeric features to a common scale by the training rows, and trains a learner on the scaled
// cells.
//
//  - standard: (x - mean) / standard deviation, with divisor n; minmax: (x - smallest) / (largest -
//    smallest); maxabs: x / (largest |x|). Over the known cells of the training multiset; weights do not
//    count. A constant feature is only shifted. Missing cells and categories stay as they are.
#include "base/spec_keys.hpp"
#include "learn/wrapper/feature_map.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unseen {

namespace {

template <class Use>
void each_known(const NumericColumn& column, const RowSet& train, Use use)
{
    train.for_each([&](Row r, std::uint32_t count) {
        if (!std::isnan(column.values[r])) use(column.values[r], static_cast<double>(count));
    });
}

/// Two passes of exact sums, which do not depend on the order of the rows; relative to the smallest value, so
/// that a constant feature has a spread of exactly 0.
FeatureMap standard(const Column& column, const RowSet& train)
{
    if (!column.is_numeric()) return {};
    double lowest = std::numeric_limits<double>::infinity();
    double rows = 0.0;
    each_known(column.numeric(), train, [&](double x, double count) {
        lowest = std::min(lowest, x);
        rows += count;
    });
    if (rows == 0.0) return {};
    bool finite = true;
    const auto add = [&finite](ExactSum& sum, double x, double count) {
        finite = finite && std::isfinite(x);
        if (finite) sum.add_product(x, count);
    };
    ExactSum sum;
    each_known(column.numeric(), train, [&](double x, double count) { add(sum, x - lowest, count); });
    const double mean = lowest + sum.value() / rows;
    ExactSum squares;
    each_known(column.numeric(), train,
               [&](double x, double count) { add(squares, (x - mean) * (x - mean), count); });
    if (!finite) return {}; // too large to be scaled
    return {.shift = mean, .factor = reciprocal(std::sqrt(squares.value() / rows))};
}

FeatureMap minmax(const Column& column, const RowSet& train)
{
    if (!column.is_numeric()) return {};
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -lowest;
    each_known(column.numeric(), train, [&](double x, double) {
        lowest = std::min(lowest, x);
        highest = std::max(highest, x);
    });
    if (lowest > highest) return {};
    return {.shift = lowest, .factor = reciprocal(highest - lowest)};
}

FeatureMap maxabs(const Column& column, const RowSet& train)
{
    if (!column.is_numeric()) return {};
    double largest = 0.0;
    each_known(column.numeric(), train, [&](double x, double) { largest = std::max(largest, std::abs(x)); });
    return {.factor = reciprocal(largest)};
}

} // namespace

double reciprocal(double spread)
{
    const double factor = 1.0 / spread;
    return std::isnormal(factor) ? factor : 1.0;
}

LearnMap scaling_by(const std::string& by)
{
    return by == "minmax" ? minmax : by == "maxabs" ? maxabs : standard;
}

LearnerEntry scale_entry()
{
    return {
        .info = {.name = "scale",
                 .help =
                     "brings numeric features to a common scale by the training rows, then trains a learner",
                 .keys = {choice_key(
                     "by", "standard",
                     "standard: mean 0 and standard deviation 1; minmax: from 0 to 1; maxabs: largest "
                     "magnitude 1, zeros stay 0",
                     {"standard", "minmax", "maxabs"})},
                 .fewest_bases = 1,
                 .most_bases = 1},
        .traits = {.weights = true, .decisions = true, .linear = true, .importances = true, .version = 2},
        .prepare =
            [](const Dataset& data, std::span<const Spec> variants, const Budget& budget) {
                return prepare_mapped(data, variants, budget,
                                      [](const Spec& spec) { return scaling_by(spec.text("by")); });
            },
        .rescales = true};
}

} // namespace unseen
