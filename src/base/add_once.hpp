// Private: lists without duplicates, in the order in which elements were added.
#pragma once

#include <algorithm>
#include <vector>

namespace unseen {

/// Adds `one` unless the list has it.
template <class T>
void add_once(std::vector<T>& all, const T& one)
{
    if (std::ranges::find(all, one) == all.end()) all.push_back(one);
}

/// Adds those elements that the list does not have yet.
template <class T>
void add_once(std::vector<T>& all, const std::vector<T>& more)
{
    for (const auto& one : more) add_once(all, one);
}

} // namespace unseen
