#include "compare/data_sets/rank_permutations.hpp"

#include "unseen/stats/random.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace unseen::compare::detail {

namespace {

using Sums = std::vector<std::uint32_t>;

constexpr std::size_t most_steps = 2'000'000;
constexpr std::uint64_t draws = 100'000;

std::uint64_t statistic(const Sums& sums)
{
    std::uint64_t squares = 0;
    for (const std::uint64_t sum : sums) squares += sum * sum;
    return squares;
}

void add(Sums& sums, const Sums& ranks)
{
    for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += ranks[j];
}

/// The distribution of the sorted rank sums; none if it takes too many steps.
std::optional<std::map<Sums, double>> law_of_sums(const std::vector<Sums>& ranks)
{
    std::map<Sums, double> law;
    Sums first = ranks.front(); // its order does not matter
    std::sort(first.begin(), first.end());
    law[first] = 1.0;
    std::size_t steps = 0;
    for (std::size_t i = 1; i < ranks.size(); ++i) {
        Sums order = ranks[i];
        std::sort(order.begin(), order.end());
        std::map<Sums, double> next;
        double orders = 0.0;
        do {
            steps += law.size();
            if (steps > most_steps) return std::nullopt;
            ++orders;
            for (const auto& [sums, mass] : law) {
                Sums sum = sums;
                add(sum, order);
                std::sort(sum.begin(), sum.end());
                next[std::move(sum)] += mass;
            }
        } while (std::next_permutation(order.begin(), order.end()));
        for (auto& [sums, mass] : next) mass /= orders;
        law = std::move(next);
    }
    return law;
}

} // namespace

RankPermutations permute_ranks(const std::vector<Sums>& ranks, std::uint64_t seed)
{
    Sums observed(ranks.front().size(), 0);
    for (const auto& one : ranks) add(observed, one);
    const auto least = statistic(observed);
    if (const auto law = law_of_sums(ranks)) {
        double p = 0.0;
        for (const auto& [sums, mass] : *law)
            if (statistic(sums) >= least) p += mass;
        return {std::min(p, 1.0)};
    }
    std::uint64_t count = 0;
    std::vector<Sums> shuffled = ranks;
    for (std::uint64_t draw = 0; draw < draws; ++draw) {
        Stream stream(seed, Purpose::permutation, draw);
        Sums sums(observed.size(), 0);
        for (auto& one : shuffled) {
            stream.shuffle(std::span(one));
            add(sums, one);
        }
        count += statistic(sums) >= least;
    }
    return {static_cast<double>(1 + count) / static_cast<double>(1 + draws), draws};
}

} // namespace unseen::compare::detail
