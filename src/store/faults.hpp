// Private: the fits of a store, told apart from what is damaged.
#pragma once

#include "store/records.hpp"

#include <functional>
#include <map>

namespace unseen {

/// What the fits of a store refer to, by id; without what is damaged.
struct Context {
    std::map<std::int64_t, DataRecord> data;
    std::map<std::int64_t, LearnerRecord> learner;

    /// Reads them. `faults` gets a line for each damaged one.
    Context(Database& db, std::vector<std::string>& faults);
    /// Why the fit is not what its key says; empty if it is.
    std::string fault(const FitRecord& fit) const;
};

/// Calls `take` for each fit that is as it was written, by key, and `fault` for each other one with its
/// description and what is wrong. Where SQLite cannot read on, tries the remaining fits one by one.
void each_fit(Database& db, const Context& context, const std::function<void(FitRecord&&)>& take,
              const std::function<void(std::string description, std::string what)>& fault);

} // namespace unseen
