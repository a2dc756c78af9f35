// Tables of learners and data sets from a store.
#pragma once

#include "unseen/compare/results.hpp"
#include "unseen/compare/split_results.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace unseen::cli {

struct StoredResults {
    compare::Results means;
    std::optional<compare::SplitResults> splits{}; ///< the splits' values, if they can be tested
};

/// Computes one measure under one estimator for the experiment that find_experiment() takes for `wanted`, without fitting. If `measure` or
/// `estimator` is empty, it is the experiment's first. An estimator without keys stands for the experiment's estimator of that name. Throws
/// InputError if the store has no such experiment or lacks fits.
StoredResults stored_results(const std::string& store, const std::string& wanted, const std::string& measure,
                             const std::string& estimator, std::uint64_t threads, bool quiet);

} // namespace unseen::cli
