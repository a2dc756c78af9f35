// Private: the wording of estimands, guarantees, reasons and intervals in all reports.
#pragma once

#include "unseen/base/any_time.hpp"
#include "unseen/base/maybe.hpp"
#include "unseen/estimate/estimate.hpp"
#include "unseen/measure/measure.hpp"
#include "unseen/report/answer.hpp"
#include "unseen/report/json.hpp"
#include "unseen/report/result_table.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// A factor for people: "2.27".
std::string two_digits(double number);

/// The meaning of an estimand, as a clause.
std::string meaning(Estimand estimand);
/// What a figure is about, in the column `about`: "a model trained on about 691 rows". `training_rows`: 0 if
/// the number is not known.
std::string subject(Estimand estimand, double training_rows);
/// The meaning of a guarantee, as a clause.
std::string meaning(Guarantee guarantee);
/// "model: the meaning".
std::string explained(Estimand estimand);
/// "exact: the meaning".
std::string explained(Guarantee guarantee);
/// Reasons in the order of their names.
struct ByName {
    bool operator()(const Reason* a, const Reason* b) const { return a->name < b->name; }
};

/// Why a figure or its interval does not exist.
const Reason& why_missing(const Value& value, const Maybe<Interval>& interval);
/// "the meaning [the code]" of a reason why there is no interval or no value.
std::string explained(const Reason& reason);
/// The text with its first letter as a capital.
std::string capitalised(std::string text);
/// The sentences with a blank between them.
std::string as_paragraph(std::span<const std::string> sentences);
/// "the text [code]".
std::string warning_text(const Warning& warning);
/// "code;code", for a cell of CSV.
std::string codes_of(std::span<const Warning> warnings);
/// "0 .. 1".
std::string range_text(const Measure& measure);
/// The ranges for any number of classes.
std::string ranges_text(const Measure& measure);
/// Which values are better: "lower", "higher" or "near 1".
std::string direction_text(const Measure& measure);
/// The same of a measure of the table, whatever the rows.
std::string directions_text(const Measure& measure);
/// "probabilities, two classes".
std::string needs_text(const Measure& measure);
/// "0.1 .. 0.3", or "-" without an interval.
Cell interval_cell(const std::optional<Interval>& interval);
/// What looks at any time are, and what they cost.
Note any_time_note(const AnyTime& look);
Json any_time_json(const AnyTime& look);
/// Three cells of CSV: the limits and the level; empty without an interval.
void add_limits_and_level(std::vector<Cell>& row, const std::optional<Interval>& interval);
/// The purpose of simultaneous intervals, as a clause.
std::string simultaneous_text();
/// The end of a range; null: it is open.
Json end_json(double end);
/// The object that docs/CONTRACT.md "Answers in JSON" describes.
Json interval_json(const Interval& interval);

} // namespace unseen
