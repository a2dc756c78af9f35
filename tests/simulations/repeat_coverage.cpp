// Items that were judged several times: how often the interval of the mean of these items, if they were run
// again, covers, and that of items and runs which are both drawn, beside rules in use.
//
//     repeat_coverage [DATA SETS]     1000
//
// The peers: Student's t of the variances within items without the two items more (`t_within`), a normal
// interval that takes rows for independent (`z_rows`) or errors that are clustered by item (`z_clustered`),
// Student's t of the means of the runs (`t_runs`), and the interval of the items alone (`items`).
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
    std::vector<double> means(items.values.front().size(), 0.0);
    for (const auto& of_item : items.values)
        for (std::size_t r = 0; r < means.size(); ++r)
            means[r] += of_item[r] / static_cast<double>(items.values.size());
    return means;
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
constexpr std::pair<std::size_t, std::size_t> sizes_of_runs[] = {{30, 3}, {200, 3}, {200, 5}, {1000, 10}};

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

void items_and_runs(std::size_t data_sets)
{
    std::uint64_t number = 1000;
    for (const auto& law : laws_of_runs) {
        const double truth = law.low < 0.0 ? 0.0 : truth_of(law);
        for (const auto& [n, runs] : sizes_of_runs) {
            ++number;
            const RowDesign design{
                .task = ScoreTask::values, .scale = {.lowest = law.low, .highest = law.high}, .items = n};
            const auto measure = make_measure(Spec("mean"), design);
            const char* const methods[] = {"items_and_runs", "items", "crossed", "z_clustered", "t_runs"};
            std::vector<std::vector<Covered>> covered(std::size(methods), std::vector<Covered>(data_sets));
            for_each(data_sets, [&, number = number, n = n, runs = runs](std::size_t d) {
                Stream stream(seed, Purpose::generation, d + 1, number);
                std::vector<double> of_runs(runs);
                for (auto& run : of_runs) run = normal(stream);
                RepeatedItems items{.runs = true};
                for (std::size_t i = 0; i < n; ++i) {
                    const double item = uniform(stream);
                    auto& values = items.values.emplace_back();
                    for (const double run : of_runs) values.push_back(law.value(stream, law.mean(item, run)));
                }
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
                const auto crossed = crossed_runs(items, law.low, law.high, level);
                const std::optional<Limits> limits[] = {
                    by("items_and_runs"), by(law.low < 0.0 ? "hall_t" : "end_dirichlet"),
                    crossed ? std::optional(crossed->limits) : std::nullopt, about_mean(means, true),
                    about_mean(means_of_runs(items), false)};
                for (std::size_t m = 0; m < std::size(methods); ++m) covered[m][d] = {figure, limits[m]};
            });
            for (std::size_t m = 0; m < std::size(methods); ++m)
                print_line("items and runs", "mean", methods[m],
                           law.name + ", " + std::to_string(n) + " items, " + std::to_string(runs) + " runs",
                           truth, covered[m]);
        }
    }
}

} // namespace

int main(int argc, char** argv)
{
    const auto data_sets = static_cast<std::size_t>(argc > 1 ? std::atoi(argv[1]) : 1000);
    print_head();
    these_items(data_sets);
    items_and_runs(data_sets);
}
