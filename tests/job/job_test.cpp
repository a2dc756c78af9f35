// Jobs: errors before the data are read, results beside the answer, and equality with the single steps.
#include "unseen/base/error.hpp"
#include "unseen/job/curve_jobs.hpp"
#include "unseen/job/tune_job.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/report/estimates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <stop_token>

namespace unseen {
namespace {

JobData data_of(const std::string& file)
{
    return {.source = file,
            .read = [file] { return read_table(std::string(UNSEEN_SOURCE_DIR) + "/data/" + file); }};
}

JobData unread()
{
    return {.source = "unread", .read = []() -> Table { throw std::logic_error("the data were read"); }};
}

EstimateJob iris_job()
{
    return {.data = data_of("iris.csv"),
            .learners = {{"tree", Spec("tree")}, {"near", Spec::parse("knn:k=3")}},
            .options = {.estimators = {Spec::parse("cv:folds=5")}}};
}

/// The message of the InputError that the job throws.
template <class Job>
std::string refusal(const Job& job)
{
    try {
        answer(job);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(EstimateJob, GivesTheAnswerOfItsStepsDoneOneByOne)
{
    const auto iris = Dataset::make(read_table(std::string(UNSEEN_SOURCE_DIR) + "/data/iris.csv"));
    const auto tree = make_learner(Spec("tree"), iris.response_type());
    const auto near = make_learner(Spec::parse("knn:k=3"), iris.response_type());
    const Learner* learners[] = {tree.get(), near.get()};
    auto options = iris_job().options;
    options.learner_names = {"tree", "near"};
    const auto report = estimate(iris, learners, options);
    const auto compared = compare_estimates("iris.csv", iris.response_type(), report.estimates, {});
    const auto expected = with_comparisons(answer_of(report, "iris.csv", iris, options), report.estimates,
                                           compared, options.level, false);
    const auto done = answer(iris_job());
    EXPECT_EQ(done.answer.json.print(), expected.json.print());
    EXPECT_EQ(done.answer.notes, expected.notes);
    EXPECT_EQ(done.run.fits, 10u);
}

TEST(EstimateJob, AddsUpTheRunsOfItsHorizonsAndWarnsOnce)
{
    EstimateJob job{.data = data_of("airline.csv"),
                    .learners = {{"naive", Spec("naive")}},
                    .horizons = {1, 2},
                    .options = {.estimators = {Spec::parse("forward-growing:train=120")}}};
    job.data.roles.lags = "1-2";
    const auto both = answer(job);
    std::uint64_t fits = 0;
    for (const std::uint64_t horizon : {1, 2}) {
        job.horizons = {horizon};
        const auto one = answer(job);
        fits += one.run.fits;
        for (const auto& [warning, about] : one.answer.warnings)
            EXPECT_EQ(std::ranges::count(both.answer.warnings, warning, &WarningOf::warning), 1)
                << warning.text;
    }
    EXPECT_EQ(both.run.fits, fits);
}

TEST(EstimateJob, HasNoAnswerIfTheRunWasStopped)
{
    std::stop_source stop;
    stop.request_stop();
    auto job = iris_job();
    job.options.run.stop = stop.get_token();
    const auto done = answer(job);
    EXPECT_TRUE(done.run.stopped);
    EXPECT_TRUE(done.answer.table.rows.empty());
}

TEST(EstimateJob, TakesFromItsStoreWhatThatHolds)
{
    auto job = iris_job();
    job.store = testing::TempDir() + "job_test.store";
    std::remove(job.store.c_str());
    const auto first = answer(job);
    const auto second = answer(job);
    EXPECT_EQ(first.run.fits, 10u);
    EXPECT_EQ(second.run.fits, 0u);
    EXPECT_EQ(second.run.reused, 10u);
    EXPECT_EQ(second.answer.json.print(), first.answer.json.print());
}

TEST(EstimateJob, RefusesWhatItCannotAnswer)
{
    auto job = iris_job();
    job.learners[1].name = "tree";
    EXPECT_NE(refusal(job).find("two learners are called 'tree'"), std::string::npos);
    job = iris_job();
    job.options.estimators = {Spec("resubstitution")};
    job.show_pairs = true;
    EXPECT_NE(refusal(job).find("no estimator has splits"), std::string::npos);
    job.data = unread();
    job.horizons = {1, 2};
    EXPECT_NE(refusal(job).find("several horizons need features for each"), std::string::npos);
    job.options.delta = Delta(0.1);
    EXPECT_NE(refusal(job).find("`delta` is for bounds"), std::string::npos);
    job.options = {.interval = "wald", .bounds = {Spec("r-cv")}};
    EXPECT_NE(refusal(job).find("`interval` is for estimators"), std::string::npos);
    job.learners.pop_back();
    job.options = {};
    EXPECT_NE(refusal(job).find("there is one learner"), std::string::npos);
}

TEST(LearningCurveJob, HasThreePointsAndNoChoiceToWarnOf)
{
    LearningCurveJob job{.points = iris_job(), .folds = Spec::parse("cv:folds=5"), .sizes = {20, 40, 80}};
    const auto done = answer(job);
    EXPECT_EQ(done.answer.table.rows.size(), 6u);
    EXPECT_TRUE(std::ranges::none_of(
        done.answer.warnings, [](const WarningOf& one) { return one.warning.is(warnings::best_of_many); }));
    job.points.data = unread();
    job.sizes = {20, 20};
    EXPECT_NE(refusal(job), "");
}

TEST(NoiseCurveJob, RefusesSharesAndKindsBeforeTheDataAreRead)
{
    NoiseCurveJob job{.points = iris_job(), .shares = {0.1, 1.5}};
    job.points.data = unread();
    EXPECT_NE(refusal(job).find("'1.5' is not valid"), std::string::npos);
    job.shares = {0.1, 0.1};
    EXPECT_NE(refusal(job).find("0.1 is there twice"), std::string::npos);
    job.shares = {};
    job.kind = "class";
    job.where = "test";
    EXPECT_NE(refusal(job).find("class noise is in training rows alone"), std::string::npos);
}

TEST(CurveJobs, RefuseLearnersWithoutASpecWhereOneIsNeeded)
{
    auto points = iris_job();
    points.data = unread();
    points.learners.front().make = [](ResponseType) { return make_learner(Spec("tree"), {}); };
    const std::string refused = "for learners that a spec makes, such as 'knn:k=3', and 'tree' is an object";
    EXPECT_NE(refusal(NoiseCurveJob{.points = points}).find(refused), std::string::npos);
    EXPECT_NE(refusal(LearningCurveJob{.points = points, .sizes = {20}, .times = true}).find(refused),
              std::string::npos);
}

TEST(TuneJob, AsksForTheCommandThatFitsTheChosenPoint)
{
    TuneJob job{.data = data_of("iris.csv"),
                .grid = {.learners = {Spec("knn")}, .keys = "k=1..9:4"},
                .flat_only = true};
    job.data.fit_command = [](const Roles&, const ModelToFit& model) {
        return "fit " + model.learner.print();
    };
    const auto done = answer(job);
    EXPECT_EQ(done.answer.table.rows.size(), 3u);
    EXPECT_NE(done.answer.json.print().find("\"fit_command\": \"fit knn:"), std::string::npos);
    job.data = unread();
    job.grid.tries = 0;
    EXPECT_NE(refusal(job).find("0 points cannot be tried"), std::string::npos);
    job.options.delta = Delta(0.1);
    EXPECT_NE(refusal(job).find("`delta` is for bounds"), std::string::npos);
    job.options.nested = Spec("cv");
    EXPECT_NE(refusal(job).find("`flat_only` leaves out"), std::string::npos);
}

} // namespace
} // namespace unseen
