// The results of a comparison: single tests of A against B, and the answer that collects all tests of a
// design.
//
// Example:
//
//     // On 9 rows exactly one of two models is right: A on 8, B on 1.
//     const auto answer = compare::compare_discordant({.only_a = 8, .only_b = 1}, Level(0.95));
//     const auto& test = compare::primary(answer);
//     assert(test.test == "mcnemar_exact");
//     assert(std::abs(test.p_value.number() - 2 * (1 + 9) / 512.0) < 1e-15); // 2 P(Bin(9, 1/2) <= 1)
#pragma once

#include "unseen/base/any_time.hpp"
#include "unseen/base/digest.hpp"
#include "unseen/base/direction.hpp"
#include "unseen/base/interval.hpp"
#include "unseen/base/maybe.hpp"
#include "unseen/base/value.hpp"
#include "unseen/base/warning.hpp"
#include "unseen/compare/standings.hpp"
#include "unseen/verdict/verdict.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace unseen::compare {

/// Posterior probabilities of the difference A - B. They sum to 1.
struct Posterior {
    double left = 0.0;  ///< difference below -width
    double rope = 0.0;  ///< difference from -width to +width: practically equivalent
    double right = 0.0; ///< difference above +width
    double width = 0.0; ///< half the width of the region of practical equivalence
    /// Of a posterior that is Student's t with the degrees of freedom of the test around the difference: its
    /// scale. 0 for others.
    double scale = 0.0;
    Direction direction = Direction::lower_is_better; ///< which side is good for A

    /// The probabilities that A is better than B, or worse, by more than `width`.
    double a_better() const { return direction == Direction::higher_is_better ? right : left; }
    double a_worse() const { return direction == Direction::higher_is_better ? left : right; }

    friend bool operator==(const Posterior&, const Posterior&) = default;
};

/// A named figure that belongs to a result.
struct Figure {
    enum class Kind {
        other,
        confidence, ///< in a difference
        count       ///< of splits, samples or permutations, or the reason why there are none
    };
    std::string name;
    Value value;
    std::optional<Interval> interval{};     ///< of a model's own figure, where one is known
    std::optional<Interval> simultaneous{}; ///< of a model's own figure on one test set: those of all models
                                            ///< hold together (METHODS E.18)
    Kind kind = Kind::other;

    friend bool operator==(const Figure&, const Figure&) = default;
};

/// One test of A against B. If both names are empty, it tests all models at once. A figure that the test does
/// not give is a Value with a reason.
struct Comparison {
    std::string test{};
    std::string a{};
    std::string b{};
    std::string measure{}; ///< the measure that is compared; empty if the design has only one figure
    Value statistic = Value::none(reasons::no_statistic);
    std::vector<double> df{};                         ///< degrees of freedom: none, one, or two for an F
    Value p_value = Value::none(reasons::no_p_value); ///< two-sided
    Value p_value_one_sided = Value::none(reasons::no_direction); ///< for the alternative "A is better than
                                                                  ///< B", chosen before the data were seen
    Value p_value_adjusted = Value::none(
        reasons::one_comparison); ///< adjusted over the pairs of this test, not over the tests of a pair
    Value difference = Value::none(reasons::no_difference);   ///< A - B
    Maybe<Interval> interval = reasons::no_interval_for_test; ///< of the difference A - B
    bool not_of_the_test = false; ///< the test has no interval of its own: this is the bootstrap's, and where
                                  ///< the two disagree, nothing is shown
    std::optional<Level> holm{};  ///< level at which Holm decides about all pairs, if there are several; the
                                  ///< interval has the level of the pair's step, which is higher
    bool primary = false;         ///< the test that suits the design best: one for each pair and measure
    bool follows = false; ///< of learners on many data sets: it decides about a pair, where the test of all
                          ///< learners at once has found a difference
    Direction direction = Direction::lower_is_better; ///< which side of the difference is good for A
    std::optional<Posterior> posterior{};             ///< of Bayesian tests
    std::vector<Figure> figures{};                    ///< further figures of this test by name
    std::vector<Warning> warnings{};

    friend bool operator==(const Comparison&, const Comparison&) = default;
};

/// A model or learner that is compared, with its own figures.
struct Model {
    std::string name;
    std::vector<Figure> measures{};

    friend bool operator==(const Model&, const Model&) = default;
};

/// An interval of the horizontal axis on which the curve of model `better` lies above the other one. `better`
/// is empty if the curves coincide there.
struct DominanceRegion {
    double from = 0.0;
    double to = 1.0;
    std::string better{};

    friend bool operator==(const DominanceRegion&, const DominanceRegion&) = default;
};

/// Whether one of two curves lies nowhere below the other.
struct CurveDominance {
    std::string
        better{}; ///< the model of the upper curve; empty if the curves coincide (one region) or cross
    std::vector<DominanceRegion> regions{}; ///< from 0 to 1; neighbours differ in `better`

    friend bool operator==(const CurveDominance&, const CurveDominance&) = default;
};

/// Compares the curves of two models on the same rows. It describes these rows and is not a test.
struct Dominance {
    std::string a{};
    std::string b{};
    CurveDominance roc{}; ///< ROC curve over the false positive rate
    CurveDominance pr{};  ///< precision-recall curve, as steps, over recall

    friend bool operator==(const Dominance&, const Dominance&) = default;
};

/// The numbers of data sets on which A was better than B, equal, or worse.
struct WinTieLoss {
    std::string a;
    std::string b;
    std::uint64_t wins = 0;   ///< A better
    std::uint64_t ties = 0;   ///< equal
    std::uint64_t losses = 0; ///< A worse

    friend bool operator==(const WinTieLoss&, const WinTieLoss&) = default;
};

/// A test of A against B on the splits of one data set, by the corrected resampled t.
struct SplitTest {
    std::string data_set;
    std::string a;
    std::string b;
    Value difference = Value::none(reasons::no_difference); ///< A - B
    Value statistic = Value::none(reasons::no_statistic);
    Value p_value = Value::none(reasons::no_p_value); ///< two-sided, not adjusted
    std::string better{}; ///< a or b if the difference is significant at the level; else empty

    friend bool operator==(const SplitTest&, const SplitTest&) = default;
};

/// The scores of a data set, one per learner, with a reason where a learner has none.
struct ScoreRow {
    std::string data_set;
    std::vector<Value> scores{};

    friend bool operator==(const ScoreRow&, const ScoreRow&) = default;
};

/// All tests of a design. One test of each pair and measure is primary.
struct Answer {
    std::optional<Digest> digest{};      ///< of the counts, scores or rows that were compared
    std::optional<std::uint64_t> seed{}; ///< of designs with tests that draw
    std::vector<Model> models{};
    std::vector<Comparison> comparisons{};
    std::vector<Figure> ranks{};       ///< average ranks, 1 = best; only for many data sets
    std::string control{};             ///< the learner that all others are compared with; may be empty
    std::vector<std::string> groups{}; ///< of three or more learners: each shares a letter with those whose
                                       ///< average ranks do not differ from its own (Nemenyi)
    std::vector<Standings>
        standings{}; ///< of more than twelve models on the same rows, instead of comparisons of all pairs
    std::vector<ScoreRow> scores{};                   ///< of each data set; only for many data sets
    Direction direction = Direction::lower_is_better; ///< of these scores
    Value critical_difference = Value::none(reasons::not_many_data_sets); ///< of two average ranks (Nemenyi)
    Value critical_difference_control =
        Value::none(reasons::no_control); ///< of an average rank and the control's (Bonferroni-Dunn)
    std::vector<WinTieLoss> wins{};       ///< only for many data sets
    std::vector<SplitTest> split_tests{}; ///< only for many data sets with a value for each split
    std::vector<WinTieLoss>
        split_wins{}; ///< wins and losses that are significant in `split_tests`; all others are ties
    std::vector<Dominance> dominance{};      ///< of each pair of models with scores; only for two classes
    std::vector<std::string> left_out{};     ///< data sets that lack a value
    std::vector<Requirement> requirements{}; ///< of the options, in their order
    std::optional<AnyTime> any_time{};       ///< of limits that hold at every look (AnyTimeState)
    std::vector<Warning> warnings{};         ///< about the design; a test has its own
    Level level{0.95};                       ///< at which tests decide
    std::string noun = "model";              ///< one of the compared subjects, as a word
    std::string figure = "mean score";       ///< the compared figure, where no measure names it
    std::string scope{};                     ///< the rows for which differences hold: "on new rows"
    std::string premise{};                   ///< a clause before claims: "trained on samples like this one"
    std::string not_shown{};                 ///< a sentence: what the data do not show

    friend bool operator==(const Answer&, const Answer&) = default;
};

/// The first primary test. Throws std::logic_error if no test is primary: that is a bug.
const Comparison& primary(const Answer& answer);

} // namespace unseen::compare
