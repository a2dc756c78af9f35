// Private: columns that identify rows, or what rows belong to.
#pragma once

#include "unseen/data/column.hpp"
#include "unseen/data/sparse_rows.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// True for the usual names of columns that identify rows or things: id, uuid, index, patient_id, itemId.
bool is_called_id(const std::string& name);

/// True for the usual names of what several rows belong to: patient, Speaker Number, user_id, SubjectNo.
bool is_called_group(const std::string& name);

/// True if a feature seems to identify the rows: it has at least 9 categories per 10 rows, or it numbers the
/// rows. False for fewer than 20 rows.
bool looks_like_id(const Column& column);

/// The places of the features that look like ids, ascending: of columns or, if `sparse` is not null, of
/// sparse rows.
std::vector<std::size_t> places_like_ids(std::span<const Column> features, const SparseRows* sparse);

} // namespace unseen
