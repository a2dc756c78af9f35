// Rows that should be new but are not: copies of training rows among the rows of a test file, or among
// unlabelled rows.
//
// Example:
//
//     const Table iris = read_table("data/iris.csv");
//     const Dataset data = Dataset::make(iris, {}, &iris, nullptr); // tested with its own training rows
//     const SharedRows found = shared_rows(data, data.test_rows());
//     assert(found.shared == 150 && found.repeated == 2 && found.more_than_chance());
#pragma once

#include "unseen/base/warning.hpp"
#include "unseen/data/dataset.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// The number of rows that equal a labelled row of the main table.
struct SharedRows {
    std::uint64_t rows = 0;
    std::uint64_t shared = 0;   ///< the number of these rows that equal a labelled row
    std::uint64_t labelled = 0; ///< number of labelled rows
    std::uint64_t repeated = 0; ///< the number of labelled rows that equal another one, which is the effect
                                ///< of chance if there are few values

    /// True if the share of copies exceeds the share to expect in new rows of the same population, judged by
    /// the labelled rows: the lower 95 % limit of shared / rows lies above the upper one of repeated /
    /// labelled (Clopper & Pearson 1934).
    bool more_than_chance() const;
    /// The warning `shared_rows` if there are more copies than chance explains. `what` names the rows ("rows
    /// of the test file"), `effect` is a clause.
    std::vector<Warning> warning(const std::string& what, const std::string& effect) const;
};

/// Counts the rows of `rows`, in the dataset's numbering, whose features equal those of a labelled row; rows
/// with a response must equal it in the response too. Missing cells equal each other. O(cells + rows log
/// rows).
SharedRows shared_rows(const Dataset& data, std::span<const Row> rows);

} // namespace unseen
