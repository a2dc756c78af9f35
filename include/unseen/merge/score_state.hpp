// States of scored rows: parts of a data set are scored separately, and their states are written, read and
// merged to score the whole.
//
// Example:
//
//     const std::vector<Table> first{parse_table("truth,predicted\nyes,yes\nno,no\n", "first.csv")};
//     const std::vector<Table> second{parse_table("truth,predicted\nyes,no\nno,no\n", "second.csv")};
//     ScoreState state = ScoreState::exact(first, {});
//     state.merge(ScoreState::exact(second, {}));
//     const auto report = state.report({.measures = {Spec("accuracy")}});
//     assert(report.rows == 4 && report.measures.front().value.number() == 0.75);
#pragma once

#include "unseen/read/reader.hpp"
#include "unseen/roles/scored_rows.hpp"
#include "unseen/score/score.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace unseen {

/// A summary of the rows of some files of predictions, and the roles of their columns. Merging is associative
/// and commutative, and equal states have equal bytes, so neither the division of a file into parts nor the
/// order of merging matters.
///
/// An exact state holds each distinct row with the number of its occurrences. It takes 8 bytes per cell and
/// per row in memory, and little space on disk if scores repeat. Every figure that does not depend on the
/// order of the rows equals that of the files scored together.
///
/// A state of fixed size holds counts and exact sums, and bins of scores and errors: a few MB for any number
/// of rows. Figures of counts and means, and their intervals, equal those of the files scored together. For
/// the area under the ROC curve, the average precision and quantiles of errors it gives limits of the exact
/// value (METHODS I.13). Other figures do not exist (`needs_exact_state`).
class ScoreState {
public:
    /// Makes an exact state. Throws as make_scored_rows() does, and InputError for a table whose file
    /// declares its types (ARFF).
    static ScoreState exact(std::span<const Table> tables, const ScoreRoles& roles);
    /// Makes a state of fixed size with `cells` bins (a power of two from 1024 to 1048576; more give narrower
    /// limits). It reads the files in chunks and keeps no row. Name in `measures` the measures that report()
    /// should give in addition to the usual ones; they must be means of row values or quantiles. Throws as
    /// exact() does, and InputError for weights, folds, clusters, groups and ordinal classes, and if the
    /// first rows are of one class and `roles` does not name the positive class.
    static ScoreState of_fixed_size(std::span<const std::string> paths, const ReadOptions& reading,
                                    const ScoreRoles& roles, std::uint64_t cells,
                                    const std::vector<Spec>& measures = {});
    /// Reads the output of bytes(). Throws InputError "SOURCE: ..." if the bytes are something else,
    /// incomplete, changed or from a later version.
    static ScoreState parse(std::string_view bytes, const std::string& source);

    ScoreState(ScoreState&&) noexcept;
    ScoreState& operator=(ScoreState&&) noexcept;
    ~ScoreState();

    /// Adds the rows of another state. Throws InputError, naming both, if their columns, roles or classes
    /// differ.
    void merge(const ScoreState& other);
    /// The canonical bytes (docs/STATES.md), which end in a digest.
    std::string bytes() const;
    /// Computes the measures. For a state of fixed size, intervals that need the rows do not exist
    /// (`needs_rows`).
    ScoreReport report(const ScoreOptions& options) const;

private:
    struct Content;
    explicit ScoreState(std::unique_ptr<Content> content);
    static std::unique_ptr<Content> fixed_content(std::span<const std::string> paths,
                                                  const ReadOptions& options, const ScoreRoles& roles,
                                                  std::uint64_t cells, const std::vector<Spec>& measures);
    std::unique_ptr<Content> content_;
};

/// Reads a state from a file. Throws IoError if the file cannot be read, and InputError as
/// ScoreState::parse() does.
ScoreState read_state(const std::string& path);

} // namespace unseen
