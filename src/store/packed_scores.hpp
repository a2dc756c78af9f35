// Private: the scores of a fit's predictions as bytes. docs/STORE.md documents the forms; every change needs
// a new version of the store.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// Packs scores, bit for bit. `rows` >= 1 rows have the same number of scores. The result is shorter if there
/// are few distinct scores, and lacks one score of each row if the scores of a row sum to about 1.
std::string packed_scores(std::span<const double> scores, std::size_t rows);
/// The inverse of packed_scores(). Throws Damaged if the bytes are not finite scores of `classes` classes for
/// `rows` rows.
std::vector<double> unpacked_scores(std::string_view in, std::uint64_t rows, std::uint64_t classes);

/// The first class with the largest score, for each row.
std::vector<std::uint32_t> likeliest(std::span<const double> scores, std::size_t rows);
/// True if the labels are those of likeliest().
bool are_likeliest(std::span<const std::uint32_t> labels, std::span<const double> scores);

} // namespace unseen
