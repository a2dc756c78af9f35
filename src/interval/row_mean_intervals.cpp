// Intervals of means of independent rows of one test set.
#include "interval/methods.hpp"

#include "base/listed.hpp"
#include "base/parallel.hpp"
#include "measure/row_parts.hpp"

#include "unseen/stats/distributions.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <span>
#include <vector>

namespace unseen {

namespace {

/// The warning that few rows carry most of `what`: "about 3 rows carry most of the loss in rmse: ...".
Warning few_carry(const Measure& measure, double carriers, const std::string& what)
{
    const auto rows = static_cast<std::uint64_t>(std::llround(carriers));
    return {warnings::few_large_losses, "about " + counted(rows, "row") +
                                            (rows == 1 ? " carries" : " carry") + " most of " + what +
                                            " in " + measure.name() + ": the interval may be too short"};
}

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

constexpr double few_of_spread = 4.0;     ///< rows that carry most of the spread
constexpr std::size_t most_distinct = 10; ///< values of a loss that count as few
constexpr std::size_t few_of_value = 5;   ///< rows with the rarest of these
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

/// The row values of the predictions.
std::vector<double> values_of(const TestIntervalInput& input)
{
    std::vector<double> values(input.predictions->size());
    input.measure->row_mean()->values(*input.predictions, values);
    return values;
}

} // namespace

double hall_transform(double x, double a, double b)
{
    if (a == 0.0) return x;
    const double step = 3.0 * a * (x - b);
    return (step > -0.5 ? std::expm1(std::log1p(step) / 3.0) : std::cbrt(1.0 + step) - 1.0) / a;
}

bool warn_of_few_carriers(std::vector<Warning>& warnings, const Measure& measure, double carriers,
                          double units)
{
    if (!(carriers < std::min(20.0, units / 5.0))) return false;
    warnings.push_back(few_carry(measure, carriers, "the loss"));
    return true;
}

/// The rows that carry the loss number (sum l)^2 / sum l^2, those that carry its spread (sum d^2)^2 / sum
/// d^4, d the deviations from the mean: what they would be if as many had the same l or d, and all others 0.
std::vector<Warning> loss_warnings(const Measure& measure, std::span<const double> values)
{
    std::vector<Warning> warnings;
    const auto n = static_cast<double>(values.size());
    double sum = 0.0;
    double squares = 0.0;
    for (const double v : values) {
        sum += v;
        squares += v * v;
    }
    double second = 0.0;
    double fourth = 0.0;
    for (const double v : values) {
        const double d = (v - sum / n) * (v - sum / n);
        second += d;
        fourth += d * d;
    }
    if (!(second > 0.0) || !std::isfinite(fourth)) return warnings;
    const double carriers = sum * sum / squares;
    const double of_spread = second * second / fourth;
    if (!warn_of_few_carriers(warnings, measure, carriers, n) && of_spread < few_of_spread)
        warnings.push_back(few_carry(measure, of_spread, "the losses' spread"));
    if (!measure.row_mean()->cut_off) return warnings;
    if (std::ranges::any_of(values, [&](double v) { return v >= measure.highest || v < 1e-15; }))
        warnings.push_back(
            {warnings::extreme_scores,
             "some scores are 0 or 1; where they are wrong the loss would be infinite: single rows decide "
             "the figure, and the interval may be too short"});
    std::map<double, std::size_t> counts;
    for (const double v : values)
        if (++counts[v] == 1 && (counts.size() > most_distinct || 5 * counts.size() > values.size()))
            return warnings;
    const auto rarest = std::ranges::min_element(counts, {}, [](const auto& one) { return one.second; });
    if (rarest->second < few_of_value)
        warnings.push_back({warnings::few_distinct_scores,
                            "the losses have only " + std::to_string(counts.size()) +
                                " distinct values, one of them in " + std::to_string(rarest->second) +
                                (rarest->second == 1 ? " row" : " rows") +
                                ": the interval may be far too short, because other rows may have losses "
                                "that none of these has"});
    return warnings;
}

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

/// Mean - se T(t) and mean - se T(-t), T by hall_transform() with a = g / (3 sqrt(n)), b = a / 2, g the
/// skewness, for a root the roots of both (METHODS C.16).
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
    const double a = g / (3.0 * std::sqrt(n));
    const auto limit = [&](double x) {
        const double mean = moments.mean() - error * hall_transform(x, a, a / 2.0);
        return measure.finishes() ? measure.finished(std::max(0.0, mean)) : mean;
    };
    return IntervalEnds{.limits = {limit(t), limit(-t)},
                        .assumptions = {many_rows},
                        .warnings = loss_warnings(measure, values_of(input))};
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
