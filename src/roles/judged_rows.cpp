#include "roles/judged_rows.hpp"

#include "base/listed.hpp"
#include "data/cell_codes.hpp"
#include "roles/kept_cells.hpp"
#include "roles/row_roles.hpp"
#include "roles/valued_rows.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/roles/score_fields.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>

namespace unseen {

namespace {

constexpr std::size_t most_labels = 1000; // of a judge

/// The rows with something in all columns that every item needs: what the judge says, and what was predicted.
bool is_judged(const FoundRoles& found, std::size_t row)
{
    if (found.judged->missing(row)) return false;
    return found.truth == nullptr || found.predicted == nullptr || !found.predicted->missing(row);
}

/// The items: the rows with a human value, then the others.
std::vector<std::size_t> items_of(const JoinedTables& joined, const FoundRoles& found, const KeptRows& kept)
{
    std::vector<std::size_t> items;
    for (std::size_t k = 0; k < kept.size(); ++k) items.push_back(kept[k]);
    std::size_t next = 0;
    for (std::size_t row = 0; row < joined.table().rows(); ++row) {
        const bool labelled = next < kept.size() && kept[next] == row;
        next += labelled ? 1 : 0;
        if (!labelled && is_judged(found, row)) items.push_back(row);
    }
    return items;
}

std::int32_t code_of(const CellCodes& codes, std::size_t row)
{
    std::array<std::int32_t, 1> one{};
    codes.copy(row, one);
    return one[0];
}

/// A label as it is compared: True and False are 1 and 0, and a number is that number however it is spelt.
std::string label_of(const Column& column, std::size_t row)
{
    const auto text = column.text(row);
    if (const auto truth = truth_value(text)) return std::to_string(*truth);
    const auto number = parse_number(text);
    return number ? shortest(*number) : text;
}

std::set<std::string> labels_in(const Column& column, std::span<const std::size_t> rows)
{
    std::set<std::string> labels;
    for (const auto row : rows)
        if (!column.missing(row)) labels.insert(label_of(column, row));
    return labels;
}

/// Throws InputError if the columns have no label in common.
void require_common_labels(const JoinedTables& joined, const Column& a, const Column& b,
                           std::span<const std::size_t> rows)
{
    const auto of_a = labels_in(a, rows);
    const auto of_b = labels_in(b, rows);
    const auto listed_labels = [](const std::set<std::string>& labels) {
        return listed_in_quotes(std::vector(labels.begin(), labels.end()), most_labels_listed);
    };
    require(std::ranges::any_of(of_b, [&](const auto& label) { return of_a.contains(label); }),
            joined.table().source + ": column '" + b.name + "' holds " + listed_labels(of_b) + ", column '" +
                a.name + "' " + listed_labels(of_a) + "; expected the same labels, spelt alike");
}

void add_note(ScoredRows& rows, const Column& column, std::string what)
{
    rows.notes.push_back(
        {.role = "values", .column = column.name, .how = RowNote::How::from_rows, .what = std::move(what)});
}

/// The human label whose share is judged, and a note of it.
std::string positive_of(ScoredRows& rows, const JoinedTables& joined, const Column& human,
                        std::span<const std::size_t> items, std::size_t labelled, const ScoreRoles& roles)
{
    std::map<std::string, std::size_t> counts;
    for (const auto row : items.first(labelled)) ++counts[label_of(human, row)];
    std::vector<std::string> names;
    for (const auto& [name, rows_of] : counts) names.push_back(name);
    if (!roles.positive.empty()) {
        const auto truth = truth_value(roles.positive);
        const auto asked = truth ? std::to_string(*truth) : roles.positive;
        require(counts.contains(asked), "`positive`: no item has the human label '" + roles.positive +
                                            "'; there are " + listed_in_quotes(names, most_labels_listed));
        return asked;
    }
    require(names.size() == 2,
            joined.table().source + ": column '" + human.name + "' has " + counted(names.size(), "label") +
                ": " + listed_in_quotes(names, most_labels_listed) +
                "; `positive` names the one whose share is judged (for the mean of numbers, "
                "`value` names the column)");
    const std::vector<std::size_t> of_class{counts[names[0]], counts[names[1]]};
    const auto found = positive_class(Labels(names), of_class);
    if (found.guessed())
        rows.warnings.push_back(guessed_positive(found.by, names[found.code], names[1 - found.code]));
    return names[found.code];
}

} // namespace

void refuse_other_roles_of_judge(const ScoreRoles& roles)
{
    constexpr std::string_view with_labels[] = {
        "truth", "predicted", "positive",     "judged",           "about",          "labelled_by", "group",
        "id",    "join",      "drop_missing", "higher_is_better", "lower_is_better"};
    constexpr std::string_view never[] = {"weight", "by", "repeat", "missing_as"};
    for (const auto& field : given_fields(roles)) {
        const auto name = field.info->name;
        if (roles.judged.empty()) {
            require(name != "about" && name != "labelled_by",
                    '`' + std::string(name) + "` needs `judged`, the column of what a judge says");
            continue;
        }
        const bool refused =
            std::ranges::find(never, name) != std::end(never) ||
            (roles.value.empty() && std::ranges::find(with_labels, name) == std::end(with_labels));
        require(!refused, '`' + (name == "link" ? roles.link : std::string(name)) +
                              "` and `judged` exclude each other");
    }
    if (roles.judged.empty()) return;
    require(!roles.value.empty() || !roles.truth.empty(),
            "`judged` needs `truth`, the column of human labels, or `value`, that of human values");
    require(roles.predicted.empty() || roles.positive.empty(),
            "`positive` and `predicted` exclude each other with `judged`: a label is right or wrong");
    require(roles.about != "finite" || roles.group.empty(),
            "`about`: finite and `group` exclude each other; groups are a sample of groups like them");
}

void require_two_ends(const ValueScale& scale)
{
    require(std::isfinite(scale.lowest) && std::isfinite(scale.highest),
            "`judged` needs a `range` with two ends; got " + shortest(scale.lowest) + " to " +
                shortest(scale.highest));
}

KeptRows rows_with_human_value(const JoinedTables& joined, const Column& column, const FoundRoles& found,
                               const ScoreRoles& roles, std::vector<Warning>& warnings)
{
    const auto n = joined.table().rows();
    std::vector<std::size_t> kept, silent;
    for (std::size_t row = 0; row < n; ++row)
        if (!is_judged(found, row))
            silent.push_back(row);
        else if (!column.missing(row))
            kept.push_back(row);
    const std::string what = counted(silent.size(), "item") + " of " + std::to_string(n);
    if (!silent.empty() && !roles.drop_missing) {
        const auto& lacks = found.judged->missing(silent.front()) ? *found.judged : *found.predicted;
        throw InputError(
            joined.where(lacks.name, silent.front()) + ": there is no value (" + what +
            " have none); the judge must say something of every item; `drop_missing` leaves such "
            "items out");
    }
    if (!silent.empty())
        warnings.push_back({warnings::missing_prediction,
                            what + " of which the judge says nothing " + (silent.size() == 1 ? "is" : "are") +
                                " left out; the figures say nothing about such items"});
    require(!kept.empty(), joined.table().source + ": column '" + column.name +
                               "' has no value in any row of which the judge says something; expected human "
                               "values in some rows");
    return KeptRows(std::move(kept));
}

void take_judge(ScoredRows& rows, const JoinedTables& joined, const FoundRoles& found, const KeptRows& kept,
                const ScoreRoles& roles)
{
    const auto items = items_of(joined, found, kept);
    JudgedItems judged{.about = roles.about == "finite" ? ItemsAbout::finite : ItemsAbout::population,
                       .labelled_by_judge = roles.labelled_by == "judge"};
    if (found.truth != nullptr && found.predicted != nullptr) {
        judged.labels = Labels({"another label", "the same label"});
        for (const auto row : items)
            judged.judge.push_back(label_of(*found.predicted, row) == label_of(*found.judged, row) ? 1.0
                                                                                                   : 0.0);
    } else if (found.judged->is_numeric()) {
        for (const auto row : items) judged.judge.push_back(found.judged->numeric().values[row]);
    } else {
        const CellCodes codes(*found.judged);
        std::set<std::string> names;
        for (const auto row : items)
            names.insert(codes.labels().name(static_cast<std::size_t>(code_of(codes, row))));
        require(names.size() <= most_labels, joined.table().source + ": column '" + found.judged->name +
                                                 "' holds " + std::to_string(names.size()) +
                                                 " different texts; expected numbers, or at most " +
                                                 std::to_string(most_labels) + " labels");
        judged.labels = Labels(std::vector(names.begin(), names.end()));
        for (const auto row : items)
            judged.judge.push_back(
                *judged.labels.code(codes.labels().name(static_cast<std::size_t>(code_of(codes, row)))));
    }
    if (found.cluster != nullptr) {
        const CellCodes codes(*found.cluster);
        std::map<std::int32_t, std::uint32_t> number;
        for (const auto row : items) {
            const auto code = code_of(codes, row);
            require(code >= 0, joined.where(found.cluster->name, row) +
                                   ": there is no value; expected the item's group");
            judged.cluster.push_back(
                number.emplace(code, static_cast<std::uint32_t>(number.size())).first->second);
        }
    }
    rows.predicted.judged = std::move(judged);
}

ScoredRows make_judged_labels(JoinedTables& joined, const FoundRoles& found, const ScoreRoles& roles)
{
    const Column& human = *found.truth;
    ScoredRows rows;
    rows.design.task = ScoreTask::values;
    rows.design.scale = {.lowest = 0.0,
                         .highest = 1.0,
                         .direction =
                             roles.lower_is_better ? Direction::lower_is_better : Direction::higher_is_better,
                         .right_or_wrong = true};
    require(!(roles.lower_is_better && roles.higher_is_better),
            "`higher_is_better` and `lower_is_better` exclude each other");
    const auto kept = rows_with_human_value(joined, human, found, roles, rows.warnings);
    rows.design.items = kept.size();
    const auto items = items_of(joined, found, kept);
    std::string mean_is;
    if (found.predicted != nullptr) {
        require_common_labels(joined, human, *found.predicted, items);
        require_common_labels(joined, *found.predicted, *found.judged, items);
        for (const auto row : std::span(items).first(kept.size()))
            rows.predicted.value.push_back(label_of(*found.predicted, row) == label_of(human, row) ? 1.0
                                                                                                   : 0.0);
        mean_is = "the accuracy of '" + found.predicted->name + '\'';
    } else {
        const auto positive = positive_of(rows, joined, human, items, kept.size(), roles);
        for (const auto row : std::span(items).first(kept.size()))
            rows.predicted.value.push_back(label_of(human, row) == positive ? 1.0 : 0.0);
        mean_is = "the share of items with the human label '" + positive + '\'';
    }
    add_note(rows, human, "the mean is " + mean_is);
    take_judge(rows, joined, found, kept, roles);
    rows.predicted.judged->mean_is = std::move(mean_is);
    take_row_roles(rows, joined, found, kept);
    warn_of_dependent_items(joined.table(), found, rows.warnings);
    return rows;
}

} // namespace unseen
