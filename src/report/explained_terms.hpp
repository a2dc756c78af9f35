// The explanations of the terms that occur in an answer.
#pragma once

#include "unseen/report/json.hpp"

#include <set>
#include <string>

namespace unseen {

/// The terms that these texts name, in the form of `entries` of explain(); a spec names the term before its
/// keys.
Json explained_terms(const std::set<std::string>& texts);

} // namespace unseen
