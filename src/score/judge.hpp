// Private: steps of score() that states take too.
#pragma once

#include "unseen/score/score.hpp"

namespace unseen {

/// The measures to report of such rows: those asked for, or all that tell something of them. Throws InputError for one that does not fit.
std::vector<Measure> chosen_measures(const ScoredRows& rows, const std::vector<Spec>& asked);

/// The spec as it was asked for, an alias replaced by the name that is printed everywhere.
std::string name_asked_for(const Spec& asked, const Measure& measure);

/// Adds `auc_below_half` where it applies.
void warn_below_half(const ScoredMeasure& figure, std::vector<Warning>& warnings);

/// Adds those warnings that are not there yet.
void add_once(std::vector<Warning>& all, const std::vector<Warning>& more);

/// Throws unless the interval's method that was named is valid: for each measure that was named too, else for one at least.
void require_method(const ScoredRows& rows, const std::vector<Measure>& measures, const ScoreOptions& options);

} // namespace unseen
