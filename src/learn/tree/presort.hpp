// What all fits on a data set share: each numeric feature sorted once.
#pragma once

#include "unseen/data/dataset.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen::tree {

/// A cell of a sorted feature: the dense rank of its value, its row, and (for two classes) whether the row is of class 1, so that
/// the inner loop reads nothing else.
struct Entry {
    static constexpr std::uint32_t missing = 0xffffffff;

    std::uint32_t rank = 0; ///< missing cells have the largest rank, and stand last
    std::uint32_t tag = 0;  ///< row * 2 + (1 for class 1 of two classes)

    std::uint32_t row() const { return tag >> 1; }
    std::int64_t is_one() const { return tag & 1; }
};

/// A feature over the labelled rows. Numeric ones have `values` and `order`; categorical ones have `codes`, and are counted instead.
struct Feature {
    std::vector<double> values;          ///< the distinct values, ascending: values[rank]
    std::vector<Entry> order;            ///< ascending by value, then by row; missing cells last
    std::span<const std::int32_t> codes; ///< a view into the Dataset; -1 where missing
    std::uint32_t labels = 0;            ///< number of categories, present or not

    bool numeric() const { return labels == 0; }
};

/// Immutable after presort(); memory 8 bytes a labelled row and numeric feature. Views stay valid while the Dataset lives.
struct Presorted {
    std::vector<Feature> features;
    Row rows = 0;
    std::uint32_t classes = 0; ///< 0 for numbers
    std::span<const std::int32_t> class_codes;
    std::span<const double> responses;
    std::vector<double> centred; ///< responses minus `centre`
    double centre = 0.0;         ///< the response nearest to the mean: whole numbers stay whole, and sums of squares stay small
    bool any_categorical = false;
};

/// O(features * rows * log rows).
Presorted presort(const Dataset& data);

} // namespace unseen::tree
