// Values of items in a known range: how often the intervals of their mean cover, and how often the tests of
// two models on the same items say at 5 % that one is better where neither is, and where one is.
//
//     item_values coverage|levels [DATA SETS]     1000
//
// The worlds were listed before any of them was run.
#include "test_rows.hpp"

#include "draws.hpp"
#include "for_each.hpp"

#include "unseen/compare/models.hpp"
#include "unseen/compare/standings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace {

using namespace unseen;
using namespace unseen::compare;

constexpr std::uint64_t seed = 4101;

using Law = double (*)(Stream&);

double logistic(double x) { return 1.0 / (1.0 + std::exp(-x)); }

/// The share of the trials that succeed.
double share(Stream& s, int trials, double p)
{
    int hits = 0;
    for (int i = 0; i < trials; ++i) hits += uniform(s) < p ? 1 : 0;
    return static_cast<double>(hits) / trials;
}

/// One of the values, by cumulated probabilities.
double one_of(Stream& s, std::initializer_list<std::pair<double, double>> cumulated)
{
    const double u = uniform(s);
    for (const auto& [value, until] : cumulated)
        if (u < until) return value;
    return std::prev(cumulated.end())->first;
}

struct Values {
    std::string name;
    Law draw;
};

const std::vector<Values> laws = {
    {"words right of 3 to 30", [](Stream& s) { return share(s, 3 + static_cast<int>(28 * uniform(s)), .9); }},
    {"nDCG, none in a third",
     [](Stream& s) { return uniform(s) < 1.0 / 3 ? 0.0 : std::pow(uniform(s), .3); }},
    {"Dice near 1, 4 % missed", [](Stream& s) { return uniform(s) < .04 ? 0.0 : 1.0 - .1 * uniform(s); }},
    {"five levels, mostly the highest",
     [](Stream& s) {
         return one_of(s, {{1.0, .6}, {.75, .85}, {.5, .95}, {.25, .96}, {0.0, 1.0}});
     }},
    {"seven levels, both ends",
     [](Stream& s) {
         return one_of(s, {{0.0, .35}, {1.0, .7}, {1.0 / 6, .78}, {5.0 / 6, .86}, {.5, .94}, {1.0 / 3, 1.0}});
     }},
    {"half credit",
     [](Stream& s) {
         return one_of(s, {{0.0, .1}, {.5, .4}, {1.0, 1.0}});
     }},
    {"reciprocal ranks, none in a tenth",
     [](Stream& s) { return uniform(s) < .1 ? 0.0 : 1.0 / (1.0 + std::floor(-std::log2(uniform(s)))); }},
    {".1 or .9", [](Stream& s) { return uniform(s) < .8 ? .9 : .1; }},
    {"near .8, 2 % at 0", [](Stream& s) { return uniform(s) < .02 ? 0.0 : .8 + .02 * (uniform(s) - .5); }},
    {"triangular", [](Stream& s) { return .5 * (uniform(s) + uniform(s)); }},
    {"logit normal", [](Stream& s) { return logistic(1.0 + 2.0 * normal(s)); }},
    {"two tries, right in 97 of 100", [](Stream& s) { return share(s, 2, .97); }},
};
constexpr std::size_t numbers_of_items[] = {10, 25, 60, 200};

/// The mean of a law, over 4 million draws: within 2e-4.
double mean_of(Law law)
{
    Stream stream(seed, Purpose::generation, 0, 999);
    double sum = 0.0;
    constexpr int draws = 4'000'000;
    for (int i = 0; i < draws; ++i) sum += law(stream);
    return sum / draws;
}

void coverage(std::size_t data_sets)
{
    std::uint64_t number = 0;
    for (const auto& world : laws) {
        const double truth = mean_of(world.draw);
        for (const auto items : numbers_of_items) {
            const RowDesign design{
                .task = ScoreTask::values, .scale = {.lowest = 0.0, .highest = 1.0}, .items = items};
            ++number;
            print_covered(make_measure(Spec("mean"), design),
                          {.design = "values of items",
                           .name = world.name + ", " + std::to_string(items),
                           .truth = truth,
                           .draw =
                               [&, number](std::size_t r) {
                                   Stream stream(seed, Purpose::generation, r, number);
                                   TestRows rows;
                                   for (std::size_t i = 0; i < items; ++i)
                                       rows.add_value(world.draw(stream), 0);
                                   return rows;
                               }},
                          data_sets, {"end_dirichlet", "gaffke", "betting", "hall_t", "t_mean"});
        }
    }
}

/// The values of an item by both models.
using Pair = std::pair<double, double>;

struct Pairs {
    std::string name;
    Pair (*draw)(Stream&, double shift);
    double shift; ///< of the power worlds: how much better A is; the null worlds take 0
};

/// B fails seldom and badly, and A is a little worse everywhere else: equal means.
template <int per_thousand, int percent>
Pair seldom(Stream& s, double shift)
{
    const double rare = per_thousand / 1000.0;
    const double depth = percent / 100.0;
    const double b = .9 + .1 * uniform(s);
    return uniform(s) < rare ? Pair{b - rare * depth + shift, b - depth} : Pair{b - rare * depth + shift, b};
}

const std::vector<Pairs> pairs = {
    {"both logit normal",
     [](Stream& s, double shift) {
         const double common = 1.0 + normal(s);
         return Pair{logistic(common + normal(s) + shift), logistic(common + normal(s))};
     },
     .6},
    {"B fails by .8 in 2 %", seldom<20, 80>, .05},
    {"B fails by .5 in 5 %", seldom<50, 50>, .05},
    {"B fails by .9 in 1 %", seldom<10, 90>, .05},
    {"all or nothing against near .7",
     [](Stream& s, double shift) {
         return Pair{uniform(s) < .7 + shift ? 1.0 : 0.0, .7 + .1 * (uniform(s) - .5)};
     },
     .15},
    {"half credit against all or nothing",
     [](Stream& s, double shift) {
         const double u = uniform(s);
         return Pair{one_of(s, {{0.0, .2 - shift}, {.5, .6 - shift}, {1.0, 1.0}}), u < .6 ? 1.0 : 0.0};
     },
     .1},
    {"reciprocal ranks",
     [](Stream& s, double shift) {
         const auto rank = [&] { return 1.0 + std::floor(-std::log2(uniform(s))); };
         return Pair{uniform(s) < shift ? 1.0 : 1.0 / rank(), 1.0 / rank()};
     },
     .2},
    {"five levels, A a level off in 4 of 10",
     [](Stream& s, double shift) {
         const double b = one_of(s, {{.75, .5}, {.5, .8}, {.25, 1.0}});
         const double u = uniform(s);
         return Pair{u < .2 - shift ? b - .25 : u < .4 ? b + .25 : b, b};
     },
     .1},
    {"Dice, each misses 4 %",
     [](Stream& s, double shift) {
         const auto dice = [&](double missed) { return uniform(s) < missed ? 0.0 : 1.0 - .1 * uniform(s); };
         return Pair{dice(.04 * (1.0 - shift)), dice(.04)};
     },
     1.0},
};
constexpr std::size_t numbers_of_pairs[] = {20, 60, 200, 600};

void levels(std::size_t data_sets)
{
    const char* const tests[] = {"gaffke", "permutation", "paired_t", "wilcoxon"};
    std::printf("kind,world,items,gaffke,permutation,paired_t,wilcoxon\n");
    std::map<std::string, std::map<std::string, std::vector<double>>> all; // kind, test
    std::uint64_t number = 1000;
    for (const std::string kind : {"null", "power", "null in clusters", "null with weights"})
        for (const auto& world : pairs)
            for (const auto items : numbers_of_pairs) {
                ++number;
                if (kind == "power" && items != 60 && items != 200) continue;
                const bool clustered = kind == "null in clusters";
                std::vector<std::map<std::string, bool>> told(data_sets);
                for_each(data_sets, [&](std::size_t r) {
                    Stream stream(seed, Purpose::generation, r, number);
                    std::vector<double> a, b;
                    RowDesign design{
                        .task = ScoreTask::values, .scale = {.lowest = 0.0, .highest = 1.0}, .items = items};
                    for (std::uint32_t unit = 0; a.size() < items; ++unit) {
                        // In clusters all items of a passage share the fate of its first one.
                        const auto [x, y] = world.draw(stream, kind == "power" ? world.shift : 0.0);
                        const auto size = clustered ? 1 + static_cast<int>(6 * uniform(stream)) : 1;
                        for (int i = 0; i < size && a.size() < items; ++i) {
                            a.push_back(std::clamp(x, 0.0, 1.0));
                            b.push_back(std::clamp(y, 0.0, 1.0));
                            if (clustered) design.cluster.push_back(unit);
                        }
                    }
                    if (clustered)
                        for (std::uint32_t unit = 0; unit <= design.cluster.back(); ++unit)
                            design.clusters.add(std::to_string(unit));
                    std::vector<double> weight;
                    if (kind == "null with weights")
                        for (std::size_t i = 0; i < a.size(); ++i)
                            weight.push_back(1.0 + std::floor(3.0 * uniform(stream)));
                    const std::vector<ModelPredictions> models = {{"A", {.value = a, .weight = weight}},
                                                                  {"B", {.value = b, .weight = weight}}};
                    const ModelsOptions options{.measures = {make_measure(Spec("mean"), design)},
                                                .samples = 100,
                                                .permutations = 1000};
                    for (const auto& test : compare_models(models, design, options).comparisons)
                        told[r][test.test] = test.p_value && test.p_value.number() <= 0.05;
                });
                std::printf("%s,\"%s\",%zu", kind.c_str(), world.name.c_str(), items);
                for (const std::string test : tests) {
                    const auto n = std::ranges::count_if(told, [&](auto& one) { return one[test]; });
                    const double rate = 100.0 * static_cast<double>(n) / static_cast<double>(data_sets);
                    std::printf(",%.1f", rate);
                    all[kind][test].push_back(rate);
                }
                std::printf("\n");
                std::fflush(stdout);
            }
    std::printf("\n| test | null worlds | shown: mean, most (above 6.5 %%) | in clusters | with weights | "
                "power: mean |\n| --- | ---: | ---: | ---: | ---: | ---: |\n");
    for (const std::string test : tests) {
        std::printf("| `%s` | %zu |", test.c_str(), all["null"][test].size());
        const auto mean = [](const std::vector<double>& rates) {
            double sum = 0.0;
            for (const double rate : rates) sum += rate;
            return sum / static_cast<double>(rates.size());
        };
        for (const char* kind : {"null", "null in clusters", "null with weights"}) {
            const auto& rates = all[kind][test];
            std::printf(" %.1f, %.1f (%td) |", mean(rates), *std::ranges::max_element(rates),
                        std::ranges::count_if(rates, [](double rate) { return rate > 6.5; }));
        }
        std::printf(" %.1f |\n", mean(all["power"][test]));
    }
}

/// Models on the same items. `mean`: of model j, by its quality from 0 to 1; `value`: a draw with that mean,
/// from a number that all models share and one of its own.
struct Field {
    std::string name;
    PairLaw law;
    double (*mean)(double quality);
    double (*value)(Stream&, double quality, double common);
};

const std::vector<Field> fields = {
    {"right or wrong, alike", PairLaw::right_or_wrong, [](double q) { return .3 + .5 * q; },
     [](Stream& s, double q, double common) {
         return (uniform(s) < .7 ? common : uniform(s)) < .3 + .5 * q ? 1.0 : 0.0;
     }},
    {"right or wrong, near 1", PairLaw::right_or_wrong, [](double q) { return .96 + .035 * q; },
     [](Stream& s, double q, double) { return uniform(s) < .96 + .035 * q ? 1.0 : 0.0; }},
    {"powers of a number", PairLaw::bounded, [](double q) { return 1.0 / (2.0 - .8 * q); },
     [](Stream& s, double q, double common) {
         return std::pow(uniform(s) < .6 ? common : uniform(s), 1.0 - .8 * q);
     }},
    {"seldom and badly wrong", PairLaw::bounded, [](double q) { return .95 * (.97 + .02 * q); },
     [](Stream& s, double q, double) { return uniform(s) < .03 - .02 * q ? 0.0 : .9 + .1 * uniform(s); }},
    {"five levels", PairLaw::bounded, [](double q) { return .25 * (4.0 * (.4 + .4 * q)); },
     [](Stream& s, double q, double) { return share(s, 4, .4 + .4 * q); }},
    {"half of the models all or nothing", PairLaw::bounded, [](double q) { return .4 + .3 * q; },
     [](Stream& s, double q, double common) {
         return common < .5 ? (uniform(s) < .4 + .3 * q ? 1.0 : 0.0) : .4 + .3 * q + .1 * (uniform(s) - .5);
     }},
};

/// How the qualities of k models are spread.
struct Spread {
    std::string name;
    double (*quality)(std::size_t j, std::size_t k);
};

const std::vector<Spread> spreads = {
    {"all equal", [](std::size_t, std::size_t) { return .5; }},
    {"two best", [](std::size_t j, std::size_t) { return j < 2 ? 1.0 : .4; }},
    {"a ladder",
     [](std::size_t j, std::size_t k) { return static_cast<double>(j) / static_cast<double>(k - 1); }},
};

/// The ranks that studentised differences of all pairs show by their largest (max-T), whose law is that of
/// 400 samples in which the items have normal weights. Pairs whose differences are all alike show nothing.
std::vector<std::pair<std::size_t, std::size_t>>
ranks_by_max_t(const std::vector<std::vector<double>>& values, Stream& stream)
{
    constexpr std::size_t samples = 400;
    const std::size_t k = values.size(), n = values.front().size();
    auto centred = values;
    std::vector<double> means(k, 0.0);
    for (std::size_t j = 0; j < k; ++j) {
        for (const double x : values[j]) means[j] += x / static_cast<double>(n);
        for (double& x : centred[j]) x -= means[j];
    }
    std::vector<double> errors(k * k, 0.0); // times n
    for (std::size_t i = 0; i < k; ++i)
        for (std::size_t j = 0; j < i; ++j) {
            double squares = 0.0;
            for (std::size_t u = 0; u < n; ++u) squares += std::pow(centred[i][u] - centred[j][u], 2.0);
            errors[i * k + j] = errors[j * k + i] = std::sqrt(squares);
        }
    std::vector<double> largest(samples, 0.0), weights(n), sums(k);
    for (auto& most : largest) {
        for (auto& w : weights) w = normal(stream);
        for (std::size_t j = 0; j < k; ++j) {
            sums[j] = 0.0;
            for (std::size_t u = 0; u < n; ++u) sums[j] += weights[u] * centred[j][u];
        }
        for (std::size_t i = 0; i < k; ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (errors[i * k + j] > 1e-9)
                    most = std::max(most, std::abs(sums[i] - sums[j]) / errors[i * k + j]);
    }
    std::ranges::sort(largest);
    const double critical = largest[samples - samples / 20];
    std::vector<std::pair<std::size_t, std::size_t>> found(k, {1, k});
    for (std::size_t i = 0; i < k; ++i)
        for (std::size_t j = 0; j < k; ++j) {
            const double error = errors[i * k + j];
            if (i == j || error <= 1e-9 || (means[i] - means[j]) * static_cast<double>(n) <= critical * error)
                continue;
            ++found[j].first;
            --found[i].second;
        }
    return found;
}

void ranks(std::size_t data_sets)
{
    std::printf(
        "field,models,items,spread,ranks hold,a best one kept,width of k,may be best of k,max-T: ranks "
        "hold,width of k\n");
    std::map<std::size_t, std::vector<std::array<double, 6>>> all;
    std::uint64_t number = 3000;
    for (const auto& field : fields)
        for (const auto& spread : spreads)
            for (const auto& [k, items] :
                 {std::pair<std::size_t, std::size_t>{3, 60}, {10, 150}, {40, 300}}) {
                ++number;
                std::vector<double> quality, means;
                for (std::size_t j = 0; j < k; ++j) {
                    quality.push_back(spread.quality(j, k));
                    means.push_back(field.mean(quality.back()));
                }
                const double top = *std::ranges::max_element(means);
                std::vector<std::array<double, 6>> told(data_sets);
                for_each(data_sets, [&](std::size_t r) {
                    Stream stream(seed, Purpose::generation, r, number);
                    std::vector<std::vector<double>> values(k);
                    for (std::size_t u = 0; u < items; ++u) {
                        const double common = uniform(stream);
                        for (std::size_t j = 0; j < k; ++j)
                            values[j].push_back(field.value(stream, quality[j], common));
                    }
                    const auto found = standings_of(values, field.law, 1.0, Level(0.95));
                    const auto peer = ranks_by_max_t(values, stream);
                    bool hold = true;
                    bool kept = true;
                    bool peer_holds = true;
                    double width = 0.0;
                    double peer_width = 0.0;
                    double may = 0.0;
                    for (std::size_t j = 0; j < k; ++j) {
                        const auto above =
                            std::ranges::count_if(means, [&](double m) { return m > means[j]; });
                        const auto below =
                            std::ranges::count_if(means, [&](double m) { return m < means[j]; });
                        hold = hold && found[j].first <= 1 + static_cast<std::uint64_t>(above) &&
                               found[j].last >= k - static_cast<std::uint64_t>(below);
                        peer_holds = peer_holds && peer[j].first <= 1 + static_cast<std::size_t>(above) &&
                                     peer[j].second >= k - static_cast<std::size_t>(below);
                        width += static_cast<double>(found[j].last - found[j].first + 1);
                        peer_width += static_cast<double>(peer[j].second - peer[j].first + 1);
                        may += found[j].may_be_best;
                    }
                    // The first of the best models.
                    const auto best = static_cast<std::size_t>(std::ranges::find(means, top) - means.begin());
                    kept = found[best].may_be_best;
                    const auto n = static_cast<double>(k);
                    told[r] = {hold ? 1.0 : 0.0, kept ? 1.0 : 0.0,       width / n / n,
                               may / n,          peer_holds ? 1.0 : 0.0, peer_width / n / n};
                });
                std::array<double, 6> mean{};
                for (const auto& one : told)
                    for (std::size_t c = 0; c < mean.size(); ++c)
                        mean[c] += one[c] / static_cast<double>(data_sets);
                std::printf("\"%s\",%zu,%zu,%s,%.1f,%.1f,%.2f,%.2f,%.1f,%.2f\n", field.name.c_str(), k, items,
                            spread.name.c_str(), 100.0 * mean[0], 100.0 * mean[1], mean[2], mean[3],
                            100.0 * mean[4], mean[5]);
                std::fflush(stdout);
                all[k].push_back(mean);
            }
    std::printf(
        "\n| models | worlds | ranks hold: least, mean (below 92.5) | a best one kept: least, mean (below "
        "92.5) | width of a range, of k | may be the best, of k | max-T, ranks hold: least, mean (below "
        "92.5) "
        "| its width of a range |\n"
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
    for (const auto& [k, worlds] : all) {
        std::printf("| %zu | %zu |", k, worlds.size());
        for (std::size_t c = 0; c < 6; ++c) {
            double sum = 0.0, least = 1.0;
            int below = 0;
            for (const auto& one : worlds) {
                sum += one[c] / static_cast<double>(worlds.size());
                least = std::min(least, one[c]);
                below += one[c] < .925;
            }
            if (c < 2 || c == 4)
                std::printf(" %.1f, %.1f (%d) |", 100.0 * least, 100.0 * sum, below);
            else
                std::printf(" %.2f |", sum);
        }
        std::printf("\n");
    }
}

} // namespace

int main(int argc, char** argv)
{
    const std::string what = argc > 1 ? argv[1] : "";
    const auto data_sets = static_cast<std::size_t>(argc > 2 ? std::atoi(argv[2]) : 1000);
    if (what == "levels") {
        levels(data_sets);
        return 0;
    }
    if (what == "ranks") {
        ranks(data_sets);
        return 0;
    }
    if (what != "coverage") return 2;
    print_head();
    coverage(data_sets);
    return 0;
}
