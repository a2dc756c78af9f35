// Private: the figures of the repeats of a plan, from those of its splits.
#pragma once

#include "unseen/estimate/estimate.hpp"
#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/moments.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace unseen {

/// Joins the splits of a repeat, which come one after the other. If a split has no figure, its repeat has
/// none.
class RepeatFigures {
public:
    /// `share` is the weight of the split in its repeat.
    void add(std::uint64_t repeat, const Value& figure, double share)
    {
        if (repeat != repeat_) close();
        repeat_ = repeat;
        missing_ = missing_ || !figure;
        if (!figure) return;
        sum_.add_product(share, figure.number());
        shares_.add(share);
    }

    /// std::nullopt for fewer than two repeats with a figure.
    std::optional<RepeatSpread> spread() const
    {
        RepeatFigures all = *this;
        all.close();
        if (all.figures_.count() < 2) return std::nullopt;
        return RepeatSpread{.repeats = all.figures_.count(),
                            .standard_deviation = std::sqrt(all.figures_.variance()),
                            .least = all.least_,
                            .most = all.most_};
    }

private:
    void close()
    {
        if (const double shares = shares_.value(); shares > 0.0 && !missing_) {
            const double figure = sum_.value() / shares;
            least_ = figures_.count() == 0 ? figure : std::min(least_, figure);
            most_ = figures_.count() == 0 ? figure : std::max(most_, figure);
            figures_.add(figure);
        }
        sum_ = {};
        shares_ = {};
        missing_ = false;
    }

    std::uint64_t repeat_ = 0; ///< the repeat that is open
    bool missing_ = false;     ///< one of its splits has no figure
    ExactSum sum_;
    ExactSum shares_;
    Moments figures_;
    double least_ = 0.0;
    double most_ = 0.0;
};

} // namespace unseen
