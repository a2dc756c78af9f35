// What is kept of scored rows so that parts can be judged together: states are written, read and merged.
#pragma once

#include "unseen/score/score.hpp"
#include "unseen/score/scored_rows.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace unseen {

/// The rows of some files of predictions without their order, and the roles of their columns. Merging is associative and commutative, and
/// equal states have equal bytes: whatever parts a file was cut into, in whatever order they were merged.
///
/// An exact state holds the distinct rows of the columns in roles with how often each occurs: 8 bytes a cell and a row in memory, few on disk where scores
/// repeat. Every figure that does not depend on the order of rows is that of the files scored together.
class ScoreState {
public:
    /// An exact state. Throws as make_scored_rows() does, and InputError for a table whose file declares its types (ARFF).
    static ScoreState exact(std::span<const Table> tables, const ScoreRoles& roles);
    /// Reads what bytes() wrote. Throws InputError "SOURCE: ..." for anything else: another file, one cut off or changed, a later version.
    static ScoreState parse(std::string_view bytes, const std::string& source);

    ScoreState(ScoreState&&) noexcept;
    ScoreState& operator=(ScoreState&&) noexcept;
    ~ScoreState();

    /// Adds the rows of another state. Throws InputError that names both if the columns, their roles or the classes differ.
    void merge(const ScoreState& other);
    /// The canonical bytes (docs/STATES.md), ended by a digest.
    std::string bytes() const;
    /// All figures; intervals that draw rows one by one do not exist (`needs_rows`).
    ScoreReport report(const ScoreOptions& options) const;

private:
    struct Content;
    explicit ScoreState(std::unique_ptr<Content> content);
    std::unique_ptr<Content> content_;
};

/// Reads a state from a file. Throws IoError and InputError.
ScoreState read_state(const std::string& path);

} // namespace unseen
