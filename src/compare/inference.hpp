// Private: the results of a test beyond its p-value: one-sided p-values against a shifted null, limits at any
// level, and the smallest detectable difference. Tests of equivalence are computed from these.
#pragma once

#include "unseen/base/interval.hpp"
#include "unseen/compare/comparison.hpp"
#include "unseen/compare/paired.hpp"
#include "unseen/predictions/unit_figures.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace unseen::compare::detail {

/// A test with further functions, which are null if the test does not have them.
struct Inference {
    Comparison comparison{};
    std::function<double(double)> above{};     ///< p-value for "A - B > shift"
    std::function<double(double)> below{};     ///< p-value for "A - B < shift"
    std::function<Limits(double)> limits{};    ///< limits of A - B as a function of `outside` = 1 - level
    std::function<Limits(double)> each_side{}; ///< the same where each limit holds by itself; null: `limits`
    std::function<Value(double)> detectable{}; ///< the difference that a two-sided test at the comparison's
                                               ///< level detects with this power
    bool allows_for_time = false;              ///< rows in the order of time may depend on each other
    bool other_interval = false; ///< the interval is not this test inverted, so the two may disagree
    double span = std::numeric_limits<double>::infinity(); ///< A - B lies between -span and span
};

/// A list of one result without further functions.
inline std::vector<Inference> alone(Comparison comparison) { return {{.comparison = std::move(comparison)}}; }

inline double as_probability(double p) { return std::clamp(p, 0.0, 1.0); }

/// A - B, or the reason why one of them does not exist.
inline Value difference_of(const Value& a, const Value& b)
{
    return !a ? a : !b ? b : Value(a.number() - b.number());
}

/// A result of `test` for A and B whose difference is the mean of these differences.
Comparison of_differences(const std::string& test, std::span<const double> differences);

/// Replaces statistic, p-values and interval by a reason. If A and B do not differ at all, p and the
/// one-sided p are 1, as in exact tests.
void take_away(Comparison& comparison, const Reason& reason, bool equal = false);

/// The warning for a variance of 0.
extern const Warning zero_variance;

/// How often tests of two equally good learners by the figures of splits rejected at 5 %, at most, in the
/// simulations of docs/VALIDITY.md.
inline constexpr std::string_view corrected_t_level = "41 %";
inline constexpr std::string_view cv5x2_f_level = "19 %";

/// The result with the warning `anti_conservative`: the test rejected at 5 % in up to this share of simulated
/// data sets.
Comparison with_found_level(Comparison test, std::string_view measured);

/// The result with the warning `anti_conservative`: the test assumes independent splits.
Comparison with_optimism(Comparison test_of_splits);

/// Adds the warning `interval_disagrees` if the p-value rejects equality at 1 - level and the interval holds
/// 0, or the other way round.
void warn_of_disagreement(Comparison& comparison);

/// Adjusts p-values and intervals over this number m of pairs (Holm), separately for each test and measure. A
/// pair without a p-value counts as one with p = 1. The pair that is rejected at step t has its interval at
/// the level 1 - outside / (m - t + 1) of this step, all later ones at that of the first step that rejects
/// none: so the interval of a pair leaves 0 out exactly where its adjusted p-value is at most `outside`, if
/// test and interval agree for one pair. Then adds `interval_disagrees` where it belongs. One pair needs no
/// adjustment.
void adjust_over_pairs(std::vector<Inference>& all, std::size_t pairs, Level level);

/// Fills in a t test with t = difference / error and `df` degrees of freedom (infinite: normal): p-values,
/// limits, detectable difference. error > 0. `higher`: a larger measure is better.
Inference from_error(Comparison comparison, double difference, double error, double df, bool higher,
                     double outside);

/// Gives the comparison its own limits as the interval at this level, about the procedure and without a
/// theorem.
void add_procedure_interval(Inference& inference, Level level, std::vector<std::string> assumptions);

/// In how many differences A - B A is better, neither, and B.
struct Signs {
    std::uint64_t wins = 0;
    std::uint64_t ties = 0;
    std::uint64_t losses = 0;
};
Signs signs_of(std::span<const double> differences, Direction direction);

/// wilcoxon() of many pairs. The null distribution of ranks without ties depends on their number alone, and
/// is computed once.
class Wilcoxon {
public:
    Comparison operator()(const PairedScores& scores);

private:
    const std::vector<double>& law_of(std::span<const std::size_t> ranks, bool ties);

    std::map<std::size_t, std::vector<double>> without_ties_{}; ///< by the number of ranks
    std::vector<double> with_ties_{};
};

/// paired_t() with its further functions.
Inference paired_t_inference(const PairedScores& scores, double overlap, Level level);
/// bayes_correlated_t() for splits of this ratio of test rows to training rows.
Comparison bayes_correlated_t(const PairedScores& scores, double ratio, double rope);
/// cv_paired() with its further functions.
Inference cv_paired_inference(const UnitFigures& a, const UnitFigures& b, Direction direction, Level level,
                              std::uint64_t seed, bool by_name = false);
/// diebold_mariano() with its further functions.
Inference diebold_mariano_inference(const PairedScores& losses, std::uint64_t horizon, Level level);

/// The noncentrality at which a two-sided t test with `df` rejects with probability `power` (METHODS I.7).
double detectable_noncentrality(double df, double outside, double power);

/// Adds two one-sided tests against +-margin (Schuirmann 1987) as figures: `margin`, `p_noninferior` ("A is
/// not worse than B by the margin"), `p_equivalent`, and `tost_lower`, `tost_upper`, the limits at level 1 -
/// 2 * outside. METHODS I.6. Throws InputError unless margin > 0.
void add_equivalence(Inference& inference, double margin, bool higher, double outside);

/// The power for which the detectable difference is computed.
inline constexpr double usual_power = 0.8;

} // namespace unseen::compare::detail
