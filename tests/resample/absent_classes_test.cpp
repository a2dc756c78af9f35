// Classes that the training rows of splits lack. Oracle: the classes of the training rows, one by one.
#include "resample/absent_classes.hpp"

#include "resample/examples.hpp"

#include <gtest/gtest.h>

#include <set>

namespace unseen {
namespace {

using test::coded_column;
using test::numeric_column;
using test::plan;
using test::splits_of;
using test::table_of;

Dataset rare_data()
{
    std::vector<std::int32_t> y;
    std::vector<double> t;
    for (int r = 0; r < 40; ++r) {
        y.push_back(r == 7 || r == 31 ? 0 : r >= 25 ? 1 : 2);
        t.push_back(r);
    }
    return Dataset::make(table_of({numeric_column("t", t), coded_column("y", y, {"rare", "late", "usual"})}),
                         {.time = "t"});
}

TEST(AbsentClasses, AreCountedOverTheSplitsOfEveryPlan)
{
    const auto data = rare_data();
    for (const auto* spec :
         {"random:splits=30,fraction=0.3", "bootstrap:samples=40", "forward-growing:train=5",
          "forward-fixed:train=4", "cv:folds=2,repeats=9,stratify=no",
          "holdout:fraction=0.5,repeats=9,stratify=no"}) {
        const auto made = plan(spec, data);
        std::uint64_t lacking = 0;
        for (const auto& split : splits_of(made)) {
            std::set<std::int32_t> trained;
            for (Row r = 0; r < split.train.size(); ++r)
                if (split.train[r] > 0) trained.insert(data.class_codes()[r]);
            lacking += trained.size() < 3 ? 1 : 0;
        }
        const auto warning = absent_classes(made, data);
        ASSERT_EQ(warning.size(), lacking > 0 ? 1U : 0U) << spec;
        EXPECT_GT(lacking, 0U) << spec << " is no example";
        if (lacking == 0) continue;
        const auto part = "of " + std::to_string(lacking) + " of " + std::to_string(made.size()) + " splits";
        EXPECT_NE(warning[0].text.find(part), std::string::npos) << warning[0].text;
    }
}

TEST(AbsentClasses, AreNoneWhereFoldsAreStratified)
{
    const auto data = rare_data();
    EXPECT_TRUE(absent_classes(plan("cv:folds=2", data), data).empty());
    EXPECT_TRUE(absent_classes(plan("loo", data), data).empty());
    EXPECT_TRUE(absent_classes(plan("resubstitution", data), data).empty());
}

} // namespace
} // namespace unseen
