#include "unseen/roles/scored_rows.hpp"

#include "base/listed.hpp"
#include "base/pages.hpp"
#include "base/parallel.hpp"
#include "data/cell_codes.hpp"
#include "data/column_tools.hpp"
#include "roles/doubts.hpp"
#include "roles/kept_cells.hpp"
#include "roles/row_roles.hpp"
#include "roles/take_scores.hpp"
#include "roles/valued_rows.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/label_spelling.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <utility>

namespace unseen {

namespace {

constexpr std::size_t most_classes = 4096;      // the confusion matrix of this many classes takes 128 MB
constexpr std::size_t most_only_predicted = 20; // more distinct values than this do not look like classes

/// A name for the other class if the truth has only one class.
std::string counterpart(const std::string& label)
{
    constexpr const char* pairs[][2] = {
        {"0", "1"}, {"false", "true"}, {"no", "yes"}, {"negative", "positive"}};
    for (const auto& [negative, positive] : pairs) {
        if (label == negative) return positive;
        if (label == positive) return negative;
    }
    return "(other)";
}

/// The predicted labels as the truth spells them if both are truth values, such as True and 1; else nothing.
std::optional<std::vector<std::string>> spelt_as(const Labels& truth, const Labels& predicted)
{
    static constexpr const char* spellings[][2] = {
        {"0", "1"}, {"False", "True"}, {"FALSE", "TRUE"}, {"false", "true"}};
    const auto* const used = std::find_if(std::begin(spellings), std::end(spellings), [&](const auto& words) {
        return std::all_of(truth.names().begin(), truth.names().end(),
                           [&](const auto& n) { return n == words[0] || n == words[1]; });
    });
    if (used == std::end(spellings)) return std::nullopt;
    std::vector<std::string> names;
    for (const auto& name : predicted.names()) {
        const auto value = truth_value(name);
        if (!value) return std::nullopt;
        names.emplace_back((*used)[*value]);
    }
    if (names == predicted.names() || (names.size() == 2 && names[0] == names[1]) || names.size() > 2)
        return std::nullopt;
    return names;
}

/// "whole numbers from 0 to 7" for the distinct numbers of the truth.
std::string whole_range(const std::vector<double>& distinct)
{
    const auto [least, most] = std::minmax_element(distinct.begin(), distinct.end());
    return "whole numbers from " + shortest(*least) + " to " + shortest(*most);
}

/// Makes the rows step by step; one object for each call.
class Builder {
public:
    template <class Tables>
    Builder(Tables&& tables, const ScoreRoles& roles, std::size_t threads)
        : roles_(roles),
          threads_(threads),
          joined_(std::forward<Tables>(tables)),
          found_(find_roles(joined_.table(), roles)),
          cells_(joined_)
    {
        if (found_.truth->is_numeric() && roles.task != "regression")
            few_truths_ = few_numbers(found_.truth->numeric().values, FewNumbers::usual_most, threads_);
    }

    ScoredRows build()
    {
        for (const auto& odd : joined_.table().odd_cells)
            for (const auto* column : {found_.truth, found_.predicted})
                require(column == nullptr || column->name != odd.column, odd.what);
        keep_rows_with_truth();
        if (!roles_.join) refuse_two_models(joined_, found_);
        require(roles_.repeat.empty() || !roles_.split.empty(),
                "`repeat` needs `split`, the column of folds");
        require(roles_.link.empty() || roles_.link == "softmax" || roles_.link == "sigmoid",
                "`link`: '" + roles_.link + "' is not valid; expected softmax or sigmoid");
        rows_.design.out_of_fold = roles_.out_of_fold;
        take_row_roles(rows_, joined_, found_, cells_.rows());
        require(!roles_.train_rows || !rows_.design.folds.empty(),
                "`train_rows` needs `split`, the column of folds");
        if (roles_.train_rows) limit_training_rows(rows_, *roles_.train_rows);
        take_weights(rows_, joined_, found_, cells_);
        const bool regression = is_regression();
        require(!regression || roles_.link.empty(),
                '`' + roles_.link + "` needs scores of classes, but the task is regression");
        if (regression)
            take_numbers();
        else
            take_classes();
        rows_.notes.insert(rows_.notes.begin(), found_.notes.begin(), found_.notes.end());
        warn_of_fold_columns();
        if (found_.cluster == nullptr)
            warn_of_group_columns(
                joined_.table(), [&](const Column& c) { return found_.taken(c); }, rows_.warnings);
        warn_of_usual_names();
        warn_of_marks(rows_, role_names(), joined_.table().missing.value_or(std::vector<std::string>()));
        warn_of_no_error(rows_);
        warn_of_permuted_scores(rows_);
        warn_of_permuted_labels(rows_, role_names());
        warn_of_another_scale(rows_, role_names());
        warn_of_equal_rows(rows_);
        return std::move(rows_);
    }

private:
    const std::string& source() const { return joined_.table().source; }

    void note(std::string role, std::string what)
    {
        rows_.notes.push_back(
            {.role = std::move(role), .how = RowNote::How::from_rows, .what = std::move(what)});
    }

    /// Warns if a column suggests that several models made the predictions, each for its fold, but `split` is
    /// not given.
    void warn_of_fold_columns()
    {
        if (rows_.design.out_of_fold) return;
        for (const auto& column : joined_.table().columns) {
            if (suggests_windows(column.name) && !found_.taken(column) && rows_.design.clusters.size() == 0) {
                rows_.design.overlapping = true;
                rows_.warnings.push_back({warnings::overlapping_windows,
                                          "column '" + column.name +
                                              "' says when each forecast was made: windows of several "
                                              "forecasts overlap, so that their rows are not independent "
                                              "draws, and there is no interval; where nothing overlaps, "
                                              "`group=" +
                                              column.name + "` takes forecasts for independent"});
            }
            if ((suggests_folds(column.name) || holds_folds(column)) && !found_.taken(column))
                rows_.warnings.push_back({warnings::looks_out_of_fold,
                                          "column '" + column.name +
                                              "' suggests that several models made these predictions, each "
                                              "for its fold; the figures and "
                                              "intervals are those for one model (`split=" +
                                              column.name + "` takes them as out-of-fold predictions)"});
        }
    }

    /// Warns if the truth has the usual name of a prediction, and another column that of a truth.
    void warn_of_usual_names()
    {
        const bool told = std::ranges::any_of(
            rows_.warnings, [](const Warning& w) { return w.is(warnings::roles_look_swapped); });
        if (told || roles_.truth.empty() || found_.truths.size() > 1 ||
            !is_called_prediction(found_.truth->name))
            return;
        const auto& columns = joined_.table().columns;
        const auto other = std::ranges::find_if(columns, [&](const Column& c) {
            return &c != found_.truth && is_called_truth(c.name) && !is_called_prediction(c.name);
        });
        if (other == columns.end()) return;
        rows_.warnings.push_back({warnings::roles_look_swapped,
                                  "column '" + found_.truth->name +
                                      "', the truth, has the usual name of a prediction, and column '" +
                                      other->name + "' that of a truth; `truth=" + other->name +
                                      "` takes that one"});
    }

    void keep_rows_with_truth()
    {
        const auto n = joined_.table().rows();
        const auto has_all = [&](const Column* c) {
            return c == found_.truth && few_truths_ ? !few_truths_->any_missing : complete(*c);
        };
        if (!std::all_of(found_.truths.begin(), found_.truths.end(), has_all))
            keep_complete(found_.truths);
        else
            cells_ = KeptCells(joined_, KeptRows(n));
        require(cells_.size() > 0,
                source() + ": column '" + found_.truth->name + "', the truth, has no value in any row");
        if (cells_.size() < n)
            rows_.warnings.push_back(
                {warnings::missing_target, std::to_string(n - cells_.size()) + " of " + std::to_string(n) +
                                               (n - cells_.size() == 1 ? " rows has no truth and is left out"
                                                                       : " rows have no truth and are left "
                                                                         "out")});
        if (roles_.drop_missing) drop_rows_with_missing_cells();
    }

    /// Keeps those of the rows kept so far that have a value in each of the columns.
    void keep_complete(const std::vector<const Column*>& columns)
    {
        std::vector<std::size_t> kept;
        const auto missing = [&](std::size_t i) {
            return std::any_of(columns.begin(), columns.end(),
                               [&](const Column* c) { return c->missing(i); });
        };
        const auto rows = cells_.size() > 0 ? cells_.rows() : KeptRows(joined_.table().rows());
        for (std::size_t k = 0; k < rows.size(); ++k)
            if (!missing(rows[k])) kept.push_back(rows[k]);
        cells_ = KeptCells(joined_, KeptRows(std::move(kept)));
    }

    void drop_rows_with_missing_cells()
    {
        auto columns = found_.predictions;
        for (const auto* column :
             {found_.score, found_.weight, found_.cluster, found_.by, found_.split, found_.repeat, found_.id})
            if (column != nullptr) columns.push_back(column);
        const auto& table = joined_.table();
        const auto with = [&](const std::vector<ClassScores>& scores) {
            for (const auto& s : scores) columns.push_back(s.column);
        };
        if (!roles_.scores.empty())
            with(named_scores(table, roles_.scores, Labels()));
        else if (found_.score == nullptr && roles_.task != "regression" &&
                 (few_truths_ || !found_.truth->is_numeric()))
            for (const auto& family :
                 guessed_scores(table, CellCodes(*found_.truth, few_truths_).labels(), found_))
                with(family);
        const auto before = cells_.size();
        keep_complete(columns);
        if (cells_.size() == before) return;
        require(cells_.size() > 0,
                source() + ": `drop_missing` leaves no row; expected a row with a truth and a prediction");
        rows_.warnings.push_back({warnings::missing_prediction,
                                  std::to_string(before - cells_.size()) + " of " + std::to_string(before) +
                                      (before - cells_.size() == 1 ? " rows lacks" : " rows lack") +
                                      " a prediction or another cell that is needed, and " +
                                      (before - cells_.size() == 1 ? "is" : "are") +
                                      " left out; the figures say nothing about such rows"});
    }

    /// Throws InputError for numbers with decimal commas, which would become classes.
    void refuse_decimal_commas(const Column* column) const
    {
        if (column == nullptr || column->is_numeric() || joined_.table().declared_types ||
            !roles_.task.empty())
            return;
        const auto& names = column->coded().labels.names();
        const bool any = std::any_of(names.begin(), names.end(), has_decimal_comma);
        if (!any || !std::all_of(names.begin(), names.end(),
                                 [](const auto& n) { return has_decimal_comma(n) || parse_number(n); }))
            return;
        for (std::size_t k = 0; k < cells_.size(); ++k)
            if (!column->missing(cells_.rows()[k]) && has_decimal_comma(text_of(*column, cells_.rows()[k])))
                throw InputError(cells_.where(*column, k) + ": '" + text_of(*column, cells_.rows()[k]) +
                                 "' is a number with a comma; expected a decimal point (`decimal=,` reads "
                                 "it; `task=multiclass` "
                                 "if it is a label)");
    }

    /// If some cells of the truth are numbers: the first cell that is not, as a part of a message.
    std::string stray_truth() const
    {
        const Column& truth = *found_.truth;
        if (truth.is_numeric()) return "";
        const auto& names = truth.coded().labels.names();
        const auto is_number = [](const auto& name) { return parse_number(name).has_value(); };
        if (std::none_of(names.begin(), names.end(), is_number)) return "";
        for (std::size_t k = 0; k < cells_.size(); ++k)
            if (const auto& cell = text_of(truth, cells_.rows()[k]); !is_number(cell))
                return " (" + cells_.where(truth, k) + ": '" + cell +
                       "' is not a number; if it marks missing cells, name it with `missing`)";
        return "";
    }

    bool is_regression()
    {
        const auto& task = roles_.task;
        require(task.empty() || task == "binary" || task == "multiclass" || task == "ordinal" ||
                    task == "regression",
                "`task`: '" + task + "' is not valid; expected binary, multiclass, ordinal or regression");
        require(roles_.order.empty() || task == "ordinal", "`order` needs `task=ordinal`");
        const bool scores = !roles_.score.empty() || !roles_.scores.empty() || !roles_.link.empty();
        if (found_.truths.size() > 1 || found_.predictions.size() > 1)
            require(task.empty() || task == "regression",
                    "`truth`: several columns are possible only in regression, but the task is " + task);
        if (task == "regression" || found_.truths.size() > 1 || found_.predictions.size() > 1) {
            require(!scores, "`score` and `scores` need classes, but the task is regression");
            for (const auto* truth : found_.truths)
                require(truth->is_numeric(), source() + ": column '" + truth->name +
                                                 "', the truth, holds categories; regression needs numbers");
            return true;
        }
        if (!task.empty() || !found_.truth->is_numeric() || joined_.table().declared_types || scores)
            return task.empty() && found_.truth->is_numeric() && !scores;
        if (!roles_.positive.empty() || labels_by_threshold()) return false;
        // A truth of one distinct number with a score is a class: the file has rows of one class only.
        if (few_truths_ && few_truths_->distinct.size() == 1 && found_.predicted == nullptr &&
            found_.score != nullptr)
            return false;
        if (!few_truths_) return true;
        const bool regression = !look_like_classes(few_truths_->distinct) ||
                                (found_.score == nullptr && found_.predicted != nullptr &&
                                 found_.predicted->is_numeric() && !predicts_classes());
        const auto& distinct = few_truths_->distinct;
        if (distinct.size() > 2 &&
            std::all_of(distinct.begin(), distinct.end(), [](double x) { return x == std::floor(x); }))
            note("task",
                 regression
                     ? "regression, because the truths are " + whole_range(distinct) +
                           (look_like_classes(distinct) ? ", and the predictions are other numbers" : "") +
                           " (`task=multiclass` takes them for classes)"
                     : "classes, because the truths are " + whole_range(distinct) +
                           (found_.predicted != nullptr && found_.score == nullptr
                                ? ", and so are the predictions"
                                : "") +
                           " (`task=regression` judges them as numbers)");
        return regression;
    }

    /// True if the predicted numbers are classes of the truth, or together with these look like classes,
    /// because a predicted class may never occur in the truth.
    bool predicts_classes() const
    {
        auto known = few_truths_->distinct;
        std::sort(known.begin(), known.end());
        const auto n_true = known.size();
        for (const double v : found_.predicted->numeric().values) {
            const auto at = std::lower_bound(known.begin(), known.end(), v);
            if (std::isnan(v) || (at != known.end() && *at == v)) continue;
            if (v != std::floor(v) || known.size() > n_true + most_only_predicted) return false;
            known.insert(at, v);
        }
        return known.size() == n_true || look_like_classes(known);
    }

    void take_numbers()
    {
        rows_.design.task = ScoreTask::regression;
        found_.forget("score");
        require(found_.predicted != nullptr,
                source() +
                    ": no column has a usual name for the prediction; name it with `predicted`; there are: " +
                    listed(column_names(joined_.table()), most_columns_listed));
        require(found_.predictions.size() == found_.truths.size(),
                source() + ": there are " + std::to_string(found_.truths.size()) + " columns of truths and " +
                    std::to_string(found_.predictions.size()) + " of predictions; expected equal numbers");
        rows_.design.targets = found_.truths.size();
        rows_.design.true_value = cells_.interleaved(found_.truths, "a number");
        rows_.predicted.value = cells_.interleaved(found_.predictions, "a predicted number");
        if (roles_.task.empty() && rows_.design.targets == 1 && few_truths_ &&
            few_truths_->distinct.size() == 2)
            rows_.warnings.push_back(
                {warnings::looks_like_scores,
                 "the truth has two values, and the predictions are other numbers: they are "
                 "judged as numbers; if they are scores, give `score=" +
                     found_.predicted->name + '`'});
        if (roles_.task.empty() && rows_.design.targets == 1) warn_of_odd_truth(rows_, role_names());
    }

    void take_classes()
    {
        refuse_decimal_commas(found_.truth);
        if (!labels_by_threshold()) refuse_decimal_commas(found_.predicted);
        const CellCodes truth(*found_.truth, few_truths_);
        if (roles_.task == "ordinal")
            settle_order(truth.labels());
        else
            settle_classes(truth.labels());
        const auto take_truth = [&] {
            rows_.design.true_label = cells_.labels(*found_.truth, truth, rows_.design.classes, "");
        };
        const bool guess = PositiveClass{0, rows_.design.positive_by}.guessed();
        if (guess) {
            take_truth();
            guess_positive();
        }
        run_both(
            cells_.size() < 100'000 ? 1 : threads_, // the two share only the tables
            [&] {
                if (!guess) take_truth();
            },
            [&] {
                score_left_out_ = take_scores(rows_, found_, joined_, cells_, class_scores_, roles_.link);
                take_labels();
            });
        const auto names = role_names();
        if (found_.predicted != nullptr && !labels_by_threshold() && found_.predicted->is_numeric() &&
            rows_.design.classes.size() > 2)
            warn_of_shifted_labels(rows_, cells_.numbers(*found_.predicted, "a predicted label"), names);
        if (found_.predicted != nullptr && !labels_by_threshold() && !rows_.design.ordered)
            require_common_label(rows_, names);
        warn_of_scores_of_predicted();
        if (found_.predicted != nullptr && !labels_by_threshold())
            warn_of_labels_against_scores(rows_, names);
        warn_of_labels_like_ids(rows_, names);
        std::vector<std::size_t> of_class(rows_.design.classes.size(), 0);
        for (const auto label : rows_.design.true_label) ++of_class[label];
        if (const auto twice = spelt_twice(rows_.design.classes.names(), of_class))
            rows_.warnings.push_back(*twice);
        const auto warnings = class_warnings(rows_);
        rows_.warnings.insert(rows_.warnings.end(), warnings.begin(), warnings.end());
    }

    RoleNames role_names() const
    {
        const auto name = [](const Column* column) { return column == nullptr ? "" : column->name; };
        return {source(), name(found_.truth), name(found_.predicted), name(found_.score)};
    }

    /// Warns if no score is below 1/2 although both classes are predicted: then the scores are probabilities
    /// of the predicted class.
    void warn_of_scores_of_predicted()
    {
        if (found_.predicted == nullptr || labels_by_threshold() || !rows_.predicted.one_score ||
            !rows_.predicted.probabilities)
            return;
        if (std::any_of(rows_.predicted.scores.begin(), rows_.predicted.scores.end(),
                        [](double p) { return p < 0.5; }))
            return;
        bool of_negative = false;
        bool of_positive = false;
        for (std::size_t i = 0; i < rows_.predicted.label.size(); ++i)
            if (rows_.predicted.scores[i] > 0.5)
                (rows_.predicted.label[i] == rows_.design.positive ? of_positive : of_negative) = true;
        if (of_negative && of_positive)
            rows_.warnings.push_back(
                {warnings::scores_of_predicted,
                 "no score in column '" + found_.score->name +
                     "' is below 0.5, though both classes are predicted: it looks like the probability of "
                     "the predicted class; expected that of '" +
                     rows_.design.classes.name(rows_.design.positive) +
                     "', without which every figure of scores is wrong"});
    }

    /// Finds the order of the classes of an ordinal task: as given, else as in the file, else by value.
    void settle_order(const Labels& truth)
    {
        class_scores_ = named_scores(joined_.table(), roles_.scores, truth);
        auto names = roles_.order;
        if (names.empty()) {
            Labels all = truth;
            for (const auto& s : class_scores_) all.add(s.label);
            if (found_.predicted != nullptr && !found_.predicted->is_numeric())
                for (const auto& name : found_.predicted->coded().labels.names()) all.add(name);
            names = all.names();
            if (!joined_.table().declared_types) {
                names = sorted_labels(names);
                require(std::all_of(names.begin(), names.end(),
                                    [](const auto& n) { return parse_number(n).has_value(); }),
                        source() + ": column '" + found_.truth->name +
                            "', the truth, has classes that are not numbers; give their order with `order`, "
                            "lowest first");
            }
        }
        require(names.size() > 1, "`order`: expected at least two classes");
        rows_.design.classes = Labels(std::move(names));
        rows_.design.task = ScoreTask::ordinal;
        rows_.design.ordered = true;
        rows_.design.positive = static_cast<std::uint32_t>(rows_.design.classes.size() - 1);
        require(roles_.positive.empty(), "`positive` needs two classes, but the task is ordinal");
        std::string text;
        for (std::size_t c = 0; c < rows_.design.classes.size() && c < 10; ++c)
            text += (c > 0 ? " < " : "") + rows_.design.classes.name(c);
        note("order of the classes", rows_.design.classes.size() > 10 ? text + " < ..." : text);
    }

    /// Rounds predicted numbers to the nearest class, halves up.
    void round_to_classes()
    {
        std::vector<double> centre;
        for (const auto& name : rows_.design.classes.names()) {
            const auto number = parse_number(name);
            require(number.has_value(), source() + ": column '" + found_.predicted->name +
                                            "', the prediction, holds numbers, but class '" + name +
                                            "' is not a number");
            centre.push_back(*number);
        }
        require(std::is_sorted(centre.begin(), centre.end()),
                "`order`: the classes must ascend, because predicted numbers are rounded to them");
        bool rounded = false;
        const auto numbers = cells_.numbers(*found_.predicted, "a predicted class or number");
        for (const double v : numbers) {
            auto above =
                static_cast<std::size_t>(std::lower_bound(centre.begin(), centre.end(), v) - centre.begin());
            if (above == centre.size() || (above > 0 && v - centre[above - 1] < centre[above] - v)) --above;
            rounded = rounded || centre[above] != v;
            rows_.predicted.label.push_back(static_cast<std::uint32_t>(above));
        }
        if (rounded) note("labels", "the class nearest to the predicted number, halves up");
        warn_of_classes_outside(rows_, numbers, centre, role_names());
    }

    /// Finds all labels and their order, the task, and the positive class.
    void settle_classes(const Labels& truth)
    {
        Labels all = truth;
        class_scores_ = named_scores(joined_.table(), roles_.scores, all);
        for (const auto& s : class_scores_) all.add(s.label);
        if (found_.predicted != nullptr && !labels_by_threshold()) {
            predicted_.emplace(*found_.predicted);
            const auto spelling = spelt_as(truth, predicted_->labels());
            if (spelling) {
                note("labels", listed_in_quotes(predicted_->labels().names(), most_labels_listed) +
                                   " of column '" + found_.predicted->name + "' are taken for " +
                                   listed_in_quotes(*spelling, most_labels_listed) + " of the truth");
                predicted_->rename(Labels(*spelling));
            }
            require(spelling || found_.truth->is_numeric() || !found_.predicted->is_numeric(),
                    source() + ": column '" + found_.predicted->name +
                        "', the prediction, holds numbers, but the truth holds labels" + stray_truth() +
                        "; if it is a score, name it with `score`");
            for (const auto& name : predicted_->labels().names()) all.add(name);
        }
        auto names = all.names();
        const bool declared = joined_.table().declared_types;
        if (!declared) names = sorted_labels(names);
        if (names.size() == 1 && roles_.task != "multiclass") add_counterpart(names, declared);
        require(names.size() <= most_classes,
                source() + ": column '" + found_.truth->name + "', the truth, and the predictions have " +
                    std::to_string(names.size()) + " labels; expected at most " +
                    std::to_string(most_classes) + " (numbers? `task=regression`)");
        require(roles_.task != "binary" || names.size() == 2,
                source() + ": the task is binary, but there are " + std::to_string(names.size()) +
                    " labels: " + listed_in_quotes(names, most_labels_listed));
        rows_.design.classes = Labels(std::move(names));
        rows_.design.task = rows_.design.classes.size() == 2 && roles_.task != "multiclass"
                                ? ScoreTask::binary
                                : ScoreTask::multiclass;
        const auto usual = usual_positive(rows_.design.classes);
        const bool binary = rows_.design.task == ScoreTask::binary;
        rows_.design.positive = binary && usual ? *usual : unnamed_positive(rows_.design.classes);
        rows_.design.positive_by = binary && !usual && roles_.positive.empty() ? PositiveBy::order
                                   : binary && roles_.positive.empty()         ? PositiveBy::word
                                                                               : PositiveBy::name;
        if (roles_.positive.empty()) return;
        require(rows_.design.task == ScoreTask::binary,
                "`positive`: there are " + std::to_string(rows_.design.classes.size()) + " classes, " +
                    listed_in_quotes(rows_.design.classes.names(), most_labels_listed) + "; expected two");
        const auto code = rows_.design.classes.code(roles_.positive);
        require(code.has_value(), "`positive`: '" + roles_.positive + "' is not one of the labels " +
                                      listed_in_quotes(rows_.design.classes.names(), most_labels_listed));
        rows_.design.positive = *code;
    }

    /// Finds the positive class of two by their rows.
    void guess_positive()
    {
        std::vector<std::size_t> rows(rows_.design.classes.size(), 0);
        for (const auto c : rows_.design.true_label) ++rows[c];
        const auto found = positive_class(rows_.design.classes, rows);
        rows_.design.positive = found.code;
        rows_.design.positive_by = found.by;
    }

    void add_counterpart(std::vector<std::string>& names, bool declared) const
    {
        const bool told = !roles_.positive.empty() && roles_.positive != names.front();
        const std::string other = told ? roles_.positive : counterpart(names.front());
        names.insert(names.begin(), other);
        if (!declared && other != "(other)") names = sorted_labels(names);
    }

    void take_labels()
    {
        if (!rows_.predicted.scores.empty() && !rows_.predicted.probabilities && !(roles_.threshold > 1.0))
            warn_of_percentages(rows_, role_names());
        if (roles_.labels_by_rule) return require_scores_of_two_classes();
        if (roles_.threshold) return label_by_threshold(*roles_.threshold);
        if (found_.predicted != nullptr && rows_.design.ordered && found_.predicted->is_numeric())
            return round_to_classes();
        if (found_.predicted != nullptr) {
            if (!predicted_) predicted_.emplace(*found_.predicted);
            rows_.predicted.label =
                cells_.labels(*found_.predicted, *predicted_, rows_.design.classes, "a predicted label");
            return;
        }
        require(!rows_.predicted.scores.empty(),
                source() +
                    ": no column has a usual name for predictions; name labels with `predicted`, or "
                    "scores with `score` or `scores`" +
                    score_left_out_ + stray_truth() +
                    "; there are: " + listed(column_names(joined_.table()), most_columns_listed));
        if (found_.score == nullptr) {
            const auto n_classes = static_cast<std::ptrdiff_t>(rows_.design.classes.size());
            for (auto row = rows_.predicted.scores.begin(); row != rows_.predicted.scores.end();
                 row += n_classes)
                rows_.predicted.label.push_back(
                    static_cast<std::uint32_t>(std::max_element(row, row + n_classes) - row));
            note("labels", "the class with the largest score in each row");
        } else if (rows_.predicted.probabilities) {
            label_by_threshold(0.5);
        } else {
            note("labels",
                 "none, because the scores are not probabilities; `threshold=T` makes labels of them");
        }
    }

    /// True if the labels are not those of a column: scores are compared with a threshold.
    bool labels_by_threshold() const { return roles_.threshold || roles_.labels_by_rule; }

    void require_scores_of_two_classes()
    {
        require(roles_.predicted.empty(),
                "`threshold` and `predicted` both give labels; expected one of them");
        require(rows_.design.task == ScoreTask::binary && !rows_.predicted.scores.empty(),
                "`threshold` needs scores of two classes");
        found_.forget("predicted");
    }

    void label_by_threshold(double threshold)
    {
        require(std::isfinite(threshold), "`threshold`: expected a finite number");
        require_scores_of_two_classes();
        const std::size_t stride = rows_.predicted.one_score ? 1 : 2;
        const double* const score =
            rows_.predicted.scores.data() + (rows_.predicted.one_score ? 0 : rows_.design.positive);
        rows_.predicted.label.reserve(cells_.size());
        prefer_large_pages(rows_.predicted.label.data(),
                           rows_.predicted.label.capacity() * sizeof rows_.predicted.label[0]);
        std::size_t at_threshold = 0;
        std::array<std::uint32_t, 512>
            labels; // appended block by block, because resize() would first clear all labels
        for (std::size_t begin = 0; begin < cells_.size(); begin += labels.size()) {
            const auto n = std::min(labels.size(), cells_.size() - begin);
            // No branch, because it could not be predicted.
            for (std::size_t j = 0; j < n; ++j) {
                at_threshold += score[(begin + j) * stride] == threshold ? 1 : 0;
                labels[j] = static_cast<std::uint32_t>(score[(begin + j) * stride] >= threshold) ^
                            (1 - rows_.design.positive);
            }
            rows_.predicted.label.insert(rows_.predicted.label.end(), labels.begin(),
                                         labels.begin() + static_cast<std::ptrdiff_t>(n));
        }
        note("labels", "'" + rows_.design.classes.name(rows_.design.positive) + "' from " +
                           shortest(threshold) + " on");
        if (roles_.threshold) warn_of_threshold(rows_, threshold);
        if (at_threshold > 0 && !roles_.threshold)
            rows_.warnings.push_back(
                {warnings::scores_at_cut,
                 std::to_string(at_threshold) + (at_threshold == 1 ? " score is" : " scores are") +
                     " exactly " + shortest(threshold) + ", the cut: '" +
                     rows_.design.classes.name(rows_.design.positive) +
                     "' here, the other class in scikit-learn (`threshold` sets the cut, `predicted` names "
                     "labels)"});
    }

    const ScoreRoles& roles_;
    std::size_t threads_;
    JoinedTables joined_;
    FoundRoles found_;
    KeptCells cells_;
    std::optional<FewNumbers> few_truths_; ///< the distinct numbers of the truth, if they are few
    std::optional<CellCodes> predicted_;
    std::string score_left_out_; ///< the reason for which a column with a usual name of scores was not used
    std::vector<ClassScores> class_scores_;
    ScoredRows rows_;
};

template <class Tables>
ScoredRows rows_of(Tables&& tables, const ScoreRoles& roles, std::size_t threads)
{
    refuse_other_roles(roles);
    if (!judges_items(roles)) return Builder(std::forward<Tables>(tables), roles, threads).build();
    JoinedTables joined(std::forward<Tables>(tables));
    return make_valued_rows(joined, roles);
}

} // namespace

ScoredRows make_scored_rows(std::span<const Table> tables, const ScoreRoles& roles)
{
    return rows_of(tables, roles, 1);
}

ScoredRows make_scored_rows(std::vector<Table>&& tables, const ScoreRoles& roles, std::size_t threads)
{
    return rows_of(std::move(tables), roles, threads);
}

} // namespace unseen
