// Private: steps of score() that states take too.
#pragma once

#include "unseen/score/score.hpp"

namespace unseen {

/// The measures to report of such rows: those asked for, or all that tell something of them. Throws InputError for one that does not fit.
std::vector<Measure> chosen_measures(const ScoredRows& rows, const ScoreOptions& options);

/// The spec as it was asked for, an alias replaced by the name that is printed everywhere.
std::string name_asked_for(const Spec& asked, const Measure& measure);

/// Adds `auc_below_half` where it applies: an AUC that is surely below one half orders the rows the wrong way round.
void warn_below_half(const ScoredMeasure& figure, std::vector<Warning>& warnings);

/// Adds `class_never_predicted` where it applies: such a class has no precision, and averages over classes count it by a rule that the reader should
/// know of.
void warn_never_predicted(ScoreReport& report, ZeroDivision rule);

/// Adds those warnings that are not there yet.
void add_once(std::vector<Warning>& all, const std::vector<Warning>& more);

/// Throws unless the interval's method that was named is valid: for each measure that was named too, else for one at least.
void require_method(const ScoredRows& rows, const std::vector<Measure>& measures, const ScoreOptions& options);

} // namespace unseen
