// Answers about estimates.
#pragma once

#include "unseen/report/answer.hpp"
#include "unseen/run/estimate.hpp"

#include <string>
#include <vector>

namespace unseen {

/// Learners, estimators and bounds as the user wrote them, in the order of the report; without estimators and bounds there is one, by default.
struct EstimateNames {
    std::vector<std::string> learners{};
    std::vector<std::string> estimators{};
    std::vector<std::string> bounds{};
};

/// The array of estimates. Without times: equal runs print equal bytes.
Json estimates_json(const EstimateReport& report);

/// Learners by estimator by measure, then by bound; the lines below the table give the names in full, and say what bounds, targets and intervals
/// mean. The JSON is that array alone. Only the table has times.
Answer answer_of(const EstimateReport& report, const EstimateNames& names);

/// The same of a dataset, with what it is; `source` is what the user calls it.
Answer answer_of(const EstimateReport& report, const EstimateNames& names, const std::string& source, const Dataset& data,
                 const EstimateOptions& options);

} // namespace unseen
