#include "curve/thin.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unseen {

namespace {

constexpr std::size_t sought =
    8; ///< the search looks this many times as far ahead as the best point found so far
constexpr std::size_t least_sought = 1000;

/// The range of slopes from the last kept point whose lines pass all later points within the tolerance.
struct Cone {
    double lowest = -std::numeric_limits<double>::infinity();
    double highest = std::numeric_limits<double>::infinity();
};

} // namespace

std::vector<std::size_t> thinned(const DrawnLine& line, double tolerance, double area_tolerance)
{
    const std::size_t n = line.points;
    std::vector<std::size_t> kept;
    if (n == 0) return kept;
    const auto read = [&](std::size_t i, DrawnPoint& point) { line.read(i, point); };
    DrawnPoint from{.columns = std::vector<double>(line.columns),
                    .areas = std::vector<double>(line.areas.size())};
    DrawnPoint to = from;
    read(0, from);
    read(n - 1, to);
    const double start = from.along;
    const double length = to.along - start;
    std::vector<double> moved(line.areas.size(), 0.0); // change of each area up to the last kept point
    std::vector<Cone> cones(line.columns);
    const auto change = [&](std::size_t a) {
        const auto [x, y] = line.areas[a];
        return moved[a] + (to.columns[x] - from.columns[x]) * (to.columns[y] + from.columns[y]) / 2 -
               (to.areas[a] - from.areas[a]);
    };
    kept.push_back(0);
    while (kept.back() + 1 < n) {
        const std::size_t begin = kept.back();
        std::fill(cones.begin(), cones.end(), Cone());
        std::size_t best = begin + 1; // the next point, which is always allowed
        bool open = true;
        for (std::size_t i = begin + 1; open && i < n && i - begin <= sought * (best - begin) + least_sought;
             ++i) {
            read(i, to);
            const double step = to.along - from.along;
            bool good = true;
            for (std::size_t c = 0; c < cones.size(); ++c) {
                const double rise = to.columns[c] - from.columns[c];
                good = good && rise / step >= cones[c].lowest && rise / step <= cones[c].highest;
                cones[c].lowest = std::max(cones[c].lowest, (rise - tolerance) / step);
                cones[c].highest = std::min(cones[c].highest, (rise + tolerance) / step);
                open = open && cones[c].lowest <= cones[c].highest;
            }
            const double allowed = area_tolerance * (to.along - start) / length;
            for (std::size_t a = 0; good && a < line.areas.size(); ++a) good = std::abs(change(a)) <= allowed;
            if (good) best = i;
        }
        read(best, to);
        for (std::size_t a = 0; a < line.areas.size(); ++a) moved[a] = change(a);
        std::swap(from, to);
        kept.push_back(best);
    }
    return kept;
}

} // namespace unseen
