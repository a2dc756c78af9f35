// What is kept of scored rows so that parts can be judged together: states are written, read and merged.
#pragma once

#include "unseen/read/reader.hpp"
#include "unseen/roles/scored_rows.hpp"
#include "unseen/score/score.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace unseen {

/// What is kept of the rows of some files of predictions, and the roles of their columns. Merging is associative and commutative, and
/// equal states have equal bytes: whatever parts a file was cut into, in whatever order they were merged.
///
/// An exact state holds the distinct rows of the columns in roles with how often each occurs: 8 bytes a cell and a row in memory, few on disk where scores
/// repeat. Every figure that does not depend on the order of rows is that of the files scored together.
///
/// A state of fixed size holds counts, exact sums and, for what is about the order of scores or errors, counts in cells: some MB for any number of
/// rows. Figures of counts and means, with their intervals, are those of the files scored together; the area under the ROC curve, the average
/// precision and quantiles of errors get limits of the exact value (METHODS I.13); others do not exist (`needs_exact_state`).
class ScoreState {
public:
    /// An exact state. Throws as make_scored_rows() does, and InputError for a table whose file declares its types (ARFF).
    static ScoreState exact(std::span<const Table> tables, const ScoreRoles& roles);
    /// A state of fixed size with so many cells (a power of two from 1024 to 1048576), which reads the files in chunks and holds none of them.
    /// `measures`: those beyond the usual ones that are means of row values or quantiles. Throws as exact() does, and InputError for weights, folds,
    /// clusters, groups and ordinal classes, and for one class alone at the beginning if nothing says which class is positive.
    static ScoreState of_fixed_size(std::span<const std::string> paths, const ReadOptions& reading, const ScoreRoles& roles,
                                    std::uint64_t cells, const std::vector<Spec>& measures = {});
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
