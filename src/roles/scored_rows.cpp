#include "unseen/roles/scored_rows.hpp"

#include "base/listed.hpp"
#include "predictions/gathered_rows.hpp"
#include "roles/kept_cells.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace unseen {

namespace {

/// Marks the classes that occur. Stops when all have occurred.
std::vector<char> classes_in(std::span<const std::uint32_t> labels, std::size_t n_classes)
{
    std::vector<char> occurs(n_classes, 0);
    std::size_t missing = n_classes;
    for (std::size_t i = 0; i < labels.size() && missing > 0; ++i)
        missing -= std::exchange(occurs[labels[i]], 1) == 0 ? 1 : 0;
    return occurs;
}

/// The codes, numbered by first occurrence: names only show which rows are the same.
std::vector<std::uint32_t> renumbered(const std::vector<std::uint32_t>& codes)
{
    constexpr auto unmet = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> number(codes.empty() ? 0 : std::size_t{*std::ranges::max_element(codes)} + 1,
                                      unmet);
    std::vector<std::uint32_t> result;
    result.reserve(codes.size());
    std::uint32_t met = 0;
    for (const auto code : codes) {
        if (number[code] == unmet) number[code] = met++;
        result.push_back(number[code]);
    }
    return result;
}

} // namespace

Digest digest_of(const ScoredRows& rows)
{
    Hasher hasher;
    hasher.add(name_of(rows.design.task)).add(std::uint64_t{rows.design.targets});
    for (const auto* labels : {&rows.design.classes, &rows.design.clusters, &rows.design.subgroups})
        hasher.add(labels->names());
    for (const auto* codes : {&rows.design.true_label, &rows.predicted.label, &rows.design.fold,
                              &rows.design.cluster, &rows.design.subgroup})
        hasher.add(*codes);
    hasher.add(renumbered(rows.design.name));
    for (const auto* numbers :
         {&rows.design.true_value, &rows.predicted.value, &rows.predicted.scores, &rows.design.weight})
        hasher.add(*numbers);
    for (const auto& fold : rows.design.folds) hasher.add(fold.repeat).add(fold.split);
    if (const auto& scale = rows.design.scale; rows.design.task == ScoreTask::values)
        hasher.add(std::vector{scale.lowest, scale.highest})
            .add(std::uint64_t{scale.direction == Direction::higher_is_better});
    if (rows.predicted.repeated)
        for (const auto& of_item : rows.predicted.repeated->values) hasher.add(of_item);
    if (const auto& judged = rows.predicted.judged)
        hasher.add(judged->judge)
            .add(judged->labels.names())
            .add(judged->cluster)
            .add(std::uint64_t{judged->about == ItemsAbout::finite} +
                 2 * std::uint64_t{judged->labelled_by_judge});
    return hasher.finish();
}

std::vector<Warning> class_warnings(const ScoredRows& rows)
{
    std::vector<Warning> warnings;
    if (rows.design.true_label.empty()) return warnings;
    const auto is_true = classes_in(rows.design.true_label, rows.design.classes.size());
    const auto is_predicted = classes_in(rows.predicted.label, rows.design.classes.size());
    if (std::count(is_true.begin(), is_true.end(), 1) == 1)
        warnings.push_back(
            {warnings::one_class, "every row is of class '" +
                                      rows.design.classes.name(rows.design.true_label.front()) +
                                      "'; figures that compare classes do not exist"});
    std::vector<std::string> unknown;
    for (std::size_t c = 0; c < is_true.size(); ++c)
        if (is_predicted[c] != 0 && is_true[c] == 0) unknown.push_back(rows.design.classes.name(c));
    if (!unknown.empty())
        warnings.push_back(
            {warnings::label_not_in_truth, "these labels are predicted, but never occur in the truth: " +
                                               listed_in_quotes(unknown, most_labels_listed)});
    return warnings;
}

std::vector<std::vector<std::uint32_t>> rows_of_subgroups(const ScoredRows& rows)
{
    std::vector<std::vector<std::uint32_t>> at(rows.design.subgroups.size());
    for (std::uint32_t i = 0; i < rows.design.subgroup.size(); ++i) at[rows.design.subgroup[i]].push_back(i);
    return at;
}

ScoredRows select_rows(const ScoredRows& rows, std::span<const std::uint32_t> at)
{
    GatheredRows gathered;
    gathered.gather(rows.view(), at);
    const auto view = gathered.view();
    const auto copy = [](auto span) { return std::vector(span.begin(), span.end()); };
    ScoredRows some;
    some.design.task = rows.design.task;
    some.design.classes = rows.design.classes;
    some.design.positive = rows.design.positive;
    some.design.positive_by = rows.design.positive_by;
    some.predicted.probabilities = rows.predicted.probabilities;
    some.predicted.one_score = rows.predicted.one_score;
    some.design.ordered = rows.design.ordered;
    some.design.targets = rows.design.targets;
    some.design.scale = rows.design.scale;
    some.design.items = rows.design.task == ScoreTask::values ? at.size() : 0;
    some.design.true_label = copy(view.true_label);
    some.predicted.label = copy(view.label);
    some.predicted.scores = copy(view.scores);
    some.design.true_value = copy(view.true_value);
    some.predicted.value = copy(view.value);
    some.predicted.answers = copy(view.answers);
    some.design.weight = copy(view.weight);
    some.design.folds = rows.design.folds;
    some.design.out_of_fold = rows.design.out_of_fold;
    some.design.clusters = rows.design.clusters;
    if (const auto& all = rows.predicted.repeated) {
        auto& own = some.predicted.repeated.emplace();
        for (const auto i : at) own.values.push_back(all->values[i]);
        if (!all->run.empty())
            for (const auto i : at) own.run.push_back(all->run[i]);
    }
    for (const auto i : at) {
        if (!rows.design.fold.empty()) some.design.fold.push_back(rows.design.fold[i]);
        if (!rows.design.name.empty()) some.design.name.push_back(rows.design.name[i]);
        if (!rows.design.cluster.empty()) some.design.cluster.push_back(rows.design.cluster[i]);
    }
    return some;
}

} // namespace unseen
