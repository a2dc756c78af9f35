// How often the interval of the crossing of two learning curves covers (METHODS F.1). tools/coverage makes
// tables of the lines.
//
//   crossing_coverage [data sets]   default 1000
//
// Least squares with p normal features and an intercept has the expected squared error (1 + 1 / n) (n - 2) /
// (n - p - 2) times the variance of the noise, and the mean of the responses (1 + 1 / n) (1 + s) times it,
// where s is that of the signal: the curves cross at n = ((1 + s) (p + 2) - 2) / s. Of the line between two
// sizes on which the truth lies, an interval must cover the crossing of the expected line itself, and this is
// counted. `found`: of the data sets whose curves cross once. Limits beyond the sizes are taken as their
// ends. The last line is the share of laws of the mean, whose curve is such a law, that have the warning
// poor_power_law.
#include "coverage.hpp"
#include "draws.hpp"
#include "for_each.hpp"

#include "unseen/learn/learner.hpp"
#include "unseen/run/learning_curve.hpp"
#include "unseen/stats/random.hpp"

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace unseen {
namespace {

struct World {
    Row rows;
    std::size_t features;
    double signal;
    std::vector<std::uint64_t> sizes;
};

Dataset draw(const World& world, std::uint64_t number)
{
    Stream stream(11, Purpose::generation, number, world.rows);
    const double slope = std::sqrt(world.signal / static_cast<double>(world.features));
    std::vector<NumericColumn> x(world.features);
    NumericColumn y;
    for (Row r = 0; r < world.rows; ++r) {
        y.values.push_back(normal(stream));
        for (auto& column : x) {
            column.values.push_back(normal(stream));
            y.values.back() += slope * column.values.back();
        }
    }
    return dataset_of(std::move(x), std::move(y));
}

/// The expected difference of the two at n rows, over the noise and 1 + 1 / n.
double expected(const World& world, double n)
{
    return (n - 2.0) / (n - static_cast<double>(world.features) - 2.0) - 1.0 - world.signal;
}

/// Where the expected differences at the sizes, joined by lines over the logarithm, are 0.
double true_crossing(const World& world)
{
    for (std::size_t j = 1; j < world.sizes.size(); ++j) {
        const auto low = static_cast<double>(world.sizes[j - 1]), high = static_cast<double>(world.sizes[j]);
        const double a = (1.0 + 1.0 / low) * expected(world, low),
                     b = (1.0 + 1.0 / high) * expected(world, high);
        if (a > 0.0 && b <= 0.0) return low * std::pow(high / low, a / (a - b));
    }
    return 0.0;
}

void simulate(const World& world, std::size_t data_sets)
{
    const auto linear = make_learner(Spec("linear"), ResponseType::numbers);
    const auto mean = make_learner(Spec("mean"), ResponseType::numbers);
    const Learner* learners[] = {linear.get(), mean.get()};
    const auto first = static_cast<double>(world.sizes.front()),
               last = static_cast<double>(world.sizes.back());
    for (const char* folds : {"cv:folds=10,repeats=5", "cv:folds=5"}) {
        std::vector<std::optional<Covered>> all(data_sets);
        std::atomic<std::size_t> warned{0};
        for_each(data_sets, [&](std::size_t i) {
            const auto data = draw(world, i);
            const auto report = estimate(data, learners,
                                         {.estimators = learning_estimators(Spec::parse(folds), world.sizes),
                                          .measures = {Spec("mse")},
                                          .run = {.seed = i + 1, .threads = 1}});
            const auto curves = learning_curves(report.estimates, data.response_type(), Level(0.95));
            warned += !curves[1].warnings.empty() || curves[1].law.lacks(reasons::no_power_law);
            const auto crossed = crossed_curves(curves, Level(0.95));
            if (crossed.empty() || crossed[0].crossings.size() != 1) return;
            const auto& c = crossed[0].crossings[0];
            all[i] = {.figure = std::log(c.at),
                      .limits = Limits{std::log(c.lower.value_or(first)), std::log(c.upper.value_or(last))}};
        });
        std::vector<Covered> found;
        for (const auto& one : all)
            if (one) found.push_back(*one);
        const auto name =
            std::to_string(world.rows) + " rows, " + std::to_string(world.features) + " features, " + folds;
        print_line("crossing of learning curves", "crossing", "corrected_t", name,
                   std::log(true_crossing(world)), found);
        std::fprintf(stderr, "%s: a single crossing in %zu of %zu; laws with a warning: %zu\n", name.c_str(),
                     found.size(), data_sets, warned.load());
    }
}

} // namespace
} // namespace unseen

int main(int argc, char** argv)
{
    const std::size_t data_sets = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1000;
    unseen::print_head();
    for (const auto& world : {unseen::World{150, 8, 0.25, {15, 20, 27, 36, 50, 70, 95, 120}},
                              unseen::World{150, 4, 0.25, {10, 14, 20, 28, 40, 60, 90, 120}},
                              unseen::World{150, 8, 0.12, {15, 24, 40, 60, 80, 100, 120}},
                              unseen::World{60, 4, 0.5, {8, 11, 15, 20, 28, 40, 48}},
                              unseen::World{600, 12, 0.1, {20, 40, 80, 160, 320, 480}}})
        simulate(world, data_sets);
}
