// Tables of learners by data sets out of a store.
#pragma once

#include "unseen/compare/results.hpp"
#include "unseen/compare/split_results.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace unseen::cli {

struct StoredResults {
    compare::Results means;
    std::optional<compare::SplitResults> splits{}; ///< where the splits' values tell wins from chance
};

/// Asks every experiment of the store again for one measure under one estimator, without a fit. `measure` and `estimator` may be empty: the
/// first that the experiment names. An estimator without keys is the experiment's one of that name, if there is one. Throws InputError if
/// the store holds no experiment, or not all of the fits.
StoredResults stored_results(const std::string& store, const std::string& measure, const std::string& estimator,
                             std::uint64_t threads, bool quiet);

} // namespace unseen::cli
