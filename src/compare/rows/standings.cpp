#include "unseen/compare/standings.hpp"

#include "base/parallel.hpp"
#include "interval/end_dirichlet.hpp"

#include "unseen/stats/binomial.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <unordered_map>

namespace unseen::compare {

namespace {

std::vector<double> sums_of(std::span<const std::vector<double>> values)
{
    std::vector<double> sums;
    for (const auto& of_model : values) {
        ExactSum sum;
        sum.add(of_model);
        sums.push_back(sum.value());
    }
    return sums;
}

/// p[i * models + j]: one-sided p-value for "i is better than j".
using PValues = std::vector<double>;

/// The values as bits of 64 units each.
std::vector<std::uint64_t> bits_of(const std::vector<double>& values)
{
    std::vector<std::uint64_t> bits((values.size() + 63) / 64, 0);
    for (std::size_t u = 0; u < values.size(); ++u)
        if (values[u] > 0.5) bits[u / 64] |= std::uint64_t{1} << (u % 64);
    return bits;
}

PValues by_mcnemar(std::span<const std::vector<double>> values)
{
    const auto k = values.size();
    std::vector<std::vector<std::uint64_t>> bits;
    for (const auto& of_model : values) bits.push_back(bits_of(of_model));
    PValues p(k * k, 1.0);
    std::unordered_map<std::uint64_t, double> tails; // of the binomial law, by both counts
    for (std::size_t i = 0; i < k; ++i)
        for (std::size_t j = 0; j < k; ++j) {
            if (i == j) continue;
            std::uint64_t own = 0;
            std::uint64_t other = 0;
            for (std::size_t w = 0; w < bits[i].size(); ++w) {
                own += static_cast<std::uint64_t>(std::popcount(bits[i][w] & ~bits[j][w]));
                other += static_cast<std::uint64_t>(std::popcount(bits[j][w] & ~bits[i][w]));
            }
            const auto [at, fresh] = tails.emplace((own << 32) + other, 1.0);
            if (fresh)
                at->second =
                    own + other == 0 ? 1.0 : std::exp(binomial_log_upper_tail(own, own + other, 0.5));
            p[i * k + j] = at->second;
        }
    return p;
}

RangedValues differences_of(std::span<const std::vector<double>> values, std::size_t i, std::size_t j,
                            double range)
{
    RangedValues differences{{}, {}, -range, range};
    for (std::size_t u = 0; u < values[i].size(); ++u)
        differences.sums.push_back(values[i][u] - values[j][u]);
    return differences;
}

/// Gaffke's p-values by an approximation, exact where a decision is near.
PValues by_gaffke(std::span<const std::vector<double>> values, std::span<const double> sums, double range,
                  Level level, std::size_t threads)
{
    const auto k = values.size();
    const auto pairs = static_cast<double>(k * (k - 1));
    const double alone = level.outside() / static_cast<double>(k - 1);
    PValues p(k * k, 1.0);
    parallel_for(k, threads, [&](SharedNumbers numbers) {
        for (const auto i : numbers)
            for (std::size_t j = 0; j < k; ++j) {
                if (!(sums[i] > sums[j])) continue; // p is at least about a half
                const auto differences = differences_of(values, i, j, range);
                double& own = p[i * k + j];
                own = probability_below(differences, 0.0, Digits::few);
                const auto near_to = [&](double least, double most) {
                    return own > 0.5 * least && own < 2.0 * most;
                };
                if (near_to(level.outside() / pairs, 2.0 * level.outside() / pairs) || near_to(alone, alone))
                    own = probability_below(differences, 0.0);
            }
    });
    return p;
}

/// Sets the ranks by Holm's method over all ordered pairs. Returns which of a pair is shown to be better.
std::vector<bool> set_ranks(std::vector<Standing>& standings, const PValues& p, Level level)
{
    const auto k = standings.size();
    std::vector<std::uint32_t> order;
    for (std::uint32_t at = 0; at < p.size(); ++at)
        if (p[at] <= level.outside()) order.push_back(at);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t at) { return p[at]; });
    std::vector<bool> better(p.size(), false);
    for (std::size_t t = 0; t < order.size(); ++t) {
        if (p[order[t]] > level.outside() / static_cast<double>(k * (k - 1) - t)) break;
        better[order[t]] = true;
    }
    for (std::size_t i = 0; i < k; ++i) {
        standings[i].last = k;
        for (std::size_t j = 0; j < k; ++j) {
            if (better[j * k + i]) ++standings[i].first;
            if (better[i * k + j]) --standings[i].last;
        }
    }
    return better;
}

/// `exact`: the p-value for "i is better than b" to all digits.
template <class Exact>
void set_candidates(std::vector<Standing>& standings, const PValues& p, Level level, const Exact& exact)
{
    const auto k = standings.size();
    for (std::size_t b = 0; b < k; ++b) {
        std::size_t best = b;
        for (std::size_t i = 0; i < k; ++i)
            if (i != b && (best == b || p[i * k + b] < p[best * k + b])) best = i;
        const double least = exact(best, b);
        standings[b].p_value = std::min(1.0, least * static_cast<double>(k - 1));
        standings[b].may_be_best = standings[b].p_value > level.outside();
    }
}

/// A group ends where each model so far, in the order of the means, is shown to be better than each later
/// one.
void set_groups(std::vector<Standing>& standings, const std::vector<bool>& better,
                std::span<const std::size_t> order)
{
    const auto k = standings.size();
    std::uint64_t group = 1;
    for (std::size_t m = 0; m < k; ++m) {
        standings[order[m]].group = group;
        bool cut = m + 1 < k;
        for (std::size_t above = 0; above <= m && cut; ++above)
            for (std::size_t below = m + 1; below < k && cut; ++below)
                cut = better[order[above] * k + order[below]];
        if (cut) ++group;
    }
}

} // namespace

std::size_t Standings::candidates() const
{
    return static_cast<std::size_t>(std::ranges::count(models, true, &Standing::may_be_best));
}

std::vector<Standing> standings_of(std::span<const std::vector<double>> values, PairLaw law, double range,
                                   Level level, std::size_t threads)
{
    const auto k = values.size();
    std::vector<Standing> standings(k);
    const auto sums = sums_of(values);
    const auto p =
        law == PairLaw::right_or_wrong ? by_mcnemar(values) : by_gaffke(values, sums, range, level, threads);
    const auto better = set_ranks(standings, p, level);
    set_candidates(standings, p, level, [&](std::size_t i, std::size_t j) {
        return law == PairLaw::right_or_wrong ? p[i * k + j]
                                              : probability_below(differences_of(values, i, j, range), 0.0);
    });
    std::vector<std::size_t> order(k);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return sums[a] > sums[b]; });
    for (std::size_t m = 0; m < k; ++m)
        standings[order[m]].rank =
            m > 0 && sums[order[m]] == sums[order[m - 1]] ? standings[order[m - 1]].rank : m + 1;
    set_groups(standings, better, order);
    return standings;
}

} // namespace unseen::compare
