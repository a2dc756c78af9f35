// Private: parts that the readers of all formats share: missing marks, columns with a declared type,
// categories made from texts of cells.
#pragma once

#include "unseen/data/column.hpp"
#include "unseen/read/reader.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// The texts that stand for a missing cell.
class MissingMarks {
public:
    explicit MissingMarks(const std::vector<std::string>& marks);

    /// True if the cell is missing. The mark NaN, if listed, matches in any case, and a number (-999) in any
    /// spelling (-999.0).
    bool contains(std::string_view cell) const;
    /// True if a mark is itself a number (-999), so that cells must be compared with the marks before they
    /// are read as numbers.
    bool has_number() const { return !numbers_.empty(); }

private:
    std::vector<std::string> marks_;
    bool nan_ = false;
    std::vector<double> numbers_;
};

/// The marks of missing cells that the user stated: none if they are the usual ones.
std::vector<std::string> stated_marks(const ReadOptions& options);

/// Throws InputError if there are more columns than `options` allows, or if it names a column that is not in
/// `names` (with the nearest one), or declares a column both categorical and numeric.
void check_forced_columns(const ReadOptions& options, const std::vector<std::string>& names,
                          const std::string& source);

/// True for a text that often stands for a missing number: n/a, NULL, None, -, a point ...
bool is_missing_word(std::string_view cell);

/// True for those of these words that are no category in any column: <NA>, #N/A, WEKA's 1:? ...
bool is_only_missing(std::string_view cell);

/// The number that a cell spells with this decimal mark, '.' or ','.
std::optional<double> cell_number(std::string_view text, char decimal);

/// True if `name` is one of the list.
bool contains_name(const std::vector<std::string>& list, std::string_view name);

/// Builds a column of categories from the texts of cells.
class CategoryBuilder {
public:
    void add(std::string_view cell) { codes_.push_back(static_cast<std::int32_t>(labels_.add(cell))); }
    void add_missing() { codes_.push_back(-1); }
    /// Reserves memory for `rows` cells.
    void reserve(std::size_t rows) { codes_.reserve(rows); }
    /// Adds cells that are codes of `labels`.
    void append(const Labels& labels, std::vector<std::int32_t>&& codes);
    /// The column, its labels sorted by sorted_labels(). Leaves the builder empty.
    CodedColumn finish();

private:
    Labels labels_;
    std::vector<std::int32_t> codes_;
};

} // namespace unseen
