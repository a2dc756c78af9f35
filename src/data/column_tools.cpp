#include "data/column_tools.hpp"

#include "base/listed.hpp"
#include "data/cell_codes.hpp"
#include "data/few_numbers.hpp"
#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/base/suggestion.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace unseen {

namespace {

constexpr std::size_t most_integer_classes = 20;

/// The code in `to` of each label of `from`. New labels are appended to `to`.
std::vector<std::int32_t> translation(Labels& to, const Labels& from, bool from_numbers)
{
    std::unordered_map<double, std::uint32_t> code_of_value;
    if (from_numbers)
        for (std::uint32_t code = 0; code < to.size(); ++code)
            if (const auto value = parse_number(to.name(code))) code_of_value.emplace(*value, code);
    std::vector<std::int32_t> result;
    for (const auto& name : from.names()) {
        auto code = to.code(name);
        if (!code && from_numbers) // "01" in one file, 1 in the other
            if (const auto same = code_of_value.find(*parse_number(name)); same != code_of_value.end())
                code = same->second;
        result.push_back(static_cast<std::int32_t>(code ? *code : to.add(name)));
    }
    return result;
}

/// Appends the cells `rows` of `from`.
void append_codes(CodedColumn& to, const CodedColumn& from, std::span<const Row> rows, bool from_numbers)
{
    const auto before = to.labels.size();
    const auto translated = translation(to.labels, from.labels, from_numbers);
    to.appended_labels += to.labels.size() - before;
    to.codes.reserve(to.codes.size() + rows.size());
    for (const Row r : rows) {
        const auto code = from.codes[r];
        to.codes.push_back(code < 0 ? -1 : translated[static_cast<std::size_t>(code)]);
    }
}

} // namespace

void Column::refuse(const char* what) const { throw LearnerError("column '" + name + "' holds " + what); }

std::string Column::text(std::size_t row) const
{
    if (missing(row)) return "";
    if (is_numeric() && !numeric().spelling) return shortest(numeric().values[row]);
    const auto& labelled = is_numeric() ? *numeric().spelling : coded();
    return labelled.labels.name(static_cast<std::size_t>(labelled.codes[row]));
}

const Column* find_column(const std::vector<Column>& columns, std::string_view name)
{
    for (const auto& column : columns)
        if (column.name == name) return &column;
    return nullptr;
}

const Column& named_column(const Table& table, const std::string& name)
{
    if (const auto* column = find_column(table.columns, name)) return *column;
    const bool further = table.sparse && table.sparse->columns > 0;
    throw InputError(table.source + ": no column '" + name + "'; " +
                     (further ? "there are: " + table.sparse->name(0) + " to " +
                                    table.sparse->name(table.sparse->columns - 1) + ", " +
                                    listed_in_quotes(column_names(table), 10)
                              : suggestion(name, column_names(table), "there are: ")));
}

std::vector<std::string> column_names(const Table& table)
{
    std::vector<std::string> names;
    for (const auto& column : table.columns) names.push_back(column.name);
    return names;
}

std::vector<std::string> split_names(const Table& table, const std::string& names)
{
    if (find_column(table.columns, names) != nullptr || (table.sparse && table.sparse->place(names)))
        return {names};
    std::vector<std::string> all;
    for (std::size_t begin = 0; begin <= names.size();) {
        const auto end = std::min(names.find(',', begin), names.size());
        all.push_back(names.substr(begin, end - begin));
        begin = end + 1;
    }
    return all;
}

std::vector<std::string> named_targets(const Table& table, const std::string& target)
{
    if (target.empty() || target == "@last") return {table.columns.back().name};
    if (target == "@first")
        return {table.sparse && table.sparse->columns > 0 ? table.sparse->name(0)
                                                          : table.columns.front().name};
    auto names = split_names(table, target);
    for (auto name = names.begin(); name != names.end(); ++name) {
        if (!table.sparse || !table.sparse->place(*name)) named_column(table, *name);
        require(std::find(names.begin(), name, *name) == name,
                table.source + ": column '" + *name + "' is named twice as a target");
    }
    return names;
}

bool has_decimal_comma(const std::string& text)
{
    const auto comma = text.find(',');
    if (comma == std::string::npos || comma + 1 == text.size()) return false;
    auto changed = text;
    changed[comma] = '.';
    return text.find('.') == std::string::npos && parse_number(changed).has_value();
}

CodedColumn coded_from_numbers(const Column& column)
{
    const CellCodes cells(column);
    CodedColumn coded{.labels = cells.labels(), .codes = std::vector<std::int32_t>(column.rows())};
    cells.copy(0, coded.codes);
    return coded;
}

bool look_like_classes(std::span<const double> distinct)
{
    if (distinct.size() == 2) return true;
    if (distinct.empty() || distinct.size() > most_integer_classes) return false;
    const bool integers =
        std::all_of(distinct.begin(), distinct.end(), [](double x) { return std::floor(x) == x; });
    const double least = *std::min_element(distinct.begin(), distinct.end());
    const double most = *std::max_element(distinct.begin(), distinct.end());
    return integers && (least == 0.0 || least == 1.0) && most < least + most_integer_classes;
}

bool looks_like_classes(const NumericColumn& numeric)
{
    const auto few = few_numbers(numeric.values, most_integer_classes);
    return few && look_like_classes(few->distinct);
}

void append_cells(Column& to, const Column& from, std::span<const Row> rows, const std::string& source)
{
    if (to.is_numeric()) {
        require(from.is_numeric(), source + ": column '" + to.name +
                                       "' holds categories; expected numbers, as in the main file");
        auto& numbers = std::get<NumericColumn>(to.cells);
        if (!numbers.spelling && from.numeric().spelling) numbers.spelling = coded_from_numbers(to);
        if (numbers.spelling) append_codes(*numbers.spelling, coded_from_numbers(from), rows, false);
        auto& values = numbers.values;
        values.reserve(values.size() + rows.size());
        for (const Row r : rows) values.push_back(from.numeric().values[r]);
        return;
    }
    auto& coded = std::get<CodedColumn>(to.cells);
    if (from.is_numeric())
        append_codes(coded, coded_from_numbers(from), rows, !from.numeric().spelling);
    else
        append_codes(coded, from.coded(), rows, false);
}

void append_missing(Column& to, std::size_t n)
{
    if (to.is_numeric()) {
        auto& numbers = std::get<NumericColumn>(to.cells);
        numbers.values.resize(to.rows() + n, NumericColumn::missing);
        if (numbers.spelling) numbers.spelling->codes.resize(numbers.values.size(), -1);
    } else {
        std::get<CodedColumn>(to.cells).codes.resize(to.rows() + n, -1);
    }
}

Column reordered(const Column& column, std::span<const Row> order)
{
    Column result{column.name, NumericColumn{}};
    if (!column.is_numeric())
        result.cells = CodedColumn{column.coded().labels, {}};
    else if (const auto& spelling = column.numeric().spelling)
        result.cells = NumericColumn{.values = {}, .spelling = CodedColumn{spelling->labels, {}}};
    append_cells(result, column, order, "");
    return result;
}

void add_numbers_to_digest(Hasher& hasher, std::string_view name, std::span<const double> values)
{
    hasher.add(name).add("numeric").add(values);
}

void add_to_digest(Hasher& hasher, const Column& column)
{
    const auto add_codes = [&](const CodedColumn& coded) {
        hasher.add("categories").add(coded.labels.names()).add(coded.codes);
    };
    if (!column.is_numeric()) {
        hasher.add(column.name);
        return add_codes(column.coded());
    }
    add_numbers_to_digest(hasher, column.name, column.numeric().values);
    if (const auto& spelling = column.numeric().spelling) add_codes(*spelling);
}

} // namespace unseen
