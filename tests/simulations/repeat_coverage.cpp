// Items that were judged several times: how often the interval of the mean of these items, if they were run
// again, covers, and that of items and runs which are both drawn, beside rules in use.
//
//     repeat_coverage [DATA SETS]     1000
//
// The peers: Student's t of the variances within items without the two items more (`t_within`), a normal
// interval that takes rows for independent (`z_rows`) or errors that are clustered by item, or by cluster
// (`z_clustered`), Student's t of the means of the runs (`t_runs`), the interval of the items alone
// (`items`), one t with Satterthwaite's degrees of freedom for both variances (`satterthwaite`), and the rule
// without the logit scale (`plain_scale`).
//
// The worlds were listed before any of them was run.
#include "test_rows.hpp"

#include "draws.hpp"
#include "for_each.hpp"

#include "unseen/interval/repeated.hpp"
#include "unseen/stats/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace unseen;

constexpr std::uint64_t seed = 4121;
constexpr double unbounded = std::numeric_limits<double>::infinity();
const Level level(0.95);

double logistic(double x) { return 1.0 / (1.0 + std::exp(-x)); }

double mean_of(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// mean +- quantile * standard error of independent values; none if all are equal.
std::optional<Limits> about_mean(const std::vector<double>& values, bool normal_law)
{
    const double mean = mean_of(values);
    const auto n = static_cast<double>(values.size());
    double squares = 0.0;
    for (const double x : values) squares += (x - mean) * (x - mean);
    if (!(squares > 0.0)) return std::nullopt;
    const double quantile =
        normal_law ? normal_quantile(tail(level)) : student_t_quantile(tail(level), n - 1.0);
    const double half = std::abs(quantile) * std::sqrt(squares / (n - 1.0) / n);
    return Limits{mean - half, mean + half};
}

std::vector<double> all_rows(const RepeatedItems& items)
{
    std::vector<double> rows;
    for (const auto& of_item : items.values) rows.insert(rows.end(), of_item.begin(), of_item.end());
    return rows;
}

std::vector<double> means_of_items(const RepeatedItems& items)
{
    std::vector<double> means;
    for (const auto& of_item : items.values) means.push_back(mean_of(of_item));
    return means;
}

std::vector<double> means_of_runs(const RepeatedItems& items)
{
    std::vector<double> means(items.runs(), 0.0), times(items.runs(), 0.0);
    for (std::size_t i = 0; i < items.values.size(); ++i)
        for (std::size_t k = 0; k < items.values[i].size(); ++k) {
            means[items.run[i][k]] += items.values[i][k];
            ++times[items.run[i][k]];
        }
    for (std::size_t r = 0; r < means.size(); ++r) means[r] /= times[r];
    return means;
}

/// What the rule was before: a t of the sum of both variances.
std::optional<Limits> satterthwaite(const std::optional<CrossedRuns>& runs, double low, double high)
{
    if (!runs) return std::nullopt;
    const double all = std::max(runs->of_items, runs->of_items + runs->of_runs - runs->of_both);
    const double df = runs->of_runs > runs->of_both
                          ? std::max(1.0, all * all /
                                              (std::pow(runs->of_items, 2.0) / runs->df_items +
                                               std::pow(runs->of_runs, 2.0) / runs->df_runs))
                          : runs->df_items;
    const double half = student_t_quantile(tail(level), df) * std::sqrt(all);
    return Limits{std::max(low, runs->mean - half), std::min(high, runs->mean + half)};
}

/// What the rule was before values with a range had limits on the logit scale; with those of the items.
std::optional<Limits> plain_scale(const std::optional<CrossedRuns>& runs, double low, double high,
                                  const std::optional<Limits>& items)
{
    if (!runs || !items) return items;
    const double half = runs->half(level.outside());
    return Limits{std::min(items->lower, std::max(low, runs->mean - half)),
                  std::max(items->upper, std::min(high, runs->mean + half))};
}

std::optional<Limits> known(const Maybe<Limits>& limits)
{
    return limits ? std::optional<Limits>(*limits) : std::nullopt;
}

/// An item, which never changes in a world, and a repeat of it. Values lie in 0 to 1.
struct Items {
    std::string name;
    double (*item)(Stream&);
    double (*repeat)(Stream&, double item);
    double (*mean)(double item);
};

double right(Stream& s, double item) { return uniform(s) < item ? 1.0 : 0.0; }
double itself(double item) { return item; }

const std::vector<Items> laws_of_items = {
    {"always or never right, three in ten waver",
     [](Stream& s) {
         const double u = uniform(s);
         return u < .5 ? 1.0 : u < .7 ? 0.0 : uniform(s);
     },
     right, itself},
    {"U-shaped", [](Stream& s) { return std::pow(std::sin(1.5707963267948966 * uniform(s)), 2.0); }, right,
     itself},
    {"right in .97 to 1", [](Stream& s) { return 1.0 - .03 * uniform(s); }, right, itself},
    {"one in ten is a coin", [](Stream& s) { return uniform(s) < .1 ? .5 : 1.0; }, right, itself},
    {"marks of five levels, one off in a third",
     [](Stream& s) { return .25 * (1.0 + std::floor(3.0 * uniform(s))); },
     [](Stream& s, double item) {
         const double u = uniform(s);
         return u < 1.0 / 6 ? item - .25 : u < 1.0 / 3 ? item + .25 : item;
     },
     itself},
    {"near its own value, fails in 3 %", [](Stream& s) { return .5 + .5 * uniform(s); },
     [](Stream& s, double item) { return uniform(s) < .03 ? 0.0 : item; },
     [](double item) { return .97 * item; }},
    {"wide noise", uniform, [](Stream& s, double item) { return .5 * (item + uniform(s)); },
     [](double item) { return .5 * item + .25; }},
    {"narrow noise", uniform, [](Stream& s, double item) { return .98 * item + .02 * uniform(s); },
     [](double item) { return .98 * item + .01; }},
};

/// Numbers of items and of repeats; 0 repeats: 1 to 4 of an item.
constexpr std::pair<std::size_t, std::size_t> sizes_of_items[] = {
    {10, 2}, {40, 3}, {150, 2}, {30, 0}, {60, 6}};

void these_items(std::size_t data_sets)
{
    std::uint64_t number = 0;
    for (const auto& law : laws_of_items)
        for (const auto& [n, repeats] : sizes_of_items) {
            ++number;
            Stream stream(seed, Purpose::generation, 0, number);
            std::vector<double> items(n);
            std::vector<std::size_t> times(n, repeats);
            double truth = 0.0;
            for (std::size_t i = 0; i < n; ++i) {
                items[i] = law.item(stream);
                truth += law.mean(items[i]) / static_cast<double>(n);
                if (repeats == 0) times[i] = 1 + static_cast<std::size_t>(4.0 * uniform(stream));
            }
            std::vector<Covered> ours(data_sets), within(data_sets), rows(data_sets);
            for_each(data_sets, [&, number = number](std::size_t d) {
                Stream again(seed, Purpose::generation, d + 1, number);
                RepeatedItems drawn;
                for (std::size_t i = 0; i < items.size(); ++i) {
                    auto& values = drawn.values.emplace_back();
                    for (std::size_t r = 0; r < times[i]; ++r) values.push_back(law.repeat(again, items[i]));
                }
                const double figure = mean_of(means_of_items(drawn));
                ours[d] = {figure, known(limits_of_these_items(drawn, 0.0, 1.0, level))};
                within[d] = {figure, known(limits_of_these_items(drawn, -unbounded, unbounded, level))};
                rows[d] = {figure, about_mean(all_rows(drawn), true)};
            });
            const std::string world = law.name + ", " + std::to_string(n) + " items, " +
                                      (repeats == 0 ? "1 to 4" : std::to_string(repeats)) + " times";
            print_line("these items, run again", "mean", "these_items", world, truth, ours);
            print_line("these items, run again", "mean", "t_within", world, truth, within);
            print_line("these items, run again", "mean", "z_rows", world, truth, rows);
        }
}

/// A value of an item in a run, given by a draw of each; the runs' draws are standard normal.
struct Runs {
    std::string name;
    double low, high;
    double (*mean)(double item, double run); ///< of the value; items' draws are uniform
    double (*value)(Stream&, double mean);
};

template <int percent>
double shifted(double item, double run)
{
    return normal_quantile(item) + percent / 100.0 * run;
}

template <int percent>
double chance(double item, double run)
{
    return logistic(1.0 + 2.0 * normal_quantile(item) + percent / 100.0 * run);
}

double noisy(Stream& s, double mean) { return mean + .7 * normal(s); }
double beside(Stream& s, double mean) { return .8 * mean + .2 * uniform(s); }

const std::vector<Runs> laws_of_runs = {
    {"numbers, runs alike", -unbounded, unbounded, shifted<0>, noisy},
    {"numbers, runs .1", -unbounded, unbounded, shifted<10>, noisy},
    {"numbers, runs .3", -unbounded, unbounded, shifted<30>, noisy},
    {"right or wrong, runs alike", 0.0, 1.0, chance<0>, right},
    {"right or wrong, runs .3", 0.0, 1.0, chance<30>, right},
    {"right or wrong, runs 1", 0.0, 1.0, chance<100>, right},
    {"0 to 1, runs .5", 0.0, 1.0, chance<50>, beside},
    {"right or wrong, one run in six loses a tenth", 0.0, 1.0,
     [](double item, double run) { return run > .967 ? .9 * chance<0>(item, 0.0) : chance<0>(item, 0.0); },
     right},
};

/// Numbers of items and of runs.
using Sizes = std::vector<std::pair<std::size_t, std::size_t>>;
const Sizes sizes_of_runs = {{30, 3}, {200, 3}, {200, 5}, {1000, 10}};

double marks(Stream& s, double mean)
{
    double mark = 0.0;
    for (int i = 0; i < 4; ++i) mark += uniform(s) < mean ? .25 : 0.0;
    return mark;
}

/// Runs whose effects are neither normal nor on the logit scale. These were listed before the limits on that
/// scale, which were chosen on the other worlds, were tried on them.
const std::vector<Runs> other_laws_of_runs = {
    {"right or wrong, runs uniform within .15", 0.0, 1.0,
     [](double item, double run) { return .2 + .6 * item + .3 * (.5 - normal_tail(run)); }, right},
    {"right or wrong, one run in five loses half", 0.0, 1.0,
     [](double item, double run) { return (.5 + .5 * item) * (run > .8416 ? .5 : 1.0); }, right},
    {"right or wrong, runs lose exponential shares", 0.0, 1.0,
     [](double item, double run) { return (.6 + .4 * item) * std::pow(normal_tail(run), .1); }, right},
    {"right or wrong, three items in ten hang on the run", 0.0, 1.0,
     [](double item, double run) { return item < .3   ? 1.0 - normal_tail(run)
                                          : item < .9 ? 1.0
                                                      : 0.0; },
     right},
    {"right or wrong, runs with heavy tails", 0.0, 1.0,
     [](double item, double run) {
         return logistic(1.0 + 2.0 * normal_quantile(item) + .3 * std::sinh(1.5 * run));
     },
     right},
    {"right or wrong, near 1, few runs lose a fifth", 0.0, 1.0,
     [](double item, double run) { return .96 + .03 * item - .2 * std::pow(1.0 - normal_tail(run), 4.0); },
     right},
    {"0 to 1, runs bend the items", 0.0, 1.0,
     [](double item, double run) { return std::pow(item, std::exp(.4 * run)); }, beside},
    {"marks, runs .08 of the range", 0.0, 1.0,
     [](double item, double run) { return std::clamp(.45 + .3 * item + .08 * run, 0.0, 1.0); }, marks},
};
const Sizes other_sizes_of_runs = {{60, 2}, {40, 3}, {1000, 4}, {100, 5}, {300, 8}};

/// The mean over items and runs, by 4 million draws.
double truth_of(const Runs& law)
{
    Stream stream(seed, Purpose::generation, 0, 9999);
    double sum = 0.0;
    constexpr int draws = 4'000'000;
    for (int i = 0; i < draws; ++i) {
        const double item = uniform(stream);
        const double mean = law.mean(item, normal(stream));
        sum += law.value == beside ? .8 * mean + .1 : mean;
    }
    return sum / draws;
}

/// A data set in which every item has every run.
RepeatedItems drawn_of(const Runs& law, std::size_t n, std::size_t runs, Stream& stream)
{
    std::vector<double> of_runs(runs);
    for (auto& run : of_runs) run = normal(stream);
    RepeatedItems items;
    for (std::size_t i = 0; i < n; ++i) {
        const double item = uniform(stream);
        auto& own = items.run.emplace_back(runs);
        std::iota(own.begin(), own.end(), 0U);
        auto& values = items.values.emplace_back();
        for (const double run : of_runs) values.push_back(law.value(stream, law.mean(item, run)));
    }
    return items;
}

void items_and_runs(const std::string& kind, const std::vector<Runs>& laws, const Sizes& sizes,
                    std::uint64_t number, std::size_t data_sets)
{
    for (const auto& law : laws) {
        const double truth = law.low < 0.0 ? 0.0 : truth_of(law);
        for (const auto& [n, runs] : sizes) {
            ++number;
            const RowDesign design{
                .task = ScoreTask::values, .scale = {.lowest = law.low, .highest = law.high}, .items = n};
            const auto measure = make_measure(Spec("mean"), design);
            const char* const methods[] = {"items_and_runs", "items",  "satterthwaite",
                                           "z_clustered",    "t_runs", "plain_scale"};
            std::vector<std::vector<Covered>> covered(std::size(methods), std::vector<Covered>(data_sets));
            for_each(data_sets, [&, number = number, n = n, runs = runs](std::size_t d) {
                Stream stream(seed, Purpose::generation, d + 1, number);
                const auto items = drawn_of(law, n, runs, stream);
                const auto means = means_of_items(items);
                TestRows rows;
                for (const double mean : means) rows.add_value(mean, 0);
                const auto view = rows.view();
                const double figure = mean_of(means);
                const auto by = [&](const char* method) -> std::optional<Limits> {
                    const TestIntervalInput input{
                        .predictions = &view, .measure = &measure, .value = figure, .repeated = &items};
                    const auto found = make_test_interval(std::string(method), input, level);
                    if (!found.interval) return std::nullopt;
                    return Limits{found.interval->lower, found.interval->upper};
                };
                const auto crossed = crossed_runs(items);
                const auto alone = by(law.low < 0.0 ? "hall_t" : "end_dirichlet");
                const std::optional<Limits> limits[] = {by("items_and_runs"),
                                                        alone,
                                                        satterthwaite(crossed, law.low, law.high),
                                                        about_mean(means, true),
                                                        about_mean(means_of_runs(items), false),
                                                        plain_scale(crossed, law.low, law.high, alone)};
                for (std::size_t m = 0; m < std::size(methods); ++m) covered[m][d] = {figure, limits[m]};
            });
            for (std::size_t m = 0; m < std::size(methods); ++m)
                print_line(kind, "mean", methods[m],
                           law.name + ", " + std::to_string(n) + " items, " + std::to_string(runs) + " runs",
                           truth, covered[m]);
        }
    }
}

/// Values with normal parts of a cluster, an item, a run and a cluster in a run, of these standard
/// deviations: numbers with noise, or, of their logits about a centre, right or wrong, marks of five levels
/// or values from 0 to 1.
struct Mixed {
    std::string name;
    bool numbers;
    double centre, of_items, of_runs;
    double (*value)(Stream&, double mean);
};

const std::vector<Mixed> mixed_laws = {
    {"numbers, runs alike", true, 0.0, 1.0, 0.0,
     [](Stream& s, double mean) { return mean + 2.0 * normal(s); }},
    {"numbers, runs .5", true, 0.0, 1.0, .5, noisy},
    {"right or wrong, runs alike", false, .5, 2.0, 0.0, right},
    {"right or wrong, runs .5", false, .5, 1.5, .5, right},
    {"right or wrong, runs 1.5", false, 0.0, 1.0, 1.5, right},
    {"mostly right, runs 1", false, 3.0, 1.0, 1.0, right},
    {"marks, runs .6", false, 1.0, 1.0, .6, marks},
    {"0 to 1, runs .8", false, 0.0, 1.0, .8, beside},
};

/// Items, runs, the share of values that are lacking, and the largest number of items of a cluster.
struct Shape {
    std::size_t items, runs;
    double lacking;
    std::size_t cluster;
};

constexpr Shape shapes[] = {{40, 2, 0.0, 1},  {25, 3, 0.0, 1}, {150, 3, 0.0, 1}, {100, 4, 0.0, 1},
                            {300, 8, 0.0, 1}, {60, 3, .3, 1},  {120, 5, .5, 1},  {90, 3, 0.0, 3},
                            {200, 4, 0.0, 9}, {120, 4, .3, 4}};

double truth_of(const Mixed& law, bool clustered)
{
    if (law.numbers) return 0.0;
    const double spread =
        std::sqrt(law.of_items * law.of_items + law.of_runs * law.of_runs * 1.25 + (clustered ? 1.0 : 0.0));
    double sum = 0.0;
    constexpr int steps = 200'000;
    for (int i = 0; i < steps; ++i)
        sum += logistic(law.centre + spread * normal_quantile((i + .5) / steps)) / steps;
    return law.value == beside ? .8 * sum + .1 : sum;
}

/// The items of a data set, and the cluster of each.
std::pair<RepeatedItems, std::vector<std::uint32_t>> drawn_of(const Mixed& law, const Shape& shape, Stream& s)
{
    std::vector<double> runs(shape.runs), in_cluster(shape.runs, 0.0);
    for (auto& run : runs) run = law.of_runs * normal(s);
    RepeatedItems items;
    std::vector<std::uint32_t> cluster;
    double of_cluster = 0.0;
    std::size_t left = 0;
    std::uint32_t number = 0;
    while (items.values.size() < shape.items) {
        if (left == 0) { // .5: so that runs differ from cluster to cluster
            left = 1 + static_cast<std::size_t>(static_cast<double>(shape.cluster) * uniform(s));
            of_cluster = shape.cluster > 1 ? normal(s) : 0.0;
            for (auto& own : in_cluster) own = .5 * law.of_runs * normal(s);
            ++number;
        }
        --left;
        const double item = law.of_items * normal(s);
        auto& values = items.values.emplace_back();
        auto& own = items.run.emplace_back();
        cluster.push_back(number);
        for (std::uint32_t r = 0; r < shape.runs; ++r) {
            if (uniform(s) < shape.lacking && !(r + 1 == shape.runs && own.empty())) continue;
            const double sum = law.centre + of_cluster + item + runs[r] + in_cluster[r];
            values.push_back(law.value(s, law.numbers ? sum : logistic(sum)));
            own.push_back(r);
        }
    }
    return {std::move(items), shape.cluster > 1 ? std::move(cluster) : std::vector<std::uint32_t>()};
}

/// A normal interval with errors that are clustered, as Inspect and evaluatellm have it.
std::optional<Limits> z_of_clusters(const std::vector<double>& means, std::span<const std::uint32_t> cluster)
{
    if (cluster.empty()) return about_mean(means, true);
    const double mean = mean_of(means);
    std::vector<double> sums(cluster.back() + 1, 0.0);
    for (std::size_t i = 0; i < means.size(); ++i) sums[cluster[i]] += means[i] - mean;
    const double half = normal_quantile(tail(level)) *
                        std::sqrt(std::inner_product(sums.begin(), sums.end(), sums.begin(), 0.0)) /
                        static_cast<double>(means.size());
    return half != 0.0 ? std::optional(Limits{mean - std::abs(half), mean + std::abs(half)}) : std::nullopt;
}

/// Worlds of few runs, of runs that items lack, and of clusters.
void more_runs(std::size_t data_sets)
{
    std::uint64_t number = 2000;
    for (const auto& law : mixed_laws)
        for (const auto& shape : shapes) {
            ++number;
            const bool clustered = shape.cluster > 1;
            const double truth = truth_of(law, clustered);
            const double low = law.numbers ? -unbounded : 0.0;
            const double high = law.numbers ? unbounded : 1.0;
            const RowDesign design{
                .task = ScoreTask::values, .scale = {.lowest = low, .highest = high}, .items = shape.items};
            const auto measure = make_measure(Spec("mean"), design);
            const std::string of_items = !law.numbers ? "end_dirichlet"
                                         : clustered  ? "hall_clusters"
                                                      : "hall_t";
            const std::string methods[] = {"items_and_runs", "items",  "satterthwaite",
                                           "z_clustered",    "t_runs", "plain_scale"};
            std::vector<std::vector<Covered>> covered(std::size(methods), std::vector<Covered>(data_sets));
            for_each(data_sets, [&, number = number](std::size_t d) {
                Stream stream(seed, Purpose::generation, d + 1, number);
                const auto [items, cluster] = drawn_of(law, shape, stream);
                const auto means = means_of_items(items);
                TestRows rows;
                for (std::size_t i = 0; i < means.size(); ++i) rows.add_value(means[i], 0);
                const auto view = rows.view();
                const double figure = mean_of(means);
                const auto by = [&, of_clusters = std::span(cluster)](
                                    const std::string& method) -> std::optional<Limits> {
                    const TestIntervalInput input{.predictions = &view,
                                                  .measure = &measure,
                                                  .value = figure,
                                                  .cluster = of_clusters,
                                                  .repeated = &items};
                    const auto found = make_test_interval(method, input, level);
                    if (!found.interval) return std::nullopt;
                    return Limits{found.interval->lower, found.interval->upper};
                };
                const auto crossed = crossed_runs(items, cluster);
                const auto alone = by(of_items);
                const std::optional<Limits> limits[] = {by(methods[0]),
                                                        alone,
                                                        satterthwaite(crossed, low, high),
                                                        z_of_clusters(means, cluster),
                                                        about_mean(means_of_runs(items), false),
                                                        plain_scale(crossed, low, high, alone)};
                for (std::size_t m = 0; m < std::size(methods); ++m) covered[m][d] = {figure, limits[m]};
            });
            std::string world = law.name + ", " + std::to_string(shape.items) + " items, " +
                                std::to_string(shape.runs) + " runs";
            if (shape.lacking > 0.0) world += shape.lacking < .4 ? ", 3 in 10 lacking" : ", half lacking";
            if (clustered) world += ", clusters of 1 to " + std::to_string(shape.cluster);
            const std::string kind = clustered           ? "items in clusters, and runs"
                                     : shape.lacking > 0 ? "items and runs, some lacking"
                                                         : "items and few runs";
            for (std::size_t m = 0; m < std::size(methods); ++m)
                print_line(kind, "mean", methods[m], world, truth, covered[m]);
        }
}

/// Right answers of k, where each task has one answer in each run.
struct Answers {
    std::size_t tasks, runs, k;
};
constexpr Answers shapes_of_answers[] = {{60, 3, 2}, {200, 5, 2}, {300, 8, 3}, {40, 10, 5}};

/// The mean over tasks, and runs that are drawn for each, by a million draws.
double truth_of(const Runs& law, std::size_t k, bool all)
{
    Stream stream(seed, Purpose::generation, 0, 9998);
    double sum = 0.0;
    constexpr int draws = 1'000'000;
    for (int i = 0; i < draws; ++i) {
        const double item = uniform(stream);
        double of_subset = 1.0;
        for (std::size_t j = 0; j < k; ++j) {
            const double p = law.mean(item, normal(stream));
            of_subset *= all ? p : 1.0 - p;
        }
        sum += all ? of_subset : 1.0 - of_subset;
    }
    return sum / draws;
}

void answers_in_runs(std::size_t data_sets)
{
    std::uint64_t number = 4000;
    const std::vector<Runs> laws = {laws_of_runs[3], laws_of_runs[4], laws_of_runs[5], laws_of_runs[7],
                                    other_laws_of_runs[0]};
    for (const bool all : {false, true})
        for (const auto& law : laws)
            for (const auto& shape : shapes_of_answers) {
                ++number;
                const auto runs = static_cast<std::uint32_t>(shape.runs);
                const RowDesign design{
                    .task = ScoreTask::values,
                    .scale = {.lowest = 0.0, .highest = 1.0, .of_answers = true, .answers = runs},
                    .items = shape.tasks};
                const auto spec = (all ? "pass_all:k=" : "pass_at:k=") + std::to_string(shape.k);
                const auto measure = make_measure(Spec::parse(spec), design);
                const double truth = truth_of(law, shape.k, all);
                const char* const methods[] = {"items_and_runs", "end_dirichlet"};
                std::vector<std::vector<Covered>> covered(2, std::vector<Covered>(data_sets));
                for_each(data_sets, [&, number = number](std::size_t d) {
                    Stream stream(seed, Purpose::generation, d + 1, number);
                    const auto items = drawn_of(law, shape.tasks, runs, stream);
                    const auto shares = means_of_items(items);
                    const std::vector<std::uint32_t> answers(shape.tasks, runs);
                    PredictionView view{.value = shares};
                    view.answers = answers;
                    std::vector<double> values(shape.tasks);
                    measure.row_mean()->values(view, values);
                    const double figure = mean_of(values);
                    for (std::size_t m = 0; m < 2; ++m) {
                        const TestIntervalInput input{
                            .predictions = &view, .measure = &measure, .value = figure, .repeated = &items};
                        const auto found = make_test_interval(std::string(methods[m]), input, level);
                        covered[m][d] = {figure, std::nullopt};
                        if (found.interval)
                            covered[m][d].limits = Limits{found.interval->lower, found.interval->upper};
                    }
                });
                for (std::size_t m = 0; m < 2; ++m)
                    print_line("right answers of k, in runs", all ? "pass_all" : "pass_at", methods[m],
                               law.name + ", " + std::to_string(shape.tasks) + " tasks, " +
                                   std::to_string(shape.k) + " of " + std::to_string(shape.runs) + " runs",
                               truth, covered[m]);
            }
}

} // namespace

int main(int argc, char** argv)
{
    const auto data_sets = static_cast<std::size_t>(argc > 1 ? std::atoi(argv[1]) : 1000);
    print_head();
    these_items(data_sets);
    items_and_runs("items and runs", laws_of_runs, sizes_of_runs, 1000, data_sets);
    more_runs(data_sets);
    items_and_runs("items and runs of other laws", other_laws_of_runs, other_sizes_of_runs, 3000, data_sets);
    answers_in_runs(data_sets);
}
