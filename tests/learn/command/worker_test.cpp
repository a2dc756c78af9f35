// Programs that serve many fits: correct programs, and all kinds of failures.
#include "learn/command/programs.hpp"

#include "unseen/run/estimate.hpp"

#include <chrono>

namespace unseen {
namespace {

class Worker : public test::Programs {
protected:
    static Spec worker(const std::string& mode, int every = 1)
    {
        return command("worker",
                       {"python3", "-I", "-S", test::program("worker.py"), mode, std::to_string(every)});
    }

    const Dataset data_ = test::a_and_b();
    const std::vector<std::uint32_t> right_ = {0, 0, 0, 0, 0};

    /// Leave-one-out by this worker: failures and error rate.
    static std::pair<std::uint64_t, Value> leave_one_out(const Dataset& data, const Spec& spec,
                                                         std::size_t threads)
    {
        const auto learner = make_learner(spec, data.response_type());
        const std::vector<const Learner*> learners = {learner.get()};
        EstimateOptions options;
        options.estimators = {Spec("loo")};
        options.run.threads = threads;
        const auto report = estimate(data, learners, options);
        return {report.run.failures, report.estimates.at(0).value};
    }
};

TEST_F(Worker, GivesLabelsAndScores)
{
    const auto p = predict(data_, worker("good"));
    EXPECT_EQ(p.label, right_);
    ASSERT_EQ(p.scores.size(), 10U);
    for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(p.scores[i], i % 2 == 0 ? 8.0 / 12.0 : 4.0 / 12.0);
    const auto only = predict(data_, worker("labels"));
    EXPECT_EQ(only.label, right_);
    EXPECT_TRUE(only.scores.empty());
}

TEST_F(Worker, GivesNumbers)
{
    const auto data =
        test::dataset({test::numbers("x", {1, 2, 3, 4, 5, 6}), test::numbers("y", {1, 2, 3, 4, 5, 9})});
    EXPECT_EQ(predict(data, worker("good")).value, std::vector<double>(5, 4.0));
}

TEST_F(Worker, GetsCountsAndNoLabelsOfOthers)
{
    const std::vector<std::uint32_t> counts = {0, 0, 5, 0, 0, 0, 0, 0, 0, 1, 0, 0};
    RowSetStorage storage;
    const auto train = storage.from_counts(counts);
    const auto rows = test::row_range(0, 2);
    const std::size_t variants[] = {0};
    const auto p =
        test::prepare(data_, {worker("good").print()})->evaluate(test::task(train, rows), variants).at(0);
    EXPECT_EQ(p.label, (std::vector<std::uint32_t>{1, 1}));
    EXPECT_EQ(p.scores, (std::vector<double>{1.0 / 6.0, 5.0 / 6.0, 1.0 / 6.0, 5.0 / 6.0}));
}

TEST_F(Worker, GetsTheSeed)
{
    EXPECT_EQ(predict(data_, worker("seed")).label, std::vector<std::uint32_t>(5, 7 % 2));
}

TEST_F(Worker, ModelsPredictRowsOfAnotherDataset)
{
    const auto prepared = test::prepare(data_, {worker("good").print()});
    const auto model = prepared->fit(test::task(RowSet::all(12), {}), 0);
    const auto other = test::dataset(
        {test::numbers("x", {7}), test::codes("f", {"new"}, {0}), test::codes("y", {"a", "b"}, {1})});
    EXPECT_EQ(model->predict(other, test::row_range(0, 1)), model->predict(data_, test::row_range(0, 1)));
}

TEST_F(Worker, DoesAllFitsOfARunOnAnyNumberOfThreads)
{
    const auto expected = leave_one_out(data_, Spec("majority"), 1);
    for (const std::size_t threads : {1U, 3U})
        EXPECT_EQ(leave_one_out(data_, worker("good"), threads), expected);
}

TEST_F(Worker, IsReplacedAfterACrash)
{
    // Every fifth fit of a process kills it; the second attempt is the first fit of another.
    EXPECT_EQ(leave_one_out(data_, worker("crash", 5), 1), leave_one_out(data_, Spec("majority"), 1));
}

TEST_F(Worker, OneThatAlwaysCrashesCostsEveryFit)
{
    EXPECT_EQ(failure(data_, worker("crash")), "crashed: python3: ended by signal 11 (Segmentation fault); "
                                               "its last lines of standard error: about to crash");
}

TEST_F(Worker, OneThatCannotStartIsStartedTwiceInAll)
{
    const auto starts = home() / "starts";
    const auto spec =
        command("worker", {"python3", "-I", "-S", test::program("worker.py"), "count-starts", starts});
    EXPECT_EQ(leave_one_out(data_, spec, 1).first, data_.labelled());
    EXPECT_EQ(test::read_file(starts), "xx");
}

TEST_F(Worker, AnExitCodeAndAnEndWithoutAnswerAreTold)
{
    EXPECT_EQ(failure(data_, worker("exit")), "exit_code: python3: exit code 3");
    EXPECT_EQ(failure(data_, worker("exit-at-once")),
              "exit_code: python3: exit code 3; its last lines of standard error: no such module");
    EXPECT_EQ(failure(data_, worker("leave")), "crashed: python3: ended without an answer");
    EXPECT_EQ(failure(data_, worker("half")), "crashed: python3: ended without an answer");
}

TEST_F(Worker, OneThatHangsIsKilled)
{
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(failure(data_, worker("hang").set("timeout", "150ms")),
              "timeout: python3: took longer than its time limit");
    EXPECT_EQ(failure(data_, worker("never-reads").set("timeout", "150ms")),
              "timeout: python3: took longer than its time limit");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

TEST_F(Worker, OneThatEatsMemoryHitsItsLimit)
{
    const auto text = failure(data_, worker("eat").set("memory", "256MiB"));
    EXPECT_EQ(text.find("exit_code: python3: exit code 1"), 0U) << text;
    EXPECT_NE(text.find("MemoryError"), std::string::npos) << text;
}

TEST_F(Worker, WhatIsNoAnswerHasTheWrongShape)
{
    for (const char* mode : {"garbage", "huge", "short", "print-at-once", "class"})
        EXPECT_EQ(failure(data_, worker(mode)).substr(0, 13), "wrong_shape: ") << mode;
    EXPECT_EQ(failure(data_, worker("nan")).substr(0, 5), "nan: ");
    EXPECT_EQ(failure(data_, worker("version")),
              "wrong_shape: python3: speaks version 2 of the protocol; expected 1");
}

TEST_F(Worker, AnAnswerTooManyIsNotTakenForTheNext)
{
    const auto prepared = test::prepare(data_, {worker("twice").print()});
    const std::size_t variants[] = {0};
    const auto rows = test::row_range(0, 1);
    for (const Row out : {0U, 2U, 0U, 2U}) {
        const Row left_out[] = {out};
        try {
            const auto p =
                prepared->evaluate(test::task(RowSet::all_but(12, left_out), rows), variants).at(0);
            EXPECT_EQ(p.scores.at(0), out == 0 ? 7.0 / 11.0 : 8.0 / 11.0);
        } catch (const LearnerError& e) { // where both came at once
            EXPECT_EQ(e.code(), "wrong_shape");
        }
    }
}

TEST_F(Worker, NoiseOnStandardErrorStopsNobody) { EXPECT_EQ(predict(data_, worker("noisy")).label, right_); }

TEST_F(Worker, OneThatClosesItsInputIsNoUse)
{
    EXPECT_EQ(failure(data_, worker("close-input")), "crashed: python3: closed its standard input");
}

TEST_F(Worker, AFailMessageIsTheLearnersOwnWord)
{
    EXPECT_EQ(failure(data_, worker("fail")), "threw: python3: singular matrix");
    EXPECT_EQ(failure(data_, worker("refuse")), "threw: python3: I do not like this data");
    // The process continues with the next fit: the second attempt is the second fit of the same process.
    EXPECT_EQ(leave_one_out(data_, worker("fail", 2), 1).first, 0U);
}

TEST_F(Worker, OneThatStaysWhenItsInputEndsIsKilled)
{
    EXPECT_EQ(predict(data_, worker("stays")).label, right_);
}

TEST_F(Worker, KnowsNoClassThatOnlyATestTableHas)
{
    Table main{.source = "main",
               .columns = {test::numbers("x", {1, 2, 3}), test::codes("f", {"p", "q"}, {0, 1, 0}),
                           test::codes("y", {"a", "b"}, {1, 1, 0})},
               .declared_types = true};
    Table more{
        .source = "test",
        .columns = {test::numbers("x", {1}), test::codes("f", {"new"}, {0}), test::codes("y", {"c"}, {0})},
        .declared_types = true};
    const auto both = Dataset::make(main, {}, &more, nullptr);
    const auto p = test::trained_on_all(both, worker("good").print(), {3});
    EXPECT_EQ(p.label, std::vector<std::uint32_t>{1});
    EXPECT_EQ(p.scores, (std::vector<double>{1.0 / 3.0, 2.0 / 3.0, 0.0}));
}

TEST_F(Worker, GetsWeightsGroupsAndTimesIfItAsks)
{
    EXPECT_EQ(test::value_of_roles(worker("roles").set("needs", "weights groups times")), test::sum_of_roles);
}

TEST_F(Worker, OfTheOldProtocolCannotAsk)
{
    EXPECT_EQ(failure(data_, worker("old").set("needs", "weights")),
              "wrong_shape: python3: speaks version 1 of the protocol, which has no weights, groups or "
              "times; expected 2");
}

TEST_F(Worker, AsksForWhatTheDataHave)
{
    EXPECT_EQ(failure(data_, worker("roles").set("needs", "times groups")),
              "threw: python3: asks for the times of the training rows, and the data have none; name their "
              "column with `time`");
    EXPECT_THROW(make_learner(worker("good").set("needs", "weight"), ResponseType::classes), InputError);
}

TEST_F(Worker, HasTheTraitsOfWhatItAsksFor)
{
    const auto traits =
        make_learner(worker("roles").set("needs", "weights times"), ResponseType::numbers)->traits();
    EXPECT_TRUE(traits.weights && traits.times && !traits.groups);
    EXPECT_FALSE(make_learner(worker("good"), ResponseType::numbers)->traits().weights);
}

} // namespace
} // namespace unseen
