// What bounds are computed from: errors among rows.
#pragma once

#include <cstdint>

namespace unseen::bound {

/// `errors` wrong of `rows`.
struct Count {
    std::uint64_t errors = 0;
    std::uint64_t rows = 0;

    friend bool operator==(const Count&, const Count&) = default;
};

} // namespace unseen::bound
