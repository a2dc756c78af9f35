// Messages without the cells of data that they quote, for data that must not leave a machine.
//
// Example:
//
//     const std::vector<std::string> known = {"data.csv"};
//     assert(without_values("data.csv:3:1: cell 'Smith' of column 'x' is not a number", known) ==
//            "data.csv:3:1: cell '...' of column 'x' is not a number");
#pragma once

#include <span>
#include <string>

namespace unseen {

/// The text with '...' for everything in single quotes, except after words that introduce names of columns,
/// files, options, learners and the like, and except `known` texts, such as the words of a command line. So
/// what a message quotes is hidden unless it is known to be no cell. In arguments in backticks, values that
/// may be cells are hidden too: `missing=...`, `positive=...`.
std::string without_values(const std::string& text, std::span<const std::string> known);

} // namespace unseen
