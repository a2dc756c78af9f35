// Private: single comparisons as JSON and as a table.
#pragma once

#include "unseen/compare/comparison.hpp"
#include "unseen/report/json.hpp"
#include "unseen/report/result_table.hpp"

namespace unseen {

/// Appends the keys of a comparison to an object.
Json comparison_json(const compare::Comparison& result, Json json = Json::object());

/// The columns of a table of pairs, with the level at which Holm decides about all pairs.
ResultTable pairs_table(Level level);
/// Appends a pair: measure, estimator, A, B, difference, interval, p and adjusted p.
void add_pair(ResultTable& table, const compare::Comparison& result, const std::string& estimator);

/// The same for CSV, with complete numbers.
ResultTable long_pairs_table();
void add_long_pair(ResultTable& table, const compare::Comparison& result, const std::string& estimator);

} // namespace unseen
