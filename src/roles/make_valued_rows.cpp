#include "base/listed.hpp"
#include "data/cell_codes.hpp"
#include "roles/doubts.hpp"
#include "roles/judged_rows.hpp"
#include "roles/kept_cells.hpp"
#include "roles/row_roles.hpp"
#include "roles/valued_rows.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/roles/score_fields.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace unseen {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// What the usual name of a measure says about the values of items.
struct KnownScale {
    std::string_view name;
    double highest; ///< the lowest is 0
    Direction direction;
};

constexpr KnownScale known_scales[] = {
    {"accuracy", 1.0, Direction::higher_is_better},    {"acc", 1.0, Direction::higher_is_better},
    {"acc_norm", 1.0, Direction::higher_is_better},    {"correct", 1.0, Direction::higher_is_better},
    {"is_correct", 1.0, Direction::higher_is_better},  {"exact_match", 1.0, Direction::higher_is_better},
    {"pass", 1.0, Direction::higher_is_better},        {"passed", 1.0, Direction::higher_is_better},
    {"resolved", 1.0, Direction::higher_is_better},    {"success", 1.0, Direction::higher_is_better},
    {"precision", 1.0, Direction::higher_is_better},   {"recall", 1.0, Direction::higher_is_better},
    {"f1", 1.0, Direction::higher_is_better},          {"dice", 1.0, Direction::higher_is_better},
    {"iou", 1.0, Direction::higher_is_better},         {"jaccard", 1.0, Direction::higher_is_better},
    {"ndcg", 1.0, Direction::higher_is_better},        {"recip_rank", 1.0, Direction::higher_is_better},
    {"mrr", 1.0, Direction::higher_is_better},         {"map", 1.0, Direction::higher_is_better},
    {"error", 1.0, Direction::lower_is_better},        {"wrong", 1.0, Direction::lower_is_better},
    {"wer", infinity, Direction::lower_is_better},     {"cer", infinity, Direction::lower_is_better},
    {"mae", infinity, Direction::lower_is_better},     {"mse", infinity, Direction::lower_is_better},
    {"rmse", infinity, Direction::lower_is_better},    {"mase", infinity, Direction::lower_is_better},
    {"mape", infinity, Direction::lower_is_better},    {"log_loss", infinity, Direction::lower_is_better},
    {"latency", infinity, Direction::lower_is_better}, {"perplexity", infinity, Direction::lower_is_better},
};

/// The measure that a column is called after: `ndcg` of "scores.nDCG@10" and of "ndcg_cut_10".
std::string measure_in(std::string_view column)
{
    column = column.substr(column.find_last_of("./") + 1); // all of it if there is neither
    column = column.substr(0, column.find_first_of("@,"));
    std::string name;
    for (const char c : column)
        name += c == '-' || c == ' ' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const auto end = name.find_last_not_of("0123456789");
    if (end != name.npos && end + 1 < name.size() && name[end] == '_') name.resize(end);
    if (name.ends_with("_cut")) name.resize(name.size() - 4);
    return name;
}

std::string text_of_range(double lowest, double highest)
{
    return shortest(lowest) + " to " + shortest(highest);
}

/// What the user states, or else the name of the column says; shares of answers have a scale of their own.
ValueScale scale_of(const ScoreRoles& roles, const std::string& source, std::vector<RowNote>& notes)
{
    if (!roles.trials.empty()) return {.lowest = 0.0, .highest = 1.0};
    const auto* const known = std::ranges::find(known_scales, measure_in(roles.value), &KnownScale::name);
    const bool is_known = known != std::end(known_scales);
    const bool stated = roles.higher_is_better || roles.lower_is_better;
    require(!(roles.higher_is_better && roles.lower_is_better),
            "`higher_is_better` and `lower_is_better` exclude each other");
    require(roles.range.empty() || roles.range.size() == 2,
            "`range`: expected two numbers, the smallest and the largest value that is possible");
    if (!is_known && (roles.range.empty() || !stated)) {
        const std::string range =
            "the smallest and the largest value that is possible, with `range` (0,1 or another; inf for an "
            "open end)";
        const std::string direction =
            "whether large values are good, with `higher_is_better`, or small ones, with `lower_is_better`";
        throw InputError(source + ": column '" + roles.value +
                         "' holds values whose scale is not known; say " +
                         (!roles.range.empty() ? direction
                          : stated             ? range
                                               : range + ", and " + direction));
    }
    ValueScale scale;
    if (is_known) scale = {.lowest = 0.0, .highest = known->highest, .direction = known->direction};
    if (stated)
        scale.direction = roles.higher_is_better ? Direction::higher_is_better : Direction::lower_is_better;
    if (!roles.range.empty()) {
        scale.lowest = roles.range[0];
        scale.highest = roles.range[1];
    }
    require(scale.lowest < scale.highest, "`range`: " + text_of_range(scale.lowest, scale.highest) +
                                              " is not valid; expected a smaller number first");
    if (roles.range.empty() || !stated)
        notes.push_back({.role = "values",
                         .column = roles.value,
                         .how = RowNote::How::from_rows,
                         .what = "from " + text_of_range(scale.lowest, scale.highest) + ", and " +
                                 (scale.direction == Direction::higher_is_better ? "large" : "small") +
                                 " ones are good, as the column's name '" + roles.value + "' says"});
    return scale;
}

/// The rows that have a value, or all of them.
KeptRows rows_with_value(const JoinedTables& joined, const Column& column, const ScoreRoles& roles,
                         std::vector<Warning>& warnings)
{
    const auto n = joined.table().rows();
    require(!(roles.drop_missing && roles.missing_as), "`drop_missing` and `missing_as` exclude each other");
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < n; ++i)
        if (!column.missing(i)) kept.push_back(i);
    const auto without = n - kept.size();
    if (without == 0 || roles.missing_as) {
        if (without > 0)
            warnings.push_back({warnings::missing_prediction, counted(without, "item") + " of " +
                                                                  std::to_string(n) + " without a value " +
                                                                  (without == 1 ? "counts" : "count") +
                                                                  " as " + shortest(*roles.missing_as)});
        return KeptRows(n);
    }
    if (!roles.drop_missing) {
        std::size_t first = 0;
        while (!column.missing(first)) ++first;
        throw InputError(joined.where(column.name, first) + ": there is no value (" +
                         std::to_string(without) + " of " + std::to_string(n) +
                         " items have none); `missing_as` gives such items a value, and for a single model "
                         "`drop_missing` leaves them out");
    }
    require(!kept.empty(), joined.table().source + ": column '" + column.name + "' has no value in any row");
    warnings.push_back(
        {warnings::missing_prediction, counted(without, "item") + " of " + std::to_string(n) +
                                           " without a value " + (without == 1 ? "is" : "are") +
                                           " left out; the figures say nothing about such items"});
    return KeptRows(std::move(kept));
}

/// The values of the marks that Inspect writes: correct, incorrect, partly correct, no answer.
constexpr std::pair<std::string_view, double> marks[] = {{"C", 1.0}, {"I", 0.0}, {"P", 0.5}, {"N", 0.0}};

const std::pair<std::string_view, double>* mark_of(std::string_view cell)
{
    const auto* const found = std::ranges::find(marks, cell, [](const auto& mark) { return mark.first; });
    return found == std::end(marks) ? nullptr : found;
}

/// True if all cells of a column of texts are such marks.
bool holds_marks(const Column& column)
{
    return !column.is_numeric() && std::ranges::all_of(column.coded().labels.names(), [](const auto& name) {
        return mark_of(name) != nullptr;
    });
}

double value_at(const JoinedTables& joined, const Column& column, std::size_t row, const ScoreRoles& roles,
                bool marked)
{
    if (column.missing(row)) return *roles.missing_as;
    if (column.is_numeric()) return column.numeric().values[row];
    const auto& cell = text_of(column, row);
    if (marked) return mark_of(cell)->second;
    if (const auto truth = truth_value(cell)) return static_cast<double>(*truth);
    const auto number = parse_number(cell);
    require(number && std::isfinite(*number),
            joined.where(column.name, row) + ": '" + cell + "' is not a finite number; expected a value");
    return *number;
}

} // namespace

void refuse_other_roles(const ScoreRoles& roles)
{
    refuse_other_roles_of_judge(roles);
    require(!roles.own_repeats || (!roles.value.empty() && !roles.repeat.empty()),
            "`own_repeats` needs `value` and `repeat`, the repeats of items");
    for (const auto& field : given_fields(roles))
        for (const std::string_view other :
             {"range", "higher_is_better", "lower_is_better", "judged", "repeat", "weight"})
            require(roles.trials.empty() || field.info->name != other,
                    '`' + std::string(other) +
                        "` and `trials` exclude each other: the share of an item's answers that are right "
                        "lies in 0 to 1, and each item counts once");
    constexpr std::string_view of_values[] = {"range", "higher_is_better", "lower_is_better", "missing_as",
                                              "trials"};
    constexpr std::string_view of_both[] = {"value",  "drop_missing", "weight",      "group",
                                            "by",     "id",           "join",        "repeat",
                                            "judged", "about",        "labelled_by", "own_repeats"};
    for (const auto& field : given_fields(roles)) {
        const auto name = field.info->name;
        const bool is_of_values = std::ranges::find(of_values, name) != std::end(of_values);
        if (!judges_items(roles))
            require(!is_of_values, '`' + std::string(name) + "` needs `value`, the column of values");
        else if (!roles.value.empty())
            require(is_of_values || std::ranges::find(of_both, name) != std::end(of_both),
                    '`' + (name == "link" ? roles.link : std::string(name)) +
                        "` and `value` exclude each other: values of items have no truth and no predictions");
    }
}

namespace {

/// The place of each label in their sorted order, which is the same in every file.
std::vector<std::uint32_t> places_by_label(const Labels& labels)
{
    const Labels sorted(sorted_labels(labels.names()));
    std::vector<std::uint32_t> places;
    for (const auto& name : labels.names()) places.push_back(*sorted.code(name));
    return places;
}

/// The rows of an item, and the number of the repeat of each.
struct RowsOfItem {
    std::vector<std::size_t> rows{};
    std::vector<std::uint32_t> repeats{};
};

/// The items in their order, with their rows in that of the repeats' labels. Throws InputError for a repeat
/// that an item has twice, and for rows of an item that differ in a column of groups.
std::vector<RowsOfItem> rows_of_items(const JoinedTables& joined, const FoundRoles& found,
                                      const KeptRows& kept)
{
    const CellCodes ids(*found.id);
    const CellCodes repeats(*found.repeat);
    const auto code = [&](const CellCodes& codes, const Column& column, std::size_t row, const char* what) {
        std::array<std::int32_t, 1> one{};
        codes.copy(row, one);
        require(one[0] >= 0, joined.where(column.name, row) + ": there is no value; expected " + what);
        return one[0];
    };
    std::vector<RowsOfItem> items;
    std::unordered_map<std::int32_t, std::size_t> places;
    const auto place_of = places_by_label(repeats.labels());
    std::vector<std::uint32_t> repeat_of(joined.table().rows());
    for (std::size_t k = 0; k < kept.size(); ++k) {
        const auto row = kept[k];
        repeat_of[row] = place_of[static_cast<std::size_t>(code(repeats, *found.repeat, row, "a repeat"))];
        const auto [at, fresh] = places.emplace(code(ids, *found.id, row, "an item"), items.size());
        if (fresh) items.emplace_back();
        items[at->second].rows.push_back(row);
    }
    for (auto& [of_item, numbers] : items) {
        std::ranges::stable_sort(of_item, {}, [&](std::size_t row) { return repeat_of[row]; });
        for (std::size_t i = 1; i < of_item.size(); ++i)
            require(repeat_of[of_item[i]] != repeat_of[of_item[i - 1]],
                    joined.where(found.repeat->name, of_item[i]) + ": item '" + found.id->text(of_item[i]) +
                        "' has this repeat twice; expected the rows of one model (those of several are for "
                        "`compare models` with `model`)");
        for (const auto row : of_item) numbers.push_back(repeat_of[row]);
        for (const auto* column : {found.cluster, found.by})
            for (const auto row : of_item)
                require(column == nullptr || column->text(row) == column->text(of_item.front()),
                        joined.where(column == nullptr ? "" : column->name, row) + ": item '" +
                            found.id->text(row) + "' has two groups; expected one for all its repeats");
    }
    return items;
}

/// The answers of the items, whose numbers `predicted` has.
void note_answers(ScoredRows& rows, RepeatedItems items)
{
    const auto [fewest, most] = std::ranges::minmax(rows.predicted.answers);
    rows.design.scale.answers = fewest == most ? most : 0;
    rows.predicted.repeated = std::move(items);
}

/// Replaces the rows by the items, with the mean of each.
void take_repeats(ScoredRows& rows, const JoinedTables& joined, const FoundRoles& found, const KeptRows& kept,
                  bool own_repeats)
{
    RepeatedItems items;
    auto all = rows_of_items(joined, found, kept);
    std::unordered_map<std::size_t, double> value_of;
    for (std::size_t k = 0; k < kept.size(); ++k) value_of.emplace(kept[k], rows.predicted.value[k]);
    rows.predicted.value.clear();
    std::vector<std::size_t> first;
    for (auto& [of_item, repeats] : all) {
        if (!own_repeats) items.run.push_back(std::move(repeats));
        auto& values = items.values.emplace_back();
        ExactSum sum;
        for (const auto row : of_item) {
            values.push_back(value_of[row]);
            sum.add(values.back());
        }
        rows.predicted.value.push_back(sum.value() / static_cast<double>(values.size()));
        rows.predicted.answers.push_back(static_cast<std::uint32_t>(values.size()));
        first.push_back(*std::ranges::min_element(of_item)); // ascending, as the items
    }
    rows.design.items = all.size();
    rows.design.scale.right_or_wrong = false; // the mean of an item is no single answer
    note_answers(rows, std::move(items));
    take_row_roles(rows, joined, found, KeptRows(std::move(first)));
}

/// The value, or the number of right answers, as a whole number from `least` to `most`.
std::uint32_t count_at(const JoinedTables& joined, const Column& column, std::size_t row, double value,
                       std::uint32_t least, std::uint32_t most, const std::string& what)
{
    require(value >= least && value <= most && value == std::floor(value),
            joined.where(column.name, row) + ": the number of " + what + " is " + shortest(value) +
                "; expected a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return static_cast<std::uint32_t>(value);
}

/// Replaces counts of right answers by their shares.
void take_trials(ScoredRows& rows, const JoinedTables& joined, const FoundRoles& found, const KeptRows& kept)
{
    constexpr std::uint32_t most_trials = 1'000'000;
    constexpr std::size_t most_answers = 100'000'000;
    RepeatedItems items;
    std::size_t all = 0;
    for (std::size_t k = 0; k < kept.size(); ++k) {
        auto& value = rows.predicted.value[k];
        require(!found.trials->missing(kept[k]), joined.where(found.trials->name, kept[k]) +
                                                     ": there is no value; expected a number of answers");
        const double given = value_at(joined, *found.trials, kept[k], {}, false);
        const auto n = count_at(joined, *found.trials, kept[k], given, 1, most_trials, "answers");
        const auto right = count_at(joined, *found.predicted, kept[k], value, 0, n, "right answers");
        all += n;
        require(all <= most_answers, joined.table().source + ": the items have more than " +
                                         std::to_string(most_answers) + " answers");
        auto& answers = items.values.emplace_back(n, 0.0);
        std::fill_n(answers.begin(), right, 1.0);
        rows.predicted.answers.push_back(n);
        value = static_cast<double>(right) / n;
    }
    rows.design.scale.of_answers = true;
    rows.design.scale.right_or_wrong = items.most_repeats() == 1;
    note_answers(rows, std::move(items));
}

/// Warns if the rows of a column with a usual name for items repeat: such rows are not independent draws.
void warn_of_repeated_items(const Table& table, const std::function<bool(const Column&)>& taken,
                            std::vector<Warning>& warnings)
{
    for (const auto& column : table.columns) {
        if (taken(column) || !is_called_item(column.name)) continue;
        std::unordered_set<std::string> items;
        for (std::size_t i = 0; i < column.rows(); ++i) items.insert(column.text(i));
        if (items.size() == column.rows() || items.size() < 2) continue;
        warnings.push_back(
            {warnings::repeated_ids,
             "column '" + column.name + "' names " + std::to_string(items.size()) + " items in " +
                 std::to_string(column.rows()) +
                 " rows: rows of one item are not independent draws, so that the interval is too "
                 "short; `group=" +
                 column.name + "` makes each item one draw"});
        return;
    }
}

} // namespace

void warn_of_dependent_items(const Table& table, const FoundRoles& found, std::vector<Warning>& warnings)
{
    if (found.cluster != nullptr) return;
    const auto taken = [&](const Column& c) { return found.taken(c); };
    warn_of_group_columns(table, taken, warnings);
    if (found.id == nullptr) warn_of_repeated_items(table, taken, warnings);
}

ScoredRows make_valued_rows(JoinedTables& joined, const ScoreRoles& roles)
{
    require(roles.repeat.empty() || (!roles.id.empty() && roles.weight.empty()),
            roles.id.empty() ? "`repeat` with `value` needs `id`, the column of items"
                             : "`repeat` and `weight` exclude each other: each item counts once");
    const FoundRoles found = find_roles(joined.table(), roles);
    if (roles.value.empty()) return make_judged_labels(joined, found, roles);
    const Column& column = *found.predicted;
    ScoredRows rows;
    rows.design.task = ScoreTask::values;
    auto& scale = rows.design.scale;
    scale = scale_of(roles, joined.table().source, rows.notes);
    if (found.judged != nullptr) require_two_ends(scale);
    KeptCells cells(joined, found.judged != nullptr
                                ? rows_with_human_value(joined, column, found, roles, rows.warnings)
                                : rows_with_value(joined, column, roles, rows.warnings));
    rows.design.items = cells.size();
    const bool marked = holds_marks(column);
    for (std::size_t k = 0; k < cells.size(); ++k) {
        const double value = value_at(joined, column, cells.rows()[k], roles, marked);
        require((value >= scale.lowest && value <= scale.highest) || found.trials != nullptr,
                cells.where(column, k) + ": the value is " + shortest(value) + "; expected one from " +
                    text_of_range(scale.lowest, scale.highest) +
                    (roles.range.empty() ? ", as the column's name says; with `range`, others are possible"
                                         : ""));
        rows.predicted.value.push_back(value);
    }
    if (marked)
        rows.notes.push_back({.role = "values",
                              .column = roles.value,
                              .how = RowNote::How::from_rows,
                              .what = "C is 1, P 0.5, I and N 0, as Inspect means them"});
    scale.right_or_wrong =
        scale.lowest == 0.0 && scale.highest == 1.0 &&
        std::ranges::all_of(rows.predicted.value, [](double x) { return x == 0.0 || x == 1.0; });
    scale.of_answers = scale.right_or_wrong;
    if (found.trials != nullptr) take_trials(rows, joined, found, cells.rows());
    if (scale.right_or_wrong && found.repeat == nullptr)
        rows.notes.push_back({.role = "values",
                              .column = roles.value,
                              .how = RowNote::How::from_rows,
                              .what = "all 0 or 1, so that their mean is a share of items"});
    if (found.judged != nullptr) take_judge(rows, joined, found, cells.rows(), roles);
    if (found.repeat == nullptr) {
        take_row_roles(rows, joined, found, cells.rows());
        take_weights(rows, joined, found, cells);
    } else {
        take_repeats(rows, joined, found, cells.rows(), roles.own_repeats);
    }
    warn_of_dependent_items(joined.table(), found, rows.warnings);
    return rows;
}

} // namespace unseen
