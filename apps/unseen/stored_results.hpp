// A table of learners by data sets out of a store.
#pragma once

#include "unseen/compare/results.hpp"

#include <cstdint>
#include <string>

namespace unseen::cli {

/// Asks every experiment of the store again for one measure under one estimator, without a fit. `measure` and `estimator` may be empty: the
/// first that the experiment names. An estimator may be given without keys where the experiment has one of that name. Throws InputError if the store holds
/// no experiment, or not all of its fits.
compare::Results stored_results(const std::string& store, const std::string& measure, const std::string& estimator,
                                std::uint64_t threads, bool quiet);

} // namespace unseen::cli
