// Estimates as a table for people and as JSON for programs.
#pragma once

#include "unseen/report/json.hpp"
#include "unseen/report/result_table.hpp"
#include "unseen/run/estimate.hpp"

#include <span>
#include <string>

namespace unseen {

/// Learners by estimator by measure, then by bound. `learners`, `estimators` and `bounds` are the names as the user wrote them, in the
/// order of the report; the lines below the table give them in full, and say what bounds, targets and intervals mean.
ResultTable estimates_table(const EstimateReport& report, std::span<const std::string> learners,
                            std::span<const std::string> estimators, std::span<const std::string> bounds = {});

/// One line an estimate with everything a program may want, for CSV. Without times: equal runs print equal bytes.
ResultTable estimates_long_table(const EstimateReport& report);

/// The array of DESIGN's `estimate` answer. Without times: equal runs print equal bytes.
Json estimates_json(const EstimateReport& report);

/// Warnings as an array of {code, text}.
Json warnings_json(std::span<const Warning> warnings);

} // namespace unseen
