// ARFF, the format of WEKA: a header that declares the attributes, then rows, dense or sparse; `string` attributes become categories. A comment
// begins with % at the beginning of a word. Date and relational attributes and row weights are refused.
#include "read/arff_header.hpp"
#include "read/arff_scanner.hpp"
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
using Type = ArffAttribute::Type;

constexpr std::size_t labels_named = 5;

/// A column under construction. The declaration and the options decide how its cells are kept.
struct ArffDraft {
    enum class Store { numbers, declared_codes, texts };

    ArffAttribute attribute;
    Store store = Store::numbers;
    std::vector<double> label_values{}; ///< the numbers of the labels of a nominal attribute that must be numeric
    std::vector<double> values{};
    std::vector<std::int32_t> codes{};
    CategoryBuilder texts{};

    void add_missing()
    {
        switch (store) {
        case Store::numbers: values.push_back(NumericColumn::missing); break;
        case Store::declared_codes: codes.push_back(-1); break;
        case Store::texts: texts.add_missing(); break;
        }
    }
    void add_label(std::size_t code)
    {
        if (store == Store::numbers)
            values.push_back(label_values[code]);
        else
            codes.push_back(static_cast<std::int32_t>(code));
    }
};

class ArffReader {
public:
    ArffReader(std::string_view text, const std::string& source, const ReadOptions& options)
        : source_(source),
          options_(options),
          marks_(options.missing),
          problems_(text, source),
          scanner_(text)
    {
    }

    Table table()
    {
        prepare(read_arff_header(scanner_, problems_));
        for (; !scanner_.at_end(); scanner_.next_line()) {
            const auto first = scanner_.peek();
            if (first.kind == Kind::line_end) continue;
            if (first.kind == Kind::open_brace)
                sparse_row();
            else
                dense_row();
            ++rows_;
        }
        problems_.throw_if_any();
        if (rows_ == 0) problems_.fail("has a header but no rows; expected at least one row of data");
        Table table{source_, {}, true, {}};
        for (auto& draft : drafts_) {
            Column column{std::move(draft.attribute.name), NumericColumn{}};
            switch (draft.store) {
            case ArffDraft::Store::numbers: column.cells = NumericColumn{std::move(draft.values)}; break;
            case ArffDraft::Store::declared_codes:
                column.cells = CodedColumn{std::move(draft.attribute.labels), std::move(draft.codes)};
                break;
            case ArffDraft::Store::texts: column.cells = draft.texts.finish(); break;
            }
            table.columns.push_back(std::move(column));
        }
        return table;
    }

private:
    void prepare(std::vector<ArffAttribute> attributes)
    {
        std::vector<std::string> names;
        for (const auto& attribute : attributes) names.push_back(attribute.name);
        check_forced_columns(options_, names, source_);
        for (auto& attribute : attributes) {
            ArffDraft draft{std::move(attribute)};
            const auto& declared = draft.attribute;
            const bool to_numbers = contains_name(options_.numeric, declared.name);
            const bool to_categories = contains_name(options_.categorical, declared.name);
            if (declared.type == Type::nominal && to_numbers)
                draft.label_values = numbers_of_labels(declared);
            else if (declared.type == Type::nominal)
                draft.store = ArffDraft::Store::declared_codes;
            else if (to_categories || (declared.type == Type::string && !to_numbers))
                draft.store = ArffDraft::Store::texts;
            drafts_.push_back(std::move(draft));
        }
    }

    std::vector<double> numbers_of_labels(const ArffAttribute& attribute)
    {
        std::vector<double> values;
        for (const auto& label : attribute.labels.names()) {
            const auto number = parse_number(label);
            if (!number || !std::isfinite(*number))
                problems_.fail(attribute.begin, "attribute " + quoted(attribute.name) +
                                                    " cannot be numeric: it declares the value " + quoted(label) +
                                                    "; expected numbers only");
            values.push_back(*number);
        }
        return values;
    }

    void dense_row()
    {
        std::size_t j = 0;
        const char* excess = nullptr;
        ArffToken token;
        while (true) {
            if (j < drafts_.size() && plain_number(drafts_[j])) {
                // Done; by far the most frequent case.
            } else {
                token = scanner_.token();
                if (token.kind == Kind::open_brace) refuse_weight(token);
                if (j < drafts_.size())
                    add_cell(drafts_[j], token);
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
        if (j == drafts_.size()) return;
        problems_.add(excess != nullptr ? excess : token.begin, "row has " + std::to_string(j) + (j == 1 ? " cell" : " cells") +
                                                                    "; expected " + std::to_string(drafts_.size()));
    }

    void sparse_row()
    {
        scanner_.token();
        std::size_t next = 0;
        while (scanner_.peek().kind != Kind::close_brace) {
            const auto token = scanner_.token();
            const auto index = token.kind == Kind::word ? parse_number(token.raw) : std::nullopt;
            if (!index || !(*index >= static_cast<double>(next) && *index < static_cast<double>(drafts_.size())) ||
                std::floor(*index) != *index)
                problems_.fail(token.begin, next == drafts_.size()
                                                ? std::string("expected '}': the last attribute has been given")
                                                : "expected the number of an attribute, ascending, from " + std::to_string(next) +
                                                      " to " + std::to_string(drafts_.size() - 1) +
                                                      ", or '}' at the end of the row");
            while (next < static_cast<std::size_t>(*index)) add_left_out(drafts_[next++], token);
            add_cell(drafts_[next++], scanner_.token());
            const auto after = scanner_.peek();
            if (after.kind == Kind::comma)
                scanner_.token();
            else if (after.kind != Kind::close_brace)
                problems_.fail(after.begin, "expected ',' or '}' in a sparse row");
        }
        const auto close = scanner_.token();
        while (next < drafts_.size()) add_left_out(drafts_[next++], close);
        auto rest = scanner_.token();
        if (rest.kind == Kind::comma) rest = scanner_.token();
        if (rest.kind == Kind::open_brace) refuse_weight(rest);
        if (rest.kind != Kind::line_end) problems_.fail(rest.begin, "expected the end of the line after a sparse row");
    }

    [[noreturn]] void refuse_weight(const ArffToken& token)
    {
        problems_.fail(token.begin, "a row weight in braces is not supported; expected the weights as a column");
    }

    /// Adds a cell that a sparse row leaves out: zero, or the first declared value.
    void add_left_out(ArffDraft& draft, const ArffToken& token)
    {
        if (draft.attribute.type == Type::nominal)
            draft.add_label(0);
        else if (draft.attribute.type == Type::string)
            problems_.fail(token.begin, "a sparse row leaves out the string attribute " + quoted(draft.attribute.name) +
                                            "; expected its value");
        else if (draft.store == ArffDraft::Store::texts)
            draft.texts.add("0");
        else
            draft.values.push_back(0.0);
    }

    /// Reads a plain number into a numeric column and moves past it. If it is not a plain number, returns false and changes nothing.
    bool plain_number(ArffDraft& draft)
    {
        if (draft.store != ArffDraft::Store::numbers || draft.attribute.type != Type::numeric || marks_.has_number())
            return false;
        scanner_.skip_blanks();
        double value = 0.0;
        const auto* after = quick_number(scanner_.at(), scanner_.end(), value);
        if (after == nullptr || !scanner_.ends_word(after)) return false;
        draft.values.push_back(value);
        scanner_.skip_to(after);
        return true;
    }

    /// Adds the cell. A cell with a problem counts as missing, so that reading continues and finds further problems.
    void add_cell(ArffDraft& draft, const ArffToken& token)
    {
        if (!check_token(token) || token.is_missing()) {
            draft.add_missing();
            return;
        }
        const auto text = token.text(scratch_);
        if (draft.attribute.type == Type::nominal) {
            const auto code = draft.attribute.labels.code(text);
            if (code)
                draft.add_label(*code);
            else
                add_undeclared(draft, token, text);
        } else if (token.kind == Kind::word && marks_.contains(text)) {
            draft.add_missing();
        } else if (draft.store == ArffDraft::Store::texts) {
            draft.texts.add(text);
        } else {
            const auto number = parse_number(text);
            if (!number)
                problems_.add(token.begin, "cell " + quoted(text) + " of attribute " + quoted(draft.attribute.name) +
                                               " is not a number; expected a number or ?");
            else if (std::isinf(*number))
                problems_.add(token.begin, "infinite cell; expected a finite number or ?");
            draft.values.push_back(number.value_or(NumericColumn::missing));
        }
    }

    /// True if the token is a cell; records a problem otherwise.
    bool check_token(const ArffToken& token)
    {
        if (token.is_text()) return true;
        if (token.kind == Kind::unclosed_quote) problems_.fail(token.begin, "a quote begins here and is not closed on its line");
        if (token.kind == Kind::close_brace) problems_.fail(token.begin, "'}' without '{'; expected a cell");
        problems_.add(token.begin, "empty cell; expected a value, or ? for a missing one");
        return false;
    }

    void add_undeclared(ArffDraft& draft, const ArffToken& token, std::string_view text)
    {
        const auto& names = draft.attribute.labels.names();
        std::string known;
        for (std::size_t i = 0; i < names.size() && i < labels_named; ++i) known += (i == 0 ? "" : ", ") + quoted(names[i]);
        if (names.size() > labels_named) known += ", ... (" + std::to_string(names.size()) + " values)";
        problems_.add(token.begin, "value " + quoted(text) + " of attribute " + quoted(draft.attribute.name) +
                                       " is not declared; expected one of " + known);
        draft.add_missing();
    }

    const std::string& source_;
    const ReadOptions& options_;
    MissingMarks marks_;
    Problems problems_;
    ArffScanner scanner_;
    std::vector<ArffDraft> drafts_;
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
    refuse_nul(text, source);
    return ArffReader(text, source, options).table();
}

} // namespace

InputFormat arff_format() { return {.name = "ARFF", .looks_like = looks_like_arff, .parse = parse_arff}; }

} // namespace unseen
