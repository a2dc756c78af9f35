// Private: training and test rows as files that programs read: CSV, ARFF, svmlight, C4.5.
#pragma once

#include "learn/command/cells.hpp"

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

enum class FileFormat { csv, arff, svmlight, c45 };

/// Throws std::logic_error for another name.
FileFormat file_format(const std::string& name);

/// The number by which svmlight files know a class: of two classes 1 for the positive one and -1 for the other, else 1, 2 ... in the order
/// of classes.
int svmlight_number(const Dataset& data, std::size_t code);

/// Writes rows of one dataset in one format; the response is the last column. Training rows stand in ascending order, each as often as it
/// counts; rows to predict in the order asked, with a missing mark instead of the response (svmlight, which has none: 0). Categories and
/// classes that only further tables have do not occur. Numbers are the shortest text that reads back the same. Safe to use from several
/// threads.
///
/// svmlight has numbers only, from 1 up: a category is a column of ones and zeros for each label. It has no missing values.
class TableFiles {
public:
    /// Throws InputError if the format cannot hold this dataset (svmlight: missing cells; C4.5: a line break in a name, a response of
    /// numbers).
    TableFiles(const Dataset& data, FileFormat format);

    /// The names of the two files in their folder, `rows.data` say: programs go by the ending.
    const char* training_name() const;
    const char* test_name() const;
    /// Throw LearnerError (`io`) if a file cannot be written.
    void write_training(const std::filesystem::path& folder, const RowSet& rows) const;
    void write_test(const std::filesystem::path& folder, const Dataset& data, std::span<const Row> rows) const;

private:
    void append_row(std::string& out, const Cells& cells, Row row, const std::string& response) const;
    std::string response_text(Row row) const;

    Dataset data_;
    FileFormat format_;
    Cells cells_;
    std::string head_;                             ///< above the rows
    std::string names_;                            ///< the .names file of C4.5
    std::vector<std::vector<std::string>> labels_; ///< a feature: the labels as written
    std::vector<std::string> classes_;             ///< the own classes as written
    std::vector<std::size_t> first_column_;        ///< of svmlight, a feature
};

} // namespace unseen
