// Exact tests of two independent proportions: Fisher's, its mid-p, and Boschloo's (METHODS E.1).
#include "compare/counts/independent_proportions.hpp"
#include "compare/inference.hpp"

#include "unseen/base/error.hpp"
#include "unseen/compare/counts.hpp"
#include "unseen/stats/binomial.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace unseen::compare {

namespace {

using detail::as_probability;
using detail::rate;

constexpr double same_mass = 1.0 + 1e-7; ///< tables are equally probable up to this factor, as in R

/// ln P(X = x) for the errors X of A given all k errors: Bin(x; n1, p) Bin(k-x; n2, p) / Bin(k; n1+n2, p),
/// the same for every p.
class Hypergeometric {
public:
    Hypergeometric(ErrorCount a, ErrorCount b)
        : n1_(a.rows),
          n2_(b.rows),
          k_(a.errors + b.errors),
          p_(static_cast<double>(k_) / static_cast<double>(n1_ + n2_)),
          log_all_(binomial_log_pmf(k_, n1_ + n2_, p_))
    {
    }

    std::uint64_t least() const { return k_ > n2_ ? k_ - n2_ : 0; }
    std::uint64_t most() const { return std::min(k_, n1_); }
    double log_pmf(std::uint64_t x) const
    {
        return binomial_log_pmf(x, n1_, p_) + binomial_log_pmf(k_ - x, n2_, p_) - log_all_;
    }
    /// P(X <= x). On its own side of the mode a tail is summed outwards, each term from the one before by its
    /// ratio, until they are negligible.
    double lower_tail(std::uint64_t x) const
    {
        return x <= mode() ? sum_down(x) : x < most() ? 1.0 - sum_up(x + 1) : 1.0;
    }
    /// P(X >= x)
    double upper_tail(std::uint64_t x) const
    {
        return x >= mode() ? sum_up(x) : x > least() ? 1.0 - sum_down(x - 1) : 1.0;
    }
    /// The mode.
    std::uint64_t mode() const
    {
        const auto d = [](std::uint64_t n) { return static_cast<double>(n); };
        auto x = static_cast<std::uint64_t>((d(n1_) + 1.0) * (d(k_) + 1.0) / (d(n1_) + d(n2_) + 2.0));
        return std::clamp(x, least(), most());
    }

private:
    double sum_down(std::uint64_t x) const
    {
        double term = 1.0;
        double sum = 1.0;
        for (std::uint64_t i = x; i > least() && term > 1e-18 * sum; --i) {
            const auto d = [](std::uint64_t n) { return static_cast<double>(n); };
            term *= d(i) / d(n1_ - i + 1) * (d(n2_ - k_ + i) / d(k_ - i + 1));
            sum += term;
        }
        return as_probability(sum * std::exp(log_pmf(x)));
    }
    double sum_up(std::uint64_t x) const
    {
        double term = 1.0;
        double sum = 1.0;
        for (std::uint64_t i = x; i < most() && term > 1e-18 * sum; ++i) {
            const auto d = [](std::uint64_t n) { return static_cast<double>(n); };
            term *= d(n1_ - i) / d(i + 1) * (d(k_ - i) / d(n2_ - k_ + i + 1));
            sum += term;
        }
        return as_probability(sum * std::exp(log_pmf(x)));
    }

    std::uint64_t n1_, n2_, k_;
    double p_;
    double log_all_;
};

/// sum over k of Bin(k; n, p) share_k: the mass far from the mode is negligible.
double mean_share(const std::vector<double>& shares, double p)
{
    const std::uint64_t n = shares.size() - 1;
    if (p <= 0.0) return shares.front();
    if (p >= 1.0) return shares.back();
    const auto mode = std::min(n, static_cast<std::uint64_t>(static_cast<double>(n + 1) * p));
    const double odds = p / (1.0 - p);
    const auto up = [&](std::uint64_t k) {
        return odds * static_cast<double>(n - k) / static_cast<double>(k + 1);
    };
    constexpr double negligible = 1e-17;
    const double top = std::exp(binomial_log_pmf(mode, n, p));
    double sum = top * shares[mode];
    double mass = top;
    for (auto k = mode; k < n && mass > negligible * top; ++k) sum += (mass *= up(k)) * shares[k + 1];
    mass = top;
    for (auto k = mode; k > 0 && mass > negligible * top; --k) sum += (mass /= up(k - 1)) * shares[k - 1];
    return sum;
}

/// The maximum over all rates p of mean_share(): a grid of sin^2(t), as fine as the binomial's spread, then
/// golden sections about the best three points.
double largest_mean_share(const std::vector<double>& shares)
{
    const auto at = [&](double t) { return mean_share(shares, std::sin(t) * std::sin(t)); };
    const auto steps = std::max<std::size_t>(
        1000, static_cast<std::size_t>(8.0 * std::sqrt(static_cast<double>(shares.size()))));
    const double step = std::numbers::pi / 2 / static_cast<double>(steps);
    std::vector<std::pair<double, double>> grid; // value, place
    for (std::size_t i = 0; i <= steps; ++i)
        grid.emplace_back(at(static_cast<double>(i) * step), static_cast<double>(i) * step);
    std::partial_sort(grid.begin(), grid.begin() + 3, grid.end(), std::greater<>());
    double largest = grid.front().first;
    for (const auto& [value, place] : std::span(grid).first(3)) {
        double low = place - step;
        double high = place + step;
        while (high - low > 1e-8) {
            const double section = (high - low) * (2.0 - std::numbers::phi);
            const double left = at(low + section);
            const double right = at(high - section);
            largest = std::max({largest, left, right});
            (left < right ? low : high) = left < right ? low + section : high - section;
        }
    }
    return as_probability(largest);
}

/// The p-value of Boschloo's test for "A is better". For each number of all errors, the share of tables whose
/// one-sided p-value of Fisher's test is at most the observed one. These are the tables with the fewest
/// errors of A; with one more error in total, their largest number of errors of A stays the same or grows.
double boschloo_one_sided(ErrorCount a, ErrorCount b)
{
    const double limit = fisher_exact(a, b).p_value_one_sided.number() * same_mass;
    std::vector<double> shares;
    std::uint64_t end = 0; // tables with fewer errors of A than this
    for (std::uint64_t all = 0; all <= a.rows + b.rows; ++all) {
        const Hypergeometric law({.errors = 0, .rows = a.rows}, {.errors = all, .rows = b.rows});
        end = std::max(end, law.least());
        double share = end > law.least() ? law.lower_tail(end - 1) : 0.0;
        for (double next = 0.0; end <= law.most() && (next = law.lower_tail(end)) <= limit; ++end)
            share = next;
        shares.push_back(share);
    }
    return largest_mean_share(shares);
}

} // namespace

Comparison boschloo(ErrorCount a, ErrorCount b)
{
    detail::require_counts(a, b);
    require(detail::few_enough_for_boschloo(a, b), "Boschloo's test takes at most 10^5 rows in all");
    Comparison result{.test = "boschloo", .a = "A", .b = "B"};
    result.difference = rate(a) - rate(b);
    const double better = boschloo_one_sided(a, b);
    result.p_value_one_sided = better;
    result.p_value = as_probability(2.0 * std::min(better, boschloo_one_sided(b, a)));
    return result;
}

Comparison fisher_exact(ErrorCount a, ErrorCount b)
{
    detail::require_counts(a, b);
    Comparison result{.test = "fisher_exact", .a = "A", .b = "B"};
    result.difference = rate(a) - rate(b);
    if (a.errors + b.errors == 0 || a.errors + b.errors == a.rows + b.rows) {
        result.p_value = result.p_value_one_sided = 1.0;
        return result;
    }
    const Hypergeometric law(a, b);
    const std::uint64_t x = a.errors;
    const double below = law.lower_tail(x);
    const double above = law.upper_tail(x);
    result.p_value_one_sided = below;
    // The tail on the other side of the mode begins at the first table that is at most as probable: the
    // distribution is unimodal.
    const double limit = law.log_pmf(x) + std::log1p(1e-7);
    const std::uint64_t mode = law.mode();
    if (law.log_pmf(mode) <= limit) {
        result.p_value = 1.0;
        return result;
    }
    if (x < mode) {
        std::uint64_t low = mode; // more probable than x
        std::uint64_t high = law.most() + 1;
        while (high - low > 1) {
            const auto middle = low + (high - low) / 2;
            (law.log_pmf(middle) > limit ? low : high) = middle;
        }
        result.p_value = as_probability(below + (high <= law.most() ? law.upper_tail(high) : 0.0));
    } else {
        std::uint64_t low = law.least(); // the first that is more probable than x lies from here
        std::uint64_t high = mode;       // to here
        while (low < high) {
            const auto middle = low + (high - low) / 2;
            if (law.log_pmf(middle) > limit)
                high = middle;
            else
                low = middle + 1;
        }
        result.p_value = as_probability(above + (low > law.least() ? law.lower_tail(low - 1) : 0.0));
    }
    return result;
}

} // namespace unseen::compare
