// Intervals of means of independent rows of one test set.
#include "interval/methods.hpp"

#include "base/parallel.hpp"
#include "measure/row_parts.hpp"

#include "unseen/stats/distributions.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <span>
#include <vector>

namespace unseen {

namespace {

/// t s / sqrt(n), s the standard deviation of n independent losses.
double half_of_t(const IntervalInput& input, Level level)
{
    const auto n = static_cast<double>(input.rows);
    return student_t_quantile(tail(level), n - 1.0) * std::sqrt(input.row_variance / n);
}

const Reason* no_spread(const IntervalInput& input)
{
    return input.rows < 2                ? &reasons::one_row
           : !(input.row_variance > 0.0) ? &reasons::zero_variance
                                         : nullptr;
}

constexpr const char* many_rows = "enough rows for the mean loss to be nearly normal";

/// The skewness of the row values by another pass, if the sums of `moments` lose its digits. The sum is
/// exact, so threads may share the rows.
double skewness(const TestIntervalInput& input, const Moments& moments)
{
    const std::size_t part = rows_of_part(*input.predictions);
    const std::size_t rows = input.predictions->size();
    const auto n = static_cast<double>(rows);
    const double mean = moments.mean();
    const double deviation = std::sqrt(moments.variance() * ((n - 1.0) / n));
    ExactSum cubes;
    std::mutex mutex;
    parallel_for((rows + part - 1) / part, rows < 16 * part ? 1 : input.threads, [&](SharedNumbers numbers) {
        ExactSum own;
        std::vector<double> values;
        for (const auto p : numbers) {
            const auto view = input.predictions->rows(p * part, std::min(rows, (p + 1) * part));
            values.resize(view.size());
            input.measure->row_mean()->values(view, values);
            for (double& value : values) {
                const double z = (value - mean) / deviation;
                value = z * z * z;
            }
            own.add(values);
        }
        const std::lock_guard lock(mutex);
        cubes.merge(own);
    });
    return cubes.value() / n;
}

/// Hall's (1992) T(x) = (cbrt(1 + 3a (x - b)) - 1) / a, a = g / (3 sqrt(n)), b = a / 2; x if the skewness g
/// is 0.
double without_skewness(double x, double g, double n)
{
    const double a = g / (3.0 * std::sqrt(n));
    if (a == 0.0) return x;
    const double step = 3.0 * a * (x - a / 2.0);
    return (step > -0.5 ? std::expm1(std::log1p(step) / 3.0) : std::cbrt(1.0 + step) - 1.0) / a;
}

} // namespace

Moments moments_of(const TestIntervalInput& input)
{
    if (input.moments != nullptr) return *input.moments;
    const EvaluationOptions options{.threads = input.threads, .spread = true};
    return evaluate_all(std::span(input.measure, 1), *input.predictions, options).moments.front();
}

/// Counts of independent rows are binomial given the model. Accuracy counts the correct rows, the error rate
/// the wrong ones.
Maybe<IntervalEnds> binomial_proportion(const IntervalInput& input, Level level)
{
    const auto ones =
        static_cast<std::uint64_t>(std::llround(input.row_mean * static_cast<double>(input.rows)));
    return IntervalEnds{.limits = clopper_pearson(ones, input.rows, level.outside())};
}

/// Mean - se T(t) and mean - se T(-t), T by without_skewness(), for a root the roots of both (METHODS C.16).
Maybe<IntervalEnds> hall_t(const TestIntervalInput& input, Level level)
{
    const Measure& measure = *input.measure;
    if (input.predictions->size() < 2) return reasons::one_row;
    const Moments moments = moments_of(input);
    const auto n = static_cast<double>(moments.count());
    if (!(moments.variance() > 0.0)) return reasons::zero_variance;
    if (!std::isfinite(moments.variance())) return reasons::infinite;
    const auto known = moments.skewness();
    const double g = known ? *known : skewness(input, moments);
    const double t = student_t_quantile(tail(level), n - 1.0);
    const double error = std::sqrt(moments.variance() / n);
    const auto limit = [&](double x) {
        const double mean = moments.mean() - error * without_skewness(x, g, n);
        return measure.finishes() ? measure.finished(std::max(0.0, mean)) : mean;
    };
    return IntervalEnds{.limits = {limit(t), limit(-t)}, .assumptions = {many_rows}};
}

/// Ends of mean +- t s / sqrt(n).
Maybe<IntervalEnds> t_mean(const IntervalInput& input, Level level)
{
    if (const auto* reason = no_spread(input)) return *reason;
    return IntervalEnds{.limits = around(input.value, half_of_t(input, level)), .assumptions = {many_rows}};
}

/// The same for the root of a mean, on the logarithmic scale: root exp(-+ t se / (2 mean)), METHODS I.18.
Maybe<IntervalEnds> t_log(const IntervalInput& input, Level level)
{
    if (const auto* reason = no_spread(input)) return *reason;
    const double relative = half_of_t(input, level) / (2.0 * input.row_mean);
    return IntervalEnds{.limits = {input.value * std::exp(-relative), input.value * std::exp(relative)},
                        .assumptions = {many_rows}};
}

} // namespace unseen
