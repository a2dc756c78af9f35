// Bounds from data: counts by hand with a learner of a few lines, shared fits, and the same bytes for any
// number of threads.
#include "unseen/run/estimate.hpp"

#include "run/recorder.hpp"
#include "support/messages.hpp"
#include "unseen/bound/progressive.hpp"
#include "unseen/bound/randomised.hpp"
#include "unseen/bound/semi_supervised.hpp"
#include "unseen/bound/test_set.hpp"
#include "unseen/data/hide_labels.hpp"
#include "unseen/report/estimates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>

namespace unseen {
namespace {

using test::message_of;

/// Rows of two numbers and three classes; every seventh has no class, and `tested` more stand in a test
/// table.
struct Example {
    Table main;
    Table test;
};

Example example(Row rows, Row tested)
{
    Stream stream(11, Purpose::generation, rows);
    const auto table = [&](Row n, bool gaps) {
        NumericColumn x;
        NumericColumn z;
        CodedColumn y{.labels = Labels({"a", "b", "c"}), .codes = {}};
        for (Row r = 0; r < n; ++r) {
            x.values.push_back(static_cast<double>(stream.below(100)));
            z.values.push_back(static_cast<double>(stream.below(100)));
            const auto truth = static_cast<std::int32_t>(x.values.back() > 50.0) +
                               static_cast<std::int32_t>(z.values.back() > 70.0);
            const auto noise = stream.below(5) == 0 ? static_cast<std::int32_t>(stream.below(3)) : truth;
            y.codes.push_back(gaps && r % 7 == 3 ? -1 : noise);
        }
        Table made{.source = "example",
                   .columns = {{"x", x}, {"z", z}, {"y", y}},
                   .declared_types = true,
                   .notes = {}};
        return made;
    };
    Example made{table(rows, true), {}};
    made.test = table(tested, false);
    return made;
}

Dataset data_of(const Example& e) { return Dataset::make(e.main, {}, &e.test, nullptr); }

std::vector<Row> unlabelled(const Dataset& data)
{
    return {data.unlabelled().begin(), data.unlabelled().end()};
}

std::vector<Spec> specs(const std::vector<std::string>& texts)
{
    std::vector<Spec> list;
    for (const auto& text : texts) list.push_back(Spec::parse(text));
    return list;
}

EstimateReport bounds_of(const Dataset& data, const Learner& learner, const std::vector<std::string>& bounds,
                         double delta = 0.05, EstimateOptions options = {})
{
    options.bounds = specs(bounds);
    options.delta = Delta(delta);
    options.unlabelled = unlabelled(data);
    const std::vector<const Learner*> learners = {&learner};
    return estimate(data, learners, options);
}

/// A plan's members, trained by hand, and their predictions.
struct Members {
    std::vector<ErrorCount> counts;
    std::vector<std::vector<std::uint32_t>> labels; ///< of the unlabelled rows
    std::vector<std::uint32_t> deployed;            ///< what a model of all labelled rows says of them
};

Members by_hand(const Dataset& data, const Learner& learner, const std::string& plan_spec,
                std::uint64_t seed = 1)
{
    const std::vector<Spec> variants = {learner.spec()};
    const auto prepared = learner.prepare(data, variants, {});
    const auto plan = make_plan(Spec::parse(plan_spec), data, seed);
    Members members;
    Scratch scratch;
    for (std::uint64_t i = 0; i < plan.size(); ++i) {
        const auto split = plan.at(i, scratch);
        const auto model = prepared->fit({.train = split.train, .predict = {}}, 0);
        const auto said = model->predict(data, split.test).label;
        ErrorCount count{.errors = 0, .rows = split.test.size()};
        for (std::size_t j = 0; j < said.size(); ++j)
            count.errors += static_cast<std::int32_t>(said[j]) != data.class_codes()[split.test[j]] ? 1 : 0;
        members.counts.push_back(count);
        members.labels.push_back(model->predict(data, data.unlabelled()).label);
    }
    const auto all = prepared->fit({.train = RowSet::all(data.labelled()), .predict = {}}, 0);
    members.deployed = all->predict(data, data.unlabelled()).label;
    return members;
}

double mean_difference(const Members& members, const std::vector<std::uint32_t>& reference)
{
    double sum = 0.0;
    for (const auto& labels : members.labels)
        for (std::size_t j = 0; j < labels.size(); ++j) sum += labels[j] != reference[j] ? 1.0 : 0.0;
    return sum / static_cast<double>(members.labels.size() * reference.size());
}

std::vector<std::uint32_t> vote_by_hand(const Members& members)
{
    std::vector<std::uint32_t> vote;
    for (std::size_t j = 0; j < members.deployed.size(); ++j) {
        std::map<std::uint32_t, int> votes;
        for (const auto& labels : members.labels) ++votes[labels[j]];
        const auto most = std::max_element(votes.begin(), votes.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        vote.push_back(most->first);
    }
    return vote;
}

class DataBound : public testing::Test {
protected:
    const Example tables = example(150, 40);
    const Dataset data = data_of(tables);
    const std::unique_ptr<Learner> learner = test::one_nearest_learner();
    const Delta delta{0.05};

    bound::Bound of(const std::string& spec) const
    {
        const auto report = bounds_of(data, *learner, {spec});
        return report.estimates.at(0).bound.value().bound;
    }
};

TEST_F(DataBound, OnMembersIsThatOfTheirCountedErrors)
{
    const std::vector<std::pair<std::string, std::string>> plans = {
        {"r-test:fraction=0.25", "holdout:fraction=0.25,stratify=no"},
        {"r-cv:folds=7", "cv:folds=7,stratify=no"},
        {"r-bag:samples=6", "bootstrap:samples=6"}};
    for (const auto& [spec, plan] : plans) {
        const auto members = by_hand(data, *learner, plan);
        EXPECT_EQ(of(spec), bound::randomised(members.counts, delta)) << spec;
        EXPECT_EQ(of(spec + ",form=hoeffding"),
                  bound::randomised(members.counts, delta, bound::RandomisedForm::hoeffding));
        EXPECT_EQ(of(spec + ",form=kl"), bound::randomised(members.counts, delta, bound::RandomisedForm::kl));
    }
}

TEST_F(DataBound, OnTheDeployedClassifierAddsItsDisagreement)
{
    const std::vector<std::pair<std::string, std::string>> plans = {
        {"s-test:fraction=0.25", "holdout:fraction=0.25,stratify=no"},
        {"s-cv:folds=7", "cv:folds=7,stratify=no"},
        {"s-bag:samples=6", "bootstrap:samples=6"}};
    for (const auto& [spec, plan] : plans) {
        const auto members = by_hand(data, *learner, plan);
        bound::Disagreement d{.form = bound::DisagreementForm::expected_kl, .rows = data.unlabelled().size()};
        d.mean = mean_difference(members, members.deployed);
        EXPECT_GT(d.mean, 0.0) << spec;
        EXPECT_EQ(of(spec + ",disagreement=expected_kl"), bound::semi_supervised(members.counts, d, delta))
            << spec;
        EXPECT_EQ(of(spec),
                  bound::semi_supervised(members.counts,
                                         bound::count_disagreement(members.labels, members.deployed,
                                                                   bound::DisagreementForm::expected, 1),
                                         delta))
            << spec;
        d.form = bound::DisagreementForm::expected_bentkus;
        EXPECT_EQ(of(spec + ",disagreement=expected_bentkus"),
                  bound::semi_supervised(members.counts, d, delta));
        d.form = bound::DisagreementForm::per_member;
        for (const auto& labels : members.labels) {
            std::uint64_t differ = 0;
            for (std::size_t j = 0; j < labels.size(); ++j)
                differ += labels[j] != members.deployed[j] ? 1 : 0;
            d.counts.push_back(differ);
        }
        EXPECT_EQ(of(spec + ",disagreement=per_member"), bound::semi_supervised(members.counts, d, delta));
        d.form = bound::DisagreementForm::sampled;
        d.counts.assign(1, 0);
        for (std::size_t j = 0; j < members.deployed.size(); ++j) {
            const auto drawn = Stream(1, Purpose::disagreement, j).below(members.labels.size());
            d.counts[0] += members.labels[drawn][j] != members.deployed[j] ? 1 : 0;
        }
        EXPECT_EQ(of(spec + ",disagreement=sampled"), bound::semi_supervised(members.counts, d, delta));
    }
}

TEST_F(DataBound, OnTheVoteIsTwiceThatOnAMemberOrAddsItsDisagreement)
{
    bool differs = false; // else the test could not tell the vote from the deployed classifier
    for (const auto& [spec, plan] : std::vector<std::pair<std::string, std::string>>{
             {"vote:folds=5", "cv:folds=5,stratify=no"},
             {"vote:members=bag,samples=4", "bootstrap:samples=4"},
             {"vote:members=bag,samples=2", "bootstrap:samples=2"}}) {
        const auto members = by_hand(data, *learner, plan);
        EXPECT_EQ(of(spec), bound::voting(members.counts, delta));
        const auto vote = vote_by_hand(members);
        differs = differs || vote != members.deployed;
        const bound::Disagreement d{.form = bound::DisagreementForm::expected_kl,
                                    .mean = mean_difference(members, vote),
                                    .rows = data.unlabelled().size()};
        EXPECT_EQ(of(spec + ",form=expected_kl"), bound::voting(members.counts, d, delta));
    }
    EXPECT_TRUE(differs);
}

TEST_F(DataBound, OfProgressiveValidationCountsEachRowOnce)
{
    const auto members = by_hand(data, *learner, "progressive:fraction=0.3,step=4");
    ErrorCount count;
    for (const ErrorCount& member : members.counts) {
        count.errors += member.errors;
        count.rows += member.rows;
    }
    EXPECT_EQ(count.rows, 39u); // of 129
    EXPECT_EQ(of("progressive:fraction=0.3,step=4"), bound::progressive(count, delta));
    EXPECT_EQ(of("progressive:fraction=0.3,step=4,form=fixed_lambda,lambda=0.5"),
              bound::progressive(count, delta, bound::ProgressiveForm::fixed_lambda, 0.5));
}

TEST_F(DataBound, OnATestFileIsThatOfItsErrors)
{
    const auto members = by_hand(data, *learner, "test");
    EXPECT_EQ(members.counts[0].rows, 40u);
    EXPECT_EQ(of("test"), bound::test_set(members.counts[0], delta));
}

TEST_F(DataBound, SharesDeltaAmongTheCandidates)
{
    const auto members = by_hand(data, *learner, "cv:folds=7,stratify=no");
    const auto shared = of("r-cv:folds=7,candidates=3");
    const auto third = bound::randomised(members.counts, delta.share(3));
    EXPECT_EQ(shared.upper, third.upper);
    EXPECT_EQ(shared.lower, third.lower);
    EXPECT_EQ(shared.two_sided, third.two_sided);
    EXPECT_EQ(shared.delta, delta);
    EXPECT_EQ(shared.assumptions.size(), third.assumptions.size() + 1);
}

TEST_F(DataBound, DoesNotDependOnThreadsOrOnWhatElseIsAsked)
{
    const std::vector<std::string> all = {"r-test",
                                          "r-cv",
                                          "r-bag",
                                          "s-test",
                                          "s-cv",
                                          "s-bag:disagreement=sampled",
                                          "vote",
                                          "vote:form=per_member",
                                          "progressive:step=5",
                                          "test"};
    const auto tree = make_learner(Spec("tree"), ResponseType::classes);
    EstimateOptions options;
    options.run.threads = 1;
    const auto one = estimates_json(bounds_of(data, *tree, all, 0.05, options)).print();
    options.run.threads = 4;
    options.run.window_bytes = 1; // units wait for each other
    EXPECT_EQ(estimates_json(bounds_of(data, *tree, all, 0.05, options)).print(), one);
    std::string alone;
    for (const auto& spec : all) {
        const auto json = estimates_json(bounds_of(data, *tree, {spec})).print();
        alone += json.substr(2, json.size() - 4) + ",\n";
    }
    EXPECT_EQ("[\n" + alone.substr(0, alone.size() - 2) + "\n]", one);
}

TEST_F(DataBound, SharesItsFitsWithEstimatorsAndOtherBounds)
{
    EstimateOptions options;
    options.estimators = specs({"cv:folds=6,stratify=no", "bootstrap:samples=8"});
    const auto report = bounds_of(data, *learner,
                                  {"r-cv:folds=6", "s-cv:folds=6", "vote:folds=6,form=sampled",
                                   "r-bag:samples=8", "s-bag:samples=5", "test"},
                                  0.05, options);
    EXPECT_EQ(report.run.fits, 6u + 8u + 1u); // the folds, the samples, and one on all rows
    ASSERT_EQ(report.estimates.size(), 8u);
    EXPECT_FALSE(report.estimates[0].bound);
    EXPECT_EQ(report.estimates[3].cost.fits, 7u); // what it rests on
}

TEST_F(DataBound, TellsWhatItRestsOn)
{
    const auto e = bounds_of(data, *learner, {"s-cv:folds=7"}).estimates.at(0);
    EXPECT_EQ(e.asked.measure, "error_rate");
    EXPECT_EQ(e.estimand, Estimand::randomised); // the observed figure is the members' mean error
    EXPECT_EQ(e.bound->bound.estimand, Estimand::model);
    EXPECT_EQ(e.aggregation, Aggregation::mean_of_folds);
    EXPECT_EQ(e.cost.fits, 8u);
    EXPECT_EQ(e.spread.per_split.size(), 7u);
    EXPECT_EQ(e.value.number(), e.bound->bound.value);
    EXPECT_EQ(e.bound->name, "s-cv");
    // `unseen bound` with these figures gives the same.
    EXPECT_EQ(bound::compute(*e.bound->kind, e.bound->inputs, "expected", Delta(0.05)), e.bound->bound);
}

TEST_F(DataBound, DoesNotExistWhereAFitFailed)
{
    const auto fails = test::learner_of("fails-once", [](const Dataset&, const Task& task) {
        if (task.train.size() < 113)
            throw std::runtime_error("too few"); // the first of 8 folds has 17 of the 129 rows
        return test::constant_prediction();
    });
    const auto members = by_hand(data, *learner, "cv:folds=8,stratify=no");
    ASSERT_EQ(members.counts[0].rows, 17u);
    for (const std::string spec : {"r-cv:folds=8", "s-cv:folds=8"}) {
        const auto e = bounds_of(data, *fails, {spec}).estimates.at(0);
        EXPECT_FALSE(e.bound) << spec;
        EXPECT_EQ(e.value.reason(), reasons::failed_fits);
        EXPECT_EQ(e.cost.failures, 1u);
        EXPECT_EQ(e.warnings.at(0).code, "failed_fits");
    }
}

TEST_F(DataBound, RefusesWhatItCannotBound)
{
    const auto numbers = test::numbers(30);
    const auto mean = make_learner(Spec("mean"), ResponseType::numbers);
    EXPECT_EQ(message_of([&] { bounds_of(numbers, *mean, {"r-cv"}); }),
              "bound 'r-cv' is about an error rate, but the target holds numbers; expected classes");
    const auto labelled = test::two_classes(30);
    EXPECT_EQ(message_of([&] { bounds_of(labelled, *learner, {"s-cv"}); }),
              "bound 's-cv' needs unlabelled rows; give `unlabelled=FILE`, missing, or a share such as 0.1");
    EXPECT_EQ(message_of([&] { bounds_of(labelled, *learner, {"r-cv:folds=31"}); }),
              "cv: folds = 31 must be at most the number of labelled rows, 30");
    EXPECT_EQ(message_of([&] { bounds_of(labelled, *learner, {"test"}); }),
              "'test' needs a test file (`test=FILE`)");
    EXPECT_EQ(message_of([&] { bounds_of(labelled, *learner, {"r-csv"}); }),
              "unknown bound 'r-csv'; did you mean 'r-cv'?");
    EXPECT_NE(message_of([&] {
                  bounds_of(labelled, *learner, {"r-cv:stratify=yes"});
              }).find("unknown key 'stratify'"),
              std::string::npos);
}

TEST_F(DataBound, OfOneRowEachFoldIsNearlyOne)
{
    const auto few = test::two_classes(12);
    const auto bound = bounds_of(few, *learner, {"r-cv:folds=12"}).estimates.at(0).bound.value().bound;
    EXPECT_GT(bound.upper.number(), 0.99);
    EXPECT_LT(bound.lower.number(), 0.01);
}

/// Every learner of the table predicts the same for a row with and without a label.
TEST(UnlabelledRows, ArePredictedAsAnyOthers)
{
    const auto tables = example(80, 20);
    const auto as_test = Dataset::make(tables.main, {}, &tables.test, nullptr);
    const auto as_unlabelled = Dataset::make(tables.main, {}, nullptr, &tables.test);
    class Labels final : public Sink {
    public:
        void take(const SplitInfo&, const PredictionView& view) override
        {
            labels.emplace_back(view.label.begin(), view.label.end());
            EXPECT_TRUE(view.true_label.empty() || view.true_label.size() == view.size());
        }
        void take(const SplitInfo&, const Failure&) override { ADD_FAILURE(); }
        std::vector<std::vector<std::uint32_t>> labels;
    };
    for (const std::string spec : {"majority", "knn", "naive-bayes", "tree"}) {
        const auto learner = make_learner(Spec(spec), ResponseType::classes);
        const std::vector<const Learner*> learners = {learner.get()};
        Labels truth;
        Labels none;
        Labels folds;
        run(as_test, learners, std::vector<RunRequest>{{make_plan(Spec("test"), as_test, 1)}}, {{&truth}},
            {});
        std::vector<Row> rows(20);
        for (Row i = 0; i < 20; ++i) rows[i] = as_unlabelled.rows() - 20 + i;
        const auto cv = make_plan(Spec::parse("cv:folds=3"), as_unlabelled, 1);
        run(as_unlabelled, learners,
            std::vector<RunRequest>{
                {make_plan(Spec("resubstitution"), as_unlabelled, 1), PredictedRows::unlabelled, rows},
                {cv, PredictedRows::unlabelled, rows},
                {cv, PredictedRows::test, {}}},
            {{&none, &folds, &folds}}, {});
        EXPECT_EQ(none.labels, truth.labels) << spec;
        ASSERT_EQ(folds.labels.size(), 6u);
        EXPECT_EQ(folds.labels[0].size(), 20u);
    }
}

} // namespace
} // namespace unseen
