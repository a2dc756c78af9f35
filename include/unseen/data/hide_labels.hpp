// Unlabelled rows made from labelled ones: the labels of a random share of the rows are hidden.
//
// Example:
//
//     const HiddenLabels hidden = hide_labels(read_table("data/iris.csv"), "class", 0.2, 1); // seed 1
//     assert(hidden.rows.size() == 30);
//     assert(hidden.table.columns.back().missing(hidden.rows[0]));
#pragma once

#include "unseen/data/table.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace unseen {

/// A table without the labels of `rows` (ascending).
struct HiddenLabels {
    Table table;
    std::vector<std::size_t> rows;
};

/// Hides the target (a column name, `@last` or `@first`) in floor(n * share + 1/2) of the n rows that have
/// one. The rows are drawn from the stream (seed, disagreement, 0, 1), whatever their cells. Throws
/// InputError for an unknown column, a share outside (0, 1), and if no row would be hidden or none would keep
/// its label.
HiddenLabels hide_labels(Table table, const std::string& target, double share, std::uint64_t seed);

} // namespace unseen
