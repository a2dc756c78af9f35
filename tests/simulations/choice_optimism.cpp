// How optimistic the best of several learners is, and what `best_of_many` says of it (METHODS E.17).
//
//   choice_optimism [data sets [first [count]]]   default 200, and all worlds
//
// A data set of a world has n rows; each candidate has its cross-validated error rate. The truth is the error
// of the chosen candidate, on average over the data sets, when it is trained on as many fresh rows as a fold
// has, on 1000 further rows, less the figure by which it was chosen. `rows`: bootstrap of the rows' losses.
// `splits`: the normal draws of the splits' figures, which are made where the rows' losses are not known.
// Where an answer is silent it says 0.
//
// The worlds were listed before the first run.
#include "for_each.hpp"
#include "sources.hpp"

#include "run/best_of_many.hpp"

#include "unseen/run/estimate.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace unseen {
namespace {

using Candidates = std::vector<std::string>;

const Candidates neighbours = {"knn:k=1", "knn:k=3", "knn:k=5", "knn:k=9", "knn:k=15"};
const Candidates twenty = {"knn:k=1",  "knn:k=2",  "knn:k=3",  "knn:k=4",  "knn:k=5",  "knn:k=6",  "knn:k=7",
                           "knn:k=8",  "knn:k=9",  "knn:k=10", "knn:k=11", "knn:k=12", "knn:k=13", "knn:k=14",
                           "knn:k=15", "knn:k=16", "knn:k=17", "knn:k=18", "knn:k=19", "knn:k=20"};
const Candidates depths = {"tree:criterion=gini,max_depth=1", "tree:criterion=gini,max_depth=2",
                           "tree:criterion=gini,max_depth=3", "tree:criterion=gini,max_depth=5",
                           "tree:criterion=gini,max_depth=8"};
const Candidates mixed = {"naive-bayes", "lda", "knn:k=5", "tree", "majority"};
const Candidates two = {"lda", "knn:k=5"};
const Candidates twins = {"knn:k=5", "tree:criterion=gini"};

struct World {
    std::string name;
    Source source;
    Candidates candidates;
    std::size_t rows;
    std::string plan;
};

std::vector<World> worlds()
{
    const auto nothing = [](std::size_t features) {
        return rule(features, 0.5, [](const Point&) { return true; });
    };
    const auto half = [](const Point& x) { return x[0] + x[1] > 1.0; };
    const auto corner = [](const Point& x) { return x[0] > 0.5 && x[1] > 0.4; };
    const auto band = [](const Point& x) { return std::abs(x[0] - x[1]) < 0.25; };
    const auto wave = [](const Point& x) { return std::sin(7.0 * x[0]) + x[1] > 0.8; };
    const auto majority = [](const Point& x) { return (x[0] > 0.5) + (x[1] > 0.5) + (x[2] > 0.5) > 1; };
    const std::string once = "cv";
    const std::string five = "cv:repeats=5";
    const std::string folds5 = "cv:folds=5";
    return {
        {"nothing, 5 neighbours", nothing(3), neighbours, 60, once},
        {"nothing, 20 neighbours", nothing(3), twenty, 60, once},
        {"nothing, 20 neighbours, repeated", nothing(3), twenty, 60, five},
        {"nothing, trees", nothing(5), depths, 80, once},
        {"nothing, mixed", nothing(4), mixed, 100, once},
        {"nothing, two", nothing(4), two, 80, once},
        {"nothing, 300 rows", nothing(3), neighbours, 300, folds5},
        {"spheres of 4, mixed", spheres(4, 2.0), mixed, 60, once},
        {"spheres of 10, mixed", spheres(10, 2.0), mixed, 100, once},
        {"spheres of 10, two", spheres(10, 1.0), two, 80, once},
        {"spheres of 2, 20 neighbours", spheres(2, 2.0), twenty, 80, once},
        {"spheres of 6, 20 neighbours, repeated", spheres(6, 1.5), twenty, 80, five},
        {"spheres of 6, 400 rows", spheres(6, 1.5), mixed, 400, folds5},
        {"4 blobs, mixed", blobs(4, 6, 0.8), mixed, 80, once},
        {"6 blobs, neighbours", blobs(6, 8, 0.9), neighbours, 150, once},
        {"3 blobs, trees", blobs(3, 4, 1.0), depths, 90, once},
        {"3 blobs, trees, repeated", blobs(3, 4, 1.0), depths, 90, five},
        {"half, trees", rule(2, 0.1, half), depths, 100, once},
        {"half, 20 neighbours", rule(4, 0.1, half), twenty, 100, folds5},
        {"half, twins", rule(4, 0.2, half), twins, 60, once},
        {"corner, trees", rule(5, 0.1, corner), depths, 120, once},
        {"corner, mixed", rule(5, 0.2, corner), mixed, 80, folds5},
        {"band, neighbours", rule(2, 0.05, band), neighbours, 120, once},
        {"band, trees, repeated", rule(3, 0.1, band), depths, 100, five},
        {"wave, neighbours", rule(2, 0.1, wave), neighbours, 80, once},
        {"wave, two", rule(2, 0.1, wave), two, 60, once},
        {"majority of three, mixed", rule(6, 0.1, majority), mixed, 150, once},
        {"circles, neighbours", two_circles(), neighbours, 60, once},
        {"circles, mixed", two_circles(), mixed, 100, once},
        {"spirals, trees", two_spirals(0.3), depths, 150, folds5},
        {"five of 25, mixed", five_of_25(), mixed, 100, once},
        {"five of 25, twins", five_of_25(), twins, 80, once},
        {"spreads, neighbours", spreads(), neighbours, 100, once},
        {"spreads, mixed, repeated", spreads(), mixed, 100, five},
        {"Cauchy, mixed", cauchy(), mixed, 80, once},
        {"Cauchy, 20 neighbours", cauchy(), twenty, 60, once},
    };
}

/// What the warning says, by the losses of the rows and by the figures of the splits.
struct Said {
    double rows = 0.0;
    double splits = 0.0;
};

Said said_of(std::vector<Estimate> figures, const Measure& measure, std::size_t best)
{
    std::vector<Estimate*> pointers;
    for (auto& e : figures) {
        e.warnings.clear();
        pointers.push_back(&e);
    }
    Said said;
    warn_best_of_many(pointers, measure, 1);
    if (const auto corrected = figures[best].bias_corrected)
        said.rows = *corrected - figures[best].value.number();
    figures[best].warnings.clear();
    for (auto& e : figures) e.pairing.units = nullptr;
    warn_best_of_many(pointers, measure, 1);
    if (figures[best].warnings.empty()) return said;
    const auto& text = figures[best].warnings.front().text;
    const std::string before = "optimistic by perhaps ";
    said.splits = std::stod(text.substr(text.find(before) + before.size()));
    return said;
}

void simulate(const World& world, std::size_t number, std::size_t data_sets)
{
    const auto measure = make_measure(Spec("error_rate"), true);
    const std::size_t n = world.candidates.size();
    std::vector<std::vector<double>> truth(data_sets, std::vector<double>(n));
    std::vector<std::size_t> chosen(data_sets);
    std::vector<double> figures(data_sets);
    std::vector<Said> said(data_sets);
    for_each(data_sets, [&](std::size_t d) {
        const auto data = draw(world.source, world.rows, Stream(41, Purpose::generation, number, d));
        std::vector<std::unique_ptr<Learner>> learners;
        std::vector<const Learner*> pointers;
        for (const auto& spec : world.candidates) {
            learners.push_back(make_learner(Spec::parse(spec), data.response_type()));
            pointers.push_back(learners.back().get());
        }
        EstimateOptions options{.estimators = {Spec::parse(world.plan)}, .measures = {Spec("error_rate")}};
        options.per_split = true;
        options.baselines = false;
        options.run.threads = 1;
        options.run.seed = d + 1;
        const auto report = estimate(data, pointers, options);
        for (std::size_t c = 1; c < n; ++c)
            if (report.estimates[c].value.number() < report.estimates[chosen[d]].value.number())
                chosen[d] = c;
        figures[d] = report.estimates[chosen[d]].value.number();
        said[d] = said_of(report.estimates, measure, chosen[d]);
        const std::size_t folds = world.plan == "cv:folds=5" ? 5 : 10;
        const std::size_t fold = world.rows - world.rows / folds;
        const auto fresh = draw(world.source, fold + 1000, Stream(43, Purpose::generation, number, d));
        for (std::size_t c = 0; c < n; ++c)
            truth[d][c] = error_of_first_rows(fresh, Spec::parse(world.candidates[c]), fold, d);
    });
    std::vector<double> errors(n, 0.0);
    for (const auto& of_set : truth)
        for (std::size_t c = 0; c < n; ++c) errors[c] += of_set[c] / static_cast<double>(data_sets);
    double optimism = 0.0;
    Said mean;
    for (std::size_t d = 0; d < data_sets; ++d) {
        optimism += (errors[chosen[d]] - figures[d]) / static_cast<double>(data_sets);
        mean.rows += said[d].rows / static_cast<double>(data_sets);
        mean.splits += said[d].splits / static_cast<double>(data_sets);
    }
    std::printf("\"%s\",%zu,%zu,%s,%zu,%.4f,%.4f,%.4f,%.2f,%.2f\n", world.name.c_str(), n, world.rows,
                world.plan.c_str(), data_sets, optimism, mean.rows, mean.splits, mean.rows / optimism,
                mean.splits / optimism);
    std::fflush(stdout);
}

} // namespace
} // namespace unseen

int main(int argc, char** argv)
{
    using namespace unseen;
    const auto number = [&](int i, std::size_t otherwise) {
        return argc > i ? static_cast<std::size_t>(std::atoll(argv[i])) : otherwise;
    };
    const auto all = worlds();
    const std::size_t first = number(2, 0);
    std::printf("world,candidates,rows,plan,data_sets,optimism,rows,splits,rows_ratio,splits_ratio\n");
    for (std::size_t w = first; w < std::min(all.size(), first + number(3, all.size())); ++w)
        simulate(all[w], w, number(1, 200));
}
