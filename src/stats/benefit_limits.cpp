#include "stats/benefit_limits.hpp"

#include "stats/beta_limits.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace unseen {

namespace {

double correlation(const WeightedShare& one, const WeightedShare& other)
{
    const double p = one.share;
    const double q = other.share;
    return one.cell && other.cell && p > 0.0 && q > 0.0 ? -std::sqrt(p * q / ((1.0 - p) * (1.0 - q))) : 0.0;
}

/// The distance of the sum's limit on one side; `sign` is -1 for the lower one.
double distance(std::span<const WeightedShare> shares, double sign)
{
    const auto reach = [sign](const WeightedShare& of) {
        const bool up = of.weight * sign > 0.0;
        return of.weight * (up ? of.limits.upper - of.share : of.share - of.limits.lower);
    };
    double square = 0.0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const double a = reach(shares[i]);
        square += a * a;
        for (std::size_t j = 0; j < i; ++j)
            if (const double r = correlation(shares[i], shares[j]); r != 0.0) // limits may be infinite
                square += 2.0 * r * a * reach(shares[j]);
    }
    return std::sqrt(std::max(square, 0.0));
}

} // namespace

Limits limits_of_sum(std::span<const WeightedShare> shares)
{
    double sum = 0.0;
    for (const auto& of : shares) sum += of.weight * of.share;
    return {sum - distance(shares, -1.0), sum + distance(shares, 1.0)};
}

WeightedShare share_of(double ones, double n, double weight, double d, double outside)
{
    return {.weight = weight, .share = ones / n, .limits = beta_limits(ones, n, d, outside)};
}

WeightedShare odds_of(double others, double n, double weight, double d, double outside)
{
    const auto of_both = beta_limits(others, others + n, d, outside);
    const auto odds = [](double x) { return x / (1.0 - x); };
    return {.weight = weight,
            .share = others / n,
            .limits = {odds(of_both.lower), odds(of_both.upper)},
            .cell = false};
}

BenefitLimits::BenefitLimits(double tp, double fp, double n, Level level)
    : tp_(tp),
      fp_(fp),
      found_(share_of(tp, n, 1.0, level.end_share(), level.outside())),
      alarmed_(share_of(fp, n, 1.0, level.end_share(), level.outside()))
{
}

Limits BenefitLimits::at(double odds) const
{
    std::array shares{found_, alarmed_};
    shares[1].weight = -odds;
    return limits_of_sum(shares);
}

} // namespace unseen
