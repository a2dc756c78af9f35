// Private: features of rows in a layout for distances, and the search for nearest rows.
#pragma once

#include "unseen/data/dataset.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace unseen::knn {

/// The features of one row, numeric ones first. A missing number is NaN, a missing code -1.
struct Point {
    std::vector<double> numbers;
    std::vector<std::int32_t> codes;
    bool missing = false; ///< at least one cell is missing

    /// The features of a row of `data`.
    static Point of(const Dataset& data, Row row);
};

/// Rows in blocks of eight, sorted by feature within a block, so that the processor sums eight distances at
/// once. Each distance is still a plain sum over the features in their order, whatever the other rows of its
/// block. Takes 8 bytes for each numeric cell and 4 for each coded one. Immutable.
class Points {
public:
    static constexpr std::size_t lanes = 8;
    using Squares = std::array<double, lanes>;

    /// The rows listed, in that order.
    Points(const Dataset& data, std::span<const Row> rows);

    std::size_t size() const { return size_; }
    Point point(std::size_t i) const;

    /// Squared distances between `from` and the rows 8 block .. 8 block + 7. Numeric differences are
    /// multiplied by `factors` (empty: by 1). A categorical difference is 0 or 1. With missing cells: the sum
    /// over the features known in both rows, times features / known features (Dixon 1979, IEEE Trans. Syst.
    /// Man Cybern. 9:617); infinite if no feature is known in both. Returns false, without distances, if all
    /// are known to be at least `limit`.
    bool squares(std::size_t block, const Point& from, std::span<const double> factors, double limit,
                 Squares& result) const;

private:
    bool squares_of_known(std::size_t block, const Point& from, std::span<const double> factors,
                          Squares& result) const;

    std::size_t size_ = 0;
    std::size_t numeric_ = 0;
    std::size_t coded_ = 0;
    bool missing_ = false;
    std::vector<double> numbers_;
    std::vector<std::int32_t> codes_;
};

/// All rows of a dataset, cell by cell within a row, for the distances of some pairs: the same as those of
/// Points, bit for bit. Takes the same memory. Immutable.
class Pairs {
public:
    explicit Pairs(const Dataset& data);

    bool missing() const { return missing_; } ///< some cell is missing
    std::size_t features() const { return numeric_ + coded_; }

    /// The squared distances between `from` and the rows `to`, as in Points::squares().
    void squares(Row from, std::span<const Row> to, std::span<const double> factors,
                 std::span<double> result) const;

private:
    template <std::size_t n>
    void some(Row from, const Row* to, const double* factors, double* result) const;
    double of_known(Row from, Row to, std::span<const double> factors) const;

    std::size_t numeric_ = 0;
    std::size_t coded_ = 0;
    bool missing_ = false;
    std::vector<double> numbers_;
    std::vector<std::int32_t> codes_;
};

/// How often each row is in a training multiset. O(rows listed) to make and to destroy, because the map is
/// reused.
class Multiplicity {
public:
    /// `map` has one element for each row, all 0. The destructor sets the elements in use to 0 again.
    Multiplicity(const RowSet& set, std::vector<std::uint32_t>& map);
    ~Multiplicity();
    Multiplicity(const Multiplicity&) = delete;
    Multiplicity& operator=(const Multiplicity&) = delete;

    std::uint32_t operator[](Row row) const { return set_.is_complement() ? 1 - map_[row] : map_[row]; }

private:
    const RowSet& set_;
    std::vector<std::uint32_t>& map_;
};

/// A row and its distance. Neighbours are ordered by distance, then by row number.
struct Neighbour {
    double square = 0.0; ///< squared distance
    Row row = 0;
    std::uint32_t count = 1; ///< multiplicity: the row is this many neighbours

    bool operator<(const Neighbour& other) const
    {
        return square < other.square || (square == other.square && row < other.row);
    }
};

/// Where to search: the first `size` of `points`. Point i is the row ids[i] (row i without ids). Its
/// multiplicity is counts[i], or that in `members`, or 1.
struct Candidates {
    const Points& points;
    std::size_t size;
    std::span<const Row> ids{};
    std::span<const std::uint32_t> counts{};
    const Multiplicity* members = nullptr;
};

/// The best number of points to search for at a time: a block of candidates is then read from memory once for
/// all of them.
inline constexpr std::size_t searched_together = 8;

/// The `wanted` nearest distinct candidates of each point in `from`, in order; all candidates if there are
/// fewer.
std::vector<std::vector<Neighbour>> nearest_rows(const Candidates& candidates, std::span<const Point> from,
                                                 std::span<const double> factors, std::size_t wanted);

} // namespace unseen::knn
