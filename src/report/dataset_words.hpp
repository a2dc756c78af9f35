// Private: the beginning of answers about a dataset and its estimates.
#pragma once

#include "unseen/report/answer.hpp"
#include "unseen/run/estimate.hpp"

#include <string>

namespace unseen {

/// Adds a line about the dataset to the heading, and returns the JSON that says the same, the seed and the
/// level.
Json dataset_answer(Answer& answer, const std::string& command, const std::string& source,
                    const Dataset& data, const EstimateOptions& options);

/// "target 'y'", or "targets 'x', 'y'".
std::string targets_text(const Dataset& data);
/// Name and type of the response, and the names of several targets.
Json response_json(const Dataset& data);

/// One estimate as an object.
Json estimate_json(const Estimate& e);

} // namespace unseen
