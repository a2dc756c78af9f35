// Private: the scores of a fit's predictions as bytes. The forms are documented in docs/STORE.md; every change of them is a new version of the store.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// As many scores for each of `rows` rows, at least one: bit for bit, the shorter the fewer distinct ones there are, and less one a row where they sum to about 1.
std::string packed_scores(std::span<const double> scores, std::size_t rows);
/// The inverse. Throws StoreError if the bytes are no scores.
std::vector<double> unpacked_scores(std::string_view in);

/// The first class of largest score, for each row.
std::vector<std::uint32_t> likeliest(std::span<const double> scores, std::size_t rows);
/// Whether the labels are those of likeliest().
bool are_likeliest(std::span<const std::uint32_t> labels, std::span<const double> scores);

} // namespace unseen
