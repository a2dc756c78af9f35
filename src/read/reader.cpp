#include "unseen/read/reader.hpp"

#include "read/c45.hpp"
#include "read/encoding.hpp"
#include "read/format.hpp"
#include "read/read_options.hpp"
#include "read/text_source.hpp"
#include "unseen/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <set>

namespace unseen {

namespace {

Table parse_text(std::string_view text, const std::string& source, const ReadOptions& options,
                 const std::function<void(std::string_view)>& done)
{
    const auto& format = format_of(text, source, options);
    const auto read = [&](std::string_view content) {
        auto table = format.parse(content, source, options, done);
        if (table.form.empty()) table.form = format.name;
        if (!table.missing) table.missing = options.missing;
        return table;
    };
    if (!format.text) return read(text);
    const auto content = text_of(text, source);
    if (!format.checks_encoding) refuse_other_encoding(content, source);
    try {
        return read(content);
    } catch (const OtherEncoding&) {
        throw;
    } catch (const InputError&) {
        refuse_nul(content, source); // reports NUL bytes first, as the cause of other errors
        refuse_other_encoding(content, source);
        throw;
    }
}

Table parse(std::string_view bytes, const std::string& source, const ReadOptions& options,
            const std::function<void(std::string_view)>& done)
{
    constexpr std::size_t beginning = std::size_t{1} << 16;
    const auto convert = [&] {
        const auto result = decoded(bytes, source, options.encoding);
        auto table = parse_text(result.text, source, options, {});
        if (!result.note.empty()) table.notes.insert(table.notes.begin(), result.note);
        return table;
    };
    const bool named = !options.encoding.empty() && !names_utf8(options.encoding);
    if (named || (options.encoding.empty() && looks_like_utf16(bytes))) return convert();
    try {
        // Names of columns are needed before all rows have been looked at.
        auto head = bytes.substr(0, beginning);
        if (options.encoding.empty() && is_text_format(head, source, options)) {
            if (head.size() < bytes.size()) head = head.substr(0, head.rfind('\n') + 1);
            refuse_other_encoding(head, source);
        }
        return parse_text(bytes, source, options, done);
    } catch (const OtherEncoding&) {
        if (!options.encoding.empty()) throw;
    }
    return convert();
}

/// Reads the bytes of a file; those of C4.5 with the declarations beside it.
Table parse_file(const FileBytes& bytes, const std::string& path, const ReadOptions& options)
{
    const bool forced_csv = options.separator || options.header;
    const auto names = forced_csv ? std::nullopt : c45_names_of(path);
    if (names) {
        const FileBytes declarations(*names);
        if (looks_like_c45_names(declarations.view())) {
            auto table = parse_c45(bytes.view(), path, declarations.view(), *names, options);
            table.missing = options.missing;
            return table;
        }
    }
    require(!path.ends_with(".names") || !looks_like_c45_names(bytes.view()),
            path + ": declares the columns of C4.5 files; expected the file of rows beside it, which ends in "
                   ".data or .test");
    auto table = parse(bytes.view(), path == "-" ? "standard input" : path, options,
                       [&](std::string_view part) { bytes.release(part); });
    if (names) table.notes.push_back(*names + " is not used: it does not begin as declarations of C4.5");
    return table;
}

/// The names of the columns that hold a text in a table.
std::set<std::string> columns_with_texts(const std::vector<Table>& tables)
{
    std::set<std::string> names;
    for (const auto& table : tables)
        for (const auto& column : table.columns)
            if (!column.is_numeric()) names.insert(column.name);
    return names;
}

bool holds_numbers(const Column& column)
{
    if (!column.is_numeric()) return false;
    const auto& values = column.numeric().values;
    return std::any_of(values.begin(), values.end(), [](double x) { return !std::isnan(x); });
}

} // namespace

Table read_table(const std::string& path, const ReadOptions& options)
{
    const auto rows = c45_rows_of(path);
    const FileBytes bytes(rows, options.large);
    auto table = parse_file(bytes, rows, options);
    const auto tested = path + ".test";
    if (rows != path && std::filesystem::exists(tested))
        table.notes.push_back("read from " + rows + "; " + tested + ", beside it, has rows to test on");
    return table;
}

std::vector<Table> read_tables(const std::vector<std::string>& paths, const ReadOptions& options)
{
    if (paths.size() == 1) return {read_table(paths.front(), options)};
    std::vector<std::unique_ptr<FileBytes>> files; // kept, because a pipe can be read only once
    std::vector<Table> tables;
    const auto read = [&](std::size_t k, const ReadOptions& how) {
        return parse_file(*files[k], paths[k], how);
    };
    for (const auto& path : paths) {
        files.push_back(std::make_unique<FileBytes>(path));
        tables.push_back(read(files.size() - 1, options));
    }
    const auto texts = columns_with_texts(tables);
    for (std::size_t k = 0; k < tables.size(); ++k) {
        ReadOptions again = options;
        for (const auto& column : tables[k].columns)
            if (!tables[k].declared_types && texts.count(column.name) != 0 && holds_numbers(column) &&
                !contains_name(again.categorical, column.name))
                again.categorical.push_back(column.name);
        if (again.categorical.size() > options.categorical.size()) tables[k] = read(k, again);
    }
    return tables;
}

Table parse_table(std::string_view text, const std::string& source, const ReadOptions& options)
{
    return parse(text, source, options, {});
}

} // namespace unseen
