// Private: features as the columns of a matrix, for learners that take means and products of them.
#pragma once

#include "unseen/data/dataset.hpp"

#include <Eigen/Core>

#include <string>
#include <vector>

namespace unseen::linear {

using Index = Eigen::Index;

/// How a row becomes numbers. A numeric feature is one column; a category that some labelled row has is a
/// column of 0 and 1. Every column is shifted and scaled to mean 0 and standard deviation 1 over all labelled
/// rows. That keeps digits, and changes no prediction, because the fitted model is transformed back.
class Design {
public:
    /// Throws InputError if a feature of `learner` has a missing cell.
    Design(const Dataset& data, std::string learner);

    Index columns() const { return static_cast<Index>(columns_.size()); }
    /// The feature, or `feature=category`.
    const std::string& name(Index column) const { return columns_[static_cast<std::size_t>(column)].name; }
    double centre(Index column) const { return columns_[static_cast<std::size_t>(column)].centre; }
    /// The standard deviation over all labelled rows; 1 for a constant column.
    double scale(Index column) const { return columns_[static_cast<std::size_t>(column)].scale; }
    bool constant(Index column) const { return columns_[static_cast<std::size_t>(column)].constant; }

    /// The columns of one categorical feature: begin, begin + 1 ... end - 1.
    struct Block {
        std::size_t feature = 0;
        Index begin = 0;
        Index end = 0;
        std::vector<Index> of_code{}; ///< the column of each code, -1 for a category that no labelled row has
    };
    const std::vector<Block>& blocks() const { return blocks_; }

    /// Rows of a dataset.
    struct Rows {
        Eigen::MatrixXd x; ///< the columns, a row in each column of this matrix
        Eigen::MatrixXi
            known; ///< for each block the column that is 1; -1 for a category that no labelled row has
    };
    /// Rows of a dataset with the same features. Throws InputError for another number or type of features,
    /// and for a missing cell.
    Rows rows(const Dataset& data, std::span<const Row> rows) const;

private:
    struct DesignColumn {
        std::string name;
        std::size_t feature = 0;
        double centre = 0.0;
        double scale = 1.0;
        bool constant = false;
    };
    std::string learner_;
    std::size_t features_ = 0;
    std::vector<DesignColumn> columns_;
    std::vector<Block> blocks_;
};

} // namespace unseen::linear
