// Private: shortened specs.
#pragma once

#include "unseen/base/spec.hpp"

#include <algorithm>

namespace unseen {

/// True if the shortened spec `text` means `full`, which then has the same name and all values of `text`.
inline bool means(const Spec& text, const Spec& full)
{
    if (text.name() != full.name()) return false;
    if (!text.bases().empty() && !std::ranges::equal(text.bases(), full.bases(), means)) return false;
    return std::all_of(text.values().begin(), text.values().end(),
                       [&](const auto& value) { return full.find(value.first) == value.second; });
}

} // namespace unseen
