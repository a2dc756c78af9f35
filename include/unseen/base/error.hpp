// The exceptions of the library. Misuse and bad input throw; a figure that the data leave undefined is a
// Value (value.hpp).
//
// Example:
//
//     try {
//         require(1 > 2, "folds = 1 must be >= 2");
//     } catch (const Error& error) {
//         assert(std::string(error.what()) == "folds = 1 must be >= 2");
//     }
#pragma once

#include "unseen/base/failures.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace unseen {

/// The base of all exceptions that the library throws on purpose. Anything else (std::logic_error) is a bug.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The caller's data or arguments are wrong. The message gives the place, the value and what was expected. It
/// names arguments as argument.hpp says.
class InputError : public Error {
public:
    using Error::Error;
};

/// The operating system refused: a file cannot be opened, a disk is full.
class IoError : public Error {
public:
    using Error::Error;
};

/// A learner failed on a fit. The engine records a Failure with this code and continues.
class LearnerError : public Error {
public:
    explicit LearnerError(const std::string& text, const FailureCode& code = failures::threw)
        : Error(text),
          code_(code)
    {
    }
    /// With a code that the learner of a user gives.
    LearnerError(const std::string& text, OwnCode code) : Error(text), code_(std::move(code.name)) {}
    const std::string& code() const { return code_; }

private:
    std::string code_;
};

/// A store could not be read or written during a run, is damaged, or contradicts what was computed.
class StoreError : public Error {
public:
    using Error::Error;
};

/// Throws InputError(message) unless `good`. Write the condition positively (x > 0, not !(x <= 0)), so that
/// NaN fails it.
inline void require(bool good, const std::string& message)
{
    if (!good) throw InputError(message);
}

} // namespace unseen
