// Private: files in formats that are not read, by the name of the format or of its program.
#pragma once

#include <string>
#include <string_view>

namespace unseen {

/// Throws InputError "SOURCE: is an Excel workbook; expected ... (save the sheet as CSV)" for a file that
/// begins like a known format that is not read. To add a format, add a row to the table in foreign.cpp.
void refuse_foreign(std::string_view bytes, const std::string& source);

} // namespace unseen
