// Private: numbers and codes as bytes, lowest first. The forms are documented in docs/STORE.md; every change needs a new version of the store.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// Throws StoreError, because bytes are not predictions.
[[noreturn]] void damaged_columns();

/// Adds a number with seven bits in each byte, lowest first; the highest bit of a byte says that another follows.
void add_varint(std::string& out, std::uint64_t number);
/// Takes such a number from the front. Throws StoreError if there is none.
std::uint64_t take_varint(std::string_view& in);

/// Adds codes of `width` <= 32 bits each, one after the other from the lowest bit of the first byte on.
void add_codes(std::string& out, std::span<const std::uint32_t> codes, unsigned width);
/// Reads n such codes, which must be all of `in`. Throws StoreError if it has another size.
std::vector<std::uint32_t> take_codes(std::string_view in, std::size_t n, unsigned width);

/// Adds a column of numbers as its distinct numbers and a code for each cell, bit for bit. Returns false, and adds nothing, if there are too
/// many distinct numbers for this to save space.
bool add_few_numbers(std::string& out, std::span<const double> numbers);
/// Adds a column of numbers, by add_few_numbers() if that saves space, else as they are.
void add_numbers(std::string& out, std::span<const double> numbers);
/// The inverse of add_numbers(); the column must be all of `in`. Throws StoreError if it is not a column.
std::vector<double> take_numbers(std::string_view in);

/// A column of labels as the width of a code, followed by the codes.
std::string pack_labels(std::span<const std::uint32_t> labels);
std::vector<std::uint32_t> unpack_labels(std::string_view bytes, std::size_t n);

} // namespace unseen
