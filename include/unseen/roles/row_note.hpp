// What was guessed or settled about rows of predictions, for the user to see.
//
// Example:
//
//     const RowNote note{.role = "truth", .column = "y"};
//     assert(note.how == RowNote::How::by_name);
//     assert(in_words({note}).front() == "truth: column 'y', by its name");
#pragma once

#include <string>
#include <vector>

namespace unseen {

/// What a note is about, and how it was found.
struct RowNote {
    enum class How {
        by_name,  ///< the column has a usual name for the role; no row was looked at
        from_rows ///< the cells or the roles decided, as `what` says
    };
    std::string role{};   ///< `truth`, `score`, or another subject: `labels`, `task`
    std::string column{}; ///< the column that was found; empty if there is not exactly one
    How how = How::by_name;
    std::string what{}; ///< if `how` is `from_rows`: the finding, as a clause

    friend bool operator==(const RowNote&, const RowNote&) = default;
};

/// One sentence for each note, as people read it.
std::vector<std::string> in_words(const std::vector<RowNote>& notes);

} // namespace unseen
