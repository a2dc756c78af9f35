// Private: the columns of a file of predictions: parts put together, and roles found.
#pragma once

#include "unseen/roles/scored_rows.hpp"

#include <string>
#include <utility>
#include <vector>

namespace unseen {

constexpr std::size_t most_columns_listed = 30; ///< in a message

/// Tables one below the other, and where each row came from.
class JoinedTables {
public:
    /// Throws InputError if the columns differ. One table is not copied: it must stay where it is.
    explicit JoinedTables(std::span<const Table> tables);
    /// The same, without any copy.
    explicit JoinedTables(std::vector<Table>&& tables);
    JoinedTables(const JoinedTables&) = delete;
    JoinedTables& operator=(const JoinedTables&) = delete;

    const Table& table() const { return *table_; }
    /// The numbers of one of its numeric columns, which nobody needs after this call: not a copy, unless the table is somebody else's.
    std::vector<double> last_numbers(const Column& column);
    /// Takes away the cells of one of its columns, which nobody needs after this call; nothing if the table is somebody else's.
    void drop(const Column& column);
    /// "FILE: column 'c', row N" (N from 1 within its file), for messages.
    std::string where(const std::string& column, std::size_t row) const;
    /// First rows of the parts, and the number of all rows.
    const std::vector<std::size_t>& begins() const { return begins_; }
    const std::string& source_of(std::size_t part) const { return sources_[part]; }

private:
    void add(const Table& part);
    Column& own(const Column& column); ///< of `joined_`

    const Table* table_ = nullptr; ///< somebody else's, or `joined_`
    Table joined_;
    std::vector<std::string> sources_;
    std::vector<std::size_t> first_rows_;
    std::vector<std::size_t> begins_;
};

/// The rows that count, ascending; no memory where these are all.
class KeptRows {
public:
    /// The rows 0 .. n-1.
    explicit KeptRows(std::size_t n = 0) : size_(n) {}
    explicit KeptRows(std::vector<std::size_t> rows) : size_(rows.size()), rows_(std::move(rows)), all_(false) {}
    std::size_t size() const { return size_; }
    bool all() const { return all_; }
    std::size_t operator[](std::size_t k) const { return all_ ? k : rows_[k]; }

private:
    std::size_t size_ = 0;
    std::vector<std::size_t> rows_;
    bool all_ = true;
};

/// The columns in their roles; null where there is none.
struct FoundRoles {
    const Column* truth = nullptr;            ///< the first of `truths`
    const Column* predicted = nullptr;        ///< the first of `predictions`
    std::vector<const Column*> truths{};      ///< one a target
    std::vector<const Column*> predictions{}; ///< as many, or none
    const Column* score = nullptr;
    const Column* weight = nullptr;
    const Column* cluster = nullptr;
    const Column* by = nullptr;
    const Column* split = nullptr;
    const Column* repeat = nullptr;
    const Column* id = nullptr;
    const Column* row_number = nullptr; ///< by its name alone, and only if `id` is not there: looked at for rows that come twice
    bool score_guessed = false;
    std::vector<std::string> notes;

    bool taken(const Column& column) const;
};

/// Named columns, and guesses for the others. Throws InputError if a named one is not there or there is no truth.
FoundRoles find_roles(const Table& table, const ScoreRoles& roles);

/// Whether a column is called as folds usually are.
bool suggests_folds(const std::string& name);

/// Whether a column holds the names that R's caret and tidymodels give to folds: Fold1, Fold02 ...
bool holds_folds(const Column& column);

/// A column of scores for a class.
struct ClassScores {
    std::string label;
    const Column* column = nullptr;
};

/// The columns that `--scores` lists. `labels`: the classes that are known; a name without LABEL= is the longest of them that it ends in, else itself.
std::vector<ClassScores> named_scores(const Table& table, const std::vector<std::string>& names, const Labels& labels);

/// Unused numeric columns, one a class, called as the labels with the same text before each ("", "prob.", ".pred_"): those called as the labels alone
/// first, the others in the order of the table.
std::vector<std::vector<ClassScores>> guessed_scores(const Table& table, const Labels& labels, const FoundRoles& found);

/// The columns of a table that make_scored_rows() would look at.
std::vector<std::string> columns_in_roles(const Table& table, const ScoreRoles& roles);

} // namespace unseen
