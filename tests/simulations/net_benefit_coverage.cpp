// How often limits of a net benefit and of the difference of two cover, and how wide they are. tools/coverage
// makes tables of the lines.
//
//   net_benefit_coverage [data sets]   default 1000
//
// The worlds were listed before any of them was run. A data set is the counts of true and false positives at
// one threshold. A second model finds a tenth less of the positives and has .7 times the false alarms; on six
// rows of ten both models draw the same number.
#include "coverage.hpp"
#include "for_each.hpp"
#include "test_rows.hpp"

#include "unseen/compare/models.hpp"
#include "unseen/curve/curve.hpp"
#include "unseen/interval/test_interval.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/moments.hpp"
#include "unseen/stats/random.hpp"

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace unseen {
namespace {

constexpr std::uint64_t seed = 35023;

/// Rows, share of positives, recall and fall-out at the threshold.
struct World {
    std::size_t rows;
    double positive, recall, fall_out, threshold;
};

const World worlds[] = {
    {25, .5, .9, .2, .5},     {25, .3, .6, .05, .2},   {40, .4, .95, .6, .1},    {40, .1, .7, .1, .3},
    {40, .25, .3, .02, .6},   {60, .5, .75, .15, .4},  {60, .05, .9, .3, .05},   {60, .2, .99, .9, .05},
    {60, .35, .5, .1, .7},    {80, .1, .95, .5, .1},   {80, .6, .8, .6, .3},     {80, .08, .5, .2, .15},
    {80, .8, .9, .7, .5},     {120, .5, .2, .01, .8},  {120, .03, .8, .4, .02},  {120, .15, .6, .1, .25},
    {120, .3, .97, .8, .1},   {150, .07, .4, .03, .5}, {150, .45, .85, .3, .35}, {200, .02, .7, .05, .1},
    {200, .1, .9, .6, .05},   {200, .25, .98, .1, .6}, {200, .5, .6, .4, .5},    {200, .7, .95, .9, .3},
    {300, .01, .9, .2, .02},  {300, .2, .75, .03, .7}, {300, .04, .25, .01, .4}, {300, .4, .9, .05, .2},
    {400, .12, .85, .4, .1},  {400, .5, .3, .05, .6},  {500, .03, .95, .1, .08}, {500, .3, .65, .15, .45},
    {600, .08, .6, .1, .3},   {600, .6, .99, .7, .4},  {800, .02, .5, .03, .2},  {800, .15, .92, .3, .15},
    {1000, .01, .8, .1, .05}, {1000, .25, .7, .2, .5}, {1500, .05, .7, .02, .6}, {2000, .004, .75, .01, .1}};

std::string described(const World& world)
{
    char name[120];
    std::snprintf(name, sizeof name, "%zu rows, %g positive, recall %g, fall-out %g, threshold %g",
                  world.rows, world.positive, world.recall, world.fall_out, world.threshold);
    return name;
}

void simulate(const World& world, std::size_t data_sets, std::uint64_t number)
{
    const auto step = static_cast<std::size_t>(std::lround(100.0 * world.threshold));
    const double odds = world.threshold / (1.0 - world.threshold);
    const double truth = world.positive * world.recall - odds * (1.0 - world.positive) * world.fall_out;
    const auto n = static_cast<double>(world.rows);
    std::vector<Covered> by_mover(data_sets), by_t(data_sets);
    std::vector<char> drawn(data_sets, 0);
    for_each(data_sets, [&](std::size_t r) {
        Stream stream(seed, Purpose::generation, r, number);
        TestRows rows;
        double tp = 0.0, fp = 0.0, positives = 0.0;
        for (std::size_t i = 0; i < world.rows; ++i) {
            const bool yes = stream.uniform() < world.positive;
            const bool above = stream.uniform() < (yes ? world.recall : world.fall_out);
            rows.add_class(yes, above ? 0.999 : 0.0, static_cast<std::uint32_t>(i));
            tp += yes && above;
            fp += !yes && above;
            positives += yes;
        }
        if (positives == 0.0 || positives == n) return;
        drawn[r] = 1;
        const auto curve = make_curves(Spec("decision"), rows.view()).front();
        const double benefit = curve.at(step, 1).number();
        by_mover[r] = {.figure = benefit,
                       .limits = Limits{curve.at(step, 3).number(), curve.at(step, 4).number()}};
        const double variance = (tp * std::pow(1.0 - benefit, 2) + fp * std::pow(odds + benefit, 2) +
                                 (n - tp - fp) * benefit * benefit) /
                                (n - 1.0);
        const double half = student_t_quantile(0.975, n - 1.0) * std::sqrt(variance / n);
        by_t[r] = {.figure = benefit, .limits = Limits{benefit - half, benefit + half}};
    });
    const auto only_drawn = [&](std::vector<Covered> all) {
        std::vector<Covered> some;
        for (std::size_t r = 0; r < data_sets; ++r)
            if (drawn[r] != 0) some.push_back(all[r]);
        return some;
    };
    const auto name = described(world);
    print_line("decision curves", "net_benefit", "auto", name, truth, only_drawn(by_mover));
    print_line("decision curves", "net_benefit", "Student's t", name, truth, only_drawn(by_t));
}

/// The difference of the two models, plain and standardised, and the first one's benefit, standardised and
/// over acting on all rows.
void simulate_pair(const World& world, std::size_t data_sets, std::uint64_t number)
{
    const double odds = world.threshold / (1.0 - world.threshold);
    const World other{world.rows, world.positive, 0.9 * world.recall, 0.7 * world.fall_out, world.threshold};
    const auto benefit = [&](const World& of) {
        return of.positive * of.recall - odds * (1.0 - of.positive) * of.fall_out;
    };
    const double difference = benefit(world) - benefit(other);
    const std::string key = "threshold=" + std::to_string(world.threshold);
    const Measure plain = make_measure(Spec::parse("net_benefit:" + key), true);
    const Measure standardised = make_measure(Spec::parse("standardised_net_benefit:" + key), true);
    const std::vector<Measure> of_one = {
        standardised, make_measure(Spec::parse("net_benefit:over=all," + key), true),
        make_measure(Spec::parse("standardised_net_benefit:over=all," + key), true)};
    std::vector<std::vector<Covered>> alone(of_one.size(), std::vector<Covered>(data_sets));
    std::vector<Covered> by_mover, by_t, of_standardised;
    std::vector<char> drawn(data_sets, 0);
    for (auto* all : {&by_mover, &by_t, &of_standardised}) all->resize(data_sets);
    for_each(data_sets, [&](std::size_t r) {
        Stream stream(seed + 1, Purpose::generation, r, number);
        TestRows a, b;
        std::vector<double> values;
        std::size_t positives = 0;
        for (std::size_t i = 0; i < world.rows; ++i) {
            const bool yes = stream.uniform() < world.positive;
            const double u = stream.uniform();
            const double v = stream.uniform() < 0.6 ? u : stream.uniform();
            const bool of_a = u < (yes ? world.recall : world.fall_out);
            const bool of_b = v < (yes ? other.recall : other.fall_out);
            a.add_class(yes, of_a ? 0.999 : 0.0, static_cast<std::uint32_t>(i));
            b.add_class(yes, of_b ? 0.999 : 0.0, static_cast<std::uint32_t>(i));
            values.push_back((of_a - of_b) * (yes ? 1.0 : -odds));
            positives += yes;
        }
        if (positives == 0 || positives == world.rows) return;
        drawn[r] = 1;
        const auto of_a = a.view();
        const std::vector<compare::ModelPredictions> models = {{"A", of_a}, {"B", b.view()}};
        const auto answer =
            compare::compare_models(models, {}, {.measures = {plain, standardised}, .permutations = 10});
        for (const auto& one : answer.comparisons) {
            if (one.test != "mover_benefit") continue;
            auto& into = one.measure == answer.comparisons.front().measure ? by_mover : of_standardised;
            into[r] = {.figure = one.difference.number(),
                       .limits = Limits{one.interval->lower, one.interval->upper}};
        }
        for (std::size_t m = 0; m < of_one.size(); ++m) {
            const double value = evaluate(of_one[m], of_a).number();
            const auto found = make_test_interval(
                "auto", {.predictions = &of_a, .measure = &of_one[m], .value = value}, Level(0.95));
            alone[m][r] = {.figure = value, .limits = Limits{found.interval->lower, found.interval->upper}};
        }
        Moments moments;
        for (const double x : values) moments.add(x);
        const auto n = static_cast<double>(world.rows);
        const double half = student_t_quantile(0.975, n - 1.0) * std::sqrt(moments.variance() / n);
        by_t[r] = {.figure = moments.mean(), .limits = Limits{moments.mean() - half, moments.mean() + half}};
    });
    const auto only_drawn = [&](const std::vector<Covered>& all) {
        std::vector<Covered> some;
        for (std::size_t r = 0; r < data_sets; ++r)
            if (drawn[r] != 0) some.push_back(all[r]);
        return some;
    };
    const auto name = described(world);
    const auto print = [&](const char* measure, const char* rule, double truth,
                           const std::vector<Covered>& all) {
        print_line("decision curves", measure, rule, name, truth, only_drawn(all));
    };
    const double over_all = benefit(world) - benefit({world.rows, world.positive, 1.0, 1.0, world.threshold});
    print("standardised_net_benefit", "auto", benefit(world) / world.positive, alone[0]);
    print("net_benefit over all", "auto", over_all, alone[1]);
    print("standardised over all", "auto", over_all / world.positive, alone[2]);
    print("difference of net_benefit", "auto", difference, by_mover);
    print("difference of net_benefit", "Student's t", difference, by_t);
    print("difference of standardised", "auto", difference / world.positive, of_standardised);
}

} // namespace
} // namespace unseen

int main(int argc, char** argv)
{
    using namespace unseen;
    const auto data_sets = static_cast<std::size_t>(argc > 1 ? std::atoi(argv[1]) : 1000);
    print_head();
    std::uint64_t number = 0;
    for (const auto& world : worlds) {
        simulate(world, data_sets, ++number);
        simulate_pair(world, data_sets, number);
    }
    return 0;
}
