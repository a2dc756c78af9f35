// Private: numbers and codes as bytes, lowest first. The forms are documented in docs/STORE.md; every change
// needs a new version of the store.
#pragma once

#include "base/varint.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// Throws Damaged, for bytes that are not predictions.
[[noreturn]] void damaged_columns();

/// A column of up to this many cells may take no space, for example if all numbers are equal. A larger column
/// has at least one bit per cell, so a few bytes can never claim much memory.
constexpr std::uint64_t free_cells = std::uint64_t{1} << 24;
/// Throws Damaged if a column with this many bytes cannot have this number of cells.
void check_cells(std::uint64_t cells, std::size_t bytes);
/// The width of `cells` codes up to `most`.
unsigned code_width(std::uint64_t most, std::size_t cells);

/// Takes a number that add_varint() wrote from the front. Throws Damaged if there is none, as do all
/// functions below.
std::uint64_t take_varint(std::string_view& in);

/// Adds codes of `width` <= 32 bits each, one after the other from the lowest bit of the first byte on.
void add_codes(std::string& out, std::span<const std::uint32_t> codes, unsigned width);
/// Reads n such codes, which must be all of `in`.
std::vector<std::uint32_t> take_codes(std::string_view in, std::size_t n, unsigned width);

/// Adds a column of numbers as its distinct numbers and a code for each cell, bit for bit. Returns false, and
/// adds nothing, if there are too many distinct numbers for this to save space.
bool add_few_numbers(std::string& out, std::span<const double> numbers);
/// Adds a column of numbers, by add_few_numbers() if that saves space, else unchanged.
void add_numbers(std::string& out, std::span<const double> numbers);
/// The inverse of add_numbers(); the column must be all of `in` and have n numbers.
std::vector<double> take_numbers(std::string_view in, std::uint64_t n);

/// A column of labels as the width of a code, followed by the codes.
std::string pack_labels(std::span<const std::uint32_t> labels);
/// The inverse of pack_labels(), for n labels below `classes`.
std::vector<std::uint32_t> unpack_labels(std::string_view bytes, std::uint64_t n, std::uint64_t classes);

} // namespace unseen
