#include "roles/doubts.hpp"

#include "base/add_once.hpp"
#include "base/listed.hpp"
#include "data/few_numbers.hpp"
#include "data/like_ids.hpp"
#include "data/odd_columns.hpp"
#include "data/row_hashes.hpp"
#include "data/row_sets.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/label_spelling.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>
#include <vector>

namespace unseen {

namespace {

constexpr std::size_t few_rows = 10; // with fewer, a pattern may be chance
constexpr std::size_t most_listed = 3;
constexpr std::size_t few_ids = 20; // as looks_like_id() has it

/// The names of the labels that occur.
std::vector<bool> occurring(const std::vector<std::uint32_t>& codes, std::size_t n_classes)
{
    std::vector<bool> occurs(n_classes, false);
    for (const auto c : codes) occurs[c] = true;
    return occurs;
}

/// Of a permutation of the classes, those that it moves: "of 'a' in that of 'b'" with these words. Nothing if
/// two classes go to one.
std::vector<std::string> exchanged(const std::vector<std::size_t>& to, const Labels& classes,
                                   const std::string& before, const std::string& between)
{
    std::vector<std::string> moved;
    std::vector<bool> taken(to.size(), false);
    for (std::size_t t = 0; t < to.size(); ++t) {
        if (taken[to[t]]) return {};
        taken[to[t]] = true;
        if (to[t] != t)
            moved.push_back(before + '\'' + classes.name(t) + '\'' + between + '\'' + classes.name(to[t]) +
                            '\'');
    }
    return moved;
}

} // namespace

void require_common_label(const ScoredRows& rows, const RoleNames& names)
{
    const auto& classes = rows.design.classes;
    const auto of_truth = occurring(rows.design.true_label, classes.size());
    const auto predicted = occurring(rows.predicted.label, classes.size());
    std::vector<std::string> truth_names, predicted_names;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        if (of_truth[c] && predicted[c]) return;
        if (of_truth[c]) truth_names.push_back(classes.name(c));
        if (predicted[c]) predicted_names.push_back(classes.name(c));
    }
    require(truth_names.size() < 2 || predicted_names.empty(),
            names.source + ": column '" + names.truth + "', the truth, has the labels " +
                listed_in_quotes(truth_names, most_listed) + ", and column '" + names.predicted +
                "', the prediction, has " + listed_in_quotes(predicted_names, most_listed) +
                ": no label is in both; expected the same spelling" +
                likely_pairs_text(predicted_names, truth_names) +
                ", or other columns with `truth` and `predicted`");
}

void warn_of_labels_against_scores(ScoredRows& rows, const RoleNames& names)
{
    const auto& scores = rows.predicted.scores;
    if (!rows.predicted.one_score || scores.size() < few_rows) return;
    const double origin = scores.front(); // so that the sums lose no digits of scores far from 0
    double count[2] = {};
    double sum[2] = {};
    double squares = 0.0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const double x = scores[i] - origin;
        const auto c = static_cast<std::size_t>(rows.predicted.label[i] == rows.design.positive);
        count[c] += 1.0;
        sum[c] += x;
        squares += x * x;
    }
    if (count[0] == 0.0 || count[1] == 0.0) return;
    const double n = count[0] + count[1];
    const double mean = (sum[0] + sum[1]) / n;
    const double mean_of[2] = {origin + sum[0] / count[0], origin + sum[1] / count[1]};
    const double deviation = std::sqrt(std::max(0.0, squares / n - mean * mean));
    if (!((mean_of[1] - mean_of[0]) * std::sqrt(count[0] * count[1]) / n < -0.3 * deviation)) return;
    rows.warnings.push_back({warnings::labels_against_scores,
                             "rows labelled '" + rows.design.classes.name(rows.design.positive) +
                                 "' have smaller scores than the others, " + readable(mean_of[1]) +
                                 " against " + readable(mean_of[0]) + " on average: column '" + names.score +
                                 "' seems to hold the scores of the other class, or column '" +
                                 names.predicted + "' its labels"});
}

void warn_of_labels_like_ids(ScoredRows& rows, const RoleNames& names)
{
    const auto check = [&](const std::vector<std::uint32_t>& labels, const std::string& name,
                           const char* role) {
        if (name.empty() || labels.size() < few_ids || 10 * rows.design.classes.size() < 9 * labels.size())
            return;
        const auto occurs = occurring(labels, rows.design.classes.size());
        const auto n = static_cast<std::size_t>(std::count(occurs.begin(), occurs.end(), true));
        if (10 * n < 9 * labels.size()) return;
        rows.warnings.push_back(
            {warnings::labels_like_ids, "column '" + name + "', the " + role + ", has " + std::to_string(n) +
                                            " different labels in " + std::to_string(labels.size()) +
                                            " rows: it seems to number or name the rows"});
    };
    check(rows.design.true_label, names.truth, "truth");
    check(rows.predicted.label, names.predicted, "prediction");
}

void warn_of_percentages(ScoredRows& rows, const RoleNames& names)
{
    constexpr double usual_least = 20.0; // ages and other numbers up to 100 have no small ones
    const auto& scores = rows.predicted.scores;
    if (scores.size() < few_rows) return;
    const auto [least, most] = std::ranges::minmax(scores);
    if (!(least >= 0.0 && most > 50.0 && most <= 100.0)) return;
    const auto tell = [&](const std::string& what) {
        rows.warnings.push_back(
            {warnings::scores_as_percentages,
             "the scores" + what +
                 ": if they are percentages, divide them by 100, because probabilities are "
                 "expected, from 0 to 1"});
    };
    if (rows.predicted.one_score) {
        if (least < usual_least)
            tell(" in column '" + names.score + "' are from " + readable(least) + " to " + readable(most));
        return;
    }
    const auto classes = rows.design.classes.size();
    for (std::size_t i = 0; i < scores.size(); i += classes) {
        double sum = 0.0;
        for (std::size_t c = 0; c < classes; ++c) sum += scores[i + c];
        if (!(std::abs(sum - 100.0) <= 1.0)) return;
    }
    tell(" of each row sum to 100");
}

void warn_of_shifted_labels(ScoredRows& rows, std::span<const double> predicted, const RoleNames& names)
{
    std::vector<double> numbers;
    for (const auto& name : rows.design.classes.names()) {
        const auto number = parse_number(name);
        if (!number || *number != std::floor(*number)) return;
        numbers.push_back(*number);
    }
    if (numbers.size() < 3 || predicted.size() < few_ids) return;
    std::size_t right[3] = {}; // with -1, 0 and 1 added
    for (std::size_t i = 0; i < predicted.size(); ++i) {
        const double difference = numbers[rows.design.true_label[i]] - predicted[i];
        if (std::abs(difference) <= 1.0 && difference == std::floor(difference))
            ++right[static_cast<std::size_t>(difference + 1.0)];
    }
    const std::size_t shift = right[0] > right[2] ? 0 : 2;
    if (2 * right[shift] < predicted.size() || right[shift] < 2 * right[1]) return;
    rows.warnings.push_back(
        {warnings::labels_shifted, "column '" + names.predicted + "', the prediction, is the truth in " +
                                       std::to_string(right[1]) + " of " + counted(predicted.size(), "row") +
                                       ", and in " + std::to_string(right[shift]) +
                                       (shift == 2 ? " with 1 added" : " with 1 taken away") +
                                       ": the two columns seem to count the classes from different numbers"});
}

void warn_of_no_error(ScoredRows& rows)
{
    const auto all_right = [](const auto& truth, const auto& predicted) {
        return truth.size() >= few_ids && predicted.size() == truth.size() &&
               std::ranges::equal(truth, predicted) &&
               std::ranges::any_of(truth, [&](const auto& x) { return x != truth.front(); });
    };
    if (!all_right(rows.design.true_label, rows.predicted.label) &&
        !all_right(rows.design.true_value, rows.predicted.value))
        return;
    rows.warnings.push_back({warnings::no_wrong_prediction,
                             "every prediction equals its truth: check that the truth was not made of the "
                             "predictions, and was not known to the model"});
}

void warn_of_permuted_scores(ScoredRows& rows)
{
    constexpr std::size_t most_classes = 100;
    constexpr double fewest_errors = 5.0; // standard errors
    const auto classes = rows.design.classes.size();
    const auto& scores = rows.predicted.scores;
    if (rows.predicted.one_score || scores.empty() || classes > most_classes) return;
    std::vector<double> count(classes, 0.0);
    std::vector<double> sum(classes * classes, 0.0); // by true class and column
    std::vector<double> mean(classes, 0.0);
    std::vector<double> variance(classes, 0.0);
    const auto n = static_cast<double>(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto truth = rows.design.true_label[i];
        count[truth] += 1.0;
        for (std::size_t c = 0; c < classes; ++c) {
            const double x = scores[i * classes + c];
            sum[truth * classes + c] += x;
            mean[c] += x / n;
            variance[c] += x * x / n;
        }
    }
    for (std::size_t c = 0; c < classes; ++c) variance[c] = std::max(0.0, variance[c] - mean[c] * mean[c]);
    std::vector<std::size_t> to(classes);
    for (std::size_t t = 0; t < classes; ++t) {
        to[t] = t;
        if (count[t] < static_cast<double>(few_rows)) continue;
        const auto above = [&](std::size_t c) { return sum[t * classes + c] / count[t] - mean[c]; };
        std::size_t best = t;
        for (std::size_t c = 0; c < classes; ++c)
            if (above(c) > above(best)) best = c;
        if (above(best) - above(t) > fewest_errors * std::sqrt((variance[best] + variance[t]) / count[t]))
            to[t] = best;
    }
    const auto moved = exchanged(to, rows.design.classes, "of ", " in that of ");
    if (moved.empty()) return;
    rows.warnings.push_back(
        {warnings::scores_permuted,
         "rows have their largest scores, relative to the other rows, in columns of other "
         "classes: those " +
             listed_with_and(moved, most_listed) +
             ": the columns of scores seem to be named in another order than they are "
             "written"});
}

void warn_of_permuted_labels(ScoredRows& rows, const RoleNames& names)
{
    constexpr std::size_t most_classes = 100;
    const auto classes = rows.design.classes.size();
    const auto& truth = rows.design.true_label;
    const auto& label = rows.predicted.label;
    if (label.empty() || names.predicted.empty() || classes > most_classes) return;
    std::vector<std::size_t> cells(classes * classes, 0);
    for (std::size_t i = 0; i < label.size(); ++i) ++cells[truth[i] * classes + label[i]];
    std::vector<std::size_t> to(classes);
    for (std::size_t t = 0; t < classes; ++t) {
        const auto row = std::span(cells).subspan(t * classes, classes);
        const auto all = std::accumulate(row.begin(), row.end(), std::size_t{0});
        const auto best = static_cast<std::size_t>(std::ranges::max_element(row) - row.begin());
        to[t] = all >= few_rows && 3 * row[best] >= 2 * all ? best : t;
    }
    const auto moved = exchanged(to, rows.design.classes, "", " as ");
    if (moved.empty()) return;
    rows.warnings.push_back({warnings::labels_permuted,
                             "most rows of " + listed_with_and(moved, most_listed) +
                                 " are predicted: the names of the classes seem to be exchanged in column '" +
                                 names.predicted + "' or in column '" + names.truth + '\''});
}

void warn_of_another_scale(ScoredRows& rows, const RoleNames& names)
{
    constexpr double clear = 0.5; // of the variance
    const auto& truth = rows.design.true_value;
    const auto& value = rows.predicted.value;
    if (truth.size() < few_ids || rows.design.targets != 1) return;
    const auto n = static_cast<double>(truth.size());
    const double mean_truth = std::accumulate(truth.begin(), truth.end(), 0.0) / n;
    const double mean_value = std::accumulate(value.begin(), value.end(), 0.0) / n;
    double squares = 0.0, products = 0.0, variance = 0.0, other = 0.0;
    for (std::size_t i = 0; i < truth.size(); ++i) {
        const double t = truth[i] - mean_truth;
        const double v = value[i] - mean_value;
        squares += (truth[i] - value[i]) * (truth[i] - value[i]);
        products += t * v;
        variance += t * t;
        other += v * v;
    }
    if (!(variance > 0.0) || !(other > 0.0) || squares <= variance) return;
    const double correlation = products / std::sqrt(variance * other);
    if (correlation * correlation < clear) return;
    rows.warnings.push_back(
        {warnings::another_scale,
         "column '" + names.predicted + "', the prediction, " +
             (correlation > 0.0 ? "follows" : "runs against") + " the truth (correlation " +
             readable(correlation) +
             "), and yet its errors are larger than those of the mean of the truth: it seems to have another "
             "scale, such as other units, a logarithm, a shift or the other sign"});
}

void warn_of_group_columns(const Table& table, const std::function<bool(const Column&)>& has_role,
                           std::vector<Warning>& warnings)
{
    constexpr std::size_t fewest = 5;
    for (const auto& column : table.columns) {
        if (has_role(column) || !is_called_group(column.name)) continue;
        std::unordered_set<std::string> values;
        for (std::size_t r = 0; r < column.rows(); ++r)
            if (!column.missing(r)) values.insert(column.text(r));
        if (values.size() < fewest || 10 * values.size() > 9 * column.rows()) continue;
        warnings.push_back(
            {warnings::looks_like_groups,
             "column '" + column.name + "' has " + std::to_string(values.size()) + " values in " +
                 std::to_string(column.rows()) +
                 " rows, and its name is one of patients, users and the like: rows of one value "
                 "depend on each other, and intervals take them as independent; `group=" +
                 column.name + "` gives intervals by its values"});
        return;
    }
}

void warn_of_marks(ScoredRows& rows, const RoleNames& names, const std::vector<std::string>& known)
{
    std::vector<std::string> marks;
    std::vector<std::string> columns;
    const auto look = [&](std::span<const double> cells, const std::string& name) {
        const auto found = marks_of_missing(cells);
        if (!found.empty()) columns.push_back(name);
        for (const double mark : found) add_once(marks, shortest(mark));
    };
    if (rows.design.targets == 1) {
        look(rows.design.true_value, names.truth);
        look(rows.predicted.value, names.predicted);
    }
    if (rows.predicted.one_score && !rows.predicted.probabilities) look(rows.predicted.scores, names.score);
    if (columns.empty()) return;
    auto all = known;
    all.insert(all.end(), marks.begin(), marks.end());
    rows.warnings.push_back(
        {warnings::looks_like_missing,
         std::string(columns.size() == 1 ? "column " : "the columns ") + listed_in_quotes(columns) +
             (columns.size() == 1 ? " has " : " have ") + listed_with_and(marks) +
             " far from all other numbers, which " + (marks.size() == 1 ? "seems" : "seem") +
             " to stand for missing cells; `missing=" + option_list(all) + "` makes them missing"});
}

void warn_of_threshold(ScoredRows& rows, double threshold)
{
    const auto& labels = rows.predicted.label;
    if (labels.size() < few_rows ||
        std::ranges::any_of(labels, [&](std::uint32_t label) { return label != labels.front(); }))
        return;
    const bool above = labels.front() == rows.design.positive;
    rows.warnings.push_back({warnings::threshold_outside_scores,
                             "every score is " + std::string(above ? "at least" : "below") +
                                 " the threshold " + shortest(threshold) + ", so all rows are labelled '" +
                                 rows.design.classes.name(labels.front()) + "'"});
}

void warn_of_classes_outside(ScoredRows& rows, std::span<const double> predicted,
                             std::span<const double> classes, const RoleNames& names)
{
    if (std::ranges::any_of(predicted, [](double x) { return x != std::floor(x); })) return;
    const auto outside =
        std::ranges::count_if(predicted, [&](double x) { return x < classes.front() || x > classes.back(); });
    if (outside == 0) return;
    const auto [least, most] = std::ranges::minmax(predicted);
    rows.warnings.push_back({warnings::predicted_outside_classes,
                             "column '" + names.predicted + "', the prediction, has whole numbers from " +
                                 shortest(least) + " to " + shortest(most) + ", and the classes are from " +
                                 shortest(classes.front()) + " to " + shortest(classes.back()) + ": in " +
                                 counted(static_cast<std::uint64_t>(outside), "row") +
                                 " the nearest class is taken"});
}

void warn_of_odd_truth(ScoredRows& rows, const RoleNames& names)
{
    const auto& truth = rows.design.true_value;
    if (truth.size() < few_ids) return;
    bool numbers_rows = true;
    for (std::size_t i = 1; i < truth.size() && numbers_rows; ++i)
        numbers_rows = truth[i] == truth[0] + static_cast<double>(i);
    if (numbers_rows)
        rows.warnings.push_back(
            {warnings::labels_like_ids, "column '" + names.truth + "', the truth, has the numbers from " +
                                            shortest(truth.front()) + " to " + shortest(truth.back()) +
                                            " in order: it seems to number the rows"});
    const auto few = few_numbers(rows.predicted.value, 2);
    if (!few || few->distinct.size() != 2 || few_numbers(truth) ||
        std::ranges::any_of(truth, [](double x) { return !(x >= 0.0 && x <= 1.0); }))
        return;
    rows.warnings.push_back({warnings::roles_look_swapped,
                             "column '" + names.truth +
                                 "', the truth, has many values from 0 to 1, and "
                                 "column '" +
                                 names.predicted +
                                 "', the prediction, has two: they seem to be swapped; `truth=" +
                                 names.predicted + "` and `score=" + names.truth + "` exchange them"});
}

void warn_of_equal_rows(ScoredRows& rows)
{
    const auto& design = rows.design;
    if (design.out_of_fold || !design.folds.empty() || design.overlapping) return;
    if (std::ranges::any_of(rows.warnings, [](const Warning& w) { return w.is(warnings::repeated_ids); }))
        return;
    const AddBlock add = [&](std::span<std::uint64_t> hashes) {
        const auto labels = [&](const std::vector<std::uint32_t>& own, std::uint64_t number) {
            if (own.empty()) return;
            const std::vector<double> numbers(own.begin(), own.end());
            add_numbers(hashes, numbers, number);
        };
        labels(design.true_label, 1);
        labels(rows.predicted.label, 2);
        add_numbers(hashes, rows.predicted.scores, 3);
        add_numbers(hashes, design.true_value, 4);
        add_numbers(hashes, rows.predicted.value, 5);
        add_numbers(hashes, design.weight, 6);
    };
    const auto found = equal_rows(rows.size(), {}, add, design.cluster);
    if (!found.more_than_chance()) return;
    rows.warnings.push_back(
        {warnings::duplicate_rows,
         std::to_string(found.repeated) + " of " + std::to_string(found.rows) +
             " rows equal another row in truth and prediction, more than independent rows would: copies "
             "count "
             "as new rows, so that intervals are too short; leave them out, or name with `group` what is "
             "independent"});
}

} // namespace unseen
