#include "interval/betting.hpp"

#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unseen {

namespace {

constexpr std::size_t orders_drawn = 10;
constexpr double largest_share = 0.75; ///< of the fortune that a bet may lose
constexpr int bisections = 60;

/// The bets on the values of one order, each from the values before it: sqrt(2 ln(1 / outside) / (n s2)), s2
/// their variance with a half as a value more.
std::vector<double> bets_on(std::span<const double> values, double outside)
{
    std::vector<double> bets;
    bets.reserve(values.size());
    double sum = 0.5;
    double squares = 0.25;
    double seen = 1.0;
    for (const double x : values) {
        bets.push_back(
            std::sqrt(2.0 * std::log(1.0 / outside) / (static_cast<double>(values.size()) * squares / seen)));
        sum += x;
        seen += 1.0;
        squares += (x - sum / seen) * (x - sum / seen);
    }
    return bets;
}

/// ln of the fortune after bets against the mean m > 0.
double log_fortune(std::span<const double> values, std::span<const double> bets, double m)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i)
        sum += std::log1p(std::min(bets[i], largest_share / m) * (values[i] - m));
    return sum;
}

} // namespace

double betting_lower(std::span<const std::vector<double>> orders, double outside)
{
    std::vector<std::vector<double>> bets;
    for (const auto& values : orders) bets.push_back(bets_on(values, outside));
    std::vector<double> fortunes(orders.size());
    const auto wins = [&](double m) {
        for (std::size_t k = 0; k < orders.size(); ++k) fortunes[k] = log_fortune(orders[k], bets[k], m);
        const double most = *std::ranges::max_element(fortunes);
        double sum = 0.0;
        for (const double f : fortunes) sum += std::exp(f - most);
        return most + std::log(sum / static_cast<double>(orders.size())) >= -std::log(outside);
    };
    ExactSum sum;
    sum.add(orders.front());
    double low = 0.0;
    double high = sum.value() / static_cast<double>(orders.front().size()); // there the bets win nothing
    if (!wins(std::numeric_limits<double>::min())) return 0.0;
    for (int i = 0; i < bisections; ++i) { // the fortune falls in m
        const double middle = 0.5 * (low + high);
        (wins(middle) ? low : high) = middle;
    }
    return low;
}

Limits betting_limits(const RangedValues& values, double outside, std::uint64_t seed)
{
    const double width = values.high - values.low;
    std::vector<double> scaled;
    for (const double x : values.sums) scaled.push_back((x - values.low) / width);
    std::ranges::sort(scaled); // so that the order of the rows does not matter
    std::vector<std::vector<double>> orders(orders_drawn, scaled);
    for (std::size_t k = 0; k < orders.size(); ++k)
        Stream(seed, Purpose::interval, 3, k).shuffle(std::span(orders[k]));
    const double lower = betting_lower(orders, outside / 2.0);
    for (auto& order : orders)
        for (double& x : order) x = 1.0 - x;
    const double upper = 1.0 - betting_lower(orders, outside / 2.0);
    return {values.low + width * lower, values.low + width * upper};
}

} // namespace unseen
