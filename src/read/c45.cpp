// The files of Quinlan's C4.5 (1993, appendix), with the additions of C5.0 that a table can hold.
// Declarations: the classes, or the name of the attribute that holds them; then `NAME: continuous`, `NAME:
// VALUE, VALUE, ...`, `NAME: discrete N` or `NAME: ignore`. An entry ends with a point or with its line. In
// both files a | begins a comment, a backslash takes the next character literally, and ? is a missing cell.
#include "read/c45.hpp"

#include "base/listed.hpp"
#include "read/declared_columns.hpp"
#include "read/problems.hpp"
#include "read/text_source.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <sys/stat.h>
#include <unordered_set>

namespace unseen {

namespace {

/// Scans names that end at a comma, a colon, a point before a blank, a comment or the end of the line.
class C45Scanner {
public:
    struct Name {
        std::string text;
        const char* begin = nullptr;
        char end = '\n';      ///< the character that ended it: ',' ':' '.' or '\n'
        bool escaped = false; ///< some character stands for itself
    };

    /// `colons`: a colon ends a name, as in declarations.
    C45Scanner(std::string_view text, bool colons)
        : at_(text.data()),
          end_(at_ + text.size()),
          colons_(colons)
    {
    }

    const char* at() const { return at_; }
    bool at_equals() const { return at_ < end_ && *at_ == '='; }

    /// Skips blanks, comments and the ends of lines; false at the end of the text.
    bool begin()
    {
        while (at_ < end_ && (blank(*at_) || line_end(*at_) || *at_ == '|')) {
            if (*at_ == '|')
                skip_comment();
            else
                ++at_;
        }
        return at_ < end_;
    }

    /// The name that begins here, possibly empty, with single blanks inside. Moves past its end mark.
    Name name()
    {
        while (at_ < end_ && blank(*at_)) ++at_;
        Name name{{}, at_};
        while (at_ < end_ && !line_end(*at_) && *at_ != '|' && *at_ != ',' && !(*at_ == ':' && colons_) &&
               !ends_with_point()) {
            if (*at_ == '\\' && at_ + 1 < end_ && !line_end(at_[1])) {
                name.escaped = true;
                ++at_;
            }
            if (blank(*at_) && !name.text.empty() && blank(name.text.back()))
                ++at_;
            else
                name.text += *at_++;
        }
        while (!name.text.empty() && blank(name.text.back())) name.text.pop_back();
        if (at_ < end_ && *at_ == '|') skip_comment();
        if (at_ < end_ && (*at_ == ',' || *at_ == ':' || *at_ == '.')) name.end = *at_++;
        if (name.end == '.') { // the point ends the entry, and its line too if nothing follows
            while (at_ < end_ && blank(*at_)) ++at_;
            if (at_ < end_ && *at_ == '|') skip_comment();
        }
        if (name.end != ',' && name.end != ':' && at_ < end_ && line_end(*at_)) next_line();
        return name;
    }

private:
    static bool blank(char c) { return c == ' ' || c == '\t'; }
    static bool line_end(char c) { return c == '\n' || c == '\r'; }
    bool ends_with_point() const
    {
        return *at_ == '.' && (at_ + 1 == end_ || blank(at_[1]) || line_end(at_[1]) || at_[1] == '|');
    }
    void skip_comment()
    {
        while (at_ < end_ && !line_end(*at_)) ++at_;
    }
    void next_line()
    {
        if (*at_++ == '\r' && at_ < end_ && *at_ == '\n') ++at_;
    }

    const char* at_;
    const char* end_;
    bool colons_;
};

/// The attributes of a file, in the order of its cells, and the place of the class.
struct C45Names {
    std::vector<Declaration> attributes;
    std::vector<bool> ignored;
    std::vector<std::size_t> most_values; ///< of `discrete N`; 0: of no other
    std::size_t target = 0;
};

class C45NamesReader {
public:
    C45NamesReader(std::string_view text, const std::string& source)
        : problems_(text, source),
          scanner_(text, true)
    {
    }

    C45Names read()
    {
        if (!scanner_.begin())
            problems_.fail("is empty; expected the classes, then NAME: VALUES for each attribute");
        const char* const begin = scanner_.at();
        auto classes = values("the classes");
        while (scanner_.begin()) attribute();
        if (names_.attributes.empty()) problems_.fail("declares no attribute; expected NAME: VALUES");
        if (classes.size() == 1)
            names_.target = named(classes.names().front(), begin);
        else
            add({.name = seen_.contains("class") ? "class_" : "class",
                 .type = Declaration::Type::nominal,
                 .labels = std::move(classes),
                 .begin = begin});
        return std::move(names_);
    }

private:
    /// Values up to the end of the entry.
    Labels values(const std::string& what)
    {
        Labels labels;
        while (true) {
            scanner_.begin(); // after a comma the list may go on in the next line
            const auto value = scanner_.name();
            if (value.end == ':')
                problems_.fail(value.begin, "expected " + what + ", separated by commas, before " +
                                                excerpt(value.text + ':'));
            if (value.text.empty()) problems_.fail(value.begin, "expected one of " + what);
            const auto before = labels.size();
            labels.add(value.text);
            if (labels.size() == before)
                problems_.fail(value.begin, "value " + excerpt(value.text) +
                                                " is declared twice; expected distinct values");
            if (value.end != ',') return labels;
        }
    }

    void attribute()
    {
        const auto name = scanner_.name();
        if (name.text.empty() || name.end != ':')
            problems_.fail(name.begin,
                           "expected NAME: VALUES; there is no colon after " + excerpt(name.text));
        if (scanner_.at_equals())
            problems_.fail(name.begin, "attribute " + excerpt(name.text) +
                                           " is defined by a formula, which is not supported; "
                                           "expected values, continuous, discrete N or ignore");
        Declaration declared{.name = name.text, .begin = name.begin};
        if (name.text == "case weight")
            problems_.fail(name.begin, "attribute " + excerpt(name.text) +
                                           " holds the weights of cases of C5.0, which are not supported; "
                                           "expected an attribute of C4.5");
        const auto kinds = values("the values of attribute " + excerpt(name.text));
        const auto& kind = kinds.names().front();
        if (kind.starts_with("[ordered]"))
            problems_.fail(name.begin, "attribute " + excerpt(name.text) +
                                           " has the ordered values of C5.0, which are not supported; "
                                           "expected values without '[ordered]'");
        bool ignored = false;
        std::size_t most = 0;
        if (kinds.size() > 1) {
            declared.type = Declaration::Type::nominal;
            declared.labels = kinds;
        } else if (kind == "ignore" || kind == "label") {
            ignored = true;
            declared.type = Declaration::Type::string;
        } else if (kind.starts_with("discrete")) {
            const auto number =
                parse_number(std::string_view(kind).substr(std::min<std::size_t>(9, kind.size())));
            if (!number || !(*number >= 1.0 && *number <= 1e9))
                problems_.fail(name.begin,
                               "attribute " + excerpt(name.text) + ": " + excerpt(kind) +
                                   " is not valid; expected discrete and the largest number of values");
            most = static_cast<std::size_t>(*number);
            declared.type = Declaration::Type::string;
        } else if (kind != "continuous") {
            problems_.fail(name.begin, "attribute " + excerpt(name.text) + " has the type or only value " +
                                           excerpt(kind) +
                                           "; expected two or more values, continuous, discrete N or ignore");
        }
        add(std::move(declared), ignored, most);
    }

    void add(Declaration declared, bool ignored = false, std::size_t most = 0)
    {
        if (!seen_.insert(declared.name).second)
            problems_.fail(declared.begin, "a second attribute is called " + excerpt(declared.name) +
                                               "; expected distinct names");
        names_.target = names_.attributes.size();
        names_.attributes.push_back(std::move(declared));
        names_.ignored.push_back(ignored);
        names_.most_values.push_back(most);
    }

    /// The place of the attribute that holds the classes.
    std::size_t named(const std::string& name, const char* at)
    {
        for (std::size_t j = 0; j < names_.attributes.size(); ++j)
            if (names_.attributes[j].name == name && !names_.ignored[j]) return j;
        problems_.fail(at, "expected two or more classes, or the name of the attribute that holds them; " +
                               excerpt(name) + " is none");
    }

    Problems problems_;
    C45Scanner scanner_;
    C45Names names_;
    std::unordered_set<std::string> seen_;
};

/// Reads declarations. An error says how the rows can be read without them.
C45Names read_names(std::string_view names, const std::string& source)
{
    try {
        return C45NamesReader(checked_text(names, source), source).read();
    } catch (const InputError& error) {
        throw InputError(std::string(error.what()) + "; `header=no` reads the rows as CSV");
    }
}

} // namespace

bool looks_like_c45_names(std::string_view text)
{
    C45Scanner scanner(text, true);
    if (!scanner.begin()) return false;
    const auto first = scanner.name();
    auto last = first;
    for (; last.end == ',' && !last.text.empty(); last = scanner.name()) scanner.begin();
    if (last.text.empty() || last.end == ':') return false;
    if (first.end == ',') return scanner.begin() && scanner.name().end == ':';
    // One name must be that of an attribute. Prose may begin as in "1. Title: ...".
    while (scanner.begin()) {
        const auto name = scanner.name();
        if (name.end == ':' && name.text == first.text) return true;
    }
    return false;
}

std::optional<std::string> c45_names_of(const std::string& path)
{
    constexpr std::size_t ending = 5;
    if (!path.ends_with(".data") && !path.ends_with(".test")) return std::nullopt;
    const auto names = path.substr(0, path.size() - ending) + ".names";
    struct stat status = {};
    if (stat(names.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
    return names;
}

std::string c45_rows_of(const std::string& path)
{
    const auto rows = path + ".data";
    struct stat status = {};
    const bool stem =
        stat(path.c_str(), &status) != 0 && c45_names_of(rows) && stat(rows.c_str(), &status) == 0;
    return stem ? rows : path;
}

Table parse_c45(std::string_view rows, const std::string& source, std::string_view names,
                const std::string& names_source, const ReadOptions& options)
{
    auto declared = read_names(names, names_source);
    const MissingMarks marks(options.missing);
    Problems declaring(names, names_source);
    auto columns = declared_columns(std::move(declared.attributes), options, marks, names_source, declaring);

    const auto text = checked_text(rows, source);
    Problems problems(text, source);
    C45Scanner scanner(text, false);
    std::size_t n = 0;
    for (; scanner.begin(); ++n) {
        std::size_t cells = 0;
        const char* excess = nullptr;
        C45Scanner::Name cell;
        do {
            cell = scanner.name();
            if (cells == columns.size() && excess == nullptr) excess = cell.begin;
            if (cells++ >= columns.size()) continue;
            auto& column = columns[cells - 1];
            if (cell.text.empty())
                problems.add(cell.begin, "empty cell; expected a value, or ? for a missing one");
            if (cell.text.empty() || (cell.text == "?" && !cell.escaped))
                column.add_missing();
            else
                column.add(cell.text, cell.escaped, cell.begin, marks, problems);
        } while (cell.end == ',');
        if (cells == columns.size()) continue;
        problems.add(excess != nullptr ? excess : cell.begin,
                     "row has " + std::to_string(cells) + (cells == 1 ? " cell" : " cells") + "; " +
                         names_source + " declares " + std::to_string(columns.size()));
        for (; cells < columns.size(); ++cells) columns[cells].add_missing();
    }
    problems.throw_if_any();
    if (n == 0) problems.fail("has no rows; expected at least one row of data");

    Table table{.source = source, .columns = {}, .declared_types = true};
    table.form = "C4.5, declared in " + names_source;
    std::vector<std::string> left_out;
    std::size_t place = 0; // of the class
    for (std::size_t j = 0; j < columns.size(); ++j) {
        auto column = columns[j].finish();
        if (declared.ignored[j]) {
            left_out.push_back(column.name);
            continue;
        }
        if (const auto most = declared.most_values[j];
            most > 0 && !column.is_numeric() && column.coded().labels.size() > most)
            problems.fail("attribute " + excerpt(column.name) + " has " +
                          std::to_string(column.coded().labels.size()) + " values; " + names_source +
                          " declares at most " + std::to_string(most));
        if (j == declared.target) place = table.columns.size();
        table.columns.push_back(std::move(column));
    }
    const auto target = table.columns.begin() + static_cast<std::ptrdiff_t>(place);
    std::rotate(target, target + 1, table.columns.end());
    if (!left_out.empty())
        table.notes.push_back("left out, as " + names_source + " says: " + listed_in_quotes(left_out, 10));
    return table;
}

} // namespace unseen
