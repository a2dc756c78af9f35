// Private: the state that all fits on a dataset share: each numeric feature, sorted once.
#pragma once

#include "unseen/data/dataset.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen::tree {

/// A cell of a sorted feature: the dense rank of its value, its row and the class of the row. The inner loop
/// reads nothing else.
struct Entry {
    static constexpr std::uint32_t missing = 0xffffffff;

    std::uint32_t rank = 0; ///< missing cells have the largest rank and come last
    std::uint32_t tag = 0;  ///< the row in the lowest Presorted::row_bits bits, its class in the bits above
};

/// A feature over the labelled rows. A numeric feature has `values` and `order`; a categorical one has
/// `codes`.
struct Feature {
    std::vector<double> values; ///< the distinct values, ascending: values[rank]
    std::vector<Entry> order;   ///< ascending by value, then by row; missing cells last
    std::vector<std::uint32_t>
        ranks; ///< numeric: by row, if they were asked for; Entry::missing for missing cells
    std::span<const std::int32_t> codes; ///< a view into the Dataset; -1 where missing
    std::uint32_t labels = 0;            ///< number of categories, including those without rows

    bool numeric() const { return labels == 0; }
};

/// Immutable after presort(). Takes 8 bytes for each labelled row and numeric feature. Views are valid as
/// long as the Dataset exists.
struct Presorted {
    std::vector<Feature> features;
    Row rows = 0;
    std::uint32_t classes = 0;   ///< 0 for a numeric response
    std::uint32_t row_bits = 32; ///< 31 for two classes, one less for each doubling of the number of classes
    std::vector<std::uint32_t> tags; ///< by row: Entry::tag
    std::span<const std::int32_t> class_codes;
    std::span<const double> responses;
    std::span<const double> weights; ///< of the rows; empty: all count alike
    std::vector<double> centred;     ///< responses minus `centre`
    double centre = 0.0; ///< the response nearest to the mean, so that whole numbers stay whole and sums of
                         ///< squares stay small
    bool any_categorical = false;

    std::uint32_t row_mask() const { return 0xffffffffu >> (32 - row_bits); }
};

/// Further options of presort().
struct Presorting {
    bool ranks = false; ///< Feature::ranks too, for trees that sample features (Growing::sampled): 4 more
                        ///< bytes for each cell
    bool as_numbers = false; ///< without the response, for trees of numbers that the caller puts in its place
};

/// Sorts all features. O(features * rows * log rows). Throws InputError if row and class do not fit into 32
/// bits together.
Presorted presort(const Dataset& data, const Presorting& how = {});

} // namespace unseen::tree
