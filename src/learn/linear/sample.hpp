// Private: means and products of training rows, and the triangular factor of their scatter that linear
// learners solve with.
//
// There are two ways. The first uses the sums of all labelled rows, minus those of the rows left out; it is
// fast, and a fold takes O(rows left out). The second is a QR decomposition of the rows, which loses no
// digits. The first is used if it keeps enough digits.
#pragma once

#include "learn/linear/design.hpp"

#include <optional>

namespace unseen::linear {

/// The summary of a training multiset. A design column that the fit cannot use is not in `used`.
struct Summary {
    std::vector<double> weight; ///< of each group: rows times multiplicity times weight
    Eigen::MatrixXd mean;       ///< (design columns and the response) x groups; 0 for an empty group
    std::vector<bool> present;  ///< of each design column of a category: some training row has it
    std::vector<Index> used; ///< the design columns that vary, without the first category of each feature if
                             ///< those add up to a constant
    std::vector<Eigen::MatrixXd> scatter; ///< lower triangle; of each group, or one for all around their
                                          ///< group's mean. Empty if made from rows
    std::vector<double> spread; ///< of each design column the root of its sum of squares around the mean;
                                ///< empty if made from sums

    double total() const;
    /// The mean of all groups.
    Eigen::VectorXd overall_mean() const;
};

/// `upper` is the R of R'R = scatter of the used columns (plus a penalty); `right` = R'^-1 X'y.
struct Factor {
    Eigen::MatrixXd upper;
    Eigen::VectorXd right;
};

/// Labelled rows in groups (the classes), possibly with a numeric response, which is one more column.
class Sample {
public:
    struct Options {
        std::string learner; ///< for messages
        bool by_classes =
            false; ///< a group is a class; false: all rows are one group, and the response is a column
        bool separate = false; ///< each group has its own scatter; false: one, around the means of the groups
        bool first_of_category =
            false; ///< true: all categories of a feature are used, false: all but the first that is present
    };
    Sample(const Dataset& data, const Design& design, const Design::Rows& rows, Options options);

    Summary by_sums(const RowSet& train) const;
    Summary by_rows(const RowSet& train) const;

    /// std::nullopt if digits are lost: a pivot is below 1e-4 of the variance over all rows, so an accuracy
    /// of 1e-9 is not certain. `penalty` has an element for each design column, or none; it is added to the
    /// diagonal.
    std::optional<Factor> factor(const Summary& summary, std::size_t part,
                                 std::span<const double> penalty) const;
    /// From the rows of `train`. Throws LearnerError if a column is a linear combination of earlier ones:
    /// less than 1e-7 of its spread remains (R's lm has the same tolerance).
    Factor factor(const RowSet& train, const Summary& summary, std::size_t part,
                  std::span<const double> penalty) const;

    /// True if no other row has the category of some row left out. Without weights.
    bool loses_a_category(std::span<const Row> left_out) const;

    std::size_t groups() const { return groups_; }
    double response_centre() const { return response_centre_; }
    double response_scale() const { return response_scale_; }
    /// The scaled response of a labelled row.
    double response(Row row) const { return z_(design_.columns(), static_cast<Index>(row)); }

private:
    std::size_t group(Row row) const
    {
        return options_.by_classes ? static_cast<std::size_t>(data_.class_codes()[row]) : 0;
    }
    std::size_t part(std::size_t group) const { return options_.separate ? group : 0; }
    double weight(Row row) const { return data_.weights().empty() ? 1.0 : data_.weights()[row]; }
    /// Training rows in their order, with their counts times weights. Rows with 0 are left out.
    using Counted = std::vector<std::pair<Row, double>>;
    Counted counted(const RowSet& train) const;
    /// The same. Throws LearnerError if there are none.
    Counted training(const RowSet& train) const;
    /// Sums over rows; each is centred on the mean of its group over all labelled rows.
    struct Sums {
        std::vector<double> weight; ///< of each group
        std::vector<double> rows;   ///< of each design column of a category, those that have it
        Eigen::MatrixXd sum;
        std::vector<Eigen::MatrixXd> scatter;
    };
    /// Adds the rows, or subtracts them if `sign` is -1.
    void add(Sums& sums, const Counted& rows, double sign) const;
    /// False if too little is left of a weight or a square to keep its digits; without weights factor()
    /// decides this.
    bool keeps_digits(const Sums& left) const;
    Summary chosen(const std::vector<double>& weight, const std::vector<double>& rows) const;
    Index height() const { return z_.rows(); }

    Dataset data_;
    const Design& design_;
    const Design::Rows& rows_;
    Options options_;
    std::size_t groups_ = 1;
    double response_centre_ = 0.0;
    double response_scale_ = 1.0;
    Eigen::MatrixXd z_; ///< (design columns and response) x labelled rows, each minus the mean of its group
    Eigen::MatrixXd centre_; ///< these means
    Sums totals_;
};

} // namespace unseen::linear
