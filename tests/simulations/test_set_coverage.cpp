// How often the intervals of one test set cover the figure of new rows, and how wide they are. tools/coverage
// makes tables of the lines.
//
//   test_set_coverage [data sets [errors|classes|groups ...]]   default 500, of all worlds
//
// The truth is the figure of very many rows, or a closed form where the loss has heavy tails.
#include "coverage.hpp"
#include "for_each.hpp"

#include "unseen/interval/test_interval.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

namespace unseen {
namespace {

constexpr std::size_t bootstrap_samples = 400;

double uniform(Stream& s) { return (static_cast<double>(s.next() >> 11) + 0.5) * 0x1p-53; }
double normal(Stream& s) { return normal_quantile(uniform(s)); }
double exponential(Stream& s) { return -std::log(uniform(s)); }
/// Student's t with an odd number of degrees of freedom.
double student(Stream& s, int df)
{
    double squares = 0.0;
    for (int i = 0; i < df; ++i) {
        const double z = normal(s);
        squares += z * z;
    }
    return normal(s) / std::sqrt(squares / df);
}

struct Rows {
    std::vector<std::uint32_t> truth{}, label{}, cluster{};
    std::vector<double> score{}, number{}, value{}, weight{};
    Labels classes{};

    PredictionView view() const
    {
        PredictionView v;
        v.weight = weight;
        v.true_value = number;
        v.value = value;
        if (classes.size() == 0) return v;
        v.classes = &classes;
        v.positive = 1;
        v.one_score = true;
        v.true_label = truth;
        v.label = label;
        v.scores = score;
        return v;
    }
    void add_error(double error)
    {
        number.push_back(0.0);
        value.push_back(error);
    }
    void add_scored(bool y, double p)
    {
        if (classes.size() == 0) classes = Labels({"0", "1"});
        truth.push_back(y);
        label.push_back(p >= 0.5);
        score.push_back(p);
    }
};

/// A measure, with the methods to judge: `auto` and others by name.
struct Judged {
    const char* measure;
    std::vector<const char*> methods;
    std::optional<double> truth{}; ///< if large samples show it badly
};

struct World {
    std::string design;
    std::string name;
    std::function<void(Stream&, std::size_t, Rows&)> draw; ///< adds so many rows, or clusters
    std::vector<std::size_t> sizes;
    std::vector<Judged> measures;
    std::size_t rows_of_unit = 1;
};

std::vector<World> error_worlds()
{
    struct Errors {
        const char* name;
        double (*draw)(Stream&);
        double mean_square;
    };
    const double e = std::numbers::e;
    const std::vector<Errors> all = {
        {"normal", normal, 1.0},
        {"normal about 1", [](Stream& s) { return 1.0 + normal(s); }, 2.0},
        {"uniform", [](Stream& s) { return 2.0 * uniform(s) - 1.0; }, 1.0 / 3.0},
        {"Laplace", [](Stream& s) { return exponential(s) - exponential(s); }, 2.0},
        {"exponential", [](Stream& s) { return exponential(s) - 1.0; }, 1.0},
        {"t of 5", [](Stream& s) { return student(s, 5); }, 5.0 / 3.0},
        {"t of 3", [](Stream& s) { return student(s, 3); }, 3.0},
        {"lognormal", [](Stream& s) { return std::exp(normal(s)) - std::exp(0.5); }, (e - 1.0) * e},
        {"a twentieth five times as large",
         [](Stream& s) { return normal(s) * (uniform(s) < 0.05 ? 5.0 : 1.0); }, 2.2},
        {"uneven spread", [](Stream& s) { return normal(s) * std::exp(0.7 * normal(s)); }, std::exp(0.98)},
        {"four of five zero", [](Stream& s) { return uniform(s) < 0.2 ? normal(s) : 0.0; }, 0.2},
    };
    std::vector<World> worlds;
    for (const auto& errors : all)
        worlds.push_back({.design = "test rows",
                          .name = "errors " + std::string(errors.name),
                          .draw =
                              [draw = errors.draw](Stream& s, std::size_t n, Rows& rows) {
                                  for (std::size_t i = 0; i < n; ++i) rows.add_error(draw(s));
                              },
                          .sizes = {20, 30, 50, 100, 300, 1000},
                          .measures = {{"mae", {"auto", "t_mean"}},
                                       {"mse", {"auto", "t_mean", "bca"}, errors.mean_square},
                                       {"rmse", {"auto", "t_log"}, std::sqrt(errors.mean_square)},
                                       {"median_ae", {"auto"}}}});
    return worlds;
}

std::vector<World> class_worlds()
{
    struct Classes {
        const char* name;
        void (*draw)(Stream&, bool& y, double& p);
    };
    const std::vector<Classes> all = {
        {"calibrated probabilities",
         [](Stream& s, bool& y, double& p) {
             p = uniform(s);
             y = uniform(s) < p;
         }},
        {"sure probabilities",
         [](Stream& s, bool& y, double& p) {
             p = 0.5 + 0.49 * std::sin(3.0 * (uniform(s) - 0.5));
             p = p < 0.5 ? 4.0 * p * p * p : 1.0 - 4.0 * (1.0 - p) * (1.0 - p) * (1.0 - p);
             y = uniform(s) < p;
         }},
        {"too sure probabilities",
         [](Stream& s, bool& y, double& p) {
             p = 0.02 + 0.96 * uniform(s);
             y = uniform(s) < 0.5 + 0.5 * (p - 0.5);
         }},
        {"a tenth positive",
         [](Stream& s, bool& y, double& p) {
             y = uniform(s) < 0.1;
             const double z = normal(s) + (y ? 1.5 : 0.0);
             p = 1.0 / (1.0 + std::exp(-(1.5 * z - 1.125 - std::log(9.0))));
         }},
        {"a tenth positive, spread twice as far",
         [](Stream& s, bool& y, double& p) {
             y = uniform(s) < 0.1;
             p = 1.0 / (1.0 + std::exp(3.0 - (y ? 2.5 + 2.0 * normal(s) : normal(s))));
         }},
        {"hardly an error",
         [](Stream& s, bool& y, double& p) {
             y = uniform(s) < 0.5;
             p = 1.0 / (1.0 + std::exp(-3.0 * (normal(s) + (y ? 1.5 : -1.5))));
         }},
    };
    std::vector<World> worlds;
    for (const auto& classes : all)
        worlds.push_back({.design = "test rows",
                          .name = classes.name,
                          .draw =
                              [draw = classes.draw](Stream& s, std::size_t n, Rows& rows) {
                                  bool y = false;
                                  double p = 0.0;
                                  for (std::size_t i = 0; i < n; ++i) {
                                      draw(s, y, p);
                                      rows.add_scored(y, p);
                                  }
                              },
                          .sizes = {30, 50, 100, 300, 1000},
                          .measures = {{"error_rate", {"auto", "bca"}},
                                       {"recall", {"auto", "bca"}},
                                       {"balanced_accuracy", {"auto", "bca"}},
                                       {"f1", {"auto"}},
                                       {"mcc", {"auto"}},
                                       {"brier", {"auto", "t_mean", "bca"}},
                                       {"log_loss", {"auto", "t_mean", "bca"}},
                                       {"roc_auc", {"auto", "delong", "bca", "kl"}},
                                       {"average_precision", {"auto", "boyd", "bca"}},
                                       {"ece", {"auto"}}}});
    return worlds;
}

/// Clusters of rows with a part in common, and rows with weights.
std::vector<World> group_worlds()
{
    std::vector<World> worlds;
    const auto add = [&](const std::string& name, std::size_t rows, bool classes, double shared,
                         double weights) {
        const auto draw = [=](Stream& s, std::size_t units, Rows& all) {
            const auto first = static_cast<std::uint32_t>(all.cluster.size() / rows);
            for (std::uint32_t u = 0; u < units; ++u) {
                const double effect = normal(s);
                for (std::size_t i = 0; i < rows; ++i) {
                    const double own = std::sqrt(shared) * effect + std::sqrt(1.0 - shared) * normal(s);
                    if (classes) {
                        const bool y = uniform(s) < 0.3;
                        all.add_scored(y, 1.0 / (1.0 + std::exp(-1.5 * own - (y ? 1.0 : -2.0))));
                    } else {
                        all.add_error(own);
                    }
                    if (weights > 0.0) all.weight.push_back(std::exp(weights * normal(s)));
                    all.cluster.push_back(first + u);
                }
            }
        };
        std::vector<Judged> measures = {
            {"mae", {"auto", "robust_t"}}, {"mse", {"auto", "robust_t"}}, {"median_ae", {"auto"}}};
        if (classes)
            measures = {{"error_rate", {"auto", "robust_t"}},   {"f1", {"auto"}},
                        {"brier", {"auto", "robust_t"}},        {"roc_auc", {"auto", "bca"}},
                        {"average_precision", {"auto", "bca"}}, {"ece", {"auto"}}};
        const std::string of = classes ? ", classes" : ", numbers";
        worlds.push_back(
            {"groups of test rows", name + of, draw,
             rows == 1 ? std::vector<std::size_t>{50, 200} : std::vector<std::size_t>{10, 20, 50}, measures,
             rows});
    };
    for (const bool classes : {false, true}) {
        add("groups of 5 with half in common", 5, classes, 0.5, 0.0);
        add("groups of 20 with a fifth in common", 20, classes, 0.2, 0.0);
        add("groups of 5 with nothing in common", 5, classes, 0.0, 0.0);
        add("rows alone, lognormal weights", 1, classes, 0.0, 1.0);
        add("weighted groups of 5 with half in common", 5, classes, 0.5, 0.7);
    }
    return worlds;
}

void simulate(const World& world, std::size_t data_sets)
{
    const std::size_t large = std::min<std::size_t>(4'000'000, 4'000 * data_sets) / world.rows_of_unit;
    Rows many;
    Stream stream(2, Purpose::generation);
    world.draw(stream, large, many);
    if (many.weight.empty() && world.rows_of_unit == 1) many.cluster.clear();
    std::vector<Measure> measures;
    std::vector<double> truths;
    for (const auto& judged : world.measures) {
        measures.push_back(make_measure(Spec(judged.measure), many.classes.size() > 0));
        truths.push_back(judged.truth ? *judged.truth : evaluate(measures.back(), many.view()).number());
    }
    many = {};
    for (const auto size : world.sizes) {
        std::vector<std::vector<std::vector<std::optional<Covered>>>> found;
        for (const auto& judged : world.measures)
            found.emplace_back(judged.methods.size(), std::vector<std::optional<Covered>>(data_sets));
        for_each(data_sets, [&](std::size_t r) {
            Rows rows;
            Stream own(1, Purpose::generation, r, size);
            world.draw(own, size, rows);
            if (world.rows_of_unit == 1) rows.cluster.clear();
            const auto view = rows.view();
            for (std::size_t m = 0; m < measures.size(); ++m) {
                const auto value = evaluate(measures[m], view);
                if (!value) continue;
                for (std::size_t k = 0; k < world.measures[m].methods.size(); ++k) {
                    const auto result = make_test_interval(world.measures[m].methods[k],
                                                           {.predictions = &view,
                                                            .measure = &measures[m],
                                                            .value = value.number(),
                                                            .seed = r + 1,
                                                            .samples = bootstrap_samples,
                                                            .cluster = rows.cluster},
                                                           Level(0.95));
                    auto& covered = found[m][k][r].emplace(Covered{.figure = value.number()});
                    if (result.interval) covered.limits = {result.interval->lower, result.interval->upper};
                }
            }
        });
        for (std::size_t m = 0; m < measures.size(); ++m)
            for (std::size_t k = 0; k < world.measures[m].methods.size(); ++k) {
                std::vector<Covered> with_figure;
                for (const auto& one : found[m][k])
                    if (one) with_figure.push_back(*one);
                print_line(world.design, world.measures[m].measure, world.measures[m].methods[k],
                           world.name + ", " + std::to_string(size), truths[m], with_figure);
            }
    }
}

} // namespace
} // namespace unseen

int main(int argc, char** argv)
{
    const auto data_sets = static_cast<std::size_t>(std::max(2, argc > 1 ? std::atoi(argv[1]) : 500));
    const std::vector<std::string> wanted(argv + std::min(argc, 2), argv + argc);
    const auto asked = [&](const char* name) {
        return wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
    };
    unseen::print_head();
    if (asked("errors"))
        for (const auto& world : unseen::error_worlds()) unseen::simulate(world, data_sets);
    if (asked("classes"))
        for (const auto& world : unseen::class_worlds()) unseen::simulate(world, data_sets);
    if (asked("groups"))
        for (const auto& world : unseen::group_worlds()) unseen::simulate(world, data_sets);
    return 0;
}
