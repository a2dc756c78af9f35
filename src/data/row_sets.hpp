// Private: the equal rows among rows that are given by hashes of their columns.
#pragma once

#include "unseen/data/equal_rows.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace unseen {

/// Adds the hashes of a block of columns to those of the rows.
using AddBlock = std::function<void(std::span<std::uint64_t> hashes)>;

/// Finds the equal rows, and if there are some, how many rows have a near one, which differs in the columns
/// of one block. Rows of the same `group` count as one (empty: each row is a group of its own). `whole` adds
/// columns that belong to no block; with less than two blocks, near rows are not counted. O(cells).
EqualRows equal_rows(std::size_t rows, std::span<const AddBlock> blocks, const AddBlock& whole,
                     std::span<const std::uint32_t> group);

/// Cuts `columns` columns into at most 15 blocks of neighbours: the beginning of each, and the end.
std::vector<std::size_t> block_limits(std::size_t columns);

} // namespace unseen
