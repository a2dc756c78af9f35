// The tables that `unseen compare results` reads.
#pragma once

#include "unseen/compare/results.hpp"

#include <string>

namespace unseen::cli {

/// A wide table: the first column names the data set, the others hold a learner's scores; an empty cell is a missing score. Throws InputError
/// for a data set that stands on two lines, naming both, and for one without a name.
compare::Results read_results(const std::string& path);

} // namespace unseen::cli
