#include "learn/command/table_files.hpp"

#include "base/csv_writer.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/data/table_arff.hpp"
#include "unseen/predictions/predictions.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace unseen {

namespace {

constexpr std::size_t flush_at = std::size_t{1} << 20;

bool any_of(const std::string& text, const std::string& characters)
{
    return text.find_first_of(characters) != std::string::npos;
}

/// A field as in RFC 4180; text with blanks at its ends is quoted too.
std::string csv_text(const std::string& text)
{
    const bool bare =
        !text.empty() && !any_of(text, ",\"\r\n") && text.front() != ' ' && text.back() != ' ' && text != "?";
    return bare ? text : quoted_csv_field(text);
}

std::string c45_text(const std::string& text)
{
    require(!any_of(text, "\r\n") && !text.empty(),
            "format c45: the name '" + text + "' is empty or has a line break, which C4.5 does not allow");
    std::string escaped;
    for (const char c : text) escaped += std::string(any_of(std::string(1, c), ",:|.?\\") ? "\\" : "") + c;
    return escaped;
}

std::string joined(const std::vector<std::string>& words, const std::string& between)
{
    std::string text;
    for (const auto& word : words) text += (text.empty() ? "" : between) + word;
    return text;
}

class File {
public:
    explicit File(const std::filesystem::path& path) : path_(path), out_(path, std::ios::binary) { check(); }
    void write(std::string& text)
    {
        out_.write(text.data(), static_cast<std::streamsize>(text.size()));
        text.clear();
        check();
    }
    void close()
    {
        out_.close();
        check();
    }

private:
    void check() const
    {
        if (!out_)
            throw LearnerError("cannot write '" + path_.string() +
                                   "': " + std::generic_category().message(errno),
                               failures::io);
    }
    std::filesystem::path path_;
    std::ofstream out_;
};

void require_no_missing(const Cells& cells, const Dataset& main, std::span<const Row> rows)
{
    for (std::size_t f = 0; f < cells.features(); ++f)
        for (const Row r : rows)
            require(!main.features()[f].missing(r),
                    "format svmlight has no missing values, but feature '" + main.features()[f].name +
                        "' has some; use another format, or impute them first");
}

} // namespace

FileFormat file_format(const std::string& name)
{
    if (name == "csv") return FileFormat::csv;
    if (name == "arff") return FileFormat::arff;
    if (name == "svmlight") return FileFormat::svmlight;
    if (name == "c45") return FileFormat::c45;
    throw std::logic_error("no file format '" + name + "'");
}

int svmlight_number(const Dataset& data, std::size_t code)
{
    if (data.own_classes() != 2) return static_cast<int>(code) + 1;
    return code == data.positive().code ? 1 : -1;
}

TableFiles::TableFiles(const Dataset& data, FileFormat format) : data_(data), format_(format), cells_(data)
{
    const auto text = [&](const std::string& name) {
        switch (format_) {
        case FileFormat::arff: return arff_text(name);
        case FileFormat::c45: return c45_text(name);
        case FileFormat::csv:
        case FileFormat::svmlight: break;
        }
        return csv_text(name);
    };
    const bool classes = data.response_type() == ResponseType::classes;
    require(classes || format_ != FileFormat::c45,
            "format c45 has only classes, but the target '" + data.response_name() + "' holds numbers");
    for (std::size_t c = 0; c < data.own_classes(); ++c)
        classes_.push_back(format_ == FileFormat::svmlight ? std::to_string(svmlight_number(data, c))
                                                           : text(data.classes().name(c)));

    std::vector<std::string> header;
    std::size_t column = 1;
    if (format_ == FileFormat::arff) head_ = "@relation rows\n\n";
    if (format_ == FileFormat::c45) names_ = joined(classes_, ", ") + ".\n\n";
    for (const auto& feature : data.features()) {
        auto& labels = labels_.emplace_back();
        if (!feature.is_numeric())
            for (std::size_t l = 0; l < feature.coded().own_labels(); ++l)
                labels.push_back(text(feature.coded().labels.name(l)));
        first_column_.push_back(column);
        column += feature.is_numeric() ? 1 : labels.size();
        const auto name = format_ == FileFormat::svmlight ? std::string() : text(feature.name);
        header.push_back(name);
        if (format_ == FileFormat::arff)
            head_ += "@attribute " + name + ' ' +
                     (feature.is_numeric() ? "numeric" : '{' + joined(labels, ",") + '}') + '\n';
        if (format_ == FileFormat::c45)
            names_ += name + ": " + (feature.is_numeric() ? "continuous" : joined(labels, ", ")) + ".\n";
    }
    header.push_back(text(data.response_name()));
    if (format_ == FileFormat::arff)
        head_ += "@attribute " + header.back() + ' ' +
                 (classes ? '{' + joined(classes_, ",") + '}' : "numeric") + "\n\n@data\n";
    if (format_ == FileFormat::csv) head_ = joined(header, ",") + '\n';
    if (format_ == FileFormat::svmlight) {
        std::vector<Row> all(data.rows());
        for (Row r = 0; r < data.rows(); ++r) all[r] = r;
        require_no_missing(cells_, data, all);
    }
}

const char* TableFiles::training_name() const
{
    constexpr std::array<const char*, 4> names = {"train.csv", "train.arff", "train.svmlight", "rows.data"};
    return names.at(static_cast<std::size_t>(format_));
}

const char* TableFiles::test_name() const
{
    constexpr std::array<const char*, 4> names = {"test.csv", "test.arff", "test.svmlight", "rows.test"};
    return names.at(static_cast<std::size_t>(format_));
}

void TableFiles::append_row(std::string& out, const Cells& cells, Row row, const std::string& response) const
{
    if (format_ == FileFormat::svmlight) {
        out += response;
        for (std::size_t f = 0; f < cells.features(); ++f) {
            if (!cells.is_numeric(f)) {
                if (const auto code = cells.code(f, row); code >= 0)
                    out += ' ' + std::to_string(first_column_[f] + static_cast<std::size_t>(code)) + ":1";
            } else if (const double x = cells.number(f, row); x != 0.0) {
                out += ' ' + std::to_string(first_column_[f]) + ':' + shortest(x);
            }
        }
        out += '\n';
        return;
    }
    const char* missing = format_ == FileFormat::csv ? "" : "?";
    for (std::size_t f = 0; f < cells.features(); ++f) {
        if (cells.missing(f, row))
            out += missing;
        else
            out += cells.is_numeric(f) ? shortest(cells.number(f, row))
                                       : labels_[f][static_cast<std::size_t>(cells.code(f, row))];
        out += ',';
    }
    out += response;
    out += '\n';
}

std::string TableFiles::response_text(Row row) const
{
    if (data_.response_type() == ResponseType::numbers) return shortest(data_.responses()[row]);
    return classes_.at(static_cast<std::size_t>(data_.class_codes()[row]));
}

void TableFiles::write_training(const std::filesystem::path& folder, const RowSet& rows) const
{
    if (format_ == FileFormat::c45) {
        File names(folder / "rows.names");
        auto text = names_;
        names.write(text);
        names.close();
    }
    File file(folder / training_name());
    std::string text = head_;
    rows.for_each([&](Row row, std::uint32_t count) {
        const auto begin = text.size();
        append_row(text, cells_, row, response_text(row));
        const auto line = text.substr(begin);
        for (std::uint32_t more = 1; more < count; ++more) text += line;
        if (text.size() > flush_at) file.write(text);
    });
    file.write(text);
    file.close();
}

void TableFiles::write_test(const std::filesystem::path& folder, const Dataset& data,
                            std::span<const Row> rows) const
{
    const Cells cells(data_, data);
    if (format_ == FileFormat::svmlight) require_no_missing(cells, data, rows);
    const std::string unknown = format_ == FileFormat::csv ? "" : format_ == FileFormat::svmlight ? "0" : "?";
    File file(folder / test_name());
    std::string text = head_;
    for (const Row row : rows) {
        append_row(text, cells, row, unknown);
        if (text.size() > flush_at) file.write(text);
    }
    file.write(text);
    file.close();
}

template <class Number>
void write_cells(const std::filesystem::path& path, const RowSet& rows, const std::vector<Number>& of_rows)
{
    File file(path);
    std::string text;
    rows.for_each([&](Row row, std::uint32_t count) {
        const auto line = shortest(static_cast<double>(of_rows[row])) + '\n';
        for (std::uint32_t k = 0; k < count; ++k) text += line;
    });
    file.write(text);
    file.close();
}

template void write_cells(const std::filesystem::path&, const RowSet&, const std::vector<double>&);
template void write_cells(const std::filesystem::path&, const RowSet&, const std::vector<std::uint32_t>&);

} // namespace unseen
