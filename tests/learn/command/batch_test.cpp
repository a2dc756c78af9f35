// Programs that are run for each fit: correct programs, and all kinds of failures.
#include "learn/command/programs.hpp"

#include "learn/command/program.hpp"
#include "learn/command/run_directory.hpp"
#include "support/messages.hpp"
#include "unseen/run/estimate.hpp"

#include <chrono>
#include <csignal>
#include <unistd.h>

namespace unseen {
namespace {

using test::message_of;

class Batch : public test::Programs {
protected:
    /// `python3 learner.py MODE {train} {test} {predictions} MORE`.
    static Spec learner(const std::string& mode, const std::vector<std::string>& more = {})
    {
        std::vector<std::string> words = {"python3", "-I",      "-S",     test::program("learner.py"),
                                          mode,      "{train}", "{test}", "{predictions}"};
        words.insert(words.end(), more.begin(), more.end());
        return command("fit", words);
    }

    const Dataset data_ = test::a_and_b();
    const std::vector<std::uint32_t> right_ = {0, 0, 0, 0, 0};
};

TEST_F(Batch, TrainsAndPredictsInOneProgram)
{
    EXPECT_EQ(predict(data_, learner("good")).label, right_);
    const auto words = std::vector<std::string>{"python3", "-I",      "-S",     test::program("learner.py"),
                                                "print",   "{train}", "{test}", "-"};
    EXPECT_EQ(predict(data_, command("fit", words)).label, right_);
}

TEST_F(Batch, GetsFilesOfWeightsGroupsAndTimesIfItMentionsThem)
{
    EXPECT_EQ(test::value_of_roles(learner("roles", {"{weights}", "{groups}", "{times}"})),
              test::sum_of_roles);
    EXPECT_EQ(failure(data_, learner("good", {"{groups}"})),
              "threw: python3: asks for the groups of the training rows, and the data have none; name their "
              "column with `group`");
    EXPECT_THROW(make_learner(learner("good").set("needs", "weights"), ResponseType::classes),
                 InputError); // for workers
}

TEST_F(Batch, TrainsAndPredictsInTwoPrograms)
{
    // The model is the training file itself; the second program prints its predictions.
    const auto spec =
        command("fit", {"cp", "{train}", "{model}"})
            .set("predict",
                 join_words(std::vector<std::string>{"python3", "-I", "-S", test::program("learner.py"),
                                                     "print", "{model}", "{test}", "-"}));
    EXPECT_EQ(predict(data_, spec).label, right_);
}

TEST_F(Batch, WritesNoShellIntoTheWay)
{
    // With a shell, each of these words would be something else.
    const auto spec =
        command("fit", {"python3", "-I", "-S", "-c",
                        "import sys; assert sys.argv[4:] == ['$HOME', '*', '`ls`', '>x', 'a b', '']; "
                        "[print('a') for _ in range(5)]",
                        "{train}", "{test}", "--out={predictions}", "$HOME", "*", "`ls`", ">x", "a b", ""});
    EXPECT_NE(failure(data_, spec).find("wrote no file {predictions}"), std::string::npos);
}

TEST_F(Batch, OneThatCrashesSaysTheSignal)
{
    EXPECT_EQ(failure(data_, learner("crash")), "crashed: python3: ended by signal 11 (Segmentation fault)");
}

TEST_F(Batch, AnExitCodeComesWithTheLastLinesOfStandardError)
{
    EXPECT_EQ(
        failure(data_, learner("exit")),
        "exit_code: python3: exit code 3; its last lines of standard error: first line | it is singular");
}

TEST_F(Batch, WhatAProgramWritesIsMadePrintable)
{
    EXPECT_EQ(printable("a\nb\tc\r\x01\x7f"), "a | b c??");
    EXPECT_EQ(printable("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"), "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
    EXPECT_EQ(printable("\xc3 \xc0\x80 \xed\xa0\x80 \xf5 \xe2\x82"), "? ?? ??? ? ??");
}

/// True once the process has ended; it may wait for init to take its status. A busy machine may never have
/// let it start.
bool ends(const std::string& pid)
{
    const auto begin = std::chrono::steady_clock::now();
    std::string state;
    const auto gone = [&] {
        state = pid.empty() ? "" : test::read_file("/proc/" + pid + "/stat");
        return state.empty() || state.find(") Z ") != std::string::npos ||
               state.find(") X ") != std::string::npos;
    };
    while (!gone() && std::chrono::steady_clock::now() - begin < std::chrono::seconds(10)) ::usleep(1000);
    return gone();
}

TEST_F(Batch, OneThatHangsIsKilledWithWhatItStarted)
{
    for (const auto* mode : {"hang-with-child", "stray"}) {
        const auto pid_file = home() / mode;
        const auto begin = std::chrono::steady_clock::now();
        const auto text = failure(data_, learner(mode, {pid_file}).set("timeout", "500ms"));
        EXPECT_EQ(text, "timeout: python3: took longer than its time limit");
        EXPECT_LT(std::chrono::steady_clock::now() - begin,
                  std::chrono::seconds(30)); // it would have been 1000 s
        EXPECT_TRUE(ends(test::read_file(pid_file))) << mode;
    }
}

TEST_F(Batch, OneThatEatsMemoryHitsItsLimit)
{
    const auto text = failure(data_, learner("eat").set("memory", "256MiB"));
    EXPECT_EQ(text.find("exit_code: python3: exit code 1"), 0U) << text;
    EXPECT_NE(text.find("MemoryError"), std::string::npos) << text;
}

TEST_F(Batch, GarbageAndShortAndMissingAnswersHaveTheWrongShape)
{
    EXPECT_EQ(failure(data_, learner("garbage")).find("wrong_shape: "), 0U);
    EXPECT_EQ(failure(data_, learner("short")), "wrong_shape: its predictions: 4 lines for 5 rows");
    EXPECT_EQ(failure(data_, learner("silent")),
              "wrong_shape: python3: ended without an error, but wrote no file {predictions}");
}

TEST_F(Batch, NoiseOnStandardErrorStopsNobody) { EXPECT_EQ(predict(data_, learner("noisy")).label, right_); }

TEST_F(Batch, OneThatClosesItsStreamsIsWaitedFor)
{
    EXPECT_EQ(predict(data_, learner("closed")).label, right_);
}

TEST_F(Batch, AProcessThatIsLeftBehindIsKilledAndNotWaitedFor)
{
    EXPECT_EQ(predict(data_, learner("child")).label, right_);
}

TEST_F(Batch, AFitIsTriedOnceAgain)
{
    const auto count = home() / "count";
    EXPECT_EQ(predict(data_, learner("crash-once", {count})).label, right_);
    EXPECT_EQ(std::filesystem::file_size(count), 2U);
    std::filesystem::remove(count);
    EXPECT_NE(failure(data_, learner("crash")), "none");
}

TEST_F(Batch, OneThatCrashesNowAndThenCostsItsFitsOnly)
{
    // A program that fails if row 3 is not a training row, beside a correct one: other learners are not
    // affected.
    const auto bad = make_learner(
        command("fit",
                {"python3", "-I", "-S", "-c",
                 "import sys\nt = open(sys.argv[1]).read()\nif '0.75,' not in t: sys.exit(7)\nprint('a')",
                 "{train}", "{test}"}),
        ResponseType::classes);
    const auto good = make_learner(Spec("majority"), ResponseType::classes);
    const std::vector<const Learner*> learners = {bad.get(), good.get()};
    EstimateOptions options;
    options.estimators = {Spec("loo")};
    options.run.threads = 2;
    const auto report = estimate(data_, learners, options);
    EXPECT_EQ(report.run.failures, 1U);
    EXPECT_EQ(report.estimates.at(0).cost.failures, 1U);
    EXPECT_EQ(report.estimates.at(1).cost.failures, 0U);
    const auto& warnings = report.estimates.at(0).warnings;
    EXPECT_TRUE(std::any_of(warnings.begin(), warnings.end(), [](const Warning& w) {
        return w.text.find("split 3: command failed: python3: exit code 7") != std::string::npos;
    }));
}

TEST_F(Batch, TheSeedFitsInto31Bits)
{
    const auto spec = command("fit", {"python3", "-I", "-S", "-c",
                                      "import sys; [print('ab'[int(sys.argv[3]) == 7]) for _ in range(5)]",
                                      "{train}", "{test}", "{seed}"});
    EXPECT_EQ(predict(data_, spec).label, (std::vector<std::uint32_t>(5, 1)));
    const auto large = test::prepare(data_, {spec.print()});
    const auto rows = test::row_range(0, 5);
    const std::size_t variants[] = {0};
    const Task task{.train = RowSet::all(12), .predict = rows, .seed = (std::uint64_t{5} << 31) + 7};
    EXPECT_EQ(large->evaluate(task, variants).at(0).label, (std::vector<std::uint32_t>(5, 1)));
}

TEST_F(Batch, AModelPredictsRowsOfAnotherDataset)
{
    const auto prepared = test::prepare(data_, {learner("good").print()});
    const auto model = prepared->fit(test::task(RowSet::all(12), {}), 0);
    EXPECT_EQ(model->predict(test::a_and_b(), test::row_range(2, 4)).label,
              (std::vector<std::uint32_t>{0, 0}));
}

TEST_F(Batch, AFitThatIsToldToStopIsNotTriedAgain)
{
    std::stop_source source;
    source.request_stop();
    const auto rows = test::row_range(0, 5);
    const std::size_t variants[] = {0};
    const auto count = home() / "count";
    const auto prepared = test::prepare(data_, {learner("crash-once", {count}).print()});
    EXPECT_THROW(
        prepared->evaluate({.train = RowSet::all(12), .predict = rows, .stop = source.get_token()}, variants),
        LearnerError);
}

TEST_F(Batch, WhatTheKeysMustBeIsSaidBeforeWorkBegins)
{
    const auto error = [](const std::string& spec) {
        return message_of([&] { make_learner(Spec::parse(spec), ResponseType::classes); });
    };
    EXPECT_NE(error("command").find("has neither fit nor worker; expected fit= (and predict=) or worker="),
              std::string::npos);
    EXPECT_NE(error("command:fit=a {train} {test},worker=b").find("has fit and worker"), std::string::npos);
    EXPECT_NE(error("command:predict=a,worker=b").find("has worker and predict"), std::string::npos);
    EXPECT_NE(error("command:fit=a {train}").find("fit: 'a {train}' does not mention {test}"),
              std::string::npos);
    EXPECT_NE(error("command:fit=a {test},predict=b {test}").find("fit: 'a {test}' does not mention {train}"),
              std::string::npos);
    EXPECT_NE(error("command:fit=a {train},predict=b").find("predict: 'b' does not mention {test}"),
              std::string::npos);
    EXPECT_NE(error("command:fit=a {stem}").find("does not mention {train}"), std::string::npos);
    EXPECT_NE(error("command:fit=a {train} {test} {stem}").find("{stem} is for format=c45"),
              std::string::npos);
    EXPECT_EQ(error("command:fit=a {stem},format=c45"), "no error");
    EXPECT_NE(error("command:fit=a 'b").find("is not closed"), std::string::npos);
    EXPECT_NE(error("command:fit=a {train} {test},timeout=5").find("expected a time such as"),
              std::string::npos);
    EXPECT_NE(error("command:fit=a {train} {test},format=xls").find("expected one of csv, arff"),
              std::string::npos);
    EXPECT_NE(message_of([&] {
                  predict(data_, Spec::parse("command:fit=no-such-program {train} {test}"));
              }).find("there is no program 'no-such-program'"),
              std::string::npos);
    EXPECT_NE(message_of([&] {
                  predict(data_, Spec::parse("command:fit=/etc/passwd {train} {test}"));
              }).find("is not an executable file"),
              std::string::npos);
}

TEST_F(Batch, AProgramThatCannotBeExecutedIsAFailure)
{
    const auto path = home() / "not a program";
    std::ofstream(path) << "no first line that says by what\n";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    const auto text = failure(data_, command("fit", {path, "{train}", "{test}"}));
    EXPECT_EQ(text.find("io: cannot run '" + path.string() + "': Exec format error"), 0U) << text;
}

TEST_F(Batch, APathWithBlanksIsOneWord)
{
    const auto path = home() / "my own learner.py";
    std::ofstream(path) << "#!/usr/bin/env python3\nfor _ in range(5): print('a')\n";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    const auto spec = Spec::parse("command:fit=\"'" + path.string() + "' {train} {test}\"");
    EXPECT_EQ(predict(data_, spec).label, right_);
}

TEST_F(Batch, AFolderThatCannotBeMadeIsNamed)
{
    ::setenv("TMPDIR", (home() / "nowhere").c_str(), 1);
    EXPECT_THROW(predict(data_, learner("good")), IoError);
}

TEST_F(Batch, DirectoriesAreSharedAndGoWithTheLastUser)
{
    auto first = RunDirectory::get();
    const auto path = first->path();
    EXPECT_EQ(path.parent_path(), folder());
    EXPECT_EQ(path.filename().string().find("unseen-" + std::to_string(::getpid()) + "-"), 0U);
    auto second = RunDirectory::get();
    EXPECT_EQ(first, second);
    first.reset();
    EXPECT_TRUE(std::filesystem::exists(path));
    second.reset();
    EXPECT_FALSE(std::filesystem::exists(path));
}

} // namespace
} // namespace unseen
