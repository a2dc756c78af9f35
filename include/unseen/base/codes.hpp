// The stable codes that results carry: why a value or an interval does not exist, what a figure is warned of, why a fit failed.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace unseen {

/// A code with what it means and what to do about it: clauses for a reader, in lower case and without a full stop, arguments named
/// as argument.hpp says. docs/VALIDITY.md lists them all (tools/codes writes its tables).
struct Code {
    std::string name;
    std::string sentence;
    std::string remedy; ///< empty where there is nothing to do
};

/// Reasons why a value or an interval does not exist (Value::none, `interval_reason`), in the order of their names, as all tables here.
std::span<const Code> reason_codes();
/// Codes of Warning.
std::span<const Code> warning_codes();
/// Codes of a failed fit (Failure, LearnerError). A learner of a user's own may give others.
std::span<const Code> failure_codes();

/// The code of that name in one of these tables; null if there is none.
const Code* find_code(std::span<const Code> codes, std::string_view name);
/// The same of a code that the program itself gives. Throws std::logic_error if there is none: that is a bug.
const Code& known_code(std::span<const Code> codes, std::string_view name);

} // namespace unseen
