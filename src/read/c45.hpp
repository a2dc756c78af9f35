// Private: the files of C4.5, `STEM.names` with the declarations and `STEM.data` or `STEM.test` with the
// rows.
#pragma once

#include "unseen/read/reader.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace unseen {

/// The path of the declarations of a file of rows: for `STEM.data` and `STEM.test` that of `STEM.names`
/// beside it, if it exists. In many collections the `.names` file is prose; then the rows are a CSV file.
std::optional<std::string> c45_names_of(const std::string& path);

/// The file of rows that a path means: `golf` is golf.data if there is no file golf, and golf.names lies
/// beside golf.data. Any other path is returned unchanged.
std::string c45_rows_of(const std::string& path);

/// True if the text begins as declarations: with classes, then attributes.
bool looks_like_c45_names(std::string_view text);

/// Reads the rows of a text by the declarations of another. The class is the last column, called `class`
/// unless the declarations name it. Throws InputError, with the file in which the problem is.
Table parse_c45(std::string_view rows, const std::string& source, std::string_view names,
                const std::string& names_source, const ReadOptions& options);

} // namespace unseen
