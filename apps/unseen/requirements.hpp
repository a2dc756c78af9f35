// The options of requirements on figures, and the exit code that they set.
#pragma once

#include "arguments.hpp"
#include "common.hpp"

#include "unseen/verdict/verdict.hpp"

#include <string>
#include <vector>

namespace unseen::cli {

/// --require, which fills a field of a job's options, and --undecided.
struct RequirementOptions {
    std::string undecided;

    /// Declares --require as the argument of the job's field, and --undecided.
    void declare(Arguments& arguments, Argument require);
    /// Throws InputError if --undecided has nothing to say.
    void check(const std::vector<std::string>& requirements) const;
    /// Prints the sentences of the requirements to standard error, for formats without sentences.
    static void tell(const Answer& printed, const AnswerOptions& how);
    /// 0 if all requirements (or none) are shown to be met, 3 if one is refuted, else 4, or what --undecided
    /// asks for if all have limits.
    int exit_code(const std::vector<Requirement>& requirements) const;
};

} // namespace unseen::cli
