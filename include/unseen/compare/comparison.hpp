// The result of a test of A against B, and what a design's tests are answered with together.
#pragma once

#include "unseen/base/interval.hpp"
#include "unseen/base/value.hpp"
#include "unseen/base/warning.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace unseen::compare {

/// Posterior probabilities of the difference A - B: below -width, within the region of practical equivalence, above +width.
struct Posterior {
    double left = 0.0;
    double rope = 0.0;
    double right = 0.0;
    double width = 0.0;

    friend bool operator==(const Posterior&, const Posterior&) = default;
};

/// A named figure that belongs to a result.
struct Figure {
    std::string name;
    Value value;

    friend bool operator==(const Figure&, const Figure&) = default;
};

/// One test of A against B (both empty: of all at once). What the test does not give is a Value with its reason. `p_value` is two-sided;
/// `p_value_one_sided` is for the alternative "A is better than B", fixed before looking.
struct Comparison {
    std::string test{};
    std::string a{};
    std::string b{};
    std::string measure{}; ///< whose difference is tested; empty where the design has but one figure
    Value statistic = Value::none("no_statistic");
    std::vector<double> df{}; ///< none, one, or the two of an F
    Value p_value = Value::none("no_p_value");
    Value p_value_one_sided = Value::none("no_direction");
    Value p_value_adjusted = Value::none("one_comparison"); ///< over the pairs of one test, never over several tests of a pair
    Value difference = Value::none("no_difference");        ///< A - B
    std::optional<Interval> interval{};                     ///< of the difference A - B
    std::string interval_reason = "no_interval_for_test";   ///< why there is no interval
    bool primary = false;                                   ///< the one test of this pair and measure that fits the design best
    std::optional<Posterior> posterior{};                   ///< Bayesian tests
    std::vector<Figure> figures{};                          ///< further figures of this test by name
    std::vector<Warning> warnings{};

    friend bool operator==(const Comparison&, const Comparison&) = default;
};

/// One of the things compared, with its own figures.
struct Model {
    std::string name;
    std::vector<Figure> measures{};

    friend bool operator==(const Model&, const Model&) = default;
};

/// A stretch of a curve's horizontal axis on which one model's curve lies above the other's; `better` is empty where they coincide.
struct DominanceRegion {
    double from = 0.0;
    double to = 1.0;
    std::string better{};

    friend bool operator==(const DominanceRegion&, const DominanceRegion&) = default;
};

/// Whether a curve lies nowhere below another one: `better` names the model, or is empty if the curves coincide (one region) or cross.
struct CurveDominance {
    std::string better{};
    std::vector<DominanceRegion> regions{}; ///< from 0 to 1, neighbours differ

    friend bool operator==(const CurveDominance&, const CurveDominance&) = default;
};

/// The curves of two models on the same rows. Describes these rows; no test is attached.
struct Dominance {
    std::string a{};
    std::string b{};
    CurveDominance roc{}; ///< over the false positive rate
    CurveDominance pr{};  ///< steps of the precision-recall curve, over recall

    friend bool operator==(const Dominance&, const Dominance&) = default;
};

/// On how many data sets A was better than B, equal, and worse.
struct WinTieLoss {
    std::string a;
    std::string b;
    std::uint64_t wins = 0;
    std::uint64_t ties = 0;
    std::uint64_t losses = 0;

    friend bool operator==(const WinTieLoss&, const WinTieLoss&) = default;
};

/// A and B on the splits of one data set, by the corrected resampled t.
struct SplitTest {
    std::string data_set;
    std::string a;
    std::string b;
    Value difference = Value::none("no_difference"); ///< A - B
    Value statistic = Value::none("no_statistic");
    Value p_value = Value::none("no_p_value"); ///< two-sided, not adjusted
    std::string better{};                      ///< a or b where the test tells them apart at the level; else empty

    friend bool operator==(const SplitTest&, const SplitTest&) = default;
};

/// All tests of a design; of each pair and measure one is primary.
struct Answer {
    std::vector<Model> models{};
    std::vector<Comparison> comparisons{};
    std::vector<Figure> ranks{};                                   ///< average ranks, 1 = best; many data sets only
    Value critical_difference = Value::none("not_many_data_sets"); ///< of average ranks, Nemenyi
    Value critical_difference_control = Value::none("no_control"); ///< the same against a control, Bonferroni-Dunn
    std::vector<WinTieLoss> wins{};                                ///< many data sets only
    std::vector<SplitTest> split_tests{};                          ///< many data sets with the values of splits only
    std::vector<WinTieLoss> split_wins{}; ///< by these tests: a tie is a pair that they do not tell apart
    std::vector<Dominance> dominance{};   ///< of each pair of models with scores; two classes only
    std::vector<std::string> left_out{};  ///< data sets that lack a value
    std::vector<Warning> warnings{};      ///< of the design, not of a test
    std::string shown{};                  ///< a sentence: what the data show
    std::string not_shown{};              ///< a sentence: what they do not

    friend bool operator==(const Answer&, const Answer&) = default;
};

/// The first primary test. Throws std::logic_error if there is none: that is a bug.
const Comparison& primary(const Answer& answer);

} // namespace unseen::compare
