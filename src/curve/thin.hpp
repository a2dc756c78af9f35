// Private: points of a drawn line that can be left out.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace unseen {

/// Coordinates of the points, one list a column, all of one length and finite. `areas` names the pairs (x, y) of columns whose area under the
/// line between points counts.
struct DrawnLine {
    struct Area {
        std::size_t x;
        std::size_t y;
    };
    std::vector<double> along{};                ///< where a point lies on the line, strictly ascending
    std::vector<std::vector<double>> columns{}; ///< coordinates
    std::vector<Area> areas{};
};

/// Indices of the points to keep, ascending, the first and the last among them. Each coordinate of a point that is left out lies within
/// `tolerance` of the straight line, along `along`, between the kept points around it; no area changes by more than `area_tolerance`, in all and
/// in proportion on every beginning of the line. Greedy: from each kept point as far as possible. O(points x columns), as a rule.
std::vector<std::size_t> thinned(const DrawnLine& line, double tolerance, double area_tolerance);

} // namespace unseen
