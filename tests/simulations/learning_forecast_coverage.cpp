// How often the limits of the error with more training rows cover it (METHODS F.1). tools/coverage makes
// tables of the lines.
//
//   learning_forecast_coverage [data sets [world]]   default 200, and all worlds
//
// A data set of a world has n rows; its curve has seven sizes from a tenth of a fold's training rows to all
// of them, in 10 folds and the world's repeats. The truth at 2, 4 and 8 times the largest size is the mean
// error of models that are trained on that number of fresh rows, on 4000 further rows: 100 models, 50 for
// eight times the rows. `none`: data sets whose curve is refused a forecast.
//
// The worlds were listed before the first run. None is one of those from which the rule comes.
#include "coverage.hpp"
#include "for_each.hpp"
#include "sources.hpp"

#include "unseen/learn/learner.hpp"
#include "unseen/run/learning_curve.hpp"
#include "unseen/stats/random.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace unseen {
namespace {

struct World {
    std::string name;
    Source source;
    std::string learner;
    std::size_t rows;
    int repeats;
};

std::vector<World> worlds()
{
    const auto half = [](const Point& x) { return x[0] + x[1] > 1.0; };
    const auto corner = [](const Point& x) { return x[0] > 0.5 && x[1] > 0.4; };
    const auto band = [](const Point& x) { return std::abs(x[0] - x[1]) < 0.25; };
    const auto wave = [](const Point& x) { return std::sin(7.0 * x[0]) + x[1] > 0.8; };
    const auto stairs = [](const Point& x) { return std::fmod(4.0 * x[0], 1.0) > 0.5; };
    const auto majority = [](const Point& x) { return (x[0] > 0.5) + (x[1] > 0.5) + (x[2] > 0.5) > 1; };
    return {
        {"spheres of 4, lda", spheres(4, 2.0), "lda", 50, 5},
        {"spheres of 10, lda", spheres(10, 2.0), "lda", 80, 5},
        {"spheres of 20, lda", spheres(20, 2.5), "lda", 120, 1},
        {"spheres of 10, qda", spheres(10, 2.5), "qda", 160, 5},
        {"spheres of 6, naive Bayes", spheres(6, 1.5), "naive-bayes", 60, 5},
        {"spheres of 15, 1-NN", spheres(15, 3.0), "knn:k=1", 100, 5},
        {"spheres of 2, 9-NN", spheres(2, 2.0), "knn:k=9", 90, 10},
        {"4 blobs, naive Bayes", blobs(4, 6, 0.8), "naive-bayes", 80, 5},
        {"6 blobs, lda", blobs(6, 8, 0.9), "lda", 150, 5},
        {"10 blobs, 1-NN", blobs(10, 5, 1.5), "knn:k=1", 200, 1},
        {"3 blobs, tree", blobs(3, 4, 1.0), "tree:criterion=gini", 90, 5},
        {"half, tree", rule(2, 0.1, half), "tree:criterion=gini,max_depth=5", 100, 5},
        {"half, 5-NN", rule(4, 0.1, half), "knn:k=5", 100, 5},
        {"half of 8 features, C4.5", rule(8, 0.05, half), "tree", 150, 5},
        {"corner, C4.5", rule(5, 0.1, corner), "tree", 120, 5},
        {"corner, naive Bayes", rule(5, 0.05, corner), "naive-bayes", 70, 10},
        {"band, 3-NN", rule(2, 0.05, band), "knn:k=3", 120, 5},
        {"band, tree", rule(3, 0.1, band), "tree:criterion=gini,max_depth=6", 200, 5},
        {"wave, 1-NN", rule(2, 0.0, wave), "knn:k=1", 80, 5},
        {"wave, boosted trees", rule(2, 0.1, wave), "adaboost(tree:criterion=gini,max_depth=1):size=20", 100,
         1},
        {"stairs, tree", rule(1, 0.05, stairs), "tree:criterion=gini", 80, 5},
        {"stairs, 3-NN", rule(2, 0.05, stairs), "knn:k=3", 150, 5},
        {"majority of three, C4.5", rule(6, 0.1, majority), "tree", 200, 5},
        {"majority of three, naive Bayes", rule(6, 0.1, majority), "naive-bayes", 60, 5},
        {"circles, qda", two_circles(), "qda", 60, 5},
        {"circles, 5-NN", two_circles(), "knn:k=5", 140, 5},
        {"circles, tree", two_circles(), "tree:criterion=gini,max_depth=6", 140, 1},
        {"spirals, 1-NN", two_spirals(0.3), "knn:k=1", 120, 5},
        {"spirals, tree", two_spirals(0.3), "tree:criterion=gini", 250, 1},
        {"five of 25, naive Bayes", five_of_25(), "naive-bayes", 100, 5},
        {"five of 25, C4.5", five_of_25(), "tree", 300, 1},
        {"spreads, naive Bayes", spreads(), "naive-bayes", 100, 5},
        {"spreads, 7-NN", spreads(), "knn:k=7", 200, 1},
        {"Cauchy, lda", cauchy(), "lda", 100, 5},
        {"Cauchy, 5-NN", cauchy(), "knn:k=5", 100, 5},
        {"Cauchy, C4.5", cauchy(), "tree", 120, 5},
    };
}

/// The mean error of `models` models that are trained on `rows` fresh rows.
double true_error(const World& world, std::size_t number, std::size_t rows, std::size_t models)
{
    constexpr std::size_t judged = 4000;
    std::vector<double> errors(models);
    for_each(models, [&](std::size_t m) {
        const auto data =
            draw(world.source, rows + judged, Stream(29, Purpose::generation, number, rows * 1000 + m));
        errors[m] = error_of_first_rows(data, Spec::parse(world.learner), rows, m);
    });
    double sum = 0.0;
    for (const double e : errors) sum += e;
    return sum / static_cast<double>(models);
}

void simulate(const World& world, std::size_t number, std::size_t data_sets)
{
    const auto largest = static_cast<std::uint64_t>(0.9 * static_cast<double>(world.rows));
    std::vector<std::uint64_t> sizes;
    for (int i = 0; i < 7; ++i)
        sizes.push_back(static_cast<std::uint64_t>(
            std::round(static_cast<double>(largest) * std::pow(10.0, static_cast<double>(i - 6) / 6.0))));
    constexpr std::size_t multiples[] = {1, 2, 4, 8};
    std::vector<std::vector<Covered>> covered(std::size(multiples), std::vector<Covered>(data_sets));
    for_each(data_sets, [&](std::size_t d) {
        const auto data = draw(world.source, world.rows, Stream(31, Purpose::generation, number, d));
        const auto learner = make_learner(Spec::parse(world.learner), data.response_type());
        const Learner* learners[] = {learner.get()};
        EstimateOptions options{.estimators = learning_estimators(
                                    Spec::parse("cv:repeats=" + std::to_string(world.repeats)), sizes),
                                .measures = {Spec("error_rate")}};
        options.baselines = false;
        options.run.threads = 1;
        options.run.seed = d + 1;
        const auto report = estimate(data, learners, options);
        const auto curves = learning_curves(report.estimates, data.response_type(), Level(0.95));
        for (std::size_t i = 0; i < std::size(multiples); ++i) {
            auto& one = covered[i][d];
            one.figure = report.estimates.back().value.number();
            if (!curves.front().forecast) continue;
            one.limits = curves.front().forecast->at(static_cast<double>(multiples[i] * largest));
        }
    });
    for (std::size_t i = 0; i < std::size(multiples); ++i) {
        const double truth = true_error(world, number, multiples[i] * largest, multiples[i] == 8 ? 50 : 100);
        // A data set without a forecast claims nothing, so that it is left out of the coverage.
        std::vector<Covered> with;
        for (const auto& one : covered[i])
            if (one.limits) with.push_back(one);
        if (with.size() > 1)
            print_line("curve of " + std::to_string(world.rows) + " rows", "error_rate",
                       "x" + std::to_string(multiples[i]), world.name, truth, with);
    }
}

} // namespace
} // namespace unseen

int main(int argc, char** argv)
{
    using namespace unseen;
    const auto data_sets = argc > 1 ? static_cast<std::size_t>(std::atoll(argv[1])) : 200;
    print_head();
    const auto all = worlds();
    for (std::size_t w = 0; w < all.size(); ++w)
        if (argc < 3 || all[w].name == argv[2]) simulate(all[w], w, data_sets);
}
