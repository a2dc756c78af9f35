// Private: joins the parts of a file of predictions and finds the roles of its columns.
#pragma once

#include "unseen/roles/scored_rows.hpp"

#include <string>
#include <utility>
#include <vector>

namespace unseen {

constexpr std::size_t most_columns_listed = 30; ///< the largest number of columns in a message

/// Tables joined one below the other, with the source of each row.
class JoinedTables {
public:
    /// Throws InputError if the tables have different columns. A single table is not copied; it must outlive
    /// the object.
    explicit JoinedTables(std::span<const Table> tables);
    /// The same without a copy.
    explicit JoinedTables(std::vector<Table>&& tables);
    JoinedTables(const JoinedTables&) = delete;
    JoinedTables& operator=(const JoinedTables&) = delete;

    const Table& table() const { return *table_; }
    /// The numbers of a numeric column that is not used after this call. They are moved if the object owns
    /// the table, else copied.
    std::vector<double> last_numbers(const Column& column);
    /// Frees the cells of a column that is not used after this call. Does nothing if the object does not own
    /// the table.
    void drop(const Column& column);
    /// "FILE: column 'c', row N" (N from 1 within its file), for messages.
    std::string where(const std::string& column, std::size_t row) const;
    /// The first row of each part, then the number of all rows.
    const std::vector<std::size_t>& begins() const { return begins_; }
    const std::string& source_of(std::size_t part) const { return sources_[part]; }

private:
    void add(const Table& part);
    Column& own(const Column& column); ///< the column in `joined_`, for changes

    const Table* table_ = nullptr; ///< the caller's table, or `joined_`
    Table joined_;
    std::vector<std::string> sources_;
    std::vector<std::size_t> first_rows_;
    std::vector<std::size_t> begins_;
};

/// The rows that are kept, ascending. Uses no memory if all are kept.
class KeptRows {
public:
    /// Keeps all rows 0 .. n-1.
    explicit KeptRows(std::size_t n = 0) : size_(n) {}
    explicit KeptRows(std::vector<std::size_t> rows) : size_(rows.size()), rows_(std::move(rows)), all_(false)
    {
    }
    std::size_t size() const { return size_; }
    bool all() const { return all_; }
    std::size_t operator[](std::size_t k) const { return all_ ? k : rows_[k]; }

private:
    std::size_t size_ = 0;
    std::vector<std::size_t> rows_;
    bool all_ = true;
};

/// The column of each role; null if no column has the role.
struct FoundRoles {
    const Column* truth = nullptr;            ///< the first of `truths`
    const Column* predicted = nullptr;        ///< the first of `predictions`
    std::vector<const Column*> truths{};      ///< one for each target
    std::vector<const Column*> predictions{}; ///< as many as truths, or none
    const Column* score = nullptr;
    const Column* weight = nullptr;
    const Column* cluster = nullptr;
    const Column* by = nullptr;
    const Column* split = nullptr;
    const Column* repeat = nullptr;
    const Column* id = nullptr;
    const Column* judged = nullptr; ///< what a judge says of the items
    const Column* trials = nullptr; ///< how many answers the items have
    const Column* row_number =
        nullptr; ///< if there is no `id`: finds rows that occur twice, and joins repeats
    bool score_guessed = false;
    std::vector<RowNote> notes; ///< the columns that were guessed

    bool taken(const Column& column) const;
    /// Drops the note of a guess that is not used.
    void forget(std::string_view role);
};

/// True if the rows are items with values, which somebody gave them or which say whether a label is right.
bool judges_items(const ScoreRoles& roles);

/// Finds the named columns and guesses the others. Throws InputError if a named column does not exist or
/// there is no truth.
FoundRoles find_roles(const Table& table, const ScoreRoles& roles);

/// True for the usual names of truths.
bool is_called_truth(const std::string& name);
/// True for the usual names of predictions and scores.
bool is_called_prediction(const std::string& name);

/// True for the usual names of the items of a benchmark.
bool is_called_item(const std::string& name);

/// True if `name` is a usual name for a column of folds.
bool suggests_folds(const std::string& name);

/// True for the name that forecasts (Prophet, sktime) give to the column of the times at which they were
/// made.
bool suggests_windows(const std::string& name);

/// True if the cells are names of folds as in caret and tidymodels: Fold1, Fold02 ...
bool holds_folds(const Column& column);

/// The column of scores of a class.
struct ClassScores {
    std::string label;
    const Column* column = nullptr;
};

/// The columns that `scores` lists as COLUMN or LABEL=COLUMN. Without LABEL=, the label is the longest of the
/// known `labels` that the name ends in, else the name itself.
std::vector<ClassScores> named_scores(const Table& table, const std::vector<std::string>& names,
                                      const Labels& labels);

/// Sets of numeric columns without a role, one column for each class, whose names are a common prefix ("",
/// "prob.", ".pred_") and the label. The set without a prefix comes first, the others in the order of the
/// table.
std::vector<std::vector<ClassScores>> guessed_scores(const Table& table, const Labels& labels,
                                                     const FoundRoles& found);

/// The columns of a table that make_scored_rows() would read.
std::vector<std::string> columns_in_roles(const Table& table, const ScoreRoles& roles);

} // namespace unseen
