// How often the intervals of measures of ranks of several classes cover the figure of new rows.
// tools/coverage makes tables of the lines.
//
//   class_ranking_coverage [data sets]   default 300
//
// `auto` draws 400 samples for up to 10000 scores, which takes long, so that it is run for three classes
// only.
#include "coverage.hpp"
#include "for_each.hpp"

#include "unseen/interval/test_interval.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
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
        const auto c =
            static_cast<std::size_t>(std::upper_bound(up_to.begin(), up_to.end() - 1, u) - up_to.begin());
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

void simulate(const World& world, std::size_t n, std::size_t data_sets, const std::string& method)
{
    Labels classes;
    for (std::size_t c = 0; c < world.n_classes; ++c) classes.add(std::to_string(c));
    std::vector<Measure> measures;
    for (const auto& m : measures_of_table())
        if (m.class_ranks() && (method != "ap_beta" || m.class_ranks()->mean_precision))
            measures.push_back(m);

    constexpr std::size_t large = 4;
    std::vector<std::vector<double>> of_large(large);
    for_each(large, [&](std::size_t r) {
        Stream stream(2, Purpose::generation, 0, r);
        const auto rows =
            rows_of(world, std::min<std::size_t>(2'000'000, 20'000 * data_sets) / world.n_classes, stream);
        for (const auto& m : measures) of_large[r].push_back(evaluate(m, view_of(rows, classes)).number());
    });
    std::vector<double> truth(measures.size(), 0.0);
    for (const auto& values : of_large)
        for (std::size_t m = 0; m < measures.size(); ++m) truth[m] += values[m] / large;

    std::vector<std::vector<std::optional<Covered>>> found(measures.size(),
                                                           std::vector<std::optional<Covered>>(data_sets));
    for_each(data_sets, [&](std::size_t r) {
        Stream stream(1, Purpose::generation, 0, r);
        const auto rows = rows_of(world, n, stream);
        const auto view = view_of(rows, classes);
        for (std::size_t m = 0; m < measures.size(); ++m) {
            const auto value = evaluate(measures[m], view);
            const auto result = make_test_interval(method,
                                                   {.predictions = &view,
                                                    .measure = &measures[m],
                                                    .value = value.number(),
                                                    .seed = r,
                                                    .samples = 400},
                                                   Level(0.95));
            auto& covered = found[m][r].emplace(Covered{.figure = value.number()});
            if (result.interval) covered.limits = {result.interval->lower, result.interval->upper};
        }
    });
    for (std::size_t m = 0; m < measures.size(); ++m) {
        std::vector<Covered> all;
        for (const auto& one : found[m]) all.push_back(*one);
        const std::string shift = world.shift < 1.5   ? "overlap"
                                  : world.shift < 2.0 ? "nearly touch"
                                  : world.shift > 2.5 ? "lie apart"
                                  : world.shift > 2.0 ? "hardly touch"
                                                      : "touch";
        print_line("test rows, several classes", measures[m].name(), method,
                   std::to_string(world.n_classes) +
                       (world.even ? " classes that " : " uneven classes that ") + shift + ", " +
                       std::to_string(n),
                   truth[m], all);
    }
}

} // namespace
} // namespace unseen

int main(int argc, char** argv)
{
    const auto data_sets = static_cast<std::size_t>(std::max(2, argc > 1 ? std::atoi(argv[1]) : 300));
    const auto simulate = [&](const unseen::World& world, std::size_t n) {
        unseen::simulate(world, n, data_sets, "influence");
        unseen::simulate(world, n, data_sets, "ap_beta");
        if (n <= 200 && world.n_classes == 3) unseen::simulate(world, n, data_sets, "auto");
    };
    unseen::print_head();
    for (const double shift : {1.0, 3.0})
        for (const bool even : {true, false})
            for (const std::size_t n_classes : {3u, 10u})
                for (const std::size_t n : {200u, 2000u}) simulate({n_classes, even, shift}, n);
    for (const std::size_t n : {200u, 500u, 2000u}) simulate({50, true, 2.0}, n);
    for (const double shift : {1.5, 2.5}) // listed for ap_beta, before it was run
        for (const bool even : {true, false})
            for (const std::size_t n_classes : {4u, 6u})
                for (const std::size_t n : {80u, 400u}) simulate({n_classes, even, shift}, n);
    return 0;
}
