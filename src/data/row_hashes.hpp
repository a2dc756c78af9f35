// Private: hashes that are equal for rows of equal content.
#pragma once

#include "unseen/data/dataset.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen {

/// The parts of a row that are compared.
enum class RowContent { features, features_and_response };

/// A hash of 64 bits for each row of the dataset; missing cells equal each other. Two of a million different
/// rows have one hash with probability 3e-8. It is the sum of a hash of each cell and its column. O(cells).
std::vector<std::uint64_t> row_hashes(const Dataset& data, RowContent content);

/// Adds the hashes of the cells of a column, the one of this number, to those of their rows.
void add_cells(std::span<std::uint64_t> hashes, const Column& column, std::uint64_t number);
/// The same for the cells that are not 0 of some columns of sparse rows; the places ascend.
void add_cells(std::span<std::uint64_t> hashes, const SparseRows& rows, std::span<const std::size_t> places);
/// The same for numbers, of which each row has as many as any other, row by row.
void add_numbers(std::span<std::uint64_t> hashes, std::span<const double> numbers, std::uint64_t number);
/// The same for the cells of the response.
void add_responses(std::span<std::uint64_t> hashes, const Dataset& data);

} // namespace unseen
