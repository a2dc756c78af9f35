// How often the interval of the expected calibration error covers where rows have weights or come in clusters
// (METHODS C.19). tools/coverage makes tables of the lines.
//
//   robust_bins_coverage [data sets]   default 300; 400 draws an interval
//
// P(+ | u) = u^g at the probability u, U(0, 1) for each row, so that the error of ten bins has a closed form.
// Rows of a cluster come true together: y = 1 where sqrt(rho) shared + sqrt(1 - rho) own < Phi^-1(u^g), both
// standard normal.
#include "coverage.hpp"
#include "for_each.hpp"

#include "unseen/interval/test_interval.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace unseen {
namespace {

enum class Weights { one, lognormal, rising };
enum class Probabilities { own, correlated, equal };

struct World {
    std::size_t clusters; ///< or rows, if they are alone
    std::size_t rows;     ///< of a cluster
    double g;
    double rho;
    Probabilities probabilities; ///< of the rows of a cluster
    Weights weights;
};

double normal_of(Stream& stream)
{
    return normal_quantile((static_cast<double>(stream.next() >> 11) + 0.5) * 0x1p-53);
}

/// The integral of w(u) (u^g - u) from 0 to u, w = 1 or 1 + 3u.
double difference_up_to(double u, double g, bool rising)
{
    const double even = std::pow(u, g + 1) / (g + 1) - u * u / 2;
    return rising ? even + 3 * (std::pow(u, g + 2) / (g + 2) - u * u * u / 3) : even;
}

double true_error(const World& world)
{
    const bool rising = world.weights == Weights::rising;
    double sum = 0.0;
    for (int b = 0; b < 10; ++b)
        sum += std::abs(difference_up_to((b + 1) / 10.0, world.g, rising) -
                        difference_up_to(b / 10.0, world.g, rising));
    return sum / (rising ? 2.5 : 1.0);
}

struct Rows {
    std::vector<std::uint32_t> truth;
    std::vector<double> score;
    std::vector<double> weight;
    std::vector<std::uint32_t> cluster;
};

Rows rows_of(const World& world, Stream& stream)
{
    Rows rows;
    for (std::uint32_t c = 0; c < world.clusters; ++c) {
        const double shared = normal_of(stream);
        const double shared_score = normal_of(stream);
        for (std::size_t i = 0; i < world.rows; ++i) {
            const double part = world.probabilities == Probabilities::own          ? 0.0
                                : world.probabilities == Probabilities::correlated ? 0.5
                                                                                   : 1.0;
            const double u =
                1.0 - normal_tail(std::sqrt(part) * shared_score + std::sqrt(1.0 - part) * normal_of(stream));
            const double z = std::sqrt(world.rho) * shared + std::sqrt(1.0 - world.rho) * normal_of(stream);
            rows.score.push_back(u);
            rows.truth.push_back(1.0 - normal_tail(z) < std::pow(u, world.g) ? 1 : 0);
            rows.cluster.push_back(c);
            if (world.weights == Weights::lognormal) rows.weight.push_back(std::exp(normal_of(stream)));
            if (world.weights == Weights::rising) rows.weight.push_back(1.0 + 3.0 * u);
        }
    }
    if (world.rows == 1 && !rows.weight.empty()) rows.cluster.clear();
    return rows;
}

void simulate(const World& world, const std::string& name, std::size_t data_sets)
{
    const Labels classes({"0", "1"});
    const auto measure = make_measure(Spec("ece"), true);
    std::vector<Covered> found(data_sets);
    for_each(data_sets, [&](std::size_t r) {
        Stream stream(1, Purpose::generation, 0, r);
        const auto rows = rows_of(world, stream);
        PredictionView view;
        view.classes = &classes;
        view.positive = 1;
        view.one_score = true;
        view.true_label = rows.truth;
        view.scores = rows.score;
        view.weight = rows.weight;
        found[r].figure = evaluate(measure, view).number();
        const auto result = make_test_interval("auto",
                                               {.predictions = &view,
                                                .measure = &measure,
                                                .value = found[r].figure,
                                                .seed = r,
                                                .samples = 400,
                                                .cluster = rows.cluster},
                                               Level(0.95));
        if (result.interval) found[r].limits = {result.interval->lower, result.interval->upper};
    });
    print_line("groups of test rows", "ece", "auto", name, true_error(world), found);
}

/// All worlds of that size.
void simulate(std::size_t clusters, std::size_t size, std::size_t data_sets)
{
    for (const auto probabilities : {Probabilities::own, Probabilities::correlated, Probabilities::equal})
        for (const double g : {0.7, 1.0, 1.2, 2.0})
            for (const double rho : {0.25, 0.64})
                for (const auto weights : {Weights::one, Weights::lognormal, Weights::rising}) {
                    // Rows that are alike have `bins`.
                    if (size == 1 &&
                        (weights == Weights::one || rho != 0.25 || probabilities != Probabilities::own))
                        continue;
                    std::string name = size == 1
                                           ? std::to_string(clusters) + " rows alone"
                                           : std::to_string(clusters) + " groups of " + std::to_string(size) +
                                                 ", rho " + (rho < 0.5 ? "1/4" : "2/3");
                    if (size > 1)
                        name += probabilities == Probabilities::own          ? ", own probabilities"
                                : probabilities == Probabilities::correlated ? ", like probabilities"
                                                                             : ", one probability";
                    name += weights == Weights::one         ? ""
                            : weights == Weights::lognormal ? ", lognormal weights"
                                                            : ", rising weights";
                    name += g == 0.7 ? ", u^0.7" : g == 1.0 ? ", calibrated" : g == 1.2 ? ", u^1.2" : ", u^2";
                    simulate({clusters, size, g, size == 1 ? 0.0 : rho, probabilities, weights}, name,
                             data_sets);
                }
}

} // namespace
} // namespace unseen

int main(int argc, char** argv)
{
    const auto data_sets = static_cast<std::size_t>(std::max(2, argc > 1 ? std::atoi(argv[1]) : 300));
    unseen::print_head();
    for (const std::size_t rows : {200u, 1000u}) unseen::simulate(rows, 1, data_sets);
    unseen::simulate(20, 10, data_sets);
    unseen::simulate(50, 10, data_sets);
    unseen::simulate(50, 40, data_sets);
    unseen::simulate(200, 5, data_sets);
    return 0;
}
