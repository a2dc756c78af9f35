// The confidence level of an interval. It is a type, so that no function has to check it again.
//
// Example:
//
//     const Level level(0.95);
//     assert(std::abs(tail(level) - 0.975) < 1e-15); // the quantile of the upper limit
//     assert(std::abs(level_of_each(level, 5).value() - 0.99) < 1e-15); // five that hold together
#pragma once

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <cmath>
#include <cstddef>

namespace unseen {

/// Confidence level strictly between 0 and 1, for example Level(0.95). Throws InputError otherwise, also for
/// NaN.
class Level {
public:
    explicit Level(double level) : level_(level)
    {
        require(level > 0.0 && level < 1.0, "level = " + (std::isnan(level) ? "NaN" : shortest(level)) +
                                                " must lie strictly between 0 and 1");
    }

    /// The level of a two-sided interval each limit of which holds by itself with probability `one_sided`,
    /// above 1/2. Rules that shorten both limits because only their errors together
    /// count then do not (end_share()).
    static Level of_each_side(double one_sided)
    {
        Level level(1.0 - 2.0 * (1.0 - one_sided));
        level.each_side_ = true;
        return level;
    }

    double value() const { return level_; }
    /// The d of beta limits, end_dirichlet and the like (METHODS I.36): 1/3 holds for both sides together, 0
    /// for each.
    double end_share() const { return each_side_ ? 0.0 : 1.0 / 3.0; }
    /// Probability outside a two-sided interval, 1 - level.
    double outside() const { return 1.0 - level_; }

    friend bool operator==(const Level&, const Level&) = default;

private:
    double level_;
    bool each_side_ = false;
};

/// 1 - outside / 2, the probability of the upper quantile of a two-sided interval that leaves probability
/// `outside` uncovered, half of it above.
constexpr double tail(double outside) { return 1.0 - outside / 2; }
inline double tail(Level level) { return tail(level.outside()); }

/// The level that each of `intervals` (at least 1) needs, so that all hold with probability `together` or
/// more, however they depend on each other: 1 - outside / intervals (Bonferroni; METHODS E.11).
inline Level level_of_each(Level together, std::size_t intervals)
{
    return intervals > 1 ? Level(1.0 - together.outside() / static_cast<double>(intervals)) : together;
}

/// "95 %".
std::string percent(Level level);
/// The same of a confidence that is reached, rounded down: "99.9898 %".
std::string percent_known(Level level);

} // namespace unseen
