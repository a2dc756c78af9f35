// Intervals of calibration errors. There is no bootstrap, because noise increases |frequency - probability|
// of a bin, and every sample increases it again.
#include "interval/methods.hpp"
#include "measure/calibration.hpp"

#include "unseen/stats/distributions.hpp"
#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace unseen {

namespace {

constexpr std::size_t most_drawn_bins = 1000;

/// A bin's difference, its sum over rows divided by all rows, and how it varies.
struct BinError {
    double difference = 0.0;
    double deviation = 0.0;
    bool sure = false; ///< of the sign
};

/// The quantile of the sum over bins of |N(0, v_b)|, without the absolute value where the sign is certain. It
/// is drawn; for very many bins it is the normal limit.
double noise_quantile(const std::vector<BinError>& bins, double p, const TestIntervalInput& input)
{
    const double z = normal_quantile(p);
    if (bins.size() > most_drawn_bins) {
        double mean = 0.0;
        double variance = 0.0;
        for (const auto& bin : bins) {
            mean += bin.sure ? 0.0 : std::sqrt(2.0 / std::numbers::pi) * bin.deviation;
            variance += (bin.sure ? 1.0 : 1.0 - 2.0 / std::numbers::pi) * bin.deviation * bin.deviation;
        }
        return mean + z * std::sqrt(variance);
    }
    std::vector<double> sums;
    for (std::uint64_t b = 0; b < input.samples; ++b) {
        Stream stream(input.seed, Purpose::interval, 4, b);
        double sum = 0.0;
        for (const auto& bin : bins) {
            const double noise = bin.deviation * normal_quantile(stream.uniform() + 0x1p-54);
            sum += bin.sure ? noise : std::abs(noise);
        }
        sums.push_back(sum);
    }
    const auto rank =
        std::min(sums.size() - 1, static_cast<std::size_t>(p * static_cast<double>(sums.size())));
    std::nth_element(sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(rank), sums.end());
    return sums[rank];
}

} // namespace

std::vector<Warning> calibration_warnings(const TestIntervalInput& input)
{
    const auto rows = input.predictions->size();
    if (rows >= 100) return {};
    return {{warnings::few_rows_in_bins,
             "'" + input.measure->name() + "': with only " + std::to_string(rows) +
                 " rows chance makes even a calibrated model's figure large, and the interval may be too "
                 "short"}};
}

/// For E = sum |S_b|, with S_b the sum of a bin's differences over n. Upper: sum |theta_b| <= E - sum
/// sign(theta_b) (S_b - theta_b), which is normal. Lower: E <= sum |theta_b| + sum |S_b - theta_b|, whose
/// quantile is drawn; where |S_b| exceeds sqrt(ln n) deviations its sign is that of theta_b, and the bin adds
/// S_b - theta_b itself.
Maybe<IntervalEnds> calibration_mean(const TestIntervalInput& input, Level level)
{
    const auto n = static_cast<double>(input.predictions->size());
    if (n < 2.0) return reasons::one_row;
    std::vector<BinError> bins;
    ExactSum squares;
    for (const auto& bin : calibration_bins(*input.predictions, input.measure->calibration()->bins)) {
        const double difference = (bin.happened - bin.probability) / n;
        const double deviation = std::sqrt(std::max(0.0, bin.squares / n - difference * difference) / n);
        bins.push_back({difference, deviation, std::abs(difference) > std::sqrt(std::log(n)) * deviation});
        squares.add(bin.squares);
    }
    const double variance = std::max(0.0, squares.value() / n - input.value * input.value) / n;
    if (!(variance > 0.0)) return reasons::zero_variance;
    const double side = tail(level);
    return IntervalEnds{.limits = {input.value - std::max(0.0, noise_quantile(bins, side, input)),
                                   input.value + normal_quantile(side) * std::sqrt(variance)},
                        .assumptions = {"enough rows for the differences of bins to be nearly normal"},
                        .warnings = calibration_warnings(input)};
}

/// Exact binomial limits of each bin's frequency at level 1 - outside / bins (Bonferroni), against its mean
/// probability.
Maybe<IntervalEnds> calibration_max(const TestIntervalInput& input, Level level)
{
    const auto bins = calibration_bins(*input.predictions, input.measure->calibration()->bins);
    const double outside = level.outside() / static_cast<double>(bins.size());
    double lower = 0.0;
    double upper = input.value; // which the limits hold but for rounding
    for (const auto& bin : bins) {
        const auto limits = clopper_pearson(static_cast<std::uint64_t>(bin.happened),
                                            static_cast<std::uint64_t>(bin.rows), outside);
        const double probability = bin.probability / bin.rows;
        lower = std::max({lower, limits.lower - probability, probability - limits.upper});
        upper = std::max({upper, limits.upper - probability, probability - limits.lower});
    }
    return IntervalEnds{.limits = {std::min(lower, input.value), upper},
                        .assumptions = {"rows of a bin come true with nearly one probability"}};
}

} // namespace unseen
