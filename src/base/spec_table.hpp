// Private: tables whose rows have a SpecInfo `info`: learners, plans, measures, estimators.
#pragma once

#include "unseen/base/spec.hpp"

#include <vector>

namespace unseen {

/// The rows' names, help and keys, in the table's order.
template <class Entry>
std::vector<SpecInfo> infos_of(const std::vector<Entry>& table)
{
    std::vector<SpecInfo> infos;
    for (const auto& entry : table) infos.push_back(entry.info);
    return infos;
}

} // namespace unseen
