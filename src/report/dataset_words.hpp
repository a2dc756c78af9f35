// Private: the beginning of answers about a dataset and its estimates.
#pragma once

#include "unseen/report/answer.hpp"
#include "unseen/run/estimate.hpp"

#include <string>

namespace unseen {

/// Adds a line about the dataset to the heading, and returns the JSON that says the same, the seed and the
/// level. `positive`: the positive class, if figures depend on it.
Json dataset_answer(Answer& answer, const std::string& command, const std::string& source,
                    const Dataset& data, const EstimateOptions& options,
                    const std::optional<UsedPositive>& positive);

/// ", positive class 'yes', prevalence 0.1230", or nothing.
std::string positive_text(const std::optional<UsedPositive>& positive);
/// Adds the positive class, its share and how it was found.
void add_positive(Json& json, const std::optional<UsedPositive>& positive);

/// "target 'y'", or "targets 'x', 'y'".
std::string targets_text(const Dataset& data);
/// Name and type of the response, and the names of several targets.
Json response_json(const Dataset& data);

/// One estimate as an object.
Json estimate_json(const Estimate& e);

} // namespace unseen
