// Private: the roles of columns as a state keeps them.
#pragma once

#include "score/state_bytes.hpp"

#include "unseen/score/scored_rows.hpp"

#include <string>
#include <vector>

namespace unseen {

/// The columns of a table that make_scored_rows() would look at.
std::vector<std::string> columns_in_roles(const Table& table, const ScoreRoles& roles);

void write_roles(ByteWriter& out, const ScoreRoles& roles);
ScoreRoles read_roles(ByteReader& in);

/// Throws InputError that names both sources if the roles were not asked for alike.
void require_same_roles(const ScoreRoles& a, const std::string& source_a, const ScoreRoles& b, const std::string& source_b);

} // namespace unseen
