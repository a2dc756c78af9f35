#include "data/column_tools.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/base/spec.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>

namespace unseen {

namespace {

constexpr double missing_number = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t most_integer_classes = 20;
constexpr std::size_t most_codes_by_comparison = 32;
constexpr std::size_t block = 512; ///< numbers that are compared at a time

/// For each label of `from` its code in `to`, where it is appended if it is new.
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
            if (const auto same = code_of_value.find(*parse_number(name)); same != code_of_value.end()) code = same->second;
        result.push_back(static_cast<std::int32_t>(code ? *code : to.add(name)));
    }
    return result;
}

/// The distinct numbers that are not missing, ascending, or nothing if there are more than `most`. Of 0 and -0 the first one. O(most n), but a block of
/// numbers that are all known takes no branch.
std::optional<std::vector<double>> few_distinct(std::span<const double> values, std::size_t most)
{
    std::vector<double> distinct;
    std::array<std::uint64_t, block> known;
    while (!values.empty()) {
        const auto part = values.first(std::min(block, values.size()));
        values = values.subspan(part.size());
        for (std::size_t i = 0; i < part.size(); ++i) known[i] = static_cast<std::uint64_t>(part[i] != part[i]);
        for (const double d : distinct)
            for (std::size_t i = 0; i < part.size(); ++i) known[i] |= static_cast<std::uint64_t>(part[i] == d);
        std::uint64_t all = 1;
        for (std::size_t i = 0; i < part.size(); ++i) all &= known[i];
        if (all != 0) continue;
        for (const double x : part) {
            if (std::isnan(x) || std::find(distinct.begin(), distinct.end(), x) != distinct.end()) continue;
            if (distinct.size() == most) return std::nullopt;
            distinct.push_back(x);
        }
    }
    std::sort(distinct.begin(), distinct.end());
    return distinct;
}

/// Whether there are both 0 and -0, which are equal and have two names.
bool two_zeros(std::span<const double> values, std::span<const double> distinct)
{
    if (!std::binary_search(distinct.begin(), distinct.end(), 0.0)) return false;
    std::uint64_t zeros = 0;
    std::uint64_t negative = 0;
    for (const double x : values) {
        const auto bits = std::bit_cast<std::uint64_t>(x);
        zeros |= static_cast<std::uint64_t>(bits == 0);
        negative |= static_cast<std::uint64_t>(bits == std::uint64_t{1} << 63);
    }
    return (zeros & negative) != 0;
}

std::vector<double> sorted_distinct(std::span<const double> values)
{
    std::vector<double> distinct;
    for (const double x : values)
        if (!std::isnan(x)) distinct.push_back(x);
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    return distinct;
}

/// A number's code is how many of the others than the least it reaches; that of a missing one is -1.
std::vector<std::int32_t> codes_by_comparison(std::span<const double> values, std::span<const double> distinct)
{
    std::vector<std::int32_t> codes(values.size());
    for (std::size_t begin = 0; begin < values.size(); begin += block) {
        const auto part = values.subspan(begin, std::min(block, values.size() - begin));
        std::int32_t* const code = codes.data() + begin;
        for (std::size_t i = 0; i < part.size(); ++i) code[i] = -static_cast<std::int32_t>(part[i] != part[i]);
        for (std::size_t d = 1; d < distinct.size(); ++d)
            for (std::size_t i = 0; i < part.size(); ++i) code[i] += static_cast<std::int32_t>(part[i] >= distinct[d]);
    }
    return codes;
}

} // namespace

const Column* find_column(const std::vector<Column>& columns, std::string_view name)
{
    for (const auto& column : columns)
        if (column.name == name) return &column;
    return nullptr;
}

const Column& named_column(const Table& table, const std::string& name)
{
    if (const auto* column = find_column(table.columns, name)) return *column;
    std::vector<std::string> names;
    for (const auto& column : table.columns) names.push_back(column.name);
    throw InputError(table.source + ": no column '" + name + "'; did you mean '" + nearest(name, names) + "'?");
}

CodedColumn coded_from_numbers(const NumericColumn& numeric)
{
    auto few = few_distinct(numeric.values, most_codes_by_comparison);
    if (few && two_zeros(numeric.values, *few)) few.reset();
    const auto distinct = few ? std::move(*few) : sorted_distinct(numeric.values);
    CodedColumn coded;
    for (const double x : distinct) coded.labels.add(shortest(x));
    if (distinct.size() <= most_codes_by_comparison) {
        coded.codes = codes_by_comparison(numeric.values, distinct);
        return coded;
    }
    coded.codes.reserve(numeric.values.size());
    for (const double x : numeric.values) {
        const auto place = std::lower_bound(distinct.begin(), distinct.end(), x) - distinct.begin();
        coded.codes.push_back(std::isnan(x) ? -1 : static_cast<std::int32_t>(place));
    }
    return coded;
}

bool looks_like_classes(const NumericColumn& numeric)
{
    const auto distinct = few_distinct(numeric.values, most_integer_classes);
    if (!distinct || distinct->empty()) return false;
    if (distinct->size() == 2) return true;
    const bool integers = std::all_of(distinct->begin(), distinct->end(), [](double x) { return std::floor(x) == x; });
    return integers && (distinct->front() == 0.0 || distinct->front() == 1.0);
}

void append_cells(Column& to, const Column& from, std::span<const Row> rows, const std::string& source)
{
    if (to.is_numeric()) {
        require(from.is_numeric(), source + ": column '" + to.name + "' holds categories; expected numbers, as in the main file");
        auto& values = std::get<NumericColumn>(to.cells).values;
        values.reserve(values.size() + rows.size());
        for (const Row r : rows) values.push_back(from.numeric().values[r]);
        return;
    }
    auto& coded = std::get<CodedColumn>(to.cells);
    CodedColumn made;
    if (from.is_numeric()) made = coded_from_numbers(from.numeric());
    const CodedColumn& as_codes = from.is_numeric() ? made : from.coded();
    const auto before = coded.labels.size();
    const auto translated = translation(coded.labels, as_codes.labels, from.is_numeric());
    coded.appended_labels += coded.labels.size() - before;
    coded.codes.reserve(coded.codes.size() + rows.size());
    for (const Row r : rows) {
        const auto code = as_codes.codes[r];
        coded.codes.push_back(code < 0 ? -1 : translated[static_cast<std::size_t>(code)]);
    }
}

void append_missing(Column& to, std::size_t n)
{
    if (to.is_numeric())
        std::get<NumericColumn>(to.cells).values.resize(to.rows() + n, missing_number);
    else
        std::get<CodedColumn>(to.cells).codes.resize(to.rows() + n, -1);
}

Column reordered(const Column& column, std::span<const Row> order)
{
    Column result{column.name, NumericColumn{}};
    if (!column.is_numeric()) result.cells = CodedColumn{column.coded().labels, {}};
    append_cells(result, column, order, "");
    return result;
}

void add_to_digest(Hasher& hasher, const Column& column)
{
    hasher.add(column.name);
    if (column.is_numeric()) {
        hasher.add("numeric").add(std::span<const double>(column.numeric().values));
        return;
    }
    hasher.add("categories").add(std::uint64_t{column.coded().labels.size()});
    for (const auto& label : column.coded().labels.names()) hasher.add(label);
    hasher.add(std::span<const std::int32_t>(column.coded().codes));
}

} // namespace unseen
