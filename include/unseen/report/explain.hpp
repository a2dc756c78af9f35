// Explanations of the terms in answers: warnings, reasons, failures, targets, guarantees, intervals,
// measures, tests, learners, estimators, bounds and curves. All of them come from the tables of the library.
//
// Example:
//
//     const Answer answer = explain("few_errors");
//     assert(answer.heading.front() == "few_errors: a warning");
//     assert(explain("ROC").heading.front() == "roc_auc: a measure"); // by another name
#pragma once

#include "unseen/base/spec.hpp"
#include "unseen/report/answer.hpp"

#include <span>
#include <string_view>

namespace unseen {

/// The meaning of a term, where it does not hold, and what to do. The term may be given as answers print it:
/// "[few_errors]", "procedure(691.2)", "cv:folds=10". JSON:
/// "entries":[{"kind","name","texts":[{"what","text"}]}], one for each table that has the name. Throws
/// InputError for an unknown term, and names similar ones.
Answer explain(std::string_view term);

/// All terms, by kind. JSON: "terms":{KIND:[NAME ...]}.
Answer terms_answer();

/// The names that specs of a kind ("learners" ...) may have, each with its keys and their defaults. CSV has a
/// line for each name and each key; JSON: "kind",
/// "specs":[{"name","help","keys":[{"name","default","help","choices"}]}].
Answer list_answer(const std::string& kind, std::span<const SpecInfo> infos);

} // namespace unseen
