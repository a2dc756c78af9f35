#include "unseen/bound/order_statistics.hpp"

#include "bound/sides.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace unseen::bound {

using namespace detail;

namespace {

std::vector<double> sorted(std::span<const double> values)
{
    require(!values.empty(), "order-statistics: no values; expected at least one");
    for (std::size_t i = 0; i < values.size(); ++i)
        require(std::isfinite(values[i]),
                "order-statistics: value " + std::to_string(i + 1) + " is not a finite number");
    std::vector<double> copy(values.begin(), values.end());
    std::sort(copy.begin(), copy.end());
    return copy;
}

Bound blank(std::span<const double> ordered)
{
    Bound bound{.estimand = Estimand::split, .guarantee = Guarantee::exact};
    const std::size_t n = ordered.size();
    bound.value = n % 2 == 1 ? ordered[n / 2] : 0.5 * ordered[n / 2 - 1] + 0.5 * ordered[n / 2];
    bound.assumptions = {"The further split is drawn from the same data, independently and in the same way "
                         "as the given splits."};
    return bound;
}

/// The largest whole number t <= x. An x within 1e-12 of a whole number counts as that number.
std::size_t whole(double x) { return static_cast<std::size_t>(std::floor(x + 1e-12 * std::max(1.0, x))); }

} // namespace

Bound order_statistics(std::span<const double> values, std::size_t rank)
{
    const auto ordered = sorted(values);
    const std::size_t n = ordered.size();
    require(rank >= 1 && rank <= n, "order-statistics: rank = " + std::to_string(rank) +
                                        " must lie between 1 and the number of values, " + std::to_string(n));
    Bound bound = blank(ordered);
    bound.form = "rank";
    const auto possible = static_cast<double>(n + 1);
    const auto t = static_cast<double>(rank);
    bound.delta = Delta(t / possible);
    bound.lower = ordered[rank - 1];
    bound.upper = ordered[n - rank];
    bound.complement = 1.0 - ordered[n - rank];
    bound.two_sided_delta = std::min(2.0 * t / possible, 1.0);
    if (2 * rank <= n + 1)
        bound.two_sided = {ordered[rank - 1], ordered[n - rank]};
    else
        bound.two_sided = {Value::none(reasons::rank_too_large), Value::none(reasons::rank_too_large)};
    return bound;
}

Bound order_statistics(std::span<const double> values, Delta delta)
{
    const auto ordered = sorted(values);
    const std::size_t n = ordered.size();
    Bound bound = blank(ordered);
    bound.form = "delta";
    bound.delta = delta;
    const auto possible = static_cast<double>(n + 1);
    const std::size_t one = std::min(whole(delta.value() * possible), n);
    const std::size_t two = whole(delta.value() * possible / 2.0);
    const Value none = Value::none(reasons::too_few_splits);
    bound.lower = one >= 1 ? Value(ordered[one - 1]) : none;
    bound.upper = one >= 1 ? Value(ordered[n - one]) : none;
    bound.complement = one >= 1 ? Value(1.0 - ordered[n - one]) : none;
    bound.two_sided = {two >= 1 ? Value(ordered[two - 1]) : none, two >= 1 ? Value(ordered[n - two]) : none};
    bound.two_sided_delta = delta.value();
    return bound;
}

} // namespace unseen::bound
