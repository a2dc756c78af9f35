#include "roles/take_scores.hpp"

#include "base/listed.hpp"
#include "base/number_pair.hpp"
#include "data/few_numbers.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

namespace unseen {

namespace {

constexpr double sum_tolerance = 0.005;      // allows for numbers printed with three digits
constexpr double exact_sum_tolerance = 1e-3; // allows for numbers of few digits, which move no figure by more
constexpr std::size_t few_share = 10;        // an outlier among this many scores is named
constexpr double rounding_tolerance = 1e-12; // allows for sums of a few numbers in double precision

/// True if all numbers lie in [0, 1]. Takes no branch for a number.
bool are_probabilities(std::span<const double> numbers)
{
    PairBits inside = ~PairBits{};
    for (; numbers.size() >= 2; numbers = numbers.subspan(2)) {
        const NumberPair x = pair_at(numbers.data());
        inside &= bits_of((x >= 0.0) & (x <= 1.0));
    }
    const bool last = numbers.empty() || (numbers[0] >= 0.0 && numbers[0] <= 1.0);
    return last && (inside[0] & inside[1]) != 0;
}

/// 1 / (1 + exp(-x)), without overflow.
double sigmoid(double x)
{
    const double e = std::exp(-std::abs(x));
    return x >= 0.0 ? 1.0 / (1.0 + e) : e / (1.0 + e);
}

/// exp(x) / sum of exp(x), without overflow.
void softmax(std::span<double> row)
{
    const double most = *std::max_element(row.begin(), row.end());
    double sum = 0.0;
    for (auto& x : row) sum += x = std::exp(x - most);
    for (auto& x : row) x /= sum;
}

/// Takes the scores step by step; one object for each call.
class ScoreTaker {
public:
    ScoreTaker(ScoredRows& rows, FoundRoles& found, JoinedTables& joined, KeptCells& cells,
               std::vector<ClassScores> named, std::string link)
        : link_(std::move(link)),
          rows_(rows),
          found_(found),
          joined_(joined),
          cells_(cells),
          class_scores_(std::move(named))
    {
    }

    std::string take()
    {
        std::string left_out;
        const auto n_classes = rows_.design.classes.size();
        if (found_.score != nullptr && n_classes != 2) {
            require(found_.score_guessed,
                    "`score` needs two classes, but the truth, column '" + found_.truth->name + "', has " +
                        std::to_string(n_classes) + "; " +
                        (n_classes > 2 && found_.truth->is_numeric() &&
                                 few_numbers(found_.score->numeric().values, 2)
                             ? "column '" + found_.score->name + "' has two values: are they swapped?"
                         : n_classes >= 20 && 10 * n_classes >= 9 * cells_.size()
                             ? "it seems to number or name the rows; name the right column with `truth`"
                             : listed_in_quotes(rows_.design.classes.names(), most_labels_listed) +
                                   " need a column each, which `scores` names"));
            left_out = " ('" + found_.score->name +
                       "' may be the score of one of two classes, and there are " +
                       std::to_string(n_classes) + ": " +
                       listed_in_quotes(rows_.design.classes.names(), most_labels_listed) + ')';
            found_.score = nullptr;
            found_.forget("score");
        }
        require(found_.score == nullptr || class_scores_.empty(), "`score` and `scores` exclude each other");
        if (found_.score != nullptr)
            take_one_score();
        else if (class_scores_.empty())
            guess_class_scores();
        else
            take_class_scores();
        require(link_.empty() || !rows_.predicted.scores.empty(),
                '`' + link_ +
                    (rows_.design.classes.size() == 2 && link_ == "sigmoid"
                         ? "` needs the column of scores; name it with `score`"
                         : "` needs a column of scores for each class; name them with `scores`") +
                    left_out);
        return left_out;
    }

private:
    void note(std::string what)
    {
        rows_.notes.push_back({.role = "scores", .how = RowNote::How::from_rows, .what = std::move(what)});
    }

    /// Uses columns that are named after the classes if they hold probabilities; features may have such
    /// names, too.
    void guess_class_scores()
    {
        class_scores_guessed_ = true;
        for (auto& family : guessed_scores(joined_.table(), rows_.design.classes, found_)) {
            class_scores_ = std::move(family);
            std::vector<std::string> columns;
            for (const auto& s : class_scores_) columns.push_back(s.column->name);
            const auto names = listed_in_quotes(columns, most_labels_listed);
            std::string wrong;
            try {
                take_class_scores();
                if (rows_.predicted.probabilities && !wrong_sums_.empty()) throw InputError(wrong_sums_);
                if (rows_.predicted.probabilities) {
                    note("columns " + names + ", found by their names");
                    return;
                }
                wrong = "they are not probabilities (name them with `scores` to use them)";
            } catch (const InputError& error) {
                wrong = error.what();
            }
            rows_.predicted.scores.clear();
            note("not columns " + names + ", although they are named after the classes: " + wrong);
        }
        class_scores_.clear();
    }

    void take_one_score()
    {
        const Column& column = *found_.score;
        rows_.predicted.one_score = true;
        if (!link_.empty()) {
            require(link_ == "sigmoid",
                    "`softmax` needs a column of scores for each class; `sigmoid` takes one column");
            rows_.predicted.scores = cells_.numbers(column, "a score", true);
            for (auto& x : rows_.predicted.scores) x = sigmoid(x);
            rows_.predicted.probabilities = true;
            note("the sigmoid of column '" + column.name + '\'');
            return;
        }
        // Numbers in [0, 1] are not missing, so one pass over the whole column checks both.
        rows_.predicted.probabilities =
            cells_.all() && column.is_numeric() && are_probabilities(column.numeric().values);
        if (rows_.predicted.probabilities) {
            rows_.predicted.scores = joined_.last_numbers(column);
            return;
        }
        rows_.predicted.scores = cells_.numbers(column, "a score", true);
        settle_probabilities();
        note_outlier();
    }

    /// Decides whether the scores are probabilities. Those that leave [0, 1] by rounding are 0 or 1.
    void settle_probabilities()
    {
        auto& scores = rows_.predicted.scores;
        const auto outside = [](double x) { return !(x >= 0.0 && x <= 1.0); };
        const bool near = std::ranges::all_of(
            scores, [](double x) { return x >= -rounding_tolerance && x <= 1.0 + rounding_tolerance; });
        const auto rounded = near ? std::ranges::count_if(scores, outside) : 0;
        if (rounded > 0) {
            for (auto& x : scores) x = std::clamp(x, 0.0, 1.0);
            note(std::to_string(rounded) + (rounded == 1 ? " score lies" : " scores lie") +
                 " outside of [0, 1] by a rounding error of at most " + shortest(rounding_tolerance) +
                 ", and " + (rounded == 1 ? "is" : "are") + " taken for 0 or 1");
        }
        rows_.predicted.probabilities = are_probabilities(scores);
    }

    /// Names the first score that is no probability, if nearly all are.
    void note_outlier()
    {
        const auto& scores = rows_.predicted.scores;
        const auto outside = [](double x) { return !(x >= 0.0 && x <= 1.0); };
        const auto count = static_cast<std::size_t>(std::ranges::count_if(scores, outside));
        if (rows_.predicted.probabilities || count * few_share > scores.size()) return;
        const auto first = static_cast<std::size_t>(std::ranges::find_if(scores, outside) - scores.begin());
        const auto n_classes = found_.score != nullptr ? 1 : rows_.design.classes.size();
        const Column* column = found_.score;
        for (const auto& s : class_scores_)
            if (found_.score == nullptr && *rows_.design.classes.code(s.label) == first % n_classes)
                column = s.column;
        note("not probabilities, because " + counted(count, "score") + (count == 1 ? " lies" : " lie") +
             " outside of [0, 1]: " + cells_.where(*column, first / n_classes) + " is '" +
             shortest(scores[first]) + '\'');
    }

    void take_class_scores()
    {
        const auto n_classes = rows_.design.classes.size();
        const auto scores_from = [&](const Column* column, std::size_t first) {
            return std::any_of(class_scores_.begin() + static_cast<std::ptrdiff_t>(first),
                               class_scores_.end(), [&](const ClassScores& s) { return s.column == column; });
        };
        // The roles of rows have been read. Free their columns before the scores are copied.
        for (const auto* column : {found_.split, found_.repeat})
            if (column != nullptr && !scores_from(column, 0)) joined_.drop(*column);
        rows_.predicted.scores.assign(n_classes * cells_.size(), 0.0);
        std::vector<bool> filled(n_classes, false);
        for (std::size_t k = 0; k < class_scores_.size(); ++k) {
            const auto& s = class_scores_[k];
            const auto c = *rows_.design.classes.code(s.label);
            require(!filled[c], "`scores`: class '" + s.label + "' has two columns");
            filled[c] = true;
            const bool last_use = !found_.taken(*s.column) && !scores_from(s.column, k + 1);
            const auto values = cells_.numbers(*s.column, "a score", last_use);
            for (std::size_t i = 0; i < values.size(); ++i)
                rows_.predicted.scores[i * n_classes + c] = values[i];
        }
        for (std::size_t c = 0; c < n_classes; ++c)
            require(
                filled[c],
                "`scores`: class '" + rows_.design.classes.name(c) +
                    "' has no column; expected LABEL=COLUMN for each of " +
                    listed_in_quotes(rows_.design.classes.names(), most_labels_listed) +
                    (n_classes == 2 ? "; `score=COLUMN` takes the one column of the positive class" : ""));
        if (!link_.empty()) {
            require(link_ == "softmax",
                    "`sigmoid` needs one column of scores; `softmax` takes a column for each class");
            for (std::size_t i = 0; i < cells_.size(); ++i)
                softmax(std::span(rows_.predicted.scores).subspan(i * n_classes, n_classes));
            rows_.predicted.probabilities = true;
            note("the softmax of the columns of scores");
            return;
        }
        settle_probabilities();
        if (!class_scores_guessed_) note_outlier();
        if (rows_.predicted.probabilities) check_sums();
        if (wrong_sums_.empty() || class_scores_guessed_) return;
        rows_.predicted.probabilities = false;
        rows_.warnings.push_back(
            {warnings::sums_not_one, wrong_sums_ + ": they are taken for scores, and measures that need "
                                                   "probabilities have no value"});
    }

    void check_sums()
    {
        const auto n_classes = static_cast<std::ptrdiff_t>(rows_.design.classes.size());
        std::size_t rounded = 0;
        std::size_t wrong = 0;
        std::string example;
        std::string wrong_example;
        wrong_sums_.clear();
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            const auto begin = rows_.predicted.scores.begin() + static_cast<std::ptrdiff_t>(i) * n_classes;
            const double sum = std::accumulate(begin, begin + n_classes, 0.0);
            const double off = std::abs(sum - 1.0);
            if (off <= exact_sum_tolerance) continue;
            const auto where = [&] { return cells_.where(*class_scores_.front().column, i); };
            if (!(off <= sum_tolerance)) {
                if (wrong++ == 0) wrong_example = where() + ": " + shortest(sum);
                continue;
            }
            if (rounded++ == 0) example = where() + ": " + shortest(sum);
        }
        if (wrong > 0)
            wrong_sums_ = "the scores of " + counted(wrong, "row") + " do not sum to 1 to within " +
                          shortest(sum_tolerance) + " (" + wrong_example + ')';
        else if (rounded > 0)
            rows_.warnings.push_back({warnings::rounded_probabilities,
                                      "the probabilities of " + std::to_string(rounded) +
                                          (rounded == 1 ? " row do" : " rows do") + " not sum to 1 (" +
                                          example + "); they are taken as they are"});
    }

    std::string link_;
    ScoredRows& rows_;
    FoundRoles& found_;
    JoinedTables& joined_;
    KeptCells& cells_;
    std::vector<ClassScores> class_scores_;
    bool class_scores_guessed_ = false;
    std::string wrong_sums_; ///< what is wrong with the sums of the rows' probabilities; empty: nothing
};

} // namespace

std::string take_scores(ScoredRows& rows, FoundRoles& found, JoinedTables& joined, KeptCells& cells,
                        std::vector<ClassScores> named, const std::string& link)
{
    return ScoreTaker(rows, found, joined, cells, std::move(named), link).take();
}

} // namespace unseen
