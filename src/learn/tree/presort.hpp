// What all fits on a data set share: each numeric feature sorted once.
#pragma once

#include "unseen/data/dataset.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen::tree {

/// A cell of a sorted feature: the dense rank of its value, its row, and the row's class, so that the inner loop reads nothing else.
struct Entry {
    static constexpr std::uint32_t missing = 0xffffffff;

    std::uint32_t rank = 0; ///< missing cells have the largest rank, and stand last
    std::uint32_t tag = 0;  ///< the row in the lowest Presorted::row_bits bits, its class in the bits above
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
    std::uint32_t classes = 0;   ///< 0 for numbers
    std::uint32_t row_bits = 32; ///< 31 for two classes, one less for each doubling of their number
    std::span<const std::int32_t> class_codes;
    std::span<const double> responses;
    std::vector<double> centred; ///< responses minus `centre`
    double centre = 0.0;         ///< the response nearest to the mean: whole numbers stay whole, and sums of squares stay small
    bool any_categorical = false;

    std::uint32_t row_mask() const { return 0xffffffffu >> (32 - row_bits); }
};

/// O(features * rows * log rows). Throws InputError if rows and classes together need more than 32 bits.
Presorted presort(const Dataset& data);

} // namespace unseen::tree
