// The text of the error that a call throws.
#pragma once

#include "unseen/base/error.hpp"

#include <string>

namespace unseen::test {

/// The message of the E that `call` throws; "no error" if it throws none. Other exceptions pass.
template <class E = InputError, class Call>
std::string message_of(const Call& call)
{
    try {
        call();
    } catch (const E& error) {
        return error.what();
    }
    return "no error";
}

} // namespace unseen::test
