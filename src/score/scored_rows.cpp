#include "unseen/score/scored_rows.hpp"

#include "base/listed.hpp"
#include "base/pages.hpp"
#include "base/parallel.hpp"
#include "data/cell_codes.hpp"
#include "data/column_tools.hpp"
#include "predictions/gathered_rows.hpp"
#include "score/row_roles.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <exception>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace unseen {

namespace {

constexpr std::size_t most_classes = 4096; // a confusion matrix of all holds 128 MB
constexpr std::size_t most_listed = 5;
constexpr std::size_t most_only_predicted = 20; // more never look like classes
constexpr double sum_tolerance = 0.005;         // numbers printed with three digits
constexpr double exact_sum_tolerance = 1e-6;    // numbers computed in single precision

/// A class for the rows that are not of the only class there is.
std::string counterpart(const std::string& label)
{
    constexpr const char* pairs[][2] = {{"0", "1"}, {"false", "true"}, {"no", "yes"}, {"negative", "positive"}};
    for (const auto& [negative, positive] : pairs) {
        if (label == negative) return positive;
        if (label == positive) return negative;
    }
    return "(other)";
}

/// A cell that is not missing, of a column of categories.
const std::string& text_of(const Column& column, std::size_t row)
{
    return column.coded().labels.name(static_cast<std::size_t>(column.coded().codes[row]));
}

/// "-1,25": digits with one comma between them.
bool has_decimal_comma(const std::string& text)
{
    const auto comma = text.find(',');
    if (comma == std::string::npos || comma + 1 == text.size()) return false;
    auto changed = text;
    changed[comma] = '.';
    return text.find('.') == std::string::npos && parse_number(changed).has_value();
}

/// Which of the classes occur; looks no further than where all have.
std::vector<char> classes_in(std::span<const std::uint32_t> labels, std::size_t n_classes)
{
    std::vector<char> occurs(n_classes, 0);
    std::size_t missing = n_classes;
    for (std::size_t i = 0; i < labels.size() && missing > 0; ++i) missing -= std::exchange(occurs[labels[i]], 1) == 0 ? 1 : 0;
    return occurs;
}

/// Whether all lie in [0, 1]; without a branch a number.
bool are_probabilities(std::span<const double> numbers)
{
    bool outside = false;
    for (const double x : numbers) outside |= !((x >= 0.0) & (x <= 1.0));
    return !outside;
}

/// Whether no cell is missing; without a branch a cell.
bool complete(const Column& column)
{
    bool missing = false;
    if (column.is_numeric())
        for (const double x : column.numeric().values) missing |= std::isnan(x);
    else
        for (const auto code : column.coded().codes) missing |= code < 0;
    return !missing;
}

/// Makes the rows step by step; one object a call.
class Builder {
public:
    template <class Tables>
    Builder(Tables&& tables, const ScoreRoles& roles, std::size_t threads = 1)
        : roles_(roles),
          threads_(threads),
          joined_(std::forward<Tables>(tables)),
          found_(find_roles(joined_.table(), roles))
    {
        if (found_.truth->is_numeric() && roles.task != "regression")
            few_truths_ = few_numbers(found_.truth->numeric().values, FewNumbers::usual_most, threads_);
    }

    ScoredRows build()
    {
        keep_rows_with_truth();
        if (!roles_.join) refuse_two_models(joined_, found_);
        require(roles_.repeat.empty() || !roles_.split.empty(), "--repeat goes with --split, which names the column of folds");
        rows_.out_of_fold = roles_.out_of_fold;
        take_row_roles(rows_, joined_, found_, kept_);
        take_weights();
        if (is_regression())
            take_numbers();
        else
            take_classes();
        rows_.notes.insert(rows_.notes.begin(), found_.notes.begin(), found_.notes.end());
        warn_of_fold_columns();
        return std::move(rows_);
    }

private:
    const std::string& source() const { return joined_.table().source; }

    /// Several models, each on its fold, and nobody said so.
    void warn_of_fold_columns()
    {
        if (rows_.out_of_fold) return;
        for (const auto& column : joined_.table().columns) {
            if ((suggests_folds(column.name) || holds_folds(column)) && !found_.taken(column))
                rows_.warnings.push_back(
                    {"looks_out_of_fold",
                     "column '" + column.name +
                         "' looks as if several models made these predictions, each on its fold; the figures and "
                         "intervals are for those of one model (--split " +
                         column.name + " takes them for what they are)"});
        }
    }

    void keep_rows_with_truth()
    {
        const auto n = joined_.table().rows();
        const auto has_all = [&](const Column* c) {
            return c == found_.truth && few_truths_ ? !few_truths_->any_missing : complete(*c);
        };
        if (std::all_of(found_.truths.begin(), found_.truths.end(), has_all)) {
            kept_ = KeptRows(n);
        } else {
            std::vector<std::size_t> kept;
            for (std::size_t i = 0; i < n; ++i)
                if (std::none_of(found_.truths.begin(), found_.truths.end(), [&](const Column* c) { return c->missing(i); }))
                    kept.push_back(i);
            kept_ = KeptRows(std::move(kept));
        }
        require(kept_.size() > 0, source() + ": column '" + found_.truth->name + "', the truth, has no value in any row");
        if (kept_.size() < n)
            rows_.warnings.push_back({"missing_target", std::to_string(n - kept_.size()) + " of " + std::to_string(n) +
                                                            " rows have no truth and are left out"});
    }

    void take_weights()
    {
        if (found_.weight == nullptr) return;
        rows_.weight = numbers_of(*found_.weight, "a weight");
        for (std::size_t i = 0; i < kept_.size(); ++i)
            if (!(rows_.weight[i] >= 0.0))
                throw InputError(joined_.where(found_.weight->name, kept_[i]) + ": the weight is " + shortest(rows_.weight[i]) +
                                 "; expected a number from 0 up");
    }

    /// The kept cells of a column that must be numbers. `last_use`: nobody asks for this column's cells after this.
    std::vector<double> numbers_of(const Column& column, const std::string& what, bool last_use = false)
    {
        if (column.is_numeric() && kept_.all() && complete(column))
            return last_use ? joined_.last_numbers(column) : column.numeric().values;
        std::vector<double> values;
        values.reserve(kept_.size());
        for (std::size_t k = 0; k < kept_.size(); ++k) {
            const auto i = kept_[k];
            if (column.missing(i)) throw InputError(joined_.where(column.name, i) + ": there is no value; expected " + what);
            values.push_back(column.is_numeric() ? column.numeric().values[i] : number_of_cell(column, i, what));
        }
        return values;
    }

    double number_of_cell(const Column& column, std::size_t i, const std::string& what) const
    {
        const auto& cell = text_of(column, i);
        const auto number = parse_number(cell);
        require(number.has_value() && std::isfinite(*number),
                joined_.where(column.name, i) + ": '" + cell + "' is no finite number; expected " + what +
                    (has_decimal_comma(cell) ? ", with a decimal point instead of the comma" : ""));
        return *number;
    }

    /// Numbers with commas would be taken for as many classes.
    void refuse_decimal_commas(const Column* column) const
    {
        if (column == nullptr || column->is_numeric() || joined_.table().declared_types || !roles_.task.empty()) return;
        const auto& names = column->coded().labels.names();
        const bool any = std::any_of(names.begin(), names.end(), has_decimal_comma);
        if (!any ||
            !std::all_of(names.begin(), names.end(), [](const auto& n) { return has_decimal_comma(n) || parse_number(n); }))
            return;
        for (std::size_t k = 0; k < kept_.size(); ++k)
            if (!column->missing(kept_[k]) && has_decimal_comma(text_of(*column, kept_[k])))
                throw InputError(joined_.where(column->name, kept_[k]) + ": '" + text_of(*column, kept_[k]) +
                                 "' is a number with a comma; expected a decimal point (--task multiclass if it is a label)");
    }

    /// Where some cells of the truth are numbers and some are not: the first of these.
    std::string stray_truth() const
    {
        const Column& truth = *found_.truth;
        if (truth.is_numeric()) return "";
        const auto& names = truth.coded().labels.names();
        const auto is_number = [](const auto& name) { return parse_number(name).has_value(); };
        if (std::none_of(names.begin(), names.end(), is_number)) return "";
        for (std::size_t k = 0; k < kept_.size(); ++k)
            if (const auto& cell = text_of(truth, kept_[k]); !is_number(cell))
                return " (" + joined_.where(truth.name, kept_[k]) + ": '" + cell +
                       "' is no number; is it a missing one? --missing names such cells)";
        return "";
    }

    bool is_regression() const
    {
        const auto& task = roles_.task;
        require(task.empty() || task == "binary" || task == "multiclass" || task == "ordinal" || task == "regression",
                "--task: '" + task + "' is not valid; expected binary, multiclass, ordinal or regression");
        require(roles_.order.empty() || task == "ordinal", "--order goes with --task ordinal");
        const bool scores = !roles_.score.empty() || !roles_.scores.empty();
        if (found_.truths.size() > 1 || found_.predictions.size() > 1)
            require(task.empty() || task == "regression",
                    "--truth: several columns are several numbers a row, and the task is " + task);
        if (task == "regression" || found_.truths.size() > 1 || found_.predictions.size() > 1) {
            require(!scores, "--score and --scores go with classes, and the task is regression");
            for (const auto* truth : found_.truths)
                require(truth->is_numeric(),
                        source() + ": column '" + truth->name + "', the truth, holds categories; regression needs numbers");
            return true;
        }
        if (!task.empty() || !found_.truth->is_numeric() || joined_.table().declared_types || scores)
            return task.empty() && found_.truth->is_numeric() && !scores;
        if (!roles_.positive.empty() || roles_.threshold) return false;
        // One number with a score to it is one class: its rows are all that this file has.
        if (few_truths_ && few_truths_->distinct.size() == 1 && found_.predicted == nullptr && found_.score != nullptr)
            return false;
        if (!few_truths_ || !look_like_classes(few_truths_->distinct)) return true;
        if (found_.score != nullptr) return false;
        if (found_.predicted == nullptr || !found_.predicted->is_numeric()) return false;
        return !predicts_classes();
    }

    /// Whether the predicted numbers are classes of the truth, or with these whole numbers that look like classes: a class may be predicted that is never true.
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

    /// The columns' numbers, row by row.
    std::vector<double> interleaved(const std::vector<const Column*>& columns, const std::string& what)
    {
        if (columns.size() == 1) return numbers_of(*columns.front(), what, true);
        std::vector<double> all(kept_.size() * columns.size());
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const auto values = numbers_of(*columns[c], what);
            for (std::size_t i = 0; i < values.size(); ++i) all[i * columns.size() + c] = values[i];
        }
        return all;
    }

    void take_numbers()
    {
        rows_.task = ScoreTask::regression;
        std::erase_if(found_.notes, [](const std::string& note) { return note.rfind("score:", 0) == 0; });
        require(found_.predicted != nullptr, source() + ": which column is the prediction? --predicted names it; there are: " +
                                                 listed(column_names(joined_.table()), most_columns_listed));
        require(found_.predictions.size() == found_.truths.size(),
                source() + ": there are " + std::to_string(found_.truths.size()) + " columns of truths and " +
                    std::to_string(found_.predictions.size()) + " of predictions; expected as many");
        rows_.targets = found_.truths.size();
        rows_.true_value = interleaved(found_.truths, "a number");
        rows_.value = interleaved(found_.predictions, "a predicted number");
        if (roles_.task.empty() && rows_.targets == 1 && few_truths_ && few_truths_->distinct.size() == 2)
            rows_.warnings.push_back(
                {"looks_like_scores", "the truth has two values, and the predictions are other numbers: they are "
                                      "judged as numbers; if they are scores, --score " +
                                          found_.predicted->name + " says so"});
    }

    void take_classes()
    {
        refuse_decimal_commas(found_.truth);
        if (!roles_.threshold) refuse_decimal_commas(found_.predicted);
        const CellCodes truth(*found_.truth, few_truths_);
        if (roles_.task == "ordinal")
            settle_order(truth.labels());
        else
            settle_classes(truth.labels());
        // The truth and what was predicted share nothing but the tables. Of two faults that of the truth is told, whoever was first.
        const std::array<std::function<void()>, 2> steps = {
            [&] { rows_.true_label = labels_of(*found_.truth, truth, ""); },
            [&] {
                take_scores();
                take_labels();
            },
        };
        std::array<std::exception_ptr, steps.size()> faults;
        std::atomic<std::size_t> next{0};
        run_workers(kept_.size() < 100'000 ? 1 : std::min(steps.size(), thread_count(threads_)), [&](std::size_t) {
            for (auto s = next++; s < steps.size(); s = next++) {
                try {
                    steps[s]();
                } catch (...) {
                    faults[s] = std::current_exception();
                }
            }
        });
        for (const auto& fault : faults)
            if (fault) std::rethrow_exception(fault);
        warn_of_scores_of_predicted();
        const auto warnings = class_warnings(rows_);
        rows_.warnings.insert(rows_.warnings.end(), warnings.begin(), warnings.end());
    }

    /// A score that is never below one half, whatever was predicted, is how sure the model was of what it predicted.
    void warn_of_scores_of_predicted()
    {
        if (found_.predicted == nullptr || roles_.threshold || !rows_.one_score || !rows_.probabilities) return;
        if (std::any_of(rows_.scores.begin(), rows_.scores.end(), [](double p) { return p < 0.5; })) return;
        bool of_negative = false;
        bool of_positive = false;
        for (std::size_t i = 0; i < rows_.label.size(); ++i)
            if (rows_.scores[i] > 0.5) (rows_.label[i] == rows_.positive ? of_positive : of_negative) = true;
        if (of_negative && of_positive)
            rows_.warnings.push_back(
                {"scores_of_predicted", "no score in column '" + found_.score->name +
                                            "' is below 0.5, though both classes are predicted: it looks like the probability of "
                                            "the predicted class; expected that of '" +
                                            rows_.classes.name(rows_.positive) + "', else all that is made of scores is wrong"});
    }

    /// The classes of the kept cells. `expected`: instead of a missing one.
    std::vector<std::uint32_t> labels_of(const Column& column, const CellCodes& cells, const std::string& expected) const
    {
        constexpr auto none = static_cast<std::uint32_t>(-1);
        std::vector<std::uint32_t> class_of = {none}; // by code + 1
        for (const auto& name : cells.labels().names()) class_of.push_back(rows_.classes.code(name).value_or(none));
        std::vector<std::uint32_t> labels;
        labels.reserve(kept_.size());
        prefer_large_pages(labels.data(), labels.capacity() * sizeof labels[0]);
        std::array<std::int32_t, 512> codes;
        std::array<std::uint32_t, codes.size()> classes;
        for (std::size_t begin = 0; begin < column.rows(); begin += codes.size()) {
            auto part = std::span(codes).first(std::min(codes.size(), column.rows() - begin));
            cells.copy(begin, part);
            if (!kept_.all()) { // those of the kept rows come to the front
                std::size_t n = 0;
                for (auto k = labels.size(); k < kept_.size() && kept_[k] < begin + part.size(); ++k)
                    part[n++] = part[kept_[k] - begin];
                part = part.first(n);
            }
            bool refused = false; // looked at last, so that the loop has no branch
            for (std::size_t j = 0; j < part.size(); ++j) {
                classes[j] = class_of[static_cast<std::size_t>(part[j] + 1)];
                refused |= classes[j] == none;
            }
            for (std::size_t j = 0; refused && j < part.size(); ++j)
                if (classes[j] == none)
                    refuse_label(column, kept_[labels.size() + j], static_cast<std::size_t>(part[j] + 1), cells, expected);
            labels.insert(labels.end(), classes.begin(), classes.begin() + static_cast<std::ptrdiff_t>(part.size()));
        }
        return labels;
    }

    [[noreturn]] void refuse_label(const Column& column, std::size_t i, std::size_t code_plus_one, const CellCodes& cells,
                                   const std::string& expected) const
    {
        const auto where = joined_.where(column.name, i);
        if (code_plus_one == 0) throw InputError(where + ": there is no value; expected " + expected);
        throw InputError(where + ": '" + cells.labels().name(code_plus_one - 1) + "' is none of the classes " +
                         listed_in_quotes(rows_.classes.names(), most_listed));
    }

    /// The classes of an ordinal task: as they were told, else in the file's order, else in that of numbers.
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
                require(std::all_of(names.begin(), names.end(), [](const auto& n) { return parse_number(n).has_value(); }),
                        source() + ": column '" + found_.truth->name +
                            "', the truth, holds words: which class is the lowest? --order names them, lowest first");
            }
        }
        require(names.size() > 1, "--order: expected at least two classes");
        rows_.classes = Labels(std::move(names));
        rows_.task = ScoreTask::ordinal;
        rows_.ordered = true;
        rows_.positive = static_cast<std::uint32_t>(rows_.classes.size() - 1);
        require(roles_.positive.empty(), "--positive goes with two classes, and the task is ordinal");
        std::string text = "order of the classes: ";
        for (std::size_t c = 0; c < rows_.classes.size() && c < 10; ++c) text += (c > 0 ? " < " : "") + rows_.classes.name(c);
        rows_.notes.push_back(rows_.classes.size() > 10 ? text + " < ..." : text);
    }

    /// Predicted numbers as the nearest class, halves up.
    void round_to_classes()
    {
        std::vector<double> centre;
        for (const auto& name : rows_.classes.names()) {
            const auto number = parse_number(name);
            require(number.has_value(), source() + ": column '" + found_.predicted->name +
                                            "', the prediction, holds numbers, and class '" + name + "' is none to round to");
            centre.push_back(*number);
        }
        require(std::is_sorted(centre.begin(), centre.end()),
                "--order: predicted numbers are rounded to classes, which must ascend in their order");
        bool rounded = false;
        for (const double v : numbers_of(*found_.predicted, "a predicted class or number")) {
            auto above = static_cast<std::size_t>(std::lower_bound(centre.begin(), centre.end(), v) - centre.begin());
            if (above == centre.size() || (above > 0 && v - centre[above - 1] < centre[above] - v)) --above;
            rounded = rounded || centre[above] != v;
            rows_.label.push_back(static_cast<std::uint32_t>(above));
        }
        if (rounded) rows_.notes.emplace_back("labels: the class nearest to the predicted number, halves up");
    }

    /// All labels in their order, the task, and the positive class.
    void settle_classes(const Labels& truth)
    {
        Labels all = truth;
        class_scores_ = named_scores(joined_.table(), roles_.scores, all);
        for (const auto& s : class_scores_) all.add(s.label);
        if (found_.predicted != nullptr && !roles_.threshold) {
            require(found_.truth->is_numeric() || !found_.predicted->is_numeric(),
                    source() + ": column '" + found_.predicted->name + "', the prediction, holds numbers, and the truth labels" +
                        stray_truth() + "; if it is a score, name it with --score");
            predicted_.emplace(*found_.predicted);
            for (const auto& name : predicted_->labels().names()) all.add(name);
        }
        auto names = all.names();
        const bool declared = joined_.table().declared_types;
        if (!declared) names = sorted_labels(names);
        if (names.size() == 1 && roles_.task != "multiclass") add_counterpart(names, declared);
        require(names.size() <= most_classes, source() + ": column '" + found_.truth->name +
                                                  "', the truth, and the predictions have " + std::to_string(names.size()) +
                                                  " labels; expected at most " + std::to_string(most_classes) +
                                                  " (numbers? --task regression)");
        require(roles_.task != "binary" || names.size() == 2, source() + ": the task is binary, and there are " +
                                                                  std::to_string(names.size()) +
                                                                  " labels: " + listed_in_quotes(names, most_listed));
        rows_.classes = Labels(std::move(names));
        rows_.task = rows_.classes.size() == 2 && roles_.task != "multiclass" ? ScoreTask::binary : ScoreTask::multiclass;
        rows_.positive = default_positive(rows_.classes);
        if (roles_.positive.empty()) return;
        require(rows_.task == ScoreTask::binary,
                "--positive: there are " + std::to_string(rows_.classes.size()) + " classes; expected two");
        const auto code = rows_.classes.code(roles_.positive);
        require(code.has_value(), "--positive: '" + roles_.positive + "' is none of the labels " +
                                      listed_in_quotes(rows_.classes.names(), most_listed));
        rows_.positive = *code;
    }

    void add_counterpart(std::vector<std::string>& names, bool declared) const
    {
        const bool told = !roles_.positive.empty() && roles_.positive != names.front();
        const std::string other = told ? roles_.positive : counterpart(names.front());
        names.insert(names.begin(), other);
        if (!declared && other != "(other)") names = sorted_labels(names);
    }

    void take_scores()
    {
        const auto n_classes = rows_.classes.size();
        if (found_.score != nullptr && n_classes != 2) {
            require(found_.score_guessed, "--score is for two classes, and there are " + std::to_string(n_classes) +
                                              "; --scores names a column for each");
            score_left_out_ = " ('" + found_.score->name + "' may be the score of one of two classes, and there are " +
                              std::to_string(n_classes) + ": " + listed_in_quotes(rows_.classes.names(), most_listed) + ')';
            found_.score = nullptr;
            std::erase_if(found_.notes, [](const std::string& note) { return note.rfind("score:", 0) == 0; });
        }
        require(found_.score == nullptr || class_scores_.empty(), "--score and --scores exclude each other");
        if (found_.score != nullptr) return take_one_score();
        if (class_scores_.empty()) return guess_class_scores();
        take_class_scores();
    }

    /// Columns that are called like the classes, if they are probabilities; features may be called so too.
    void guess_class_scores()
    {
        for (auto& family : guessed_scores(joined_.table(), rows_.classes, found_)) {
            class_scores_ = std::move(family);
            std::vector<std::string> columns;
            for (const auto& s : class_scores_) columns.push_back(s.column->name);
            const auto names = listed_in_quotes(columns, most_listed);
            std::string wrong;
            try {
                take_class_scores();
                if (rows_.probabilities) {
                    rows_.notes.push_back("scores: columns " + names + ", by their names");
                    return;
                }
                wrong = "they are no probabilities (--scores takes them all the same)";
            } catch (const InputError& error) {
                wrong = error.what();
            }
            rows_.scores.clear();
            rows_.notes.push_back("scores: not columns " + names + ", though they are called like the classes: " + wrong);
        }
        class_scores_.clear();
    }

    void take_one_score()
    {
        const Column& column = *found_.score;
        rows_.one_score = true;
        // No number in [0, 1] is a missing one: a single look at the whole column tells both.
        rows_.probabilities = kept_.all() && column.is_numeric() && are_probabilities(column.numeric().values);
        if (rows_.probabilities) {
            rows_.scores = joined_.last_numbers(column);
            return;
        }
        rows_.scores = numbers_of(column, "a score", true);
        rows_.probabilities = are_probabilities(rows_.scores);
    }

    void take_class_scores()
    {
        const auto n_classes = rows_.classes.size();
        const auto scores_from = [&](const Column* column, std::size_t first) {
            return std::any_of(class_scores_.begin() + static_cast<std::ptrdiff_t>(first), class_scores_.end(),
                               [&](const ClassScores& s) { return s.column == column; });
        };
        // What cuts the rows has been read, and the scores are about to be there twice.
        for (const auto* column : {found_.split, found_.repeat})
            if (column != nullptr && !scores_from(column, 0)) joined_.drop(*column);
        rows_.scores.assign(n_classes * kept_.size(), 0.0);
        std::vector<bool> filled(n_classes, false);
        for (std::size_t k = 0; k < class_scores_.size(); ++k) {
            const auto& s = class_scores_[k];
            const auto c = *rows_.classes.code(s.label);
            require(!filled[c], "--scores: class '" + s.label + "' has two columns");
            filled[c] = true;
            const bool last_use = !found_.taken(*s.column) && !scores_from(s.column, k + 1);
            const auto values = numbers_of(*s.column, "a score", last_use);
            for (std::size_t i = 0; i < values.size(); ++i) rows_.scores[i * n_classes + c] = values[i];
        }
        for (std::size_t c = 0; c < n_classes; ++c)
            require(filled[c], "--scores: class '" + rows_.classes.name(c) +
                                   "' has no column; expected LABEL=COLUMN for each of " +
                                   listed_in_quotes(rows_.classes.names(), most_listed));
        rows_.probabilities = are_probabilities(rows_.scores);
        if (rows_.probabilities) check_sums();
    }

    void check_sums()
    {
        const auto n_classes = static_cast<std::ptrdiff_t>(rows_.classes.size());
        std::size_t rounded = 0;
        std::string example;
        for (std::size_t i = 0; i < kept_.size(); ++i) {
            const auto begin = rows_.scores.begin() + static_cast<std::ptrdiff_t>(i) * n_classes;
            const double sum = std::accumulate(begin, begin + n_classes, 0.0);
            const double off = std::abs(sum - 1.0);
            if (off <= exact_sum_tolerance) continue;
            const auto where = [&] { return joined_.where(class_scores_.front().column->name, kept_[i]); };
            if (!(off <= sum_tolerance))
                throw InputError(where() + ": the row's probabilities sum to " + shortest(sum) + "; expected 1 to within " +
                                 shortest(sum_tolerance));
            if (rounded++ == 0) example = where() + ": " + shortest(sum);
        }
        if (rounded > 0)
            rows_.warnings.push_back({"rounded_probabilities", "the probabilities of " + std::to_string(rounded) +
                                                                   (rounded == 1 ? " row do" : " rows do") + " not sum to 1 (" +
                                                                   example + "); they are taken as they are"});
    }

    void take_labels()
    {
        if (roles_.threshold) return label_by_threshold(*roles_.threshold);
        if (found_.predicted != nullptr && rows_.ordered && found_.predicted->is_numeric()) return round_to_classes();
        if (found_.predicted != nullptr) {
            if (!predicted_) predicted_.emplace(*found_.predicted);
            rows_.label = labels_of(*found_.predicted, *predicted_, "a predicted label");
            return;
        }
        require(!rows_.scores.empty(), source() +
                                           ": what was predicted? --predicted names a column of labels, --score or --scores of "
                                           "scores" +
                                           score_left_out_ + stray_truth() +
                                           "; there are: " + listed(column_names(joined_.table()), most_columns_listed));
        if (found_.score == nullptr) {
            const auto n_classes = static_cast<std::ptrdiff_t>(rows_.classes.size());
            for (auto row = rows_.scores.begin(); row != rows_.scores.end(); row += n_classes)
                rows_.label.push_back(static_cast<std::uint32_t>(std::max_element(row, row + n_classes) - row));
            rows_.notes.emplace_back("labels: the largest score of each row");
        } else if (rows_.probabilities) {
            label_by_threshold(0.5);
        } else {
            rows_.notes.emplace_back("labels: none, for the scores are no probabilities; --threshold T makes some");
        }
    }

    void label_by_threshold(double threshold)
    {
        require(std::isfinite(threshold), "--threshold: expected a finite number");
        require(roles_.predicted.empty(),
                "--threshold makes labels of scores, and --predicted names labels; expected one of them");
        require(rows_.task == ScoreTask::binary && !rows_.scores.empty(), "--threshold is for scores of two classes");
        std::erase_if(found_.notes, [](const std::string& note) { return note.rfind("predicted:", 0) == 0; });
        const std::size_t stride = rows_.one_score ? 1 : 2;
        const double* const score = rows_.scores.data() + (rows_.one_score ? 0 : rows_.positive);
        rows_.label.reserve(kept_.size());
        prefer_large_pages(rows_.label.data(), rows_.label.capacity() * sizeof rows_.label[0]);
        std::array<std::uint32_t, 512> labels; // appended together: resize() would clear them all first
        for (std::size_t begin = 0; begin < kept_.size(); begin += labels.size()) {
            const auto n = std::min(labels.size(), kept_.size() - begin);
            // Without a branch: which way it would go is anybody's guess.
            for (std::size_t j = 0; j < n; ++j)
                labels[j] = static_cast<std::uint32_t>(score[(begin + j) * stride] >= threshold) ^ (1 - rows_.positive);
            rows_.label.insert(rows_.label.end(), labels.begin(), labels.begin() + static_cast<std::ptrdiff_t>(n));
        }
        rows_.notes.push_back("labels: '" + rows_.classes.name(rows_.positive) + "' where the score is at least " +
                              shortest(threshold));
    }

    const ScoreRoles& roles_;
    std::size_t threads_;
    JoinedTables joined_;
    FoundRoles found_;
    KeptRows kept_;
    std::optional<FewNumbers> few_truths_; ///< of the truth, if it is few numbers
    std::optional<CellCodes> predicted_;
    std::string score_left_out_; ///< why a column that is called like a score is none
    std::vector<ClassScores> class_scores_;
    ScoredRows rows_;
};

} // namespace

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
        warnings.push_back({"one_class", "every row is of class '" + rows.classes.name(rows.true_label.front()) +
                                             "'; what compares classes does not exist"});
    std::vector<std::string> unknown;
    for (std::size_t c = 0; c < is_true.size(); ++c)
        if (is_predicted[c] != 0 && is_true[c] == 0) unknown.push_back(rows.classes.name(c));
    if (!unknown.empty())
        warnings.push_back({"label_not_in_truth", "predicted, but never true: " + listed_in_quotes(unknown, most_listed)});
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
        if (!rows.cluster.empty()) some.cluster.push_back(rows.cluster[i]);
    }
    return some;
}

ScoredRows make_scored_rows(std::span<const Table> tables, const ScoreRoles& roles) { return Builder(tables, roles).build(); }

ScoredRows make_scored_rows(std::vector<Table>&& tables, const ScoreRoles& roles, std::size_t threads)
{
    return Builder(std::move(tables), roles, threads).build();
}

} // namespace unseen
