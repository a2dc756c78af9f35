// Private: features that identify the rows.
#pragma once

#include "unseen/data/column.hpp"

namespace unseen {

/// True if a feature seems to identify the rows: it has at least 9 categories per 10 rows, or it numbers the
/// rows. False for fewer than 20 rows.
bool looks_like_id(const Column& column);

} // namespace unseen
