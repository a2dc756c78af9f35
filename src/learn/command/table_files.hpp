// Private: writes training and test rows to files for programs: CSV, ARFF, svmlight, C4.5.
#pragma once

#include "learn/command/cells.hpp"

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

enum class FileFormat { csv, arff, svmlight, c45 };

/// The format of that name. Throws std::logic_error for an unknown name.
FileFormat file_format(const std::string& name);

/// The number of a class in svmlight files: with two classes 1 for the positive one and -1 for the other,
/// else 1, 2 ... in the order of the classes.
int svmlight_number(const Dataset& data, std::size_t code);

/// Writes rows of one dataset in one format; the response is the last column. Training rows are in ascending
/// order, repeated by their multiplicity. Rows to predict are in the order given, with a missing value as the
/// response (0 in svmlight, which has no missing values). Categories and classes that only appended tables
/// have do not occur. Numbers are the shortest text that reads back the same. Several threads may use it.
///
/// svmlight has only numbers, with features numbered from 1: each label of a category is a column of ones and
/// zeros.
class TableFiles {
public:
    /// Throws InputError if the format cannot represent this dataset (svmlight: missing cells; C4.5: a line
    /// break in a name, a numeric response).
    TableFiles(const Dataset& data, FileFormat format);

    /// The names of the two files in their folder, such as `rows.data`: some programs expect a certain
    /// ending.
    const char* training_name() const;
    const char* test_name() const;
    /// Writes a file into `folder`. Throws LearnerError (`io`) if it cannot be written.
    void write_training(const std::filesystem::path& folder, const RowSet& rows) const;
    void write_test(const std::filesystem::path& folder, const Dataset& data,
                    std::span<const Row> rows) const;

private:
    void append_row(std::string& out, const Cells& cells, Row row, const std::string& response) const;
    std::string response_text(Row row) const;

    Dataset data_;
    FileFormat format_;
    Cells cells_;
    std::string head_;                             ///< the text above the rows
    std::string names_;                            ///< the .names file of C4.5
    std::vector<std::vector<std::string>> labels_; ///< for each feature, the labels as written
    std::vector<std::string> classes_;             ///< the classes of the main table as written
    std::vector<std::size_t> first_column_;        ///< svmlight: the first column of each feature
};

/// Writes one number per line for the training rows, in the order in which write_training() writes them.
/// Throws LearnerError (`io`).
template <class Number>
void write_cells(const std::filesystem::path& path, const RowSet& rows, const std::vector<Number>& of_rows);

} // namespace unseen
