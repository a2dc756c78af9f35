// Experiment files: their meaning and their errors.
#include "unseen/experiment/experiment.hpp"

#include "support/messages.hpp"
#include "support/temporary_folder.hpp"
#include "unseen/base/words.hpp"
#include "unseen/experiment/compared_store.hpp"
#include "unseen/store/store_file.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace unseen {
namespace {

class Experiments : public testing::Test {
protected:
    Experiments()
    {
        for (const auto* name : {"b.csv", "a.csv", "c.txt"})
            folder_.write(name, std::string("x,y\n1,a\n2,b\n3,a\n4,b\n5,a\n6,b\n7,a\n8,") + name[0] + "\n");
    }
    Experiment parse(const std::string& text) const
    {
        return parse_experiment(text, "e.toml", folder_.path(""));
    }
    std::string fault(const std::string& text) const
    {
        return test::message_of([&] { parse(text); });
    }
    static std::vector<std::string> names(const Experiment& experiment)
    {
        std::vector<std::string> all;
        for (const auto& learner : experiment.learners)
            all.push_back(learner.name + " = " + learner.spec.print());
        return all;
    }
    test::TemporaryFolder folder_;
};

const std::string data = "[[data]]\npath = \"*.csv\"\n";
const std::string knn = "[[learner]]\nspec = \"knn\"\n";

TEST_F(Experiments, HaveDefaults)
{
    const auto e = parse(data + knn);
    EXPECT_EQ(e.seed, 1u);
    EXPECT_EQ(e.options.level.value(), 0.95);
    EXPECT_EQ(e.options.interval, "auto");
    EXPECT_TRUE(e.options.estimators.empty() && e.options.measures.empty() && e.options.bounds.empty());
    ASSERT_EQ(e.data.size(), 2u);
    EXPECT_EQ(e.data[0].name, "a.csv");
    EXPECT_EQ(e.data[1].name, "b.csv");
    EXPECT_EQ(e.data[0].roles.target, "");
}

TEST_F(Experiments, SayHowDataAreRead)
{
    const auto e = parse("[[data]]\npath = [\"c.txt\", \"a.csv\"]\ntarget = \"y\"\nignore = "
                         "[\"x\"]\nseparator = \"tab\"\nheader = true\n"
                         "numeric = [\"x\"]\ncategorical = [\"y\"]\nmissing = [\"-\"]\ngroup = "
                         "\"g\"\nstratum = \"s\"\nunlabelled = \"u.csv\"\n" +
                         knn);
    ASSERT_EQ(e.data.size(), 2u);
    EXPECT_EQ(e.data[0].name, "c.txt");
    EXPECT_EQ(e.data[1].roles.target, "y");
    EXPECT_EQ(e.data[1].roles.ignore, std::vector<std::string>{"x"});
    EXPECT_EQ(e.data[1].reading.separator, '\t');
    EXPECT_EQ(e.data[1].reading.header, true);
    EXPECT_EQ(e.data[1].reading.numeric, std::vector<std::string>{"x"});
    EXPECT_EQ(e.data[1].roles.categorical, std::vector<std::string>{"y"});
    EXPECT_EQ(e.data[1].reading.missing, std::vector<std::string>{"-"});
    EXPECT_EQ(e.data[0].roles.group, "g");
    EXPECT_EQ(e.data[0].roles.stratum, "s");
    EXPECT_EQ(e.data[0].unlabelled, folder_.path("") + "/u.csv");
    const auto unlabelled = [&](const std::string& value) {
        return parse(data + "unlabelled = " + value + "\n" + knn).data[0].unlabelled;
    };
    EXPECT_EQ(unlabelled("0.25"), "0.25");
    EXPECT_EQ(unlabelled("\"missing\""), "missing");
}

TEST_F(Experiments, TakePathsFromTheEnvironment)
{
    ASSERT_EQ(setenv("UNSEEN_TEST_FOLDER", folder_.path("").c_str(), 1), 0);
    const auto e = parse_experiment("[[data]]\npath = \"${UNSEEN_TEST_FOLDER}/[ab].csv\"\n" + knn, "e.toml",
                                    "/elsewhere");
    ASSERT_EQ(e.data.size(), 2u);
    EXPECT_EQ(e.data[1].name, "${UNSEEN_TEST_FOLDER}/b.csv");
    EXPECT_EQ(e.data[1].path, folder_.path("") + "/b.csv");
    EXPECT_NE(fault("[[data]]\npath = \"${UNSEEN_NO_SUCH}/a\"\n")
                  .find("e.toml:2:8: '${UNSEEN_NO_SUCH}/a': the environment has no variable"),
              std::string::npos);
}

TEST_F(Experiments, TakeKeysOfTheBaseOfALearnerThatTakesThem)
{
    const auto e = parse(data + "[[learner]]\nspec = \"tuned(knn)\"\nk = \"1..5\"\n"
                                "[[learner]]\nname = \"deep\"\nspec = \"tuned(impute(knn))\"\nrule = "
                                "[\"best\", \"one-se\"]\nk = \"1|3\"\n");
    EXPECT_EQ(names(e),
              (std::vector<std::string>{"tuned(knn):k=1..5 = tuned(knn):k=1..5",
                                        "deep:rule=best = tuned(impute(knn)):rule=best,k=1|3",
                                        "deep:rule=one-se = tuned(impute(knn)):rule=one-se,k=1|3"}));
    EXPECT_NE(fault(data + "[[learner]]\nspec = \"tuned(knn)\"\nkk = \"1..5\"\n")
                  .find("e.toml:5:1: unknown key 'kk' of the learner 'tuned'; did you mean 'k'?"),
              std::string::npos);
    EXPECT_NE(fault(data + "[[learner]]\nspec = \"bagging(knn)\"\nk = 3\n")
                  .find("unknown key 'k' of the learner 'bagging'"),
              std::string::npos);
}

TEST_F(Experiments, ExpandGridsInTheOrderOfTheLearnersKeys)
{
    const auto e = parse(
        data + "[[learner]]\nspec = \"knn:scale=none\"\nweights = [\"uniform\", \"distance\"]\nk = [1, 3]\n"
               "[[learner]]\nname = \"small\"\nspec = \"tree\"\nmax_depth = 2\nmin_rows = [2, 5]\n");
    EXPECT_EQ(names(e), (std::vector<std::string>{
                            "knn:scale=none,k=1,weights=uniform = knn:scale=none,k=1,weights=uniform",
                            "knn:scale=none,k=1,weights=distance = knn:scale=none,k=1,weights=distance",
                            "knn:scale=none,k=3,weights=uniform = knn:scale=none,k=3,weights=uniform",
                            "knn:scale=none,k=3,weights=distance = knn:scale=none,k=3,weights=distance",
                            "small:min_rows=2 = tree:min_rows=2,max_depth=2",
                            "small:min_rows=5 = tree:min_rows=5,max_depth=2",
                        }));
}

// Which keys have a meaning may depend on the response, which is not known when the file is read.
TEST_F(Experiments, RefuseAKeyThatHasAMeaningForNoResponse)
{
    EXPECT_EQ(
        names(parse(data + "[[learner]]\nspec = \"tree:cp=0.1\"\n[[learner]]\nspec = \"tree:raise=no\"\n")),
        (std::vector<std::string>{"tree:cp=0.1 = tree:cp=0.1", "tree:raise=no = tree:raise=no"}));
    EXPECT_NE(fault(data + "[[learner]]\nspec = \"tree:criterion=gini,raise=no\"\n")
                  .find("raise is for prune=c4.5; here prune=cost-complexity"),
              std::string::npos);
}

TEST_F(Experiments, TakeAListForACommandLine)
{
    const auto e = parse(
        data +
        "[[learner]]\nname = \"mine\"\nspec = \"command\"\nfit = [\"my fit\", \"{train}\", \"{model}\"]\n"
        "predict = \"my-predict {model} {test} {predictions}\"\ntimeout = [\"1s\", \"60s\"]\n");
    ASSERT_EQ(e.learners.size(), 2u);
    EXPECT_EQ(e.learners[1].name, "mine:timeout=60s");
    EXPECT_EQ(split_words(e.learners[1].spec.text("fit")),
              (std::vector<std::string>{"my fit", "{train}", "{model}"}));
    EXPECT_EQ(e.learners[1].spec.text("predict"), "my-predict {model} {test} {predictions}");
}

TEST_F(Experiments, TellWhatIsWrongAndWhere)
{
    const std::vector<std::pair<std::string, std::string>> faults = {
        {"seeds = 1\n", "e.toml:1:1: unknown key 'seeds' of an experiment; did you mean 'seed'?"},
        {"seed = -1\n", "e.toml:1:8: 'seed' is not valid; expected a whole number from 0 to 2^64 - 1"},
        {"level = 2.0\n", "e.toml:1:9: level = 2 must lie strictly between 0 and 1"},
        {"measures = \"auc\"\n", "e.toml:1:12: 'measures' is not valid; expected a list of texts"},
        {"estimators = [\"cv\", \"cv:folds\"]\n", "e.toml:1:21: spec 'cv:folds', character 9: expected '='"},
        {"data = 3\n", "e.toml:1:8: 'data' is not valid; expected tables [[data]]"},
        {"[[data]]\ntarget = \"y\"\n", "e.toml:1:1: this [[data]] has no path"},
        {"[[data]]\npath = \"a.csv\"\n[[data]]\npath = \"[a].csv\"\n",
         "e.toml:4:8: the file 'a.csv' occurs twice"},
        {"[[learner]]\nk = 3\n", "e.toml:1:1: this [[learner]] has no spec"},
        {"[[learner]]\nspec = \"knn:k=3\"\nk = 3\n", "e.toml:3:5: 'k' is also in the spec; expected it once"},
        {"[[learner]]\nspec = \"knn\"\nk = []\n", "e.toml:3:5: 'k' is an empty list"},
        {knn + knn, "e.toml:3:1: there are two learners called 'knn'"},
        {"seed = 1\nseed = 2\n", "e.toml:2:"},
        {knn, "there is no dataset"},
        {data, "there is no learner"},
    };
    for (const auto& [text, message] : faults)
        EXPECT_NE(fault(text).find(message), std::string::npos) << text << fault(text);
}

TEST_F(Experiments, AreCheckedBeforeAnyFit)
{
    auto e = parse(data + knn);
    e.options.measures = {Spec("rmse")};
    EXPECT_NE(test::message_of([&] { check_experiment(e); }).find("a.csv: measure 'rmse'"),
              std::string::npos);
    e.options.measures.clear();
    e.options.estimators = {Spec("cv").set("folds", "2"), Spec("resubstitution"),
                            Spec("cv").set("folds", "2").set("stratify", "yes")};
    const auto design = check_experiment(e);
    ASSERT_EQ(design.size(), 2u);
    EXPECT_EQ(design[1].rows, 8u);
    EXPECT_EQ(design[1].splits, 3u); // equal plans are one
}

TEST_F(Experiments, ShardsTogetherDoEveryFitOnce)
{
    auto e = parse(data + knn + "[[learner]]\nspec = \"majority\"\n");
    e.options.estimators = {Spec("cv").set("folds", "4").set("repeats", "3"),
                            Spec("bootstrap").set("samples", "5")};
    const auto design = check_experiment(e);
    const auto whole_store = make_memory_store();
    const auto whole = run_experiment(e, design, {.store = whole_store.get()});
    std::uint64_t fits = 0;
    const auto parts = make_memory_store();
    for (std::uint64_t i = 1; i <= 3; ++i) {
        const auto due = missing_fits(e, *parts, 3); // with one thread, no fit is begun twice
        const auto part = run_experiment(
            e, design, {.threads = 1, .store = parts.get(), .shard = {.index = i, .count = 3}});
        EXPECT_EQ(due[i - 1], part.run.fits);
        fits += part.run.fits;
        EXPECT_TRUE(part.results[0].report.estimates.empty());
    }
    EXPECT_EQ(missing_fits(e, *parts, 2), (std::vector<std::uint64_t>{0, 0}));
    const auto all = run_experiment(e, design, {.store = parts.get(), .stored_only = true});
    EXPECT_EQ(all.run.fits, 0u);
    EXPECT_LE(fits, whole.run.fits + whole.run.reused);
    for (std::size_t d = 0; d < 2; ++d)
        for (std::size_t i = 0; i < whole.results[d].report.estimates.size(); ++i)
            EXPECT_EQ(all.results[d].report.estimates[i].value, whole.results[d].report.estimates[i].value);
    const auto forecast = forecast_experiment(e, parts.get(), {});
    ASSERT_EQ(forecast.size(), 4u);
    for (const auto& f : forecast) EXPECT_EQ(f.stored, f.fits);
}

TEST_F(Experiments, TakeLearnersOfOnesOwnByName)
{
    OwnLearners mine;
    mine.push_back(
        simple_learner("first-class", {.numbers = false, .scores = false}, [](const Dataset&, const Task&) {
            struct First final : Model {
                Predictions predict(const Dataset&, std::span<const Row> rows) const override
                {
                    Predictions p;
                    p.label.assign(rows.size(), 0);
                    return p;
                }
            };
            return std::make_unique<First>();
        }));
    const std::string text = "estimators = [\"cv:folds=2\"]\n[[data]]\npath = \"a.csv\"\n" + knn +
                             "[[learner]]\nspec = \"first-class\"\n";
    EXPECT_NE(fault(text).find("unknown learner 'first-class'"), std::string::npos);
    const auto e = parse_experiment(text, "e.toml", folder_.path(""), mine);
    const auto path = folder_.path("own.store");
    {
        const auto store = open_store(path);
        const auto report = run_experiment(e, check_experiment(e), {}, *store);
        ASSERT_EQ(report.results.at(0).report.estimates.size(), 2u);
        EXPECT_EQ(report.results[0].report.estimates[1].asked.learner_name, "first-class");
        EXPECT_EQ(report.results[0].report.estimates[1].value, Value(0.375)); // 3 of 8 rows are b
    }
    const auto kept = stored_experiments(path);
    ASSERT_EQ(kept.size(), 1u);
    EXPECT_EQ(kept[0].name, "e.toml");
    EXPECT_EQ(kept[0].folder, std::filesystem::canonical(folder_.path("")).string());
    EXPECT_TRUE(kept[0].complete);
    EXPECT_EQ(compare_stored(path, {.own = mine}, {}).answer.models.at(1).name, "first-class");
    EXPECT_NE(test::message_of([&] {
                  parse_experiment(text + "k = 3\n", "e.toml", folder_.path(""), mine);
              }).find("without keys"),
              std::string::npos);
}

} // namespace
} // namespace unseen
