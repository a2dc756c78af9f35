// Errors among rows: what bounds and tests of error rates are computed from.
#pragma once

#include <cstdint>

namespace unseen {

/// `errors` wrong of `rows`.
struct ErrorCount {
    std::uint64_t errors = 0;
    std::uint64_t rows = 0;

    friend bool operator==(const ErrorCount&, const ErrorCount&) = default;
};

} // namespace unseen
