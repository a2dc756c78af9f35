// Why fits fail. Each code is a constant, so that a misspelling does not compile; failure_codes() (codes.hpp)
// lists them all. A user's own learner may give others (OwnCode).
//
// Example:
//
//     const LearnerError late("took longer than a minute", failures::timeout);
//     assert(late.code() == "timeout");
#pragma once

#include "unseen/base/code.hpp"

namespace unseen {

/// Why a fit failed (Failure, LearnerError).
struct FailureCode : Code {
    using Code::Code;
};

/// All of them, in the order of their names. A new one is also listed in src/base/codes.cpp.
namespace failures {

inline constexpr FailureCode crashed{"crashed", "a signal ended the program, or it is not known how it ended",
                                     "see the last lines of its standard error in the message"};
inline constexpr FailureCode exit_code{"exit_code", "the program ended with an exit code other than 0",
                                       "see the last lines of its standard error in the message"};
inline constexpr FailureCode io{"io", "the program could not be started, or a file could not be written",
                                "see the path and the system's message"};
inline constexpr FailureCode nan{"nan", "a predicted value or score is not a finite number",
                                 "correct the learner or its input"};
inline constexpr FailureCode threw{"threw", "the learner threw an exception, or a worker answered FAIL",
                                   "see the message"};
inline constexpr FailureCode timeout{"timeout", "the fit took longer than its limit",
                                     "raise the limit, or make the fit cheaper"};
inline constexpr FailureCode wrong_shape{
    "wrong_shape",
    "the answer does not have the requested form: a number of predictions, classes or lines is wrong",
    "see docs/WORKER.md for what a program must answer"};

} // namespace failures

} // namespace unseen
