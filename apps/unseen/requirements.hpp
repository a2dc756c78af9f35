// The options of requirements on figures, and the exit code that they set.
#pragma once

#include "arguments.hpp"
#include "common.hpp"
#include "output.hpp"

#include "unseen/merge/any_time_state.hpp"
#include "unseen/verdict/verdict.hpp"

#include <optional>
#include <string>
#include <vector>

namespace unseen::cli {

inline constexpr const char* any_time_help = "look at any time: count the rows in this state, and give "
                                             "limits that hold at every look; rows without --id "
                                             "begin with those that were counted";

/// The state of looks at any time in a file, before a look and after it.
struct AnyTimeFile {
    std::string path;
    std::optional<AnyTimeState> state{}; ///< none: there is no such file yet
    std::string before{};                ///< its bytes when it was read; empty: there was none

    static AnyTimeFile read(const std::string& path);
    /// Writes the state to `file`, which takes the place of the old one. Throws IoError, and changes nothing,
    /// if another run has changed the file since read(): the rows of both would not be in either state.
    void write(Output& file) const;
};

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
