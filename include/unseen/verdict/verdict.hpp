// The answer to the question of a command, in fields and in sentences. The library makes one for each result,
// and every front shows it.
//
// Example:
//
//     Verdict verdict{.question = Question::which_is_better, .noun = "model", .leaders = {"A"}, .among = 2};
//     verdict.measure = "error_rate";
//     verdict.value = 0.1;
//     const auto shown = VerdictState::shown;
//     verdict.relations = {{.a = "A", .b = "B", .state = shown, .test = "sign", .p_value = 0.01}};
//     settle(verdict);
//     assert(verdict.state == VerdictState::shown);
//     assert(verdict.sentences[0] == "A has the lowest error_rate, 0.1000, of 2 models.");
//     assert(verdict.sentences[1] == "It is shown to be better than B (sign, p = 0.01).");
#pragma once

#include "unseen/base/direction.hpp"
#include "unseen/base/interval.hpp"
#include "unseen/base/maybe.hpp"
#include "unseen/base/value.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace unseen {

/// The question that a user asks with a command.
enum class Question {
    how_wrong,        ///< how wrong will it be on rows that it has not seen?
    how_good,         ///< how good will it be on items that it has not seen?
    which_is_better,  ///< which of several is better?
    at_most,          ///< how wrong will it be at most?
    how_many_rows,    ///< how many rows does a comparison need?
    which_parameters, ///< which parameters are best, and how wrong is a learner that chooses them?
    which_estimator,  ///< which estimator is nearest to the truth?
    which_features,   ///< which features does a learner need?
};

/// What the data say about a claim.
enum class VerdictState {
    shown,     ///< the data show it
    not_shown, ///< the data do not show it; it may be true
    refuted,   ///< the data show the opposite
    undecided, ///< the deciding tests disagree
    none,      ///< there is no answer, for a stated reason
};

/// The names that JSON uses, and the question in words.
std::string name_of(Question question);
std::string name_of(VerdictState state);
std::string words_of(Question question);

/// What the data say about "a is better than b". If both names are empty, the claim is that not all are
/// equal; if only b is, that predictions need the feature a, and the difference is its importance.
struct Relation {
    std::string a{};
    std::string b{};
    VerdictState state = VerdictState::none;
    std::string test{};                                     ///< the test that decides; empty if there is none
    Level level{0.95};                                      ///< at which it decides
    Value difference = Value::none(reasons::no_difference); ///< a - b
    Maybe<Interval> interval = reasons::no_interval_for_test; ///< of the difference
    Value p_value = Value::none(reasons::not_tested);         ///< the one that decides
    bool adjusted = false;                                    ///< for the number of pairs
    std::string remark{};                                     ///< a clause about equivalence

    friend bool operator==(const Relation&, const Relation&) = default;
};

/// A baseline that needs no learning, and whether the leading subject is better.
struct Baseline {
    std::string name;
    Value value;
    Relation relation;      ///< `a` is the subject that is compared with it
    std::string untested{}; ///< why no test compares the two, in a clause; may be empty

    friend bool operator==(const Baseline&, const Baseline&) = default;
};

/// One of several looks at rows that are being gathered, which were planned beforehand (METHODS I.36).
struct PlannedLook {
    std::uint64_t look = 1; ///< from 1 to `looks`
    std::uint64_t looks = 1;
    Level together{0.95}; ///< at which the limits of all looks hold together
    /// The rows at the last look for a power of .8, at most, in units of those that a single look takes.
    double rows = 1.0;

    friend bool operator==(const PlannedLook&, const PlannedLook&) = default;
};

/// A requirement on the figure of the leading subject, such as "accuracy >= 0.9", and whether it is met
/// (METHODS I.36): shown, refuted or undecided.
struct Requirement {
    std::string text;
    VerdictState state = VerdictState::none;
    std::string measure{};
    Value value = Value::none(reasons::no_value); ///< the figure
    double bound = 0.0;                           ///< what it has to reach
    /// The one-sided limit that decides; if none does, the one between the figure and the bound.
    Value limit = Value::none(reasons::no_value);
    bool lower = true;                 ///< it is a lower limit
    Level level{0.95};                 ///< of the limit, one-sided
    std::optional<PlannedLook> look{}; ///< at which it is judged, if several were planned
    /// If its limits hold at any time (METHODS I.40): ln E for the requirement, the largest at a look so far;
    /// p at any time is 1 / E. `decides_half` then counts all rows.
    std::optional<double> log_e{};
    std::string units{}; ///< what is counted: "rows" or "groups"
    /// The numbers of rows (or groups) with which half of all samples decide an undecided requirement, and
    /// four of five, if the true figure is the present one.
    Value decides_half = Value::none(reasons::no_value);
    Value decides_most = Value::none(reasons::no_value);

    friend bool operator==(const Requirement&, const Requirement&) = default;
};

/// An answer. The first estimator and the first measure that were asked for decide; `further` has the
/// verdicts by the others. A warning never changes who leads.
struct Verdict {
    Question question = Question::how_wrong;
    VerdictState state = VerdictState::none;
    std::string noun = "learner";       ///< the word for the subjects
    std::vector<std::string> leaders{}; ///< one, several that have the same figure, or none
    std::size_t among = 1;              ///< the number of subjects from which the leaders were chosen
    bool given =
        false; ///< the leader was named beforehand (a control), and is not the one with the best figure
    bool possible = false; ///< the figures count what may be an error (Estimate::possible_errors)
    bool seen = false;     ///< the figures are of the rows that the subjects were trained on
    std::string measure{};
    std::string estimator{};
    Direction direction = Direction::lower_is_better; ///< of the measure
    Value value = Value::none(reasons::no_value);     ///< of the leaders
    std::optional<Interval> interval{}; ///< of the leaders' value; allows for the choice if it can
    std::optional<Level> together{};    ///< at which the intervals of all subjects hold together, if they do
    std::string in_words{};             ///< what the figure is: "the share of items with the label 'bad'"
    std::string part{};                 ///< the subject of this part of an answer: "1 row ahead"
    std::string scope{};                ///< the rows for which it holds: "on new rows"
    std::string premise{};              ///< a clause before claims: "trained on samples like this one"
    std::vector<Relation> relations{};  ///< the leaders' relations first, each with the leader as a
    /// Of many subjects: those that are not shown to be worse than the best, best first; else empty.
    std::vector<std::string> may_be_best{};
    std::optional<Level> ranked{}; ///< with them: the level at which this list and the ranks hold
    bool best_is_shown = false;    ///< with them: the leader is shown to be better than every other subject
    std::optional<Baseline> baseline{};
    std::vector<Relation> gaps{};            ///< of subgroups of the rows, each against all other rows
    std::vector<Requirement> requirements{}; ///< the claim is that all are met
    std::vector<Verdict> further{};
    std::vector<std::string> sentences{}; ///< the answer, which settle() makes from the fields
    std::vector<std::string> limits{};    ///< sentences on what the data do not show

    /// Why there is no answer; null unless the state is `none`.
    const Reason* reason() const;

    friend bool operator==(const Verdict&, const Verdict&) = default;
};

/// Sets the leaders to the subjects with the best value (`names` and `values` have the same order), and sets
/// that value. No leader if no value exists.
void take_leaders(Verdict& verdict, const std::vector<std::string>& names, const std::vector<Value>& values);

/// The relation with `a` and `b` exchanged.
Relation turned(Relation relation);

/// Whether all are shown to be met, one is refuted, or neither.
VerdictState met(const std::vector<Requirement>& requirements);

/// Puts the relations of the leaders first, each with the leader as `a`. Sets the state, unless the question
/// needs none, and the sentences, unless there are some already.
void settle(Verdict& verdict);

/// A number rounded to four decimals, without trailing zeros; very small and very large ones as in tables.
std::string four_decimals(double x);

/// "p = 0.0312", "p < 0.0001"; `name` in place of p. `end` is "at most" or "at least" if this is the largest
/// or smallest of several p-values.
std::string p_text(const std::string& name, double p, const std::string& end = "");

/// The test and the p-value that decides: " (sign, p = 0.0312)", " (sign, adjusted p < 0.0001)".
std::string evidence(const Relation& relation);

} // namespace unseen
