// The table of intervals for the predictions of one test set. A new one is a row of its family.
#include "unseen/interval/test_interval.hpp"

#include "base/parallel.hpp"
#include "interval/cells_bootstrap.hpp"
#include "interval/row_bootstrap.hpp"
#include "interval/test_interval_entry.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/moments.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace unseen {

namespace {

const std::vector<TestIntervalMethod>& test_interval_table()
{
    static const std::vector<TestIntervalMethod> methods = [] {
        std::vector<TestIntervalMethod> all;
        for (auto* family : {&count_intervals, &ranking_intervals, &quantile_intervals, &calibration_intervals, &robust_intervals,
                             &bootstrap_intervals})
            for (auto& method : family()) all.push_back(std::move(method));
        return all;
    }();
    return methods;
}

Design design_of(std::uint64_t rows) { return {.target = Target::model, .splits = 1, .repeats = 1, .rows = rows}; }

/// Whether a name stands in either table.
bool known(const std::string& method)
{
    const auto named = [&](const auto& row) { return row.name == method; };
    return method == "auto" || std::any_of(test_interval_table().begin(), test_interval_table().end(), named) ||
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
    if (measure.row_mean() && !weighted_or_clustered)
        for (const auto& row : interval_methods())
            if (row.valid(design_of(1), measure)) names.push_back(row.name);
    for (const auto& row : test_interval_table())
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

bool goes_by_row_values(const std::string& method, const TestIntervalInput& input)
{
    return input.measure->row_mean() && !input.weighted_or_clustered() && interval_valid(method, design_of(1), *input.measure);
}

/// The first method of the table that is meant and valid; null if there is none.
const TestIntervalMethod* row_for(const std::string& method, const TestIntervalInput& input)
{
    static const auto of_confusion = count_intervals(); // the others need the rows
    const auto methods = input.predictions != nullptr ? std::span(test_interval_table()) : std::span(of_confusion);
    for (const auto& row : methods) {
        const bool meant = method == row.name || (method == "auto" && (row.chosen == nullptr || row.chosen(input)));
        if (meant && valid(row, *input.measure, input.weighted_or_clustered())) return &row;
    }
    return nullptr;
}

/// Of those of the requests that are about drawn cells, which have the matrix, seed and samples in common.
std::vector<Replicates> replicates_of(std::span<const TestIntervalRequest> requests, std::span<const std::size_t> at,
                                      std::size_t threads)
{
    if (at.empty()) return {};
    std::vector<const Measure*> measures;
    for (const auto r : at) measures.push_back(requests[r].input.measure);
    const auto& input = requests[at.front()].input;
    const Draws draws{.seed = input.seed, .count = input.samples, .threads = threads};
    return draw_replicates(measures, input.confusion != nullptr ? *input.confusion : confusion_of(*input.predictions), draws);
}

/// Of those of the requests that are about drawn units, which have the rows, seed and samples in common; none of those that cannot be had.
std::vector<std::optional<RowBootstrap>> bootstraps_of(std::span<const TestIntervalRequest> requests,
                                                       std::span<const std::size_t> at, const Units& units, std::size_t threads)
{
    std::vector<std::optional<RowBootstrap>> bootstraps(at.size());
    std::vector<const Measure*> measures;
    std::vector<std::size_t> of_measure;
    if (units.size() < 2) return bootstraps;
    for (std::size_t k = 0; k < at.size(); ++k) {
        const auto& input = requests[at[k]].input;
        if (!why_not_drawn(*input.measure, *input.predictions, units, input.samples).empty()) continue;
        measures.push_back(input.measure);
        of_measure.push_back(k);
    }
    if (measures.empty()) return bootstraps;
    const auto& input = requests[at.front()].input;
    auto results =
        bootstrap_rows(measures, *input.predictions, units, {.seed = input.seed, .count = input.samples, .threads = threads});
    for (std::size_t k = 0; k < results.size(); ++k) bootstraps[of_measure[k]] = std::move(results[k]);
    return bootstraps;
}

} // namespace

std::span<const TestIntervalMethod> test_interval_methods() { return test_interval_table(); }

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
    require_test_interval(method, *input.measure, input.weighted_or_clustered());
    if (goes_by_row_values(method, input)) return of_row_values(method, input, level);
    const auto* row = row_for(method, input);
    if (row == nullptr) return {std::nullopt, input.predictions != nullptr ? "no_interval_for_design" : "needs_rows"};
    auto result = row->compute(input, level);
    if (result.interval && !(std::isfinite(result.interval->lower) && std::isfinite(result.interval->upper)))
        return {std::nullopt, "infinite"};
    return result;
}

std::vector<IntervalResult> make_test_intervals(std::vector<TestIntervalRequest> requests, Level level, std::size_t threads)
{
    std::vector<std::size_t> one_by_one;
    std::vector<std::size_t> side_by_side;
    std::vector<std::size_t> of_cells;
    std::vector<std::size_t> of_units;
    bool weighted_or_clustered = false;
    for (std::size_t r = 0; r < requests.size(); ++r) {
        const auto& [method, input] = requests[r];
        const auto* row = goes_by_row_values(method, input) ? nullptr : row_for(method, input);
        const auto work = row != nullptr ? row->work : IntervalWork::of_one_thread;
        (work == IntervalWork::of_all_threads ? one_by_one : side_by_side).push_back(r);
        if (work == IntervalWork::of_drawn_cells) of_cells.push_back(r);
        if (work == IntervalWork::of_drawn_units) of_units.push_back(r);
        weighted_or_clustered = weighted_or_clustered || input.weighted_or_clustered();
    }
    const auto replicates = replicates_of(requests, of_cells, threads);
    for (std::size_t k = 0; k < of_cells.size(); ++k) requests[of_cells[k]].input.replicates = &replicates[k];
    std::optional<Units> units;
    std::vector<std::optional<RowBootstrap>> bootstraps;
    if (weighted_or_clustered || !of_units.empty()) {
        const auto& input = requests.front().input;
        units = units_of(*input.predictions, input.cluster);
        for (auto& request : requests) request.input.units = &*units;
        bootstraps = bootstraps_of(requests, of_units, *units, threads);
        for (std::size_t k = 0; k < of_units.size(); ++k)
            requests[of_units[k]].input.bootstrap = bootstraps[k] ? &*bootstraps[k] : nullptr;
    }

    std::vector<IntervalResult> results(requests.size());
    const auto make = [&](std::size_t r) { results[r] = make_test_interval(requests[r].method, requests[r].input, level); };
    for (const auto r : one_by_one) make(r);
    parallel_for(side_by_side.size(), threads, [&](SharedNumbers numbers) {
        for (const auto k : numbers) make(side_by_side[k]);
    });
    return results;
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
