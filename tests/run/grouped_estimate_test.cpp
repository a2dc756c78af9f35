// Estimates of rows in groups. Oracles: sums over groups written out here, the estimates of rows without
// groups, and the intervals of clustered predictions.
#include "unseen/run/estimate.hpp"

#include "run/estimates.hpp"
#include "support/messages.hpp"
#include "unseen/interval/test_interval.hpp"
#include "unseen/report/estimates.hpp"
#include "unseen/stats/random.hpp"
#include "unseen/store/store.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace unseen {
namespace {

using test::estimates;
using test::message_of;

/// `rows` rows of `groups` groups whose rows are alike: x, g, fold (the group's), y. The class is a or b, or
/// the response a number.
Table grouped_table(Row rows, std::size_t groups, bool classes)
{
    Stream stream(17, Purpose::generation, rows, groups);
    std::vector<double> centre;
    for (std::size_t g = 0; g < groups; ++g) centre.push_back(stream.uniform());
    NumericColumn x;
    NumericColumn number;
    NumericColumn fold;
    CodedColumn label{.labels = Labels({"a", "b"}), .codes = {}};
    CodedColumn group{.labels = {}, .codes = {}};
    for (std::size_t g = 0; g < groups; ++g) group.labels.add("g" + std::to_string(g));
    for (Row r = 0; r < rows; ++r) {
        const auto g = r < groups ? r : stream.below(groups);
        group.codes.push_back(static_cast<std::int32_t>(g));
        fold.values.push_back(static_cast<double>(g % 4));
        x.values.push_back(centre[g] + 0.1 * stream.uniform());
        number.values.push_back(centre[g] + 0.3 * stream.uniform());
        label.codes.push_back(number.values.back() > 0.65 ? 1 : 0);
    }
    Table table{.source = "grouped.csv",
                .columns = {{"x", x}, {"g", group}, {"fold", fold}},
                .declared_types = true,
                .notes = {}};
    if (classes)
        table.columns.push_back({"y", label});
    else
        table.columns.push_back({"y", number});
    return table;
}

Roles roles_with_group() { return {.ignore = {"fold"}, .group = "g"}; }

std::vector<std::string> codes(const std::vector<Warning>& warnings)
{
    std::vector<std::string> all;
    for (const auto& warning : warnings) all.push_back(warning.code);
    return all;
}

TEST(GroupedEstimate, LeavesOneGroupOut)
{
    const auto data = Dataset::make(grouped_table(40, 7, false), roles_with_group());
    const auto report = estimates(data, "mean", {"loo"}, {"mse"});
    double all = 0.0;
    std::map<std::uint32_t, std::pair<double, double>> of_group; // rows, sum
    for (Row r = 0; r < 40; ++r) {
        all += data.responses()[r];
        of_group[data.groups()[r]].first += 1.0;
        of_group[data.groups()[r]].second += data.responses()[r];
    }
    double losses = 0.0;
    for (Row r = 0; r < 40; ++r) {
        const auto& [rows, sum] = of_group[data.groups()[r]];
        const double d = data.responses()[r] - (all - sum) / (40.0 - rows);
        losses += d * d;
    }
    EXPECT_EQ(report.estimates[0].cost.fits, 7u);
    EXPECT_NEAR(report.estimates[0].value.number(), losses / 40.0, 1e-12);
    EXPECT_EQ(report.estimates[0].spread.per_split.size(), 7u);
}

TEST(GroupedEstimate, OfOneCrossValidationHasAnIntervalForGroups)
{
    const auto data = Dataset::make(grouped_table(60, 12, true), roles_with_group());
    for (const auto& e : estimates(data, "knn", {"cv:folds=4", "loo", "given:column=fold"}).estimates) {
        ASSERT_TRUE(e.interval) << e.asked.estimator << ' ' << e.interval.reason().name;
        EXPECT_EQ(e.interval->method, "cv_wilson");
        EXPECT_EQ(e.interval->assumptions.at(0), "groups are independent draws");
    }
    for (const auto* method : {"wald_all_pairs", "wald_within_fold"})
        EXPECT_NE(message_of([&] {
                      estimates(data, "knn", {"cv:folds=4"}, {}, {.interval = method});
                  }).find(std::string("interval '") + method + "' is not valid here"),
                  std::string::npos);
    // Too short, but not for being asked for.
    EXPECT_EQ(
        estimates(data, "knn", {"cv:folds=4"}, {}, {.interval = "naive_z"}).estimates[0].interval->method,
        "naive_z");
}

TEST(GroupedEstimate, OfManySplitsSaysThatGroupsAreTheDraws)
{
    const auto data = Dataset::make(grouped_table(60, 12, true), roles_with_group());
    for (const auto& e : estimates(data, "knn", {"random:splits=10", "holdout:repeats=5"}).estimates) {
        ASSERT_TRUE(e.interval) << e.asked.estimator;
        EXPECT_EQ(e.interval->method, "corrected_t");
        EXPECT_EQ(e.interval->assumptions[0], "groups are independent draws");
        ASSERT_EQ(codes(e.warnings), std::vector<std::string>{"may_undercover"});
        EXPECT_NE(e.warnings[0].text.find("rows that were in no groups"), std::string::npos)
            << e.warnings[0].text;
    }
    const auto repeated =
        estimates(data, "knn", {"cv:folds=4,repeats=3"}, {}, {.interval = "corrected_t"}).estimates[0];
    EXPECT_EQ(repeated.interval->assumptions[0], "groups are independent draws");
    EXPECT_EQ(codes(repeated.warnings), std::vector<std::string>{"may_undercover"});
    const auto few = Dataset::make(grouped_table(60, 9, true), roles_with_group());
    EXPECT_EQ(codes(estimates(few, "knn", {"random:splits=10,fraction=0.3"}).estimates[0].warnings),
              (std::vector<std::string>{"may_undercover", "few_clusters"}));
}

TEST(GroupedEstimate, OfOneHoldOutHasTheIntervalOfClusters)
{
    auto roles = roles_with_group();
    roles.positive = "b";
    const auto data = Dataset::make(grouped_table(80, 16, true), roles);
    for (const auto* text : {"error_rate", "f1", "roc_auc", "log_loss"}) {
        const auto e = estimates(data, "naive-bayes", {"holdout"}, {text}).estimates[0];
        ASSERT_TRUE(e.interval) << text << ' ' << e.interval.reason().name;
        EXPECT_EQ(e.interval->estimand, Estimand::model);
        EXPECT_EQ(e.interval->assumptions[0], "clusters are independent draws");
        EXPECT_EQ(codes(e.warnings).at(0), "few_clusters"); // five groups are tested
        EXPECT_EQ(e.warnings.size(), text == std::string("roc_auc") ? 2u : 1u);

        // The same from the predictions.
        const auto plan = make_plan(Spec("holdout"), data, 1);
        Scratch scratch;
        const auto split = plan.at(0, scratch);
        const auto learner = make_learner(Spec("naive-bayes"), ResponseType::classes);
        const std::vector<Spec> variants = {learner->spec()};
        const std::size_t first = 0;
        const auto p = learner->prepare(data, variants, {})
                           ->evaluate({.train = split.train, .predict = split.test}, std::span(&first, 1))
                           .front();
        std::vector<std::uint32_t> truth;
        std::vector<std::uint32_t> cluster;
        for (const Row r : split.test) {
            truth.push_back(static_cast<std::uint32_t>(data.class_codes()[r]));
            cluster.push_back(data.groups()[r]);
        }
        PredictionView view;
        view.row = split.test;
        view.classes = &data.classes();
        view.positive = 1;
        view.true_label = truth;
        view.label = p.label;
        view.scores = p.scores;
        const auto measure = make_measure(Spec::parse(text), true);
        const auto alone = make_test_interval(
            "auto",
            {.predictions = &view, .measure = &measure, .value = e.value.number(), .cluster = cluster},
            Level(0.95));
        EXPECT_EQ(alone.interval, e.interval) << text;
    }
    EXPECT_NE(message_of([&] {
                  estimates(data, "knn", {"holdout"}, {}, {.interval = "exact_binomial"});
              }).find("interval 'exact_binomial' is not valid here"),
              std::string::npos);
}

TEST(GroupedEstimate, OfGroupsOfOneRowIsThatOfRows)
{
    auto table = grouped_table(40, 7, true);
    NumericColumn own;
    for (Row r = 0; r < 40; ++r) own.values.push_back(1000.0 - r);
    table.columns[1].cells = own;
    const std::vector<std::string> all = {"cv:folds=4", "loo", "holdout", "bootstrap:samples=10",
                                          "nested-cv:repeats=2"};
    const auto print = [&](const Roles& roles) {
        return estimates_json(estimates(Dataset::make(table, roles), "knn", all)).print();
    };
    EXPECT_EQ(print(roles_with_group()), print({.ignore = {"fold", "g"}}));
}

TEST(GroupedEstimate, BootstrapDrawsGroups)
{
    const auto data = Dataset::make(grouped_table(30, 6, false), roles_with_group());
    const auto report =
        estimates(data, "mean", {"bootstrap:samples=8,rule=b1", "bootstrap:samples=8,rule=b2"}, {"mse"});
    const auto y = data.responses();
    double all = 0.0;
    for (const double v : y) all += v / 30.0;
    double training = 0.0;
    for (const double v : y) training += (v - all) * (v - all) / 30.0;
    const auto plan = make_plan(Spec::parse("bootstrap:samples=8"), data, 1);
    Scratch scratch;
    double of_all = 0.0;
    double in_bag = 0.0;
    double drawn = 0.0;
    std::vector<double> out(30, 0.0);
    std::vector<double> times(30, 0.0);
    for (std::uint64_t b = 0; b < 8; ++b) {
        std::vector<double> count(30, 0.0);
        double mean = 0.0;
        double size = 0.0;
        plan.at(b, scratch).train.for_each([&](Row r, std::uint32_t c) {
            count[r] = c;
            mean += c * y[r];
            size += c;
        });
        mean /= size;
        drawn += size;
        for (Row r = 0; r < 30; ++r) {
            const double loss = (y[r] - mean) * (y[r] - mean);
            of_all += loss / (8.0 * 30.0);
            in_bag += count[r] * loss;
            if (count[r] == 0.0) {
                out[r] += loss;
                times[r] += 1.0;
            }
        }
    }
    EXPECT_NEAR(report.estimates[0].value.number(), training + of_all - in_bag / drawn, 1e-12);
    double b2 = 0.0;
    double rows = 0.0;
    for (Row r = 0; r < 30; ++r)
        if (times[r] > 0.0) {
            b2 += out[r] / times[r];
            rows += 1.0;
        }
    EXPECT_NEAR(report.estimates[1].value.number(), b2 / rows, 1e-12);
}

TEST(GroupedEstimate, RefusesBounds)
{
    const auto data = Dataset::make(grouped_table(60, 12, true), roles_with_group());
    EXPECT_NE(message_of([&] { estimates(data, "knn", {}, {}, {.bounds = {Spec("r-cv")}}); })
                  .find("bound 'r-cv' counts errors of rows that are independent draws, but rows of one "
                        "group (column 'g') are not"),
              std::string::npos);
}

TEST(GroupedEstimate, WarnsOfTestRowsOfTrainingGroups)
{
    const auto main = grouped_table(60, 12, true);
    auto test = grouped_table(20, 12, true);
    const auto shared = Dataset::make(main, roles_with_group(), &test, nullptr);
    EXPECT_EQ(codes(estimates(shared, "knn", {"test"}).warnings), std::vector<std::string>{"groups_in_test"});
    auto& group = std::get<CodedColumn>(test.columns[1].cells);
    std::vector<std::string> others;
    for (const auto& name : group.labels.names()) others.push_back("new " + name);
    group.labels = Labels(others);
    const auto apart = Dataset::make(main, roles_with_group(), &test, nullptr);
    const auto report = estimates(apart, "knn", {"test"});
    EXPECT_TRUE(report.warnings.empty());
    EXPECT_EQ(report.estimates[0].interval->assumptions[0], "clusters are independent draws");
    test.columns.erase(test.columns.begin() + 1);
    EXPECT_NE(message_of([&] {
                  Dataset::make(main, roles_with_group(), &test, nullptr);
              }).find("has no column 'g', the groups"),
              std::string::npos);
}

TEST(GroupedEstimate, SharesFitsOfEqualTrainingRowsWithUngroupedRuns)
{
    const auto store = make_memory_store();
    EstimateOptions options;
    options.run.store = store.get();
    const auto table = grouped_table(60, 12, true);
    const auto with = Dataset::make(table, roles_with_group());
    const auto without = Dataset::make(table, {.ignore = {"fold", "g"}});
    EXPECT_EQ(estimates(without, "knn", {"cv:folds=4", "given:column=fold", "resubstitution"}, {}, options)
                  .run.fits,
              9u);
    // Folds by group are different; given folds and all rows are the same.
    const auto report =
        estimates(with, "knn", {"cv:folds=4", "given:column=fold", "resubstitution"}, {}, options);
    EXPECT_EQ(report.run.fits, 4u);
    EXPECT_EQ(report.run.reused, 5u);
    // If the groups are a feature, all fits are different.
    EXPECT_EQ(estimates(Dataset::make(table, {.ignore = {"fold"}}), "knn", {"resubstitution"}, {}, options)
                  .run.reused,
              0u);
}

TEST(GroupedEstimate, FitsThatTrainWithGroupsAreOfTheseGroups)
{
    const auto table = grouped_table(40, 10, true);
    const auto fits = [&](bool uses_groups, const Roles& roles, Store& store) {
        const auto learner = simple_learner("grouped", {.scores = false, .groups = uses_groups},
                                            [](const Dataset& data, const Task& task) {
                                                return make_learner(Spec("majority"), data.response_type())
                                                    ->prepare(data, std::vector<Spec>{Spec("majority")}, {})
                                                    ->fit(task, 0);
                                            });
        const Learner* learners[] = {learner.get()};
        return estimate(Dataset::make(table, roles), learners,
                        {.estimators = {Spec::parse("resubstitution")}, .run = {.store = &store}})
            .run.fits;
    };
    const auto blind = make_memory_store();
    const auto seeing = make_memory_store();
    const Roles by_g{.ignore = {"fold"}, .group = "g"};
    const Roles by_fold{.ignore = {"g"}, .group = "fold"};
    EXPECT_EQ(fits(false, by_g, *blind), 1u);
    EXPECT_EQ(fits(false, by_fold, *blind), 0u); // the same rows and features
    EXPECT_EQ(fits(true, by_g, *seeing), 1u);
    EXPECT_EQ(fits(true, by_g, *seeing), 0u);
    EXPECT_EQ(fits(true, by_fold, *seeing), 1u);
}

} // namespace
} // namespace unseen
