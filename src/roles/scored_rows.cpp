#include "unseen/roles/scored_rows.hpp"

#include "base/listed.hpp"
#include "predictions/gathered_rows.hpp"
#include "roles/kept_cells.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
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

/// The codes numbered as they first occur: names say only which rows are the same.
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
    hasher.add(name_of(rows.task)).add(std::uint64_t{rows.targets});
    for (const auto* labels : {&rows.classes, &rows.clusters, &rows.groups}) hasher.add(labels->names());
    for (const auto* codes : {&rows.true_label, &rows.label, &rows.fold, &rows.cluster, &rows.group})
        hasher.add(*codes);
    hasher.add(renumbered(rows.name));
    for (const auto* numbers : {&rows.true_value, &rows.value, &rows.scores, &rows.weight})
        hasher.add(*numbers);
    for (const auto& fold : rows.folds) hasher.add(fold.repeat).add(fold.split);
    return hasher.finish();
}

std::string name_of(ScoreTask task)
{
    switch (task) {
    case ScoreTask::binary: return "binary";
    case ScoreTask::multiclass: return "multiclass";
    case ScoreTask::ordinal: return "ordinal";
    case ScoreTask::regression: return "regression";
    }
    throw std::logic_error("unknown task");
}

PredictionView ScoredRows::view() const
{
    PredictionView view;
    view.classes = task == ScoreTask::regression ? nullptr : &classes;
    view.positive = positive;
    view.probabilities = probabilities;
    view.one_score = one_score;
    view.ordered = ordered;
    view.targets = targets;
    view.true_label = true_label;
    view.label = label;
    view.scores = scores;
    view.true_value = true_value;
    view.value = value;
    view.weight = weight;
    return view;
}

std::vector<Warning> class_warnings(const ScoredRows& rows)
{
    std::vector<Warning> warnings;
    if (rows.true_label.empty()) return warnings;
    const auto is_true = classes_in(rows.true_label, rows.classes.size());
    const auto is_predicted = classes_in(rows.label, rows.classes.size());
    if (std::count(is_true.begin(), is_true.end(), 1) == 1)
        warnings.push_back({"one_class", "every row is of class '" +
                                             rows.classes.name(rows.true_label.front()) +
                                             "'; figures that compare classes do not exist"});
    std::vector<std::string> unknown;
    for (std::size_t c = 0; c < is_true.size(); ++c)
        if (is_predicted[c] != 0 && is_true[c] == 0) unknown.push_back(rows.classes.name(c));
    if (!unknown.empty())
        warnings.push_back(
            {"label_not_in_truth", "these labels are predicted, but never occur in the truth: " +
                                       listed_in_quotes(unknown, most_labels_listed)});
    return warnings;
}

std::vector<std::vector<std::uint32_t>> rows_of_groups(const ScoredRows& rows)
{
    std::vector<std::vector<std::uint32_t>> at(rows.groups.size());
    for (std::uint32_t i = 0; i < rows.group.size(); ++i) at[rows.group[i]].push_back(i);
    return at;
}

ScoredRows select_rows(const ScoredRows& rows, std::span<const std::uint32_t> at)
{
    GatheredRows gathered;
    gathered.gather(rows.view(), at);
    const auto view = gathered.view();
    const auto copy = [](auto span) { return std::vector(span.begin(), span.end()); };
    ScoredRows some;
    some.task = rows.task;
    some.classes = rows.classes;
    some.positive = rows.positive;
    some.probabilities = rows.probabilities;
    some.one_score = rows.one_score;
    some.ordered = rows.ordered;
    some.targets = rows.targets;
    some.true_label = copy(view.true_label);
    some.label = copy(view.label);
    some.scores = copy(view.scores);
    some.true_value = copy(view.true_value);
    some.value = copy(view.value);
    some.weight = copy(view.weight);
    some.folds = rows.folds;
    some.out_of_fold = rows.out_of_fold;
    some.clusters = rows.clusters;
    for (const auto i : at) {
        if (!rows.fold.empty()) some.fold.push_back(rows.fold[i]);
        if (!rows.name.empty()) some.name.push_back(rows.name[i]);
        if (!rows.cluster.empty()) some.cluster.push_back(rows.cluster[i]);
    }
    return some;
}

} // namespace unseen
