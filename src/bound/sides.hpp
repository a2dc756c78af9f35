// Private: shared by all bounds: both limits, and the sentences of the assumptions.
#pragma once

#include "unseen/base/error.hpp"
#include "unseen/base/error_count.hpp"
#include "unseen/bound/bound.hpp"

#include <algorithm>
#include <string>

namespace unseen::bound::detail {

inline const std::string independent_rows =
    "The counted rows are independent draws from the distribution of future rows.";
inline const std::string fixed_model = "The model was fixed before these rows were seen.";
inline const std::string own_rows =
    "No member was trained on the rows on which its errors are counted, and the choice of these rows "
    "does not depend on their content.";
inline const std::string fresh_unlabelled =
    "The unlabelled rows are independent draws from the same distribution and were not used for training.";
inline const std::string chosen_before = "The form of the bound was chosen before looking at the counts.";

inline double within(double x) { return std::clamp(x, 0.0, 1.0); }

inline void check(const std::string& what, ErrorCount count)
{
    require(count.rows >= 1, what + ": rows = 0 must be at least 1");
    require(count.errors <= count.rows, what + ": errors = " + std::to_string(count.errors) +
                                            " must be <= rows = " + std::to_string(count.rows));
}

inline double rate(ErrorCount count)
{
    return count.rows == 0 ? 0.0 : static_cast<double>(count.errors) / static_cast<double>(count.rows);
}

/// Sets the limits of `bound` at its delta, and the two-sided limits at half of it. `upper` and `lower` map a
/// Delta to a limit.
template <class Upper, class Lower>
void set_sides(Bound& bound, const Upper& upper, const Lower& lower)
{
    const Delta half = bound.delta.share(2);
    bound.upper = upper(bound.delta);
    bound.lower = lower(bound.delta);
    bound.complement = 1.0 - bound.upper.number();
    bound.two_sided = {lower(half), upper(half)};
    bound.two_sided_delta = bound.delta.value();
}

} // namespace unseen::bound::detail
