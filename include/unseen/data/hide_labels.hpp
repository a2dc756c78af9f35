// Unlabelled rows from labelled ones: the labels of a random share are hidden.
#pragma once

#include "unseen/data/table.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace unseen {

/// A table without the labels of some rows, and which rows those are (ascending).
struct HiddenLabels {
    Table table;
    std::vector<std::size_t> rows;
};

/// Hides the target (a column name, `@last` or `@first`) in floor(n * share + 1/2) of the n rows that have one, drawn from the stream (seed,
/// disagreement, 0, 1). Which they are does not depend on what is in them. Throws InputError for an unknown column, a share outside
/// (0, 1), and unless rows are left on both sides.
HiddenLabels hide_labels(Table table, const std::string& target, double share, std::uint64_t seed);

} // namespace unseen
