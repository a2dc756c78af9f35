// Private: the families of tests of a pair, by what the measure is a function of and how the rows belong together, and what they share.
#pragma once

#include "compare/bca.hpp"
#include "compare/common.hpp"
#include "compare/pair_tests.hpp"
#include "compare/swap_signs.hpp"

#include "unseen/stats/distributions.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace unseen::compare::detail {

/// A family: whether it takes such a pair, and its tests, the one that fits first.
struct TestFamily {
    bool (*fits)(const PairInput&);
    std::vector<Inference> (*tests)(const PairInput&);
};

extern const TestFamily split_family;      ///< figures of splits
extern const TestFamily proportion_family; ///< shares of right rows, each row for itself
extern const TestFamily loss_family;       ///< means of row values
extern const TestFamily area_family;       ///< areas under ROC curves
extern const TestFamily other_family;      ///< everything

/// In the order in which they are asked.
std::span<const TestFamily* const> families();

/// A test of the difference of the two values.
Comparison comparison_of(const PairInput& input, const std::string& test);
/// Puts the limits at the level asked for into the comparison, target model.
void set_interval(Inference& inference, const PairInput& input, const std::string& method, Guarantee guarantee,
                  std::vector<std::string> assumptions);
/// The first assumption of every test here.
std::string independent_units(const PairInput& input);
/// BCa's interval, and the p-value at which it ends at 0.
Inference bootstrap_test(const PairInput& input, const BcaDifference& bca);
Inference permutation_test(const PairInput& input, const SwapShares& shares);

/// A BCa interval beside another test is drawn for up to so many rows: it costs seconds for millions of them and says what the other one says.
inline constexpr std::size_t most_rows_beside = 200000;

} // namespace unseen::compare::detail
