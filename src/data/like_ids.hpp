// Private: features that identify the rows.
#pragma once

#include "unseen/data/column.hpp"
#include "unseen/data/sparse_rows.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace unseen {

/// True if a feature seems to identify the rows: it has at least 9 categories per 10 rows, or it numbers the
/// rows. False for fewer than 20 rows.
bool looks_like_id(const Column& column);

/// The places of the features that look like ids, ascending: of columns or, if `sparse` is not null, of
/// sparse rows.
std::vector<std::size_t> places_like_ids(std::span<const Column> features, const SparseRows* sparse);

} // namespace unseen
