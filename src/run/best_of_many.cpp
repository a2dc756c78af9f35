#include "run/best_of_many.hpp"

#include "unseen/base/number.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/moments.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

constexpr std::size_t fewest_learners = 3;
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

} // namespace

void warn_best_of_many(std::span<Estimate* const> figures, const Measure& measure, std::uint64_t seed)
{
    if (figures.size() < fewest_learners || measure.best ||
        std::ranges::any_of(figures, [](const Estimate* e) { return !e->value; }))
        return;
    const double sign = measure.direction == Direction::lower_is_better ? 1.0 : -1.0;
    std::vector<double> losses;
    for (const auto* e : figures) losses.push_back(sign * e->value.number());
    const auto best = static_cast<std::size_t>(std::ranges::min_element(losses) - losses.begin());
    auto contributions = by_splits(figures);
    const bool splits = !contributions.empty();
    if (!splits) contributions = by_intervals(figures, sign > 0.0);
    for (auto& of_figure : contributions)
        for (double& c : of_figure) c *= sign;
    std::string size = "by an unknown amount";
    if (!contributions.empty()) {
        const double optimism = -noise_of_least(losses, best, contributions, seed);
        if (!(optimism > 0.1 * standard_error(contributions[best]))) return;
        size = (splits ? "by about " : "by perhaps ") + two_digits(optimism) + " on average";
    }
    figures[best]->warnings.push_back(
        {warnings::best_of_many, "the best " + measure.name() + " of " + std::to_string(figures.size()) +
                                     " learners, and therefore optimistic " + size +
                                     (without_reason(figures[best]->simultaneous)
                                          ? "; the interval of all models allows for the choice"
                                          : "")});
}

} // namespace unseen
