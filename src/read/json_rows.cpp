// JSON: objects that are rows, one a line (JSON Lines), as the elements of a list, or as those of a list that
// a single object has, as in the logs of programs that judge models. Members of members are columns of their
// own.
#include "base/listed.hpp"
#include "data/spelling.hpp"
#include "read/format.hpp"
#include "read/problems.hpp"
#include "read/read_options.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <unordered_map>

namespace unseen {

namespace {

using json = nlohmann::ordered_json; // columns in the order of the file

constexpr std::size_t most_columns = 100'000;
constexpr std::size_t deepest = 50; ///< objects in objects

/// A column under construction: of numbers until a cell is something else.
class JsonColumn {
public:
    explicit JsonColumn(bool categories) : categories_(categories) {}

    std::size_t rows() const { return rows_; }
    void pad(std::size_t rows)
    {
        while (rows_ < rows) add_missing();
    }
    void add_missing()
    {
        ++rows_;
        if (categories_)
            texts_.add_missing();
        else
            numbers_.push_back(NumericColumn::missing);
    }
    void add_number(double x, const std::string& cell)
    {
        if (categories_) return add_text(cell);
        if (loses_spelling(cell, x)) spelling_.add(numbers_.size(), cell);
        numbers_.push_back(x);
        ++rows_;
    }
    void add_text(const std::string& cell)
    {
        if (!categories_) turn();
        texts_.add(cell);
        ++rows_;
    }
    std::variant<NumericColumn, CodedColumn> finish()
    {
        if (categories_) return texts_.finish();
        NumericColumn column{std::move(numbers_)};
        column.spelling = spelling_.finish(column.values);
        return column;
    }

private:
    /// The numbers so far as texts.
    void turn()
    {
        categories_ = true;
        for (const double x : numbers_)
            if (std::isnan(x))
                texts_.add_missing();
            else
                texts_.add(shortest(x));
        numbers_.clear();
    }

    bool categories_;
    std::size_t rows_ = 0;
    std::vector<double> numbers_;
    SpellingBuilder spelling_;
    CategoryBuilder texts_;
};

/// The four hexadecimal digits of an escape \uXXXX at this place; -1 if it is none.
int escaped_unit(std::string_view text, std::size_t at)
{
    if (at + 6 > text.size() || text.substr(at, 2) != "\\u") return -1;
    int unit = 0;
    const auto [end, error] = std::from_chars(text.data() + at + 2, text.data() + at + 6, unit, 16);
    return error == std::errc() && end == text.data() + at + 6 ? unit : -1;
}

/// The text without what Python writes although JSON has none: null for NaN, and U+FFFD for half of a
/// character, where an output was cut.
std::string repaired(std::string_view text)
{
    const auto high = [](int unit) { return unit >= 0xD800 && unit < 0xDC00; };
    const auto low = [](int unit) { return unit >= 0xDC00 && unit < 0xE000; };
    std::string result;
    bool inside = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"') inside = !inside;
        if (inside && text[i] == '\\' && i + 1 < text.size()) {
            const int unit = escaped_unit(text, i);
            const bool pair = high(unit) && low(escaped_unit(text, i + 6));
            const bool half = !pair && (high(unit) || low(unit));
            const std::size_t length = pair ? 12 : unit >= 0 ? 6 : 2;
            result += half ? "\\ufffd" : std::string(text.substr(i, length));
            i += length - 1;
        } else if (!inside && text.substr(i, 3) == "NaN") {
            result += "null";
            i += 2;
        } else {
            result += text[i];
        }
    }
    return result;
}

class JsonReader {
public:
    JsonReader(std::string_view text, const std::string& source, const ReadOptions& options)
        : text_(text),
          source_(source),
          options_(options),
          problems_(text, source),
          marks_(stated_marks(options))
    {
    }

    Table table()
    {
        if (text_.substr(0, text_.find_first_not_of(" \t\r\n") + 1).ends_with('['))
            read_list(parsed(text_), "");
        else if (!read_lines())
            read_object(parsed(text_));
        problems_.throw_if_any();
        if (rows_ == 0) problems_.fail("has no rows; expected at least one object");
        check_forced_columns(options_, names_, source_);
        Table table{.source = source_, .columns = {}};
        table.form = form_;
        table.missing = stated_marks(options_);
        if (!lists_.empty())
            table.notes.push_back(
                "lists are no cells and were left out: " +
                listed_in_quotes(std::vector<std::string>(lists_.begin(), lists_.end()), 5));
        const auto wanted = options_.wanted ? options_.wanted(names_) : names_;
        for (std::size_t c = 0; c < names_.size(); ++c) {
            if (!contains_name(wanted, names_[c])) continue;
            columns_[c].pad(rows_);
            table.columns.push_back({names_[c], columns_[c].finish()});
            if (contains_name(options_.numeric, names_[c]) && !table.columns.back().is_numeric())
                problems_.fail("column " + unseen::excerpt(names_[c]) +
                               " has cells that are no numbers; expected numbers only");
        }
        return table;
    }

private:
    /// Reads one object a line. False if the text is a single object over several lines.
    bool read_lines()
    {
        form_ = "JSON, one object a line";
        auto rest = text_;
        while (!rest.empty()) {
            const auto end = std::min(rest.find('\n'), rest.size());
            const auto line = rest.substr(0, end);
            rest.remove_prefix(std::min(end + 1, rest.size()));
            if (line.find_first_not_of(" \t\r") == line.npos) continue;
            auto value = json::parse(line.begin(), line.end(), nullptr, false);
            if (value.is_discarded()) value = json::parse(repaired(line), nullptr, false);
            if (value.is_discarded()) {
                if (rows_ == 0) return false;
                problems_.add(line.data(), "the line is not valid JSON; expected one object a line");
            } else if (rows_ == 0 && value.is_object() && !list_of_objects(value).empty() &&
                       rest.find_first_not_of(" \t\r\n") == rest.npos) {
                return false;
            } else {
                add_row(value, line.data());
            }
        }
        return true;
    }

    json parsed(std::string_view text)
    {
        try {
            auto value = json::parse(text.begin(), text.end(), nullptr, false);
            if (value.is_discarded()) value = json::parse(repaired(text)); // or reports the fault
            return value;
        } catch (const json::out_of_range&) {
            problems_.fail("has a number beyond the largest double; expected finite numbers");
        } catch (const json::parse_error& error) {
            problems_.fail(text.data() + std::min(text.size(), std::max<std::size_t>(error.byte, 1) - 1),
                           "is not valid JSON; expected objects, one a line, or a list of them");
        }
    }

    /// The names of the members that are lists of objects.
    static std::vector<std::string> list_of_objects(const json& object)
    {
        std::vector<std::string> names;
        for (const auto& [name, value] : object.items())
            if (value.is_array() && !value.empty() && value.front().is_object()) names.push_back(name);
        return names;
    }

    void read_object(const json& object)
    {
        auto lists = list_of_objects(object);
        if (std::ranges::find(lists, "samples") != lists.end()) lists = {"samples"};
        if (lists.size() != 1)
            problems_.fail(lists.empty()
                               ? "is one JSON object; expected objects, one a line, or a list of them"
                               : "is a JSON object with several lists of objects, " +
                                     listed_in_quotes(lists, 5) +
                                     "; expected one of them in a file of "
                                     "its own");
        read_list(object[lists.front()], " '" + lists.front() + '\'');
    }

    void read_list(const json& list, const std::string& name)
    {
        form_ = "JSON, the objects of the list" + name;
        for (const auto& value : list) add_row(value, nullptr);
    }

    void add_row(const json& value, const char* at)
    {
        if (!value.is_object()) {
            const std::string what = "row " + std::to_string(rows_ + 1) + " is not an object; expected {...}";
            if (at == nullptr) problems_.fail(what);
            problems_.add(at, what);
            return;
        }
        add_members(value, "");
        ++rows_;
    }

    void add_members(const json& object, const std::string& prefix, std::size_t depth = 0)
    {
        if (depth > deepest)
            problems_.fail("has objects in more than " + std::to_string(deepest) +
                           " others; expected a table");
        for (const auto& [key, value] : object.items()) {
            const auto name = prefix + key;
            if (value.is_object())
                add_members(value, name + '.', depth + 1);
            else if (value.is_array())
                lists_.insert(name);
            else
                add_cell(column(name), value);
        }
    }

    void add_cell(JsonColumn& column, const json& value)
    {
        column.pad(rows_);
        if (column.rows() > rows_) return; // of two members of one name the first counts
        const auto text = value.is_string() ? value.get<std::string>() : value.dump();
        if (value.is_null() || marks_.contains(text))
            column.add_missing();
        else if (value.is_number())
            column.add_number(value.get<double>(), text);
        else
            column.add_text(text);
    }

    JsonColumn& column(const std::string& name)
    {
        const auto [at, fresh] = places_.emplace(name, columns_.size());
        if (fresh) {
            if (!options_.large && columns_.size() >= most_columns)
                problems_.fail("has more than " + std::to_string(most_columns) +
                               " columns; `large` reads them");
            names_.push_back(name);
            columns_.emplace_back(contains_name(options_.categorical, name));
        }
        return columns_[at->second];
    }

    std::string_view text_;
    const std::string& source_;
    const ReadOptions& options_;
    Problems problems_;
    MissingMarks marks_;
    std::string form_;
    std::vector<std::string> names_;
    std::vector<JsonColumn> columns_;
    std::unordered_map<std::string, std::size_t> places_;
    std::set<std::string> lists_;
    std::size_t rows_ = 0;
};

bool looks_like_json(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == text.npos) return false;
    const auto second = text.find_first_not_of(" \t\r\n", first + 1);
    if (second == text.npos) return false;
    return text[first] == '{' ? text[second] == '"' && text.find("\":") != text.npos
                              : text[first] == '[' && text[second] == '{';
}

} // namespace

InputFormat json_format()
{
    return {.name = "JSON",
            .endings = {".jsonl", ".ndjson", ".json"},
            .looks_like = looks_like_json,
            .parse = [](std::string_view text, const std::string& source, const ReadOptions& options,
                        const std::function<void(std::string_view)>&) {
                return JsonReader(text, source, options).table();
            }};
}

} // namespace unseen
