// Private: the sentences of a verdict.
#pragma once

#include "unseen/verdict/verdict.hpp"

namespace unseen::detail {

/// The leading subjects with their figure, what the data show about them and about the others, and what was
/// required.
std::vector<std::string> sentences_of(const Verdict& verdict);

/// Adds what was required, at the beginning, and whether the leading subject is better than the baseline.
void add_facts(std::vector<std::string>& out, const Verdict& verdict);

} // namespace unseen::detail
