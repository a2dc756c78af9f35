// svmlight and LIBSVM: one row per line, `LABEL INDEX:VALUE ...`, with ascending indices from 1; cells that
// are not written are 0.
#include "base/listed.hpp"
#include "data/column_tools.hpp"
#include "data/sparse_tools.hpp"
#include "data/spelling.hpp"
#include "read/format.hpp"
#include "read/problems.hpp"
#include "read/quick_number.hpp"
#include "read/read_options.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>

namespace unseen {

namespace {

/// Reads the tokens of a line: texts between blanks, up to a comment.
class Tokens {
public:
    explicit Tokens(std::string_view line) : rest_(line) {}

    /// The next token; empty at the end.
    std::string_view next()
    {
        const auto begin = rest_.find_first_not_of(" \t\r");
        if (begin == rest_.npos || rest_[begin] == '#') return {};
        const auto end = std::min(rest_.find_first_of(" \t\r#", begin), rest_.size());
        const auto token = rest_.substr(begin, end - begin);
        rest_.remove_prefix(end);
        return token;
    }

    /// The text after the tokens read so far.
    std::string_view rest() const { return rest_; }

private:
    std::string_view rest_;
};

/// Removes the first line from a text and returns it.
std::string_view take_line(std::string_view& text)
{
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

/// True if a token begins like a cell: digits, `qid`, `cost` or `sid`, then a colon.
bool begins_as_cell(std::string_view token)
{
    const auto name = token.substr(0, token.find(':'));
    if (name.empty() || name.size() == token.size()) return false;
    return name == "qid" || name == "cost" || name == "sid" ||
           std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// The number of cells in a line of a number and cells; std::nullopt for any other line.
std::optional<std::size_t> cells_of(std::string_view line)
{
    Tokens tokens(line);
    if (!parse_number(tokens.next())) return std::nullopt;
    std::size_t cells = 0;
    for (auto token = tokens.next(); !token.empty(); token = tokens.next(), ++cells)
        if (!begins_as_cell(token)) return std::nullopt;
    return cells;
}

/// True if the first line that is not empty is a number and two cells or more, or if the first lines consist
/// of a number and cells, and some line has a cell. Tabs separate CSV files, so a line with a tab must have
/// two cells, because one may be a time of day.
bool looks_like_svmlight(std::string_view text)
{
    constexpr std::size_t most_lines = 20;
    std::size_t lines = 0;
    std::size_t cells = 0;
    while (!text.empty() && lines < most_lines) {
        const auto line = take_line(text);
        if (Tokens(line).next().empty()) continue;
        const auto of_line = cells_of(line);
        if (!of_line || (line.find('\t') != line.npos && *of_line < 2)) return false;
        if (lines == 0 && *of_line > 1) return true; // another line that does not fit is a mistake
        ++lines;
        cells += *of_line;
    }
    return cells > 0;
}

/// The rows in the order of the file.
struct SvmlightRows {
    std::vector<double> labels;
    std::vector<double> queries; ///< empty, or one for each row; NaN where a row has none
    SpellingBuilder query_spelling{};
    std::vector<double> costs{}; ///< empty, or one for each row
    bool slacks = false;         ///< some row has a `sid`
    SparseRows cells;
    std::uint64_t written = 0; ///< cells of the file, zeros too
};

class SvmlightReader {
public:
    SvmlightReader(std::string_view text, const std::string& source) : text_(text), problems_(text, source) {}

    SvmlightRows read()
    {
        auto rest = text_;
        while (!rest.empty()) {
            read_line(take_line(rest));
            if (rows_.labels.size() == rows_measured) reserve(text_.size() - rest.size());
        }
        problems_.throw_if_any();
        return std::move(rows_);
    }

private:
    static constexpr std::size_t rows_measured = 1000;

    /// Reserves memory for all cells, after `done` bytes.
    void reserve(std::size_t done)
    {
        const double ratio = 1.05 * static_cast<double>(text_.size()) / static_cast<double>(done);
        const auto all = static_cast<std::size_t>(ratio * static_cast<double>(rows_.cells.column.size()));
        rows_.cells.column.reserve(all);
        rows_.cells.value.reserve(all);
    }

    void read_line(std::string_view line)
    {
        Tokens tokens(line);
        const auto label = tokens.next();
        if (label.empty()) return;
        read_label(label);
        std::uint32_t before = 0;
        tokens = Tokens(tokens.rest().substr(plain_cells(tokens.rest(), before)));
        read_others(tokens, before);
        rows_.cells.begins.push_back(rows_.cells.column.size());
    }

    void read_label(std::string_view label)
    {
        const auto number = parse_number(label);
        if (!number || !std::isfinite(*number))
            problems_.add(label.data(), "the label " + excerpt(label) +
                                            " is not a finite number; expected LABEL INDEX:VALUE ...");
        rows_.labels.push_back(number.value_or(0.0));
    }

    /// Reads the tokens behind plain cells, of which there seldom are some. Not inlined, because reading
    /// plain cells is faster without.
    [[gnu::noinline]] void read_others(Tokens tokens, std::uint32_t before)
    {
        bool first = before == 0;
        for (auto token = tokens.next(); !token.empty(); token = tokens.next()) {
            if (token.starts_with("qid:"))
                read_query(token, first);
            else if (token.starts_with("cost:"))
                read_cost(token, first);
            else if (token.starts_with("sid:"))
                rows_.slacks = true;
            else
                first = false, read_cell(token, before);
        }
        if (!rows_.queries.empty()) rows_.queries.resize(rows_.labels.size(), NumericColumn::missing);
        if (!rows_.costs.empty()) rows_.costs.resize(rows_.labels.size(), 1.0);
    }

    /// Reads plain cells with ascending indices, by far the most frequent ones. Returns where the first other
    /// text begins.
    std::size_t plain_cells(std::string_view text, std::uint32_t& before)
    {
        constexpr std::ptrdiff_t most_digits = 9; // fit into 32 bits
        const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
        const char* const end = text.data() + text.size();
        const char* done = text.data();
        while (true) {
            const char* at = done;
            while (at < end && blank(*at)) ++at;
            const char* const first = at;
            std::uint32_t index = 0;
            for (; at < end && *at >= '0' && *at <= '9' && at - first < most_digits; ++at)
                index = 10 * index + static_cast<std::uint32_t>(*at - '0');
            if (at == end || *at != ':' || index <= before) break;
            double value = 0.0;
            const char* const after = quick_number(at + 1, end, value);
            if (after == nullptr || (after < end && !blank(*after))) break;
            add_cell(index, value);
            before = index;
            done = after;
        }
        return static_cast<std::size_t>(done - text.data());
    }

    void add_cell(std::uint32_t index, double value)
    {
        ++rows_.written;
        rows_.cells.columns = std::max(rows_.cells.columns, index);
        if (value == 0.0) return;
        rows_.cells.column.push_back(index - 1);
        rows_.cells.value.push_back(value);
    }

    void read_query(std::string_view token, bool first)
    {
        const auto number = parse_number(token.substr(4));
        if (!number || !std::isfinite(*number) || !first)
            problems_.add(token.data(),
                          excerpt(token) + " is not valid; expected qid:NUMBER after the label");
        rows_.queries.resize(rows_.labels.size(), NumericColumn::missing);
        rows_.queries.back() = number.value_or(0.0);
        if (number && loses_spelling(token.substr(4), *number))
            rows_.query_spelling.add(rows_.queries.size() - 1, token.substr(4));
    }

    void read_cost(std::string_view token, bool first)
    {
        const auto number = parse_number(token.substr(5));
        if (!number || !std::isfinite(*number) || *number < 0.0 || !first)
            problems_.add(token.data(), excerpt(token) +
                                            " is not valid; expected cost:NUMBER, 0 or more, before "
                                            "the cells");
        rows_.costs.resize(rows_.labels.size(), 1.0);
        rows_.costs.back() = number.value_or(1.0);
    }

    void read_cell(std::string_view token, std::uint32_t& before)
    {
        std::uint32_t index = 0;
        const char* const end = token.data() + token.size();
        const auto [colon, error] = std::from_chars(token.data(), end, index);
        if (error != std::errc{} || colon == end || *colon != ':')
            return problems_.add(token.data(), excerpt(token) + " is not a cell; expected INDEX:VALUE");
        if (index == 0)
            return problems_.add(
                token.data(),
                "the index is 0; expected indices from 1 (dump_svmlight_file of scikit-learn writes them "
                "with zero_based=False)");
        if (index <= before)
            return problems_.add(token.data(), "index " + std::to_string(index) + " comes after index " +
                                                   std::to_string(before) + "; expected ascending indices");
        double value = 0.0;
        if (quick_number(colon + 1, end, value) != end) {
            const std::string_view text(colon + 1, static_cast<std::size_t>(end - colon - 1));
            const bool nan = text == "nan" || text == "NaN" || text == "NA" || text == "?";
            const auto number = nan ? std::optional(NumericColumn::missing) : parse_number(text);
            if (!number || std::isinf(*number))
                return problems_.add(colon + 1,
                                     "the value " + excerpt(text) + " is not a finite number or NaN");
            value = *number;
        }
        before = index;
        add_cell(index, value);
    }

    std::string_view text_;
    Problems problems_;
    SvmlightRows rows_;
};

/// Throws InputError for options that name no column, and for an absurd number of columns, because their
/// number alone takes memory.
void check_columns(const SvmlightRows& rows, const ReadOptions& options, const std::string& source)
{
    constexpr std::uint32_t most = 100'000;
    require(options.large || rows.cells.columns <= std::max<std::uint64_t>(most, rows.written),
            source + ": has " + std::to_string(rows.cells.columns) + " columns and " +
                counted(rows.written, "cell") + "; expected at most " + std::to_string(most) +
                " columns, or a cell for each, unless `large` is set");
    constexpr std::uint32_t most_at_all = 1U << 25U; // what is kept for each column is small, but not nothing
    require(rows.cells.columns <= most_at_all, source + ": has an index of " +
                                                   std::to_string(rows.cells.columns) +
                                                   "; expected at most " + std::to_string(most_at_all));
    auto others = options;
    const SparseRows any{.columns = ~std::uint32_t{0}}; // a column that no row has is 0
    for (auto* list : {&others.categorical, &others.numeric})
        std::erase_if(*list, [&](const std::string& name) { return any.place(name).has_value(); });
    std::vector<std::string> names = {"label"};
    if (!rows.queries.empty()) names.emplace_back("qid");
    if (!rows.costs.empty()) names.emplace_back("cost");
    check_forced_columns(others, names, source);
}

/// Makes labels of 0 missing where the others are 1 and -1; returns the number of these rows.
std::uint64_t hide_unlabelled(std::vector<double>& labels)
{
    const auto rows_of = [&](double label) {
        return static_cast<std::uint64_t>(std::ranges::count(labels, label));
    };
    const auto zeros = rows_of(0.0);
    if (zeros == 0 || rows_of(1.0) == 0 || rows_of(-1.0) == 0 ||
        zeros + rows_of(1.0) + rows_of(-1.0) != labels.size())
        return 0;
    std::ranges::replace(labels, 0.0, NumericColumn::missing);
    return zeros;
}

/// The features V1, V2 ..., then the columns qid and cost, if there are some, and label.
Table table_of(SvmlightRows rows, const std::string& source, const ReadOptions& options)
{
    const auto n = rows.labels.size();
    const auto columns = rows.cells.columns;
    require(n > 0, source + ": has no rows; expected at least one");
    check_columns(rows, options, source);
    Table table{source, {}};
    table.leaves_zeros_out = true;
    table.notes.push_back("svmlight: columns are V1" +
                          (columns == 1 ? std::string() : " to V" + std::to_string(columns)) +
                          " and label; cells that are not written are 0");
    if (!rows.queries.empty()) {
        auto spelling = rows.query_spelling.finish(rows.queries);
        table.columns.push_back({"qid", NumericColumn{std::move(rows.queries), std::move(spelling)}});
        table.row_names = "qid";
        table.notes.emplace_back("qid is not a feature; `group=qid` keeps the rows of a query together");
    }
    if (!rows.costs.empty()) {
        table.columns.push_back({"cost", NumericColumn{std::move(rows.costs)}});
        table.weight = "cost";
        table.notes.emplace_back("cost is the weight of a row; `ignore=cost` counts all rows alike");
    }
    if (rows.slacks) table.notes.emplace_back("sid (shared slack variables) is left out");
    if (!contains_name(options.categorical, "label"))
        if (const auto unlabelled = hide_unlabelled(rows.labels))
            table.notes.push_back(counted(unlabelled, "row") +
                                  " with the label 0 beside 1 and -1 have no label, as in SVMlight; "
                                  "`categorical=label` makes 0 a class");
    table.columns.push_back({"label", NumericColumn{std::move(rows.labels)}});
    const bool categories = std::ranges::any_of(
        options.categorical, [&](const auto& name) { return rows.cells.place(name).has_value(); });
    const bool sparse =
        options.rows == ReadOptions::Rows::sparse ||
        (options.rows == ReadOptions::Rows::by_size && !options.wanted && keep_sparse(rows.cells));
    table.sparse = std::make_shared<const SparseRows>(std::move(rows.cells));
    if (!sparse || categories) make_dense(table);
    for (auto& column : table.columns)
        if (contains_name(options.categorical, column.name)) column.cells = coded_from_numbers(column);
    if (options.wanted) {
        const auto wanted = options.wanted(column_names(table));
        std::erase_if(table.columns,
                      [&](const Column& column) { return !contains_name(wanted, column.name); });
    }
    return table;
}

} // namespace

InputFormat svmlight_format()
{
    return {.name = "svmlight",
            .checks_encoding = true, // all cells are numbers
            .looks_like = looks_like_svmlight,
            .parse = [](std::string_view text, const std::string& source, const ReadOptions& options,
                        const std::function<void(std::string_view)>&) {
                return table_of(SvmlightReader(text, source).read(), source, options);
            }};
}

} // namespace unseen
