#include "unseen/score/scored_rows.hpp"

#include "data/column_tools.hpp"
#include "score/columns.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace unseen {

namespace {

constexpr std::size_t most_classes = 4096; // a confusion matrix of all holds 128 MB
constexpr double sum_tolerance = 1e-8;

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

std::string listed(const std::vector<std::string>& names)
{
    std::string all;
    for (std::size_t i = 0; i < names.size() && i < 5; ++i) all += (i > 0 ? ", '" : "'") + names[i] + '\'';
    return names.size() > 5 ? all + " and " + std::to_string(names.size() - 5) + " more" : all;
}

/// Makes the rows step by step; one object a call.
class Builder {
public:
    Builder(std::span<const Table> tables, const ScoreRoles& roles)
        : roles_(roles),
          joined_(tables),
          found_(find_roles(joined_.table(), roles))
    {
    }

    ScoredRows build()
    {
        keep_rows_with_truth();
        refuse_two_models();
        take_weights();
        if (is_regression())
            take_numbers();
        else
            take_classes();
        rows_.notes.insert(rows_.notes.begin(), found_.notes.begin(), found_.notes.end());
        for (const auto& column : joined_.table().columns) {
            std::string name = column.name;
            for (auto& c : name)
                if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
            if (name == "fold" || name == "split" || name == "resample")
                rows_.warnings.push_back(
                    {"looks_out_of_fold", "column '" + column.name +
                                              "' looks as if several models made these predictions, each on its "
                                              "fold; the figures and intervals are for those of one model"});
        }
        return std::move(rows_);
    }

private:
    const std::string& source() const { return joined_.table().source; }

    void keep_rows_with_truth()
    {
        const auto n = joined_.table().rows();
        for (std::size_t i = 0; i < n; ++i)
            if (!found_.truth->missing(i)) kept_.push_back(i);
        require(!kept_.empty(), source() + ": column '" + found_.truth->name + "', the truth, has no value in any row");
        rows_.row.resize(kept_.size());
        std::iota(rows_.row.begin(), rows_.row.end(), 0u);
        if (kept_.size() < n)
            rows_.warnings.push_back({"missing_target", std::to_string(n - kept_.size()) + " of " + std::to_string(n) +
                                                            " rows have no truth and are left out"});
    }

    /// Parts with the same truths, row by row, are two models' predictions of the same rows.
    void refuse_two_models() const
    {
        const auto& begins = joined_.begins();
        const auto same = [&](std::size_t a, std::size_t b) {
            const auto& truth = *found_.truth;
            if (truth.missing(a) || truth.missing(b)) return truth.missing(a) == truth.missing(b);
            return truth.is_numeric() ? truth.numeric().values[a] == truth.numeric().values[b]
                                      : truth.coded().codes[a] == truth.coded().codes[b];
        };
        for (std::size_t p = 1; p + 1 < begins.size(); ++p)
            for (std::size_t q = 0; q < p; ++q) {
                const auto n = begins[p + 1] - begins[p];
                if (begins[q + 1] - begins[q] != n) continue;
                bool equal = true;
                bool constant = true;
                for (std::size_t i = 0; i < n && equal; ++i) {
                    equal = same(begins[p] + i, begins[q] + i);
                    constant = constant && same(begins[p], begins[p] + i);
                }
                require(!equal || constant,
                        "files " + std::to_string(q + 1) + " and " + std::to_string(p + 1) +
                            " hold the same truths row by row: two models, not two parts of one file; score them one "
                            "by one");
            }
    }

    void take_weights()
    {
        if (found_.weight == nullptr) return;
        rows_.weight = numbers_of(*found_.weight, "a weight");
        for (std::size_t i = 0; i < kept_.size(); ++i)
            require(rows_.weight[i] >= 0.0, joined_.where(found_.weight->name, kept_[i]) + ": the weight is " +
                                                shortest(rows_.weight[i]) + "; expected a number from 0 up");
    }

    /// The kept cells of a column that must be numbers.
    std::vector<double> numbers_of(const Column& column, const std::string& what) const
    {
        std::vector<double> values;
        for (const auto i : kept_) {
            require(!column.missing(i), joined_.where(column.name, i) + ": there is no value; expected " + what);
            if (!column.is_numeric()) {
                const auto& cell = column.coded().labels.name(static_cast<std::size_t>(column.coded().codes[i]));
                const auto number = parse_number(cell);
                require(number.has_value() && std::isfinite(*number),
                        joined_.where(column.name, i) + ": '" + cell + "' is no finite number; expected " + what);
                values.push_back(*number);
            } else {
                values.push_back(column.numeric().values[i]);
            }
        }
        return values;
    }

    bool is_regression() const
    {
        const auto& task = roles_.task;
        require(task.empty() || task == "binary" || task == "multiclass" || task == "regression",
                "--task: '" + task + "' is not valid; expected binary, multiclass or regression");
        const bool scores = !roles_.score.empty() || !roles_.scores.empty();
        if (task == "regression") {
            require(!scores, "--score and --scores go with classes, and the task is regression");
            require(found_.truth->is_numeric(),
                    source() + ": column '" + found_.truth->name + "', the truth, holds categories; regression needs numbers");
            return true;
        }
        if (!task.empty() || !found_.truth->is_numeric() || joined_.table().declared_types || scores)
            return task.empty() && found_.truth->is_numeric() && !scores;
        const auto& truth = found_.truth->numeric();
        if (!looks_like_classes(truth)) return true;
        if (found_.score != nullptr) return false;
        if (found_.predicted == nullptr || !found_.predicted->is_numeric()) return false;
        std::vector<double> known = truth.values;
        known.erase(std::remove_if(known.begin(), known.end(), [](double v) { return std::isnan(v); }), known.end());
        std::sort(known.begin(), known.end());
        const auto& predicted = found_.predicted->numeric().values;
        return !std::all_of(predicted.begin(), predicted.end(),
                            [&](double v) { return std::isnan(v) || std::binary_search(known.begin(), known.end(), v); });
    }

    void take_numbers()
    {
        rows_.task = ScoreTask::regression;
        std::erase_if(found_.notes, [](const std::string& note) { return note.rfind("score:", 0) == 0; });
        require(found_.predicted != nullptr, source() + ": which column is the prediction? --predicted names it");
        rows_.true_value = numbers_of(*found_.truth, "a number");
        rows_.value = numbers_of(*found_.predicted, "a predicted number");
    }

    void take_classes()
    {
        const CodedColumn truth = codes_of(*found_.truth);
        settle_classes(truth);
        rows_.true_label = labels_of(*found_.truth, truth, "");
        take_scores();
        take_labels();
        warn_of_classes();
    }

    static CodedColumn codes_of(const Column& column)
    {
        return column.is_numeric() ? coded_from_numbers(column.numeric()) : column.coded();
    }

    std::vector<std::uint32_t> labels_of(const Column& column, const CodedColumn& coded, const std::string& expected) const
    {
        std::vector<std::uint32_t> labels;
        for (const auto i : kept_) {
            require(coded.codes[i] >= 0, joined_.where(column.name, i) + ": there is no value; expected " + expected);
            labels.push_back(*rows_.classes.code(coded.labels.name(static_cast<std::size_t>(coded.codes[i]))));
        }
        return labels;
    }

    /// All labels in their order, the task, and the positive class.
    void settle_classes(const CodedColumn& truth)
    {
        Labels all = truth.labels;
        class_scores_ = named_scores(joined_.table(), roles_.scores, all);
        for (const auto& s : class_scores_) all.add(s.label);
        if (found_.predicted != nullptr && !roles_.threshold) {
            require(found_.truth->is_numeric() || !found_.predicted->is_numeric(),
                    source() + ": column '" + found_.predicted->name +
                        "', the prediction, holds numbers, and the truth labels; if it is a "
                        "score, name it with --score");
            const CodedColumn predicted = codes_of(*found_.predicted);
            for (const auto& name : predicted.labels.names()) all.add(name);
        }
        auto names = all.names();
        const bool declared = joined_.table().declared_types;
        if (!declared) names = sorted_labels(names);
        if (names.size() == 1 && roles_.task != "multiclass") add_counterpart(names, declared);
        require(names.size() <= most_classes, source() + ": column '" + found_.truth->name +
                                                  "', the truth, and the predictions have " + std::to_string(names.size()) +
                                                  " labels; expected at most " + std::to_string(most_classes) +
                                                  " (numbers? --task regression)");
        require(roles_.task != "binary" || names.size() == 2,
                source() + ": the task is binary, and there are " + std::to_string(names.size()) + " labels: " + listed(names));
        rows_.classes = Labels(std::move(names));
        rows_.task = rows_.classes.size() == 2 && roles_.task != "multiclass" ? ScoreTask::binary : ScoreTask::multiclass;
        rows_.positive = default_positive(rows_.classes);
        if (roles_.positive.empty()) return;
        require(rows_.task == ScoreTask::binary,
                "--positive: there are " + std::to_string(rows_.classes.size()) + " classes; expected two");
        const auto code = rows_.classes.code(roles_.positive);
        require(code.has_value(), "--positive: '" + roles_.positive + "' is none of the labels " + listed(rows_.classes.names()));
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
            found_.score = nullptr;
            std::erase_if(found_.notes, [](const std::string& note) { return note.rfind("score:", 0) == 0; });
        }
        require(found_.score == nullptr || class_scores_.empty(), "--score and --scores exclude each other");
        if (found_.score != nullptr) return take_one_score();
        const bool guessed = class_scores_.empty();
        if (guessed) class_scores_ = guessed_scores(joined_.table(), rows_.classes, found_);
        if (class_scores_.empty()) return;
        try {
            take_class_scores();
        } catch (const InputError&) {
            if (!guessed) throw;
            rows_.scores.clear(); // columns that only sound like scores
            return;
        }
        if (!guessed) return;
        std::string names;
        for (const auto& s : class_scores_) names += (names.empty() ? "'" : ", '") + s.column->name + '\'';
        rows_.notes.push_back("scores: columns " + names + ", by their names");
    }

    void take_one_score()
    {
        const auto score = numbers_of(*found_.score, "a score");
        rows_.probabilities = std::all_of(score.begin(), score.end(), [](double s) { return s >= 0.0 && s <= 1.0; });
        rows_.scores.resize(2 * score.size());
        for (std::size_t i = 0; i < score.size(); ++i) {
            rows_.scores[2 * i + rows_.positive] = score[i];
            rows_.scores[2 * i + 1 - rows_.positive] = rows_.probabilities ? 1.0 - score[i] : -score[i];
        }
    }

    void take_class_scores()
    {
        const auto n_classes = rows_.classes.size();
        rows_.scores.assign(n_classes * kept_.size(), 0.0);
        std::vector<bool> filled(n_classes, false);
        for (const auto& s : class_scores_) {
            const auto c = *rows_.classes.code(s.label);
            require(!filled[c], "--scores: class '" + s.label + "' has two columns");
            filled[c] = true;
            const auto values = numbers_of(*s.column, "a score");
            for (std::size_t i = 0; i < values.size(); ++i) rows_.scores[i * n_classes + c] = values[i];
        }
        for (std::size_t c = 0; c < n_classes; ++c)
            require(filled[c], "--scores: class '" + rows_.classes.name(c) +
                                   "' has no column; expected LABEL=COLUMN for each of " + listed(rows_.classes.names()));
        rows_.probabilities =
            std::all_of(rows_.scores.begin(), rows_.scores.end(), [](double s) { return s >= 0.0 && s <= 1.0; });
        if (!rows_.probabilities) return;
        for (std::size_t i = 0; i < kept_.size(); ++i) {
            const auto begin = rows_.scores.begin() + static_cast<std::ptrdiff_t>(i * n_classes);
            const double sum = std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(n_classes), 0.0);
            require(std::abs(sum - 1.0) <= sum_tolerance, joined_.where(class_scores_.front().column->name, kept_[i]) +
                                                              ": the row's probabilities sum to " + shortest(sum) +
                                                              "; expected 1 to within 1e-8");
        }
    }

    void take_labels()
    {
        if (roles_.threshold) return label_by_threshold(*roles_.threshold);
        if (found_.predicted != nullptr) {
            rows_.label = labels_of(*found_.predicted, codes_of(*found_.predicted), "a predicted label");
            return;
        }
        require(!rows_.scores.empty(), source() +
                                           ": what was predicted? --predicted names a column of labels, --score or --scores of "
                                           "scores");
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
        for (std::size_t i = 0; i < rows_.row.size(); ++i)
            rows_.label.push_back(rows_.scores[2 * i + rows_.positive] >= threshold ? rows_.positive : 1 - rows_.positive);
        rows_.notes.push_back("labels: '" + rows_.classes.name(rows_.positive) + "' where the score is at least " +
                              shortest(threshold));
    }

    void warn_of_classes()
    {
        std::vector<bool> is_true(rows_.classes.size(), false);
        std::vector<bool> is_predicted(rows_.classes.size(), false);
        for (const auto c : rows_.true_label) is_true[c] = true;
        for (const auto c : rows_.label) is_predicted[c] = true;
        if (std::count(is_true.begin(), is_true.end(), true) == 1)
            rows_.warnings.push_back({"one_class", "every row is of class '" + rows_.classes.name(rows_.true_label.front()) +
                                                       "'; what compares classes does not exist"});
        std::vector<std::string> unknown;
        for (std::size_t c = 0; c < is_true.size(); ++c)
            if (is_predicted[c] && !is_true[c]) unknown.push_back(rows_.classes.name(c));
        if (!unknown.empty()) rows_.warnings.push_back({"label_not_in_truth", "predicted, but never true: " + listed(unknown)});
    }

    const ScoreRoles& roles_;
    JoinedTables joined_;
    FoundRoles found_;
    std::vector<std::size_t> kept_;
    std::vector<ClassScores> class_scores_;
    ScoredRows rows_;
};

} // namespace

std::string name_of(ScoreTask task)
{
    switch (task) {
    case ScoreTask::binary: return "binary";
    case ScoreTask::multiclass: return "multiclass";
    case ScoreTask::regression: return "regression";
    }
    throw std::logic_error("unknown task");
}

PredictionView ScoredRows::view() const
{
    PredictionView view;
    view.row = row;
    view.classes = task == ScoreTask::regression ? nullptr : &classes;
    view.positive = positive;
    view.probabilities = probabilities;
    view.true_label = true_label;
    view.label = label;
    view.scores = scores;
    view.true_value = true_value;
    view.value = value;
    view.weight = weight;
    return view;
}

ScoredRows make_scored_rows(std::span<const Table> tables, const ScoreRoles& roles) { return Builder(tables, roles).build(); }

} // namespace unseen
