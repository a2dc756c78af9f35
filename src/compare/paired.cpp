#include "unseen/compare/paired.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/stats/binomial.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/moments.hpp"

#include "compare/inference.hpp"

#include <cmath>
#include <limits>
#include <numeric>

namespace unseen::compare {

namespace {

using detail::as_probability;

constexpr double same = 1e-12; ///< sizes that agree to this relative precision are equal
constexpr double rounding = 4.0 * std::numeric_limits<double>::epsilon(); ///< of a difference, by its terms
constexpr std::size_t most_exact_pairs = 60;

double largest_size(std::span<const double> numbers)
{
    double largest = 0.0;
    for (const double x : numbers) largest = std::max(largest, std::abs(x));
    return largest;
}

/// A size that one in ten of the numbers exceeds, or less; 0 is not counted. A single large number does not
/// change it.
double large_size(std::span<const double> numbers)
{
    std::vector<double> sizes;
    for (const double x : numbers)
        if (x != 0.0) sizes.push_back(std::abs(x));
    if (sizes.empty()) return 0.0;
    const auto at = sizes.begin() + static_cast<std::ptrdiff_t>(9 * (sizes.size() - 1) / 10);
    std::ranges::nth_element(sizes, at);
    return *at;
}

/// Doubled midranks of the absolute differences, and the sum of t^3 - t over ties.
struct DoubledRanks {
    std::vector<std::size_t> ranks;
    double ties = 0.0;
};

DoubledRanks doubled_ranks(std::span<const double> differences)
{
    std::vector<std::size_t> order(differences.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto size = [&](std::size_t i) { return std::abs(differences[i]); };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t j) { return size(i) < size(j); });
    DoubledRanks result{std::vector<std::size_t>(order.size()), 0.0};
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin + 1;
        while (end < order.size() && size(order[end]) <= size(order[begin]) * (1.0 + same)) ++end;
        for (std::size_t i = begin; i < end; ++i)
            result.ranks[order[i]] = begin + 1 + end; // ranks begin+1 .. end
        const auto t = static_cast<double>(end - begin);
        result.ties += t * t * t - t;
        begin = end;
    }
    return result;
}

/// The null distribution of the sum of the doubled ranks of positive differences: all sign patterns are
/// equally probable.
std::vector<double> sign_sums(std::span<const std::size_t> ranks)
{
    std::vector<double> mass = {1.0};
    for (const std::size_t rank : ranks) {
        std::vector<double> next(mass.size() + rank, 0.0);
        for (std::size_t i = 0; i < mass.size(); ++i) {
            next[i] += 0.5 * mass[i];
            next[i + rank] += 0.5 * mass[i];
        }
        mass = std::move(next);
    }
    return mass;
}

} // namespace

std::vector<double> differences(const PairedScores& scores)
{
    require(scores.a.size() == scores.b.size(), "A has " + std::to_string(scores.a.size()) +
                                                    " scores, B has " + std::to_string(scores.b.size()) +
                                                    "; expected as many");
    require(!scores.a.empty(), "no scores; expected at least one pair");
    std::vector<double> d;
    for (std::size_t i = 0; i < scores.a.size(); ++i) {
        const double difference = scores.a[i] - scores.b[i]; // finite only if both are
        if (!std::isfinite(difference))
            throw InputError("score " + std::to_string(i + 1) +
                             " is not a finite number, or the difference is not");
        d.push_back(difference);
    }
    const double least = same * large_size(d);
    for (std::size_t i = 0; i < d.size(); ++i)
        if (std::abs(d[i]) <=
            std::max(least, rounding * std::max(std::abs(scores.a[i]), std::abs(scores.b[i]))))
            d[i] = 0.0; // the scores are equal but for rounding
    return d;
}

detail::Signs detail::signs_of(std::span<const double> differences, Direction direction)
{
    Signs signs;
    for (const double x : differences)
        ++(x == 0.0                                                  ? signs.ties
           : (x > 0.0) == (direction == Direction::higher_is_better) ? signs.wins
                                                                     : signs.losses);
    return signs;
}

Comparison sign_test(const PairedScores& scores)
{
    const auto d = differences(scores);
    Comparison result = detail::of_differences("sign", d);
    const auto [wins, ties, losses] = detail::signs_of(d, scores.direction);
    result.figures = {{"wins", static_cast<double>(wins)},
                      {"ties", static_cast<double>(ties)},
                      {"losses", static_cast<double>(losses)}};
    result.statistic = static_cast<double>(std::min(wins, losses));
    const std::uint64_t n = wins + losses;
    result.p_value =
        n == 0 ? 1.0 : as_probability(2.0 * std::exp(binomial_log_cdf(std::min(wins, losses), n, 0.5)));
    result.p_value_one_sided = n == 0 ? 1.0 : as_probability(std::exp(binomial_log_upper_tail(wins, n, 0.5)));
    return result;
}

Comparison wilcoxon(const PairedScores& scores) { return detail::Wilcoxon()(scores); }

const std::vector<double>& detail::Wilcoxon::law_of(std::span<const std::size_t> ranks, bool ties)
{
    if (ties) return with_ties_ = sign_sums(ranks);
    auto& law = without_ties_[ranks.size()]; // in any order: its sums of powers of 1/2 are exact
    if (law.empty()) law = sign_sums(ranks);
    return law;
}

Comparison detail::Wilcoxon::operator()(const PairedScores& scores)
{
    const auto all = differences(scores);
    Comparison result = of_differences("wilcoxon", all);
    std::vector<double> d;
    for (const double x : all)
        if (x != 0.0) d.push_back(x);
    const auto ranks = doubled_ranks(d);
    std::size_t positive = 0;
    std::size_t total = 0;
    for (std::size_t i = 0; i < d.size(); ++i) {
        total += ranks.ranks[i];
        if (d[i] > 0.0) positive += ranks.ranks[i];
    }
    const double plus = 0.5 * static_cast<double>(positive);
    const double minus = 0.5 * static_cast<double>(total - positive);
    result.statistic = std::min(plus, minus);
    result.figures = {{"w_plus", plus}, {"w_minus", minus}};
    double below = 1.0; // P(W+ <= w+)
    double above = 1.0; // P(W+ >= w+)
    if (d.size() > most_exact_pairs) {
        const auto n = static_cast<double>(d.size());
        const double sd = std::sqrt((n * (n + 1.0) * (2.0 * n + 1.0) - 0.5 * ranks.ties) / 24.0);
        const double z = (plus - 0.25 * n * (n + 1.0)) / sd;
        below = normal_tail(-z);
        above = normal_tail(z);
    } else if (!d.empty()) {
        const auto& mass = law_of(ranks.ranks, ranks.ties > 0.0);
        const auto at = mass.begin() + static_cast<std::ptrdiff_t>(positive);
        below = std::accumulate(mass.begin(), at + 1, 0.0);
        above = std::accumulate(at, mass.end(), 0.0);
    }
    result.p_value = as_probability(2.0 * std::min(below, above));
    result.p_value_one_sided =
        as_probability(scores.direction == Direction::higher_is_better ? above : below);
    return result;
}

Comparison paired_t(const PairedScores& scores, double overlap, Level level)
{
    return detail::paired_t_inference(scores, overlap, level).comparison;
}

detail::Inference detail::paired_t_inference(const PairedScores& scores, double overlap, Level level)
{
    require(overlap >= 0.0 && std::isfinite(overlap),
            "overlap = " + shortest(overlap) + " must be a finite number >= 0");
    const auto d = differences(scores);
    Comparison result = of_differences(overlap > 0.0 ? "corrected_t" : "paired_t", d);
    const auto n = static_cast<double>(d.size());
    if (d.size() < 2) {
        take_away(result, reasons::one_split);
        return {.comparison = std::move(result)};
    }
    Moments moments;
    moments.add(d);
    const double largest = largest_size(d);
    const double mean = result.difference.number();
    const double spread = std::sqrt(moments.variance());
    const bool higher = scores.direction == Direction::higher_is_better;
    if (!(spread > same * largest)) {
        take_away(result, reasons::zero_variance, largest == 0.0);
        result.df = {n - 1.0};
        result.warnings.push_back(zero_variance);
        return {.comparison = std::move(result)};
    }
    auto inference = from_error(std::move(result), mean, spread * std::sqrt(1.0 / n + overlap), n - 1.0,
                                higher, level.outside());
    add_procedure_interval(inference, level,
                           {overlap > 0.0
                                ? "The correlation of splits is test rows / all rows (Nadeau & Bengio 2003)."
                                : "The differences are independent of each other.",
                            "The differences are about normal."});
    return inference;
}

} // namespace unseen::compare
