// The table of intervals for the predictions of one test set. A new one is a row of its family.
#include "unseen/estimate/test_interval.hpp"

#include "estimate/test_interval_entry.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/moments.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

const std::vector<TestIntervalMethod>& table()
{
    static const std::vector<TestIntervalMethod> methods = [] {
        std::vector<TestIntervalMethod> all;
        for (auto* family : {&count_intervals, &ranking_intervals, &quantile_intervals, &robust_intervals, &bootstrap_intervals})
            for (auto& method : family()) all.push_back(std::move(method));
        return all;
    }();
    return methods;
}

Design design_of(std::uint64_t rows) { return {.kind = SplitKind::test_set, .splits = 1, .repeats = 1, .rows = rows}; }

/// Whether a name stands in either table.
bool known(const std::string& method)
{
    const auto named = [&](const auto& row) { return row.name == method; };
    return method == "auto" || std::any_of(table().begin(), table().end(), named) ||
           std::any_of(interval_methods().begin(), interval_methods().end(), named);
}

bool valid(const TestIntervalMethod& row, const Measure& measure, bool weighted_or_clustered)
{
    const auto other = weighted_or_clustered ? RowKind::alike : RowKind::weighted_or_clustered;
    return row.rows != other && row.valid(measure);
}

std::vector<std::string> valid_methods(const Measure& measure, bool weighted_or_clustered)
{
    std::vector<std::string> names;
    if (!measure.whole && !weighted_or_clustered)
        for (const auto& row : interval_methods())
            if (row.valid(design_of(1), measure)) names.push_back(row.name);
    for (const auto& row : table())
        if (valid(row, measure, weighted_or_clustered) && std::find(names.begin(), names.end(), row.name) == names.end())
            names.push_back(row.name);
    return names;
}

IntervalResult of_row_values(const std::string& method, const TestIntervalInput& input, Level level)
{
    const Moments rows = input.moments != nullptr
                             ? *input.moments
                             : evaluate_all(std::span(input.measure, 1), *input.predictions, {.spread = true}).moments.front();
    return make_interval(method,
                         {.design = design_of(rows.count()),
                          .measure = input.measure,
                          .value = input.value,
                          .rows = rows.count(),
                          .row_mean = rows.mean(),
                          .row_variance = rows.variance()},
                         level);
}

} // namespace

std::span<const TestIntervalMethod> test_interval_methods() { return table(); }

bool test_interval_valid(const std::string& method, const Measure& measure, bool weighted_or_clustered)
{
    if (method == "auto") return true;
    const auto names = valid_methods(measure, weighted_or_clustered);
    return std::find(names.begin(), names.end(), method) != names.end();
}

void require_test_interval(const std::string& method, const Measure& measure, bool weighted_or_clustered)
{
    if (test_interval_valid(method, measure, weighted_or_clustered)) return;
    std::string names;
    for (const auto& name : valid_methods(measure, weighted_or_clustered)) names += ", " + name;
    throw InputError((known(method) ? "interval '" + method + "' is not valid here" : "unknown interval '" + method + "'") +
                     " (measure '" + measure.name() + "'" + (weighted_or_clustered ? " of weighted or clustered rows" : "") +
                     "); valid: auto" + names);
}

IntervalResult make_test_interval(const std::string& method, const TestIntervalInput& input, Level level)
{
    const bool weighted_or_clustered = input.weighted_or_clustered();
    require_test_interval(method, *input.measure, weighted_or_clustered);
    if (!input.measure->whole && !weighted_or_clustered && interval_valid(method, design_of(1), *input.measure))
        return of_row_values(method, input, level);
    const auto of_confusion = count_intervals(); // the others need the rows
    const auto methods = input.predictions != nullptr ? std::span<const TestIntervalMethod>(table()) : std::span(of_confusion);
    for (const auto& row : methods) {
        if ((method != "auto" && method != row.name) || !valid(row, *input.measure, weighted_or_clustered)) continue;
        auto result = row.compute(input, level);
        if (result.interval && !(std::isfinite(result.interval->lower) && std::isfinite(result.interval->upper)))
            return {std::nullopt, "infinite"};
        return result;
    }
    return {std::nullopt, input.predictions != nullptr ? "no_interval_for_design" : "needs_rows"};
}

Interval model_interval(const TestIntervalInput& input, Level level, double lower, double upper, std::string method,
                        Guarantee guarantee, std::vector<std::string> more)
{
    more.insert(more.begin(), input.cluster.empty() ? "test rows are independent draws" : "clusters are independent draws");
    return {.lower = std::max(lower, input.measure->lowest),
            .upper = std::min(upper, input.measure->highest),
            .level = level,
            .method = std::move(method),
            .target = Target::model,
            .guarantee = guarantee,
            .assumptions = std::move(more)};
}

} // namespace unseen
