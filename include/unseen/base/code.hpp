// A stable code of results: why a value does not exist (reasons.hpp), what a warning is about (warnings.hpp),
// why a fit failed (failures.hpp).
//
// Example:
//
//     assert(reasons::no_rows.name == "no_rows" && reasons::no_rows.sentence == "there is no row to judge");
//     assert(reasons::no_rows.remedy.empty());
#pragma once

#include <string>
#include <string_view>

namespace unseen {

/// A code, what it means and what to do about it. Both texts are clauses in lower case without a full stop;
/// they name arguments as argument.hpp says. docs/VALIDITY.md lists all codes (tools/codes writes its
/// tables). Each is one constant: it is never copied, and its address identifies it.
struct Code {
    constexpr Code(std::string_view its_name, std::string_view its_sentence, std::string_view its_remedy = {})
        : name(its_name),
          sentence(its_sentence),
          remedy(its_remedy)
    {
    }
    Code(const Code&) = delete;
    Code& operator=(const Code&) = delete;

    std::string_view name;
    std::string_view sentence;
    std::string_view remedy; ///< empty if there is nothing to do

    explicit operator std::string() const { return std::string(name); }

    friend constexpr bool operator==(const Code& a, const Code& b) { return &a == &b; }
};

/// A code that is none of the constants: it was read from a file, or a user's own learner gave it.
struct OwnCode {
    std::string name;
};

} // namespace unseen
