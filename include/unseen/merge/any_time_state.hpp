// Looks at any time: rows are counted as they arrive, and the limits of a figure hold at every look, however
// many there are and whenever they end.
//
// Example:
//
//     const std::vector<Table> files{parse_table("truth,predicted\na,a\nb,b\na,b\n", "day1.csv")};
//     const ScoreOptions options{.requirements = {"accuracy >= 0.9"}};
//     const auto rows = make_scored_rows(files);
//     AnyTimeState state(followed(rows, {}, options));
//     state.count(followed(rows, {}, options));
//     const auto report = state.look(options);
//     assert(report.rows == 3 && report.any_time->looks == 1);
//     assert(report.requirements.front().state == VerdictState::undecided);
#pragma once

#include "unseen/compare/models.hpp"
#include "unseen/roles/matched_models.hpp"
#include "unseen/score/score.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// The rows of a run, as a state counts them: one value for each, and what the figure is about.
struct FollowedRows {
    std::map<std::string, std::string> settings{}; ///< what all runs must have alike, by its name
    std::vector<std::string> names{};              ///< of two models; none of one
    std::vector<double> values{}; ///< of each row: the row's value of the measure, or the difference of two
    std::vector<std::vector<double>> of_models{}; ///< the values of each model
    std::vector<std::uint64_t> rows{};            ///< a hash of each row's truth, predictions and values
    std::vector<std::uint64_t> ids{};             ///< a hash of each row's id; empty: rows have none
};

/// The rows of a model. The figure is the measure of the options, else that of their requirements, else the
/// mean of values and the accuracy of classes. Throws InputError for several measures, for one that is no
/// mean of row values in a range of its own, and for rows that are no independent draws of one weight: such
/// figures have no limits that hold at any time, and planned looks judge them (ScoreOptions::looks).
FollowedRows followed(const ScoredRows& rows, const ScoreRoles& roles, const ScoreOptions& options);
/// The same of two models on the same rows: the figure is the first's less the second's.
FollowedRows followed(const MatchedModels& models, const ScoreRoles& roles, std::span<const Spec> measures,
                      const compare::ModelsOptions& options);

/// What a figure's limits at any time need of the rows so far (METHODS I.40): how many values there are in
/// each step of their range, which rows were counted, and the largest E and tightest limits of all looks.
///
/// Rows are known by their ids, and then each run brings new rows; or else by their order, and then each file
/// begins with the rows that were counted already. A row is never counted twice.
class AnyTimeState {
public:
    /// A state without rows, for rows like these.
    explicit AnyTimeState(const FollowedRows& like);
    /// Reads the output of bytes(). Throws InputError "SOURCE: ..." for anything else.
    static AnyTimeState parse(std::string_view bytes, const std::string& source);
    AnyTimeState(AnyTimeState&&) noexcept;
    AnyTimeState& operator=(AnyTimeState&&) noexcept;
    ~AnyTimeState();

    /// A state with these settings that has counted nothing, to which states are added.
    AnyTimeState without_rows() const;

    /// Counts the new rows. Throws InputError, and counts none, if settings differ, a row with an id was
    /// counted before, or the rows without ids do not begin with those that were counted.
    void count(const FollowedRows& rows);
    /// Counts the rows of another state, whose looks are forgotten: they were at its rows alone. Throws
    /// InputError, naming both, if settings differ, an id is in both, or rows have no ids.
    void merge(const AnyTimeState& other);
    /// Looks at the rows so far, and remembers the look. Throws InputError for levels other than those of the
    /// state, for requirements on another figure, and for a state of two models.
    ScoreReport look(const ScoreOptions& options);
    /// The same for a state of two models.
    compare::Answer look(const compare::ModelsOptions& options);

    /// True if the figure is the difference of two models.
    bool of_two_models() const;
    /// The canonical bytes (docs/STATES.md), which end in a digest.
    std::string bytes() const;

private:
    struct Content;
    std::unique_ptr<Content> content_;
};

/// Reads a state from a file; none if there is no such file.
std::optional<AnyTimeState> read_any_time_state(const std::string& path);

/// Adds the states in these files to that of `path`, which need not exist yet; none are added without files.
/// Throws InputError if there is no state at all, IoError for a file that is missing, and what
/// AnyTimeState::merge() throws.
void add_states(std::optional<AnyTimeState>& state, const std::string& path,
                std::span<const std::string> files);

} // namespace unseen
