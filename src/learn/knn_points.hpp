// Private: rows of features laid out for distances, and the search for the nearest of them.
#pragma once

#include "unseen/data/dataset.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace unseen::knn {

/// The features of one row, numbers first. Missing: NaN, and -1.
struct Point {
    std::vector<double> numbers;
    std::vector<std::int32_t> codes;
    bool missing = false; ///< some cell is missing

    /// The features of a row of any dataset with the same columns.
    static Point of(const Dataset& data, Row row);
};

/// Rows in blocks of eight, feature by feature within a block, so that eight distances are summed side by side: the processor
/// does them together, and yet each is a plain sum over the features in their order, the same whichever rows stand beside it.
/// Takes 8 bytes a numeric cell and 4 a coded one. Immutable.
class Points {
public:
    static constexpr std::size_t lanes = 8;
    using Squares = std::array<double, lanes>;

    /// The rows listed, in that order.
    Points(const Dataset& data, std::span<const Row> rows);

    std::size_t size() const { return size_; }
    Point point(std::size_t i) const;

    /// Squared distances between `from` and the rows 8 block .. 8 block + 7, the numeric differences multiplied by `factors` (empty: by 1).
    /// A categorical difference is 0 or 1. Over missing cells: the sum over the features known in both rows, times features /
    /// known features (Dixon 1979, IEEE Trans. Syst. Man Cybern. 9:617); infinite if none is known in both.
    /// False, and no distances, if all are surely at least `limit`.
    bool squares(std::size_t block, const Point& from, std::span<const double> factors, double limit, Squares& result) const;

private:
    bool squares_of_known(std::size_t block, const Point& from, std::span<const double> factors, Squares& result) const;

    std::size_t size_ = 0;
    std::size_t numeric_ = 0;
    std::size_t coded_ = 0;
    bool missing_ = false;
    std::vector<double> numbers_;
    std::vector<std::int32_t> codes_;
};

/// How often each row is in a training multiset, from a map that costs O(rows listed) to make and to clear.
class Multiplicity {
public:
    /// `map` has one element a row, all 0, and must be so again when this object ends; see the destructor.
    Multiplicity(const RowSet& set, std::vector<std::uint32_t>& map);
    ~Multiplicity();
    Multiplicity(const Multiplicity&) = delete;
    Multiplicity& operator=(const Multiplicity&) = delete;

    std::uint32_t operator[](Row row) const { return set_.is_complement() ? 1 - map_[row] : map_[row]; }

private:
    const RowSet& set_;
    std::vector<std::uint32_t>& map_;
};

/// A row at a distance. Neighbours are ordered by distance, then by row number.
struct Neighbour {
    double square = 0.0; ///< of the distance
    Row row = 0;
    std::uint32_t count = 1; ///< how many neighbours the row stands for

    bool operator<(const Neighbour& other) const { return square < other.square || (square == other.square && row < other.row); }
};

/// Where to search: the first `size` of `points`; point i is the row ids[i] (i itself without ids) and counts counts[i] times
/// (or as `members` says, or once).
struct Candidates {
    const Points& points;
    std::size_t size;
    std::span<const Row> ids{};
    std::span<const std::uint32_t> counts{};
    const Multiplicity* members = nullptr;
};

/// For each of `from` its `wanted` nearest distinct candidates in order (all, if there are fewer).
std::vector<std::vector<Neighbour>> nearest_rows(const Candidates& candidates, std::span<const Point> from,
                                                 std::span<const double> factors, std::size_t wanted);

} // namespace unseen::knn
