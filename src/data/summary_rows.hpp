// Private: what tables of results hold beside the scores of learners on data sets, by its name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace unseen::detail {

/// True for the name of a row or column that sums up others, as programs and papers have it: `Average`,
/// `Mean rank`, `Std. dev.`, `W/T/L`, `Mittelwert`, or WEKA's `(v/ /*)`. All words must be known as such.
bool names_a_summary(std::string_view name);

/// True for the name of a column that describes data sets: `instances`, `#features`, `n` ...
bool names_a_property(std::string_view name);

/// True for a mark of a test's outcome beside a score, such as WEKA's `v` and `*`.
bool is_mark_of_significance(std::string_view cell);

/// A table of results without the rows that sum up others.
struct WithoutSummaries {
    std::string text; ///< the lines of such rows are empty, so that all others keep their number
    std::vector<std::string> left_out{}; ///< the names of these rows
};

/// `text`: a table whose rows begin with the name of a data set, below a header.
WithoutSummaries without_summaries(std::string_view text);

} // namespace unseen::detail
