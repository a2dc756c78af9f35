// How often the tests of two models on the same rows say at 5 % that one is better where neither is, and
// where one is: the permutation test, its interval and the bootstrap, by measures whose test is the
// permutation test. Prints the table of docs/VALIDITY.md.
//
//     compare_levels [DATA SETS] [numbers|labels|scores]     1000, of all
//
// The worlds were listed before any of them was run.
#include "for_each.hpp"
#include "two_models.hpp"

#include "unseen/compare/models.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace {

using namespace unseen;
using namespace unseen::compare;

constexpr std::uint64_t seed = 3508;

double exponential(Stream& stream) { return -std::log(1.0 - stream.uniform()); }

/// A world. `better`: A is better by every measure; else both are equally good by `measures`.
struct World {
    std::string name;
    std::size_t rows;
    std::vector<std::string> measures;
    std::function<void(Stream&, TwoModels&)> add; ///< adds a row
    bool better = false;
};

// ---- Numbers: half of an error's variance is common to both models, unless said otherwise.

using Error = double (*)(Stream&);

World numbers(const std::string& law, std::size_t rows, Error own, double of_b = 1.0)
{
    return {law + ", " + std::to_string(rows) + " rows",
            rows,
            {"mae", "mse", "rmse"},
            [own, of_b](Stream& stream, TwoModels& to) {
                const double common = normal(stream);
                to.true_value.push_back(0.0);
                to.value[0].push_back(common + own(stream));
                to.value[1].push_back(of_b * (common + own(stream)));
            },
            of_b != 1.0};
}

double t3(Stream& stream)
{
    double squares = 0.0;
    for (int i = 0; i < 3; ++i) squares += std::pow(normal(stream), 2);
    return normal(stream) / std::sqrt(squares / 3.0);
}
double skew(Stream& stream) { return exponential(stream) - 1.0; }
double outliers(Stream& stream) { return normal(stream) * (stream.uniform() < 0.03 ? 10.0 : 1.0); }
double many_outliers(Stream& stream) { return normal(stream) * (stream.uniform() < 0.1 ? 6.0 : 1.0); }
double few_values(Stream& stream) { return static_cast<double>(stream.below(3)) - 1.0; }

/// Equal mean losses of different laws: |N(0, 1)| sqrt(pi / 2) and Exp(1) have the mean 1, their squares do
/// not.
World unlike(std::size_t rows)
{
    return {"normal against Laplace errors of equal mae, " + std::to_string(rows) + " rows",
            rows,
            {"mae"},
            [](Stream& stream, TwoModels& to) {
                to.true_value.push_back(0.0);
                to.value[0].push_back(normal(stream) * std::sqrt(std::acos(-1.0) / 2.0));
                to.value[1].push_back(exponential(stream) * (stream.uniform() < 0.5 ? 1.0 : -1.0));
            }};
}

World unlike_squares(std::size_t rows)
{
    return {"normal against uniform errors of equal mse, " + std::to_string(rows) + " rows",
            rows,
            {"mse", "rmse"},
            [](Stream& stream, TwoModels& to) {
                to.true_value.push_back(0.0);
                to.value[0].push_back(normal(stream));
                to.value[1].push_back(std::sqrt(12.0) * (stream.uniform() - 0.5));
            }};
}

// ---- Labels: each model is right on a row of its class with its recall, half of the rows by a common draw.

struct Rates {
    double recall, specificity;
};

double value_of(const std::string& measure, double positive, Rates r)
{
    const double tp = positive * r.recall, fn = positive - tp, tn = (1.0 - positive) * r.specificity,
                 fp = 1.0 - positive - tn;
    if (measure == "f1") return 2.0 * tp / (2.0 * tp + fp + fn);
    if (measure == "mcc")
        return (tp * tn - fp * fn) / std::sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn));
    return 0.5 * (r.recall + r.specificity);
}

World labels(std::size_t rows, double positive, Rates a, Rates b, std::vector<std::string> measures,
             bool better = false)
{
    char name[120];
    std::snprintf(name, sizeof name, "%zu rows, %g positive, recall %.3g and %.3g, specificity %.3g and %.3g",
                  rows, positive, a.recall, b.recall, a.specificity, b.specificity);
    return {name, rows, std::move(measures),
            [=](Stream& stream, TwoModels& to) {
                const bool is = stream.uniform() < positive;
                const double common = stream.uniform();
                const bool shared = stream.uniform() < 0.5;
                to.truth.push_back(is ? 1 : 0);
                for (int m = 0; m < 2; ++m) {
                    const Rates r = m == 0 ? a : b;
                    const bool right = (shared ? common : stream.uniform()) < (is ? r.recall : r.specificity);
                    to.label[m].push_back(right == is ? 1 : 0);
                }
            },
            better};
}

/// The specificity with which a model of this recall is as good as `a`.
World as_good(std::size_t rows, double positive, Rates a, double recall, const std::string& measure)
{
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 100; ++i) {
        const double middle = 0.5 * (low + high);
        (value_of(measure, positive, {recall, middle}) < value_of(measure, positive, a) ? low : high) =
            middle;
    }
    return labels(rows, positive, a, {recall, high}, {measure});
}

// ---- Scores: normal scores, half common to both models; probabilities by the truth's own logistic curve.

World scores(std::size_t rows, double positive, double shift, double noise_of_b, bool flat = false)
{
    char name[120];
    std::snprintf(name, sizeof name, "%zu rows, %g positive, shift %g%s%s", rows, positive, shift,
                  noise_of_b > 0.0 ? ", B with more noise" : "", flat ? ", six levels" : "");
    return {name,
            rows,
            {"log_loss", "brier", "average_precision"},
            [=](Stream& stream, TwoModels& to) {
                const bool is = to.truth.empty() || (to.truth.size() > 1 && stream.uniform() < positive);
                to.truth.push_back(is ? 1 : 0);
                const double common = normal(stream);
                for (int m = 0; m < 2; ++m) {
                    double x = std::sqrt(0.5) * (common + normal(stream)) + (is ? shift : 0.0);
                    if (m == 1) x += noise_of_b * normal(stream);
                    if (flat) x = std::round(x);
                    double p = 1.0 / (1.0 + std::exp(-shift * x + 0.5 * shift * shift -
                                                     std::log(positive / (1.0 - positive))));
                    p = std::clamp(p, 1e-6, 1.0 - 1e-6);
                    to.scores[m].push_back(1.0 - p);
                    to.scores[m].push_back(p);
                    to.label[m].push_back(p >= 0.5 ? 1 : 0);
                }
            },
            noise_of_b > 0.0};
}

std::vector<World> worlds_of(const std::string& kind)
{
    if (kind == "numbers")
        return {
            numbers("normal", 20, normal),
            numbers("normal", 100, normal),
            numbers("t3", 30, t3),
            numbers("t3", 200, t3),
            numbers("skew", 25, skew),
            numbers("skew", 80, skew),
            numbers("3 % outliers", 30, outliers),
            numbers("3 % outliers", 60, outliers),
            numbers("3 % outliers", 250, outliers),
            numbers("10 % outliers", 40, many_outliers),
            numbers("10 % outliers", 150, many_outliers),
            numbers("three values", 50, few_values),
            unlike(20),
            unlike(50),
            unlike(200),
            unlike_squares(20),
            unlike_squares(50),
            unlike_squares(200),
            numbers("normal, B 1.3 times", 50, normal, 1.3),
            numbers("t3, B 1.4 times", 80, t3, 1.4),
            numbers("3 % outliers, B 1.4 times", 60, outliers, 1.4),
            numbers("skew, B 1.2 times", 150, skew, 1.2),
        };
    const std::vector<std::string> all = {"f1", "mcc", "balanced_accuracy"};
    if (kind == "labels")
        return {
            labels(40, .5, {.8, .8}, {.8, .8}, all),
            labels(50, .2, {.7, .9}, {.7, .9}, all),
            labels(80, .1, {.6, .95}, {.6, .95}, all),
            labels(100, .3, {.9, .95}, {.9, .95}, all),
            labels(150, .05, {.8, .9}, {.8, .9}, all),
            labels(200, .4, {.6, .6}, {.6, .6}, all),
            labels(300, .1, {.5, .98}, {.5, .98}, all),
            labels(400, .02, {.7, .97}, {.7, .97}, all),
            as_good(60, .5, {.7, .9}, .9, "f1"),
            as_good(100, .2, {.6, .95}, .9, "f1"),
            as_good(200, .1, {.5, .97}, .8, "f1"),
            as_good(400, .3, {.7, .9}, .85, "f1"),
            as_good(60, .5, {.7, .9}, .9, "mcc"),
            as_good(100, .2, {.6, .95}, .9, "mcc"),
            as_good(200, .1, {.5, .97}, .8, "mcc"),
            as_good(400, .3, {.7, .9}, .85, "mcc"),
            as_good(60, .5, {.7, .9}, .85, "balanced_accuracy"),
            as_good(120, .15, {.6, .95}, .8, "balanced_accuracy"),
            as_good(300, .1, {.5, .97}, .6, "balanced_accuracy"),
            labels(100, .3, {.85, .9}, {.65, .85}, all, true),
            labels(200, .1, {.8, .95}, {.5, .94}, all, true),
            labels(400, .3, {.8, .9}, {.75, .86}, all, true),
        };
    return {
        scores(40, .5, 1.0, 0.0),       scores(50, .2, 1.5, 0.0),        scores(80, .1, 1.0, 0.0),
        scores(100, .3, 2.0, 0.0),      scores(150, .05, 1.5, 0.0),      scores(200, .4, .5, 0.0),
        scores(60, .4, 1.0, 0.0, true), scores(120, .2, 2.0, 0.0, true), scores(80, .3, 3.0, 0.0),
        scores(250, .1, 1.0, 0.0),      scores(100, .3, 1.5, 1.0),       scores(150, .2, 2.0, 1.0),
        scores(250, .1, 1.5, 1.0),
    };
}

/// Shares of data sets in percent.
struct Told {
    double permutation = 0.0; ///< the test says that they differ
    double claimed = 0.0;     ///< and the interval does not disagree
    double bootstrap = 0.0;
};

} // namespace

int main(int argc, char** argv)
{
    const auto data_sets = static_cast<std::size_t>(argc > 1 ? std::atoi(argv[1]) : 1000);
    const std::string only = argc > 2 ? argv[2] : "";
    std::printf("kind,measure,world,better,permutation,claimed,bootstrap\n");
    std::map<std::string, std::vector<Told>> null, power;
    std::uint64_t number = 0;
    for (const std::string kind : {"numbers", "labels", "scores"})
        for (const auto& world : worlds_of(kind)) {
            ++number;
            if (!only.empty() && only != kind) continue;
            ModelsOptions options{.samples = 400, .permutations = 1000, .tests = {"bootstrap"}};
            for (const auto& name : world.measures)
                options.measures.push_back(make_measure(Spec(name), kind != "numbers"));
            std::vector<std::map<std::string, Told>> told(data_sets);
            for_each(data_sets, [&](std::size_t r) {
                Stream stream(seed, Purpose::generation, r, number);
                TwoModels rows;
                rows.row.resize(world.rows);
                std::iota(rows.row.begin(), rows.row.end(), 0u);
                for (std::size_t i = 0; i < world.rows; ++i) world.add(stream, rows);
                const bool numbers = !rows.true_value.empty();
                const std::vector<ModelPredictions> models = {{"A", rows.view(0, numbers)},
                                                              {"B", rows.view(1, numbers)}};
                for (const auto& test : compare_models(models, {}, options).comparisons) {
                    auto& one = told[r][test.measure];
                    const bool says = test.p_value && test.p_value.number() <= 0.05;
                    if (test.test == "bootstrap") one.bootstrap = says;
                    if (test.test != "permutation") continue;
                    one.permutation = says;
                    one.claimed = says && std::ranges::none_of(test.warnings, [](const Warning& w) {
                                      return w.is(warnings::interval_disagrees);
                                  });
                }
            });
            for (const auto& name : world.measures) {
                Told mean;
                for (auto& one : told) {
                    const double share = 100.0 / static_cast<double>(data_sets);
                    mean.permutation += share * one[name].permutation;
                    mean.claimed += share * one[name].claimed;
                    mean.bootstrap += share * one[name].bootstrap;
                }
                std::printf("%s,%s,\"%s\",%d,%.1f,%.1f,%.1f\n", kind.c_str(), name.c_str(),
                            world.name.c_str(), static_cast<int>(world.better), mean.permutation,
                            mean.claimed, mean.bootstrap);
                std::fflush(stdout);
                (world.better ? power : null)[name].push_back(mean);
            }
        }
    std::printf(
        "\n| measure | worlds | shown: mean, most (above 6.5 %%) | `permutation` alone | `bootstrap` | "
        "power: worlds, shown | `bootstrap` |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n");
    for (const auto& [name, worlds] : null) {
        const auto cell = [&](double Told::*which) {
            double sum = 0.0, most = 0.0;
            int above = 0;
            for (const auto& one : worlds) {
                sum += one.*which;
                most = std::max(most, one.*which);
                above += one.*which > 6.5;
            }
            std::printf(" %.1f, %.1f (%d) |", sum / static_cast<double>(worlds.size()), most, above);
        };
        std::printf("| `%s` | %zu |", name.c_str(), worlds.size());
        cell(&Told::claimed);
        cell(&Told::permutation);
        cell(&Told::bootstrap);
        double shown = 0.0, of_bootstrap = 0.0;
        const auto n = static_cast<double>(power[name].size());
        for (const auto& one : power[name]) {
            shown += one.claimed / n;
            of_bootstrap += one.bootstrap / n;
        }
        std::printf(" %zu, %.1f | %.1f |\n", power[name].size(), shown, of_bootstrap);
    }
    return 0;
}
