// Private: the features of a dataset as sparse rows, for learners that read them in this form whatever the
// form of the data.
#pragma once

#include "unseen/data/dataset.hpp"

#include <memory>

namespace unseen {

/// Sparse rows of a training dataset, and of others with the same columns.
class SparseFeatures {
public:
    SparseFeatures(Dataset data, std::shared_ptr<const SparseRows> rows)
        : data_(std::move(data)),
          rows_(std::move(rows))
    {
    }

    const SparseRows& rows() const { return *rows_; }
    /// All rows of a dataset, with these columns by name; missing columns are 0, and others are left out.
    /// O(1) for the training data.
    std::shared_ptr<const SparseRows> of(const Dataset& data) const;

private:
    Dataset data_;
    std::shared_ptr<const SparseRows> rows_;
};

/// The sparse rows of a dataset that keeps its features in this form; null for columns. They live as long as
/// a copy of the dataset.
std::shared_ptr<const SparseRows> sparse_rows_of(const Dataset& data);

} // namespace unseen
