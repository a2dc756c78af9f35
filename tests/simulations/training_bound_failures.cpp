// How often bounds from training rows fail: sample compression and PAC-Bayes (METHODS C.8). Prints the table
// of docs/VALIDITY.md, a line for each learner and bound: the worlds in which it exists, the data sets, the
// share of them in the worst world and in all whose true error lies above the upper limit, the mean of upper
// limit - true error; and the same for the bound of a test file with half as many rows as were trained on.
// Fails if a bound fails in a world more often than delta and three standard errors.
//
//   training_bound_failures [data sets [delta]]   default 200 and 0.1
//
// The true error is counted on 4000 further rows. The worlds were listed before the first run.
#include "draws.hpp"
#include "for_each.hpp"
#include "sources.hpp"

#include "unseen/base/error.hpp"
#include "unseen/estimate/data_bound.hpp"
#include "unseen/run/drawn_linear.hpp"
#include "unseen/run/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

namespace unseen {
namespace {

constexpr std::size_t judged = 4000;

struct World {
    std::string name;
    Source source;
    std::size_t rows;
};

/// Points of a grid, of which many rows share one, with wrong labels.
Source grid(std::uint64_t side, double noise)
{
    return {2, [=](Stream& s, Point& x) {
                x = {static_cast<double>(s.below(side)), static_cast<double>(s.below(side))};
                return flipped(s, x[0] + 2.0 * x[1] > static_cast<double>(side), noise);
            }};
}

std::vector<World> worlds()
{
    const auto half = [](const Point& x) { return x[0] + x[1] > 1.0; };
    const auto corner = [](const Point& x) { return x[0] > 0.5 && x[1] > 0.4; };
    const auto band = [](const Point& x) { return std::abs(x[0] - x[1]) < 0.25; };
    std::vector<World> all;
    const std::vector<std::pair<std::string, Source>> sources = {
        {"spheres of 2, apart by 3", spheres(2, 3.0)},
        {"spheres of 10, apart by 2.5", spheres(10, 2.5)},
        {"spheres of 20, apart by 5", spheres(20, 5.0)},
        {"half", rule(2, 0.0, half)},
        {"half of 6 features, 10 % wrong", rule(6, 0.1, half)},
        {"corner, 5 % wrong", rule(3, 0.05, corner)},
        {"band", rule(2, 0.0, band)},
        {"five of 25", five_of_25()},
        {"Cauchy", cauchy()},
        {"grid of 16 points, 20 % wrong", grid(4, 0.2)},
    };
    for (const auto& [name, source] : sources)
        for (const std::size_t rows : {30, 100, 250})
            all.push_back({name + ", " + std::to_string(rows) + " rows", source, rows});
    return all;
}

struct Case {
    std::string learner;
    std::string bound;
};

std::vector<Case> cases()
{
    const std::string machine = "svm:kernel=linear,scale=none,tolerance=1e-6";
    const std::string curved = "svm:scale=none,gamma=0.5,C=10,tolerance=1e-6";
    const std::string line = "logistic:scale=none";
    const std::string kept = "condensed-knn:scale=none";
    return {{machine, "compression"},
            {machine, "compression:form=preferent"},
            {machine, "pac-bayes"},
            {machine, "pac-bayes:form=factor_two"},
            {machine, "test"},
            {curved, "compression"},
            {curved, "compression:form=preferent"},
            {curved, "test"},
            {kept, "compression"},
            {kept, "compression:form=preferent"},
            {kept, "test"},
            {line, "pac-bayes"},
            {line, "pac-bayes:prior=standard"},
            {line, "pac-bayes:form=factor_two"},
            {line, "test"}};
}

/// A bound of one data set.
struct Outcome {
    bool exists = false;
    bool failed = false;
    double excess = 0.0; ///< upper limit - true error
};

/// `rows` labelled rows, and a test file of half as many and `judged` more.
Dataset draw_with_test(const Source& source, std::size_t rows, Stream stream)
{
    const auto table = [&](std::size_t n) {
        DrawnRows drawn(source.classes);
        Point point;
        for (std::size_t r = 0; r < n; ++r) {
            const auto y = source.draw(stream, point);
            drawn.add(point, static_cast<double>(y));
        }
        return drawn.table();
    };
    const auto main = table(rows);
    const auto test = table(rows / 2);
    const auto further = table(judged);
    return Dataset::make(main, {}, &test, &further);
}

std::vector<Outcome> outcomes(const World& world, std::size_t number, std::size_t d, Delta delta)
{
    const auto data = draw_with_test(world.source, world.rows, Stream(37, Purpose::generation, number, d));
    const auto further = data.unlabelled();
    std::vector<std::size_t> truth;
    // Unlabelled rows keep no class, so that the source draws them again.
    Stream stream(37, Purpose::generation, number, d);
    Point point;
    const auto others = world.rows + world.rows / 2;
    for (std::size_t r = 0; r < others + judged; ++r) {
        const auto y = world.source.draw(stream, point);
        if (r >= others) truth.push_back(y);
    }
    std::vector<Outcome> all;
    std::string fitted;
    std::vector<std::uint32_t> labels;
    for (const auto& [spec, bound] : cases()) {
        const auto learner = make_learner(Spec::parse(spec), ResponseType::classes);
        if (spec != fitted) {
            const auto own = learner->spec();
            labels = learner->prepare(data, {&own, 1}, {})
                         ->fit({.train = RowSet::all(data.labelled()), .seed = d}, 0)
                         ->predict(data, further)
                         .label;
            fitted = spec;
        }
        const Learner* learners[] = {learner.get()};
        EstimateOptions options{.bounds = {Spec::parse(bound)}, .delta = delta};
        options.baselines = false;
        options.run = {.seed = d + 1, .threads = 1};
        auto& outcome = all.emplace_back();
        std::optional<EstimateBound> made;
        try {
            made = estimate(data, learners, options).estimates.front().bound;
        } catch (const InputError&) { // the learner does not make the same model of the kept rows
            continue;
        }
        double wrong = 0.0;
        if (made->bound.estimand == Estimand::randomised) {
            const auto plan = make_plan(Spec::parse(made->members), data, d + 1);
            const auto drawn = drawn_linear(data, *learner, plan, further, options.run);
            for (std::size_t i = 0; i < truth.size(); ++i)
                wrong += bound::error_of_draw(drawn->posterior.mu,
                                              truth[i] == 1 ? drawn->cosines[i] : -drawn->cosines[i]);
        } else {
            for (std::size_t i = 0; i < truth.size(); ++i) wrong += labels[i] != truth[i] ? 1 : 0;
        }
        const double error = wrong / static_cast<double>(truth.size());
        outcome = {true, made->bound.upper.number() < error, made->bound.upper.number() - error};
    }
    return all;
}

} // namespace
} // namespace unseen

int main(int argc, char** argv)
{
    using namespace unseen;
    const auto data_sets = argc > 1 ? static_cast<std::size_t>(std::atoll(argv[1])) : 200;
    const double delta = argc > 2 ? std::atof(argv[2]) : 0.1;
    const auto all_worlds = worlds();
    const auto all_cases = cases();
    struct Sum {
        double worlds = 0.0, sets = 0.0, failed = 0.0, worst = 0.0, excess = 0.0;
    };
    std::vector<Sum> sums(all_cases.size());
    bool holds = true;
    for (std::size_t w = 0; w < all_worlds.size(); ++w) {
        std::vector<std::vector<Outcome>> found(data_sets);
        for_each(data_sets, [&](std::size_t d) { found[d] = outcomes(all_worlds[w], w, d, Delta(delta)); });
        for (std::size_t c = 0; c < all_cases.size(); ++c) {
            Sum own;
            for (const auto& of_set : found) {
                own.sets += of_set[c].exists ? 1 : 0;
                own.failed += of_set[c].failed ? 1 : 0;
                own.excess += of_set[c].excess;
            }
            if (own.sets == 0.0) continue;
            const double share = own.failed / own.sets;
            if (share > delta + 3.0 * std::sqrt(delta * (1.0 - delta) / own.sets)) {
                holds = false;
                std::printf("%s, %s, %s: fails in %.1f %%\n", all_worlds[w].name.c_str(),
                            all_cases[c].learner.c_str(), all_cases[c].bound.c_str(), 100.0 * share);
            }
            auto& sum = sums[c];
            sum.worlds += 1.0;
            sum.sets += own.sets;
            sum.failed += own.failed;
            sum.excess += own.excess;
            sum.worst = std::max(sum.worst, share);
        }
    }
    std::printf("| learner | bound | worlds | data sets | fails in the worst world, in all | mean upper - "
                "truth |\n| --- | --- | ---: | ---: | ---: | ---: |\n");
    for (std::size_t c = 0; c < all_cases.size(); ++c)
        std::printf("| `%s` | `%s` | %.0f | %.0f | %.1f, %.2f | %.3f |\n", all_cases[c].learner.c_str(),
                    all_cases[c].bound.c_str(), sums[c].worlds, sums[c].sets, 100.0 * sums[c].worst,
                    100.0 * sums[c].failed / std::max(1.0, sums[c].sets),
                    sums[c].excess / std::max(1.0, sums[c].sets));
    std::puts(holds ? "all hold" : "A BOUND FAILS TOO OFTEN");
    return holds ? 0 : 1;
}
