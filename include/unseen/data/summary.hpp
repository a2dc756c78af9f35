// What is in a dataset: the values that occur and the cells that are missing.
//
// Example:
//
//     const DataSummary iris = summarise(Dataset::make(read_table("data/iris.csv")));
//     assert(iris.numeric == 4 && iris.missing_cells == 0);
//     assert(iris.class_counts == (std::vector<std::uint64_t>{50, 50, 50}));
#pragma once

#include "unseen/data/dataset.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace unseen {

/// One feature.
struct ColumnSummary {
    std::string name;
    bool numeric = true;
    std::uint64_t missing = 0; ///< number of missing cells
    std::uint64_t values = 0;  ///< number of distinct values that occur
};

/// All features, over all rows.
struct DataSummary {
    std::vector<ColumnSummary> features;
    std::uint64_t numeric = 0;               ///< number of numeric features
    std::uint64_t missing_cells = 0;         ///< over all features
    std::uint64_t rows_with_missing = 0;     ///< rows with at least one missing feature
    std::vector<std::uint64_t> class_counts; ///< labelled rows of each class; empty for a numeric response
};

/// Summarises the dataset in one pass over its cells.
DataSummary summarise(const Dataset& data);

} // namespace unseen
