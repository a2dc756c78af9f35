// Learners that throw, return wrong or invalid predictions or take too long lose their own fit only. The
// result names them, and other learners are not affected.
#include "run/recorder.hpp"

#include "support/messages.hpp"
#include "unseen/run/estimate.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <thread>

namespace unseen {
namespace {

using test::learner_of;
using test::record;
using test::request;
using test::two_classes;

using Bad = std::function<test::Predict(const Dataset&, const Task&)>;

/// Correct, except for the fit that leaves row 3 out, which does `bad`.
std::unique_ptr<Learner> bad_once(const std::string& name, Bad bad, Traits traits = {.scores = false})
{
    return learner_of(
        name,
        [bad = std::move(bad)](const Dataset& data, const Task& task) -> test::Predict {
            const auto left_out = task.train.is_complement() ? task.train.left_out() : std::span<const Row>{};
            if (left_out.size() == 1 && left_out[0] == 3) return bad(data, task);
            return test::constant_prediction();
        },
        traits);
}

/// Runs the learner in leave-one-out between two good ones, and expects the one failure and no other trace.
void expect_one_failure(const Learner& learner, const std::string& code, const Dataset& data,
                        const RunOptions& given = {})
{
    for (const std::size_t threads : {1u, 4u}) {
        RunOptions options = given;
        options.threads = threads;
        const auto before =
            learner_of("before", [](const Dataset&, const Task&) { return test::constant_prediction(); });
        const auto after = test::one_nearest_learner();
        const std::vector<RunRequest> requests = {request("loo", data)};
        const auto result = record(data, {before.get(), &learner, after.get()}, requests, options);
        EXPECT_EQ(result.report.fits, 3u * data.labelled());
        EXPECT_EQ(result.report.failures, 1u);
        EXPECT_FALSE(result.report.stopped);
        const auto good = record(data, {before.get(), after.get()}, requests);
        EXPECT_EQ(result.of[0][0].lines, good.of[0][0].lines);
        EXPECT_EQ(result.of[2][0].lines, good.of[1][0].lines);
        auto expected = good.of[0][0].lines;
        expected[3] = "3/0/3 " + std::to_string(data.labelled() - 1) + "+1 failed: " + code;
        EXPECT_EQ(result.of[1][0].lines, expected);
        ASSERT_EQ(result.of[1][0].failures.size(), 1u);
        EXPECT_EQ(result.of[1][0].failures[0].text.find(learner.spec().name() + ' '), 0u)
            << result.of[1][0].failures[0].text;
    }
}

TEST(Failure, OfALearnerThatThrowsCostsOneFit)
{
    const auto data = two_classes(8);
    expect_one_failure(*bad_once("thrower",
                                 [](const Dataset&, const Task&) -> test::Predict {
                                     throw LearnerError("singular matrix");
                                 }),
                       "threw", data);
    expect_one_failure(
        *bad_once("bad-alloc", [](const Dataset&, const Task&) -> test::Predict { throw std::bad_alloc(); }),
        "threw", data);
    expect_one_failure(
        *bad_once("thrower-of-int", [](const Dataset&, const Task&) -> test::Predict { throw 42; }), "threw",
        data);
}

TEST(Failure, SaysWhatTheLearnerThrew)
{
    const auto data = two_classes(8);
    const auto learner = bad_once("thrower", [](const Dataset&, const Task&) -> test::Predict {
        throw LearnerError("singular matrix");
    });
    const auto result = record(data, {learner.get()}, {request("loo", data)});
    EXPECT_EQ(result.of[0][0].failures.at(0).text, "thrower threw: singular matrix");
}

TEST(Failure, OfALearnerThatThrowsWhilePredictingCostsOneFit)
{
    expect_one_failure(*bad_once("late-thrower",
                                 [](const Dataset&, const Task&) -> test::Predict {
                                     return [](const Dataset&, std::span<const Row>) -> Predictions {
                                         throw LearnerError("late");
                                     };
                                 }),
                       "threw", two_classes(8));
}

test::Predict answer(Predictions p)
{
    return [p = std::move(p)](const Dataset&, std::span<const Row>) { return p; };
}

TEST(Failure, OfNumbersThatAreNotFiniteCostsOneFit)
{
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
        expect_one_failure(
            *bad_once("nan",
                      [bad](const Dataset&, const Task&) { return answer(test::predicted_values({bad})); }),
            "nan", test::numbers(8));
}

TEST(Failure, OfScoresThatAreNotFiniteCostsOneFit)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    expect_one_failure(*bad_once("nan",
                                 [nan](const Dataset&, const Task&) {
                                     return answer(test::predicted_labels({0}, {nan, 1.0}));
                                 },
                                 {}),
                       "nan", two_classes(8));
}

TEST(Failure, OfAWrongShapeCostsOneFit)
{
    const std::vector<Predictions> wrong = {
        {},                                           // nothing
        test::predicted_labels({0, 0}),               // a row too many
        test::predicted_labels({2}),                  // no such class
        test::predicted_labels({0}, {1.0}),           // a score too few
        test::predicted_labels({0}, {1.0, 0.0, 0.0}), // and too many
        test::predicted_labels({}, {0.5, 0.5}),       // no label
        test::predicted_labels({0}, {1.0, 1.0}),      // no probabilities
        test::predicted_labels({0}, {1.5, -0.5}),
    };
    for (const auto& p : wrong)
        expect_one_failure(*bad_once("odd", [p](const Dataset&, const Task&) { return answer(p); }),
                           "wrong_shape", two_classes(8));
    expect_one_failure(*bad_once("odd", [](const Dataset&, const Task&) { return answer(Predictions()); }),
                       "wrong_shape", test::numbers(8));
}

TEST(Failure, OfALearnerThatIsSlowAndDoesNotLookAtItsTokenCostsOneFit)
{
    expect_one_failure(*bad_once("slow",
                                 [](const Dataset&, const Task&) {
                                     std::this_thread::sleep_for(std::chrono::milliseconds(450));
                                     return test::constant_prediction();
                                 }),
                       "timeout", two_classes(8), {.seconds_per_fit = 0.3});
}

TEST(Failure, OfALearnerThatIsSlowAndLooksAtItsTokenComesAtTheLimit)
{
    const auto data = two_classes(8);
    const auto patient = bad_once("patient", [](const Dataset&, const Task& task) -> test::Predict {
        for (int i = 0; i < 3000; ++i) {
            if (task.stop.stop_requested()) throw LearnerError("asked to stop");
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return test::constant_prediction();
    });
    const auto begin = std::chrono::steady_clock::now();
    expect_one_failure(*patient, "timeout", data, {.seconds_per_fit = 0.3});
    EXPECT_LT(std::chrono::steady_clock::now() - begin,
              std::chrono::seconds(15)); // it would have slept 30 s, twice
}

TEST(Failure, DoesNotComeOfAnEndlessLimit)
{
    const auto data = two_classes(8);
    const auto learner = test::one_nearest_learner();
    for (const double seconds : {1e6, 1e12, 1e300}) {
        const auto result =
            record(data, {learner.get()}, {request("loo", data)}, {.seconds_per_fit = seconds});
        EXPECT_EQ(result.report.failures, 0u);
    }
}

// ---- several learners of one family

/// Variants `k=0,1,2` of one learner, with shared state; k=1 throws or lies, in the way asked.
class Variants final : public Learner {
public:
    enum class Way { throws, throws_an_int, lies, too_few };
    Variants(int k, Way way) : k_(k), way_(way) {}
    Spec spec() const override { return Spec("variants").set("k", std::to_string(k_)); }
    Traits traits() const override { return {}; }
    const void* family() const override
    {
        static const char variants_of_the_test = 0;
        return &variants_of_the_test;
    }
    std::unique_ptr<const Prepared> prepare(const Dataset& data, std::span<const Spec> variants,
                                            const Budget&) const override
    {
        return std::make_unique<Ready>(data, std::vector<Spec>(variants.begin(), variants.end()), way_);
    }

private:
    class Ready final : public Prepared {
    public:
        Ready(const Dataset& data, std::vector<Spec> specs, Way way)
            : Prepared(data),
              specs_(std::move(specs)),
              way_(way)
        {
        }
        std::unique_ptr<Model> fit(const Task&, std::size_t) const override
        {
            throw LearnerError("not used");
        }
        std::vector<Predictions> evaluate(const Task& task,
                                          std::span<const std::size_t> variants) const override
        {
            std::vector<Predictions> all;
            for (const auto v : variants) {
                Predictions p;
                p.label.assign(task.predict.size(), 0);
                if (specs_[v].integer("k") == 1) {
                    if (way_ == Way::throws) throw LearnerError("k = 1");
                    if (way_ == Way::throws_an_int) throw 1;
                    if (way_ == Way::lies) p.label.clear();
                    if (way_ == Way::too_few) continue;
                }
                all.push_back(std::move(p));
            }
            return all;
        }

    private:
        std::vector<Spec> specs_;
        Way way_;
    };
    int k_;
    Way way_;
};

TEST(Failure, OfOneVariantDoesNotTouchTheOthersOfItsFamily)
{
    const auto data = two_classes(8);
    for (const auto way :
         {Variants::Way::throws, Variants::Way::throws_an_int, Variants::Way::lies, Variants::Way::too_few}) {
        const Variants a(0, way);
        const Variants b(1, way);
        const Variants c(2, way);
        const auto result = record(data, {&a, &b, &c}, {request("cv:folds=4", data)});
        EXPECT_TRUE(result.of[0][0].failures.empty());
        EXPECT_EQ(result.of[1][0].failures.size(), 4u);
        EXPECT_TRUE(result.of[2][0].failures.empty());
        EXPECT_EQ(result.report.failures, 4u);
        EXPECT_EQ(result.report.fits, 12u);
    }
}

TEST(Run, TwoLearnersOfAUserWithOneNameAreStillTwo)
{
    const auto data = two_classes(8);
    const auto always = [](std::uint32_t label) {
        struct Constant final : Model {
            explicit Constant(std::uint32_t l) : label(l) {}
            Predictions predict(const Dataset&, std::span<const Row> rows) const override
            {
                Predictions p;
                p.label.assign(rows.size(), label);
                return p;
            }
            std::uint32_t label;
        };
        return simple_learner(
            "mine", {}, [label](const Dataset&, const Task&) { return std::make_unique<Constant>(label); });
    };
    const auto zero = always(0);
    const auto one = always(1);
    const std::vector<const Learner*> learners = {zero.get(), one.get()};
    const auto report = estimate(data, learners, {.estimators = {Spec("resubstitution")}});
    ASSERT_EQ(report.estimates.size(), 2u);
    EXPECT_DOUBLE_EQ(report.estimates[0].value.number() + report.estimates[1].value.number(), 1.0);
    EXPECT_EQ(report.run.fits, 2u);
}

TEST(Estimate, OfAnErrorWhoseSquareIsNoNumberIsInfinite)
{
    const Table table{
        .source = "t",
        .columns = {{"x", NumericColumn{{1, 2, 3}}}, {"y", NumericColumn{{1e200, -1e200, 1e200}}}}};
    const auto data = Dataset::make(table, {.numeric = {"y"}});
    const auto learner = make_learner(Spec("mean"), ResponseType::numbers);
    const std::vector<const Learner*> learners = {learner.get()};
    const auto report = estimate(
        data, learners,
        {.estimators = {Spec("loo"), Spec("bootstrap").set("samples", "5"), Spec("cv").set("folds", "2")},
         .measures = {Spec("mse"), Spec("mae")}});
    ASSERT_EQ(report.estimates.size(), 6u);
    for (const std::size_t mse : {0u, 2u, 4u})
        EXPECT_EQ(report.estimates[mse].value, Value::none(reasons::infinite));
    for (const std::size_t mae : {1u, 5u}) EXPECT_TRUE(report.estimates[mae].value.exists());
}

// ---- errors that end a run

class Unpreparable final : public Learner {
public:
    Spec spec() const override { return Spec("unpreparable"); }
    Traits traits() const override { return {}; }
    std::unique_ptr<const Prepared> prepare(const Dataset&, std::span<const Spec>,
                                            const Budget&) const override
    {
        throw InputError("unpreparable: needs sunshine");
    }
};

TEST(Run, EndsWithTheExceptionOfPrepare)
{
    const auto data = two_classes(30);
    const Unpreparable learner;
    const auto good = test::one_nearest_learner();
    for (const std::size_t threads : {1u, 2u, 8u})
        EXPECT_EQ(test::message_of([&] {
                      record(data, {good.get(), &learner}, {request("cv", data)},
                             {.threads = threads, .window_bytes = 1});
                  }),
                  "unpreparable: needs sunshine");
}

TEST(Run, EndsWithTheExceptionOfASink)
{
    struct Full final : Sink {
        void take(const SplitInfo& split, const PredictionView&) override
        {
            if (split.index == 5) throw IoError("disk full");
        }
        void take(const SplitInfo&, const Failure&) override {}
    } full;
    const auto data = two_classes(30);
    const auto good = test::one_nearest_learner();
    const Learner* learners[] = {good.get()};
    const RunRequest requests[] = {request("loo", data)};
    for (const std::size_t threads : {1u, 2u, 8u})
        EXPECT_EQ(test::message_of<IoError>([&] {
                      run(data, learners, requests, {{&full}}, {.threads = threads, .window_bytes = 1});
                  }),
                  "disk full");
}

// ---- messages to the user

TEST(Estimate, SaysWhichFitsFailed)
{
    const auto data = two_classes(8);
    const auto thrower =
        bad_once("thrower", [](const Dataset&, const Task&) -> test::Predict { throw LearnerError("no"); });
    const auto good = test::one_nearest_learner();
    const Learner* learners[] = {thrower.get(), good.get()};
    const auto report = estimate(data, learners, {.estimators = {Spec("loo")}});
    ASSERT_EQ(report.estimates.size(), 2u);
    EXPECT_EQ(report.estimates[0].cost.failures, 1u);
    EXPECT_EQ(report.estimates[0].cost.fits, 8u);
    ASSERT_EQ(report.estimates[0].warnings.size(),
              2u); // and of the interval, which needs no loss of every row
    EXPECT_EQ(report.estimates[0].warnings[0].code, "failed_fits");
    EXPECT_EQ(report.estimates[0].warnings[1].code, "may_undercover");
    EXPECT_EQ(report.estimates[1].cost.failures, 0u);
    ASSERT_EQ(report.estimates[1].warnings.size(), 4u);
    EXPECT_EQ(report.estimates[1].warnings[0].code, "few_repeats");
    EXPECT_EQ(report.estimates[1].warnings[1].code, "few_rows");
    EXPECT_EQ(report.estimates[1].warnings[2].code, "few_errors");
    EXPECT_EQ(report.estimates[1].warnings[3].code, "best_of_many");
    EXPECT_EQ(report.run.failures, 1u);
}

} // namespace
} // namespace unseen
