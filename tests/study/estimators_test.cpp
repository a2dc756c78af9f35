// Estimators against the truth: all samples of a small population by scikit-learn, a plain loop over the same
// samples, and laws (METHODS F.3).
#include "support/close.hpp"
#include "support/messages.hpp"
#include "support/oracle.hpp"
#include "support/temporary_folder.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/study/estimators.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <tuple>

namespace unseen {
namespace {

/// The population of tests/oracles/study_estimators.py.
Population ten_rows()
{
    NumericColumn a;
    NumericColumn b;
    CodedColumn y{.labels = Labels({"0", "1"}), .codes = {}};
    for (int i = 1; i <= 10; ++i) {
        a.values.push_back(37 * i * i % 1009);
        b.values.push_back(53 * i * i * i % 983);
        y.codes.push_back("0010111001"[i - 1] - '0');
    }
    Table table{.source = "ten",
                .columns = {{"a", std::move(a)}, {"b", std::move(b)}, {"y", std::move(y)}},
                .declared_types = true};
    return make_population(Dataset::make(std::move(table)), "ten");
}

EstimatorStudy study_of(const Population& population, const std::string& learner, StudyOptions options)
{
    const auto made = make_learner(Spec::parse(learner), population.response);
    const Learner* learners[] = {made.get()};
    return study_estimators(population, learners, options);
}

TEST(EstimatorStudy, EqualsScikitLearnOverAllSamplesOfAPopulationWithinTheNoiseOfTheRepetitions)
{
    constexpr std::uint64_t repetitions = 2000;
    const double root = std::sqrt(static_cast<double>(repetitions));
    const auto population = ten_rows();
    std::map<std::string, std::vector<std::vector<std::string>>> of_learner;
    for (const auto& line : test::oracle_table("study_estimators.txt")) of_learner[line[0]].push_back(line);
    ASSERT_EQ(of_learner.size(), 3U);
    for (const auto& [learner, lines] : of_learner) {
        StudyOptions options{.sizes = {6}, .repetitions = repetitions, .fresh_rows = 100};
        for (const auto& line : lines) options.job.estimators.push_back(Spec::parse(line[1]));
        const auto study = study_of(population, learner, options);
        for (std::size_t e = 0; e < lines.size(); ++e) {
            SCOPED_TRACE(learner + ' ' + lines[e][1]);
            const auto number = [&](std::size_t i) { return std::stod(lines[e].at(i)); };
            const auto& truth = study.truths.at(0);
            const auto& figure = study.estimators.at(e);
            EXPECT_EQ(truth.fresh_rows, 4U);
            EXPECT_NEAR(truth.mean.number(), number(2), 5.0 * number(3) / root);
            EXPECT_NEAR(truth.standard_deviation.number(), number(3), 5.0 / root * number(3));
            EXPECT_NEAR(figure.mean.number(), number(4),
                        5.0 * figure.standard_deviation.number() / root + 1e-12);
            EXPECT_NEAR(figure.bias.number(), number(4) - number(2), 5.0 * figure.bias_error.number());
            if (lines[e].size() < 8) continue;
            // A root of a mean of squares of losses from 0 to 1 varies less, relative to itself, than the
            // mean of one.
            EXPECT_NEAR(figure.standard_deviation.number(), number(5), 5.0 / root * number(5) + 1e-12);
            EXPECT_NEAR(figure.rmse_model.number(), number(6), 5.0 / root * number(6));
            EXPECT_NEAR(figure.rmse_procedure.number(), number(7), 5.0 / root * number(7));
        }
    }
}

TEST(EstimatorStudy, EqualsAPlainLoopOverTheSameSamples)
{
    const auto population = make_population(Spec::parse("gaussian:distance=1"));
    const auto tree = make_learner(Spec("tree"), population.response);
    const Learner* learners[] = {tree.get()};
    const StudyOptions options{.sizes = {12, 30},
                               .repetitions = 40,
                               .fresh_rows = 500,
                               .job = {.estimators = {Spec("loo")}, .run = {.seed = 8}}};
    const auto study = study_estimators(population, learners, options);
    for (std::size_t s = 0; s < options.sizes.size(); ++s) {
        std::vector<double> truths;
        std::vector<double> figures;
        std::vector<Interval> intervals;
        for (std::uint64_t r = 0; r < options.repetitions; ++r) {
            const auto drawn = population.draw(8, r, options.sizes[s], 500);
            const auto data = sample_of(population, drawn.sample, &drawn.fresh);
            const auto report = estimate(data, learners, {.estimators = {Spec("loo"), Spec("test")}});
            figures.push_back(report.estimates.at(0).value.number());
            truths.push_back(report.estimates.at(1).value.number());
            if (report.estimates.at(0).interval) intervals.push_back(*report.estimates.at(0).interval);
        }
        const double n = static_cast<double>(options.repetitions);
        double procedure = 0.0;
        double mean = 0.0;
        for (std::size_t r = 0; r < truths.size(); ++r) {
            procedure += truths[r] / n;
            mean += figures[r] / n;
        }
        double of_model = 0.0;
        double of_procedure = 0.0;
        double spread = 0.0;
        double covered = 0.0;
        double covered_procedure = 0.0;
        double length = 0.0;
        ASSERT_EQ(intervals.size(), truths.size());
        for (std::size_t r = 0; r < truths.size(); ++r) {
            of_model += std::pow(figures[r] - truths[r], 2.0) / n;
            of_procedure += std::pow(figures[r] - procedure, 2.0) / n;
            spread += std::pow(figures[r] - mean, 2.0) / (n - 1.0);
            covered += (intervals[r].lower <= truths[r] && truths[r] <= intervals[r].upper) / n;
            covered_procedure += (intervals[r].lower <= procedure && procedure <= intervals[r].upper) / n;
            length += (intervals[r].upper - intervals[r].lower) / n;
        }
        const auto& figure = study.estimators.at(s);
        test::expect_close(study.truths.at(s).mean, procedure);
        test::expect_close(figure.mean, mean);
        test::expect_close(figure.bias, mean - procedure);
        test::expect_close(figure.standard_deviation, std::sqrt(spread));
        test::expect_close(figure.rmse_model, std::sqrt(of_model));
        test::expect_close(figure.rmse_procedure, std::sqrt(of_procedure));
        test::expect_close(figure.covered_model, covered);
        test::expect_close(figure.covered_procedure, covered_procedure);
        test::expect_close(figure.length, length);
        EXPECT_EQ(figure.rows, options.sizes[s]);
        EXPECT_EQ(figure.fits, options.sizes[s]);
        EXPECT_EQ(figure.intervals, 40U);
    }
}

TEST(EstimatorStudy, GoesOnFromTheRepetitionsOfAFile)
{
    const test::TemporaryFolder folder;
    const auto population = make_population(Spec("xor"));
    StudyOptions options{.sizes = {20, 12},
                         .repetitions = 9,
                         .fresh_rows = 200,
                         // Few rows a fold, so that some figures and intervals are missing.
                         .job = {.estimators = {Spec("cv"), Spec::parse("holdout:fraction=0.1")},
                                 .measures = {Spec("error_rate"), Spec("roc_auc")}}};
    const auto plain = study_of(population, "knn", options);
    const auto expect_equal = [&](const EstimatorStudy& study, std::uint64_t reused) {
        EXPECT_EQ(study.run.reused, reused * 12);
        EXPECT_LE(study.run.fits, (18 - reused) * 12);
        ASSERT_EQ(study.estimators.size(), plain.estimators.size());
        for (std::size_t e = 0; e < plain.estimators.size(); ++e) {
            const auto& [a, b] = std::tie(study.estimators[e], plain.estimators[e]);
            EXPECT_EQ(std::tie(a.rows, a.learner, a.estimator, a.measure, a.repetitions, a.mean, a.bias,
                               a.rmse_procedure, a.intervals, a.interval_method, a.interval_reason,
                               a.covered_model, a.length, a.fits, a.failures),
                      std::tie(b.rows, b.learner, b.estimator, b.measure, b.repetitions, b.mean, b.bias,
                               b.rmse_procedure, b.intervals, b.interval_method, b.interval_reason,
                               b.covered_model, b.length, b.fits, b.failures));
            EXPECT_EQ(study.truths[e / 2].mean, plain.truths[e / 2].mean);
        }
    };
    options.kept_in = folder.path("kept.db");
    auto part = options;
    part.sizes = {12};
    part.repetitions = 5;
    study_of(population, "knn", part);
    expect_equal(study_of(population, "knn", options),
                 4); // the first is done to say what its estimates are called
    expect_equal(study_of(population, "knn", options), 16);
    for (const auto& change : std::vector<std::function<void(StudyOptions&)>>{
             [](auto& o) { o.job.run.seed = 2; }, [](auto& o) { o.fresh_rows = 199; },
             [](auto& o) { o.job.level = Level(0.9); }, [](auto& o) { o.job.measures.pop_back(); },
             [](auto& o) { o.job.estimators.pop_back(); }}) {
        auto other = options;
        change(other);
        EXPECT_EQ(study_of(population, "knn", other).run.reused, 0U);
    }
    EXPECT_EQ(study_of(population, "knn:k=2", options).run.reused, 0U);
    EXPECT_EQ(study_of(make_population(Spec::parse("xor:noise=0.2")), "knn", options).run.reused, 0U);
}

TEST(EstimatorStudy, DoesNotDependOnTheThreadsOrOnWhatElseIsStudied)
{
    const auto population = make_population(Spec("xor"));
    const auto of = [&](std::size_t threads, std::vector<std::uint64_t> sizes, std::vector<Spec> estimators) {
        return study_of(population, "tree",
                        {.sizes = std::move(sizes),
                         .repetitions = 12,
                         .fresh_rows = 300,
                         .job = {.estimators = std::move(estimators), .run = {.threads = threads}}});
    };
    const auto one = of(1, {20, 40}, {});
    const auto three = of(3, {20, 40}, {});
    const auto n = studied_estimators().size();
    ASSERT_EQ(one.estimators.size(), 2 * n);
    for (std::size_t i = 0; i < one.estimators.size(); ++i) {
        const auto& a = one.estimators[i];
        const auto& b = three.estimators[i];
        EXPECT_EQ(std::tie(a.estimator, a.mean, a.bias, a.bias_error, a.standard_deviation, a.rmse_model,
                           a.rmse_procedure, a.covered_model, a.length),
                  std::tie(b.estimator, b.mean, b.bias, b.bias_error, b.standard_deviation, b.rmse_model,
                           b.rmse_procedure, b.covered_model, b.length));
    }
    const auto alone = of(2, {40}, {studied_estimators().back()});
    EXPECT_EQ(alone.estimators.at(0).bias, one.estimators.at(2 * n - 1).bias);
    EXPECT_EQ(alone.truths.at(0).mean, one.truths.at(1).mean);
    EXPECT_EQ(alone.run.fits, 12U * (1 + 200 + 1));
}

TEST(EstimatorStudy, LeavesOutRepetitionsWithoutAFigureAndSaysHowMany)
{
    // A sample of one class has no area under the ROC curve: its splits neither.
    const auto study =
        study_of(make_population(Spec("gaussian")), "knn:k=1",
                 {.sizes = {4},
                  .repetitions = 200,
                  .fresh_rows = 50,
                  .job = {.estimators = {Spec::parse("holdout:fraction=0.5,stratify=no"), Spec("bootstrap")},
                          .measures = {Spec("roc_auc")}}});
    const auto& holdout = study.estimators.at(0);
    EXPECT_LT(holdout.repetitions, 200U); // half of the test rows of two are of one class
    EXPECT_GT(holdout.repetitions, 50U);
    EXPECT_TRUE(holdout.bias);
    EXPECT_EQ(study.truths.at(0).repetitions, 200U);
    const auto& bootstrap = study.estimators.at(1); // means of losses alone
    EXPECT_EQ(bootstrap.bias.reason(), reasons::not_for_estimator);
    EXPECT_FALSE(bootstrap.refusal.empty());
}

/// Predicts the first class.
struct FirstClass final : Model {
    Predictions predict(const Dataset&, std::span<const Row> rows) const override
    {
        Predictions all;
        all.label.resize(rows.size());
        return all;
    }
};

TEST(EstimatorStudy, LeavesOutFailedFitsAndCountsThem)
{
    const auto failing = simple_learner("failing", {.scores = false}, [](const Dataset& data, const Task&) {
        if (data.features()[0].numeric().values[0] > 0.0) throw std::runtime_error("no");
        return std::make_unique<FirstClass>();
    });
    const Learner* learners[] = {failing.get()};
    const auto population = make_population(Spec("gaussian"));
    const auto study = study_estimators(
        population, learners,
        {.sizes = {10}, .repetitions = 20, .fresh_rows = 20, .job = {.estimators = {Spec("loo")}}});
    std::uint64_t good = 0;
    for (std::uint64_t r = 0; r < 20; ++r)
        good += population.draw(1, r, 1, 0).sample.columns[0].numeric().values[0] <= 0.0;
    ASSERT_GT(good, 2U);
    ASSERT_LT(good, 18U);
    EXPECT_EQ(study.run.failures, (20 - good) * 11);
    EXPECT_EQ(study.truths.at(0).repetitions, good);
    EXPECT_EQ(study.estimators.at(0).repetitions, good);
    EXPECT_EQ(study.estimators.at(0).failures, (20 - good) * 10);
    EXPECT_TRUE(study.estimators.at(0).bias);
}

TEST(EstimatorStudy, StopsAndTellsItsProgress)
{
    std::stop_source stop;
    std::uint64_t total = 0;
    StudyOptions options{
        .sizes = {20}, .repetitions = 500, .fresh_rows = 100, .job = {.estimators = {Spec("cv")}}};
    options.job.run.stop = stop.get_token();
    options.job.run.progress = [&](const Progress& p) {
        total = p.total;
        stop.request_stop();
    };
    const auto study = study_of(make_population(Spec("gaussian")), "tree", options);
    EXPECT_TRUE(study.run.stopped);
    EXPECT_EQ(total, 500U * 11);
    EXPECT_TRUE(study.estimators.empty());
    EXPECT_LT(study.run.fits, total);
}

TEST(EstimatorStudy, RefusesBeforeAnyFit)
{
    const auto gaussian = make_population(Spec("gaussian"));
    const auto refusal = [&](const Population& population, const std::string& learner,
                             const StudyOptions& options) {
        return test::message_of([&] { study_of(population, learner, options); });
    };
    EXPECT_NE(refusal(ten_rows(), "tree", {.sizes = {10}}).find("10 rows leave none of the 10 of ten"),
              std::string::npos);
    EXPECT_NE(refusal(gaussian, "tree", {.sizes = {3}}).find("3 rows are too few for 2 classes"),
              std::string::npos);
    EXPECT_NE(refusal(gaussian, "tree", {.sizes = {}}).find("`sizes`: there is none"), std::string::npos);
    EXPECT_NE(
        refusal(gaussian, "tree", {.sizes = {20}, .repetitions = 0}).find("`repetitions`: 0 is not valid"),
        std::string::npos);
    EXPECT_NE(refusal(gaussian, "tree", {.sizes = {20}, .fresh_rows = 0}).find("`fresh_rows`: 0"),
              std::string::npos);
    EXPECT_NE(
        refusal(gaussian, "tree", {.sizes = {8}, .job = {.estimators = {Spec("cv")}}}).find("folds = 10"),
        std::string::npos);
    EXPECT_NE(refusal(gaussian, "tree", {.sizes = {20}, .job = {.measures = {Spec("rmse")}}})
                  .find("'rmse' judges numbers"),
              std::string::npos);
}

} // namespace
} // namespace unseen
