// How often intervals of means in a range and of means over clusters cover, and how wide they are.
// tools/coverage makes tables of the lines.
//
//   range_coverage [data sets [rows|scores|clusters|MEASURE]]   default 1000, of all
//
// The worlds were listed before any of them was run.
#include "draws.hpp"
#include "interval/limits.hpp"
#include "test_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace unseen {
namespace {

constexpr std::uint64_t seed = 3531;

/// Adds a row with this loss: of brier between 0 and 1, of the error rate 0 or 1, of mae any.
void add_loss(TestRows& rows, const std::string& measure, double loss, std::uint32_t of_cluster)
{
    if (measure == "mae")
        rows.add_number(0.0, loss, of_cluster);
    else
        rows.add_class(true, 1.0 - std::sqrt(loss), of_cluster);
}

/// A world of independent rows with Brier losses.
struct Values {
    std::string name;
    double (*loss)(Stream&);
};

/// The squared error of a calibrated probability with the logit `centre` + `spread` N(0, 1).
template <int centre10, int spread10>
double calibrated(Stream& stream)
{
    const double p = expit(0.1 * centre10 + 0.1 * spread10 * normal(stream));
    return uniform(stream) < p ? (1.0 - p) * (1.0 - p) : p * p;
}

const std::vector<Values> losses = {
    {"calibrated, half positive", calibrated<0, 10>},
    {"calibrated, rare", calibrated<-35, 10>},
    {"calibrated, near certain", calibrated<0, 60>},
    {"calibrated, rare and near certain", calibrated<-50, 40>},
    {"uniform", [](Stream& s) { return uniform(s); }},
    {"near 0, one in 30 near 1", [](Stream& s) { return uniform(s) < 1.0 / 30 ? 0.9 : 0.01 * uniform(s); }},
    {"near 1, one in 20 at 0", [](Stream& s) { return uniform(s) < 0.05 ? 0.0 : 0.95; }},
    {"0, a quarter or 1", [](Stream& s) { return 0.25 * std::floor(2.0 * uniform(s) * uniform(s) * 2.0); }},
    {"crowded about .3, one in 100 at 1",
     [](Stream& s) { return uniform(s) < 0.01 ? 1.0 : 0.3 + 0.02 * (uniform(s) - 0.5); }},
    {"overconfident", [](Stream& s) { return uniform(s) < 0.1 ? 0.98 : 0.0004; }},
};
constexpr std::size_t numbers_of_rows[] = {12, 30, 80, 250};

/// A score of the positive class, how often it is given, and how often its rows are positive.
struct Given {
    double score, share, positive;
};

/// A world of independent rows whose scores have few distinct values, as those of small trees.
struct Scores {
    std::string name;
    std::vector<Given> given;
};

const std::vector<Scores> few_scores = {
    {"2 calibrated", {{.1, .5, .1}, {.9, .5, .9}}},
    {"2 near the middle", {{.3, .5, .3}, {.7, .5, .7}}},
    {"2, near certain and too sure", {{.001, .5, .02}, {.999, .5, .98}}},
    {"2, 0 and 1, one in 100 wrong", {{0, .6, .01}, {1, .4, .99}}},
    {"2, far too sure", {{.05, .8, .15}, {.9, .2, .6}}},
    {"2, hardly a positive row", {{.002, .9, .002}, {.2, .1, .2}}},
    {"2, hardly a positive row, half as many as said", {{.002, .97, .001}, {.6, .03, .5}}},
    {"1, the share", {{.3, 1, .3}}},
    {"1, a tenth for a fifth", {{.1, 1, .2}}},
    {"3 calibrated", {{.02, .7, .02}, {.3, .2, .3}, {.95, .1, .95}}},
    {"3, sure or not", {{.01, .34, .01}, {.5, .33, .5}, {.99, .33, .99}}},
    {"3, 0 and 1 always right", {{0, .5, 0}, {.5, .2, .5}, {1, .3, 1}}},
    {"5 calibrated", {{.05, .4, .05}, {.2, .1, .2}, {.5, .1, .5}, {.8, .1, .8}, {.95, .3, .95}}},
    {"7 calibrated",
     {{.01, .3, .01},
      {.1, .1, .1},
      {.25, .1, .25},
      {.5, .05, .5},
      {.75, .1, .75},
      {.9, .1, .9},
      {.99, .25, .99}}},
    {"10 too sure",
     {{.05, .1, .14},
      {.15, .1, .22},
      {.25, .1, .3},
      {.35, .1, .38},
      {.45, .1, .46},
      {.55, .1, .54},
      {.65, .1, .62},
      {.75, .1, .7},
      {.85, .1, .78},
      {.95, .1, .86}}},
};
constexpr std::size_t numbers_of_scored[] = {30, 60, 150, 400};

/// The log loss of rows with this score, cut off as the measure does.
double log_loss_of(const Given& g)
{
    constexpr double least = std::numeric_limits<double>::epsilon();
    const double p = std::clamp(g.score, least, 1.0 - least);
    return -g.positive * std::log(p) - (1.0 - g.positive) * std::log1p(-p);
}

/// A world of clusters: their number, how their sizes and their effects are drawn, and how rows follow.
struct Clusters {
    std::string name;
    std::size_t clusters;
    double (*size)(Stream&);
    double rate;    ///< of wrong rows
    double effect;  ///< sd of a cluster's logit
    double by_size; ///< added to the logit for each e-fold of the size
};

double five(Stream&) { return 5.0; }
double few(Stream& s) { return 1.0 + std::floor(-4.0 * std::log(uniform(s))); }
double lognormal(Stream& s) { return std::max(1.0, std::round(8.0 * std::exp(0.7 * normal(s)))); }
double two_sizes(Stream& s) { return uniform(s) < 0.2 ? 30.0 : 6.0; }

const std::vector<Clusters> clusters = {
    {"6 of 5 rows, rate .3", 6, five, .3, .5, 0},
    {"6 uneven, rate .1", 6, few, .1, 1, 0},
    {"8 of 5, rate .05", 8, five, .05, .5, 0},
    {"8 lognormal, rate .4", 8, lognormal, .4, 1, 0},
    {"10 of 5, rate .2", 10, five, .2, 2, 0},
    {"10 uneven, rate .05", 10, few, .05, .5, 0},
    {"10 lognormal, rate .2", 10, lognormal, .2, 1, 0},
    {"10 of two sizes, rate .3", 10, two_sizes, .3, .5, 0},
    {"12 of 5, rate .5", 12, five, .5, 1, 0},
    {"12 uneven, rate .3, rising with size", 12, few, .3, .5, .5},
    {"12 lognormal, rate .1, falling with size", 12, lognormal, .1, .5, -.5},
    {"15 of 5, rate .1", 15, five, .1, 1, 0},
    {"15 uneven, rate .5", 15, few, .5, 2, 0},
    {"15 of two sizes, rate .1", 15, two_sizes, .1, 1, 0},
    {"20 of 5, rate .03", 20, five, .03, .5, 0},
    {"20 uneven, rate .2", 20, few, .2, .5, 0},
    {"20 lognormal, rate .3", 20, lognormal, .3, 1, 0},
    {"20 lognormal, rate .3, rising with size", 20, lognormal, .3, .5, .5},
    {"20 of two sizes, rate .5", 20, two_sizes, .5, .5, 0},
    {"25 of 5, rate .2", 25, five, .2, 1, 0},
    {"25 uneven, rate .1, falling with size", 25, few, .1, 1, -.5},
    {"25 lognormal, rate .05", 25, lognormal, .05, 1, 0},
    {"30 of 5, rate .4", 30, five, .4, .2, 0},
    {"30 uneven, rate .3", 30, few, .3, 1, 0},
    {"30 of two sizes, rate .2, rising with size", 30, two_sizes, .2, .5, .3},
    {"40 of 5, rate .05", 40, five, .05, 1, 0},
    {"40 lognormal, rate .15", 40, lognormal, .15, .5, 0},
    {"40 uneven, rate .02", 40, few, .02, .5, 0},
    {"60 of 5, rate .3", 60, five, .3, 2, 0},
    {"60 lognormal, rate .1, rising with size", 60, lognormal, .1, .5, .5},
    {"60 of two sizes, rate .1", 60, two_sizes, .1, 1, 0},
    {"80 uneven, rate .2", 80, few, .2, 1, 0},
    {"100 of 5, rate .02", 100, five, .02, 1, 0},
    {"100 lognormal, rate .3", 100, lognormal, .3, 1, 0},
};

/// The losses of a cluster's rows.
std::vector<double> drawn(const Clusters& world, const std::string& measure, Stream& stream)
{
    const double size = world.size(stream);
    const double logit = std::log(world.rate / (1.0 - world.rate)) + world.effect * normal(stream) +
                         world.by_size * std::log(size / 6.0);
    std::vector<double> rows;
    for (int i = 0; i < static_cast<int>(size); ++i) {
        if (measure == "error_rate")
            rows.push_back(uniform(stream) < expit(logit) ? 1.0 : 0.0);
        else if (measure == "brier")
            rows.push_back(std::pow(expit(logit + 1.5 * normal(stream)), 2.0));
        else
            rows.push_back(-std::log(uniform(stream)) * std::exp(0.5 * logit));
    }
    return rows;
}

void judge(const std::string& design, const std::string& measure, const std::string& world, double truth,
           std::size_t data_sets, const std::vector<const char*>& methods,
           const std::function<void(TestRows&, Stream&)>& fill, bool clustered, std::uint64_t number)
{
    const auto m = make_measure(Spec(measure), measure != "mae");
    print_covered(measure == "mae" ? m : of_classes(m, 2),
                  {.design = design,
                   .name = world,
                   .truth = truth,
                   .clustered = clustered,
                   .draw =
                       [&](std::size_t r) {
                           Stream stream(seed, Purpose::generation, r, number);
                           TestRows rows;
                           fill(rows, stream);
                           return rows;
                       }},
                  data_sets, methods);
}

} // namespace
} // namespace unseen

int main(int argc, char** argv)
{
    using namespace unseen;
    const auto data_sets = static_cast<std::size_t>(argc > 1 ? std::atoi(argv[1]) : 1000);
    const std::string only = argc > 2 ? argv[2] : "";
    print_head();
    std::uint64_t number = 0;
    constexpr std::size_t for_truth = 400'000;
    for (const auto& law : losses)
        for (const auto rows : numbers_of_rows) {
            ++number;
            if (!only.empty() && only != "rows") continue;
            Stream stream(seed, Purpose::generation, for_truth, number);
            double truth = 0.0;
            for (std::size_t i = 0; i < for_truth; ++i) truth += law.loss(stream) / for_truth;
            judge(
                "means in a range", "brier", law.name + ", " + std::to_string(rows) + " rows", truth,
                data_sets, {"auto", "hall_t", "t_mean"},
                [&](TestRows& to, Stream& own) {
                    for (std::size_t i = 0; i < rows; ++i) add_loss(to, "brier", law.loss(own), 0);
                },
                false, number);
        }
    if (only.empty() || only == "scores")
        for (const auto& world : few_scores)
            for (const auto rows : numbers_of_scored) {
                double truth = 0.0;
                for (const auto& g : world.given) truth += g.share * log_loss_of(g);
                judge(
                    "log loss of few scores", "log_loss", world.name + ", " + std::to_string(rows) + " rows",
                    truth, data_sets, {"auto", "hall_t", "t_mean"},
                    [&](TestRows& to, Stream& own) {
                        for (std::size_t i = 0; i < rows; ++i) {
                            double u = uniform(own);
                            std::size_t k = 0;
                            while (k + 1 < world.given.size() && u >= world.given[k].share)
                                u -= world.given[k++].share;
                            to.add_class(uniform(own) < world.given[k].positive, world.given[k].score, 0);
                        }
                    },
                    false, 1000 + rows);
            }
    for (const char* measure : {"error_rate", "brier", "mae"})
        for (const auto& world : clusters) {
            ++number;
            if (!only.empty() && only != "clusters" && only != measure) continue;
            Stream stream(seed, Purpose::generation, for_truth, number);
            double sum = 0.0;
            double size = 0.0;
            for (std::size_t i = 0; i < for_truth; ++i)
                for (const double loss : drawn(world, measure, stream)) {
                    sum += loss;
                    ++size;
                }
            const std::string name = measure;
            judge(
                "clusters", measure, world.name, sum / size, data_sets,
                name == "error_rate" ? std::vector<const char*>{"auto", "korn_graubard_beta", "robust_t"}
                : name == "brier"    ? std::vector<const char*>{"auto", "hall_clusters", "robust_t"}
                                     : std::vector<const char*>{"auto", "robust_t"},
                [&](TestRows& to, Stream& own) {
                    for (std::uint32_t g = 0; g < world.clusters; ++g)
                        for (const double loss : drawn(world, measure, own)) add_loss(to, measure, loss, g);
                },
                true, number);
        }
    return 0;
}
