// The stable codes in results: why a value or an interval does not exist, what a warning is about, why a fit
// failed.
//
// Example:
//
//     assert(find_code(reason_codes(), "no_rows") != nullptr);
//     assert(find_code(reason_codes(), "no_such_code") == nullptr);
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace unseen {

/// A code, what it means and what to do about it. Both texts are clauses in lower case without a full stop;
/// they name arguments as argument.hpp says. docs/VALIDITY.md lists all codes (tools/codes writes its
/// tables).
struct Code {
    std::string name;
    std::string sentence;
    std::string remedy; ///< empty if there is nothing to do
};

/// Reasons why a value or an interval does not exist (Value::none, `interval_reason`). All tables here are
/// sorted by name.
std::span<const Code> reason_codes();
/// The codes of Warning.
std::span<const Code> warning_codes();
/// The codes of a failed fit (Failure, LearnerError). A user's own learner may use others.
std::span<const Code> failure_codes();

/// The code called `name` in one of these tables; null if it is not there.
const Code* find_code(std::span<const Code> codes, std::string_view name);
/// The same for a code that the program itself chose. Throws std::logic_error if it is not there: that is a
/// bug.
const Code& known_code(std::span<const Code> codes, std::string_view name);

} // namespace unseen
