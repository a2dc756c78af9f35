// Private: steps of score() that states also use.
#pragma once

#include "unseen/score/score.hpp"

namespace unseen {

/// The measures to report for such rows: the named ones, or all that make sense. Throws InputError for a
/// measure that does not fit.
std::vector<Measure> chosen_measures(const ScoredRows& rows, const ScoreOptions& options);

/// The place of the measure that answers the question: the first that was named, or else the first of those
/// that are shown first.
std::size_t leading_measure(std::span<const Measure> measures, const ScoreOptions& options);

/// The spec as the user wrote it, with an alias replaced by the measure's name.
std::string name_asked_for(const Spec& asked, const Measure& measure);

/// Adds the warning `auc_below_half` if the interval of an AUC lies below one half.
void warn_below_half(const ScoredMeasure& figure, std::vector<Warning>& warnings);

/// Adds the warning `class_never_predicted` if it applies: such a class has no precision, and the reader
/// should know how averages count it.
void warn_never_predicted(ScoreReport& report, ZeroDivision rule);

/// Throws InputError unless the interval method that was named is valid for each named measure, or, if no
/// measure is named, for at least one.
void require_method(const ScoredRows& rows, const std::vector<Measure>& measures,
                    const ScoreOptions& options);

} // namespace unseen
