// CoNLL: one token per line, with columns separated by blanks (Tjong Kim Sang & De Meulder 2003) or tabs
// (CoNLL-U), without a header; an empty line ends a sentence. Comments of CoNLL-U and the lines -DOCSTART-
// are not rows.
#include "read/format.hpp"
#include "read/problems.hpp"
#include "read/read_options.hpp"
#include "read/text_source.hpp"

#include "unseen/base/number.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

/// Splits a CoNLL text into lines and a line into cells.
class ConllLines {
public:
    explicit ConllLines(std::string_view text) : rest_(text) {}

    /// Goes to the next line; false at the end of the text.
    bool next()
    {
        if (rest_.empty()) return false;
        const auto end = std::min(rest_.find('\n'), rest_.size());
        line_ = rest_.substr(0, end);
        if (line_.ends_with('\r')) line_.remove_suffix(1);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        return true;
    }
    const char* begin() const { return line_.data(); }
    bool blank() const { return line_.find_first_not_of(" \t") == line_.npos; }
    bool document() const { return line_.starts_with("-DOCSTART-"); }
    /// True for a comment. A token may also be a #; then its line has `width` cells.
    bool comment(std::size_t width, bool tabs) const
    {
        return line_.starts_with('#') && cells(tabs).size() != width;
    }
    /// True if the line may be a comment, when the number of cells is not yet known.
    bool maybe_comment() const { return line_.starts_with('#') && !has_tab(); }
    bool has_tab() const { return line_.find('\t') != line_.npos; }

    std::vector<std::string_view> cells(bool tabs) const
    {
        std::vector<std::string_view> cells;
        auto line = line_;
        while (true) {
            if (!tabs) line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
            if (line.empty() && !tabs) return cells;
            const auto end = std::min(tabs ? line.find('\t') : line.find_first_of(" \t"), line.size());
            cells.push_back(line.substr(0, end));
            if (end == line.size()) return cells;
            line.remove_prefix(end + 1);
        }
    }

private:
    std::string_view rest_;
    std::string_view line_;
};

/// The number of columns and their separator, by the first row.
struct ConllForm {
    std::size_t width = 0;
    bool tabs = false;
};

ConllForm conll_form(std::string_view text)
{
    ConllLines lines(text);
    while (lines.next()) {
        if (lines.blank() || lines.document() || lines.maybe_comment()) continue;
        return {lines.cells(lines.has_tab()).size(), lines.has_tab()};
    }
    return {};
}

/// True for the line that begins the files of CoNLL-2002 and 2003, and for the first comment of a CoNLL-U
/// file.
bool looks_like_conll(std::string_view text)
{
    const auto begins = {"-DOCSTART-", "# newdoc", "# global.columns = ", "# sent_id = ", "# text = "};
    return std::any_of(begins.begin(), begins.end(),
                       [&](const char* begin) { return text.starts_with(begin); });
}

class ConllReader {
public:
    ConllReader(std::string_view text, const std::string& source, const ReadOptions& options)
        : text_(text),
          source_(source),
          options_(options),
          form_(conll_form(text)),
          // Tokens such as ? and NA are text here; only marks that the user names are missing cells.
          marks_(stated_marks(options)),
          problems_(text, source),
          cells_(form_.width)
    {
    }

    Table table()
    {
        std::vector<std::string> names = {"sentence"};
        for (std::size_t j = 1; j <= form_.width; ++j) names.push_back('V' + std::to_string(j));
        check_forced_columns(options_, names, source_);
        read();
        Table table{.source = source_, .columns = {}};
        table.form = std::string("CoNLL, separator ") + (form_.tabs ? "tab" : "blank") +
                     ", no header, a sentence ends at an empty line";
        table.notes = {"CoNLL: columns are V1 to V" + std::to_string(form_.width) +
                       "; the sentence is the group (" + std::to_string(sentences_) +
                       " of them); `separator=" + (form_.tabs ? "tab" : " ") + "` reads the file as CSV"};
        table.group = names.front();
        table.missing = stated_marks(options_);
        table.columns.push_back({names.front(), NumericColumn{std::move(sentence_)}});
        for (std::size_t j = 0; j < form_.width; ++j)
            table.columns.push_back({names[j + 1], column(names[j + 1], cells_[j].finish())});
        if (options_.wanted) {
            const auto wanted = options_.wanted(names);
            std::erase_if(table.columns,
                          [&](const Column& column) { return !contains_name(wanted, column.name); });
        }
        return table;
    }

private:
    void read()
    {
        ConllLines lines(text_);
        bool inside = false;
        while (lines.next()) {
            if (lines.document() || lines.comment(form_.width, form_.tabs)) continue;
            if (lines.blank()) {
                inside = false;
                continue;
            }
            const auto cells = lines.cells(form_.tabs);
            if (cells.size() != form_.width) {
                problems_.add(lines.begin(), "row has " + std::to_string(cells.size()) +
                                                 (cells.size() == 1 ? " cell" : " cells") + "; expected " +
                                                 std::to_string(form_.width));
                continue;
            }
            sentences_ += inside ? 0 : 1;
            inside = true;
            sentence_.push_back(static_cast<double>(sentences_));
            for (std::size_t j = 0; j < cells.size(); ++j)
                if (cells[j].empty() || marks_.contains(cells[j]))
                    cells_[j].add_missing();
                else
                    cells_[j].add(cells[j]);
        }
        problems_.throw_if_any();
        if (sentences_ == 0) problems_.fail("has no rows; expected at least one row of data");
    }

    /// The cells as numbers, if all are numbers.
    std::variant<NumericColumn, CodedColumn> column(const std::string& name, CodedColumn coded) const
    {
        std::vector<double> numbers;
        for (const auto& label : coded.labels.names()) {
            const auto number = parse_number(label);
            const bool finite = number && std::isfinite(*number);
            if (!finite && contains_name(options_.numeric, name))
                Problems(text_, source_)
                    .fail("column " + excerpt(name) + " has the cell " + excerpt(label) +
                          "; expected numbers only");
            if (!finite) return coded;
            numbers.push_back(*number);
        }
        if (numbers.empty() || contains_name(options_.categorical, name)) return coded;
        NumericColumn result;
        for (const auto code : coded.codes)
            result.values.push_back(code < 0 ? NumericColumn::missing
                                             : numbers[static_cast<std::size_t>(code)]);
        return result;
    }

    std::string_view text_;
    const std::string& source_;
    const ReadOptions& options_;
    ConllForm form_;
    MissingMarks marks_;
    Problems problems_;
    std::vector<CategoryBuilder> cells_;
    std::vector<double> sentence_;
    std::size_t sentences_ = 0;
};

} // namespace

InputFormat conll_format()
{
    return {.name = "CoNLL",
            .endings = {".conll", ".conllu", ".iob", ".bio"},
            .looks_like = looks_like_conll,
            .parse = [](std::string_view text, const std::string& source, const ReadOptions& options,
                        const std::function<void(std::string_view)>&) {
                refuse_nul(text, source);
                return ConllReader(text, source, options).table();
            }};
}

} // namespace unseen
