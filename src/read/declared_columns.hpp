// Private: columns whose names and types the file declares (ARFF, C4.5), built cell by cell.
#pragma once

#include "data/spelling.hpp"
#include "read/problems.hpp"
#include "read/read_options.hpp"
#include "unseen/base/labels.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace unseen {

struct Declaration {
    enum class Type { numeric, nominal, string, date };

    std::string name;
    Type type = Type::numeric;
    Labels labels{};             ///< the declared labels of a nominal attribute
    const char* begin = nullptr; ///< its name in the text, for messages
};

/// A column under construction. The declaration and the options decide how its cells are kept.
class DeclaredColumn {
public:
    const Declaration& declaration() const { return declaration_; }
    /// True if a plain number need not be compared with marks and labels, so that add_plain_number()
    /// takes it.
    bool takes_numbers() const { return takes_numbers_; }
    void add_number(double x, std::string_view cell)
    {
        if (loses_spelling(cell, x)) spelling_.add(values_.size(), cell);
        values_.push_back(x);
    }
    /// Adds a number that quick_number() read.
    void add_plain_number(double x, std::string_view cell)
    {
        if (std::abs(x) >= first_inexact_whole) [[unlikely]]
            return add_number(x, cell);
        values_.push_back(x);
    }
    void add_missing();
    /// Adds a cell that is the label with this code.
    void add_label(std::size_t code);
    /// Adds the cell `text` at `at`. A cell with a problem counts as missing, so that reading continues and
    /// finds further problems. `quoted`: the text is not a missing mark.
    void add(std::string_view text, bool quoted, const char* at, const MissingMarks& marks,
             Problems& problems);
    /// Adds the cell that a sparse row leaves out: zero, or the first declared value. Throws InputError for a
    /// string.
    void add_left_out(const char* at, Problems& problems);
    /// Returns the column and leaves this empty.
    Column finish();

private:
    friend std::vector<DeclaredColumn> declared_columns(std::vector<Declaration>, const ReadOptions&,
                                                        const MissingMarks&, const std::string&, Problems&);
    enum class Store { numbers, declared_codes, texts };

    void add_undeclared(std::string_view text, const char* at, Problems& problems);

    Declaration declaration_;
    Store store_ = Store::numbers;
    bool takes_numbers_ = false;
    bool to_categories_ = false; ///< the options ask for it
    std::vector<double>
        label_values_; ///< the numbers of the labels of a nominal attribute that must be numeric
    std::vector<double> values_;
    SpellingBuilder spelling_; ///< of `values_`
    std::vector<std::int32_t> codes_;
    CategoryBuilder texts_;
};

/// Empty columns for these declarations. Throws InputError for options that do not fit them.
std::vector<DeclaredColumn> declared_columns(std::vector<Declaration> declarations,
                                             const ReadOptions& options, const MissingMarks& marks,
                                             const std::string& source, Problems& problems);

} // namespace unseen
