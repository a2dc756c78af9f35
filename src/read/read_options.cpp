#include "read/read_options.hpp"

#include "unseen/base/suggestion.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>

namespace unseen {

namespace {

bool is_nan_word(std::string_view text)
{
    return text.size() == 3 && (text[0] == 'n' || text[0] == 'N') && (text[1] == 'a' || text[1] == 'A') &&
           (text[2] == 'n' || text[2] == 'N');
}

} // namespace

MissingMarks::MissingMarks(const std::vector<std::string>& marks) : marks_(marks)
{
    nan_ = std::any_of(marks.begin(), marks.end(), is_nan_word);
    for (const auto& mark : marks)
        if (const auto number = parse_number(mark)) numbers_.push_back(*number);
}

std::vector<std::string> stated_marks(const ReadOptions& options)
{
    return options.missing == ReadOptions().missing ? std::vector<std::string>() : options.missing;
}

bool MissingMarks::contains(std::string_view cell) const
{
    if ((nan_ && is_nan_word(cell)) || contains_name(marks_, cell)) return true;
    if (!has_number()) return false;
    const auto number = parse_number(cell);
    return number && std::find(numbers_.begin(), numbers_.end(), *number) != numbers_.end();
}

bool is_missing_word(std::string_view cell)
{
    constexpr std::string_view words[] = {"Null", "null", "None", "none", "NIL", "nil", ".", "-", "--"};
    const bool of_stata = cell.size() == 2 && cell[0] == '.' && cell[1] >= 'a' && cell[1] <= 'z';
    return of_stata || is_only_missing(cell) ||
           std::find(std::begin(words), std::end(words), cell) != std::end(words);
}

bool is_only_missing(std::string_view cell)
{
    constexpr std::string_view words[] = {"n/a", "N/A", "#N/A", "#N/A N/A", "<NA>", "NULL", "#NULL!"};
    // WEKA's output writes a class with its number: 1:yes, or 1:? where it is unknown.
    const bool of_weka =
        cell.size() > 2 && cell.ends_with(":?") && cell.find_first_not_of("0123456789") == cell.size() - 2;
    return of_weka || std::find(std::begin(words), std::end(words), cell) != std::end(words);
}

std::optional<double> cell_number(std::string_view text, char decimal)
{
    if (decimal == '.') return parse_number(text);
    if (text.find('.') != text.npos) return std::nullopt;
    std::string with_point(text);
    std::replace(with_point.begin(), with_point.end(), decimal, '.');
    return parse_number(with_point);
}

bool contains_name(const std::vector<std::string>& list, std::string_view name)
{
    return std::find(list.begin(), list.end(), name) != list.end();
}

void check_forced_columns(const ReadOptions& options, const std::vector<std::string>& names,
                          const std::string& source)
{
    constexpr std::size_t most = 100'000;
    require(options.large || names.size() <= most, source + ": has " + std::to_string(names.size()) +
                                                       " columns; expected at most " + std::to_string(most) +
                                                       ", unless `large` is set");
    for (const auto* list : {&options.categorical, &options.numeric})
        for (const auto& name : *list)
            require(contains_name(names, name),
                    source + ": no column '" + name + "'; " + suggestion(name, names, "there are: "));
    for (const auto& name : options.numeric)
        require(!contains_name(options.categorical, name),
                source + ": column '" + name + "' is declared categorical and numeric; expected one of them");
}

void CategoryBuilder::append(const Labels& labels, std::vector<std::int32_t>&& codes)
{
    if (labels_.size() == 0 && codes_.empty() &&
        codes_.capacity() < codes.size()) { // no memory was reserved for more
        labels_ = labels;
        codes_ = std::move(codes);
        return;
    }
    std::vector<std::int32_t> code_here;
    for (const auto& name : labels.names()) code_here.push_back(static_cast<std::int32_t>(labels_.add(name)));
    for (const auto code : codes) codes_.push_back(code < 0 ? -1 : code_here[static_cast<std::size_t>(code)]);
}

CodedColumn CategoryBuilder::finish()
{
    CodedColumn column{Labels(sorted_labels(labels_.names())), std::move(codes_)};
    std::vector<std::int32_t> sorted_code;
    for (const auto& name : labels_.names())
        sorted_code.push_back(static_cast<std::int32_t>(*column.labels.code(name)));
    for (auto& code : column.codes)
        if (code >= 0) code = sorted_code[static_cast<std::size_t>(code)];
    labels_ = Labels();
    codes_.clear();
    return column;
}

} // namespace unseen
