// Few human labels and a judge: how often `judge_beta` covers the mean of the human values, of items like
// these and of exactly these, beside the labels alone (the same rule, and Student's t) and PPI++
// (Angelopoulos, Duchi & Zrnic 2023, as ppi_py has it).
//
//     judged_coverage [DATA SETS]     1000
//
// The worlds were listed before any of them was run.
#include "draws.hpp"
#include "for_each.hpp"

#include "unseen/interval/judge_beta.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace {

using namespace unseen;

constexpr std::uint64_t seed = 4106;

/// What a human would say of an item, and what the judge says: a number, or the code of one of `labels`.
struct Item {
    double human;
    double judge;
};

/// `effect`: a standard normal number that the items of a cluster share.
using Law = std::function<Item(Stream&, double effect)>;

struct World {
    std::string kind;
    std::string name;
    std::size_t labelled; ///< items, or clusters
    std::size_t all;
    Law draw;
    double lowest = 0.0;
    double highest = 1.0;
    std::size_t labels = 0;                     ///< of the judge; 0: numbers
    std::function<std::size_t(Stream&)> size{}; ///< of a cluster
    bool by_judge = false;                      ///< equally many labels of each of two values of the judge
};

double logistic(double x) { return 1.0 / (1.0 + std::exp(-x)); }
double hit(Stream& s, double p) { return uniform(s) < p ? 1.0 : 0.0; }
double level(double x) { return std::clamp(std::round(x), 1.0, 5.0); }

/// A judge that is right of a share `sensitivity` of the ones and `specificity` of the zeros.
Law two_labels(double share, double sensitivity, double specificity)
{
    return [=](Stream& s, double) {
        const double human = hit(s, share);
        return Item{human, hit(s, human == 1.0 ? sensitivity : 1.0 - specificity)};
    };
}

/// Labels of the judge with these shares; of label k, a share p of the items is good.
Law several_labels(std::vector<double> shares, std::vector<double> good)
{
    return [=](Stream& s, double) {
        double u = uniform(s);
        std::size_t k = 0;
        while (k + 1 < shares.size() && u >= shares[k]) u -= shares[k++];
        return Item{hit(s, good[k]), static_cast<double>(k)};
    };
}

/// A number of the judge, from a uniform one, and the share of good items at it.
Law numbers(double (*judge)(double), double (*good)(double))
{
    return [=](Stream& s, double) {
        const double u = uniform(s);
        return Item{hit(s, good(u)), judge(u)};
    };
}

/// Levels 1 to 5 about a quality, which the judge sees with noise; `step` rounds what it says.
Law levels(double centre, double spread, double noise, double shift, double step)
{
    return [=](Stream& s, double) {
        const double quality = centre + spread * normal(s);
        const double judge = quality + shift + noise * normal(s);
        return Item{level(quality + .5 * normal(s)), step > 0.0 ? step * std::round(judge / step) : judge};
    };
}

/// A is right in a share a, B in b of the items, more often both; the judge errs of each with probability e.
Law differences(double a, double b, double common, double e)
{
    return [=](Stream& s, double) {
        const double u = uniform(s);
        const double of_a = (uniform(s) < common ? u : uniform(s)) < a ? 1.0 : 0.0;
        const double of_b = (uniform(s) < common ? u : uniform(s)) < b ? 1.0 : 0.0;
        const auto judged = [&](double x) { return uniform(s) < e ? 1.0 - x : x; };
        return Item{of_a - of_b, judged(of_a) - judged(of_b)};
    };
}

/// The items of a cluster are good with logistic(centre + spread effect); the judge errs with probability e,
/// in some clusters more.
Law in_clusters(double centre, double spread, double e, double more)
{
    return [=](Stream& s, double effect) {
        const double human = hit(s, logistic(centre + spread * effect));
        return Item{human, hit(s, effect > 1.0 ? more : e) == 1.0 ? 1.0 - human : human};
    };
}

std::function<std::size_t(Stream&)> sizes(double from, double to)
{
    return [=](Stream& s) { return static_cast<std::size_t>(from + (to - from + 1.0) * uniform(s)); };
}

const std::vector<World> worlds = {
    {"0/1 human, 0/1 judge", "half good, .9 right", 50, 1000, two_labels(.5, .9, .9)},
    {"0/1 human, 0/1 judge", "a tenth good", 80, 2000, two_labels(.1, .8, .95)},
    {"0/1 human, 0/1 judge", ".03 good", 150, 5000, two_labels(.03, .9, .97)},
    {"0/1 human, 0/1 judge", ".9 good, weak on bad ones", 40, 600, two_labels(.9, .95, .6)},
    {"0/1 human, 0/1 judge", ".97 good, half of the bad ones seen", 100, 4000, two_labels(.97, .99, .5)},
    {"0/1 human, 0/1 judge", "a judge that guesses", 60, 3000, two_labels(.7, .5, .5)},
    {"0/1 human, 0/1 judge", "a judge that is mostly wrong", 60, 1500, two_labels(.6, .1, .2)},
    {"0/1 human, 0/1 judge", "nearly always right, 30 labels", 30, 300, two_labels(.3, .99, .99)},
    {"0/1 human, 0/1 judge", ".85 right, 25 labels", 25, 200, two_labels(.85, .85, .85)},
    {"0/1 human, 0/1 judge", "400 labels", 400, 5000, two_labels(.5, .7, .9)},
    {"0/1 human, 0/1 judge", "most are labelled", 100, 120, two_labels(.2, .6, .95)},
    {"0/1 human, 0/1 judge", ".04 good, 60 labels", 60, 800, two_labels(.04, .5, .99)},
    {"labels without an order", "four, from good to bad", 50, 1000,
     several_labels({.4, .3, .2, .1}, {.95, .7, .4, .1}), 0, 1, 4},
    {"labels without an order", "four that say nothing", 80, 1500,
     several_labels({.25, .25, .25, .25}, {.5, .5, .5, .5}), 0, 1, 4},
    {"labels without an order", "four, two rare", 60, 2000,
     several_labels({.7, .2, .07, .03}, {.99, .9, .5, .1}), 0, 1, 4},
    {"labels without an order", "six, good and bad in turn", 120, 3000,
     several_labels({.3, .25, .2, .15, .07, .03}, {.9, .1, .8, .2, .7, .3}), 0, 1, 6},
    {"labels without an order", "six, 40 labels", 40, 500,
     several_labels({.3, .25, .2, .15, .07, .03}, {.9, .8, .6, .4, .2, .1}), 0, 1, 6},
    {"labels without an order", "six, few good", 200, 4000,
     several_labels({.3, .25, .2, .15, .07, .03}, {.01, .02, .05, .1, .2, .5}), 0, 1, 6},
    {"0/1 human, numbers", "calibrated", 60, 2000,
     numbers([](double u) { return u; }, [](double u) { return u; })},
    {"0/1 human, numbers", "too sure", 100, 3000,
     numbers([](double u) { return logistic(4.0 * (2.0 * u - 1.0)); }, [](double u) { return .2 + .6 * u; })},
    {"0/1 human, numbers", "few good", 80, 2500,
     numbers([](double u) { return u; }, [](double u) { return std::pow(u, 8.0); })},
    {"0/1 human, numbers", "nearly all good, skew", 60, 1200,
     numbers([](double u) { return std::pow(u, 5.0); },
             [](double u) { return 1.0 - .5 * std::pow(1.0 - u, 6.0); })},
    {"0/1 human, numbers", "says nothing", 50, 800,
     numbers([](double u) { return std::fmod(997.0 * u, 1.0); }, [](double) { return .35; })},
    {"0/1 human, numbers", "tenths, 30 labels", 30, 400,
     numbers([](double u) { return std::round(10.0 * u) / 10.0; },
             [](double u) { return u < .5 ? .1 : .9; })},
    {"0/1 human, numbers", "not monotone", 150, 3000,
     numbers([](double u) { return u; }, [](double u) { return 4.0 * u * (1.0 - u); })},
    {"0/1 human, numbers", "three numbers", 90, 1000,
     numbers([](double u) { return u < .6 ? 0.0 : u < .9 ? 1.0 : 2.0; },
             [](double u) { return u < .9 ? .05 : .8; })},
    {"1 to 5 human", "numbers, good", 60, 1500, levels(3.2, 1.0, .4, 0.0, 0.0), 1, 5},
    {"1 to 5 human", "levels, one too high", 60, 1500, levels(3.0, 1.0, .6, 1.0, 1.0), 1, 5},
    {"1 to 5 human", "nearly all 5", 80, 2000, levels(5.4, .8, .6, 0.0, 1.0), 1, 5},
    {"1 to 5 human", "nearly all 1, 25 labels", 25, 300, levels(.6, .9, .5, 0.0, 0.0), 1, 5},
    {"1 to 5 human", "noise", 40, 700, levels(3.5, .9, 6.0, 0.0, 0.0), 1, 5},
    {"1 to 5 human", "half levels, 300 labels", 300, 4000, levels(3.8, 1.1, .5, -.3, .5), 1, 5},
    {"0 to 1 human", "overlaps", 60, 1500,
     [](Stream& s, double) {
         const double x = logistic(1.5 + normal(s));
         return Item{x, std::clamp(x + .1 * normal(s), 0.0, 1.0)};
     }},
    {"0 to 1 human", "zero in a tenth", 50, 900,
     [](Stream& s, double) {
         const double x = uniform(s) < .1 ? 0.0 : .7 + .3 * uniform(s);
         return Item{x, std::round(5.0 * (x + .2 * normal(s)))};
     }},
    {"0 to 1 human", "near .8, 2 % at 0", 100, 2000,
     [](Stream& s, double) {
         const double x = uniform(s) < .02 ? 0.0 : .8 + .02 * (uniform(s) - .5);
         return Item{x, x + .3 * normal(s)};
     }},
    {"0 to 1 human", "squares of noise", 40, 500,
     [](Stream& s, double) {
         const double u = uniform(s);
         return Item{u * u, u + .5 * normal(s)};
     }},
    {"two models", "equal, .9 right", 100, 2000, differences(.7, .7, .5, .1), -1, 1},
    {"two models", "A better, .85 right", 150, 4000, differences(.8, .7, .7, .15), -1, 1},
    {"two models", "seldom different", 200, 3000, differences(.95, .93, .8, .05), -1, 1},
    {"two models", "a poor judge", 60, 800, differences(.6, .5, .3, .4), -1, 1},
    {"two models", "B much better, 40 labels", 40, 600, differences(.3, .8, .5, .1), -1, 1},
    {"two models", "rare successes", 120, 2500, differences(.06, .03, .3, .02), -1, 1},
    {"clusters", "equal, 12 labelled", 12, 80, in_clusters(.5, 1.0, .1, .1), 0, 1, 0, sizes(5, 5)},
    {"clusters", "1 to 6, 25 labelled", 25, 300, in_clusters(1.0, .7, .15, .15), 0, 1, 0, sizes(1, 6)},
    {"clusters", "1 to 6, a judge that errs in some", 40, 300,
     in_clusters(0.0, 1.0, .05, .6), 0, 1, 0, sizes(1, 6)},
    {"clusters", "1 to 20, 20 labelled", 20, 150, in_clusters(-1.0, 1.2, .1, .2), 0, 1, 0, sizes(1, 20)},
    {"clusters", "pairs, few good", 60, 600, in_clusters(-3.0, 1.0, .05, .05), 0, 1, 0, sizes(2, 2)},
    {"clusters", "all or nothing, 15 labelled", 15, 200, in_clusters(0.0, 8.0, .1, .1), 0, 1, 0, sizes(3, 8)},
    {"labels drawn by the judge's", "half good, .9 right", 50, 1000,
     two_labels(.5, .9, .9), 0, 1, 0, {}, true},
    {"labels drawn by the judge's", "a tenth good", 80, 2000, two_labels(.1, .8, .95), 0, 1, 0, {}, true},
    {"labels drawn by the judge's", ".9 good", 60, 1200, two_labels(.9, .95, .7), 0, 1, 0, {}, true},
    {"labels drawn by the judge's", ".02 good", 200, 5000, two_labels(.02, .9, .95), 0, 1, 0, {}, true},
};

/// The items of one data set, those with labels first.
struct Drawn {
    JudgedItems items;
    std::vector<double> values; ///< of humans, of all items
    std::size_t labelled = 0;
};

/// Puts the first half of the labels on items of judge 0 and the other half on 1, as far as there are such.
void label_by_judge(Drawn& drawn, std::size_t labelled)
{
    std::vector<std::size_t> order[2], rest;
    for (std::size_t i = 0; i < drawn.values.size(); ++i) {
        auto& of = order[drawn.items.judge[i] == 1.0 ? 1 : 0];
        (of.size() < labelled / 2 ? of : rest).push_back(i);
    }
    drawn.labelled = order[0].size() + order[1].size();
    Drawn sorted = drawn;
    std::size_t at = 0;
    for (const auto& part : {order[0], order[1], rest})
        for (const auto i : part) {
            sorted.values[at] = drawn.values[i];
            sorted.items.judge[at++] = drawn.items.judge[i];
        }
    drawn = std::move(sorted);
    drawn.items.labelled_by_judge = true;
}

Drawn drawn_of(const World& world, Stream& stream)
{
    Drawn drawn;
    for (std::size_t k = 0; k < world.labels; ++k)
        drawn.items.labels.add(std::string(1, static_cast<char>('a' + k)));
    for (std::uint32_t unit = 0; unit < world.all; ++unit) {
        const auto items = world.size ? world.size(stream) : 1;
        const double effect = world.size ? normal(stream) : 0.0;
        for (std::size_t i = 0; i < items; ++i) {
            const auto [human, judge] = world.draw(stream, effect);
            drawn.values.push_back(human);
            drawn.items.judge.push_back(judge);
            if (world.size) drawn.items.cluster.push_back(unit);
        }
        if (unit + 1 == world.labelled) drawn.labelled = drawn.values.size();
    }
    if (world.by_judge) label_by_judge(drawn, world.labelled);
    return drawn;
}

double mean_of(std::span<const double> x)
{
    double sum = 0.0;
    for (const double v : x) sum += v;
    return sum / static_cast<double>(x.size());
}

/// The mean of products of deviations.
double covariance(std::span<const double> x, std::span<const double> y)
{
    const double a = mean_of(x), b = mean_of(y);
    double sum = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += (x[i] - a) * (y[i] - b);
    return sum / static_cast<double>(x.size());
}

/// PPI++: mean(y - l f) + l mean(f of the others), l = cov(y, f) / ((1 + n / N) var f) within 0 to 1, with
/// normal limits; ppi_mean_ci() of ppi_py 0.2.3.
Limits ppi(std::span<const double> y, std::span<const double> judge)
{
    const auto f = judge.first(y.size());
    const auto others = judge.subspan(y.size());
    const auto n = static_cast<double>(y.size());
    const auto m = static_cast<double>(others.size());
    const double spread = covariance(judge, judge) * (n + m) / (n + m - 1.0);
    const double l = spread > 0.0 ? std::clamp(covariance(y, f) / ((1.0 + n / m) * spread), 0.0, 1.0) : 0.0;
    std::vector<double> rest;
    for (std::size_t i = 0; i < y.size(); ++i) rest.push_back(y[i] - l * f[i]);
    const double mean = mean_of(rest) + l * mean_of(others);
    const double half = normal_quantile(.975) *
                        std::sqrt(l * l * covariance(others, others) / m + covariance(rest, rest) / n);
    return {mean - half, mean + half};
}

Limits student(std::span<const double> y)
{
    const auto n = static_cast<double>(y.size());
    const double half = student_t_quantile(.975, n - 1.0) * std::sqrt(covariance(y, y) / (n - 1.0));
    return {mean_of(y) - half, mean_of(y) + half};
}

/// Stops if ppi() has not the limits of ppi_py for the labels of METHODS I.34.
void check_ppi()
{
    std::vector<double> y, judge;
    const auto add = [](std::vector<double>& to, int n, double x) {
        to.insert(to.end(), static_cast<std::size_t>(n), x);
    };
    add(y, 5, 1), add(y, 25, 0), add(y, 66, 1), add(y, 4, 0);
    add(judge, 30, 0), add(judge, 70, 1), add(judge, 1470, 0), add(judge, 3430, 1);
    const auto found = ppi(y, judge);
    if (std::abs(found.lower - 0.6539055231774069) < 1e-12 &&
        std::abs(found.upper - 0.7660944768225932) < 1e-12)
        return;
    std::fprintf(stderr, "ppi: %.16f .. %.16f\n", found.lower, found.upper);
    std::exit(1);
}

/// The normal interval of the labels with errors that are clustered, as Inspect and evaluatellm have it.
Limits z_of_clusters(std::span<const double> y, std::span<const std::uint32_t> cluster)
{
    const double mean = mean_of(y);
    std::vector<double> sums(cluster[y.size() - 1] + std::size_t{1}, 0.0);
    for (std::size_t i = 0; i < y.size(); ++i) sums[cluster[i]] += y[i] - mean;
    double squares = 0.0;
    for (const double s : sums) squares += s * s;
    const double half = normal_quantile(.975) * std::sqrt(squares) / static_cast<double>(y.size());
    return {mean - half, mean + half};
}

enum Rule { judged, finite, alone, t, ppi_rule, z_clustered, rules };
constexpr const char* names[rules] = {"judge_beta", "judge_beta, these items", "labels alone", "t", "PPI++",
                                      "z clustered"};

struct Covered {
    std::array<double, rules> share{};
    std::array<double, rules> width{};
    double suspected = 0.0; ///< `labels_not_random`
};

/// The mean of the law, over many draws.
double truth_of(const World& world)
{
    Stream stream(seed, Purpose::generation, 0, 9999);
    double sum = 0.0, n = 0.0;
    while (n < 4e6) {
        const double effect = world.size ? normal(stream) : 0.0;
        const auto items = world.size ? world.size(stream) : 1;
        for (std::size_t i = 0; i < items; ++i) sum += world.draw(stream, effect).human;
        n += static_cast<double>(items);
    }
    return sum / n;
}

Covered covered(const World& world, std::uint64_t number, std::size_t data_sets)
{
    const double truth = truth_of(world);
    std::vector<Covered> each(data_sets);
    for_each(data_sets, [&](std::size_t r) {
        Stream stream(seed, Purpose::generation, r, number);
        auto drawn = drawn_of(world, stream);
        const auto y = std::span<const double>(drawn.values).first(drawn.labelled);
        const auto take = [&](Rule rule, const Limits& limits, double target) {
            each[r].share[rule] = limits.lower <= target && target <= limits.upper ? 1.0 : 0.0;
            each[r].width[rule] = limits.upper - limits.lower;
        };
        const auto found = judged_mean(drawn.items, y, world.lowest, world.highest);
        if (found) { // else not covered
            take(judged, found->limits(found->estimate, Level(.95)), truth);
            take(alone, found->limits(found->alone, Level(.95)), truth);
        }
        if (!world.size) {
            drawn.items.about = ItemsAbout::finite;
            if (const auto these = judged_mean(drawn.items, y, world.lowest, world.highest))
                take(finite, these->limits(these->estimate, Level(.95)), mean_of(drawn.values));
        }
        take(t, student(y), truth);
        take(ppi_rule, ppi(y, drawn.items.judge), truth);
        if (world.size) take(z_clustered, z_of_clusters(y, drawn.items.cluster), truth);
        if (r < 200 && !world.by_judge)
            each[r].suspected = p_of_random_labels(drawn.items, drawn.labelled, r).value_or(1.0) < .01;
    });
    Covered all;
    for (const auto& one : each) {
        for (std::size_t k = 0; k < rules; ++k) {
            all.share[k] += 100.0 * one.share[k] / static_cast<double>(data_sets);
            all.width[k] += one.width[k] / static_cast<double>(data_sets);
        }
        all.suspected += 100.0 * one.suspected / static_cast<double>(std::min<std::size_t>(200, data_sets));
    }
    return all;
}

/// The rules that a kind of worlds has.
bool applies(const std::string& kind, std::size_t rule)
{
    const bool by_judge = kind == "labels drawn by the judge's";
    const bool clustered = kind == "clusters";
    return (rule != finite || !clustered) && (rule != z_clustered || clustered) &&
           !(by_judge && rule > finite);
}

std::string cell(const std::vector<Covered>& all, std::size_t rule)
{
    double least = 100.0, mean = 0.0;
    int below = 0;
    for (const auto& one : all) {
        least = std::min(least, one.share[rule]);
        mean += one.share[rule] / static_cast<double>(all.size());
        below += one.share[rule] < 92.5 ? 1 : 0;
    }
    char text[64];
    std::snprintf(text, sizeof text, " %.1f, %.1f, %d |", least, mean, below);
    return text;
}

} // namespace

int main(int argc, char** argv)
{
    const auto data_sets = static_cast<std::size_t>(argc > 1 ? std::atoi(argv[1]) : 1000);
    check_ppi();
    std::map<std::string, std::vector<Covered>> all;
    std::vector<std::string> kinds;
    std::printf("kind,world,labelled,all,judge_beta,these_items,labels_alone,t,ppi,z_clustered,width,"
                "width_of_ppi,suspected\n");
    for (std::size_t w = 0; w < worlds.size(); ++w) {
        const auto& world = worlds[w];
        const auto one = covered(world, w + 1, data_sets);
        std::printf("\"%s\",\"%s\",%zu,%zu", world.kind.c_str(), world.name.c_str(), world.labelled,
                    world.all);
        for (const double share : one.share) std::printf(",%.1f", share);
        std::printf(",%.3f,%.3f,%.1f\n", one.width[judged] / one.width[alone],
                    one.width[ppi_rule] / one.width[alone], one.suspected);
        std::fflush(stdout);
        if (all[world.kind].empty()) kinds.push_back(world.kind);
        all[world.kind].push_back(one);
    }
    std::printf("\n| items | worlds |");
    for (const auto* name : names) std::printf(" %s |", name);
    std::printf(" width: mean, most | `labels_not_random` |\n| --- | ---: |");
    for (std::size_t k = 0; k < rules + 2; ++k) std::printf(" ---: |");
    std::printf("\n");
    for (const auto& kind : kinds) {
        std::printf("| %s | %zu |", kind.c_str(), all[kind].size());
        for (std::size_t k = 0; k < rules; ++k)
            std::printf("%s", applies(kind, k) ? cell(all[kind], k).c_str() : " - |");
        double mean = 0.0, most = 0.0, suspected = 0.0;
        for (const auto& one : all[kind]) {
            const double width = one.width[judged] / one.width[alone];
            mean += width / static_cast<double>(all[kind].size());
            most = std::max(most, width);
            suspected += one.suspected / static_cast<double>(all[kind].size());
        }
        if (applies(kind, alone)) // else the labels alone are no draw of all items
            std::printf(" %.2f, %.2f | %.1f %% |\n", mean, most, suspected);
        else
            std::printf(" - | - |\n");
    }
    return 0;
}
