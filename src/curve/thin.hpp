// Private: points of a drawn line that can be left out.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace unseen {

/// A point of a drawn line.
struct DrawnPoint {
    double along = 0.0;            ///< where it lies on the line, strictly ascending
    std::vector<double> columns{}; ///< its coordinates, finite
    std::vector<double> areas{};   ///< under the line from its first point to this one
};

/// A drawn line, whose points are made when they are asked for, some of them twice. `areas` names the pairs (x, y) of columns whose area under the line
/// between points counts; a line of some points of a finer one may have the areas of that.
struct DrawnLine {
    struct Area {
        std::size_t x;
        std::size_t y;
    };
    std::size_t points = 0;
    std::size_t columns = 0;
    std::vector<Area> areas{};
    std::function<void(std::size_t i, DrawnPoint& point)> read{}; ///< into a point that has room for columns and areas
};

/// Indices of the points to keep, ascending, the first and the last among them. Each coordinate of a point that is left out lies within
/// `tolerance` of the straight line, along `along`, between the kept points around it; no area changes by more than `area_tolerance`, in all and
/// in proportion on every beginning of the line. Greedy: from each kept point as far as is found, and sought is up to eight times as far as has been found already, and 1000 points at
/// least. O((points + 1000 kept) x columns); memory of the kept points.
std::vector<std::size_t> thinned(const DrawnLine& line, double tolerance, double area_tolerance);

} // namespace unseen
