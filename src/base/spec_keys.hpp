// Private: keys of specs by their kinds, for the tables that list them. A key with other fields is written as
// a SpecKey.
#pragma once

#include "unseen/base/spec.hpp"

#include <string>
#include <utility>
#include <vector>

namespace unseen {

inline SpecKey integer_key(std::string name, std::string fallback, std::string help, double lowest,
                           double highest)
{
    return {.name = std::move(name),
            .kind = SpecKey::Kind::integer,
            .fallback = std::move(fallback),
            .help = std::move(help),
            .lowest = lowest,
            .highest = highest};
}

inline SpecKey real_key(std::string name, std::string fallback, std::string help, double lowest,
                        double highest)
{
    SpecKey key = integer_key(std::move(name), std::move(fallback), std::move(help), lowest, highest);
    key.kind = SpecKey::Kind::real;
    return key;
}

/// The limits themselves are not allowed.
inline SpecKey open_real_key(std::string name, std::string fallback, std::string help, double lowest,
                             double highest)
{
    SpecKey key = real_key(std::move(name), std::move(fallback), std::move(help), lowest, highest);
    key.open = true;
    return key;
}

inline SpecKey flag_key(std::string name, std::string fallback, std::string help,
                        std::string fallback_for_numbers = "")
{
    return {.name = std::move(name),
            .kind = SpecKey::Kind::flag,
            .fallback = std::move(fallback),
            .help = std::move(help),
            .fallback_for_numbers = std::move(fallback_for_numbers)};
}

inline SpecKey choice_key(std::string name, std::string fallback, std::string help,
                          std::vector<std::string> choices)
{
    return {.name = std::move(name),
            .kind = SpecKey::Kind::choice,
            .fallback = std::move(fallback),
            .help = std::move(help),
            .choices = std::move(choices)};
}

} // namespace unseen
