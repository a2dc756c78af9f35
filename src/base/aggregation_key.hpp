// Private: the key of a spec that says how figures of folds are joined.
#pragma once

#include "base/spec_keys.hpp"

namespace unseen {

/// `aggregation`, which specs omit unless it is given.
inline SpecKey aggregation_key()
{
    auto key =
        choice_key("aggregation", "",
                   "f1, mcc, r2, average precision and the like: of each repeat's rows together, or the "
                   "mean of the folds'",
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
