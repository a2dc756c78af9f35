// Private: the declarations at the head of an ARFF text.
#pragma once

#include "read/arff_scanner.hpp"
#include "read/problems.hpp"
#include "unseen/base/labels.hpp"

#include <string>
#include <vector>

namespace unseen {

struct ArffAttribute {
    enum class Type { numeric, nominal, string };

    std::string name;
    Type type = Type::numeric;
    Labels labels{};             ///< the declared labels of a nominal attribute
    const char* begin = nullptr; ///< its name in the text, for messages
};

/// Reads the header including the @data line; the scanner is then at the first row. Throws InputError.
std::vector<ArffAttribute> read_arff_header(ArffScanner& scanner, Problems& problems);

} // namespace unseen
