// The table of tests: answers have what its rows promise.
#include "unseen/compare/tests.hpp"

#include "compare/figures.hpp"
#include "compare/models_of_rows.hpp"

#include "unseen/compare/counts.hpp"
#include "unseen/compare/results.hpp"
#include "unseen/compare/split_results.hpp"
#include "unseen/compare/splits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace {

using namespace unseen;
using namespace unseen::compare;
using namespace unseen::test;

using test::level;

/// Compares the results with the rows of their design, and adds these rows to those that were met. `none`: a
/// test that has no interval for such data.
void hold(const Answer& answer, const std::string& design, std::set<std::string>& met,
          const std::string& none = "")
{
    SCOPED_TRACE(design);
    // One kind of test is primary; a control has one for each other learner.
    std::set<std::string> primaries;
    for (const auto& one : answer.comparisons)
        if (one.primary) primaries.insert(one.test);
    EXPECT_EQ(primaries.size(), 1U);
    for (const auto& result : answer.comparisons) {
        SCOPED_TRACE(result.test);
        const auto infos = test_infos();
        const auto info = std::find_if(infos.begin(), infos.end(), [&](const auto& one) {
            return one.name == result.test && one.design == design;
        });
        ASSERT_NE(info, infos.end());
        met.insert(design + '/' + result.test);
        const auto gives = [&](const std::string& what) {
            return (", " + info->gives + ",").find(", " + what + ",") != std::string::npos;
        };
        EXPECT_EQ(result.interval.exists(), gives("interval") && result.test != none);
        EXPECT_EQ(result.posterior.has_value(), gives("posterior"));
        EXPECT_EQ(result.p_value_adjusted.exists(), gives("adjusted p"));
        if (gives("p")) { EXPECT_TRUE(result.p_value.exists()); }
    }
}

TEST(Tests, GiveWhatTheirRowsSay)
{
    std::set<std::string> met;
    hold(compare_counts({20, 100}, {35, 100}, level), "errors of two test sets", met);
    hold(compare_discordant({12, 5, 100}, level), "rows that only one model gets right", met);
    const std::vector<double> a = {.1, .2, .3, .2, .1, .3, .2, .4, .3, .2},
                              b = {.2, .2, .4, .1, .3, .5, .2, .6, .5, .1};
    hold(compare_splits({a, b}, {.train_rows = 50, .test_rows = 50, .repeats = 5}, level), "scores of splits",
         met);
    const auto of_rows = [&](bool level_known, std::vector<std::string> tests) {
        const auto units = [&](const std::vector<double>& figures) {
            UnitFigures all{.level_known = level_known, .folds = 2, .repeats = 5};
            for (std::size_t i = 0; i < 40; ++i)
                all.sums.push_back(figures[i % figures.size()] + 0.01 * static_cast<double>(i % 3));
            all.weights.assign(40, 1.0);
            return std::make_shared<const UnitFigures>(std::move(all));
        };
        return compare_learners({.data_sets = {"d"},
                                 .learners = {"A", "B"},
                                 .values = {{a, b}},
                                 .test_train_ratio = 1.0,
                                 .units = {units(a), units(b)}},
                                {.tests = std::move(tests)});
    };
    hold(of_rows(true, {"corrected_t", "cv5x2_f", "bayes_correlated_t"}), "rows of a cross-validation", met);
    for (const auto& one : of_rows(false, {"cv_pooled"}).comparisons)
        if (one.test == "cv_pooled") {
            EXPECT_TRUE(one.p_value.exists() && one.interval.exists());
            met.insert("rows of a cross-validation/cv_pooled");
        }
    Results results{.learners = {"A", "B", "C"}};
    for (std::size_t i = 0; i < a.size(); ++i) {
        results.data_sets.push_back(std::to_string(i));
        results.scores.push_back({a[i], b[i], a[i] * b[i]});
    }
    hold(compare_results(results, {.control = "B"}), "scores of data sets", met);

    const Random rows(6, 60);
    const Scored one(rows.truth, rows.a), other(rows.truth, rows.b);
    std::vector<std::uint32_t> thirds, time(60, 0);
    for (std::uint32_t i = 0; i < 60; ++i) thirds.push_back(i % 3);
    const auto of = [&](const char* measure_name, const RowDesign& design) {
        const std::vector<ModelPredictions> models = {{"A", one.view()}, {"B", other.view()}};
        return compare_models(models, design,
                              {.measures = measure(measure_name),
                               .samples = 200,
                               .permutations = 200,
                               .tests = {"bootstrap", "permutation", "cv_paired"}});
    };
    std::vector<std::uint32_t> pairs; // whole in the folds
    for (std::uint32_t i = 0; i < 60; ++i) pairs.push_back(i % 30);
    hold(of("accuracy", {.fold = thirds}), "predictions of splits", met);
    hold(of("accuracy", {.cluster = pairs, .fold = thirds}), "predictions of splits that keep groups whole",
         met);
    hold(of("accuracy", {}), "shares of right rows", met);
    hold(of("log_loss", {}), "means of row values", met);
    hold(of("brier", {}), "means of row values", met);
    hold(of("net_benefit:threshold=0.4", {}), "net benefits at a threshold", met);
    hold(of("brier", {.cluster = thirds}), "means of row values", met, "permutation");
    hold(of("log_loss", {.cluster = thirds}), "means of row values", met, "permutation");
    hold(of("log_loss", {.time_ordered = true}), "means of row values", met);
    hold(of("roc_auc", {}), "areas under the ROC curve", met);
    hold(of("f1", {}), "any other measure", met);

    const RowDesign items{.task = ScoreTask::values, .scale = {.lowest = 0.0, .highest = 1.0}, .items = 20};
    JudgedPredictions of_a, of_b;
    for (auto* model : {&of_a, &of_b}) model->repeated.emplace().run.assign(20, {0, 1});
    for (int i = 0; i < 20; ++i) {
        of_a.repeated->values.push_back({i % 3 * .5, i % 2 * .4});
        of_b.repeated->values.push_back({i % 5 * .2, i % 7 * .1});
        of_a.value.push_back((i % 3 * .5 + i % 2 * .4) / 2);
        of_b.value.push_back((i % 5 * .2 + i % 7 * .1) / 2);
    }
    const auto of_items = [&] {
        const std::vector<ModelPredictions> models = {{"A", view_of(items, of_a)},
                                                      {"B", view_of(items, of_b)}};
        return compare_models(models, items, {.measures = {make_measure(Spec("mean"), items)}});
    };
    hold(of_items(), "means of row values", met);
    for (auto* model : {&of_a, &of_b}) {
        model->repeated.reset();
        auto& judge = model->judged.emplace();
        for (int i = 0; i < 40; ++i) judge.judge.push_back(model->value[static_cast<std::size_t>(i % 20)]);
    }
    hold(of_items(), "values of few items, and a judge of all", met);
    for (const auto& info : test_infos())
        EXPECT_TRUE(met.contains(info.design + '/' + info.name)) << info.design << ' ' << info.name;
}

} // namespace
