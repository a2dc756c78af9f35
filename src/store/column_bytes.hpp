// Private: numbers and codes as bytes, lowest first. The forms are documented in docs/STORE.md; every change of them is a new version of the store.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// Throws StoreError: the bytes are no predictions.
[[noreturn]] void damaged_columns();

/// Seven bits a byte, lowest first; the highest bit says that more follow.
void add_varint(std::string& out, std::uint64_t number);
/// Takes one from the front. Throws StoreError if there is none.
std::uint64_t take_varint(std::string_view& in);

/// Codes of `width` bits each, up to 32, one after the other from the lowest bit of the first byte.
void add_codes(std::string& out, std::span<const std::uint32_t> codes, unsigned width);
/// `in`: n codes and nothing else. Throws StoreError if it has another size.
std::vector<std::uint32_t> take_codes(std::string_view in, std::size_t n, unsigned width);

/// A column of numbers as distinct ones and codes into them, bit for bit; false, and nothing added, if there are too many distinct ones for that to pay.
bool add_few_numbers(std::string& out, std::span<const double> numbers);
/// A column of any numbers: so if it pays, else as they are.
void add_numbers(std::string& out, std::span<const double> numbers);
/// The inverse; `in` is the column and nothing else. Throws StoreError if it is none.
std::vector<double> take_numbers(std::string_view in);

/// A column of labels: the width of a code, and the codes.
std::string pack_labels(std::span<const std::uint32_t> labels);
std::vector<std::uint32_t> unpack_labels(std::string_view bytes, std::size_t n);

} // namespace unseen
