// Private: many values in narrow groups.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace unseen {

/// Keeps, of values in a range, the number, mean and variance in groups of equal width. Sums are of whole
/// numbers, so that the order of the values has no effect.
class GroupedValues {
public:
    /// From this number of values on, groups save more than they cost. Sums of smooth functions of the values
    /// keep all terms up to the second order in the width of a group.
    static constexpr std::size_t many = std::size_t{1} << 17;

    /// O((most - least) / width) memory.
    GroupedValues(double least, double most, double width)
        : width_(width),
          first_(std::floor(least / width)),
          groups_(static_cast<std::size_t>(std::floor(most / width) - first_) + 1)
    {
    }

    /// `value` lies from `least` to `most`.
    void add(double value)
    {
        const double at = value / width_;
        const double group = std::floor(at);
        groups_[static_cast<std::size_t>(group - first_)].add(at - group);
    }

    /// Calls f(value, number) for two values of each group, which have its mean and variance, with half of
    /// its number each; for one value if all are equal.
    template <class F>
    void for_each(const F& f) const
    {
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            const auto& group = groups_[g];
            if (group.values == 0) continue;
            const auto n = static_cast<double>(group.values);
            const double mean = first_ + static_cast<double>(g) + group.mean();
            const double deviation = group.deviation();
            if (deviation == 0.0) {
                f(mean * width_, n);
                continue;
            }
            f((mean - deviation) * width_, n / 2.0);
            f((mean + deviation) * width_, n / 2.0);
        }
    }

private:
    /// Sums over the places of the values in a group, from 0 to 1.
    struct Group {
        std::uint64_t values = 0;
        std::uint64_t fine = 0;    ///< in units of 2^-30
        std::uint64_t coarse = 0;  ///< in units of 2^-16
        std::uint64_t squares = 0; ///< of the coarse ones

        void add(double place)
        {
            const auto at = static_cast<std::uint64_t>(place * 0x1p30);
            ++values;
            fine += at;
            coarse += at >> 14;
            squares += (at >> 14) * (at >> 14);
        }
        double mean() const { return static_cast<double>(fine) * 0x1p-30 / static_cast<double>(values); }
        double deviation() const
        {
            const auto n = static_cast<double>(values);
            const double centre = static_cast<double>(coarse) / n;
            return std::sqrt(std::max(0.0, static_cast<double>(squares) / n - centre * centre)) * 0x1p-16;
        }
    };

    double width_;
    double first_;
    std::vector<Group> groups_;
};

} // namespace unseen
