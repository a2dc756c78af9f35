// How often intervals of functions of the confusion matrix cover, and how wide they are. tools/coverage makes
// tables of the lines.
//
//   count_coverage [data sets [two|several [measure ...]]]   default 1000, of both and of all measures
//
// The worlds were listed before any of them was run. A data set is a confusion matrix drawn from its cells'
// probabilities. A mean over classes is judged against the mean over the classes that it counts.
#include "coverage.hpp"
#include "for_each.hpp"

#include "unseen/interval/test_interval.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace unseen {
namespace {

constexpr std::uint64_t seed = 3501;
constexpr std::size_t bootstrap_samples = 400;

struct World {
    std::string name;
    std::size_t rows;
    std::size_t classes;
    std::vector<double> cells; ///< probabilities
};

/// Rows, share of positives, recall, specificity.
std::vector<World> worlds_of_two()
{
    struct Two {
        std::size_t rows;
        double positive, recall, specificity;
    };
    const std::vector<Two> all = {
        {25, .5, .9, .8},      {25, .3, .6, .95},    {25, .15, .8, .9},    {40, .5, .97, .97},
        {40, .4, .5, .5},      {40, .1, .7, .95},    {40, .25, .99, .7},   {60, .5, .75, .85},
        {60, .05, .9, .9},     {60, .2, .3, .99},    {60, .35, .95, .95},  {80, .1, .95, .98},
        {80, .6, .8, .4},      {80, .08, .5, .8},    {120, .5, .99, .99},  {120, .03, .8, .95},
        {120, .15, .6, .9},    {120, .3, .85, .7},   {120, .45, .2, .9},   {150, .07, .9, .99},
        {200, .5, .7, .7},     {200, .02, .7, .99},  {200, .1, .4, .97},   {200, .25, .98, .9},
        {200, .05, .98, .8},   {300, .4, .9, .95},   {300, .01, .9, .98},  {300, .2, .75, .97},
        {300, .04, .25, .995}, {400, .5, .55, .6},   {400, .12, .85, .92}, {500, .03, .95, .999},
        {500, .3, .65, .85},   {600, .08, .6, .9},   {600, .5, .995, .99}, {800, .02, .5, .97},
        {800, .15, .92, .96},  {1000, .01, .8, .99}, {1500, .05, .7, .98}, {2000, .004, .75, .995},
    };
    std::vector<World> worlds;
    for (const auto& w : all) {
        char name[100];
        std::snprintf(name, sizeof name, "%zu rows, %g positive, recall %g, specificity %g", w.rows,
                      w.positive, w.recall, w.specificity);
        const double negative = 1.0 - w.positive;
        worlds.push_back({name,
                          w.rows,
                          2,
                          {negative * w.specificity, negative * (1.0 - w.specificity),
                           w.positive * (1.0 - w.recall), w.positive * w.recall}});
    }
    return worlds;
}

/// Rows, shares of the classes, the recall of each, and how its wrong rows fall: evenly, onto the next class,
/// or onto the first.
std::vector<World> worlds_of_several()
{
    enum class Wrong { evenly, next, first };
    using enum Wrong;
    struct Several {
        std::size_t rows;
        std::vector<double> shares, recalls;
        Wrong wrong;
    };
    const std::vector<Several> all = {
        {40, {.4, .3, .3}, {.9, .8, .7}, evenly},
        {40, {.6, .3, .1}, {.95, .6, .5}, first},
        {60, {.34, .33, .33}, {.97, .97, .97}, next},
        {60, {.7, .2, .1}, {.9, .5, .3}, first},
        {80, {.25, .25, .25, .25}, {.8, .7, .6, .9}, evenly},
        {80, {.5, .3, .15, .05}, {.9, .8, .7, .6}, next},
        {80, {.4, .4, .2}, {.5, .5, .5}, evenly},
        {100, {.8, .15, .05}, {.98, .7, .6}, first},
        {100, {.3, .3, .2, .2}, {.99, .95, .95, .99}, next},
        {120, {.2, .2, .2, .2, .2}, {.6, .7, .8, .9, .95}, next},
        {120, {.45, .25, .15, .1, .05}, {.9, .8, .8, .6, .4}, evenly},
        {120, {.9, .06, .04}, {.95, .5, .8}, first},
        {150, {.3, .3, .4}, {.7, .9, .6}, next},
        {150, {.5, .2, .1, .1, .1}, {.99, .97, .95, .97, .9}, first},
        {200, {.2, .2, .2, .2, .1, .1}, {.5, .6, .7, .8, .6, .9}, next},
        {200, {.6, .2, .1, .05, .05}, {.95, .85, .7, .9, .3}, evenly},
        {200, {.4, .35, .25}, {.85, .75, .9}, next},
        {200, {.94, .03, .03}, {.99, .8, .6}, evenly},
        {250, {.3, .2, .2, .1, .1, .05, .05}, {.9, .7, .8, .6, .9, .5, .7}, next},
        {300, {.25, .25, .25, .25}, {.4, .5, .45, .3}, evenly},
        {300, {.5, .3, .2}, {.98, .99, .97}, next},
        {300, {.2, .2, .15, .15, .1, .1, .05, .05}, {.8, .8, .8, .8, .8, .8, .8, .8}, evenly},
        {400, {.1, .1, .1, .1, .1, .1, .1, .1, .1, .1}, {.9, .8, .7, .6, .5, .9, .8, .7, .6, .95}, next},
        {400, {.7, .15, .1, .05}, {.9, .6, .7, .8}, first},
        {500, {.4, .2, .2, .1, .1}, {.85, .75, .65, .95, .55}, evenly},
        {500, {.9, .05, .03, .02}, {.97, .6, .7, .5}, first},
        {600, {.3, .3, .2, .2}, {.99, .98, .99, .97}, next},
        {800,
         {.3, .2, .1, .1, .1, .05, .05, .05, .03, .02},
         {.9, .8, .9, .7, .6, .8, .5, .9, .7, .6},
         evenly},
        {1000, {.5, .25, .15, .1}, {.8, .7, .6, .75}, next},
        {1000, {.6, .2, .1, .06, .04}, {.95, .9, .85, .8, .75}, first},
    };
    std::vector<World> worlds;
    for (const auto& w : all) {
        const std::size_t k = w.shares.size();
        World world{std::to_string(w.rows) + " rows, " + std::to_string(k) + " classes, rarest " +
                        std::to_string(*std::min_element(w.shares.begin(), w.shares.end())).substr(0, 4) +
                        (w.wrong == evenly ? ", errors even"
                         : w.wrong == next ? ", errors next"
                                           : ", errors first"),
                    w.rows, k, std::vector<double>(k * k)};
        for (std::size_t c = 0; c < k; ++c) {
            world.cells[c * k + c] = w.shares[c] * w.recalls[c];
            const double wrong = w.shares[c] * (1.0 - w.recalls[c]);
            const std::size_t onto = w.wrong == next || c == 0 ? (c + 1) % k : 0;
            for (std::size_t p = 0; p < k; ++p)
                if (p != c)
                    world.cells[c * k + p] += w.wrong == evenly ? wrong / static_cast<double>(k - 1)
                                              : p == onto       ? wrong
                                                                : 0.0;
        }
        worlds.push_back(std::move(world));
    }
    return worlds;
}

struct Judged {
    const char* measure;
    std::vector<const char*> methods;
    double share = 1.0; ///< of the data sets: less for measures whose intervals take long
};

void simulate(const std::string& design, const World& world, const std::vector<Judged>& judged,
              std::size_t data_sets, std::uint64_t number)
{
    std::vector<std::vector<double>> drawn(data_sets);
    for (std::size_t r = 0; r < data_sets; ++r) {
        Stream stream(seed, Purpose::generation, r, number);
        drawn[r].resize(world.cells.size());
        for (std::size_t i = 0; i < world.rows; ++i) {
            double u = stream.uniform();
            std::size_t cell = 0;
            while (cell + 1 < world.cells.size() && u >= world.cells[cell]) u -= world.cells[cell++];
            ++drawn[r][cell];
        }
    }
    // Equal matrices have equal intervals, except for the methods that draw.
    std::map<std::vector<double>, std::vector<std::size_t>> sets;
    for (std::size_t r = 0; r < data_sets; ++r) sets[drawn[r]].push_back(r);
    std::vector<const std::pair<const std::vector<double>, std::vector<std::size_t>>*> different;
    for (const auto& one : sets) different.push_back(&one);

    for (const auto& [name, methods, share] : judged) {
        const auto last = static_cast<std::size_t>(std::ceil(share * static_cast<double>(data_sets)));
        std::vector<const std::pair<const std::vector<double>, std::vector<std::size_t>>*> judged_sets;
        for (const auto* one : different)
            if (one->second.front() < last) judged_sets.push_back(one);
        const Measure measure = make_measure(Spec::parse(name), true);
        const OfConfusion& figure = *measure.of_confusion();
        Confusion truth{.classes = world.classes,
                        .positive = 1,
                        .cells = world.cells,
                        .counted = std::vector<std::uint8_t>(world.classes, 1)};
        for (const auto* method : methods) {
            std::vector<std::optional<Covered>> found(data_sets);
            for_each(judged_sets.size(), [&](std::size_t k) {
                Confusion matrix = truth;
                matrix.cells = judged_sets[k]->first;
                for (std::size_t c = 0; c < world.classes; ++c)
                    matrix.counted[c] = (figure.mean_of == ClassFigure::recall ? 0.0 : matrix.predicted(c)) +
                                            matrix.truth(c) >
                                        0.0;
                const Value value = figure.value(matrix);
                if (!value) return;
                Confusion counted = truth; // the truth of the classes that the mean is over
                counted.counted = matrix.counted;
                if (figure.mean_of == ClassFigure::recall)
                    for (std::size_t c = 0; c < world.classes; ++c)
                        if (matrix.counted[c] == 0)
                            for (std::size_t p = 0; p < world.classes; ++p) counted.at(c, p) = 0.0;
                const auto result = make_test_interval(method,
                                                       {.measure = &measure,
                                                        .value = value.number(),
                                                        .seed = 1 + judged_sets[k]->second.front(),
                                                        .samples = bootstrap_samples,
                                                        .confusion = &matrix},
                                                       Level(0.95));
                Covered covered{.figure = value.number(), .truth = figure.value(counted).number()};
                if (result.interval) covered.limits = {result.interval->lower, result.interval->upper};
                for (const auto r : judged_sets[k]->second)
                    if (r < last) found[r] = covered;
            });
            std::vector<Covered> with_figure;
            for (const auto& one : found)
                if (one) with_figure.push_back(*one);
            print_line(design, name, method, world.name, figure.value(truth).number(), with_figure);
        }
    }
}

} // namespace
} // namespace unseen

int main(int argc, char** argv)
{
    using namespace unseen;
    const auto data_sets = static_cast<std::size_t>(std::max(2, argc > 1 ? std::atoi(argv[1]) : 1000));
    const std::string wanted = argc > 2 ? argv[2] : "";
    const std::vector<std::string> measures(argv + std::min(argc, 3), argv + argc);
    const auto asked_for = [&](std::vector<Judged> all) {
        std::erase_if(all, [&](const Judged& one) {
            return !measures.empty() && std::ranges::find(measures, one.measure) == measures.end();
        });
        return all;
    };
    const std::vector<Judged> of_two = asked_for({
        {"f1", {"auto", "mid_p", "bca"}},
        {"jaccard", {"auto"}},
        {"fbeta:beta=2", {"auto", "bca"}},
        {"fbeta:beta=0.5", {"auto"}},
        {"mcc", {"auto", "bca"}, 0.1},
        {"kappa", {"auto", "bca"}, 0.1},
        {"balanced_accuracy", {"auto", "wilson_mover"}, 0.1},
        {"f1_macro", {"auto", "bca"}},
        {"precision_macro", {"auto", "bca"}},
        {"g_mean", {"auto", "bca"}, 0.1},
        {"informedness", {"auto", "bca"}, 0.1},
        {"markedness", {"auto", "bca"}, 0.1},
        {"diagnostic_odds_ratio", {"auto", "bca"}, 0.1},
        {"fowlkes_mallows", {"directional_dirichlet", "bca"}, 0.1},
        {"positive_likelihood_ratio", {"auto", "bca"}},
        {"negative_likelihood_ratio", {"auto", "bca"}},
    });
    const std::vector<Judged> of_several = asked_for({
        {"mcc", {"directional_dirichlet", "bca"}, 0.3},
        {"kappa", {"directional_dirichlet", "bca"}, 0.3},
        {"quadratic_kappa", {"directional_dirichlet", "bca"}, 0.3},
        {"f1_macro", {"auto", "bca"}},
        {"precision_macro", {"auto", "bca"}},
        {"balanced_accuracy", {"auto", "wilson_mover"}},
        {"f1_weighted", {"directional_dirichlet", "bca"}, 0.3},
        {"precision_weighted", {"directional_dirichlet", "bca"}, 0.3},
        {"f1_of_macro", {"directional_dirichlet", "bca"}, 0.3},
    });
    print_head();
    std::uint64_t number = 0;
    for (const auto& world : worlds_of_two()) {
        ++number;
        if (wanted != "several") simulate("tables of two classes", world, of_two, data_sets, number);
    }
    for (const auto& world : worlds_of_several()) {
        ++number;
        if (wanted != "two") simulate("tables of several classes", world, of_several, data_sets, number);
    }
    return 0;
}
