// Private: the declarations at the head of an ARFF text.
#pragma once

#include "read/arff_scanner.hpp"
#include "read/declared_columns.hpp"
#include "read/problems.hpp"

#include <vector>

namespace unseen {

/// Reads the header including the @data line; the scanner is then at the first row. Throws InputError.
std::vector<Declaration> read_arff_header(ArffScanner& scanner, Problems& problems);

} // namespace unseen
