// Private: how targets, guarantees, reasons and intervals are worded in every report.
#pragma once

#include "unseen/estimate/estimate.hpp"
#include "unseen/report/json.hpp"

#include <string>

namespace unseen {

/// "95 %".
std::string percent(Level level);
/// What a target is, in one sentence.
std::string explained(Target target);
/// What is promised of an interval.
std::string explained(Guarantee guarantee);
/// Why there is no interval, or no value.
std::string explained(const std::string& reason);
/// The object that docs/CLI.md "Answers in JSON" describes.
Json interval_json(const Interval& interval);

} // namespace unseen
