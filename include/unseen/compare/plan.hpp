// Planning a comparison in advance: the power of a test, the rows or data sets that it needs, the smallest
// difference that it can show.
//
// Example:
//
//     // How many rows do two models need if they disagree on 10 % of them and their error rates differ by 2
//     // points?
//     const auto plan =
//         compare::plan_test(Spec::parse("mcnemar_exact:discordant=0.1,difference=0.02"), Level(0.95));
//     const double connor = std::pow(1.959964 * std::sqrt(0.1) + 0.841621 * std::sqrt(0.1 - 0.0004), 2) /
//                           0.0004; // Connor 1987
//     for (const auto& figure : plan.figures)
//         if (figure.name == "rows_needed") assert(figure.value.number() == std::ceil(connor));
#pragma once

#include "unseen/base/level.hpp"
#include "unseen/base/spec.hpp"
#include "unseen/compare/comparison.hpp"

#include <span>
#include <string>
#include <vector>

namespace unseen::compare {

/// The power of a test by its size.
struct PowerCurve {
    std::string size{};          ///< the key that varies: `rows`, `positives`, `data_sets`, `difference`
    double wanted = 0.0;         ///< the power that is asked for
    std::vector<double> sizes{}; ///< ascending, on both sides of the size that gives the wanted power
    std::vector<double> power{};
};

/// What a planned test can show.
struct TestPlan {
    Spec spec;                     ///< the test, with every default written out
    std::vector<Figure> figures{}; ///< `power`, `rows_needed`, `smallest_difference` ..., which depend on the
                                   ///< test and on the given keys
    std::vector<std::string> assumptions{};
    /// Of a test whose power follows from the given keys and one size, by the formula of `power`: the other
    /// keys stay as they are, and negatives grow with positives. Without points for others.
    PowerCurve curve{};
};

/// Plans the test that `spec` names, two-sided at 1 - level. Leave out a key to ask for it. Throws InputError
/// for an unknown test or key (naming the nearest one), a value out of range, or a missing key that the test
/// cannot compute. METHODS I.7 has formulas and sources.
TestPlan plan_test(const Spec& spec, Level level);

/// The tests that can be planned, with their keys.
std::span<const SpecInfo> test_plan_infos();

} // namespace unseen::compare
