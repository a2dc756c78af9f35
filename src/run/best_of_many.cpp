#include "run/best_of_many.hpp"

#include "unseen/base/number.hpp"
#include "unseen/estimate/tested_rows.hpp"
#include "unseen/learn/tuning.hpp"
#include "unseen/run/bias_corrected.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/moments.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

constexpr std::size_t fewest_learners = 2;
constexpr std::size_t most_units = 100'000;

/// The optimism over what by_rows() says, least and most of 36 worlds (VALIDITY, The best of several
/// learners).
constexpr const char* simulated_range = ".5 to 4.6";
constexpr std::size_t most_draws = 1000;
constexpr std::size_t fewest_draws = 100;
constexpr std::size_t most_normals = 2'000'000;
constexpr std::uint64_t repetition = 6; ///< of purpose `interval`: METHODS H.1

/// The contributions of independent standard normal numbers to each figure: the noise of figure l is the sum
/// over j of weights[l][j] z_j.
using Contributions = std::vector<std::vector<double>>;

/// From the splits; empty unless each figure has all of them and they are correlated as the corrected t
/// assumes.
Contributions by_splits(std::span<Estimate* const> figures)
{
    Contributions all;
    const std::size_t splits = figures.front()->spread.per_split.size();
    for (const auto* e : figures) {
        if (!(e->pairing.test_train_ratio > 0.0) || e->spread.per_split.size() != splits || splits < 2)
            return {};
        std::vector<double> own;
        for (const auto& value : e->spread.per_split) {
            if (!value) return {};
            own.push_back(value.number());
        }
        const double mean = mean_of(own);
        const auto n = static_cast<double>(splits);
        const double factor = std::sqrt((1.0 / n + e->pairing.test_train_ratio) / (n - 1.0));
        for (double& x : own) x = (x - mean) * factor;
        all.push_back(std::move(own));
    }
    return all;
}

/// From the intervals, with their width towards the better end; empty unless each figure has one.
Contributions by_intervals(std::span<Estimate* const> figures, bool lower_is_better)
{
    Contributions all;
    for (std::size_t l = 0; l < figures.size(); ++l) {
        const auto& interval = figures[l]->interval;
        if (!interval) return {};
        auto& own = all.emplace_back(figures.size(), 0.0);
        const double value = figures[l]->value.number();
        const double side = lower_is_better ? value - interval->lower : interval->upper - value;
        own[l] = std::max(side, 0.0) / normal_quantile(tail(interval->level));
    }
    return all;
}

double standard_error(const std::vector<double>& contributions)
{
    double sum = 0.0;
    for (const double c : contributions) sum += c * c;
    return std::sqrt(sum);
}

std::string two_digits(double x)
{
    const double scale = std::pow(10.0, 1.0 - std::floor(std::log10(x)));
    return shortest(std::round(x * scale) / scale);
}

/// The mean noise of the least figure over the draws in which it stays the least, at most 0 on average. Draws
/// in which another figure is least are about that one.
double noise_of_least(std::span<const double> figures, std::size_t best, const Contributions& contributions,
                      std::uint64_t seed)
{
    const std::size_t normals = contributions.front().size();
    const std::size_t draws = std::clamp(most_normals / normals, fewest_draws, most_draws);
    std::vector<double> z(normals);
    ExactSum sum;
    std::size_t won = 0;
    for (std::size_t draw = 0; draw < draws; ++draw) {
        Stream stream(seed, Purpose::interval, repetition, draw);
        for (double& x : z) x = normal_quantile(stream.uniform() + 0x1p-54);
        const auto noise = [&](std::size_t l) {
            double sum_of_parts = 0.0;
            for (std::size_t j = 0; j < normals; ++j) sum_of_parts += contributions[l][j] * z[j];
            return sum_of_parts;
        };
        const double own = noise(best);
        bool least = true;
        for (std::size_t l = 0; l < figures.size() && least; ++l)
            least = l == best || figures[best] + own <= figures[l] + noise(l);
        if (!least) continue;
        sum.add(own);
        ++won;
    }
    return won > 0 ? sum.value() / static_cast<double>(won) : 0.0;
}

/// By how much, on average, the best figure is better than it will be on other rows, and its standard error.
struct Optimism {
    double size = 0.0;
    double standard_error = 0.0;
};

/// The losses of a figure's rows, or of its groups of rows.
struct UnitLosses {
    std::vector<double> sums{}; ///< by unit: the losses times their weights
    std::vector<double> weights{};
    std::vector<std::uint32_t> groups{}; ///< the group of each unit, if units are drawn in groups
};

/// Those of a cross-validation, or of independent rows of one test set. None if they are not known.
UnitLosses unit_losses(const Estimate& e, const Measure& measure)
{
    if (const auto* units = e.pairing.units.get(); units != nullptr && units->missing == nullptr)
        return {units->sums, units->weights};
    if (e.tested == nullptr || e.tested->design.time_ordered || e.tested->design.overlapping) return {};
    const auto view = view_of(e.tested->design, e.tested->model);
    UnitLosses losses{std::vector<double>(view.size()), std::vector<double>(view.size()),
                      e.tested->design.cluster};
    measure.row_mean()->values(view, losses.sums);
    for (std::size_t i = 0; i < view.size(); ++i) {
        losses.weights[i] = view.weight_of(i);
        losses.sums[i] *= losses.weights[i];
    }
    return losses;
}

/// By drawing rows: the bias-corrected figure of the choice less the best figure. Nothing unless each figure
/// is a mean of losses of the same rows.
std::optional<Optimism> by_rows(std::span<Estimate* const> figures, std::size_t best, const Measure& measure,
                                std::uint64_t seed, std::size_t threads)
{
    if (!measure.additive()) return std::nullopt;
    std::vector<UnitLosses> of;
    for (const auto* e : figures) {
        of.push_back(unit_losses(*e, measure));
        if (of.back().weights.empty() || of.back().weights.size() > most_units ||
            of.back().weights != of.front().weights)
            return std::nullopt;
    }
    const auto& weights = of.front().weights;
    const double figure = figures[best]->value.number();
    std::vector<double> losses;
    double total = 0.0;
    double squares = 0.0;
    for (std::size_t u = 0; u < weights.size(); ++u) {
        for (const auto& one : of) losses.push_back(one.sums[u]);
        const double deviation = of[best].sums[u] - weights[u] * figure;
        squares += deviation * deviation;
        total += weights[u];
    }
    const auto corrected = bias_corrected(
        {.candidates = figures.size(), .losses = losses, .groups = of.front().groups, .weights = weights},
        measure, {.samples = most_draws, .seed = seed, .threads = threads});
    if (!corrected) return std::nullopt;
    return Optimism{loss_of(measure, corrected->value) - loss_of(measure, figure),
                    std::sqrt(squares) / total};
}

/// By normal draws: from the splits' figures, or from the intervals. Nothing if there are none.
std::optional<Optimism> by_figures(std::span<Estimate* const> figures, std::span<const double> losses,
                                   std::size_t best, const Measure& measure, std::uint64_t seed)
{
    const bool lower_is_better = measure.direction == Direction::lower_is_better;
    auto contributions = by_splits(figures);
    if (contributions.empty()) contributions = by_intervals(figures, lower_is_better);
    if (contributions.empty()) return std::nullopt;
    if (!lower_is_better)
        for (auto& of_figure : contributions)
            for (double& c : of_figure) c = -c;
    return Optimism{-noise_of_least(losses, best, contributions, seed), standard_error(contributions[best])};
}

} // namespace

void warn_best_of_many(std::span<Estimate* const> figures, const Measure& measure, std::uint64_t seed,
                       std::size_t threads)
{
    if (figures.size() < fewest_learners || measure.best ||
        std::ranges::any_of(figures, [](const Estimate* e) { return !e->value; }))
        return;
    std::vector<double> losses;
    for (const auto* e : figures) losses.push_back(loss_of(measure, e->value.number()));
    const auto best = static_cast<std::size_t>(std::ranges::min_element(losses) - losses.begin());
    auto& chosen = *figures[best];
    const auto of_rows = by_rows(figures, best, measure, seed, threads);
    const auto optimism = of_rows ? of_rows : by_figures(figures, losses, best, measure, seed);
    if (optimism && !(optimism->size > 0.1 * optimism->standard_error)) return;
    if (of_rows)
        chosen.bias_corrected =
            chosen.value.number() +
            (measure.direction == Direction::lower_is_better ? of_rows->size : -of_rows->size);
    const std::string size = of_rows ? "by about " + two_digits(of_rows->size) +
                                           " on average (in simulations the truth was " + simulated_range +
                                           " times that)"
                             : optimism ? "by perhaps " + two_digits(optimism->size) + " on average"
                                        : "by an unknown amount";
    chosen.warnings.push_back(
        {warnings::best_of_many,
         "the best " + measure.name() + " of " + std::to_string(figures.size()) +
             " learners, and therefore optimistic " + size +
             (without_reason(chosen.simultaneous) ? "; the interval of all models allows for the choice"
                                                  : "")});
}

} // namespace unseen
