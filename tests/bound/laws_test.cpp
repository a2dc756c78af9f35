// Laws of every bound in the table of kinds and forms, and limits and errors of single bounds.
#include "unseen/bound/disagreement.hpp"
#include "unseen/bound/order_statistics.hpp"
#include "unseen/bound/progressive.hpp"
#include "unseen/bound/randomised.hpp"
#include "unseen/bound/semi_supervised.hpp"
#include "unseen/bound/test_set.hpp"
#include "unseen/bound/training.hpp"
#include "unseen/stats/binomial.hpp"
#include "unseen/stats/kl.hpp"
#include "unseen/stats/random.hpp"

#include "support/messages.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <string>

namespace {

using namespace unseen;
using namespace unseen::bound;

/// A bound as a function of k errors among m rows, m a multiple of 4.
struct Family {
    std::string name;
    std::function<Bound(std::uint64_t, std::uint64_t, Delta)> at;
    bool both_sides = true;
    bool mirrored = true; ///< errors and rights change places
    bool exact = true;    ///< holds whatever the true error
};

/// Four members with k errors among m rows together.
std::vector<ErrorCount> four(std::uint64_t k, std::uint64_t m)
{
    std::vector<ErrorCount> members(4, ErrorCount{k / 4, m / 4});
    for (std::uint64_t i = 0; i < k % 4; ++i) ++members[i].errors;
    return members;
}

std::vector<Family> families()
{
    std::vector<Family> all;
    for (const auto form : {TestSetForm::exact, TestSetForm::wilson, TestSetForm::normal,
                            TestSetForm::hoeffding, TestSetForm::chernoff_kl})
        all.push_back({"test_set " + std::to_string(static_cast<int>(form)),
                       [form](auto k, auto m, Delta d) {
                           return test_set({k, m}, d, form);
                       },
                       true, true, form != TestSetForm::wilson && form != TestSetForm::normal});
    for (const auto form : {RandomisedForm::tails, RandomisedForm::hoeffding, RandomisedForm::kl})
        all.push_back({"randomised " + std::to_string(static_cast<int>(form)),
                       [form](auto k, auto m, Delta d) { return randomised(four(k, m), d, form); }});
    for (const auto form : {DisagreementForm::expected, DisagreementForm::sampled, DisagreementForm::median,
                            DisagreementForm::per_member, DisagreementForm::expected_kl,
                            DisagreementForm::expected_bentkus, DisagreementForm::gaffke}) {
        auto disagreement = disagreement_of_rows(form, {490, 8, 2, 0, 0});
        disagreement.counts = form == DisagreementForm::per_member ? std::vector<std::uint64_t>{2, 3, 4, 5}
                                                                   : std::vector<std::uint64_t>{3};
        all.push_back(
            {"semi_supervised " + std::to_string(static_cast<int>(form)),
             [disagreement](auto k, auto m, Delta d) { return semi_supervised(four(k, m), disagreement, d); },
             true, true, form != DisagreementForm::gaffke});
        all.push_back(
            {"voting " + std::to_string(static_cast<int>(form)),
             [disagreement](auto k, auto m, Delta d) { return voting(four(k, m), disagreement, d); }, true,
             true, form != DisagreementForm::gaffke});
    }
    all.push_back({"voting", [](auto k, auto m, Delta d) { return voting(four(k, m), d); }, false, false});
    for (const auto form : {ProgressiveForm::azuma, ProgressiveForm::fixed_lambda, ProgressiveForm::kl_union,
                            ProgressiveForm::online_to_batch})
        all.push_back(
            {"progressive " + std::to_string(static_cast<int>(form)), [form](auto k, auto m, Delta d) {
                 return progressive({k, m}, d, form);
             }});
    for (const auto form : {OccamForm::exact, OccamForm::hoeffding})
        all.push_back({"occam " + std::to_string(static_cast<int>(form)), [form](auto k, auto m, Delta d) {
                           return occam({k, m}, std::log(0.01), d, form);
                       }});
    all.push_back({"compression", [](auto k, auto m, Delta d) { return compression(k, m + 3, 3, d); }});
    for (const auto form : {PacBayesForm::maurer, PacBayesForm::langford_seeger})
        all.push_back(
            {"pac_bayes " + std::to_string(static_cast<int>(form)), [form](auto k, auto m, Delta d) {
                 return pac_bayes(static_cast<double>(k) / static_cast<double>(m), m, 2.0, d, form);
             }});
    return all;
}

TEST(EveryBound, LiesInTheUnitIntervalAroundWhatWasObserved)
{
    for (const auto& family : families())
        for (const std::uint64_t m : {32u, 100u, 2000u})
            for (const std::uint64_t k : {std::uint64_t{0}, std::uint64_t{1}, m / 10, m / 2, m - 1, m})
                for (const double delta : {0.5, 0.05, 1e-9}) {
                    const Bound bound = family.at(k, m, Delta(delta));
                    const std::string where = family.name + ' ' + std::to_string(k) + ' ' + std::to_string(m);
                    ASSERT_GE(bound.upper.number(), bound.value * (1 - 1e-12)) << where;
                    ASSERT_LE(bound.upper.number(), 1.0) << where;
                    ASSERT_NEAR(bound.upper.number() + bound.complement.number(), 1.0, 1e-15) << where;
                    ASSERT_GE(bound.two_sided.upper.number(), bound.upper.number()) << where;
                    ASSERT_EQ(bound.lower.exists(), family.both_sides) << where;
                    ASSERT_EQ(bound.guarantee == Guarantee::exact, family.exact) << where;
                    ASSERT_FALSE(bound.assumptions.empty());
                    if (!family.both_sides) continue;
                    ASSERT_LE(bound.lower.number(), bound.value * (1 + 1e-12)) << where;
                    ASSERT_GE(bound.lower.number(), 0.0) << where;
                    ASSERT_LE(bound.two_sided.lower.number(), bound.lower.number()) << where;
                }
}

TEST(EveryBound, GrowsWithErrorsAndShrinksWithDeltaAndRows)
{
    for (const auto& family : families()) {
        const bool normal = family.name == "test_set 2"; // no width without errors: neither monotone
        for (std::uint64_t k = 1; k < 400 && !normal; k += 7) {
            const double here = family.at(k, 400, Delta(0.01)).upper.number();
            // The count's share: four members of unequal luck are not comparable row by row.
            ASSERT_GE(family.at(k + 4 > 400 ? 400 : k + 4, 400, Delta(0.01)).upper.number(), here)
                << family.name << k;
            ASSERT_GE(family.at(k, 400, Delta(0.005)).upper.number(), here) << family.name << k;
            ASSERT_LE(family.at(4 * k, 1600, Delta(0.01)).upper.number(), here) << family.name << k;
        }
    }
}

TEST(EveryBound, TurnsRoundWithErrorsAndRights)
{
    for (const auto& family : families()) {
        if (!family.mirrored) continue;
        for (const std::uint64_t k : {0u, 3u, 40u, 100u, 197u, 200u}) {
            const Bound here = family.at(k, 200, Delta(0.02));
            const Bound there = family.at(200 - k, 200, Delta(0.02));
            ASSERT_NEAR(here.upper.number() + there.lower.number(), 1.0, 1e-14) << family.name << ' ' << k;
            ASSERT_NEAR(here.two_sided.lower.number() + there.two_sided.upper.number(), 1.0, 1e-14)
                << family.name << ' ' << k;
        }
    }
}

TEST(EveryBound, ThatHoldsForOneTestSetIsAtLeastTheExactOne)
{
    for (std::uint64_t k = 0; k <= 50; ++k)
        for (const auto form : {TestSetForm::hoeffding, TestSetForm::chernoff_kl}) {
            const Bound exact = test_set({k, 50}, Delta(0.05));
            const Bound other = test_set({k, 50}, Delta(0.05), form);
            // Equal without errors, but for the last digit.
            ASSERT_GE(other.upper.number() * (1.0 + 1e-14), exact.upper.number());
            ASSERT_LE(other.lower.number(), exact.lower.number() * (1.0 + 1e-14));
        }
}

TEST(TestSet, HasRightLimitsAtItsEdges)
{
    EXPECT_DOUBLE_EQ(test_set({0, 1}, Delta(0.05)).upper.number(), 0.95);
    EXPECT_EQ(test_set({1, 1}, Delta(0.05)).upper.number(), 1.0);
    EXPECT_EQ(test_set({1, 1}, Delta(0.05)).complement.number(), 0.0);
    EXPECT_EQ(test_set({0, 30}, Delta(0.05)).lower.number(), 0.0);
    EXPECT_EQ(test_set({0, 30}, Delta(0.025), TestSetForm::wilson).lower.number(), 0.0);
    EXPECT_EQ(test_set({30, 30}, Delta(0.025), TestSetForm::wilson).upper.number(), 1.0);
    EXPECT_EQ(test_set({5, 30}, Delta(0.05)).estimand, Estimand::model);
    EXPECT_EQ(test::message_of([] {
                  test_set({0, 0}, Delta(0.05));
              }),
              "binomial: rows = 0 must be at least 1");
    EXPECT_EQ(test::message_of([] {
                  test_set({4, 3}, Delta(0.05));
              }),
              "binomial: errors = 4 must be <= rows = 3");
}

TEST(Randomised, CountsAFoldWithoutRowsAsOne)
{
    const std::vector<ErrorCount> members = {{2, 20}, {0, 0}};
    const Bound bound = randomised(members, Delta(0.02));
    EXPECT_DOUBLE_EQ(bound.upper.number(), (binomial_upper(2, 20, Delta(0.01)).p + 1.0) / 2.0);
    EXPECT_DOUBLE_EQ(bound.lower.number(), binomial_lower(2, 20, Delta(0.01)).p / 2.0);
    EXPECT_DOUBLE_EQ(bound.value, 0.1);
    EXPECT_EQ(bound.estimand, Estimand::randomised);
}

TEST(Randomised, OfLeaveOneOutIsUseless)
{
    const std::vector<ErrorCount> rows(100, ErrorCount{0, 1});
    EXPECT_NEAR(randomised(rows, Delta(0.05)).upper.number(), 1.0 - 0.05 / 100, 1e-15);
}

TEST(Randomised, TakesTheSmallestMemberForAllWhereConvexityJoinsThem)
{
    const std::vector<ErrorCount> unequal = {{2, 20}, {8, 40}};
    EXPECT_DOUBLE_EQ(randomised(unequal, Delta(0.05), RandomisedForm::hoeffding).upper.number(),
                     0.15 + std::sqrt(std::log(20.0) / 40.0));
    EXPECT_DOUBLE_EQ(randomised(unequal, Delta(0.05), RandomisedForm::kl).upper.number(),
                     kl_upper(0.15, std::log(2.0 * std::sqrt(20.0) / 0.05) / 20.0));
    const std::vector<ErrorCount> few = {{2, 7}, {8, 40}};
    EXPECT_DOUBLE_EQ(randomised(few, Delta(0.05), RandomisedForm::kl).upper.number(),
                     kl_upper((2.0 / 7 + 0.2) / 2, std::log(8.0 / 0.05) / 7.0));
    for (const auto form : {RandomisedForm::hoeffding, RandomisedForm::kl}) {
        const auto empty = randomised(std::vector<ErrorCount>{{2, 20}, {0, 0}}, Delta(0.05), form);
        EXPECT_EQ(empty.upper.number(), 1.0);
        EXPECT_EQ(empty.lower.number(), 0.0);
    }
}

TEST(Randomised, WithWeightsAndBudgetsIsTheWeightedSumOfTails)
{
    const std::vector<ErrorCount> members = {{3, 20}, {5, 30}, {0, 0}};
    const std::vector<double> weights = {0.5, 0.3, 0.2};
    const std::vector<Delta> budgets = {Delta(0.02), Delta(0.005), Delta(0.001)};
    const auto bound = randomised(members, weights, budgets);
    EXPECT_DOUBLE_EQ(bound.upper.number(), 0.5 * binomial_upper(3, 20, Delta(0.02)).p +
                                               0.3 * binomial_upper(5, 30, Delta(0.005)).p + 0.2);
    EXPECT_DOUBLE_EQ(bound.lower.number(), 0.5 * binomial_lower(3, 20, Delta(0.02)).p +
                                               0.3 * binomial_lower(5, 30, Delta(0.005)).p);
    EXPECT_DOUBLE_EQ(bound.two_sided.upper.number(), 0.5 * binomial_upper(3, 20, Delta(0.01)).p +
                                                         0.3 * binomial_upper(5, 30, Delta(0.0025)).p + 0.2);
    EXPECT_DOUBLE_EQ(bound.delta.value(), 0.026);
    EXPECT_DOUBLE_EQ(bound.value, 0.5 * 0.15 + 0.3 / 6);
    // Equal ones are the plain bound.
    const std::vector<ErrorCount> two = {{3, 20}, {5, 30}};
    EXPECT_DOUBLE_EQ(
        randomised(two, std::vector<double>{0.5, 0.5}, std::vector<Delta>(2, Delta(0.025))).upper.number(),
        randomised(two, Delta(0.05)).upper.number());
    EXPECT_EQ(test::message_of([&] {
                  randomised(two, std::vector<double>{0.5, 0.6}, std::vector<Delta>(2, Delta(0.025)));
              }),
              "the weights' sum is 1.1; expected 1");
    EXPECT_EQ(test::message_of(
                  [&] { randomised(two, std::vector<double>{1.0}, std::vector<Delta>(2, Delta(0.025))); }),
              "there are 2 members, 1 weights and 2 budgets; expected equal numbers");
}

TEST(Progressive, OnOneModelHasTheFormOfItsPaper)
{
    const auto bound = progressive({12, 10000}, Delta(0.05), ProgressiveForm::penalised);
    EXPECT_DOUBLE_EQ(bound.upper.number(),
                     0.0012 + 6.0 * std::sqrt(std::log(2.0 * 10001.0 / 0.05) / 10000.0));
    EXPECT_FALSE(bound.lower);
    EXPECT_EQ(bound.estimand, Estimand::model);
    EXPECT_EQ(progressive({12, 100}, Delta(0.05), ProgressiveForm::penalised).upper.number(), 1.0);
}

TEST(Randomised, RefusesWhatItCannotJoin)
{
    EXPECT_EQ(test::message_of([] { randomised({}, Delta(0.05)); }),
              "no members; expected errors and rows of at least one");
    const std::vector<ErrorCount> wrong = {{1, 2}, {3, 2}};
    EXPECT_EQ(test::message_of([&] { randomised(wrong, Delta(0.05)); }),
              "member 2: errors = 3 must be <= rows = 2");
}

TEST(Disagreement, IsOneWithoutUnlabelledRows)
{
    EXPECT_EQ(disagreement_upper({.form = DisagreementForm::sampled, .counts = {0}, .rows = 0}, Delta(0.05)),
              1.0);
    EXPECT_EQ(
        disagreement_upper({.form = DisagreementForm::expected_kl, .mean = 0.0, .rows = 0}, Delta(0.05)),
        1.0);
    EXPECT_EQ(semi_supervised(std::vector<ErrorCount>{{1, 50}}, {.counts = {0}, .rows = 0}, Delta(0.05))
                  .upper.number(),
              1.0);
}

TEST(Disagreement, RefusesImpossibleFigures)
{
    EXPECT_EQ(test::message_of([] { disagreement_upper({.counts = {7}, .rows = 6}, Delta(0.05)); }),
              "disagreements = 7 must be <= unlabelled rows = 6");
    EXPECT_EQ(test::message_of([] {
                  disagreement_upper({.form = DisagreementForm::expected_kl, .mean = std::nan(""), .rows = 6},
                                     Delta(0.05));
              }),
              "mean disagreement = nan must lie between 0 and 1");
    EXPECT_NE(test::message_of([] {
                  disagreement_upper({.counts = {1, 2}, .rows = 6}, Delta(0.05));
              }),
              "no error");
    EXPECT_EQ(test::message_of([] { disagreement_of_rows(DisagreementForm::expected, {6}); }),
              "differing: 1 counts; expected one for each of 0, 1, ... up to all members");
    EXPECT_EQ(test::message_of([] {
                  disagreement_upper({.form = DisagreementForm::expected, .differing = {4, 1}, .rows = 6},
                                     Delta(0.05));
              }),
              "differing: the counts add up to 5; expected the number of unlabelled rows, 6");
}

/// A histogram of up to 40 rows by up to 7 members that differ.
Disagreement some_rows(std::uint64_t number)
{
    Stream stream(number, Purpose::disagreement);
    std::vector<std::uint64_t> differing(2 + stream.below(7));
    const auto rows = 1 + stream.below(40);
    const auto most =
        1 + stream.below(differing.size()); // all shapes, with and without rows on which all differ
    for (std::uint64_t j = 0; j < rows; ++j)
        ++differing[std::min(stream.below(most), stream.below(differing.size()))];
    return disagreement_of_rows(DisagreementForm::expected, std::move(differing));
}

/// The capital of the form `expected` against the mean m, straight from METHODS C.7.
double capital(const Disagreement& rows, double m, double delta)
{
    const auto n = static_cast<double>(rows.rows);
    const auto members = static_cast<double>(rows.differing.size() - 1);
    double low = 0.0;
    double high = m;
    for (int step = 0; step < 60; ++step) {
        const double q = (low + high) / 2.0;
        (n * binary_kl(q, m) > -std::log(delta) ? low : high) = q;
    }
    const double one = (m - low) / (m * (1.0 - m));
    const double two = std::min(1.7 * one, std::max(0.98 / (1.0 - m), one));
    double sum = 0.0;
    for (const double bet : {one, two}) {
        double product = 1.0;
        for (std::size_t i = 0; i < rows.differing.size(); ++i)
            product *= std::pow(1.0 + bet * (m - static_cast<double>(i) / members),
                                static_cast<double>(rows.differing[i]));
        sum += product / 2.0;
    }
    return sum;
}

TEST(Disagreement, ByBetsLeavesNoLargerMeanBehind)
{
    for (std::uint64_t number = 0; number < 100; ++number) {
        const auto rows = some_rows(number);
        const double upper = disagreement_upper(rows, Delta(0.05));
        EXPECT_GE(upper, rows.mean);
        for (int step = 1; step < 40; ++step) {
            const double m = upper + (1.0 - upper) * step / 40.0;
            if (m < 1.0) { EXPECT_GE(capital(rows, m, 0.05), 20.0 * (1.0 - 1e-9)) << number << ' ' << m; }
        }
        const double below = rows.mean + 0.99 * (upper - rows.mean);
        if (below > 0.0) { EXPECT_LT(capital(rows, below, 0.05), 20.0) << number; }
    }
}

// Rows whose members differ all or not at all: the binomial tail, as sampled has it.
TEST(Disagreement, OfGaffkeIsTheBinomialLimitWhereTheMembersAgree)
{
    for (const std::uint64_t differ : {0, 1, 7, 30, 60}) {
        const auto rows = disagreement_of_rows(DisagreementForm::gaffke, {60 - differ, 0, 0, differ});
        EXPECT_NEAR(disagreement_upper(rows, Delta(0.05)), binomial_upper(differ, 60, Delta(0.05)).p, 1e-12);
    }
}

TEST(Disagreement, HasAgreementBetweenNoneAndOne)
{
    EXPECT_NEAR(agreement_of_members(disagreement_of_rows({}, {440, 20, 15, 10, 10, 5})).value(),
                0.6046562706, 1e-10);
    EXPECT_DOUBLE_EQ(agreement_of_members(disagreement_of_rows({}, {6, 0, 0, 3})).value(), 1.0);
    EXPECT_EQ(agreement_of_members(disagreement_of_rows({}, {0, 9, 0})).value(), 0.0);
    EXPECT_FALSE(agreement_of_members(disagreement_of_rows({}, {9, 0, 0})));
}

/// Every histogram of `rows` rows: `then` gets each.
void each_histogram(std::uint64_t rows, std::vector<std::uint64_t>& differing, std::size_t at,
                    const std::function<void()>& then)
{
    if (at + 1 == differing.size()) {
        differing[at] = rows;
        then();
        return;
    }
    for (std::uint64_t here = 0; here <= rows; ++here) {
        differing[at] = here;
        each_histogram(rows - here, differing, at + 1, then);
    }
}

// Brute force: over all histograms of 12 rows by two members, the probability that the limit lies below the
// true disagreement, for a grid of laws.
TEST(Disagreement, FailsAtMostWithDeltaForEveryLawOfAGrid)
{
    const std::uint64_t n = 12;
    const Delta delta(0.1);
    for (const auto form : {DisagreementForm::expected, DisagreementForm::median, DisagreementForm::gaffke}) {
        struct Outcome {
            std::vector<std::uint64_t> differing;
            double upper;
        };
        std::vector<Outcome> outcomes;
        std::vector<std::uint64_t> differing(3);
        each_histogram(n, differing, 0, [&] {
            outcomes.push_back({differing, disagreement_upper(disagreement_of_rows(form, differing), delta)});
        });
        ASSERT_EQ(outcomes.size(), 91u);
        for (int a = 0; a <= 20; ++a)
            for (int b = 0; a + b <= 20; ++b) {
                const double some = a / 20.0;
                const double all = b / 20.0;
                const double d = some / 2.0 + all;
                double fails = 0.0;
                for (const auto& [counts, upper] : outcomes)
                    if (upper < d - 1e-12)
                        fails +=
                            std::exp(std::lgamma(13.0) - std::lgamma(1.0 + static_cast<double>(counts[0])) -
                                     std::lgamma(1.0 + static_cast<double>(counts[1])) -
                                     std::lgamma(1.0 + static_cast<double>(counts[2]))) *
                            std::pow(1.0 - some - all, static_cast<double>(counts[0])) *
                            std::pow(some, static_cast<double>(counts[1])) *
                            std::pow(all, static_cast<double>(counts[2]));
                EXPECT_LE(fails, 0.1 + 1e-9) << static_cast<int>(form) << ' ' << some << ' ' << all;
            }
    }
}

TEST(Voting, DoublesTheBoundOnAMemberAndHasNoLowerSide)
{
    const std::vector<ErrorCount> members = {{1, 100}, {3, 100}};
    const Bound vote = voting(members, Delta(0.05));
    EXPECT_DOUBLE_EQ(vote.upper.number(), 2.0 * randomised(members, Delta(0.05)).upper.number());
    EXPECT_EQ(vote.lower.reason(), reasons::no_lower_bound);
    EXPECT_EQ(vote.two_sided.lower.reason(), reasons::no_lower_bound);
    EXPECT_EQ(vote.estimand, Estimand::model);
}

TEST(OrderStatistics, HaveTheRanksOfMethodsC4)
{
    std::vector<double> values;
    for (int i = 1; i <= 19; ++i) values.push_back((i * 7 % 19 + 1) / 100.0); // 0.01 .. 0.19 in another order
    const Bound first = order_statistics(values, std::size_t{1});
    EXPECT_EQ(first.upper.number(), 0.19);
    EXPECT_EQ(first.lower.number(), 0.01);
    EXPECT_DOUBLE_EQ(first.delta.value(), 0.05);
    EXPECT_DOUBLE_EQ(first.two_sided_delta, 0.1);
    EXPECT_EQ(first.estimand, Estimand::split);
    EXPECT_EQ(order_statistics(values, std::size_t{3}).upper.number(), 0.17);
    EXPECT_EQ(order_statistics(values, std::size_t{11}).two_sided.upper.reason(), reasons::rank_too_large);
    EXPECT_TRUE(order_statistics(values, std::size_t{10}).two_sided.upper.exists());

    // 19 splits are the fewest for 95 % on one side, 39 on two.
    EXPECT_EQ(order_statistics(values, Delta(0.05)).upper.number(), 0.19);
    EXPECT_EQ(order_statistics(values, Delta(0.05)).two_sided.upper.reason(), reasons::too_few_splits);
    values.pop_back();
    EXPECT_EQ(order_statistics(values, Delta(0.05)).upper.reason(), reasons::too_few_splits);
    values.assign(39, 0.2);
    EXPECT_TRUE(order_statistics(values, Delta(0.05)).two_sided.upper.exists());
    values.pop_back();
    EXPECT_FALSE(order_statistics(values, Delta(0.05)).two_sided.upper.exists());
}

TEST(OrderStatistics, RefuseNoFiguresAndRanksThatAreNone)
{
    const std::vector<double> two = {0.1, 0.2};
    EXPECT_EQ(test::message_of([] { order_statistics({}, std::size_t{1}); }),
              "order-statistics: no values; expected at least one");
    EXPECT_NE(test::message_of([&] { order_statistics(two, std::size_t{0}); }).find("rank = 0"),
              std::string::npos);
    EXPECT_NE(test::message_of([&] { order_statistics(two, std::size_t{3}); }).find("rank = 3"),
              std::string::npos);
    const std::vector<double> bad = {0.1, std::nan("")};
    EXPECT_EQ(test::message_of([&] { order_statistics(bad, std::size_t{1}); }),
              "order-statistics: value 2 is not a finite number");
}

TEST(Training, RefusesImpossibleFigures)
{
    EXPECT_NE(test::message_of([] { occam({1, 2}, 0.5, Delta(0.05)); }), "no error");
    EXPECT_NE(test::message_of([] { compression(1, 10, 10, Delta(0.05)); }), "no error");
    EXPECT_NE(test::message_of([] { compression(0, 10, 11, Delta(0.05)); }), "no error");
    EXPECT_NE(test::message_of([] { compression(1, 10, 5, Delta(0.05), CompressionForm::preferent); }),
              "no error");
    EXPECT_NE(test::message_of([] { compression(6, 10, 5, Delta(0.05)); }), "no error");
    EXPECT_NE(test::message_of([] { pac_bayes(0.1, 7, 1.0, Delta(0.05), PacBayesForm::maurer); }),
              "no error");
    EXPECT_NE(test::message_of([] { pac_bayes(std::nan(""), 70, 1.0, Delta(0.05), PacBayesForm::maurer); }),
              "no error");
    EXPECT_NE(test::message_of([] { pac_bayes(0.1, 70, -1.0, Delta(0.05), PacBayesForm::maurer); }),
              "no error");
    EXPECT_NE(test::message_of([] {
                  progressive({1, 10}, Delta(0.05), ProgressiveForm::fixed_lambda, 0.0);
              }),
              "no error");
}

} // namespace
