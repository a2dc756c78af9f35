// Rows that equal other rows of their table in every column: copies, unless so few values are possible that
// chance makes equal rows.
//
// Example:
//
//     const EqualRows iris = equal_rows(Dataset::make(read_table("data/iris.csv")));
//     assert(iris.rows == 150 && iris.repeated == 2 && !iris.more_than_chance());
#pragma once

#include "unseen/base/warning.hpp"
#include "unseen/data/dataset.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// The name of the group that holds equal rows together (Roles::group): rows that are equal in all features
/// and the target are in one group.
inline constexpr const char* group_of_duplicates = "@duplicates";

/// The equal rows of a table.
struct EqualRows {
    static constexpr std::uint32_t alone = ~std::uint32_t{0};

    std::uint64_t rows = 0;
    std::uint64_t repeated = 0; ///< the number of rows that equal another one
    /// sizes[k - 1] is the number of different rows that occur k times.
    std::vector<std::uint64_t> sizes{};
    std::vector<std::uint32_t> set{}; ///< the number of each row's set of equal rows, or `alone`; empty if
                                      ///< there are no equal rows
    /// The share of rows from which some other row differs in a single column (or in one block of
    /// neighbouring columns, if there are many), counted among at most 32,768 rows. 1 if it was not counted.
    double near = 1.0;
    std::vector<std::string> left_out{}; ///< features that are not compared, because they look like ids

    /// True if the rows were not drawn independently from any population, or hardly could have been. There
    /// are at least 10 repeated rows and one in 200, and one of two things holds.
    ///
    /// 1. repeated > 3 x near x rows. Where few values are possible, a row that differs in one column is as
    ///    easy to come by as one that differs in none, so that near rows are about as many as equal ones or
    ///    more; copies leave no near rows.
    /// 2. The numbers of occurrences are none of independent draws. If a value is drawn a Poisson number of
    ///    times with mean l, then m_k = k! E f_k = sum of l^k e^-l over all values, for the number f_k of
    ///    values that occur k times, so that m_k^2 <= m_(k-1) m_(k+1) whatever the population is
    ///    (Cauchy-Schwarz). It does not hold if, for some k up to 7, the f_(k+1) found is so small that a
    ///    Poisson variable with the least mean that this allows is at most as large with probability below
    ///    0.001; for that mean f_k is taken two standard deviations smaller, and f_(k-1) larger.
    bool more_than_chance() const;
    /// "50 of 700 rows equal another row in every feature and the target, which is more than chance".
    std::string text() const;
    /// The warning `duplicate_rows`, if they are more than chance.
    std::vector<Warning> warning() const;
};

/// Finds the labelled rows that are equal in all features and the response. Missing cells equal each other.
/// Features that look like ids are left out of the comparison. Rows that equal others of their own group
/// alone are not counted, because every split keeps them together. O(cells); a second pass over the cells is
/// made only if there are repeated rows.
EqualRows equal_rows(const Dataset& data);

/// For each row of the dataset, the number of the first row that equals it in all features and the response,
/// from 0. O(cells).
std::vector<Row> first_equal_rows(const Dataset& data);

} // namespace unseen
