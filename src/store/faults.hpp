// Private: the intact fits of a store, separated from damaged content.
#pragma once

#include "store/records.hpp"

#include <functional>
#include <map>

namespace unseen {

/// The intact records that the fits of a store refer to, by id.
struct Context {
    std::map<std::int64_t, DataRecord> data;
    std::map<std::int64_t, LearnerRecord> learner;

    /// Reads them. `faults` receives a line for each damaged one.
    Context(Database& db, std::vector<std::string>& faults);
    /// The reason why the fit does not match its key; empty if it does.
    std::string fault(const FitRecord& fit) const;
};

/// Calls `take` for each intact fit, in the order of keys, and `fault` for each other fit with its
/// description and the fault. If SQLite cannot continue reading, tries the remaining fits one by one.
void each_fit(Database& db, const Context& context, const std::function<void(FitRecord&&)>& take,
              const std::function<void(std::string description, std::string what)>& fault);

} // namespace unseen
