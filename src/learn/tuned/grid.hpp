// Private: specs with ranges and lists in place of values, and the grid of plain specs that they stand for.
#pragma once

#include "unseen/learn/learner.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace unseen {

/// A key with several values.
struct GridAxis {
    std::vector<std::size_t> path; ///< the base, and its base ..., that has the key; empty: the learner
                                   ///< itself
    std::string key;
    std::string written; ///< the ranges and lists, as they were given
    std::vector<std::string> values;
};

/// The values of `1..9`, `0.1..0.9:0.2`, `2^-5..2^5:x4` and lists of these and of plain values between `|`,
/// in the order written. Without a step, powers of one number increase by that factor, and others by 1; a
/// range may go down. Throws InputError, which begins with `where`, for an empty value, an invalid range, and
/// more than 100,000 values.
std::vector<std::string> grid_values(const std::string& written, const std::string& where);

/// A learner's spec whose numbers, choices and flags may be ranges and lists.
class Grid {
public:
    /// Throws InputError for an unknown learner and as grid_values() does.
    explicit Grid(Spec spec);

    /// The number of points; 2^53 if it is larger. At least 1.
    std::uint64_t size() const;
    /// Point `index` < size(): the last key varies fastest.
    Spec point(std::uint64_t index) const;
    /// The keys with several values, and their values at a point.
    std::vector<std::string> keys() const;
    std::vector<std::string> values(std::uint64_t index) const;
    /// The values that distinguish the point: `k=7,weights=distance`; empty without ranges and lists.
    std::string text(std::uint64_t index) const;
    /// The spec with every default that all these resolved points share, and with the ranges and lists as
    /// given.
    Spec canonical(const std::vector<Spec>& points) const;

private:
    /// The position of the value on each axis.
    std::vector<std::size_t> at(std::uint64_t index) const;

    Spec spec_;
    std::vector<GridAxis> axes_;
};

} // namespace unseen
