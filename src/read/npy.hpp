// .npy, the format of numpy arrays: a header that declares type and shape, then the cells as they stand in memory.
#pragma once

#include "unseen/read/reader.hpp"

#include <string>
#include <string_view>

namespace unseen {

/// True if the bytes begin as a .npy file does.
bool looks_like_npy(std::string_view bytes);

/// Reads a .npy file of format version 1, 2 or 3 (NEP 1, Kern 2007), as npy_layout() says: a column for each field of a structured dtype, else
/// V1, V2, ... for each column of a plain array. Numbers become numbers (bool 0 and 1) and texts categories unless `options` say otherwise; NaN is
/// missing, and so is a text or number that is a missing mark. Throws InputError; for wrong cells "SOURCE: row R, column 'C': what": an infinite
/// one, a whole number that no double holds, text that is not Unicode. O(bytes).
Table parse_npy(std::string_view bytes, const std::string& source, const ReadOptions& options);

} // namespace unseen
