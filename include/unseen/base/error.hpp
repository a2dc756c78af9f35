// The exceptions of the library: misuse and bad input throw, "undefined by the data" is a Value (value.hpp).
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace unseen {

/// Base of everything the library throws on purpose. Anything else (std::logic_error) is a bug.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The caller's data or arguments are wrong; the message says what, the value, and what was expected. It names arguments as argument.hpp says.
class InputError : public Error {
public:
    using Error::Error;
};

/// The system refused: a file that cannot be opened, a disk that is full.
class IoError : public Error {
public:
    using Error::Error;
};

/// A learner failed on a fit; the engine turns it into a Failure with this code and goes on.
class LearnerError : public Error {
public:
    explicit LearnerError(const std::string& text, std::string code = "threw") : Error(text), code_(std::move(code)) {}
    const std::string& code() const { return code_; }

private:
    std::string code_;
};

/// A store could not be written or read while work was under way, is damaged, or contradicts what was computed.
class StoreError : public Error {
public:
    using Error::Error;
};

/// Throws InputError(message) unless `good`. Write the condition positively, so that NaN fails it.
inline void require(bool good, const std::string& message)
{
    if (!good) throw InputError(message);
}

} // namespace unseen
