// How often intervals of calibration slope and intercept, of observed over expected events and of the scaled
// Brier score cover, and how wide they are. tools/coverage makes tables of the lines.
//
//   calibration_coverage [data sets [measure]]   default 300, of all measures
//
// The worlds were listed before any of them was run.
#include "draws.hpp"
#include "interval/limits.hpp"
#include "test_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace unseen {
namespace {

constexpr std::uint64_t seed = 35021;

/// A law of the logits of the probabilities that are judged.
struct Logits {
    std::string name;
    double (*draw)(Stream&);
};

const Logits narrow{"logits N(0, .5)", [](Stream& s) { return 0.5 * normal(s); }};
const Logits wide{"logits N(0, 2)", [](Stream& s) { return 2.0 * normal(s); }};
const Logits rare{"logits N(-2, 1)", [](Stream& s) { return -2.0 + normal(s); }};
const Logits tailed{"logits t with 3 df", [](Stream& s) {
                        const double squares = chi_square(s, 3);
                        return normal(s) / std::sqrt(squares / 3.0);
                    }};
const Logits two_points{"probabilities .2 and .7", [](Stream& s) {
                            const double p = uniform(s) < 0.6 ? 0.2 : 0.7;
                            return std::log(p / (1.0 - p));
                        }};
const Logits even{"probabilities uniform", [](Stream& s) {
                      const double p = uniform(s);
                      return std::log(p / (1.0 - p));
                  }};

/// The true logit of a row with this one.
struct Truth {
    std::string name;
    double (*logit)(double);
};

const Truth calibrated{"calibrated", [](double l) { return l; }};
const Truth too_small{"too small", [](double l) { return l + 0.8; }};
const Truth overconfident{"overconfident", [](double l) { return 0.6 * l; }};
const Truth timid{"timid", [](double l) { return 1.5 * l - 0.3; }};
const Truth bent{"bent", [](double l) { return l < 0.0 ? 0.4 * l : 1.3 * l; }};

double one(Stream&) { return 1.0; }
double eight(Stream&) { return 8.0; }
double uneven(Stream& s) { return std::max(1.0, std::round(10.0 * std::exp(0.6 * normal(s)))); }
double one_large(Stream& s) { return uniform(s) < 0.15 ? 40.0 : 8.0; }

/// Independent rows, or clusters whose rows share an effect.
struct World {
    std::string name;
    Logits logits;
    Truth truth;
    std::size_t units;       ///< rows or clusters
    double (*size)(Stream&); ///< the rows of a unit
    double effect = 0.0;     ///< sd of what the true logits of a cluster share
    double common = 0.0;     ///< the share of a cluster's rows that have one logit

    bool clustered() const { return size != one; }
};

std::vector<World> worlds()
{
    std::vector<World> all;
    for (const auto& logits : {narrow, wide, rare, tailed, two_points, even})
        for (const auto& truth : {calibrated, too_small, overconfident, timid, bent})
            for (const std::size_t rows : {60u, 150u, 600u})
                all.push_back({logits.name + ", " + truth.name + ", " + std::to_string(rows) + " rows",
                               logits, truth, rows, one});
    const std::pair<std::string, double (*)(Stream&)> sizes[] = {
        {"of 8", eight}, {"uneven", uneven}, {"some of 40", one_large}};
    for (const auto& logits : {wide, rare, even})
        for (const auto& truth : {calibrated, overconfident})
            for (const std::size_t clusters : {10u, 25u})
                for (const auto& [size_name, size] : sizes)
                    for (const bool strong : {false, true})
                        all.push_back({logits.name + ", " + truth.name + ", " + std::to_string(clusters) +
                                           " clusters " + size_name + (strong ? ", sd 1" : ", sd .3"),
                                       logits, truth, clusters, size, strong ? 1.0 : 0.3,
                                       strong ? 0.3 : 0.0});
    return all;
}

void add_unit(TestRows& rows, const World& world, std::uint32_t number, Stream& stream)
{
    const double effect = world.effect * normal(stream);
    const double shared = world.logits.draw(stream);
    const auto size = static_cast<int>(world.size(stream));
    for (int i = 0; i < size; ++i) {
        const double own = world.logits.draw(stream);
        const double logit = uniform(stream) < world.common ? shared : own;
        rows.add_class(uniform(stream) < expit(world.truth.logit(logit) + effect), expit(logit), number);
    }
}

TestRows drawn(const World& world, std::size_t units, Stream& stream)
{
    TestRows rows;
    for (std::uint32_t u = 0; u < units; ++u) add_unit(rows, world, u, stream);
    return rows;
}

struct Judged {
    std::string measure;
    std::string of; ///< what the design is called in tables
    std::vector<const char*> methods;
};

void judge(const Judged& judged, const World& world, std::size_t data_sets, std::uint64_t number)
{
    const auto& [measure, of, methods] = judged;
    const auto m = of_classes(make_measure(Spec(measure), true), 2);
    Stream population(seed, Purpose::generation, data_sets, number);
    const auto many = drawn(world, world.clustered() ? 40'000 : 400'000, population);
    print_covered(m,
                  {.design = world.clustered() ? of + " of clusters" : of,
                   .name = world.name,
                   .truth = evaluate(m, many.view()).number(),
                   .clustered = world.clustered(),
                   .draw =
                       [&](std::size_t r) {
                           Stream stream(seed, Purpose::generation, r, number);
                           return drawn(world, world.units, stream);
                       }},
                  data_sets, methods);
}

} // namespace
} // namespace unseen

int main(int argc, char** argv)
{
    using namespace unseen;
    const auto data_sets = static_cast<std::size_t>(argc > 1 ? std::atoi(argv[1]) : 300);
    const std::string wanted = argc > 2 ? argv[2] : "";
    const std::vector<Judged> all = {{"calibration_slope", "calibration lines", {"auto", "robust_t"}},
                                     {"calibration_intercept", "calibration lines", {"auto", "robust_t"}},
                                     {"oe_ratio", "events and Brier scores", {"auto"}},
                                     {"scaled_brier", "events and Brier scores", {"auto"}}};
    print_head();
    std::uint64_t number = 0;
    for (const auto& world : worlds()) {
        ++number;
        for (const auto& judged : all)
            if (wanted.empty() || judged.measure == wanted) judge(judged, world, data_sets, number);
    }
    return 0;
}
