// How often intervals of the gap of two error rates cover if clusters have rows on both sides, and how wide
// they are. tools/coverage makes tables of the lines.
//
//   gap_coverage [data sets]   default 1000
//
// The worlds were listed before any of them was run. A cluster has an effect on each side, which two normal
// draws of a correlation make; an error is a normal draw beyond a threshold, to which the effect is added.
#include "coverage.hpp"
#include "draws.hpp"
#include "for_each.hpp"
#include "interval/unit_ratio.hpp"
#include "stats/beta_limits.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace unseen {
namespace {

constexpr std::uint64_t seed = 3541;

struct World {
    std::size_t clusters;
    double rows_a, rows_b; ///< mean number of rows of a cluster on each side
    double size_spread;    ///< of the logarithm of the size of a cluster
    double rate_a, rate_b;
    double effect; ///< standard deviation of the effects
    double correlation;
};

const World worlds[] = {
    {10, 5, 5, 0, .2, .2, .5, 1},      {10, 20, 20, 0, .3, .1, .8, .7},    {10, 8, 3, .5, .15, .25, .5, 0},
    {10, 30, 30, .5, .5, .4, 1, 1},    {12, 6, 12, 0, .1, .1, .3, .5},     {12, 15, 15, 1, .25, .2, .6, .9},
    {12, 4, 4, 0, .4, .4, 1, -.6},     {15, 10, 10, 0, .05, .1, .4, .8},   {15, 25, 10, .5, .3, .3, .7, 0},
    {15, 5, 5, 1, .2, .35, .5, 1},     {15, 40, 40, .3, .02, .05, .5, .5}, {15, 8, 8, 0, .45, .3, .9, -.9},
    {20, 3, 3, 0, .25, .25, .6, 1},    {20, 12, 6, .5, .1, .2, .8, .5},    {20, 20, 20, 0, .35, .35, 1.2, 1},
    {20, 10, 10, 1, .15, .15, .4, 0},  {20, 50, 20, .5, .08, .04, .6, .9}, {20, 6, 6, 0, .5, .5, .5, -.3},
    {25, 4, 8, .3, .3, .2, .3, .7},    {25, 15, 15, .5, .2, .2, .9, 1},    {25, 10, 10, 0, .05, .05, .7, .9},
    {25, 30, 5, 1, .4, .25, .6, .5},   {25, 8, 8, .5, .1, .3, .5, -.6},    {25, 20, 20, 0, .6, .5, .8, .3},
    {30, 5, 5, 0, .15, .1, .5, 1},     {30, 10, 20, .5, .25, .25, .4, .5}, {30, 3, 3, 1, .35, .2, .7, 0},
    {30, 15, 15, 0, .03, .06, .5, .8}, {40, 6, 6, .3, .2, .2, 1, .9},      {40, 12, 12, .5, .45, .4, .6, -.5},
    {40, 25, 25, 0, .1, .1, .3, 1},    {40, 4, 10, 1, .3, .15, .5, .7},    {50, 5, 5, .5, .25, .25, .8, 1},
    {50, 10, 10, 0, .08, .08, .5, 0},  {50, 20, 5, .5, .2, .4, .4, .6},    {50, 8, 8, 1, .02, .02, .6, .9},
};

std::string described(const World& w)
{
    char name[160];
    std::snprintf(name, sizeof name,
                  "%zu clusters of %g and %g rows, spread %g, rates %g and %g, effects %g, correlation %g",
                  w.clusters, w.rows_a, w.rows_b, w.size_spread, w.rate_a, w.rate_b, w.effect, w.correlation);
    return name;
}

/// The sums of one side; a cluster may have no row there.
struct Side {
    UnitTotals totals{};

    void add_cluster(Stream& stream, double mean_rows, double size, double rate, double effect, double z)
    {
        const double rows = std::max(0.0, std::round(mean_rows * size + 0.5 * normal(stream)));
        const double threshold = normal_quantile(rate) * std::hypot(1.0, effect);
        double wrong = 0.0;
        for (double i = 0.0; i < rows; ++i) wrong += normal(stream) < threshold + effect * z;
        totals.sums.push_back(wrong);
        totals.weights.push_back(rows);
        totals.rows += rows;
        totals.squares += rows;
    }
    double wrong() const { return sum(totals.sums); }
    double rows() const { return sum(totals.weights); }
    double rate() const { return wrong() / rows(); }

    static double sum(const std::vector<double>& of)
    {
        double total = 0.0;
        for (const double x : of) total += x;
        return total;
    }
};

/// The gap -+ t times the standard error of the sums of both sides' influences over clusters.
Limits paired_t(const Side& a, const Side& b)
{
    const auto n = static_cast<double>(a.totals.sums.size());
    double squares = 0.0;
    for (std::size_t g = 0; g < a.totals.sums.size(); ++g) {
        const double of_a = (a.totals.sums[g] - a.rate() * a.totals.weights[g]) / a.rows();
        const double of_b = (b.totals.sums[g] - b.rate() * b.totals.weights[g]) / b.rows();
        squares += (of_a - of_b) * (of_a - of_b);
    }
    const double half = student_t_quantile(0.975, n - 1.0) * std::sqrt(n / (n - 1.0) * squares);
    return {a.rate() - b.rate() - half, a.rate() - b.rate() + half};
}

/// As if all rows were independent.
Limits of_rows(const Side& a, const Side& b)
{
    const auto of_a = beta_limits(a.wrong(), a.rows(), 1.0 / 3.0, 0.05);
    const auto of_b = beta_limits(b.wrong(), b.rows(), 1.0 / 3.0, 0.05);
    const double gap = a.rate() - b.rate();
    return {gap - std::hypot(a.rate() - of_a.lower, of_b.upper - b.rate()),
            gap + std::hypot(of_a.upper - a.rate(), b.rate() - of_b.lower)};
}

void simulate(const World& world, std::size_t data_sets, std::uint64_t number)
{
    std::vector<Covered> ours(data_sets), paired(data_sets), rows(data_sets);
    for_each(data_sets, [&](std::size_t r) {
        Stream stream(seed, Purpose::generation, r, number);
        Side a, b;
        for (std::size_t g = 0; g < world.clusters; ++g) {
            const double size = std::exp(world.size_spread * normal(stream));
            const double z = normal(stream);
            const double other = world.correlation * z +
                                 std::sqrt(1.0 - world.correlation * world.correlation) * normal(stream);
            a.add_cluster(stream, world.rows_a, size, world.rate_a, world.effect, z);
            b.add_cluster(stream, world.rows_b, size, world.rate_b, world.effect, other);
        }
        const double gap = a.rate() - b.rate();
        ours[r].figure = paired[r].figure = rows[r].figure = gap;
        ours[r].limits = shared_units_limits(a.totals, b.totals, Level(0.95)).without_reason();
        paired[r].limits = paired_t(a, b);
        rows[r].limits = of_rows(a, b);
    });
    const double truth = world.rate_a - world.rate_b;
    print_line("gaps of shared clusters", "error_rate", "mover_r", described(world), truth, ours);
    print_line("gaps of shared clusters", "error_rate", "Student's t", described(world), truth, paired);
    print_line("gaps of shared clusters", "error_rate", "rows as if independent", described(world), truth,
               rows);
}

} // namespace
} // namespace unseen

int main(int argc, char** argv)
{
    const auto data_sets = static_cast<std::size_t>(argc > 1 ? std::atoi(argv[1]) : 1000);
    unseen::print_head();
    std::uint64_t number = 0;
    for (const auto& world : unseen::worlds) unseen::simulate(world, data_sets, ++number);
    return 0;
}
