// Private: thins the points of a drawn line.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace unseen {

/// A point of a drawn line.
struct DrawnPoint {
    double along = 0.0;            ///< position on the line; strictly ascending
    std::vector<double> columns{}; ///< coordinates; finite
    std::vector<double> areas{};   ///< areas under the line from its first point to this one
};

/// A drawn line, whose points are computed on demand, some of them twice. `areas` names the pairs (x, y) of
/// columns whose area must be preserved. The areas may be those of a finer line, of which this line has some
/// points.
struct DrawnLine {
    struct Area {
        std::size_t x;
        std::size_t y;
    };
    std::size_t points = 0;
    std::size_t columns = 0;
    std::vector<Area> areas{};
    std::function<void(std::size_t i, DrawnPoint& point)>
        read{}; ///< writes point i into a point with room for columns and areas
};

/// The indices of the points to keep, ascending, with the first and the last. Each coordinate of a removed
/// point lies within `tolerance` of the straight line over `along` between its kept neighbours. No area
/// changes by more than `area_tolerance` in total, and in proportion on every initial part of the line. A
/// greedy search: from each kept point it takes the farthest next point that it finds, and looks ahead up to
/// eight times as far as the best point so far, at least 1000 points. O((points + 1000 kept) x columns) time;
/// memory of the kept points.
std::vector<std::size_t> thinned(const DrawnLine& line, double tolerance, double area_tolerance);

} // namespace unseen
