// Private: columns of times as numbers that increase with time.
#pragma once

#include "unseen/data/column.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// The moment of each cell, NaN for a missing one: numbers as they are (whole numbers that a double does not
/// hold are counted from the earliest), dates as seconds since 1970 (UTC).
/// Dates are 2024-05-31, 2024/5/31 or 2024-05, or 31.5.2024, 31/05/2024 and 05/31/2024 where the column
/// decides whether the day or the month comes first; after a blank or T there may be a time of day, as 18:30
/// or 18:30:05.25, with Z or a time zone as +02:00. Texts are never compared as texts.
///
/// Throws InputError, with the cell, for another text, for dates that may be read in two ways, and if only
/// some cells have a time zone.
std::vector<double> times_of(const Column& column);

/// The moments of texts that are all such dates, in seconds since 1970; nothing if some text is none, or if
/// day and month may be exchanged.
std::optional<std::vector<double>> moments_of_dates(std::span<const std::string> texts);

} // namespace unseen
