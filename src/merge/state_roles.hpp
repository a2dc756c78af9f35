// Private: the roles of columns that a state stores.
#pragma once

#include "state/bytes.hpp"

#include "unseen/roles/scored_rows.hpp"

#include <string>
#include <vector>

namespace unseen {

void write_roles(ByteWriter& out, const ScoreRoles& roles);
ScoreRoles read_roles(ByteReader& in);

/// Throws InputError, naming both sources, if the roles differ.
void require_same_roles(const ScoreRoles& a, const std::string& source_a, const ScoreRoles& b,
                        const std::string& source_b);

/// Throws InputError if two labels of the states are spellings of one number, such as 1.0 and 1: a state that
/// saw only numbers in a column keeps the spelling of 01, but not of 1.0, so that 1 may stand for it.
void require_one_spelling(const std::vector<std::string>& a, const std::string& source_a,
                          const std::vector<std::string>& b, const std::string& source_b);

} // namespace unseen
