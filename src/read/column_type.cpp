#include "read/column_type.hpp"

#include "data/spelling.hpp"
#include "data/times.hpp"
#include "read/dressed_number.hpp"
#include "read/read_options.hpp"
#include "unseen/base/labels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <unordered_set>

namespace unseen {

namespace {

constexpr std::size_t numbers_for_an_odd_cell = 10;
constexpr std::size_t rows_named = 3;
constexpr std::size_t fewest_with_unit = 5; // different cells: fewer may be classes, such as 1st and 2nd

/// The labels of a column, sorted by what they are.
struct Judged {
    std::vector<std::optional<double>> numbers{}; ///< of each label
    std::vector<bool> word{};
    std::size_t texts = 0;
    std::size_t spelt_numbers = 0;
};

Judged judged(const Labels& labels, char decimal, bool marks)
{
    Judged result;
    for (const auto& label : labels.names()) {
        auto number = cell_number(label, decimal);
        if (number && !std::isfinite(*number)) number.reset();
        const bool word = !number && marks && is_missing_word(label);
        result.numbers.push_back(number);
        result.word.push_back(word);
        result.texts += number || word ? 0 : 1;
        result.spelt_numbers += number ? 1 : 0;
    }
    return result;
}

/// True for a number in some dress but a unit, which a column must have in all cells.
bool is_dressed(const std::string& label, char decimal)
{
    const auto number = dressed_number(label, decimal);
    return number && number->dress.unit.empty();
}

/// True if two numbers of a column agree in what they wear.
bool agree(Dress& common, const Dress& dress, bool first)
{
    if (first) {
        common = dress;
        return true;
    }
    if (dress.currency != common.currency || dress.percent != common.percent || dress.unit != common.unit)
        return false;
    if (!common.group.empty() && !dress.group.empty() && common.group != dress.group) return false;
    if (common.group.empty()) common.group = dress.group;
    common.other = common.other || dress.other;
    common.fraction = common.fraction || dress.fraction;
    common.limit = common.limit || dress.limit;
    return true;
}

/// The numbers of all labels that are no words, with this decimal mark and in one dress; `type` says which.
/// std::nullopt if some label is no such number, or none decides that the marks are not those of decimals.
std::optional<std::vector<std::optional<double>>> undressed(const Labels& labels, const Judged& judged,
                                                            char decimal, bool commas_in_cells,
                                                            bool given_mark, bool with_units,
                                                            ColumnType& type)
{
    std::vector<std::optional<double>> numbers;
    Dress common;
    bool first = true;
    bool decisive = false;
    bool ambiguous = false;
    bool positive = false;
    std::size_t limits = 0;
    std::string example;
    for (std::size_t c = 0; c < labels.size(); ++c) {
        numbers.emplace_back();
        if (judged.word[c]) continue;
        const auto dressed = dressed_number(labels.name(c), decimal);
        if (!dressed || !agree(common, dressed->dress, first)) return std::nullopt;
        if (!with_units && !dressed->dress.unit.empty()) return std::nullopt;
        first = false;
        const bool marked = !judged.numbers[c].has_value();
        ambiguous = ambiguous || (marked && !dressed->decisive);
        decisive = decisive || (marked && (dressed->decisive || (commas_in_cells && dressed->decimals)));
        positive = positive || !dressed->only_negative;
        limits += dressed->dress.limit ? 1 : 0;
        if (marked && example.empty()) example = labels.name(c);
        numbers.back() = dressed->value;
    }
    // Where commas separate cells, decimals have a point: a comma in quotes separates thousands. A mark of
    // decimals that the user gave leaves the other one for thousands.
    decisive = decisive || given_mark || (decimal == '.' && !commas_in_cells);
    // A currency or a percent sign says nothing about the decimal mark.
    const bool marks_of_decimals = decimal != '.' || common.group == ",";
    // Labels such as <30 and >=30 are groups; limits of what could be measured stand beside measurements.
    const bool groups = 2 * limits > labels.size();
    if (example.empty() || !positive || groups || (marks_of_decimals && ambiguous && !decisive))
        return std::nullopt;
    type.dress = common.words();
    type.dressed_cell = example;
    return numbers;
}

NumericColumn as_numbers(const CodedColumn& coded, const std::vector<std::optional<double>>& numbers,
                         bool spelt)
{
    NumericColumn cells;
    cells.values.reserve(coded.codes.size());
    SpellingBuilder spelling;
    for (const auto code : coded.codes) {
        const auto place = static_cast<std::size_t>(code);
        const auto value =
            code < 0 ? NumericColumn::missing : numbers[place].value_or(NumericColumn::missing);
        if (spelt && code >= 0 && loses_spelling(coded.labels.name(place), value))
            spelling.add(cells.values.size(), coded.labels.name(place));
        cells.values.push_back(value);
    }
    cells.spelling = spelling.finish(cells.values);
    return cells;
}

bool is_truth_value(const std::string& label)
{
    constexpr std::string_view values[] = {"True", "False", "TRUE", "FALSE", "true", "false"};
    return std::ranges::find(values, label) != std::end(values);
}

/// The labels that are missing in a column of categories.
std::vector<std::string> words_of_categories(const Labels& labels, const Judged& judged)
{
    bool truth_values = true;
    bool any = false;
    for (std::size_t c = 0; c < labels.size(); ++c) {
        if (judged.word[c]) continue;
        any = true;
        truth_values = truth_values && is_truth_value(labels.name(c));
    }
    std::vector<std::string> words;
    for (std::size_t c = 0; any && c < labels.size(); ++c)
        if (judged.word[c] && (truth_values || is_only_missing(labels.name(c))))
            words.push_back(labels.name(c));
    return words;
}

/// True if the text is a date, of either order of day and month.
bool is_date(const std::string& text)
{
    const std::array<std::string, 2> with_order = {text, "31/12/2024"};
    return moments_of_dates(std::span(with_order).first(1)) || moments_of_dates(with_order);
}

/// What most labels of a column are: "numbers", in whatever dress, or "dates".
struct Usual {
    const char* name = "numbers";
    std::vector<bool> labels{}; ///< whether each label is one
};

Usual usual_labels(const Labels& labels, const Judged& judged, char decimal)
{
    constexpr std::size_t looked_at = 20;
    Usual usual;
    std::size_t plain = 0;
    std::size_t others = 0;
    for (std::size_t c = 0; c < labels.size(); ++c) {
        usual.labels.push_back(judged.numbers[c] || judged.word[c] || is_dressed(labels.name(c), decimal));
        plain += judged.numbers[c] ? 1 : 0;
        others += usual.labels[c] ? 0 : 1;
    }
    if (others == 0) // plain numbers, and some that wear something
        for (std::size_t c = 0; c < labels.size(); ++c) usual.labels[c] = judged.numbers[c] || judged.word[c];
    if (plain > 0 || 2 * others < labels.size()) return usual;
    std::size_t dates = 0;
    for (std::size_t c = 0; c < std::min(labels.size(), looked_at); ++c)
        dates += is_date(labels.name(c)) ? 1 : 0;
    if (2 * dates <= std::min(labels.size(), looked_at)) return usual;
    usual.name = "dates";
    for (std::size_t c = 0; c < labels.size(); ++c)
        usual.labels[c] = judged.word[c] || is_date(labels.name(c));
    return usual;
}

/// Names a number in some dress and a cell that is none, if most labels are such numbers.
void tell_undressed(const Labels& labels, const Judged& judged, char decimal, ColumnType& type)
{
    std::size_t dressed = 0;
    std::size_t others = 0;
    for (std::size_t c = 0; c < labels.size() && 2 * others <= labels.size(); ++c) {
        if (judged.word[c] || judged.numbers[c]) continue;
        const bool worn = is_dressed(labels.name(c), decimal);
        ++(worn ? dressed : others);
        auto& example = worn ? type.dressed_cell : type.undressed_cell;
        if (example.empty()) example = labels.name(c);
    }
    if (2 * dressed <= labels.size()) type.dressed_cell = type.undressed_cell = "";
}

} // namespace

ColumnType column_type(const CodedColumn& coded, char decimal, bool marks, bool commas_in_cells,
                       bool with_units)
{
    ColumnType type;
    const auto& labels = coded.labels;
    const auto of_labels = judged(labels, decimal, marks);
    std::vector<std::size_t> cells(labels.size(), 0);
    for (const auto code : coded.codes)
        if (code >= 0) ++cells[static_cast<std::size_t>(code)];
    const auto take_words = [&](std::vector<std::string> words) {
        for (const auto& word : words) type.missing += cells[*labels.code(word)];
        type.words = std::move(words);
    };
    std::vector<std::string> words;
    for (std::size_t c = 0; c < labels.size(); ++c)
        if (of_labels.word[c]) words.push_back(labels.name(c));
    if (of_labels.texts == 0 && of_labels.spelt_numbers > 0) {
        take_words(std::move(words));
        type.numbers = as_numbers(coded, of_labels.numbers, true);
        return type;
    }
    const auto other = decimal == '.' ? ',' : '.';
    auto numbers = undressed(labels, of_labels, decimal, commas_in_cells, decimal == ',', with_units, type);
    if (!numbers) numbers = undressed(labels, of_labels, other, commas_in_cells, false, with_units, type);
    if (numbers) {
        take_words(std::move(words));
        type.numbers = as_numbers(coded, *numbers, false);
        return type;
    }
    if (auto days = days_of_dates(coded, words)) {
        for (std::size_t c = 0; c < labels.size() && type.date.empty(); ++c)
            if (!of_labels.word[c]) type.date = labels.name(c);
        take_words(std::move(words));
        type.numbers = std::move(*days);
        return type;
    }
    std::vector<bool> odd(labels.size(), false);
    std::size_t numeric_labels = 0;
    std::size_t odd_labels = 0;
    const auto usual = usual_labels(labels, of_labels, decimal);
    type.usual = usual.name;
    for (std::size_t c = 0; c < labels.size(); ++c) {
        if (of_labels.word[c]) continue;
        odd[c] = !usual.labels[c];
        (odd[c] ? type.odd_cells : type.number_cells) += cells[c];
        ++(odd[c] ? odd_labels : numeric_labels);
        // Too many to be odd: a column of texts.
        if (type.odd_cells > 1 && numbers_for_an_odd_cell * odd_labels > labels.size()) break;
    }
    // Labels such as 1 to 9 and X are few, and measurements many. A single text is odd among any numbers.
    const bool few = type.odd_cells == 1 || numeric_labels >= numbers_for_an_odd_cell * odd_labels;
    const bool one_text = odd_labels == 1 && numeric_labels >= 2 * numbers_for_an_odd_cell &&
                          type.number_cells >= type.odd_cells;
    if (type.odd_cells > 0 && few &&
        (one_text || type.number_cells >= numbers_for_an_odd_cell * type.odd_cells)) {
        for (std::size_t r = 0; r < coded.codes.size() && type.odd_rows.size() < rows_named; ++r)
            if (const auto code = coded.codes[r]; code >= 0 && odd[static_cast<std::size_t>(code)])
                type.odd_rows.push_back(r);
        type.words = std::move(words);
        return type;
    }
    if (marks) take_words(words_of_categories(labels, of_labels));
    tell_undressed(labels, of_labels, decimal, type);
    if (ColumnType probe; !with_units && labels.size() >= fewest_with_unit &&
                          undressed(labels, of_labels, decimal, commas_in_cells, false, true, probe))
        type.unit_cell = probe.dressed_cell;
    return type;
}

std::optional<NumericColumn> days_of_dates(const CodedColumn& coded, const std::vector<std::string>& words)
{
    std::optional<CodedColumn> without;
    if (!words.empty()) without = without_labels(coded, words);
    const auto moments = moments_of_dates(without ? without->labels.names() : coded.labels.names());
    if (!moments) return std::nullopt;
    auto spelling = without ? std::move(*without) : coded;
    NumericColumn cells;
    cells.values.reserve(spelling.codes.size());
    constexpr double seconds_of_a_day = 86400.0;
    for (const auto code : spelling.codes)
        cells.values.push_back(code < 0 ? NumericColumn::missing
                                        : (*moments)[static_cast<std::size_t>(code)] / seconds_of_a_day);
    cells.spelling = std::move(spelling);
    return cells;
}

CodedColumn without_labels(const CodedColumn& coded, const std::vector<std::string>& labels)
{
    std::vector<std::string> kept;
    for (const auto& name : coded.labels.names())
        if (!contains_name(labels, name)) kept.push_back(name);
    CodedColumn result{.labels = Labels(std::move(kept)), .codes = {}};
    std::vector<std::int32_t> place;
    for (const auto& name : coded.labels.names()) {
        const auto code = result.labels.code(name);
        place.push_back(code ? static_cast<std::int32_t>(*code) : -1);
    }
    for (const auto code : coded.codes)
        result.codes.push_back(code < 0 ? -1 : place[static_cast<std::size_t>(code)]);
    return result;
}

} // namespace unseen
