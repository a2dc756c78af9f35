// Intervals by the table of methods. Missing input of a method is computed, and several intervals share their
// samples.
#include "unseen/interval/interval.hpp"

#include "base/parallel.hpp"
#include "interval/cells_bootstrap.hpp"
#include "interval/methods.hpp"
#include "interval/row_bootstrap.hpp"
#include "measure/whole_repeats.hpp"

#include "unseen/base/number.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>

namespace unseen {

namespace {

using FromFigures = Maybe<IntervalEnds> (*)(const IntervalInput&, Level);
using FromTestSet = Maybe<IntervalEnds> (*)(const TestIntervalInput&, Level);

/// The interval with these ends, which stay within the measure's range.
IntervalResult interval_of(const IntervalMethod& method, const Measure& measure, Level level,
                           Maybe<IntervalEnds> found, const std::string& draws)
{
    if (!found) return {found.reason()};
    IntervalEnds& ends = *found;
    if (!draws.empty()) ends.assumptions.insert(ends.assumptions.begin(), draws + " are independent draws");
    Interval interval{.lower = std::max(ends.limits.lower, measure.lowest),
                      .upper = std::min(ends.limits.upper, measure.highest),
                      .level = ends.level.value_or(level),
                      .method = method.name,
                      .estimand = method.estimand,
                      .also = method.also,
                      .guarantee = method.guarantee,
                      .assumptions = std::move(ends.assumptions)};
    if (interval.lower == interval.upper && !ends.known) return {reasons::zero_variance};
    // With few rows at a high level, the logarithmic scale can exceed the largest number.
    if (!(std::isfinite(interval.lower) && std::isfinite(interval.upper))) return {reasons::infinite};
    return {std::move(interval), std::move(ends.warnings)};
}

/// `few_clusters` if intervals rest on fewer than ten (METHODS I.4).
void warn_of_few_clusters(std::uint64_t clusters, std::vector<Warning>& warnings)
{
    if (clusters < 10)
        warnings.push_back(
            {warnings::few_clusters, "only " + std::to_string(clusters) +
                                         " clusters: intervals that take clusters for the independent "
                                         "draws are too short with so few"});
}

IntervalResult from_figures(const IntervalMethod& method, const IntervalInput& input, Level level)
{
    auto result =
        interval_of(method, *input.measure, level, std::get<FromFigures>(method.compute)(input, level),
                    method.rows == IntervalRows::of_splits ? "" : "test rows");
    if (!result.interval) return result;
    if (input.design.fewer_rows) result.interval->also = Estimand::none;
    if (!method.simulated.empty())
        result.warnings.push_back({warnings::may_undercover,
                                   method.name + " covered what it is about in " + method.simulated +
                                       " of simulations at a nominal 95 %, with 50 to 1000 " +
                                       (input.design.groups > 0 ? "rows that were in no groups" : "rows") +
                                       " and all sizes of error: it may be too short"});
    if (input.design.groups > 0) warn_of_few_clusters(input.design.groups, result.warnings);
    return result;
}

IntervalResult from_moments(const IntervalMethod& method, const TestIntervalInput& input, Level level)
{
    const Moments rows = moments_of(input);
    return from_figures(method,
                        {.design = test_set_design,
                         .measure = input.measure,
                         .value = input.value,
                         .rows = rows.count(),
                         .row_mean = rows.mean(),
                         .row_variance = rows.variance()},
                        level);
}

IntervalResult from_test_set(const IntervalMethod& method, TestIntervalInput input, Level level)
{
    std::optional<Confusion> confusion;
    std::optional<Ranking> ranking;
    std::optional<Units> units;
    if (method.needs == IntervalNeeds::confusion && input.confusion == nullptr)
        input.confusion = &confusion.emplace(confusion_of(*input.predictions));
    if (method.needs == IntervalNeeds::ranking && input.ranking == nullptr)
        input.ranking = &ranking.emplace(ranking_of(*input.predictions, input.threads));
    std::vector<Warning> warnings;
    if (method.needs == IntervalNeeds::units) {
        if (input.units == nullptr) input.units = &units.emplace(units_of(*input.predictions, input.cluster));
        if (input.units->size() < 2) return {input.cluster.empty() ? reasons::one_row : reasons::one_cluster};
        if (!input.cluster.empty()) warn_of_few_clusters(input.units->size(), warnings);
    }
    auto result =
        interval_of(method, *input.measure, level, std::get<FromTestSet>(method.compute)(input, level),
                    input.cluster.empty() ? "test rows" : "clusters");
    if (result.interval)
        result.warnings.insert(result.warnings.begin(), std::move_iterator(warnings.begin()),
                               std::move_iterator(warnings.end()));
    return result;
}

/// The requested and valid method; null if there is none. Without rows, only methods that need just the
/// moments or the confusion matrix.
const IntervalMethod* method_for(const IntervalChoice& choice, const TestIntervalInput& input)
{
    return find_method(choice, test_set_design, *input.measure, input.weighted_or_clustered(),
                       [&](const IntervalMethod& method) {
                           const bool rows = method.needs != IntervalNeeds::moments &&
                                             method.needs != IntervalNeeds::confusion;
                           if (rows && input.predictions == nullptr) return false;
                           return !choice.automatic() || method.chosen == nullptr || method.chosen(input);
                       });
}

/// The samples of the requests that draw cells; these share the matrix, the seed and the number of samples.
std::vector<Replicates> replicates_of(std::span<const TestIntervalRequest> requests,
                                      std::span<const std::size_t> at, std::size_t threads)
{
    if (at.empty()) return {};
    std::vector<const Measure*> measures;
    for (const auto r : at) measures.push_back(requests[r].input.measure);
    const auto& input = requests[at.front()].input;
    const Draws draws{.seed = input.seed, .count = input.samples, .threads = threads};
    return draw_replicates(
        measures, input.confusion != nullptr ? *input.confusion : confusion_of(*input.predictions), draws);
}

/// The samples of the requests that draw units; these share the rows, the seed and the number of samples.
/// None if they cannot be drawn.
std::vector<std::optional<RowBootstrap>> bootstraps_of(std::span<const TestIntervalRequest> requests,
                                                       std::span<const std::size_t> at, const Units& units,
                                                       std::size_t threads)
{
    std::vector<std::optional<RowBootstrap>> bootstraps(at.size());
    std::vector<const Measure*> measures;
    std::vector<std::size_t> of_measure;
    if (units.size() < 2) return bootstraps;
    for (std::size_t k = 0; k < at.size(); ++k) {
        const auto& input = requests[at[k]].input;
        if (why_not_drawn(*input.measure, *input.predictions, units, input.samples) != nullptr) continue;
        measures.push_back(input.measure);
        of_measure.push_back(k);
    }
    if (measures.empty()) return bootstraps;
    const auto& input = requests[at.front()].input;
    auto results = bootstrap_rows(measures, *input.predictions, units,
                                  {.seed = input.seed, .count = input.samples, .threads = threads});
    for (std::size_t k = 0; k < results.size(); ++k) bootstraps[of_measure[k]] = std::move(results[k]);
    return bootstraps;
}

} // namespace

IntervalResult make_interval(const IntervalChoice& method, const IntervalInput& input, Level level)
{
    require_interval(method, input.design, *input.measure);
    const auto has_figures = [&](const IntervalMethod& row) {
        if (method.automatic() && row.needs == IntervalNeeds::spread && !input.spread)
            return false; // the next best, then
        return std::holds_alternative<FromFigures>(row.compute);
    };
    if (const auto* row = find_method(method, input.design, *input.measure, false, has_figures)) {
        auto result = from_figures(*row, input, level);
        if (result.interval && method.automatic() && input.spread.lacks(reasons::no_row_ids))
            result.warnings.push_back({warnings::no_row_ids,
                                       "rows of different repeats cannot be matched; name the "
                                       "column of the rows' names with `id` for a "
                                       "better interval"});
        return result;
    }
    if (input.design.one_test_set()) return {reasons::needs_rows};
    if (judged_by_repeats(*input.measure, input.design) && !input.spread) return {input.spread.reason()};
    const bool clustered = input.design.groups > 0 && input.design.each_row_once;
    return {clustered ? reasons::clustered_folds : reasons::no_interval_for_design};
}

namespace {

constexpr std::uint64_t clusters_that_agree_by_chance = 30;

IntervalResult interval_by(const IntervalMethod* row, const TestIntervalInput& input, Level level);

/// `shorter_with_clusters` if the default interval of few clusters is shorter than that of independent rows.
/// Not where either draws samples, which takes too long for a warning.
void compare_with_rows(IntervalResult& result, const IntervalMethod& method, const TestIntervalInput& input,
                       Level level)
{
    if (!result.interval || input.cluster.empty() || method.work != IntervalWork::of_one_thread) return;
    std::set<std::uint32_t> clusters;
    for (const auto cluster : input.cluster) {
        clusters.insert(cluster);
        if (clusters.size() >= clusters_that_agree_by_chance) return;
    }
    if (clusters.size() == input.cluster.size()) return;
    TestIntervalInput of_rows{.predictions = input.predictions,
                              .measure = input.measure,
                              .value = input.value,
                              .seed = input.seed,
                              .threads = input.threads};
    const auto* by_rows = method_for({}, of_rows);
    if (by_rows == nullptr || by_rows->work != IntervalWork::of_one_thread) return;
    const auto rows = interval_by(by_rows, of_rows, level);
    const auto width = [](const Interval& interval) { return interval.upper - interval.lower; };
    if (rows.interval && width(*result.interval) < width(*rows.interval))
        result.warnings.push_back(
            {warnings::shorter_with_clusters, "the interval by " + std::to_string(clusters.size()) +
                                                  " clusters is shorter than that of independent rows (" +
                                                  readable(rows.interval->lower) + " to " +
                                                  readable(rows.interval->upper) +
                                                  "): with so few it is mostly chance that they agree, and "
                                                  "the interval of the rows is safer"});
}

/// The interval by a method; null: there is none for these rows.
IntervalResult interval_by(const IntervalMethod* row, const TestIntervalInput& input, Level level)
{
    if (row == nullptr)
        return {input.predictions != nullptr ? reasons::no_interval_for_design : reasons::needs_rows};
    if (row->needs == IntervalNeeds::moments) return from_moments(*row, input, level);
    auto result = from_test_set(*row, input, level);
    if (input.predictions != nullptr && row->needs == IntervalNeeds::units)
        compare_with_rows(result, *row, input, level);
    if (result.interval && !row->counts_runs && has_runs(input))
        result.warnings.push_back(
            {warnings::runs_not_counted, "the interval of '" + input.measure->name() +
                                             "' takes repeats as independent, but items share their names: "
                                             "they may be runs, on which all values depend"});
    return result;
}

/// The method that this choice gives. Throws InputError if it names one that is not valid.
const IntervalMethod* chosen_method(const IntervalChoice& choice, const TestIntervalInput& input)
{
    require_interval(choice, test_set_design, *input.measure, input.weighted_or_clustered());
    return method_for(choice, input);
}

IntervalResult single_interval(const IntervalChoice& method, const TestIntervalInput& input, Level level)
{
    return interval_by(chosen_method(method, input), input, level);
}

/// The samples of a simultaneous interval: five replicates should lie beyond each limit.
std::uint64_t samples_for_all(const TestIntervalInput& input, Level each)
{
    return std::max(input.samples, static_cast<std::uint64_t>(std::ceil(10.0 / each.outside())));
}

void add_simultaneous(IntervalResult& result, IntervalResult all)
{
    if (!result.interval) return;
    result.simultaneous = std::move(all.interval);
}

} // namespace

IntervalResult make_test_interval(const IntervalChoice& method, const TestIntervalInput& input, Level level)
{
    auto result = single_interval(method, input, level);
    if (input.candidates <= 1 || !result.interval) return result;
    const Level each = level_of_each(level, input.candidates);
    auto wider = input;
    wider.samples = samples_for_all(input, each);
    add_simultaneous(result, single_interval(method, wider, each));
    return result;
}

std::optional<Interval> half_open_interval(const TestIntervalInput& input, Level level)
{
    const auto* method = find_method({}, test_set_design, *input.measure, input.weighted_or_clustered(),
                                     [](const IntervalMethod& one) { return one.without_value != nullptr; });
    if (method == nullptr || (method->needs == IntervalNeeds::confusion && input.confusion == nullptr))
        return std::nullopt;
    const auto limits = method->without_value(input, level);
    if (!limits) return std::nullopt;
    return Interval{.lower = limits->lower,
                    .upper = limits->upper,
                    .level = level,
                    .method = method->name,
                    .estimand = method->estimand,
                    .guarantee = method->guarantee,
                    .assumptions = {"test rows are independent draws"}};
}

namespace {

std::vector<IntervalResult> single_intervals(std::vector<TestIntervalRequest> requests, Level level,
                                             std::size_t threads)
{
    std::vector<const IntervalMethod*> methods;
    std::vector<std::size_t> one_by_one;
    std::vector<std::size_t> side_by_side;
    std::vector<std::size_t> of_cells;
    std::vector<std::size_t> of_units;
    std::optional<Units> units;
    const auto take_units = [&] {
        if (units) return;
        const auto& input = requests.front().input;
        units = units_of(*input.predictions, input.cluster);
        for (auto& request : requests) request.input.units = &*units;
    };
    for (std::size_t r = 0; r < requests.size(); ++r) {
        const auto& [method, input] = requests[r];
        if (input.weighted_or_clustered()) take_units(); // a choice between methods may need them
        const auto* row = methods.emplace_back(chosen_method(method, input));
        const auto work = row != nullptr ? row->work : IntervalWork::of_one_thread;
        (work == IntervalWork::of_all_threads ? one_by_one : side_by_side).push_back(r);
        if (work == IntervalWork::of_drawn_cells) of_cells.push_back(r);
        if (work == IntervalWork::of_drawn_units) of_units.push_back(r);
        if (row != nullptr && row->needs == IntervalNeeds::units) take_units();
    }
    const auto replicates = replicates_of(requests, of_cells, threads);
    for (std::size_t k = 0; k < of_cells.size(); ++k) requests[of_cells[k]].input.replicates = &replicates[k];
    std::vector<std::optional<RowBootstrap>> bootstraps;
    if (units) {
        bootstraps = bootstraps_of(requests, of_units, *units, threads);
        for (std::size_t k = 0; k < of_units.size(); ++k)
            requests[of_units[k]].input.bootstrap = bootstraps[k] ? &*bootstraps[k] : nullptr;
    }

    std::vector<IntervalResult> results(requests.size());
    const auto make = [&](std::size_t r) { results[r] = interval_by(methods[r], requests[r].input, level); };
    for (const auto r : one_by_one) make(r);
    parallel_for("computing intervals", side_by_side.size(), threads, [&](SharedNumbers numbers) {
        for (const auto k : numbers) make(side_by_side[k]);
    });
    return results;
}

} // namespace

std::vector<IntervalResult> make_test_intervals(std::vector<TestIntervalRequest> requests, Level level,
                                                std::size_t threads)
{
    auto results = single_intervals(requests, level, threads);
    const std::size_t candidates = requests.empty() ? 1 : requests.front().input.candidates;
    if (candidates <= 1) return results;
    const Level each = level_of_each(level, candidates);
    for (auto& request : requests) request.input.samples = samples_for_all(request.input, each);
    auto all = single_intervals(std::move(requests), each, threads);
    for (std::size_t r = 0; r < results.size(); ++r) add_simultaneous(results[r], std::move(all[r]));
    return results;
}

} // namespace unseen
