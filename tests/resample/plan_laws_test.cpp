// Laws of every plan in the table. A new plan is tested automatically; one that needs keys gets them in
// spec_of().
#include "resample/examples.hpp"
#include "support/messages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace unseen {
namespace {

using test::owned;
using test::OwnedSplit;
using test::splits_of;

/// 23 labelled rows of three classes, two rows without a class, a column of given folds, and three test rows.
Dataset data_for_laws()
{
    std::vector<std::int32_t> classes;
    std::vector<double> folds;
    for (int i = 0; i < 25; ++i) {
        classes.push_back(i == 7 || i == 20 ? -1 : (i * i + i / 3) % 3);
        folds.push_back((i * 7) % 4);
    }
    const auto main = test::table_of(
        {test::numeric_column("fold", folds), test::coded_column("y", classes, {"a", "b", "c"})});
    const auto extra = test::table_of({test::coded_column("y", {0, 1, 2}, {"a", "b", "c"})});
    return Dataset::make(main, {.ignore = {"fold"}}, &extra, nullptr);
}

/// The plan with its defaults, except for the keys that a small example needs.
Spec spec_of(const std::string& name)
{
    Spec spec(name);
    if (name == "given") spec.set("column", "fold");
    if (name == "cv") spec.set("folds", "5").set("repeats", "3");
    if (name == "learning") spec.set("train", "9").set("folds", "5").set("repeats", "3");
    if (name == "holdout") spec.set("repeats", "6");
    if (name == "random") spec.set("fraction", "0.4"); // of 2 rows of 23, two splits would often be the same
    if (name == "bootstrap") spec.set("samples", "20");
    if (name == "random-halves") spec.set("fraction", "0.3").set("splits", "2").set("pairs", "3");
    if (name == "nested-cv") spec.set("repeats", "3");
    return spec;
}

bool is_random(const std::string& name)
{
    return name != "resubstitution" && name != "test" && name != "loo" && name != "lpo" && name != "given" &&
           name.find("forward") != 0;
}

class PlanLaws : public testing::TestWithParam<std::string> {
protected:
    const Dataset data = data_for_laws();
    const Spec spec = spec_of(GetParam());
    const Plan plan = make_plan(spec, data, 42);
};

TEST_P(PlanLaws, TheCanonicalSpecMakesTheSamePlan)
{
    const auto again = make_plan(Spec::parse(plan.spec().print()), data, 42);
    EXPECT_EQ(again.spec(), plan.spec());
    EXPECT_EQ(splits_of(again), splits_of(plan));
    for (const auto& info : plan_infos()) {
        if (info.name != GetParam()) continue;
        for (const auto& key : info.keys) EXPECT_TRUE(plan.spec().find(key.name).has_value()) << key.name;
    }
}

TEST_P(PlanLaws, TheDesignCountsWhatTheSplitsHold)
{
    const auto splits = splits_of(plan);
    EXPECT_EQ(plan.size(), plan.design().splits);
    EXPECT_EQ(plan.design().rows, data.labelled());
    ASSERT_EQ(splits.size(), plan.size());
    double training = 0;
    for (const auto& split : splits) training += std::accumulate(split.train.begin(), split.train.end(), 0.0);
    EXPECT_NEAR(plan.design().training_rows, training / static_cast<double>(splits.size()), 1e-9);
}

TEST_P(PlanLaws, RowsAreAscendingDistinctAndInRange)
{
    Scratch scratch;
    for (std::uint64_t i = 0; i < plan.size(); ++i) {
        const Split split = plan.at(i, scratch);
        EXPECT_EQ(split.train.universe(), data.labelled());
        EXPECT_TRUE(std::adjacent_find(split.test.begin(), split.test.end(), std::greater_equal<>()) ==
                    split.test.end())
            << i;
        for (const Row row : split.test) EXPECT_LT(row, data.rows());
        std::vector<Row> trained;
        std::uint64_t size = 0;
        split.train.for_each([&](Row row, std::uint32_t count) {
            trained.push_back(row);
            size += count;
            EXPECT_GE(count, 1u);
        });
        EXPECT_TRUE(std::adjacent_find(trained.begin(), trained.end(), std::greater_equal<>()) ==
                    trained.end());
        EXPECT_EQ(trained.size(), split.train.distinct());
        EXPECT_EQ(size, split.train.size());
    }
}

TEST_P(PlanLaws, TrainingAndTestRowsRelateAsTheDesignSays)
{
    const auto& name = GetParam();
    for (const auto& split : splits_of(plan)) {
        std::vector<Row> untouched;
        for (Row row = 0; row < data.labelled(); ++row)
            if (split.train[row] == 0) untouched.push_back(row);
        const auto drawn = std::accumulate(split.train.begin(), split.train.end(), std::uint64_t{0});
        if (name == "resubstitution" || name == "test") {
            EXPECT_TRUE(untouched.empty());
            EXPECT_EQ(drawn, data.labelled());
            continue;
        }
        // Rows that are trained on later are not tested yet; the rest of the rows are in the other half, or
        // left out.
        if (name == "progressive" || name == "learning" || name == "random-halves" ||
            name.starts_with("forward"))
            EXPECT_TRUE(
                std::includes(untouched.begin(), untouched.end(), split.test.begin(), split.test.end()));
        else
            EXPECT_EQ(split.test, untouched);
        if (name == "bootstrap")
            EXPECT_EQ(drawn, data.labelled());
        else
            EXPECT_LE(*std::max_element(split.train.begin(), split.train.end()), 1u);
    }
}

TEST_P(PlanLaws, TheDesignTellsWhetherRowsAreTestedThatWereTrainedOnAndWhetherRepeatsTestRowsOnce)
{
    bool trained = false;
    bool twice = false;
    std::vector<std::vector<Row>> tested(plan.design().repeats);
    for (const auto& split : splits_of(plan))
        for (const Row row : split.test) {
            trained = trained || (row < data.labelled() && split.train[row] > 0);
            auto& before =
                tested.at(GetParam() == "bootstrap" ? 0 : split.repeat); // its samples are no repeats
            twice = twice || std::find(before.begin(), before.end(), row) != before.end();
            before.push_back(row);
        }
    EXPECT_EQ(plan.design().estimand == Estimand::none, trained);
    if (plan.design().no_table.empty()) { EXPECT_FALSE(trained || twice); }
    if (plan.design().no_table == "its splits predict the same rows several times") { EXPECT_TRUE(twice); }
}

TEST_P(PlanLaws, FoldsPartitionTheRowsOnceARepeat)
{
    const auto splits = splits_of(plan);
    EXPECT_EQ(plan.design().one_row_splits,
              plan.design().each_row_once &&
                  std::all_of(splits.begin(), splits.end(),
                              [](const OwnedSplit& s) { return s.test.size() == 1; }));
    if (!plan.design().each_row_once) return;
    const auto folds = splits.size() / plan.design().repeats;
    std::vector<std::vector<int>> tested(plan.design().repeats, std::vector<int>(data.labelled(), 0));
    for (std::size_t i = 0; i < splits.size(); ++i) {
        EXPECT_EQ(splits[i].repeat, i / folds);
        EXPECT_EQ(splits[i].fold, i % folds);
        for (const Row row : splits[i].test) ++tested.at(splits[i].repeat).at(row);
    }
    for (const auto& repeat : tested) EXPECT_EQ(repeat, std::vector<int>(data.labelled(), 1));
}

TEST_P(PlanLaws, ASplitDependsOnItsNumberAlone)
{
    const auto splits = splits_of(plan);
    Stream stream(71, Purpose::generation);
    Scratch shared;
    for (int i = 0; i < 200; ++i) {
        const auto k = stream.below(plan.size());
        EXPECT_EQ(owned(plan.at(k, shared)), splits[k]);
        if (stream.below(2) == 0) { EXPECT_EQ(owned(plan.at(k, shared)), splits[k]) << "asked twice"; }
        Scratch fresh;
        EXPECT_EQ(owned(plan.at(k, fresh)), splits[k]);
    }
}

TEST_P(PlanLaws, AScratchMayBeSharedWithAnyOtherPlan)
{
    // Another plan, the same plan with another seed, and a copy all use the scratch in between.
    const auto splits = splits_of(plan);
    std::vector<Plan> others = {plan, make_plan(spec, data, 43)};
    for (const auto& info : plan_infos()) others.push_back(make_plan(spec_of(info.name), data, 42));
    others.push_back(make_plan(Spec::parse("cv:folds=4,repeats=2"), data, 42));
    others.push_back(make_plan(Spec::parse("cv:folds=5"), test::number_data(9), 42)); // fewer rows
    std::vector<std::vector<OwnedSplit>> theirs;
    for (const auto& other : others) theirs.push_back(splits_of(other));
    Stream stream(72, Purpose::generation);
    Scratch scratch;
    for (int i = 0; i < 300; ++i) {
        const auto o = static_cast<std::size_t>(stream.below(others.size()));
        const auto there = stream.below(others[o].size());
        EXPECT_EQ(owned(others[o].at(there, scratch)), theirs[o][there]);
        const auto here = stream.below(plan.size());
        EXPECT_EQ(owned(plan.at(here, scratch)), splits[here]);
    }
}

TEST_P(PlanLaws, TheSeedDecidesWhereChanceDoes)
{
    EXPECT_EQ(splits_of(make_plan(spec, data, 42)), splits_of(plan));
    const auto other = splits_of(make_plan(spec, data, 43));
    if (is_random(GetParam()))
        EXPECT_NE(other, splits_of(plan));
    else
        EXPECT_EQ(other, splits_of(plan));
}

TEST_P(PlanLaws, RandomRepeatsDiffer)
{
    if (!is_random(GetParam())) return;
    const auto splits = splits_of(plan);
    for (const auto& split : splits)
        if (split.repeat > 0 && split.fold == 0) { EXPECT_NE(split.test, splits[0].test); }
}

TEST_P(PlanLaws, TheMultisetKeyIsThatOfTheRowsWrittenOut)
{
    const auto all = multiset_key_of_all(data.labelled());
    Scratch scratch;
    std::vector<std::pair<std::vector<std::uint32_t>, Digest>> seen;
    for (std::uint64_t i = 0; i < plan.size(); ++i) {
        const Split split = plan.at(i, scratch);
        const auto counts = owned(split).train;
        const auto key = multiset_key(split.train, all);
        // All rows with a count each: never a complement, whatever the split's own form.
        std::vector<Row> rows;
        std::vector<std::uint32_t> multiplicities;
        for (Row row = 0; row < counts.size(); ++row)
            if (counts[row] > 0) {
                rows.push_back(row);
                multiplicities.push_back(counts[row]);
            }
        const auto listed = RowSet::of(data.labelled(), rows, multiplicities);
        ASSERT_FALSE(listed.is_complement());
        EXPECT_EQ(multiset_key(listed, all), key);
        for (const auto& [other, other_key] : seen) EXPECT_EQ(other == counts, other_key == key);
        seen.emplace_back(counts, key);
    }
}

TEST_P(PlanLaws, ASplitBeyondTheLastIsABug)
{
    Scratch scratch;
    EXPECT_THROW(plan.at(plan.size(), scratch), std::logic_error);
}

TEST_P(PlanLaws, UnknownKeysAndBracketsAreRefused)
{
    EXPECT_NE(test::message_of([&] {
                  make_plan(Spec(GetParam()).set("fold", "3"), data, 1);
              }).find("unknown key 'fold'"),
              std::string::npos);
    EXPECT_NE(test::message_of([&] {
                  make_plan(Spec(GetParam(), {Spec("loo")}), data, 1);
              }).find("takes nothing in brackets"),
              std::string::npos);
}

std::vector<std::string> names()
{
    std::vector<std::string> all;
    for (const auto& info : plan_infos()) all.push_back(info.name);
    return all;
}

INSTANTIATE_TEST_SUITE_P(Table, PlanLaws, testing::ValuesIn(names()), [](const auto& name) {
    auto identifier = name.param;
    std::replace(identifier.begin(), identifier.end(), '-', '_');
    return identifier;
});

TEST(Plans, KeepTheirNamesAndExplainTheirKeys)
{
    for (const char* name :
         {"resubstitution", "test", "holdout", "cv", "loo", "random", "random-halves", "nested-cv",
          "bootstrap", "given", "progressive", "forward-growing", "forward-fixed"})
        EXPECT_EQ(std::ranges::count(names(), name), 1) << name;
    for (const auto& info : plan_infos()) {
        EXPECT_FALSE(info.help.empty()) << info.name;
        for (const auto& key : info.keys) EXPECT_FALSE(key.help.empty()) << info.name << ' ' << key.name;
    }
}

TEST(Plans, OfUnknownNameNameTheNearest)
{
    const auto error = [](const char* spec) {
        return test::message_of([&] { test::plan(spec, test::number_data(30)); });
    };
    EXPECT_NE(error("hold-out").find("unknown resampling 'hold-out'; did you mean 'holdout'?"),
              std::string::npos);
    EXPECT_NE(error("bootstrp").find("did you mean 'bootstrap'?"), std::string::npos);
    EXPECT_NE(error("cv:fold=5").find("unknown key 'fold'; did you mean 'folds'?"), std::string::npos);
}

} // namespace
} // namespace unseen
