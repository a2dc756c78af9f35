// ARFF, the format of WEKA: a header that declares the attributes, then rows, dense or sparse; `string`
// attributes become categories. A comment begins with % at the beginning of a word. Relational attributes and
// row weights are refused.
#include "read/arff_header.hpp"
#include "read/arff_scanner.hpp"
#include "read/declared_columns.hpp"
#include "read/encoding.hpp"
#include "read/format.hpp"
#include "read/problems.hpp"
#include "read/quick_number.hpp"
#include "read/read_options.hpp"
#include "read/text_source.hpp"
#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <cmath>
#include <optional>

namespace unseen {

namespace {

using Kind = ArffToken::Kind;

class ArffReader {
public:
    ArffReader(std::string_view text, const std::string& source, const ReadOptions& options)
        : source_(source),
          options_(options),
          marks_(options.missing),
          text_(text),
          problems_(text, source),
          scanner_(text)
    {
    }

    Table table()
    {
        columns_ =
            declared_columns(read_arff_header(scanner_, problems_), options_, marks_, source_, problems_);
        check_encoding(text_.substr(0, static_cast<std::size_t>(scanner_.at() - text_.data())));
        for (; !scanner_.at_end(); scanner_.next_line()) {
            const auto first = scanner_.peek();
            if (first.kind == Kind::line_end) continue;
            if (first.kind == Kind::open_brace)
                sparse_row();
            else
                dense_row();
            ++rows_;
        }
        if (!plain_) check_encoding(text_);
        problems_.throw_if_any();
        if (rows_ == 0) problems_.fail("has a header but no rows; expected at least one row of data");
        Table table{source_, {}, true, {}};
        for (auto& column : columns_) {
            const bool dates = column.declaration().type == Declaration::Type::date;
            table.columns.push_back(column.finish());
            if (dates && table.columns.back().is_numeric()) table.dates.push_back(table.columns.back().name);
        }
        return table;
    }

private:
    void check_encoding(std::string_view text) const
    {
        refuse_nul(text, source_);
        refuse_other_encoding(text, source_);
    }

    void dense_row()
    {
        std::size_t j = 0;
        const char* excess = nullptr;
        ArffToken token;
        while (true) {
            if (j < columns_.size() && plain_number(columns_[j])) {
                // This is by far the most frequent case, and a comma follows.
                if (const char* at = scanner_.at(); at < scanner_.end() && *at == ',') {
                    scanner_.skip_to(at + 1);
                    ++j;
                    continue;
                }
            } else {
                token = scanner_.token();
                if (token.kind == Kind::open_brace) refuse_weight(token);
                if (j < columns_.size())
                    add_cell(columns_[j], token);
                else {
                    check_token(token);
                    if (excess == nullptr) excess = token.begin;
                }
            }
            ++j;
            // Cells are separated by a comma or, as in WEKA, by blanks alone.
            token = scanner_.peek();
            if (token.kind == Kind::comma) scanner_.token();
            if (token.kind == Kind::line_end) break;
        }
        if (j == columns_.size()) return;
        problems_.add(excess != nullptr ? excess : token.begin,
                      "row has " + std::to_string(j) + (j == 1 ? " cell" : " cells") + "; expected " +
                          std::to_string(columns_.size()));
    }

    void sparse_row()
    {
        scanner_.token();
        std::size_t next = 0;
        while (scanner_.peek().kind != Kind::close_brace) {
            const auto token = scanner_.token();
            const auto index = token.kind == Kind::word ? parse_number(token.raw) : std::nullopt;
            if (!index ||
                !(*index >= static_cast<double>(next) && *index < static_cast<double>(columns_.size())) ||
                std::floor(*index) != *index)
                problems_.fail(token.begin,
                               next == columns_.size()
                                   ? std::string("expected '}': the last attribute has been given")
                                   : "expected the number of an attribute, ascending, from " +
                                         std::to_string(next) + " to " + std::to_string(columns_.size() - 1) +
                                         ", or '}' at the end of the row");
            while (next < static_cast<std::size_t>(*index))
                columns_[next++].add_left_out(token.begin, problems_);
            add_cell(columns_[next++], scanner_.token());
            const auto after = scanner_.peek();
            if (after.kind == Kind::comma)
                scanner_.token();
            else if (after.kind != Kind::close_brace)
                problems_.fail(after.begin, "expected ',' or '}' in a sparse row");
        }
        const auto close = scanner_.token();
        while (next < columns_.size()) columns_[next++].add_left_out(close.begin, problems_);
        auto rest = scanner_.token();
        if (rest.kind == Kind::comma) rest = scanner_.token();
        if (rest.kind == Kind::open_brace) refuse_weight(rest);
        if (rest.kind != Kind::line_end)
            problems_.fail(rest.begin, "expected the end of the line after a sparse row");
    }

    [[noreturn]] void refuse_weight(const ArffToken& token)
    {
        problems_.fail(token.begin,
                       "a row weight in braces is not supported; expected the weights as a column");
    }

    /// Reads a plain number into a numeric column and moves past it. If it is not a plain number, returns
    /// false and changes nothing.
    bool plain_number(DeclaredColumn& column)
    {
        if (!column.takes_numbers()) return false;
        scanner_.skip_blanks();
        double value = 0.0;
        const auto* after = quick_number(scanner_.at(), scanner_.end(), value);
        if (after == nullptr || !scanner_.ends_word(after)) return false;
        column.add_plain_number(value, {scanner_.at(), static_cast<std::size_t>(after - scanner_.at())});
        scanner_.skip_to(after);
        return true;
    }

    void add_cell(DeclaredColumn& column, const ArffToken& token)
    {
        plain_ = plain_ && is_plain_ascii(token.raw);
        if (!check_token(token) || token.is_missing())
            column.add_missing();
        else
            column.add(token.text(scratch_), token.kind != Kind::word, token.begin, marks_, problems_);
    }

    /// True if the token is a cell; records a problem otherwise.
    bool check_token(const ArffToken& token)
    {
        if (token.is_text()) return true;
        if (token.kind == Kind::unclosed_quote)
            problems_.fail(token.begin, "a quote begins here and is not closed on its line");
        if (token.kind == Kind::close_brace) problems_.fail(token.begin, "'}' without '{'; expected a cell");
        problems_.add(token.begin, "empty cell; expected a value, or ? for a missing one");
        return false;
    }

    const std::string& source_;
    const ReadOptions& options_;
    MissingMarks marks_;
    std::string_view text_;
    bool plain_ = true; ///< no cell has a byte that is NUL or above 0x7F
    Problems problems_;
    ArffScanner scanner_;
    std::vector<DeclaredColumn> columns_;
    std::size_t rows_ = 0;
    std::string scratch_;
};

/// True if the first line that is neither blank nor a comment (%) begins with @.
bool looks_like_arff(std::string_view text)
{
    ArffScanner scanner(text);
    for (; !scanner.at_end(); scanner.next_line())
        if (const auto first = scanner.peek(); first.kind != Kind::line_end)
            return first.kind == Kind::word && first.raw.starts_with('@');
    return false;
}

Table parse_arff(std::string_view text, const std::string& source, const ReadOptions& options,
                 const std::function<void(std::string_view)>&)
{
    return ArffReader(text, source, options).table();
}

} // namespace

InputFormat arff_format()
{
    return {.name = "ARFF", .checks_encoding = true, .looks_like = looks_like_arff, .parse = parse_arff};
}

} // namespace unseen
