// How often the intervals of measures of ranks of several classes cover the figure of new rows. Prints the table of docs/VALIDITY.md.
//
//   class_ranking_coverage [repetitions [METHOD [ROWS]]]   METHOD: influence, bca ...; 400 samples, where it draws; up to so many rows
#include "for_each.hpp"

#include "unseen/interval/test_interval.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace unseen {
namespace {

struct World {
    std::size_t n_classes;
    bool even; ///< classes of equal share; else the share of class c is as 1/(c+1)
    double shift;
};

struct Rows {
    std::vector<std::uint32_t> truth;
    std::vector<double> scores;
};

/// Probabilities exp(z_c) / sum, z normal with deviation 1 and mean `shift` for the true class.
Rows rows_of(const World& world, std::size_t n, Stream& stream)
{
    const auto k = world.n_classes;
    std::vector<double> up_to;
    for (std::size_t c = 0; c < k; ++c)
        up_to.push_back((c > 0 ? up_to.back() : 0.0) + (world.even ? 1.0 : 1.0 / static_cast<double>(c + 1)));
    Rows rows;
    for (std::size_t i = 0; i < n; ++i) {
        const double u = stream.uniform() * up_to.back();
        const auto c = static_cast<std::size_t>(std::upper_bound(up_to.begin(), up_to.end() - 1, u) - up_to.begin());
        rows.truth.push_back(static_cast<std::uint32_t>(c));
        double sum = 0.0;
        for (std::size_t j = 0; j < k; ++j) {
            const double z = normal_quantile((static_cast<double>(stream.next() >> 11) + 0.5) * 0x1p-53);
            rows.scores.push_back(std::exp(z + (j == c ? world.shift : 0.0)));
            sum += rows.scores.back();
        }
        for (std::size_t j = 0; j < k; ++j) rows.scores[i * k + j] /= sum;
    }
    return rows;
}

PredictionView view_of(const Rows& rows, const Labels& classes)
{
    PredictionView view;
    view.classes = &classes;
    view.true_label = rows.truth;
    view.scores = rows.scores;
    return view;
}

void simulate(const World& world, std::size_t n, std::size_t repetitions, const std::string& method)
{
    Labels classes;
    for (std::size_t c = 0; c < world.n_classes; ++c) classes.add(std::to_string(c));
    std::vector<Measure> measures;
    for (const auto& m : measures_of_table())
        if (m.class_ranks()) measures.push_back(m);

    constexpr std::size_t large = 4;
    std::vector<std::vector<double>> of_large(large);
    for_each(large, [&](std::size_t r) {
        Stream stream(2, Purpose::generation, 0, r);
        const auto rows = rows_of(world, 2'000'000 / world.n_classes, stream);
        for (const auto& m : measures) of_large[r].push_back(evaluate(m, view_of(rows, classes)).number());
    });
    std::vector<double> truth(measures.size(), 0.0);
    for (const auto& values : of_large)
        for (std::size_t m = 0; m < measures.size(); ++m) truth[m] += values[m] / large;

    struct Count {
        std::atomic<std::size_t> none{0}, above{0}, below{0}; ///< intervals that lie above, or below, the truth
    };
    std::vector<Count> counts(measures.size());
    for_each(repetitions, [&](std::size_t r) {
        Stream stream(1, Purpose::generation, 0, r);
        const auto rows = rows_of(world, n, stream);
        const auto view = view_of(rows, classes);
        for (std::size_t m = 0; m < measures.size(); ++m) {
            const auto value = evaluate(measures[m], view);
            const auto result = make_test_interval(
                method, {.predictions = &view, .measure = &measures[m], .value = value.number(), .seed = r, .samples = 400},
                Level(0.95));
            if (!result.interval)
                ++counts[m].none;
            else if (result.interval->lower > truth[m])
                ++counts[m].above;
            else if (result.interval->upper < truth[m])
                ++counts[m].below;
        }
    });
    std::printf("%3zu classes, %s, shift %.1f, %4zu rows:", world.n_classes, world.even ? "even" : "uneven", world.shift, n);
    for (std::size_t m = 0; m < measures.size(); ++m) {
        const auto percent = [&](std::size_t count) {
            return 100.0 * static_cast<double>(count) / static_cast<double>(repetitions);
        };
        std::printf("  %s %.1f", measures[m].name().c_str(),
                    percent(repetitions - counts[m].none - counts[m].above - counts[m].below));
        std::printf(" (%.1f above, %.1f below, %.1f none)", percent(counts[m].above), percent(counts[m].below),
                    percent(counts[m].none));
    }
    std::printf("\n");
    std::fflush(stdout);
}

} // namespace
} // namespace unseen

int main(int argc, char** argv)
{
    const auto repetitions = argc > 1 ? static_cast<std::size_t>(std::atoll(argv[1])) : 2000;
    const std::string method = argc > 2 ? argv[2] : "influence";
    const auto most = argc > 3 ? static_cast<std::size_t>(std::atoll(argv[3])) : 2000;
    const auto simulate = [&](const unseen::World& world, std::size_t n) {
        if (n <= most) unseen::simulate(world, n, repetitions, method);
    };
    for (const double shift : {1.0, 3.0})
        for (const bool even : {true, false})
            for (const std::size_t n_classes : {3u, 10u})
                for (const std::size_t n : {200u, 2000u}) simulate({n_classes, even, shift}, n);
    for (const std::size_t n : {200u, 500u, 2000u}) simulate({50, true, 2.0}, n);
    return 0;
}
