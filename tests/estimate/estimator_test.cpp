// Estimators: how their reductions compute figures from predictions. Oracles: ipred
// (oracles/bootstrap_ipred.R), the worked values of docs/METHODS.md, and sums over samples and rows written
// out here.
#include "unseen/estimate/estimator.hpp"

#include "estimate/bootstrap_reduction.hpp"
#include "support/designs.hpp"
#include "support/small_learners.hpp"

#include "unseen/run/estimate.hpp"
#include "unseen/run/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

namespace unseen {
namespace {

using test::learner_of;

/// Predictions in memory, to be handed to a sink.
struct Rows {
    std::vector<Row> row;
    std::vector<std::uint32_t> true_label{};
    std::vector<std::uint32_t> label{};
    std::vector<double> scores{};
    std::vector<double> true_value{};
    std::vector<double> value{};
    std::vector<std::uint32_t> in_bag{};

    PredictionView view() const
    {
        static const Labels two({"a", "b"});
        return {.row = row,
                .classes = true_value.empty() ? &two : nullptr,
                .true_label = true_label,
                .label = label,
                .scores = scores,
                .true_value = true_value,
                .value = value,
                .weight = {},
                .in_bag = in_bag,
                .complexity = {}};
    }
};

/// `rows` rows of class a, of which the first `wrong` are predicted as b.
Rows labels(Row rows, Row wrong)
{
    Rows r;
    for (Row i = 0; i < rows; ++i) {
        r.row.push_back(i);
        r.true_label.push_back(0);
        r.label.push_back(i < wrong ? 1 : 0);
    }
    return r;
}

/// Rows of true number 0 with these predictions.
Rows values(std::vector<double> predicted)
{
    Rows r;
    r.row.resize(predicted.size());
    r.true_value.assign(predicted.size(), 0.0);
    r.value = std::move(predicted);
    return r;
}

std::vector<Measure> measures(std::initializer_list<const char*> names, bool classes)
{
    std::vector<Measure> list;
    for (const auto* name : names) list.push_back(make_measure(Spec(name), classes));
    return list;
}

/// A reduction over folds without a plan behind it.
std::unique_ptr<Reduction> folds(std::vector<Measure> of, std::uint64_t splits,
                                 const Design& like = test::folds_of_rows)
{
    const auto estimator = make_estimator(resolve_estimator(Spec("cv"), ResponseType::classes));
    Design design = test::with_splits(like, splits);
    design.rows = 10;
    design.training_rows = 7.0;
    return estimator.reduction({.measures = std::move(of)}, std::span(&design, 1));
}

SplitInfo split(std::uint64_t index, std::uint64_t test_rows, std::uint64_t train_rows = 7)
{
    return {.index = index,
            .repeat = 0,
            .fold = static_cast<std::uint32_t>(index),
            .train_rows = train_rows,
            .test_rows = test_rows};
}

// ---- figures of splits

TEST(SplitReduction, PoolsAnAdditiveMeasureOverRowsNotOverFolds)
{
    const auto reduction = folds(measures({"error_rate", "accuracy"}, true), 3);
    reduction->sink(0).take(split(0, 4), labels(4, 2).view());
    reduction->sink(0).take(split(1, 3), labels(3, 1).view());
    reduction->sink(0).take(split(2, 3), labels(3, 1).view());
    const auto estimates = reduction->finish();
    ASSERT_EQ(estimates.size(), 2u);
    EXPECT_EQ(estimates[0].value.number(), 0.4); // the mean of folds would be 7/18
    EXPECT_EQ(estimates[0].aggregation, Aggregation::pooled);
    EXPECT_EQ(estimates[0].spread.per_split, (std::vector<Value>{0.5, 1.0 / 3.0, 1.0 / 3.0}));
    EXPECT_EQ(estimates[1].value.number(), 0.6);
    // Sample deviation of 1/2, 1/3, 1/3: sqrt(3 (1/18)^2 2 / 2) = 1/6 / sqrt 3.
    EXPECT_NEAR(estimates[0].spread.standard_deviation.number(), 1.0 / 6.0 / std::sqrt(3.0), 1e-15);
}

TEST(SplitReduction, AveragesARootOverFolds)
{
    const auto reduction = folds(measures({"rmse", "mse"}, false), 2);
    reduction->sink(0).take(split(0, 2), values({3.0, 3.0}).view());
    reduction->sink(0).take(split(1, 1), values({6.0}).view());
    const auto estimates = reduction->finish();
    EXPECT_EQ(estimates[0].value.number(), 4.5);
    EXPECT_EQ(estimates[0].aggregation, Aggregation::mean_of_folds);
    EXPECT_EQ(estimates[1].value.number(), 18.0);
    EXPECT_EQ(estimates[1].aggregation, Aggregation::pooled);
}

TEST(SplitReduction, PoolsARootOverFoldsOfOneRow)
{
    const auto reduction = folds(measures({"rmse", "mse"}, false), 2, test::single_rows);
    reduction->sink(0).take(split(0, 1), values({1.0}).view());
    reduction->sink(0).take(split(1, 1), values({7.0}).view());
    const auto estimates = reduction->finish();
    EXPECT_EQ(estimates[0].value.number(), 5.0); // the mean of folds' roots would be 4
    EXPECT_EQ(estimates[0].aggregation, Aggregation::pooled);
    EXPECT_TRUE(estimates[0].spread.per_split.empty());
    EXPECT_EQ(estimates[1].value.number(), 25.0);
}

TEST(SplitReduction, WarnsOfAnIntervalThatIsNarrowerThanItsRowsAllow)
{
    // Five splits of 100 rows, 50 to train and 50 to test. The rows alone make the error uncertain by 1.96
    // sqrt(.4 .6 / 100) = .096. Wrong 20, 20, 20, 20, 21: s2 = .00008, half width t4 sqrt(s2 (1/5 + 1))
    // = 2.776 x .0098 = .027, less than half of that. Wrong 10, 15, 20, 25, 30: s2 = .025, half width .48.
    const auto estimator = make_estimator(resolve_estimator(Spec("random"), ResponseType::classes));
    const Design design{.splits = 5, .repeats = 5, .rows = 100, .training_rows = 50.0, .random_splits = true};
    for (const bool narrow : {true, false}) {
        const auto reduction =
            estimator.reduction({.measures = measures({"error_rate"}, true)}, std::span(&design, 1));
        const std::vector<Row> wrong =
            narrow ? std::vector<Row>{20, 20, 20, 20, 21} : std::vector<Row>{10, 15, 20, 25, 30};
        for (std::uint64_t i = 0; i < 5; ++i)
            reduction->sink(0).take(split(i, 50, 50), labels(50, wrong[i]).view());
        const auto estimate = reduction->finish().front();
        ASSERT_TRUE(estimate.interval);
        EXPECT_EQ(estimate.interval->estimand, Estimand::procedure);
        ASSERT_EQ(estimate.warnings.size(), narrow ? 2u : 1u);
        EXPECT_EQ(estimate.warnings[0].code, "may_undercover");
        if (narrow) { EXPECT_EQ(estimate.warnings[1].code, "interval_too_narrow"); }
    }
}

TEST(SplitReduction, LeavesAFailedSplitOutOfTheFigureAndSaysSo)
{
    const auto reduction = folds(measures({"error_rate"}, true), 3);
    reduction->sink(0).take(split(0, 4), labels(4, 2).view());
    reduction->sink(0).take(split(1, 3), Failure{failures::threw, "the disk is on fire"});
    reduction->sink(0).take(split(2, 3), labels(3, 0).view());
    const auto e = reduction->finish()[0];
    EXPECT_EQ(e.value.number(), 2.0 / 7.0);
    EXPECT_EQ(e.cost.fits, 3u);
    EXPECT_EQ(e.cost.failures, 1u);
    ASSERT_EQ(e.warnings.size(), 2u);
    EXPECT_EQ(e.warnings[0].code, "failed_fits");
    EXPECT_EQ(e.warnings[1].code, "may_undercover");
    EXPECT_NE(e.warnings[0].text.find("1 of 3 fits"), std::string::npos) << e.warnings[0].text;
    EXPECT_NE(e.warnings[0].text.find("the disk is on fire"), std::string::npos);
    // Figures of splits stay in plan order.
    EXPECT_EQ(e.spread.per_split, (std::vector<Value>{0.5, Value::none(reasons::failed_fits), 0.0}));
}

TEST(SplitReduction, HasNoValueIfEveryFitFailed)
{
    const auto reduction = folds(measures({"error_rate"}, true), 2);
    for (std::uint64_t i = 0; i < 2; ++i)
        reduction->sink(0).take(split(i, 3), Failure{failures::nan, "no number"});
    const auto e = reduction->finish()[0];
    EXPECT_EQ(e.value, Value::none(reasons::failed_fits));
    EXPECT_FALSE(e.interval);
    EXPECT_EQ(e.cost.failures, 2u);
    ASSERT_EQ(e.warnings.size(), 1u);
    EXPECT_EQ(e.warnings[0].code, "failed_fits");
}

TEST(SplitReduction, HasNoValueWhereScoresAreMissingInAnySplit)
{
    auto scored = labels(2, 1);
    scored.scores = {0.5, 0.5, 0.25, 0.75};
    for (const bool scores_first : {true, false}) {
        const auto reduction = folds(measures({"brier", "error_rate"}, true), 2);
        const auto bare = labels(2, 1);
        reduction->sink(0).take(split(0, 2), (scores_first ? scored : bare).view());
        reduction->sink(0).take(split(1, 2), (scores_first ? bare : scored).view());
        const auto estimates = reduction->finish();
        EXPECT_EQ(estimates[0].value, Value::none(reasons::no_scores));
        EXPECT_EQ(estimates[1].value.number(), 0.5);
    }
}

TEST(SplitReduction, ReportsTheMeanTrainingSize)
{
    const auto reduction = folds(measures({"error_rate"}, true), 2);
    reduction->sink(0).take(split(0, 4, 6), labels(4, 2).view());
    reduction->sink(0).take(split(1, 3, 7), labels(3, 1).view());
    EXPECT_EQ(reduction->finish()[0].training_rows, 6.5);
}

// ---- the rule of .632+

TEST(Rule632Plus, AgreesBetweenItsFormsWhileB2IsBelowTheNoInformationRate)
{
    // METHODS B.4 to B.6: nearest mean and 1-NN.
    for (const auto form : {PlusForm::et1997, PlusForm::source}) {
        EXPECT_NEAR(rule_632plus(0.1, 0.13914141414141415, 0.48, form), 0.12571199646350223, 1e-15);
        EXPECT_NEAR(rule_632plus(0.0, 0.17482323232323232, 0.48, form), 0.1275892108156237, 1e-15);
    }
}

TEST(Rule632Plus, IsB2OrItsClippedMixtureWhereB2ExceedsTheNoInformationRate)
{
    EXPECT_EQ(rule_632plus(0.1, 0.6, 0.5, PlusForm::source), 0.6);
    EXPECT_NEAR(rule_632plus(0.1, 0.6, 0.5, PlusForm::et1997), 0.632 * 0.6 + 0.368 * 0.5, 1e-15);
    EXPECT_EQ(rule_632plus(0.1, 0.5, 0.5, PlusForm::source), 0.5);
    EXPECT_NEAR(rule_632plus(0.1, 0.5, 0.5, PlusForm::et1997), 0.5, 1e-15);
}

TEST(Rule632Plus, SeesNoOverfittingWhereB2IsBelowTheTrainingError)
{
    for (const auto form : {PlusForm::et1997, PlusForm::source}) {
        EXPECT_NEAR(rule_632plus(0.3, 0.2, 0.5, form), 0.368 * 0.3 + 0.632 * 0.2, 1e-15);
        EXPECT_NEAR(rule_632plus(0.3, 0.3, 0.5, form), 0.3, 1e-15);
    }
}

TEST(Rule632Plus, TakesTheTestsOfTheSourceInTheirOrder)
{
    // gamma <= B2 <= training error: the source looks at gamma first.
    EXPECT_EQ(rule_632plus(0.5, 0.4, 0.3, PlusForm::source), 0.4);
    EXPECT_NEAR(rule_632plus(0.5, 0.4, 0.3, PlusForm::et1997), 0.368 * 0.5 + 0.632 * 0.4, 1e-15);
    // B2 < gamma <= training error: no overfitting in either.
    for (const auto form : {PlusForm::et1997, PlusForm::source})
        EXPECT_NEAR(rule_632plus(0.5, 0.2, 0.4, form), 0.368 * 0.5 + 0.632 * 0.2, 1e-15);
    // gamma = training error < B2: nothing to divide by.
    EXPECT_EQ(rule_632plus(0.4, 0.5, 0.4, PlusForm::source), 0.5);
    EXPECT_NEAR(rule_632plus(0.4, 0.5, 0.4, PlusForm::et1997), 0.368 * 0.4 + 0.632 * 0.5, 1e-15);
}

TEST(Rule632Plus, IsZeroForAPerfectLearner)
{
    for (const auto form : {PlusForm::et1997, PlusForm::source})
        EXPECT_EQ(rule_632plus(0.0, 0.0, 0.5, form), 0.0);
}

// ---- bootstrap on given samples

std::string oracle(const std::string& file)
{
    return UNSEEN_SOURCE_DIR "/tests/oracles/bootstrap_ipred/" + file;
}

/// A bootstrap plan of given samples.
Plan given_samples(std::vector<std::vector<Row>> samples, Row rows)
{
    const Design design{
        .splits = samples.size(), .repeats = 1, .rows = rows, .training_rows = static_cast<double>(rows)};
    return Plan(Spec("bootstrap"), design,
                [samples = std::move(samples), rows](std::uint64_t i, Scratch& scratch) {
                    scratch.counts.assign(rows, 0);
                    for (const Row r : samples[i]) ++scratch.counts[r];
                    scratch.test.clear();
                    for (Row r = 0; r < rows; ++r)
                        if (scratch.counts[r] == 0) scratch.test.push_back(r);
                    return Split{.repeat = static_cast<std::uint32_t>(i),
                                 .fold = 0,
                                 .train = scratch.train.from_counts(scratch.counts),
                                 .test = scratch.test};
                });
}

std::vector<Estimate> bootstrap(const std::string& spec, const Dataset& data, const Learner& learner,
                                const Plan& samples, std::vector<Measure> of)
{
    const auto estimator = make_estimator(resolve_estimator(Spec::parse(spec), data.response_type()));
    std::vector<RunRequest> requests;
    std::vector<Design> designs;
    for (const auto& request : estimator.requests) {
        requests.push_back({request.plan.name() == "bootstrap" ? samples : make_plan(request.plan, data, 1),
                            request.rows,
                            {}});
        designs.push_back(requests.back().plan.design());
    }
    const auto reduction = estimator.reduction({.measures = std::move(of)}, designs);
    std::vector<std::vector<Sink*>> sinks(1);
    for (std::size_t r = 0; r < requests.size(); ++r) sinks[0].push_back(&reduction->sink(r));
    const Learner* learners[] = {&learner};
    run(data, learners, requests, sinks, {.threads = 1});
    return reduction->finish();
}

class GivenSamples : public testing::Test {
protected:
    void SetUp() override
    {
        std::ifstream file(oracle("samples.txt"));
        for (std::string line; std::getline(file, line);) {
            std::istringstream numbers(line);
            auto& sample = samples_.emplace_back();
            for (Row r = 0; numbers >> r;) sample.push_back(r);
            ASSERT_EQ(sample.size(), 20u);
        }
        ASSERT_EQ(samples_.size(), 25u);
        std::ifstream answers(oracle("values.csv"));
        for (std::string line; std::getline(answers, line);)
            if (const auto comma = line.rfind(',');
                comma != std::string::npos && line.front() != '#' && line.front() != 'l')
                ipred_[line.substr(0, comma)] = std::stod(line.substr(comma + 1));
        ASSERT_EQ(ipred_.size(), 4u);
    }

    double error(const std::string& spec, const Learner& learner) const
    {
        return bootstrap(spec, data_, learner, given_samples(samples_, 20), measures({"error_rate"}, true))[0]
            .value.number();
    }

    Dataset data_ = Dataset::make(read_table(oracle("data.csv")));
    std::unique_ptr<Learner> nearest_mean_ = test::nearest_mean_learner();
    std::unique_ptr<Learner> one_nearest_ = test::one_nearest_learner();
    std::vector<std::vector<Row>> samples_;
    std::map<std::string, double> ipred_;
};

TEST_F(GivenSamples, EqualIpred)
{
    EXPECT_NEAR(error("bootstrap:rule=b2", *nearest_mean_), ipred_.at("nearest_mean,boot"), 1e-12);
    EXPECT_NEAR(error("bootstrap:rule=632plus", *nearest_mean_), ipred_.at("nearest_mean,632plus"), 1e-12);
    EXPECT_NEAR(error("bootstrap:rule=b2", *one_nearest_), ipred_.at("one_nn,boot"), 1e-12);
    EXPECT_NEAR(error("bootstrap:rule=632plus", *one_nearest_), ipred_.at("one_nn,632plus"), 1e-12);
}

TEST_F(GivenSamples, HaveTheJackknifesOfTheWorkedTable)
{
    // METHODS B.7. 1-NN errs on no training row and on a fifth of the rows left out, so each model errs on .2
    // / 20 of all rows.
    EXPECT_NEAR(error("jackknife", *nearest_mean_), 0.1025, 1e-12);
    EXPECT_NEAR(error("jackknife:form=lecture", *nearest_mean_), 0.15, 1e-12);
    EXPECT_NEAR(error("jackknife", *one_nearest_), 0.19, 1e-12);
    EXPECT_NEAR(error("jackknife:form=lecture", *one_nearest_), 0.0, 1e-12);
    const auto e = bootstrap("jackknife:form=lecture", data_, *nearest_mean_, given_samples({}, 20),
                             measures({"error_rate"}, true))[0];
    EXPECT_EQ(e.cost.fits, 21u);
    const std::map<std::string, double> parts(e.parts.begin(), e.parts.end());
    EXPECT_NEAR(parts.at("resubstitution"), 0.1, 1e-15);
    EXPECT_NEAR(parts.at("leave_one_out"), 0.1, 1e-15);
    EXPECT_NEAR(parts.at("mean_on_training_rows"), 0.09736842105263158, 1e-15);
    EXPECT_NEAR(parts.at("bias"), -0.05, 1e-12);
    EXPECT_EQ(e.warnings.front().code, "unstable_jackknife");
}

TEST_F(GivenSamples, EqualTheWorkedTable)
{
    const std::map<std::string, std::pair<double, double>> table = {
        {"bootstrap:rule=b1", {0.132, 0.072}},
        {"bootstrap:rule=b2,b2=sample", {0.15723809523809526, 0.20285714285714285}},
        {"bootstrap:rule=b2,b2=observation", {0.13914141414141415, 0.17482323232323232}},
        {"bootstrap:rule=632,b2=sample", {0.1361744761904762, 0.12820571428571428}},
        {"bootstrap:rule=632,b2=observation", {0.12473737373737374, 0.11048828282828282}},
        {"bootstrap:rule=632plus,b2=observation,plus=et1997", {0.12571199646350226, 0.1275892108156237}},
        {"bootstrap:rule=632plus,b2=observation,plus=source", {0.12571199646350223, 0.1275892108156237}},
        {"bootstrap:rule=632plus,b2=sample,plus=et1997", {0.13829731863877193, 0.15181684899063944}},
        {"bootstrap:rule=632plus,b2=sample,plus=source", {0.13829731863877193, 0.15181684899063944}}};
    for (const auto& [spec, errors] : table) {
        EXPECT_NEAR(error(spec, *nearest_mean_), errors.first, 1e-12) << spec;
        EXPECT_NEAR(error(spec, *one_nearest_), errors.second, 1e-12) << spec;
    }
}

TEST_F(GivenSamples, GiveAccuracyAsOneMinusErrorUnderEveryRule)
{
    for (const char* rule : {"b1", "b2", "632", "632plus"})
        for (const char* b2 : {"sample", "observation"})
            for (const char* plus : {"source", "et1997"}) {
                const auto spec = std::string("bootstrap:rule=") + rule + ",b2=" + b2 + ",plus=" + plus;
                for (const auto* learner : {nearest_mean_.get(), one_nearest_.get()}) {
                    const auto both = bootstrap(spec, data_, *learner, given_samples(samples_, 20),
                                                measures({"error_rate", "accuracy"}, true));
                    EXPECT_NEAR(both[1].value.number(), 1.0 - both[0].value.number(), 1e-14) << spec;
                }
            }
}

TEST_F(GivenSamples, GiveAccuracyAsOneMinusErrorForALearnerWorseThanChance)
{
    // Right on the rows it was trained on and wrong on all others: B2 exceeds gamma.
    const auto contrary = learner_of("contrary", [](const Dataset& data, const Task& task) {
        std::vector<std::uint32_t> seen(data.labelled(), 2);
        task.train.for_each(
            [&](Row r, std::uint32_t) { seen[r] = static_cast<std::uint32_t>(data.class_codes()[r]); });
        return [seen](const Dataset& queried, std::span<const Row> rows) {
            Predictions p;
            for (const Row r : rows)
                p.label.push_back(seen[r] < 2 ? seen[r]
                                              : 1 - static_cast<std::uint32_t>(queried.class_codes()[r]));
            return p;
        };
    });
    for (const char* spec : {"bootstrap:plus=source", "bootstrap:plus=et1997"}) {
        const auto both = bootstrap(spec, data_, *contrary, given_samples(samples_, 20),
                                    measures({"error_rate", "accuracy"}, true));
        EXPECT_NEAR(both[1].value.number(), 1.0 - both[0].value.number(), 1e-14);
    }
    // Training error 0, B2 = 1 > gamma = 12/20 8/20 + 8/20 12/20 = .48.
    EXPECT_EQ(error("bootstrap:plus=source", *contrary), 1.0);
    EXPECT_NEAR(error("bootstrap:plus=et1997", *contrary), 0.632 + 0.368 * 0.48, 1e-14);
}

TEST_F(GivenSamples, ReportTargetFitsAndWhyThereIsNoInterval)
{
    const auto e = bootstrap("bootstrap", data_, *one_nearest_, given_samples(samples_, 20),
                             measures({"error_rate"}, true))[0];
    EXPECT_EQ(e.estimand, Estimand::procedure);
    EXPECT_EQ(e.training_rows, 20.0);
    EXPECT_EQ(e.cost.fits, 26u);
    EXPECT_EQ(e.cost.failures, 0u);
    EXPECT_EQ(e.spread.per_split.size(), 25u);
    EXPECT_FALSE(e.interval);
    EXPECT_EQ(e.interval.reason(), reasons::no_interval_for_design);
    EXPECT_TRUE(e.warnings.empty());
}

TEST_F(GivenSamples, LoseTheirRowNeverOutOfBagWithAWarning)
{
    for (auto& sample : samples_) sample[0] = 11; // drawn every time
    const auto e = bootstrap("bootstrap:rule=b2", data_, *one_nearest_, given_samples(samples_, 20),
                             measures({"error_rate"}, true))[0];
    EXPECT_TRUE(e.value.exists());
    ASSERT_EQ(e.warnings.size(), 1u);
    EXPECT_EQ(e.warnings[0].code, "rows_never_out_of_bag");
    // B1 does not look at rows out of bag.
    EXPECT_TRUE(bootstrap("bootstrap:rule=b1", data_, *one_nearest_, given_samples(samples_, 20),
                          measures({"error_rate"}, true))[0]
                    .warnings.empty());
}

TEST_F(GivenSamples, SkipASampleThatHoldsEveryRow)
{
    std::vector<Row> every(20);
    for (Row r = 0; r < 20; ++r) every[r] = r;
    auto more = samples_;
    more.push_back(every);
    for (const char* b2 : {"sample", "observation"}) {
        const auto spec = std::string("bootstrap:rule=b2,b2=") + b2;
        const auto e =
            bootstrap(spec, data_, *one_nearest_, given_samples(more, 20), measures({"error_rate"}, true))[0];
        EXPECT_NEAR(e.value.number(), error(spec, *one_nearest_), 1e-15) << spec;
        ASSERT_EQ(e.warnings.size(), 1u);
        EXPECT_EQ(e.warnings[0].code, "empty_out_of_bag");
        EXPECT_EQ(e.spread.per_split.back(), Value::none(reasons::no_rows));
    }
}

TEST_F(GivenSamples, HaveNoB2IfNoRowWasEverOutOfBag)
{
    std::vector<Row> every(20);
    for (Row r = 0; r < 20; ++r) every[r] = r;
    for (const char* rule : {"b2", "632", "632plus"}) {
        const auto e = bootstrap(std::string("bootstrap:rule=") + rule, data_, *one_nearest_,
                                 given_samples({every}, 20), measures({"error_rate"}, true))[0];
        EXPECT_EQ(e.value, Value::none(reasons::no_out_of_bag_rows));
    }
    EXPECT_EQ(bootstrap("bootstrap:rule=b1", data_, *one_nearest_, given_samples({every}, 20),
                        measures({"error_rate"}, true))[0]
                  .value,
              Value(0.0));
}

TEST_F(GivenSamples, LeaveFailedFitsOutOfTheFigureAndSaySo)
{
    // Fails where row 0 was drawn twice or more: some samples, not the fit on all rows.
    std::vector<std::vector<Row>> good;
    for (const auto& sample : samples_)
        if (std::count(sample.begin(), sample.end(), Row{0}) < 2) good.push_back(sample);
    ASSERT_LT(good.size(), samples_.size());
    const auto fails = learner_of("fails-at-times", [&](const Dataset& data, const Task& task) {
        task.train.for_each([](Row r, std::uint32_t count) {
            if (r == 0 && count >= 2) throw LearnerError("row 0 twice");
        });
        return [model = std::shared_ptr<Model>(one_nearest_->prepare(data, {}, {})->fit(task, 0))](
                   const Dataset& d, std::span<const Row> rows) { return model->predict(d, rows); };
    });
    for (const char* rule : {"b1", "b2", "632", "632plus"}) {
        const auto spec = std::string("bootstrap:rule=") + rule;
        const auto e =
            bootstrap(spec, data_, *fails, given_samples(samples_, 20), measures({"error_rate"}, true))[0];
        const auto without =
            bootstrap(spec, data_, *one_nearest_, given_samples(good, 20), measures({"error_rate"}, true))[0];
        EXPECT_NEAR(e.value.number(), without.value.number(), 1e-14) << spec;
        EXPECT_EQ(e.cost.fits, 26u);
        EXPECT_EQ(e.cost.failures, samples_.size() - good.size());
        EXPECT_EQ(e.spread.per_split.size(), 25u);
        ASSERT_FALSE(e.warnings.empty());
        EXPECT_EQ(e.warnings[0].code, "failed_fits");
    }
}

TEST_F(GivenSamples, HaveNoFigureThatNeedsTheTrainingErrorIfThatFitFailed)
{
    const auto fails = learner_of("fails-on-all", [](const Dataset&, const Task& task) {
        if (task.train.distinct() == 20) throw LearnerError("all rows");
        return test::constant_prediction();
    });
    for (const char* rule : {"b1", "632", "632plus"})
        EXPECT_EQ(bootstrap(std::string("bootstrap:rule=") + rule, data_, *fails, given_samples(samples_, 20),
                            measures({"error_rate"}, true))[0]
                      .value,
                  Value::none(reasons::failed_fits))
            << rule;
    EXPECT_TRUE(error("bootstrap:rule=b2", *fails) > 0.0);
}

TEST_F(GivenSamples, HaveNoValueIfEveryFitFailed)
{
    const auto fails =
        learner_of("fails", [](const Dataset&, const Task&) -> test::Predict { throw LearnerError("no"); });
    const auto e =
        bootstrap("bootstrap", data_, *fails, given_samples(samples_, 20), measures({"error_rate"}, true))[0];
    EXPECT_EQ(e.value, Value::none(reasons::failed_fits));
    EXPECT_EQ(e.cost.failures, 26u);
}

TEST_F(GivenSamples, HaveNoValueOfAScoreLossWithoutScores)
{
    const auto both = bootstrap("bootstrap", data_, *one_nearest_, given_samples(samples_, 20),
                                measures({"brier", "error_rate"}, true));
    EXPECT_EQ(both[0].value, Value::none(reasons::no_scores));
    EXPECT_TRUE(both[1].value.exists());
}

// ---- other losses, against sums written out

struct Slow {
    double training = 0.0;
    double b1 = 0.0;
    double b2_sample = 0.0;
    double b2_observation = 0.0;
    double gamma = 0.0;
};

/// METHODS B.4 to B.6 as they stand there; loss(b, j, k) of model b (samples.size(): on all rows), truth of
/// row j, prediction of row k.
Slow slow_bootstrap(const std::vector<std::vector<Row>>& samples, Row n,
                    const std::function<double(std::size_t, Row, Row)>& loss)
{
    Slow s;
    const auto all = samples.size();
    for (Row j = 0; j < n; ++j) {
        s.training += loss(all, j, j) / n;
        for (Row k = 0; k < n; ++k) s.gamma += loss(all, j, k) / n / n;
    }
    s.b1 = s.training;
    std::vector<double> sums(n, 0.0);
    std::vector<double> times(n, 0.0);
    for (std::size_t b = 0; b < all; ++b) {
        double out = 0.0;
        double n_out = 0.0;
        for (Row j = 0; j < n; ++j) {
            const auto count = static_cast<double>(std::count(samples[b].begin(), samples[b].end(), j));
            s.b1 += loss(b, j, j) * (1.0 - count) / static_cast<double>(all * n);
            if (count > 0.0) continue;
            out += loss(b, j, j);
            n_out += 1.0;
            sums[j] += loss(b, j, j);
            times[j] += 1.0;
        }
        s.b2_sample += out / n_out / static_cast<double>(all);
    }
    for (Row j = 0; j < n; ++j) s.b2_observation += sums[j] / times[j] / n;
    return s;
}

std::vector<std::vector<Row>> some_samples(Row n, std::size_t count)
{
    Stream stream(3, Purpose::generation);
    std::vector<std::vector<Row>> samples(count, std::vector<Row>(n));
    for (auto& sample : samples)
        for (auto& r : sample) r = static_cast<Row>(stream.below(n));
    return samples;
}

void expect_slow(const Dataset& data, const Learner& learner, const std::vector<std::vector<Row>>& samples,
                 const Measure& measure, const Slow& slow)
{
    const auto plan = given_samples(samples, data.labelled());
    const auto root = [&](double mean) { return measure.finished(mean); };
    const auto value = [&](const std::string& spec) {
        return bootstrap(spec, data, learner, plan, {measure})[0].value.number();
    };
    const double tolerance = 1e-12 * (1.0 + slow.gamma); // a few hundred additions
    EXPECT_NEAR(value("bootstrap:rule=b1"), root(slow.b1), tolerance) << measure.name();
    EXPECT_NEAR(value("bootstrap:rule=b2,b2=sample"), root(slow.b2_sample), tolerance) << measure.name();
    EXPECT_NEAR(value("bootstrap:rule=b2,b2=observation"), root(slow.b2_observation), tolerance)
        << measure.name();
    EXPECT_NEAR(value("bootstrap:rule=632"), root(0.368 * slow.training + 0.632 * slow.b2_observation),
                tolerance)
        << measure.name();
    // With B2 between training error and gamma, .632+ is the weighted mean of the two.
    ASSERT_LT(slow.training, slow.b2_observation) << measure.name();
    ASSERT_LT(slow.b2_observation, slow.gamma) << measure.name();
    const double overfitting = (slow.b2_observation - slow.training) / (slow.gamma - slow.training);
    const double w = 0.632 / (1.0 - 0.368 * overfitting);
    EXPECT_NEAR(value("bootstrap:rule=632plus"), root((1.0 - w) * slow.training + w * slow.b2_observation),
                tolerance)
        << measure.name();
}

TEST(Bootstrap, OfNumbersEqualsTheSumsOfItsDefinition)
{
    const Row n = 15;
    const auto data = test::numbers(n);
    const auto samples = some_samples(n, 30);
    const auto learner = test::one_nearest_learner();
    std::vector<std::vector<double>> predicted; // by the model of each sample, and of all rows
    auto with_all = samples;
    with_all.emplace_back();
    for (Row r = 0; r < n; ++r) with_all.back().push_back(r);
    for (const auto& sample : with_all) {
        auto& of_model = predicted.emplace_back();
        for (Row k = 0; k < n; ++k) {
            Row nearest = *std::min_element(sample.begin(), sample.end());
            for (Row t = 0; t < n; ++t)
                if (std::count(sample.begin(), sample.end(), t) > 0 &&
                    std::abs(test::feature(data, 0, t) - test::feature(data, 0, k)) <
                        std::abs(test::feature(data, 0, nearest) - test::feature(data, 0, k)))
                    nearest = t;
            of_model.push_back(data.responses()[nearest]);
        }
    }
    const auto difference = [&](std::size_t b, Row j, Row k) {
        return data.responses()[j] - predicted[b][k];
    };
    const auto squared = slow_bootstrap(
        samples, n, [&](auto b, Row j, Row k) { return difference(b, j, k) * difference(b, j, k); });
    const auto absolute =
        slow_bootstrap(samples, n, [&](auto b, Row j, Row k) { return std::abs(difference(b, j, k)); });
    expect_slow(data, *learner, samples, make_measure(Spec("mse"), false), squared);
    expect_slow(data, *learner, samples, make_measure(Spec("rmse"), false),
                squared); // the root of the estimate of the mean square
    expect_slow(data, *learner, samples, make_measure(Spec("mae"), false), absolute);
}

TEST(Bootstrap, OfScoresEqualsTheSumsOfItsDefinition)
{
    const Row n = 24;
    const auto data = test::two_classes(n);
    const auto samples = some_samples(n, 30);
    // The score of a row's own class is .9 if the model has seen the row, else .6.
    const auto score = [&](bool seen, Row k) { // of class b
        const double own = seen ? 0.9 : 0.6;
        return data.class_codes()[k] == 1 ? own : 1.0 - own;
    };
    const auto learner = learner_of("scorer",
                                    [score](const Dataset&, const Task& task) {
                                        std::vector<bool> seen(n, false);
                                        task.train.for_each([&](Row r, std::uint32_t) { seen[r] = true; });
                                        return [seen, score](const Dataset&, std::span<const Row> rows) {
                                            Predictions p;
                                            for (const Row r : rows) {
                                                const double s = score(seen[r], r);
                                                p.label.push_back(s > 0.5 ? 1 : 0);
                                                p.scores.insert(p.scores.end(), {1.0 - s, s});
                                            }
                                            return p;
                                        };
                                    },
                                    {});
    const auto of_truth = [&](std::size_t b, Row j, Row k) { // the score of the truth of j, predicted for k
        const bool seen = b == samples.size() || std::count(samples[b].begin(), samples[b].end(), k) > 0;
        return data.class_codes()[j] == 1 ? score(seen, k) : 1.0 - score(seen, k);
    };
    expect_slow(
        data, *learner, samples, make_measure(Spec("log_loss"), true),
        slow_bootstrap(samples, n, [&](auto b, Row j, Row k) { return -std::log(of_truth(b, j, k)); }));
    expect_slow(data, *learner, samples, make_measure(Spec("brier"), true),
                slow_bootstrap(samples, n,
                               [&](auto b, Row j, Row k) { return std::pow(1.0 - of_truth(b, j, k), 2); }));
}

TEST(Bootstrap, CallsARootOfANegativeEstimateZero)
{
    // B1 of a learner that errs only on rows it has drawn often: the optimism exceeds the training error.
    const auto data = test::numbers(4);
    const auto learner = learner_of("errs-on-drawn", [](const Dataset& d, const Task& task) {
        std::vector<double> error(d.labelled(), 0.0);
        if (task.train.repeats())
            task.train.for_each([&](Row r, std::uint32_t count) { error[r] = count > 1 ? 1.0 : 0.0; });
        return [error](const Dataset& queried, std::span<const Row> rows) {
            Predictions p;
            for (const Row r : rows) p.value.push_back(queried.responses()[r] + error[r]);
            return p;
        };
    });
    const auto both = bootstrap("bootstrap:rule=b1", data, *learner, given_samples({{0, 0, 0, 1}}, 4),
                                measures({"mse", "rmse"}, false));
    EXPECT_NEAR(both[0].value.number(), -0.5, 1e-12); // 0 + 1/4 - 3/4
    EXPECT_EQ(both[1].value, Value(0.0));
}

// ---- the table of estimators

TEST(MakeEstimator, NamesTheNearestForAnUnknownName)
{
    try {
        make_estimator(Spec("bootstarp"));
        FAIL() << "no error";
    } catch (const InputError& e) {
        EXPECT_EQ(std::string(e.what()), "unknown estimator 'bootstarp'; did you mean 'bootstrap'?");
    }
}

TEST(MakeEstimator, AsksForItsPlanWithoutItsOwnKeys)
{
    const auto estimator =
        make_estimator(resolve_estimator(Spec::parse("bootstrap:samples=7,rule=b1"), ResponseType::classes));
    ASSERT_EQ(estimator.requests.size(), 2u);
    EXPECT_EQ(estimator.requests[0].plan.print(), "bootstrap:samples=7,stratify=no");
    EXPECT_EQ(estimator.requests[0].rows, PredictedRows::labelled);
    EXPECT_EQ(estimator.requests[1].plan.print(), "resubstitution");
    EXPECT_EQ(estimator.spec.print(), "bootstrap:samples=7,stratify=no,rule=b1,b2=observation,plus=et1997");
}

} // namespace
} // namespace unseen
