// How often requirements are called shown or refuted although they are not: by one look, by planned looks and
// by looks at any time, beside rules for one look that are read again and again; and what they decide, with
// how many rows. Prints the tables of docs/VALIDITY.md.
//
//     look_levels [RUNS]     1000
//
// The worlds were listed before any of them was run.
#include "draws.hpp"
#include "for_each.hpp"

#include "compare/counts/paired_proportions.hpp"
#include "interval/end_dirichlet.hpp"
#include "score/requirements.hpp"
#include "stats/beta_limits.hpp"
#include "stats/ladder.hpp"

#include "unseen/base/interval.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace unseen;

constexpr std::uint64_t seed = 4111;
constexpr std::size_t looks = 20;        ///< at any time, and of the peers
constexpr std::size_t planned_looks = 5; ///< of every fourth of them
constexpr double alpha = 0.05;

enum class Kind { accuracy, pair, items };

/// A world: values of rows in [low, high], whose mean is `truth`, and the bound of a requirement "at least".
struct World {
    Kind kind;
    std::string name;
    std::size_t rows;
    double truth, bound;
    double low, high;
    std::function<double(Stream&)> draw;
};

World accuracy(std::size_t rows, double p, double bound)
{
    char name[80];
    std::snprintf(name, sizeof name, "accuracy %g, %zu rows", p, rows);
    return {Kind::accuracy, name, rows, p,
            bound,          0.0,  1.0,  [p](Stream& s) { return uniform(s) < p ? 1.0 : 0.0; }};
}

/// Two models of which exactly one is right on a share of the rows.
World pair(std::size_t rows, double discordant, double difference, double bound)
{
    char name[120];
    std::snprintf(name, sizeof name, "A - B %g, %g discordant, margin %g, %zu rows", difference, discordant,
                  0.0 - bound, rows);
    const double only_a = 0.5 * (discordant + difference);
    return {Kind::pair, name, rows, difference, bound, -1.0, 1.0, [=](Stream& s) {
                const double u = uniform(s);
                return u < only_a ? 1.0 : u < discordant ? -1.0 : 0.0;
            }};
}

struct Law {
    std::string name;
    double mean; ///< NaN: by draws
    double (*draw)(Stream&);
};

double share(Stream& s, int trials, double p)
{
    int hits = 0;
    for (int i = 0; i < trials; ++i) hits += uniform(s) < p ? 1 : 0;
    return static_cast<double>(hits) / trials;
}

const std::vector<Law> laws = {
    {"uniform", 0.5, [](Stream& s) { return uniform(s); }},
    {"three tries, right in .8", 0.8, [](Stream& s) { return share(s, 3, 0.8); }},
    {"near 1, 3 % failed", 0.97 * 0.95,
     [](Stream& s) { return uniform(s) < 0.03 ? 0.0 : 1.0 - 0.1 * uniform(s); }},
    {"rare: 1 in 1 %", 0.01, [](Stream& s) { return uniform(s) < 0.01 ? 1.0 : 0.0; }},
    {"cubes of uniform draws", 0.25, [](Stream& s) { return std::pow(uniform(s), 3.0); }},
    {"within .02 of .7", 0.7, [](Stream& s) { return 0.68 + 0.04 * uniform(s); }},
};

World items(std::size_t rows, const Law& law, double bound)
{
    return {Kind::items, "items " + law.name + ", " + std::to_string(rows), rows, law.mean, bound, 0.0, 1.0,
            law.draw};
}

/// Worlds in which the figure is the bound: "shown above it" and "refuted" are both wrong.
std::vector<World> worlds_at_the_bound()
{
    std::vector<World> all;
    for (const std::size_t rows : {100, 1000, 4000})
        for (const double p : {0.5, 0.8, 0.9, 0.95, 0.99, 0.999}) all.push_back(accuracy(rows, p, p));
    for (const std::size_t rows : {200, 2000})
        for (const auto& [discordant, d] :
             {std::pair(.02, 0.0), {.1, 0.0}, {.3, 0.0}, {.1, -.02}, {.3, -.05}, {.2, -.1}})
            all.push_back(pair(rows, discordant, d, d));
    for (const std::size_t rows : {60, 400})
        for (const auto& law : laws) all.push_back(items(rows, law, law.mean));
    return all;
}

/// Worlds in which the requirement is met: what is shown, and after how many rows.
std::vector<World> worlds_above_the_bound()
{
    return {accuracy(203, .95, .9),    accuracy(1356, .92, .9),  accuracy(392, .99, .97),
            accuracy(1769, .53, .5),   pair(208, .2, .08, 0.0),  pair(1433, .2, .03, 0.0),
            pair(1000, .1, 0.0, -.03), items(300, laws[1], .75), items(300, laws[4], .2)};
}

/// Right or wrong, B or A better: how many values of each kind there are so far.
struct Counts {
    double low = 0.0, high = 0.0, sum = 0.0, squares = 0.0;
};

/// Each rule's limits of the mean of the first n values, each side at `outside`.
Limits limits_of(const World& world, std::span<const double> values, const Counts& counts, double outside)
{
    const auto n = static_cast<double>(values.size());
    switch (world.kind) {
    case Kind::accuracy: return beta_limits(counts.high, n, 0.0, 2.0 * outside);
    case Kind::pair:
        return compare::detail::score_limits({.only_a = static_cast<std::uint64_t>(counts.high),
                                              .only_b = static_cast<std::uint64_t>(counts.low),
                                              .rows = values.size()},
                                             2.0 * outside);
    case Kind::items: break;
    }
    return end_dirichlet_limits({.sums = {values.begin(), values.end()}, .weights = {}}, 0.0, 2.0 * outside);
}

/// What people read at each look: Clopper and Pearson's limits, Student's t, and for equal models McNemar's
/// exact test (its limits: 0 is outside where it rejects).
Limits peer_of(const World& world, std::span<const double> values, const Counts& counts)
{
    const auto n = static_cast<double>(values.size());
    if (world.kind == Kind::accuracy) return beta_limits(counts.high, n, 0.0, 2.0 * alpha);
    const double mean = counts.sum / n;
    if (world.kind == Kind::pair && world.bound == 0.0) {
        const auto only = beta_limits(counts.high, counts.high + counts.low, 0.0, 2.0 * alpha);
        const bool any = counts.high + counts.low > 0.0;
        return {.lower = any && only.lower > 0.5 ? 1e-9 : -1.0,
                .upper = any && only.upper < 0.5 ? -1e-9 : 1.0};
    }
    const double variance = std::max(0.0, (counts.squares - n * mean * mean) / (n - 1.0));
    const double width = student_t_quantile(1.0 - alpha, n - 1.0) * std::sqrt(variance / n);
    return {.lower = mean - width, .upper = mean + width};
}

/// What a rule has said at a look or before.
struct Said {
    bool shown = false, refuted = false;
    double rows = 0.0; ///< until the first decision
};

void say(Said& said, const World& world, const Limits& limits, std::size_t n)
{
    const bool decided = said.shown || said.refuted;
    said.shown = said.shown || (!decided && limits.lower > world.bound);
    said.refuted = said.refuted || (!decided && limits.upper < world.bound);
    if (!decided) said.rows = static_cast<double>(n);
}

constexpr std::array rules = {"one look", "planned looks", "ladder", "peer, one look", "peer, at each look"};
using AllSaid = std::array<Said, rules.size()>;

AllSaid run_of(const World& world, std::size_t run, std::uint64_t number)
{
    Stream stream(seed, Purpose::generation, run, number);
    std::vector<double> values;
    Counts counts;
    LadderCounts ladder;
    AllSaid said{};
    for (std::size_t look = 1; look <= looks; ++look) {
        const std::size_t n = world.rows * look / looks;
        while (values.size() < n) {
            const double x = world.draw(stream);
            values.push_back(x);
            counts.low += x == world.low;
            counts.high += x == world.high;
            counts.sum += x;
            counts.squares += x * x;
            ladder.add((x - world.low) / (world.high - world.low));
        }
        const auto unit = ladder.limits(alpha);
        const double range = world.high - world.low;
        say(said[2], world,
            {.lower = world.low + range * unit.lower, .upper = world.low + range * unit.upper}, n);
        const auto peer = peer_of(world, values, counts);
        say(said[4], world, peer, n);
        if (look % (looks / planned_looks) == 0) {
            const auto planned =
                planned_look(Level(1.0 - alpha), planned_looks, look * planned_looks / looks);
            say(said[1], world, limits_of(world, values, counts, level_at(*planned).outside()), n);
        }
        if (look == looks) {
            say(said[0], world, limits_of(world, values, counts, alpha), n);
            say(said[3], world, peer, n);
        }
    }
    return said;
}

std::vector<AllSaid> runs_of(const World& world, std::size_t runs, std::uint64_t number)
{
    std::vector<AllSaid> all(runs);
    for_each(runs, [&](std::size_t r) { all[r] = run_of(world, r, number); });
    return all;
}

/// The share of the runs, in percent.
double percent_of(const std::vector<AllSaid>& all, std::size_t rule, bool Said::*what)
{
    const auto n = std::ranges::count_if(all, [&](const AllSaid& one) { return one[rule].*what; });
    return 100.0 * static_cast<double>(n) / static_cast<double>(all.size());
}

const char* name_of(Kind kind)
{
    return kind == Kind::accuracy ? "accuracy" : kind == Kind::pair ? "two accuracies" : "mean of items";
}

void print_errors(const std::vector<World>& worlds, const std::vector<std::vector<AllSaid>>& runs)
{
    std::printf("| figure | rule | worlds | wrongly shown: most, mean | wrongly refuted: most, mean | above "
                "6.5 | most wrong |\n");
    std::printf("| --- | --- | ---: | ---: | ---: | ---: | --- |\n");
    for (const auto kind : {Kind::accuracy, Kind::pair, Kind::items})
        for (std::size_t rule = 0; rule < rules.size(); ++rule) {
            double most_shown = 0.0, most_refuted = 0.0, shown = 0.0, refuted = 0.0, most = -1.0;
            int n = 0, above = 0;
            std::string worst;
            for (std::size_t w = 0; w < worlds.size(); ++w) {
                if (worlds[w].kind != kind) continue;
                const double a = percent_of(runs[w], rule, &Said::shown);
                const double b = percent_of(runs[w], rule, &Said::refuted);
                most_shown = std::max(most_shown, a);
                most_refuted = std::max(most_refuted, b);
                shown += a;
                refuted += b;
                ++n;
                above += std::max(a, b) > 6.5 ? 1 : 0;
                if (std::max(a, b) <= most) continue;
                most = std::max(a, b);
                worst = worlds[w].name;
            }
            std::printf("| %s | %s | %d | %.1f, %.1f | %.1f, %.1f | %d | %s |\n", name_of(kind), rules[rule],
                        n, most_shown, shown / n, most_refuted, refuted / n, above, worst.c_str());
        }
}

void print_power(const std::vector<World>& worlds, const std::vector<std::vector<AllSaid>>& runs)
{
    std::printf("\n| world | one look: shown | planned looks: shown, rows used | ladder: shown, rows used | "
                "ladder, twice the "
                "rows: shown, rows used |\n| --- | ---: | ---: | ---: | ---: |\n");
    const std::size_t half = worlds.size() / 2;
    const auto rows = [&](std::size_t w, std::size_t rule, double per) {
        double sum = 0.0;
        for (const auto& one : runs[w]) sum += one[rule].rows;
        return sum / static_cast<double>(runs[w].size()) / per;
    };
    for (std::size_t w = 0; w < half; ++w) {
        const auto per = static_cast<double>(worlds[w].rows);
        std::printf("| %s, at least %g | %.0f | %.0f, %.2f | %.0f, %.2f | %.0f, %.2f |\n",
                    worlds[w].name.c_str(), worlds[w].bound, percent_of(runs[w], 0, &Said::shown),
                    percent_of(runs[w], 1, &Said::shown), rows(w, 1, per),
                    percent_of(runs[w], 2, &Said::shown), rows(w, 2, per),
                    percent_of(runs[w + half], 2, &Said::shown), rows(w + half, 2, per));
    }
}

} // namespace

int main(int argc, char** argv)
{
    const std::size_t runs = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1000;
    const auto at = worlds_at_the_bound();
    std::vector<std::vector<AllSaid>> said;
    for (std::size_t w = 0; w < at.size(); ++w) said.push_back(runs_of(at[w], runs, w));
    print_errors(at, said);
    auto above = worlds_above_the_bound();
    const auto n = above.size();
    for (std::size_t w = 0; w < n; ++w) {
        above.push_back(above[w]);
        above.back().rows *= 2;
    }
    said.clear();
    for (std::size_t w = 0; w < above.size(); ++w) said.push_back(runs_of(above[w], runs, 1000 + w));
    print_power(above, said);
}
