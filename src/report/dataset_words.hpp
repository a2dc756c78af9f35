// Private: how answers about a dataset and its estimates begin.
#pragma once

#include "unseen/report/answer.hpp"
#include "unseen/run/estimate.hpp"

#include <string>

namespace unseen {

/// Adds a line about the dataset to the heading, and returns the JSON that says the same, the seed and the level.
Json dataset_answer(Answer& answer, const std::string& command, const std::string& source, const Dataset& data,
                    const EstimateOptions& options);

/// One estimate as an object.
Json estimate_json(const Estimate& e);

} // namespace unseen
