// Intervals of means of independent rows of one test set, from their moments.
#include "interval/methods.hpp"

#include "unseen/stats/distributions.hpp"

#include <cmath>

namespace unseen {

namespace {

/// t s / sqrt(n), s the standard deviation of n independent losses.
double half_of_t(const IntervalInput& input, Level level)
{
    const auto n = static_cast<double>(input.rows);
    return student_t_quantile(tail(level), n - 1.0) * std::sqrt(input.row_variance / n);
}

std::string no_spread(const IntervalInput& input)
{
    return input.rows < 2 ? "one_row" : !(input.row_variance > 0.0) ? "zero_variance" : "";
}

constexpr const char* many_rows = "enough rows for the mean loss to be nearly normal";

} // namespace

/// Counts of independent rows are binomial given the model. Accuracy counts the right rows, the error rate the wrong ones.
IntervalEnds binomial_proportion(const IntervalInput& input, Level level)
{
    const auto ones = static_cast<std::uint64_t>(std::llround(input.row_mean * static_cast<double>(input.rows)));
    return {.limits = clopper_pearson(ones, input.rows, level.outside())};
}

/// Ends of mean +- t s / sqrt(n).
IntervalEnds t_mean(const IntervalInput& input, Level level)
{
    if (const auto reason = no_spread(input); !reason.empty()) return {.reason = reason};
    return {.limits = around(input.value, half_of_t(input, level)), .assumptions = {many_rows}};
}

/// The same for the root of a mean, on the logarithmic scale: root exp(-+ t se / (2 mean)), METHODS I.18.
IntervalEnds t_log(const IntervalInput& input, Level level)
{
    if (const auto reason = no_spread(input); !reason.empty()) return {.reason = reason};
    const double relative = half_of_t(input, level) / (2.0 * input.row_mean);
    return {.limits = {input.value * std::exp(-relative), input.value * std::exp(relative)}, .assumptions = {many_rows}};
}

} // namespace unseen
