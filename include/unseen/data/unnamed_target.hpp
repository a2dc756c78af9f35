// The target of a file in which nothing says which column it is: the last one, unless another column is more
// likely meant.
//
// Example:
//
//     const Table table{.source = "titanic", .columns = {{"survived", NumericColumn{{0.0, 1.0}}},
//                                                        {"fare", NumericColumn{{7.25, 71.28}}}}};
//     assert(doubt_of_target(table).find("`target=survived`") != std::string::npos);
#pragma once

#include "unseen/data/dataset.hpp"

#include <string>

namespace unseen {

/// The message, with the candidates, that refuses to take the last column for the target; empty if it is
/// taken, and for ARFF, C4.5, svmlight and CoNLL, where the format says which column is the target.
///
/// A last column with a usual name of a target (target, class, label, y, outcome ..., also in other
/// languages) is taken. Any other is refused if
///  - another column has such a name. A `y` beside an `x` is a place, and none; columns with a role in
///    `roles` and those that look like ids are none either;
///  - it holds dates;
///  - it holds categories, of which more than half differ, in 20 or more rows: an id or free text;
///  - it numbers the rows, or is called an id and differs in each of 20 or more rows.
/// O(cells of the last column).
std::string doubt_of_target(const Table& table, const Roles& roles = {});

} // namespace unseen
