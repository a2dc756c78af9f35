// Estimates of rows with weights. Laws: whole weights equal repeated rows, and equal weights have no effect.
// Oracles: weighted sums written out here, and the intervals of weighted predictions.
#include "unseen/run/estimate.hpp"

#include "run/estimates.hpp"
#include "support/messages.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/random.hpp"
#include "unseen/store/store.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace unseen {
namespace {

using test::estimates;
using test::message_of;

/// Rows x, w, y, row i `copies(i)` times; or once, with that weight.
Table weighted_table(Row rows, std::uint64_t part, bool classes, bool repeat,
                     const std::vector<double>& weights)
{
    NumericColumn x;
    NumericColumn w;
    NumericColumn number;
    CodedColumn label{.labels = Labels({"a", "b"}), .codes = {}};
    for (Row r = 0; r < rows; ++r) {
        Stream stream(31, Purpose::generation, part, r);
        const double u = stream.uniform();
        const double noise = stream.uniform();
        for (double k = 0; k < (repeat ? weights[r] : 1.0); k += 1.0) {
            x.values.push_back(u);
            w.values.push_back(repeat ? 1.0 : weights[r]);
            number.values.push_back(u + noise);
            label.codes.push_back(u + noise > 1.0 ? 1 : 0);
        }
    }
    Table table{
        .source = "weighted.csv", .columns = {{"x", x}, {"w", w}}, .declared_types = true, .notes = {}};
    if (classes)
        table.columns.push_back({"y", label});
    else
        table.columns.push_back({"y", number});
    return table;
}

std::vector<double> whole_weights(Row rows)
{
    std::vector<double> weights;
    for (Row r = 0; r < rows; ++r) weights.push_back(r % 5 == 2 ? 0.0 : 1.0 + r % 3);
    return weights;
}

std::vector<double> odd_weights(Row rows)
{
    std::vector<double> weights;
    for (Row r = 0; r < rows; ++r) weights.push_back(0.3 + 0.7 * (r % 4));
    return weights;
}

bool warns(const Estimate& e, const std::string& code)
{
    return std::any_of(e.warnings.begin(), e.warnings.end(),
                       [&](const Warning& w) { return w.code == code; });
}

TEST(WeightedEstimate, WithWholeWeightsIsThatOfRepeatedRows)
{
    for (const bool classes : {true, false}) {
        const auto weights = whole_weights(40);
        const auto of_test = whole_weights(25);
        const auto make = [&](bool repeat) {
            const auto test = weighted_table(25, 2, classes, repeat, of_test);
            Roles roles = repeat ? Roles{.ignore = {"w"}} : Roles{.weight = "w"};
            if (classes) roles.positive = "b"; // the rarer class may be another among repeated rows
            return Dataset::make(weighted_table(40, 1, classes, repeat, weights), roles, &test, nullptr);
        };
        const auto weighted = make(false);
        const auto repeated = make(true);
        std::vector<std::string> measures;
        for (const auto& info : measure_infos()) {
            try {
                const auto measure = make_measure(Spec(info.name), classes);
                if (!measure.by_name_only) measures.push_back(info.name);
            } catch (const InputError&) {
                continue; // it judges the other type, or needs keys
            }
        }
        EXPECT_GT(measures.size(), 5u);
        for (const auto* learner : classes ? std::vector<const char*>{"majority", "naive-bayes"}
                                           : std::vector<const char*>{"mean"}) {
            const auto with = estimates(weighted, learner, {"test", "resubstitution"}, measures);
            const auto without = estimates(repeated, learner, {"test", "resubstitution"}, measures);
            for (std::size_t i = 0; i < with.estimates.size(); ++i) {
                const auto& a = with.estimates[i];
                const auto& b = without.estimates[i];
                ASSERT_EQ(static_cast<bool>(a.value), static_cast<bool>(b.value)) << a.asked.measure;
                // Quantiles of weighted and of repeated rows have different definitions (METHODS D.5).
                const bool quantile =
                    a.asked.measure.find("median") == 0 || a.asked.measure.find("quantile") == 0;
                if (a.value && !quantile) {
                    EXPECT_NEAR(a.value.number(), b.value.number(), 1e-12)
                        << learner << ' ' << a.asked.measure;
                }
                EXPECT_FALSE(warns(a, "trained_without_weights"));
            }
        }
    }
}

TEST(WeightedEstimate, WithEqualWeightsHasTheFiguresOfNone)
{
    const auto table = weighted_table(60, 1, true, false, std::vector<double>(60, 2.5));
    const std::vector<std::string> estimators = {"cv:folds=4",
                                                 "cv:folds=4,repeats=2",
                                                 "loo",
                                                 "holdout",
                                                 "random",
                                                 "random-halves:splits=2,pairs=2,fraction=0.2",
                                                 "bootstrap:samples=10,rule=632"};
    const auto with = estimates(Dataset::make(table, {.weight = "w"}), "naive-bayes", estimators,
                                {"error_rate", "log_loss"});
    const auto without = estimates(Dataset::make(table, {.ignore = {"w"}}), "naive-bayes", estimators,
                                   {"error_rate", "log_loss"});
    ASSERT_EQ(with.estimates.size(), without.estimates.size());
    for (std::size_t i = 0; i < with.estimates.size(); ++i) {
        const auto& a = with.estimates[i];
        const auto& b = without.estimates[i];
        EXPECT_NEAR(a.value.number(), b.value.number(), 1e-9) << a.asked.estimator;
        ASSERT_EQ(a.interval.exists(), b.interval.exists()) << a.asked.estimator;
        if (!a.interval || a.asked.estimator.find("holdout") == 0) continue; // one test set: other methods
        EXPECT_EQ(a.interval->method, b.interval->method) << a.asked.estimator;
        EXPECT_NEAR(a.interval->lower, b.interval->lower, 1e-9) << a.asked.estimator;
        EXPECT_NEAR(a.interval->upper, b.interval->upper, 1e-9) << a.asked.estimator;
    }
}

TEST(WeightedEstimate, PoolsWeightedLossesAndSaysWhoTrainedWithout)
{
    const auto weights = odd_weights(50);
    const auto data = Dataset::make(weighted_table(50, 1, false, false, weights), {.weight = "w"});
    const auto report = estimates(data, "knn:k=1,scale=none", {"loo"}, {"mae"});
    double sum = 0.0;
    double all = 0.0;
    std::vector<double> losses;
    const auto& x = data.features()[0].numeric().values;
    for (Row r = 0; r < 50; ++r) {
        Row nearest = r == 0 ? 1 : 0;
        for (Row other = 0; other < 50; ++other)
            if (other != r && std::abs(x[other] - x[r]) < std::abs(x[nearest] - x[r])) nearest = other;
        losses.push_back(std::abs(data.responses()[nearest] - data.responses()[r]));
        sum += weights[r] * losses[r];
        all += weights[r];
    }
    const auto& e = report.estimates[0];
    EXPECT_NEAR(e.value.number(), sum / all, 1e-12);
    EXPECT_TRUE(warns(e, "trained_without_weights"));
    double squares = 0.0;
    for (Row r = 0; r < 50; ++r) squares += std::pow(weights[r] * (losses[r] - sum / all), 2.0);
    ASSERT_TRUE(e.interval);
    EXPECT_EQ(e.interval->method, "cv_log"); // METHODS I.20: one repeat, rows as groups of one
    const double variance = 1.75 * 50.0 / 49.0 * squares / (all * all);
    EXPECT_NEAR(std::log(e.interval->upper / e.value.number()),
                student_t_quantile(0.975, 49.0) * std::sqrt(variance) / e.value.number(), 1e-12);
}

TEST(WeightedEstimate, OfOneTestSetHasTheIntervalOfWeightedRows)
{
    const auto data = Dataset::make(weighted_table(90, 1, true, false, odd_weights(90)), {.weight = "w"});
    for (const auto& [measure, method] :
         {std::pair("error_rate", "korn_graubard_beta"), {"roc_auc", "robust_logit"}, {"f1", "bca"}}) {
        const auto e = estimates(data, "naive-bayes", {"holdout"}, {measure}).estimates[0];
        ASSERT_TRUE(e.interval) << measure << e.interval.reason().name;
        EXPECT_EQ(e.interval->method, method);
        EXPECT_LT(e.interval->lower, e.value.number());
        EXPECT_GT(e.interval->upper, e.value.number());
    }
    EXPECT_NE(message_of([&] {
                  estimates(data, "naive-bayes", {"holdout"}, {}, {.interval = "exact_binomial"});
              }).find("interval 'exact_binomial' is not valid here"),
              std::string::npos);
}

TEST(WeightedEstimate, BootstrapWeighsLosses)
{
    const auto weights = odd_weights(30);
    const auto data = Dataset::make(weighted_table(30, 1, false, false, weights), {.weight = "w"});
    const auto y = data.responses();
    const auto mean_of = [&](const std::vector<double>& w) {
        double sum = 0.0;
        double all = 0.0;
        for (Row r = 0; r < 30; ++r) {
            sum += w[r] * y[r];
            all += w[r];
        }
        return sum / all;
    };
    const auto loss = [&](Row r, double mean) { return (y[r] - mean) * (y[r] - mean); };
    double all = 0.0;
    double training = 0.0;
    for (Row r = 0; r < 30; ++r) {
        all += weights[r];
        training += weights[r] * loss(r, mean_of(weights));
    }
    training /= all;
    const auto plan = make_plan(Spec::parse("bootstrap:samples=6"), data, 1);
    Scratch scratch;
    double of_all = 0.0;
    double in_bag = 0.0;
    double drawn = 0.0;
    double by_sample = 0.0;
    std::vector<double> out(30, 0.0);
    std::vector<double> times(30, 0.0);
    for (std::uint64_t b = 0; b < 6; ++b) {
        std::vector<double> w(30, 0.0);
        plan.at(b, scratch).train.for_each([&](Row r, std::uint32_t c) { w[r] = c * weights[r]; });
        const double mean = mean_of(w);
        double sum_out = 0.0;
        double weight_out = 0.0;
        for (Row r = 0; r < 30; ++r) {
            of_all += weights[r] * loss(r, mean) / (6.0 * all);
            in_bag += w[r] * loss(r, mean);
            drawn += w[r];
            if (w[r] > 0.0) continue;
            out[r] += loss(r, mean);
            times[r] += 1.0;
            sum_out += weights[r] * loss(r, mean);
            weight_out += weights[r];
        }
        by_sample += sum_out / weight_out / 6.0;
    }
    double b2 = 0.0;
    double share = 0.0;
    for (Row r = 0; r < 30; ++r)
        if (times[r] > 0.0) {
            b2 += weights[r] * out[r] / times[r];
            share += weights[r];
        }
    b2 /= share;
    const auto report = estimates(data, "mean",
                                  {"bootstrap:samples=6,rule=b1", "bootstrap:samples=6,rule=b2",
                                   "bootstrap:samples=6,rule=b2,b2=sample", "bootstrap:samples=6,rule=632"},
                                  {"mse"});
    EXPECT_NEAR(report.estimates[0].value.number(), training + of_all - in_bag / drawn, 1e-12);
    EXPECT_NEAR(report.estimates[1].value.number(), b2, 1e-12);
    EXPECT_NEAR(report.estimates[2].value.number(), by_sample, 1e-12);
    EXPECT_NEAR(report.estimates[3].value.number(), 0.368 * training + 0.632 * b2, 1e-12);
}

TEST(WeightedEstimate, RefusesWhatCountsRows)
{
    const auto data = Dataset::make(weighted_table(40, 1, true, false, odd_weights(40)), {.weight = "w"});
    const auto error = [&](std::vector<std::string> estimators, EstimateOptions options = {}) {
        return message_of(
            [&] { estimates(data, "majority", std::move(estimators), {}, std::move(options)); });
    };
    EXPECT_NE(error({"jackknife"}).find("'jackknife' does not work with weights"), std::string::npos);
    EXPECT_NE(error({"nested-cv"}).find("'nested-cv' does not work with weights"), std::string::npos);
    EXPECT_NE(error({}, {.bounds = {Spec("r-cv")}})
                  .find("bound 'r-cv' counts errors of rows that count alike, but the rows have weights"),
              std::string::npos);
}

TEST(WeightedEstimate, RefusesOnlyWhatCountsRows)
{
    const auto data = Dataset::make(weighted_table(40, 1, true, false, odd_weights(40)), {.weight = "w"});
    const auto alone = estimates(data, "majority", {"cv:folds=2"}, {});
    const auto all =
        estimates(data, "majority", {"jackknife", "cv:folds=2", "nested-cv"}, {}, {.bounds = {Spec("r-cv")}});
    ASSERT_EQ(all.estimates.size(), 4u);
    EXPECT_EQ(all.run.fits, 2u);
    EXPECT_EQ(all.estimates[1].value, alone.estimates[0].value);
    for (const std::size_t refused : {0u, 2u, 3u}) {
        const auto& e = all.estimates[refused];
        EXPECT_EQ(e.value, Value::none(reasons::not_for_estimator));
        EXPECT_EQ(e.asked.measure, "error_rate");
        ASSERT_GE(e.warnings.size(), 1u);
        EXPECT_EQ(e.warnings[0].code, "not_for_estimator");
    }
    EXPECT_NE(all.estimates[3].warnings[0].text.find("bound 'r-cv' counts errors"), std::string::npos);
}

TEST(WeightedEstimate, SharesNoFitsWithUnweightedRuns)
{
    const auto store = make_memory_store();
    EstimateOptions options;
    options.run.store = store.get();
    const auto table = weighted_table(40, 1, true, false, odd_weights(40));
    EXPECT_EQ(estimates(Dataset::make(table, {.ignore = {"w"}}), "majority", {"loo"}, {}, options).run.fits,
              40u);
    EXPECT_EQ(estimates(Dataset::make(table, {.weight = "w"}), "majority", {"loo"}, {}, options).run.fits,
              40u);
    EXPECT_EQ(estimates(Dataset::make(table, {.weight = "w"}), "majority", {"loo"}, {}, options).run.reused,
              40u);
}

TEST(WeightedEstimate, OfFitsWithoutARowThatCountsFails)
{
    std::vector<double> weights(20, 0.0);
    weights[3] = 1.0;
    const auto data = Dataset::make(weighted_table(20, 1, true, false, weights), {.weight = "w"});
    const auto e = estimates(data, "majority", {"loo"}).estimates[0];
    EXPECT_EQ(e.cost.failures, 1u);
    EXPECT_FALSE(e.value) << "no row that counts was judged";
}

} // namespace
} // namespace unseen
