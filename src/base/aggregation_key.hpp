// Private: the key of a spec that says how figures of folds are joined.
#pragma once

#include "base/spec_keys.hpp"

namespace unseen {

/// `aggregation`, which specs omit unless it is given.
inline SpecKey aggregation_key()
{
    auto key = choice_key(
        "aggregation", "",
        "how f1, mcc, r2, average precision and the like are computed: on all rows of a repeat, or "
        "on each fold and then averaged",
        {"pooled", "mean"});
    key.only_if_given = true;
    return key;
}

/// True if the spec asks for means of folds.
inline bool asks_for_mean_of_folds(const Spec& spec)
{
    return spec.find("aggregation").value_or("") == "mean";
}

} // namespace unseen
