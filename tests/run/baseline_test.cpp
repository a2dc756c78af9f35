// The figures of a baseline do not depend on how they are made: beside a learner, or, where the learner fails
// on a split, in a run of their own.
#include "run/estimates.hpp"
#include "support/small_learners.hpp"

#include "unseen/run/estimate.hpp"

#include <gtest/gtest.h>

namespace unseen {
namespace {

/// Predicts a constant; with `fails` it fails on the splits that train on row 0 and not on row 2.
std::unique_ptr<Learner> constant_learner(bool fails)
{
    return test::learner_of("constant", [fails](const Dataset&, const Task& task) {
        bool first = false;
        bool second = false;
        task.train.for_each([&](Row r, std::uint32_t) {
            first = first || r == 0;
            second = second || r == 2;
        });
        if (fails && first && !second) throw LearnerError("fails");
        return test::constant_prediction();
    });
}

/// Data of which the estimators may be asked, with groups and weights if asked for.
Dataset with_roles(const Dataset& plain, bool groups, bool weights)
{
    Table table;
    table.columns.assign(plain.features().begin(), plain.features().end());
    NumericColumn group;
    NumericColumn weight;
    for (Row r = 0; r < plain.labelled(); ++r) {
        group.values.push_back(r / 2);
        weight.values.push_back(1 + r % 3);
    }
    const auto n = plain.labelled();
    if (plain.response_type() == ResponseType::classes) {
        CodedColumn y{.labels = plain.classes(), .codes = {}};
        for (Row r = 0; r < n; ++r) y.codes.push_back(plain.class_codes()[r]);
        table.columns.push_back({"y", std::move(y)});
    } else {
        NumericColumn y;
        for (Row r = 0; r < n; ++r) y.values.push_back(plain.responses()[r]);
        table.columns.push_back({"y", std::move(y)});
    }
    Roles roles{.target = "y"};
    if (groups) {
        table.columns.push_back({"group", std::move(group)});
        roles.group = "group";
    }
    if (weights) {
        table.columns.push_back({"weight", std::move(weight)});
        roles.weight = "weight";
    }
    table.declared_types = true;
    return Dataset::make(table, roles);
}

void expect_same_baselines(const Dataset& data, const std::vector<std::string>& measures)
{
    EstimateOptions options;
    for (const auto* text :
         {"cv:folds=5,repeats=3", "cv:folds=2", "random:splits=4", "holdout", "loo", "learning:train=10"})
        options.estimators.push_back(Spec::parse(text));
    for (const auto& text : measures) options.measures.push_back(Spec::parse(text));
    const auto sound = constant_learner(false);
    const auto failing = constant_learner(true);
    const Learner* const first[] = {sound.get()};
    const Learner* const second[] = {failing.get()};
    const auto beside = estimate(data, first, options);
    const auto alone = estimate(data, second, options);
    EXPECT_GT(alone.run.failures, 0U);
    ASSERT_EQ(beside.estimates.size(), alone.estimates.size());
    for (std::size_t i = 0; i < beside.estimates.size(); ++i) {
        const auto& a = beside.estimates[i].baseline;
        const auto& b = alone.estimates[i].baseline;
        const auto& asked = beside.estimates[i].asked;
        SCOPED_TRACE(asked.estimator + ' ' + asked.measure);
        ASSERT_EQ(a.has_value(), b.has_value());
        if (!a) continue;
        EXPECT_EQ(a->name, b->name);
        EXPECT_EQ(a->learner, b->learner);
        EXPECT_EQ(a->value, b->value);
        EXPECT_EQ(a->per_split, b->per_split);
        ASSERT_EQ(a->units != nullptr, b->units != nullptr);
        if (a->units) {
            EXPECT_EQ(a->units->sums, b->units->sums);
            EXPECT_EQ(a->units->weights, b->units->weights);
        }
    }
}

TEST(Baseline, BesideALearnerIsTheOneOfItsOwnRun)
{
    for (const bool groups : {false, true})
        for (const bool weights : {false, true}) {
            expect_same_baselines(with_roles(test::two_classes(40), groups, weights),
                                  {"error_rate", "log_loss"});
            expect_same_baselines(with_roles(test::numbers(40), groups, weights), {"mae", "rmse"});
        }
}

} // namespace
} // namespace unseen
