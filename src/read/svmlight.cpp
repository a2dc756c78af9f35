// svmlight and LIBSVM: one row a line, `LABEL INDEX:VALUE ...`, with ascending indices from 1; cells that are not written are 0.
#include "base/listed.hpp"
#include "data/column_tools.hpp"
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

/// Rows are kept dense, so a file may not take more than this. A column without rows counts for its name and vectors.
constexpr double most_dense_bytes = 0x1p30;
constexpr double column_bytes = 256.0;

/// Reads the tokens of a line: texts between blanks, up to a comment.
class Tokens {
public:
    explicit Tokens(std::string_view line) : rest_(line.substr(0, line.find('#'))) {}

    /// The next token; empty at the end.
    std::string_view next()
    {
        const auto begin = rest_.find_first_not_of(" \t\r");
        if (begin == rest_.npos) return {};
        const auto end = std::min(rest_.find_first_of(" \t\r", begin), rest_.size());
        const auto token = rest_.substr(begin, end - begin);
        rest_.remove_prefix(end);
        return token;
    }

    /// What follows the tokens so far.
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

/// True if a token begins as a cell: digits or `qid`, then a colon.
bool begins_as_cell(std::string_view token)
{
    const auto name = token.substr(0, token.find(':'));
    if (name.empty() || name.size() == token.size()) return false;
    return name == "qid" || std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// True if the first lines consist of a number and cells, and some line has a cell. Tabs separate CSV files, so that a line with a tab must
/// have two cells: one may be a time of day.
bool looks_like_svmlight(std::string_view text)
{
    constexpr std::size_t most_lines = 20;
    std::size_t lines = 0;
    std::size_t cells = 0;
    while (!text.empty() && lines < most_lines) {
        const auto line = take_line(text);
        Tokens tokens(line);
        const auto label = tokens.next();
        if (label.empty()) continue;
        if (!parse_number(label)) return false;
        ++lines;
        std::size_t of_line = 0;
        for (auto token = tokens.next(); !token.empty(); token = tokens.next(), ++of_line)
            if (!begins_as_cell(token)) return false;
        if (line.find('\t') != line.npos && of_line < 2) return false;
        cells += of_line;
    }
    return cells > 0;
}

/// The rows in the order of the file, one after the other.
struct SparseRows {
    std::vector<double> labels;
    std::vector<double> queries; ///< empty, or one for each row; NaN where a row has none
    std::vector<std::size_t> begins = {0};
    std::vector<std::uint32_t> index; ///< from 1
    std::vector<double> value;
    std::uint32_t most_index = 0;
};

class SvmlightReader {
public:
    SvmlightReader(std::string_view text, const std::string& source) : text_(text), problems_(text, source) {}

    SparseRows read()
    {
        auto rest = text_;
        while (!rest.empty()) read_line(take_line(rest));
        problems_.throw_if_any();
        return std::move(rows_);
    }

private:
    void read_line(std::string_view line)
    {
        Tokens tokens(line);
        const auto label = tokens.next();
        if (label.empty()) return;
        const auto number = parse_number(label);
        if (!number || !std::isfinite(*number))
            problems_.add(label.data(), "the label " + quoted(label) + " is not a finite number; expected LABEL INDEX:VALUE ...");
        rows_.labels.push_back(number.value_or(0.0));
        std::uint32_t before = 0;
        tokens = Tokens(tokens.rest().substr(plain_cells(tokens.rest(), before)));
        bool first = before == 0;
        for (auto token = tokens.next(); !token.empty(); token = tokens.next()) {
            if (token.starts_with("qid:"))
                read_query(token, first);
            else
                read_cell(token, before);
            first = false;
        }
        if (!rows_.queries.empty()) rows_.queries.resize(rows_.labels.size(), NumericColumn::missing);
        rows_.begins.push_back(rows_.index.size());
    }

    /// Reads plain cells with ascending indices, by far the most frequent ones. Returns where the first other text begins.
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
        rows_.most_index = std::max(rows_.most_index, index);
        rows_.index.push_back(index);
        rows_.value.push_back(value);
    }

    void read_query(std::string_view token, bool first)
    {
        const auto number = parse_number(token.substr(4));
        if (!number || !std::isfinite(*number) || !first)
            problems_.add(token.data(), quoted(token) + " is not valid; expected qid:NUMBER after the label");
        rows_.queries.resize(rows_.labels.size(), NumericColumn::missing);
        rows_.queries.back() = number.value_or(0.0);
    }

    void read_cell(std::string_view token, std::uint32_t& before)
    {
        std::uint32_t index = 0;
        const char* const end = token.data() + token.size();
        const auto [colon, error] = std::from_chars(token.data(), end, index);
        if (error != std::errc{} || colon == end || *colon != ':')
            return problems_.add(token.data(), quoted(token) + " is not a cell; expected INDEX:VALUE");
        if (index == 0)
            return problems_.add(token.data(),
                                 "the index is 0; expected indices from 1 (dump_svmlight_file of scikit-learn writes them "
                                 "with zero_based=False)");
        if (index <= before)
            return problems_.add(token.data(), "index " + std::to_string(index) + " comes after index " + std::to_string(before) +
                                                   "; expected ascending indices");
        double value = 0.0;
        if (quick_number(colon + 1, end, value) != end) {
            const std::string_view text(colon + 1, static_cast<std::size_t>(end - colon - 1));
            const bool nan = text == "nan" || text == "NaN" || text == "NA" || text == "?";
            const auto number = nan ? std::optional(NumericColumn::missing) : parse_number(text);
            if (!number || std::isinf(*number))
                return problems_.add(colon + 1, "the value " + quoted(text) + " is not a finite number or NaN");
            value = *number;
        }
        before = index;
        add_cell(index, value);
    }

    std::string_view text_;
    Problems problems_;
    SparseRows rows_;
};

std::string gigabytes(double bytes) { return shortest(std::round(bytes / 0x1p30 * 10.0) / 10.0) + " GB"; }

/// The columns V1, V2 ..., then qid, if there is one, then label.
Table dense_table(const SparseRows& rows, const std::string& source, const ReadOptions& options)
{
    const auto n = rows.labels.size();
    require(n > 0, source + ": has no rows; expected at least one");
    const double bytes = static_cast<double>(rows.most_index) * (8.0 * static_cast<double>(n) + column_bytes);
    require(bytes <= most_dense_bytes,
            source + ": " + counted(n, "row") + " of " + std::to_string(rows.most_index) + " features, " +
                std::to_string(rows.index.size()) + " cells of which are written, take " + gigabytes(bytes) +
                " as dense rows; rows are kept dense, and at most " + gigabytes(most_dense_bytes) + " is read");
    Table table{source, {}};
    for (std::uint32_t j = 1; j <= rows.most_index; ++j)
        table.columns.push_back({'V' + std::to_string(j), NumericColumn{std::vector<double>(n, 0.0)}});
    for (std::size_t i = 0; i < n; ++i)
        for (auto at = rows.begins[i]; at < rows.begins[i + 1]; ++at)
            std::get<NumericColumn>(table.columns[rows.index[at] - 1].cells).values[i] = rows.value[at];
    table.notes.push_back("svmlight: columns are V1" +
                          (rows.most_index == 1 ? std::string() : " to V" + std::to_string(rows.most_index)) +
                          " and label; cells that are not written are 0");
    if (!rows.queries.empty()) {
        table.columns.push_back({"qid", NumericColumn{rows.queries}});
        table.row_names = "qid";
        table.notes.emplace_back("qid is not a feature; `group=qid` keeps the rows of a query together");
    }
    table.columns.push_back({"label", NumericColumn{rows.labels}});
    check_forced_columns(options, column_names(table), source);
    for (auto& column : table.columns)
        if (contains_name(options.categorical, column.name)) column.cells = coded_from_numbers(column);
    if (options.wanted) {
        const auto wanted = options.wanted(column_names(table));
        std::erase_if(table.columns, [&](const Column& column) { return !contains_name(wanted, column.name); });
    }
    return table;
}

} // namespace

InputFormat svmlight_format()
{
    return {.name = "svmlight",
            .looks_like = looks_like_svmlight,
            .parse = [](std::string_view text, const std::string& source, const ReadOptions& options,
                        const std::function<void(std::string_view)>&) {
                return dense_table(SvmlightReader(text, source).read(), source, options);
            }};
}

} // namespace unseen
