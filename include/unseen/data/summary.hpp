// What is in a dataset: values that occur and values that are missing.
#pragma once

#include "unseen/data/dataset.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace unseen {

/// A feature.
struct ColumnSummary {
    std::string name;
    bool numeric = true;
    std::uint64_t missing = 0; ///< cells
    std::uint64_t values = 0;  ///< distinct ones that occur
};

/// All columns, over all rows.
struct DataSummary {
    std::vector<ColumnSummary> features;
    std::uint64_t numeric = 0;               ///< features
    std::uint64_t missing_cells = 0;         ///< of features
    std::uint64_t rows_with_missing = 0;     ///< in a feature
    std::vector<std::uint64_t> class_counts; ///< of labelled rows, class by class; empty for numbers
};

DataSummary summarise(const Dataset& data);

} // namespace unseen
