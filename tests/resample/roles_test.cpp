// Plans with roles of columns: strata of numbers, groups and times in any combination. Oracles: worked values
// of docs/METHODS.md A.8, A.11 and A.13, and laws over random data.
#include "resample/examples.hpp"
#include "support/messages.hpp"

#include "unseen/base/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace unseen {
namespace {

using test::class_data;
using test::coded_column;
using test::message_of;
using test::number_data;
using test::numeric_column;
using test::owned;
using test::plan;
using test::splits_of;
using test::table_of;
using test::warning_codes;
using Rows = std::vector<Row>;
using Texts = std::vector<std::string>;

std::vector<Rows> tests_of(const Plan& plan)
{
    std::vector<Rows> all;
    for (const auto& split : splits_of(plan)) all.push_back(split.test);
    return all;
}

/// The worked example of METHODS A.11 as the target.
Dataset eleven_numbers()
{
    return Dataset::make(
        table_of({numeric_column("y", {5.1, 2.0, 9.3, 4.4, 7.7, 1.2, 3.3, 8.8, 6.0, .5, 2.9})}));
}

TEST(StrataOfNumbers, GiveTheFoldsOfTheWorkedExample)
{
    // Strata [9,5,1] [10,6,3] [0,8,4] [7,2]; fold i has row i of each.
    EXPECT_EQ(tests_of(plan("cv:folds=3,stratify=fixed", eleven_numbers())),
              (std::vector<Rows>{{0, 7, 9, 10}, {2, 5, 6, 8}, {1, 3, 4}}));
}

TEST(StrataOfNumbers, ReachEachFoldOnce)
{
    const std::vector<Rows> strata = {{9, 5, 1}, {10, 6, 3}, {0, 8, 4}, {7, 2}};
    const auto data = eleven_numbers();
    for (const auto& test : tests_of(plan("cv:folds=3,repeats=50,stratify=yes", data)))
        for (const auto& stratum : strata) {
            const auto in =
                std::ranges::count_if(stratum, [&](Row r) { return std::ranges::count(test, r) > 0; });
            EXPECT_LE(in, 1);
            if (stratum.size() == 3) { EXPECT_EQ(in, 1); }
        }
    // Four test rows of a hold-out: one of each of four strata.
    for (const auto& test : tests_of(plan("holdout:fraction=0.36,repeats=50,stratify=yes", data)))
        for (const auto& stratum : strata)
            EXPECT_EQ(std::ranges::count_if(stratum, [&](Row r) { return std::ranges::count(test, r) > 0; }),
                      1);
}

TEST(StrataOfNumbers, AreRefusedWhereAPlanHasNoUseForThem)
{
    const auto data = eleven_numbers();
    EXPECT_NE(message_of([&] { plan("bootstrap:stratify=yes", data); })
                  .find("column 'y' holds numbers, which this plan cannot balance; name a column of "
                        "categories with `stratum`"),
              std::string::npos);
    for (const auto& [spec, on] :
         {std::pair{"cv:stratify=fixed", class_data({0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1})},
          std::pair{"cv:stratify=fixed,repeats=2", data}})
        EXPECT_NE(message_of([&, of = spec, to = on] {
                      plan(of, to);
                  }).find("stratify=fixed needs a column of numbers"),
                  std::string::npos);
    EXPECT_NE(message_of([&] { plan("cv:stratify=maybe", data); }).find("expected yes, fixed or no"),
              std::string::npos);
}

TEST(Stratum, ThatAPlanDoesNotBalanceIsToldAndNotDropped)
{
    const auto data = Dataset::make(table_of({numeric_column("age", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}),
                                              coded_column("y", {0, 1, 0, 1, 0, 1, 0, 1, 0, 1}, {"a", "b"})}),
                                    {.stratum = "age"});
    for (const char* spec : {"loo", "lpo", "random", "cv:stratify=no", "forward-growing", "bootstrap"})
        EXPECT_EQ(std::ranges::count(warning_codes(plan(spec, data)), "stratum_ignored"), 1) << spec;
    for (const char* spec :
         {"cv:folds=2", "holdout", "random:stratify=yes", "resubstitution", "nested-cv:stratify=yes"})
        EXPECT_EQ(std::ranges::count(warning_codes(plan(spec, data)), "stratum_ignored"), 0) << spec;
}

TEST(Bootstrap, StratifiedDrawsAsManyOfEachClassAsThereAre)
{
    const auto data = test::class_counts({7, 4, 1});
    bool differs = false;
    for (const auto& split : splits_of(plan("bootstrap:samples=50,stratify=yes", data))) {
        std::vector<std::uint32_t> drawn(3, 0);
        for (Row r = 0; r < 12; ++r) drawn[static_cast<std::size_t>(data.class_codes()[r])] += split.train[r];
        EXPECT_EQ(drawn, (std::vector<std::uint32_t>{7, 4, 1}));
        differs = differs || !split.test.empty();
    }
    EXPECT_TRUE(differs);
}

// ---- leave-p-out

TEST(LeavePOut, TestsEachSetOnceInLexicographicOrder)
{
    EXPECT_EQ(tests_of(plan("lpo:p=2", number_data(4))),
              (std::vector<Rows>{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}));
    EXPECT_EQ(plan("lpo:p=2", number_data(10)).size(), 45u);
    EXPECT_EQ(plan("lpo:p=3", number_data(20)).size(), 1140u);
    EXPECT_EQ(plan("lpo:p=17", number_data(20)).size(), 1140u);
    const auto seven = tests_of(plan("lpo:p=4", number_data(7)));
    EXPECT_TRUE(std::ranges::is_sorted(seven));
    EXPECT_EQ(std::set(seven.begin(), seven.end()).size(), 35u);
    EXPECT_EQ(splits_of(plan("lpo:p=1", number_data(9))), splits_of(plan("loo", number_data(9))));
}

TEST(LeavePOut, TellsHowManySplitsAreTooMany)
{
    EXPECT_NE(message_of([] {
                  plan("lpo:p=15", number_data(30));
              }).find("gives 155117520 splits; expected at most 10000000"),
              std::string::npos);
    EXPECT_NE(message_of([] { plan("lpo:p=400", number_data(1000)); }).find("gives more than 1e15 splits"),
              std::string::npos);
    EXPECT_NE(message_of([] {
                  plan("lpo:p=4", number_data(4));
              }).find("p = 4 must be less than the number of rows, 4"),
              std::string::npos);
}

// ---- groups

Dataset rows_of_groups(std::vector<double> groups, const Roles& roles)
{
    std::vector<double> y;
    for (std::size_t i = 0; i < groups.size(); ++i) y.push_back(static_cast<double>(i * i % 7));
    return Dataset::make(
        table_of({numeric_column("g", std::move(groups)), numeric_column("y", std::move(y))}), roles);
}

TEST(ForwardPlans, DoNotTrainOnGroupsThatTheyTest)
{
    // Groups 1 2 1 2 3 3 in time: window 1 trains on rows 0-2 without row 1, as it tests row 3 of group 2.
    const auto splits = splits_of(
        plan("forward-growing:train=3,horizon=1", rows_of_groups({1, 2, 1, 2, 3, 3}, {.group = "g"})));
    ASSERT_EQ(splits.size(), 3u);
    EXPECT_EQ(splits[0].train, (std::vector<std::uint32_t>{1, 0, 1, 0, 0, 0}));
    EXPECT_EQ(splits[1].train, (std::vector<std::uint32_t>{1, 1, 1, 1, 0, 0}));
    EXPECT_EQ(splits[2].train, (std::vector<std::uint32_t>{1, 1, 1, 1, 0, 0})); // not row 4
    EXPECT_NEAR(plan("forward-growing:train=3,horizon=1", rows_of_groups({1, 2, 1, 2, 3, 3}, {.group = "g"}))
                    .design()
                    .training_rows,
                10.0 / 3, 1e-15);
    EXPECT_NE(message_of([] {
                  plan("forward-fixed:train=1", rows_of_groups({1, 2, 2, 3}, {.group = "g"}));
              }).find("all training rows of window 2 are in groups that it tests"),
              std::string::npos);
}

TEST(RandomHalves, OfGroupsOfOneRowAreThoseOfRows)
{
    std::vector<double> names;
    std::vector<double> pairs;
    for (int i = 0; i < 40; ++i) {
        names.push_back(i);
        pairs.push_back(i / 2);
    }
    const auto spec = "random-halves:fraction=0.2,splits=2,pairs=3";
    const auto alone = splits_of(plan(spec, rows_of_groups(names, {.ignore = {"g"}})));
    EXPECT_EQ(splits_of(plan(spec, rows_of_groups(names, {.group = "g"}))), alone);
    // Each group of two rows takes the place of one row.
    std::vector<double> twenty(names.begin(), names.begin() + 20);
    const auto half = splits_of(plan(spec, rows_of_groups(twenty, {.ignore = {"g"}})));
    const auto doubled = splits_of(plan(spec, rows_of_groups(pairs, {.group = "g"})));
    ASSERT_EQ(doubled.size(), half.size());
    for (std::size_t i = 0; i < half.size(); ++i)
        for (Row r = 0; r < 40; ++r) {
            EXPECT_EQ(doubled[i].train[r], half[i].train[r / 2]);
            EXPECT_EQ(std::ranges::count(doubled[i].test, r), std::ranges::count(half[i].test, r / 2));
        }
}

// ---- any combination

/// Some 15 rows with a response, and any of the other roles.
struct RandomRoles {
    Dataset data;
    bool groups = false;
    bool numeric_strata = false;
};

RandomRoles random_roles(Stream& stream)
{
    const auto n = 12 + stream.below(9);
    const auto column = [&](const std::string& name, std::uint64_t values, bool numeric) {
        std::vector<double> numbers;
        std::vector<std::int32_t> codes;
        Texts labels;
        for (std::uint64_t v = 0; v < values; ++v) labels.push_back("v" + std::to_string(v));
        for (std::uint64_t r = 0; r < n; ++r) {
            codes.push_back(static_cast<std::int32_t>(stream.below(values)));
            numbers.push_back(codes.back());
        }
        return numeric ? numeric_column(name, numbers) : coded_column(name, codes, labels);
    };
    const auto chance = [&] { return stream.below(2) == 1; };
    const bool numeric_strata = chance();
    const bool with_groups = chance();
    Roles roles;
    roles.ignore = {};
    (chance() ? roles.stratum : roles.ignore.emplace_back()) = "s";
    (with_groups ? roles.group : roles.ignore.emplace_back()) = "g";
    (chance() ? roles.time : roles.ignore.emplace_back()) = "t";
    return {.data = Dataset::make(table_of({column("s", 3 + stream.below(9), numeric_strata),
                                            column("g", 6 + stream.below(6), true), column("t", 30, true),
                                            column("y", 2 + stream.below(2), chance())}),
                                  roles),
            .groups = with_groups,
            .numeric_strata = numeric_strata};
}

TEST(Roles, InAnyCombinationAreKeptOrRefused)
{
    Stream stream(5, Purpose::generation);
    const Texts specs = {"cv:folds=3,repeats=2",
                         "cv:folds=3,stratify=yes",
                         "loo",
                         "lpo:p=2",
                         "holdout:fraction=0.4,repeats=3",
                         "random:splits=4,fraction=0.3,stratify=yes",
                         "bootstrap:samples=5",
                         "bootstrap:samples=5,stratify=yes",
                         "random-halves:splits=2,pairs=2",
                         "nested-cv:folds=3,repeats=1",
                         "forward-growing",
                         "forward-fixed:train=5"};
    std::map<std::string, int> kept;
    for (int i = 0; i < 1000; ++i) {
        const auto roles = random_roles(stream);
        const auto& data = roles.data;
        for (const auto& spec : specs) {
            std::vector<test::OwnedSplit> splits;
            std::optional<Plan> made;
            try {
                made = plan(spec, data, static_cast<std::uint64_t>(i));
            } catch (const InputError&) {
                continue;
            }
            splits = splits_of(*made);
            ++kept[spec];
            std::vector<int> tested(data.labelled(), 0);
            double training = 0;
            for (const auto& split : splits) {
                std::set<std::uint32_t> trained;
                for (Row r = 0; r < data.labelled(); ++r) {
                    training += split.train[r];
                    if (split.train[r] > 0 && roles.groups) trained.insert(data.groups()[r]);
                }
                for (const Row r : split.test) {
                    ++tested[r];
                    EXPECT_EQ(split.train[r], 0u) << spec;
                    if (roles.groups) {
                        ASSERT_EQ(trained.count(data.groups()[r]), 0u) << spec << ": group straddles";
                    }
                }
            }
            if (!roles.groups) {
                EXPECT_NEAR(made->design().training_rows, training / static_cast<double>(splits.size()), 1e-9)
                    << spec;
            }
            if (made->design().each_row_once) {
                EXPECT_EQ(tested, std::vector<int>(data.labelled(), static_cast<int>(made->design().repeats)))
                    << spec;
            }
            if (spec != "cv:folds=3,stratify=yes" || roles.groups) continue;
            // Counts of each category in the folds differ by at most one; strata of numbers reach each fold
            // at most once.
            const auto* stratum = data.stratum();
            if (stratum == nullptr ? data.response_type() == ResponseType::numbers : stratum->is_numeric())
                continue;
            const auto codes = stratum != nullptr ? std::span<const std::int32_t>(stratum->coded().codes)
                                                  : data.class_codes();
            std::map<std::int32_t, std::vector<int>> counts;
            for (std::size_t f = 0; f < splits.size(); ++f)
                for (const Row r : splits[f].test) {
                    auto& of = counts[codes[r]];
                    of.resize(splits.size(), 0);
                    ++of[f];
                }
            for (const auto& [code, of] : counts)
                EXPECT_LE(*std::ranges::max_element(of) - *std::ranges::min_element(of), 1);
        }
    }
    for (const auto& spec : specs)
        EXPECT_GE(kept[spec], 200) << spec; // refused for groups, strata of numbers or too few rows
}

} // namespace
} // namespace unseen
