// A number of errors among rows, from which bounds and tests of error rates are computed.
//
// Example:
//
//     const ErrorCount count{.errors = 3, .rows = 20};
//     assert(count == (ErrorCount{3, 20}));
#pragma once

#include <cstdint>

namespace unseen {

/// `errors` of `rows` predictions are wrong; errors <= rows.
struct ErrorCount {
    std::uint64_t errors = 0;
    std::uint64_t rows = 0;

    friend bool operator==(const ErrorCount&, const ErrorCount&) = default;
};

} // namespace unseen
