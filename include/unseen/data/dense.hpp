// The features of a dataset as a dense matrix of numbers, row by row, as most machine learning libraries take
// it.
//
// Example:
//
//     const Table table{.source = "example",
//                       .columns = {{"length", NumericColumn{{1.5, NumericColumn::missing}}},
//                                   {"colour", CodedColumn{Labels({"red", "blue"}), {1, -1}}},
//                                   {"y", CodedColumn{Labels({"a", "b"}), {0, 1}}}},
//                       .declared_types = true,
//                       .notes = {}};
//     const auto data = Dataset::make(table);
//     const auto all = one_hot_features(data);
//     assert(all.names == (std::vector<std::string>{"length", "colour=red", "colour=blue"}));
//     assert(all.row(0)[0] == 1.5 && all.row(0)[1] == 0.0 && all.row(0)[2] == 1.0);
//     assert(std::isnan(all.row(1)[0]) && all.row(1)[2] == 0.0); // a missing category is in no column
//     assert(numeric_features(data).names == std::vector<std::string>{"length"});
#pragma once

#include "unseen/data/dataset.hpp"

#include <span>
#include <string>
#include <vector>

namespace unseen {

/// All rows of a dataset, one after the other: row r begins at values[r * columns()]. A missing number is
/// NaN.
struct DenseFeatures {
    std::vector<std::string> names; ///< of the columns
    std::vector<double> values;

    std::size_t columns() const { return names.size(); }
    std::span<const double> row(Row r) const
    {
        return std::span(values).subspan(std::size_t{r} * columns(), columns());
    }
};

/// The numeric features in their order; the others are left out. O(rows x columns) time and memory.
DenseFeatures numeric_features(const Dataset& data);

/// All features in their order: numbers as they are, and a column NAME=LABEL of ones and zeros for each label
/// of a category. A missing category, and one that only appended tables have, is zero in all of them. O(rows
/// x columns) time and memory.
DenseFeatures one_hot_features(const Dataset& data);

} // namespace unseen
