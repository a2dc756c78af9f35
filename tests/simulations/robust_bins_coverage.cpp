// How often the interval of the expected calibration error covers where rows have weights or come in clusters: the figures of METHODS C.19.
//
//   robust_bins_coverage [repetitions]   default 500; 400 draws an interval
//
// P(+ | u) = u^g at the probability u, U(0, 1) for each row, so that the error of ten bins has a closed form. Rows of a cluster come true together: y = 1
// where sqrt(rho) shared + sqrt(1 - rho) own < Phi^-1(u^g), both standard normal.
#include "for_each.hpp"

#include "unseen/interval/test_interval.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/random.hpp"

#include <atomic>
#include <cmath>
#include <cstdio>
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

double normal_of(Stream& stream) { return normal_quantile((static_cast<double>(stream.next() >> 11) + 0.5) * 0x1p-53); }

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
        sum += std::abs(difference_up_to((b + 1) / 10.0, world.g, rising) - difference_up_to(b / 10.0, world.g, rising));
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
            const double u = 1.0 - normal_tail(std::sqrt(part) * shared_score + std::sqrt(1.0 - part) * normal_of(stream));
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

/// Percent of the repetitions.
double coverage(const World& world, std::size_t repetitions)
{
    const Labels classes({"0", "1"});
    const auto measure = make_measure(Spec("ece"), true);
    const double truth = true_error(world);
    std::atomic<std::size_t> covered{0};
    for_each(repetitions, [&](std::size_t r) {
        Stream stream(1, Purpose::generation, 0, r);
        const auto rows = rows_of(world, stream);
        PredictionView view;
        view.classes = &classes;
        view.positive = 1;
        view.one_score = true;
        view.true_label = rows.truth;
        view.scores = rows.score;
        view.weight = rows.weight;
        const auto result = make_test_interval("robust_bins",
                                               {.predictions = &view,
                                                .measure = &measure,
                                                .value = evaluate(measure, view).number(),
                                                .seed = r,
                                                .samples = 400,
                                                .cluster = rows.cluster},
                                               Level(0.95));
        covered += result.interval && result.interval->lower <= truth && truth <= result.interval->upper ? 1 : 0;
    });
    return 100.0 * static_cast<double>(covered) / static_cast<double>(repetitions);
}

/// The lowest coverage of all worlds of that size.
void simulate(std::size_t clusters, std::size_t size, std::size_t repetitions)
{
    for (const auto probabilities : {Probabilities::own, Probabilities::correlated, Probabilities::equal}) {
        double lowest = 100.0;
        World worst{};
        for (const double g : {0.7, 1.0, 1.2, 2.0})
            for (const double rho : {0.25, 0.64})
                for (const auto weights : {Weights::one, Weights::lognormal, Weights::rising}) {
                    if (size == 1 && (weights == Weights::one || rho != 0.25)) continue; // rows that are alike have `bins`
                    const World world{clusters, size, g, size == 1 ? 0.0 : rho, probabilities, weights};
                    const double percent = coverage(world, repetitions);
                    if (percent >= lowest) continue;
                    lowest = percent;
                    worst = world;
                }
        if (size == 1)
            std::printf("%4zu rows alone:", clusters);
        else
            std::printf("%4zu clusters of %2zu, probabilities %s:", clusters, size,
                        probabilities == Probabilities::own          ? "of their own"
                        : probabilities == Probabilities::correlated ? "correlated"
                                                                     : "equal");
        std::printf(" %.1f and more (g %.1f, rho %.2f, weights %s)\n", lowest, worst.g, worst.rho,
                    worst.weights == Weights::one         ? "1"
                    : worst.weights == Weights::lognormal ? "lognormal"
                                                          : "1 + 3u");
        std::fflush(stdout);
        if (size == 1) return;
    }
}

} // namespace
} // namespace unseen

int main(int argc, char** argv)
{
    const auto repetitions = argc > 1 ? static_cast<std::size_t>(std::atoll(argv[1])) : 500;
    for (const std::size_t rows : {200u, 1000u}) unseen::simulate(rows, 1, repetitions);
    unseen::simulate(20, 10, repetitions);
    unseen::simulate(50, 10, repetitions);
    unseen::simulate(50, 40, repetitions);
    unseen::simulate(200, 5, repetitions);
    return 0;
}
