// Private: the general words of the field, in plain words.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace unseen {

/// A word that answers and documents use without a definition of their own.
struct Concept {
    std::string_view name;
    std::vector<std::string_view> aliases;
    std::string_view meaning;
    std::string_view example;
    std::string_view see; ///< terms, options and commands that have to do with it
};

/// All of them, in the order of the alphabet.
std::span<const Concept> concepts();

} // namespace unseen
