// What an answer says about looks at any time: rows are counted as they arrive, and limits hold at every
// look.
//
// Example:
//
//     const AnyTime look{.rows = 150, .new_rows = 50, .looks = 3};
//     assert(look.rows_at_end == 2.0 && !look.changed);
#pragma once

#include "unseen/base/interval.hpp"

#include <cstdint>

namespace unseen {

/// A look at rows that are counted as they arrive (METHODS I.40).
struct AnyTime {
    std::uint64_t rows = 0;     ///< counted so far
    std::uint64_t new_rows = 0; ///< counted by this run
    std::uint64_t looks = 0;    ///< so far, with this one
    bool by_id = false;         ///< rows are known by their ids; else by their order in the file
    /// The limits of all looks exclude each other: the figure has changed, or rows were not counted as they
    /// came. Then `now` alone is shown.
    bool changed = false;
    Limits now{}; ///< the limits of this look alone; the interval of the figure has the tightest so far
    // What limits at any time cost, in rows of a single look: until a decision with power .8, and on average.
    double rows_at_end = 2.0;
    double rows_on_average = 1.2;

    friend bool operator==(const AnyTime&, const AnyTime&) = default;
};

} // namespace unseen
