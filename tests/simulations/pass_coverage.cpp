// Shares of answers that are right, of one or of all of k (pass@k, pass^k): how often the intervals of their
// means over tasks cover, beside Student's t, the normal interval and the bootstrap of the tasks.
//
//     pass_coverage [DATA SETS]     1000
//
// The worlds were listed before any of them was run.
#include "test_rows.hpp"

#include "draws.hpp"
#include "for_each.hpp"

#include "unseen/stats/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

namespace {

using namespace unseen;

constexpr std::uint64_t seed = 4131;
const Level level(0.95);

/// How probably a task is answered right.
struct Tasks {
    std::string name;
    double (*right)(Stream&);
};

const std::vector<Tasks> laws = {
    {"U-shaped", [](Stream& s) { return std::pow(std::sin(1.5707963267948966 * uniform(s)), 2.0); }},
    {"half never, half uniform", [](Stream& s) { return uniform(s) < .5 ? 0.0 : uniform(s); }},
    {"always or never, three in ten waver",
     [](Stream& s) {
         const double u = uniform(s);
         return u < .4 ? 1.0 : u < .7 ? 0.0 : uniform(s);
     }},
    {"hard, one in ten at .2", [](Stream& s) { return uniform(s) < .1 ? .2 : 0.0; }},
    {"easy, .97 to 1", [](Stream& s) { return 1.0 - .03 * uniform(s); }},
    {"low, cube of uniform", [](Stream& s) { return std::pow(uniform(s), 3.0); }},
    {"logit normal", [](Stream& s) { return 1.0 / (1.0 + std::exp(-2.0 * normal(s))); }},
    {".05 or .6", [](Stream& s) { return uniform(s) < .5 ? .05 : .6; }},
};

/// Numbers of tasks, of answers to each (from least to most) and of answers that are drawn.
struct Shape {
    std::size_t tasks;
    std::uint32_t least, most, k;
};

constexpr Shape shapes[] = {
    {20, 5, 5, 2}, {50, 10, 10, 10}, {100, 5, 12, 5}, {164, 20, 20, 10}, {500, 4, 4, 3}};

/// The mean over tasks, by 4 million draws.
double truth_of(const Tasks& law, const Shape& shape, bool all)
{
    Stream stream(seed, Purpose::generation, 0, 9999);
    constexpr int draws = 4'000'000;
    double sum = 0.0;
    for (int i = 0; i < draws; ++i) {
        const double p = law.right(stream);
        sum += all ? std::pow(p, shape.k) : 1.0 - std::pow(1.0 - p, shape.k);
    }
    return sum / draws;
}

double mean_of(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Without a spread there is no normal interval.
std::optional<Limits> normal_limits(const std::vector<double>& values)
{
    const double mean = mean_of(values);
    const auto n = static_cast<double>(values.size());
    double squares = 0.0;
    for (const double x : values) squares += (x - mean) * (x - mean);
    if (!(squares > 0.0)) return std::nullopt;
    const double half = 1.959963984540054 * std::sqrt(squares / (n - 1.0) / n);
    return Limits{mean - half, mean + half};
}

/// Percentiles of the means of 500 samples of the tasks.
std::optional<Limits> bootstrap_limits(const std::vector<double>& values, Stream& stream)
{
    constexpr std::size_t samples = 500;
    std::vector<double> means(samples, 0.0);
    for (auto& mean : means) {
        for (std::size_t i = 0; i < values.size(); ++i) mean += values[stream.below(values.size())];
        mean /= static_cast<double>(values.size());
    }
    std::ranges::sort(means);
    return Limits{means[samples / 40], means[samples - 1 - samples / 40]};
}

void world(const Tasks& law, const Shape& shape, bool all, std::uint64_t number, std::size_t data_sets)
{
    const bool same = shape.least == shape.most;
    const RowDesign design{
        .task = ScoreTask::values,
        .scale = {.lowest = 0.0, .highest = 1.0, .of_answers = true, .answers = same ? shape.most : 0},
        .items = shape.tasks};
    const auto measure =
        make_measure(Spec::parse((all ? "pass_all:k=" : "pass_at:k=") + std::to_string(shape.k)), design);
    const double truth = truth_of(law, shape, all);
    const char* const methods[] = {"auto", "t_mean", "z", "bootstrap"};
    std::vector<std::vector<Covered>> covered(std::size(methods), std::vector<Covered>(data_sets));
    for_each(data_sets, [&](std::size_t d) {
        Stream stream(seed, Purpose::generation, d + 1, number);
        std::vector<double> shares, values(shape.tasks);
        std::vector<std::uint32_t> answers;
        for (std::size_t i = 0; i < shape.tasks; ++i) {
            const double p = law.right(stream);
            const auto n =
                same ? shape.most
                     : shape.least + static_cast<std::uint32_t>(stream.below(shape.most - shape.least + 1));
            std::uint32_t right = 0;
            for (std::uint32_t r = 0; r < n; ++r) right += uniform(stream) < p ? 1 : 0;
            shares.push_back(static_cast<double>(right) / n);
            answers.push_back(n);
        }
        PredictionView view{.value = shares};
        view.answers = answers;
        measure.row_mean()->values(view, values);
        const double figure = mean_of(values);
        const TestIntervalInput input{.predictions = &view, .measure = &measure, .value = figure};
        const auto by = [&](const char* method) -> std::optional<Limits> {
            const auto found = make_test_interval(std::string(method), input, level);
            if (!found.interval) return std::nullopt;
            return Limits{found.interval->lower, found.interval->upper};
        };
        const std::optional<Limits> limits[] = {by("auto"), by("t_mean"), normal_limits(values),
                                                bootstrap_limits(values, stream)};
        for (std::size_t m = 0; m < std::size(methods); ++m) covered[m][d] = {figure, limits[m]};
    });
    const std::string answers =
        same ? std::to_string(shape.most) : std::to_string(shape.least) + " to " + std::to_string(shape.most);
    for (std::size_t m = 0; m < std::size(methods); ++m)
        print_line("right answers of k", all ? "pass_all" : "pass_at", methods[m],
                   law.name + ", " + std::to_string(shape.tasks) + " tasks, " + std::to_string(shape.k) +
                       " of " + answers + " answers",
                   truth, covered[m]);
}

} // namespace

int main(int argc, char** argv)
{
    const auto data_sets = static_cast<std::size_t>(argc > 1 ? std::atoi(argv[1]) : 1000);
    print_head();
    std::uint64_t number = 0;
    for (const bool all : {false, true})
        for (const auto& law : laws)
            for (const auto& shape : shapes) world(law, shape, all, ++number, data_sets);
}
