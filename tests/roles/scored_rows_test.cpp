#include "support/messages.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/score/score.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace unseen {
namespace {

ScoredRows rows_of(const std::string& csv, const ScoreRoles& roles = {})
{
    const Table table = parse_table(csv, "t.csv");
    return make_scored_rows(std::span(&table, 1), roles);
}

std::string refusal(const std::string& csv, const ScoreRoles& roles = {})
{
    return test::message_of([&] { rows_of(csv, roles); });
}

bool warns(const std::vector<Warning>& warnings, const std::string& code)
{
    return std::any_of(warnings.begin(), warnings.end(), [&](const Warning& w) { return w.code == code; });
}

TEST(ScoredRows, TellTheTaskByTheTruth)
{
    EXPECT_EQ(rows_of("truth,pred\na,b\nb,a\n").design.task, ScoreTask::binary);
    EXPECT_EQ(rows_of("truth,pred\na,b\nb,c\n").design.task, ScoreTask::multiclass);
    EXPECT_EQ(rows_of("truth,pred\n0,1\n1,1\n").design.task, ScoreTask::binary);
    EXPECT_EQ(rows_of("truth,pred\n0,0.5\n1,1\n").design.task,
              ScoreTask::regression); // predicted what no class is
    EXPECT_EQ(rows_of("truth,pred\n0,0\n1,1\n2,3\n").design.task,
              ScoreTask::multiclass); // a class that is only predicted
    EXPECT_EQ(rows_of("truth,pred\n1,0\n1,1\n").design.task, ScoreTask::binary);
    EXPECT_EQ(rows_of("truth,pred\n0,0\n1,1\n2,-7\n").design.task, ScoreTask::regression);
    EXPECT_EQ(rows_of("truth,pred\n1,0.25\n1,0.25\n").design.task, ScoreTask::regression);
    EXPECT_EQ(rows_of("truth,p\n0,0.5\n1,1\n").design.task, ScoreTask::binary); // a score
    EXPECT_EQ(rows_of("truth,pred\n0.25,0.5\n1.5,1\n2.5,1\n").design.task, ScoreTask::regression);
    EXPECT_EQ(rows_of("truth,pred\n0,1\n1,1\n", {.task = "regression"}).design.task, ScoreTask::regression);
    EXPECT_EQ(rows_of("truth,pred\n7,8\n8,8\n9,9\n", {.task = "multiclass"}).design.classes.names(),
              (std::vector<std::string>{"7", "8", "9"}));
}

TEST(ScoredRows, SayHowWholeNumbersAreTaken)
{
    const auto counts = rows_of("truth,pred\n0,3\n15,8\n37,44\n120,60\n");
    EXPECT_EQ(counts.design.task, ScoreTask::regression);
    EXPECT_EQ(
        in_words(counts.notes)[2],
        "task: regression, because the truths are whole numbers from 0 to 120 (`task=multiclass` takes them "
        "for classes)");
    EXPECT_EQ(rows_of("truth,pred\n1,2\n2,2\n7,1\n5,25\n").design.task,
              ScoreTask::regression); // 25 is no class beside 1 to 7
    EXPECT_EQ(in_words(rows_of("truth,pred\n1,2\n2,2\n7,1\n5,9\n").notes)[2],
              "task: classes, because the truths are whole numbers from 1 to 7, and so are the predictions "
              "(`task=regression` judges "
              "them as numbers)");
    EXPECT_EQ(rows_of("truth,pred\n0,1\n1,1\n").notes.size(), 2U); // two values need no word
}

TEST(ScoredRows, SpellTruthValuesAsTheTruthDoes)
{
    for (const std::string csv :
         {"truth,pred\nTrue,1\nFalse,0\nTrue,0\n", "truth,pred\n1,True\n0,False\n1,False\n",
          "truth,pred\nTRUE,true\nFALSE,false\nTRUE,false\n",
          "truth,pred\nTrue,1.0\nFalse,0.0\nTrue,0.0\n"}) {
        const auto rows = rows_of(csv);
        EXPECT_EQ(rows.design.classes.size(), 2U) << csv;
        EXPECT_EQ(rows.design.true_label, (std::vector<std::uint32_t>{1, 0, 1})) << csv;
        EXPECT_EQ(rows.predicted.label, (std::vector<std::uint32_t>{1, 0, 0})) << csv;
    }
    EXPECT_EQ(rows_of("truth,pred\nTrue,1\nTrue,0\n").design.classes.names(),
              (std::vector<std::string>{"False", "True"}));
    EXPECT_NE(refusal("truth,pred\nTrue,1\nFalse,2\n"), ""); // 2 is no truth value
}

TEST(ScoredRows, LeaveOutRowsWithoutAPredictionOnRequest)
{
    const std::string labels = "truth,pred,w\n1,1,1\n0,,1\n,1,1\n1,0,\n0,0,2\n";
    EXPECT_NE(refusal(labels), "");
    const auto rows = rows_of(labels, {.weight = "w", .drop_missing = true});
    EXPECT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows.design.weight, (std::vector<double>{1, 2}));
    EXPECT_TRUE(warns(rows.warnings, "missing_target") && warns(rows.warnings, "missing_prediction"));
    EXPECT_EQ(rows_of("truth,a,b\na,.9,.1\nb,,.4\nb,.2,.8\n", {.drop_missing = true}).size(), 2U);
    EXPECT_EQ(rows_of("truth,pred\n1.5,2\n2.5,\n3.5,3\n4,NA\n", {.drop_missing = true}).size(), 2U);
    EXPECT_NE(refusal("truth,pred\n1,\n0,\n", {.drop_missing = true}), "");
}

TEST(ScoredRows, TurnLogitsIntoProbabilities)
{
    const auto one = rows_of("truth,score\n1,0\n0,-800\n1,800\n0,-1.5\n", {.link = "sigmoid"});
    EXPECT_EQ(one.predicted.scores[0], 0.5);
    EXPECT_EQ(one.predicted.scores[1], 0.0); // exp(-800) is below the smallest number
    EXPECT_EQ(one.predicted.scores[2], 1.0);
    EXPECT_NEAR(one.predicted.scores[3], 0.18242552380635635, 1e-16); // 1 / (1 + e^1.5)
    EXPECT_TRUE(one.predicted.probabilities);
    const auto several = rows_of("truth,a,b,c\na,1,2,3\nb,1000,1000,-1000\nc,0,0,0\n",
                                 {.scores = {"a", "b", "c"}, .link = "softmax"});
    // e^1, e^2, e^3 over their sum.
    EXPECT_NEAR(several.predicted.scores[0], 0.09003057317038046, 1e-16);
    EXPECT_NEAR(several.predicted.scores[2], 0.6652409557748218, 1e-15);
    EXPECT_EQ(several.predicted.scores[3], 0.5);
    EXPECT_EQ(several.predicted.scores[5], 0.0);
    EXPECT_NE(refusal("truth,score\n1,0\n0,1\n", {.link = "softmax"}), "");
    EXPECT_NE(refusal("truth,a,b\na,0,1\nb,1,2\n", {.scores = {"a", "b"}, .link = "sigmoid"}), "");
    EXPECT_NE(refusal("truth,pred\n1.5,2\n2.5,1\n", {.link = "sigmoid"}), "");
}

TEST(ScoredRows, WarnOfScoresOfExactlyTheDefaultCut)
{
    EXPECT_TRUE(warns(rows_of("truth,p\n1,.5\n0,.2\n").warnings, "scores_at_cut"));
    EXPECT_FALSE(warns(rows_of("truth,p\n1,.5\n0,.2\n", {.threshold = 0.5}).warnings, "scores_at_cut"));
    EXPECT_FALSE(warns(rows_of("truth,p,pred\n1,.5,1\n0,.2,0\n").warnings, "scores_at_cut"));
    EXPECT_NE(refusal("truth,p,w\n1,.5,0\n0,.2,0\n", {.weight = "w"}), "");
}

TEST(ScoredRows, TakeTheNamedPositiveClassElseTheUsualOneElseTheLast)
{
    const auto positive = [](const std::string& a, const std::string& b, const std::string& named = "") {
        const auto rows =
            rows_of("truth,pred\n" + a + ',' + b + '\n' + b + ',' + a + '\n', {.positive = named});
        return rows.design.classes.name(rows.design.positive);
    };
    EXPECT_EQ(positive("0", "1"), "1");
    EXPECT_EQ(positive("1", "2"), "2"); // numbered classes
    EXPECT_EQ(positive("Yes", "zero"), "Yes");
    EXPECT_EQ(positive("TRUE", "False"), "TRUE");
    EXPECT_EQ(positive("positive", "rest"), "positive");
    EXPECT_EQ(positive("a", "b"), "b");
    EXPECT_EQ(positive("a", "b", "a"), "a");
    EXPECT_EQ(positive("true", "yes"), "yes"); // two usual ones: the last
}

TEST(ScoredRows, OfOneClassKnowTheOther)
{
    const auto ones = rows_of("truth,score\n1,0.5\n1,0.25\n");
    EXPECT_EQ(ones.design.classes.names(), (std::vector<std::string>{"0", "1"}));
    EXPECT_EQ(ones.design.positive, 1u);
    EXPECT_TRUE(warns(ones.warnings, "one_class"));
    EXPECT_EQ(rows_of("truth,score\nno,0.5\n").design.classes.names(),
              (std::vector<std::string>{"no", "yes"}));
    EXPECT_EQ(rows_of("truth,score\nx,0.5\n").design.classes.names(),
              (std::vector<std::string>{"(other)", "x"}));
    EXPECT_EQ(rows_of("truth,score\nx,0.5\n", {.positive = "y"}).design.classes.names(),
              (std::vector<std::string>{"x", "y"}));
}

TEST(ScoredRows, KeepTheScoreOfThePositiveClassAlone)
{
    const auto rows = rows_of("truth,score\na,0.25\nb,0.5\n", {.positive = "a"});
    EXPECT_TRUE(rows.predicted.one_score);
    EXPECT_EQ(rows.predicted.scores, (std::vector<double>{0.25, 0.5}));
    EXPECT_EQ(rows.view().score(0, 0), 0.25);
    EXPECT_EQ(rows.view().score(0, 1), 0.75);
    EXPECT_TRUE(rows.predicted.probabilities);
    EXPECT_EQ(rows.predicted.label, (std::vector<std::uint32_t>{1, 0})); // a where the score is at least 0.5
    const auto raw = rows_of("truth,score\na,-2\nb,3\n");
    EXPECT_EQ(raw.predicted.scores, (std::vector<double>{-2, 3}));
    EXPECT_EQ(raw.view().score(0, 0), 2.0);
    EXPECT_FALSE(raw.predicted.probabilities);
    EXPECT_TRUE(raw.predicted.label.empty());
    EXPECT_EQ(rows_of("truth,score\na,-2\nb,3\n", {.threshold = 3.0}).predicted.label,
              (std::vector<std::uint32_t>{0, 1}));
}

TEST(ScoredRows, FindTheColumnOfEachClassByTheEndOfItsName)
{
    const auto rows = rows_of("obs,p_a,p_b,p_c\na,.5,.25,.25\nb,.25,.5,.25\nc,0,0,1\n");
    EXPECT_EQ(rows.predicted.scores.size(), 9u);
    EXPECT_EQ(rows.predicted.label, rows.design.true_label);
    // VF ends in F too, but the column with the exact name F is taken.
    EXPECT_EQ(rows_of("obs,pred,VF,F\nVF,F,.75,.25\nF,F,.5,.5\n").predicted.scores,
              (std::vector<double>{.25, .75, .5, .5}));
    const auto named = rows_of("y,u,v\na,.5,.5\nb,1,0\n", {.scores = {"b=u", "a=v"}});
    EXPECT_EQ(named.predicted.scores, (std::vector<double>{.5, .5, 0, 1}));
}

std::vector<std::string> notes_of(const std::string& csv, const ScoreRoles& roles = {})
{
    return in_words(rows_of(csv, roles).notes);
}

bool noted(const std::string& csv, const std::string& text)
{
    const auto notes = notes_of(csv);
    return std::any_of(notes.begin(), notes.end(),
                       [&](const auto& note) { return note.find(text) != note.npos; });
}

TEST(ScoredRows, TellColumnsOfScoresByWhatStandsBeforeTheLabelInAll)
{
    // Other columns that end in a label are not scores, such as row numbers with the name V1, and features.
    EXPECT_TRUE(noted("V1,truth,pred,p_0,p_1\n0,1,1,.25,.75\n1,0,0,.5,.5\n",
                      "scores: columns 'p_0', 'p_1', found by their names"));
    EXPECT_TRUE(noted("x_0,x_1,truth,p_0,p_1\n2,3,1,.25,.75\n1,4,0,.5,.5\n",
                      "scores: columns 'p_0', 'p_1', found by their names"));
    // Features are not probabilities, and are not used as scores unless they are named.
    const std::string features = "x_0,x_1,truth,pred\n2,3,1,1\n1,4,0,0\n";
    EXPECT_TRUE(rows_of(features).predicted.scores.empty());
    EXPECT_TRUE(noted(features, "scores: not columns 'x_0', 'x_1', although they are named after the "
                                "classes: they are not probabilities"));
    EXPECT_EQ(rows_of(features, {.scores = {"x_0", "x_1"}}).predicted.scores.size(), 4u);
    EXPECT_TRUE(noted("truth,pred,a,b\na,a,.5,.25\nb,b,0,1\n",
                      "the scores of 1 row do not sum to 1 to within 0.005"));
}

TEST(ScoredRows, TakeRoundedProbabilitiesAsTheyAreAndSaySo)
{
    const auto rounded = rows_of("truth,a,b,c\na,.332,.333,.333\nb,0,1,0\nc,0,0,1\n");
    EXPECT_TRUE(rounded.predicted.probabilities);
    EXPECT_EQ(rounded.predicted.scores[0], .332);
    EXPECT_TRUE(warns(rounded.warnings, "rounded_probabilities"));
    // Sums of numbers in single precision, or of three digits, are this close to 1.
    EXPECT_FALSE(warns(rows_of("truth,a,b\na,.70000005,.3\nb,0,1\n").warnings, "rounded_probabilities"));
}

TEST(ScoredRows, KnowTheNamesThatOtherProgramsGive)
{
    EXPECT_TRUE(noted("row_ids,truth,response,prob.yes,prob.no\n1,yes,no,.6,.4\n2,no,no,.25,.75\n",
                      "predicted: column 'response'"));
    EXPECT_TRUE(noted("truth,.pred_class,.pred_a,.pred_b\na,b,.6,.4\nb,b,.25,.75\n",
                      "predicted: column '.pred_class'"));
    EXPECT_TRUE(noted("y_test,y_pred_proba\n1,.6\n0,.25\n", "score: column 'y_pred_proba'"));
}

TEST(ScoredRows, WarnOfNumbersThatMayBeScores)
{
    EXPECT_TRUE(warns(rows_of("truth,pred\n0,0.5\n1,1\n").warnings, "looks_like_scores"));
    EXPECT_FALSE(
        warns(rows_of("truth,pred\n0,0.5\n1,1\n", {.task = "regression"}).warnings, "looks_like_scores"));
    EXPECT_FALSE(warns(rows_of("truth,pred\n0.25,0.5\n1,1\n2,1\n").warnings, "looks_like_scores"));
}

TEST(ScoredRows, OfOneNumberWithScoresAreOneClass)
{
    EXPECT_EQ(rows_of("truth,score\n-1,.5\n-1,.25\n").design.task, ScoreTask::binary);
    EXPECT_EQ(rows_of("truth,score\n2,.5\n2,.25\n", {.positive = "2"}).design.positive, 1u);
    EXPECT_EQ(
        rows_of("truth,score\n-1,-3\n-1,.25\n", {.positive = "1", .threshold = 0.0}).design.classes.names(),
        (std::vector<std::string>{"-1", "1"}));
}

TEST(ScoredRows, RefuseNumbersWithCommas)
{
    EXPECT_EQ(rows_of("y;yhat\n1,5;1,7\n2;2,5\n").design.true_value, (std::vector{1.5, 2.0}));
    EXPECT_EQ(refusal("y,yhat\n\"1,5\",\"1,7\"\n2,\"2,5\"\n"), // commas separate the cells as well
              "t.csv: column 'y', row 1: '1,5' is a number with a comma; expected a decimal "
              "point (`decimal=,` reads it; `task=multiclass` if it is a label)");
    EXPECT_EQ(rows_of("y;yhat\n1,5;1,7\n2;2,5\n7;2\n", {.task = "multiclass"}).design.classes.size(), 5u);
    EXPECT_EQ(rows_of("y;yhat\n1,5;a\na;2,5\n").design.task, ScoreTask::multiclass); // words among them
    EXPECT_EQ(refusal("y,p\n1,\"0,5\"\n0,\"0,25\"\n"),
              "t.csv: column 'p', row 1: '0,5' is not a finite number; "
              "expected a score, with a decimal point instead of the comma");
}

TEST(ScoredRows, NameTheCellThatMakesLabelsOfNumbers)
{
    EXPECT_NE(refusal("y,yhat\n1.5,1\ngap,2\n")
                  .find("(t.csv: column 'y', row 2: 'gap' is not a number; if it marks missing cells, name "
                        "it with `missing`"),
              std::string::npos);
    EXPECT_NE(refusal("y,p\n1,.5\nx,.25\n0,1\n").find("row 2: 'x' is not a number"), std::string::npos);
    EXPECT_TRUE(warns(rows_of("y,yhat\n1.5,1\n2.5,2\nnull,2\n").warnings,
                      "missing_target")); // a usual word for a missing number
}

TEST(ScoredRows, LookForRowsThatComeTwice)
{
    const std::string tuned = "pred,obs,rowIndex,mtry\na,a,1,2\nb,b,2,2\na,a,1,4\nb,a,2,4\n";
    EXPECT_TRUE(warns(rows_of(tuned).warnings, "repeated_ids"));
    EXPECT_FALSE(warns(rows_of(tuned, {.group = "rowIndex"}).warnings, "repeated_ids"));
    const std::string drawn =
        "pred,obs,rowIndex,Resample\na,a,1,Resample1\nb,b,2,Resample1\na,a,1,Resample2\nb,a,3,Resample2\n";
    EXPECT_NE(refusal(drawn, {.split = "Resample"}).find("row 1 was tested before in the same repeat"),
              std::string::npos);
    const std::string repeated = "pred,obs,rowIndex,Resample\na,a,1,Fold1.Rep1\nb,b,2,Fold2.Rep1\na,a,2,"
                                 "Fold1.Rep2\nb,a,1,Fold2.Rep2\n";
    EXPECT_EQ(rows_of(repeated, {.split = "Resample"}).design.folds.size(), 4u);
}

TEST(ScoredRows, WarnOfColumnsThatHoldFolds)
{
    const auto folds = [](const std::string& name, const std::string& a, const std::string& b) {
        return warns(rows_of("truth,pred," + name + "\na,a," + a + "\nb,b," + b + "\n").warnings,
                     "looks_out_of_fold");
    };
    EXPECT_TRUE(folds("cv_fold", "1", "2"));
    EXPECT_TRUE(folds("Folds", "1", "2"));
    EXPECT_TRUE(folds("id", "Fold1", "Fold2"));
    EXPECT_FALSE(folds("portfolio", "1", "2"));
    EXPECT_FALSE(folds("id", "Fold1", "x"));
}

TEST(ScoredRows, WarnOfScoresOfWhateverWasPredicted)
{
    EXPECT_TRUE(warns(rows_of("truth,pred,prob\na,a,.75\nb,b,.5\nb,b,1\n").warnings, "scores_of_predicted"));
    EXPECT_FALSE(warns(rows_of("truth,pred,prob\na,a,.25\nb,b,.75\n").warnings, "scores_of_predicted"));
    EXPECT_FALSE(warns(rows_of("truth,pred,prob\na,b,.75\nb,b,.75\n").warnings, "scores_of_predicted"));
}

TEST(ScoredRows, LeaveOutRowsWithoutTruthAndSaySo)
{
    const auto rows = rows_of("truth,pred\na,a\n?,b\nb,a\n");
    EXPECT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows.predicted.label, (std::vector<std::uint32_t>{0, 0}));
    EXPECT_TRUE(warns(rows.warnings, "missing_target"));
}

TEST(ScoredRows, NameWhatIsWrong)
{
    EXPECT_EQ(refusal("truth,pred\na,a\nb,?\n"),
              "t.csv: column 'pred', row 2: there is no value; expected a predicted label");
    EXPECT_EQ(refusal("truth,score\na,1\nb,x\n"),
              "t.csv: column 'score', row 2: 'x' is not a finite number; expected a score");
    EXPECT_NE(refusal("truth,pred\na,1\nb,2\n").find("holds numbers, but the truth holds labels"),
              std::string::npos);
    EXPECT_NE(
        refusal("truth,s\na,1\nb,2\nc,2\n", {.score = "s"})
            .find("`score` needs two classes, but the truth, column 'truth', has 3; 'a', 'b', 'c' need"),
        std::string::npos);
    EXPECT_NE(refusal("truth,p\na,1\nb,.2\nc,.2\n")
                  .find("('p' may be the score of one of two classes, and there are 3: 'a', 'b', 'c')"),
              std::string::npos);
    EXPECT_NE(refusal("truth,u,v\na,1,0\nb,0,1\n", {.scores = {"a=u"}}).find("class 'b' has no column"),
              std::string::npos);
    EXPECT_NE(
        refusal("truth,u,v\na,1,0\nb,0,1\n", {.scores = {"a=u", "a=v"}}).find("class 'a' has two columns"),
        std::string::npos);
    EXPECT_NE(refusal("truth,pred\na,a\nb,b\n", {.task = "nominal"})
                  .find("expected binary, multiclass, ordinal or regression"),
              std::string::npos);
    EXPECT_NE(refusal("truth,pred\na,a\nb,b\n", {.task = "regression"}).find("regression needs numbers"),
              std::string::npos);
    EXPECT_NE(refusal("truth,pred,s\na,a,1\nb,b,0\n", {.predicted = "pred", .score = "s", .threshold = 0.5})
                  .find("expected one of them"),
              std::string::npos);
    EXPECT_NE(refusal("truth,pred\na,a\nb,b\n", {.predicted = "pred", .weight = "pred"}).find("two roles"),
              std::string::npos);
}

TEST(ScoredRows, AreTheSameOfTablesThatAreGivenAway)
{
    const auto table = [](const std::string& csv) { return parse_table(csv, "t.csv"); };
    const Table binary = table("y,p,w\n1,.75,2\n0,.5,1\n1,.25,0\n");
    const Table more = table("y,p,w\n0,.125,3\n1,1,1\n");
    const Table words = table("y,p,w\nno,.125,3\nyes,1,1\n");
    const Table numbers = table("truth,pred,w\n.5,1,1\n2.5,3,2\n7,8,3\n");
    const Table classes = table("truth,a,b,c\na,.5,.5,0\nb,0,.25,.75\nc,0,0,1\n");
    const Table folds =
        table("y,pred,p,q,k,r\n1,1,.5,.5,0,x\n0,1,.5,.5,2,x\n1,0,.5,.5,2,y\n1,1,.5,.5,0,y\n0,1,.5,.5,0,y\n");
    const ScoreRoles in_folds{.truth = "y", .predicted = "pred", .split = "k", .repeat = "r"};
    const auto with_scores = [&](std::vector<std::string> scores) {
        ScoreRoles roles = in_folds;
        roles.scores = std::move(scores);
        return roles;
    };
    const struct {
        std::vector<Table> tables;
        ScoreRoles roles{};
    } cases[] = {{{binary}, {.weight = "w"}},
                 {{binary}, {.truth = "y", .score = "p", .group = "p", .by = "y"}},
                 {{binary, more}, {.weight = "w"}},
                 {{words}},
                 {{numbers}, {.truth = "truth", .weight = "w", .by = "truth"}},
                 {{classes}, {.scores = {"a=a", "b=b", "c=c"}}},
                 {{classes}},
                 {{folds}, in_folds},
                 {{folds}, with_scores({"0=p", "1=q"})},
                 {{folds}, with_scores({"0=p", "1=p"})},
                 {{folds}, with_scores({"0=y", "1=k"})},
                 {{folds}, with_scores({"0=k", "1=pred"})}};
    for (const auto& c : cases) {
        const auto kept = make_scored_rows(c.tables, c.roles);
        auto tables = c.tables;
        const auto given = make_scored_rows(std::move(tables), c.roles);
        EXPECT_EQ(given.size(), kept.size());
        EXPECT_EQ(given.design.classes, kept.design.classes);
        EXPECT_EQ(given.design.true_label, kept.design.true_label);
        EXPECT_EQ(given.predicted.label, kept.predicted.label);
        EXPECT_EQ(given.predicted.scores, kept.predicted.scores);
        EXPECT_EQ(given.design.true_value, kept.design.true_value);
        EXPECT_EQ(given.predicted.value, kept.predicted.value);
        EXPECT_EQ(given.design.weight, kept.design.weight);
        EXPECT_EQ(given.design.cluster, kept.design.cluster);
        EXPECT_EQ(given.design.fold, kept.design.fold);
        EXPECT_EQ(given.design.subgroup, kept.design.subgroup);
        EXPECT_EQ(given.notes, kept.notes);
        EXPECT_EQ(given.warnings, kept.warnings);
    }
    // Scores that are no probabilities cost only the measures that need these.
    const auto scores = make_scored_rows(std::vector<Table>{classes}, {.scores = {"a=a", "b=a", "c=c"}});
    EXPECT_FALSE(scores.predicted.probabilities);
    EXPECT_FALSE(scores.predicted.label.empty());
    EXPECT_TRUE(std::ranges::any_of(scores.warnings, [](const Warning& w) {
        return w.is(warnings::sums_not_one) &&
               w.text.find("t.csv: column 'a', row 2: 0.75") != std::string::npos;
    }));
}

TEST(ScoredRows, AreTheSameOnSeveralThreads)
{
    std::string scores = "y,p\n";
    std::string grades = "y,yhat\n";
    for (int i = 0; i < 120'000; ++i) {
        scores +=
            i % 7 == 3 ? "?,.5\n" : (i % 3 == 0 ? "1,." : "0,.") + std::to_string(100 + i * 37 % 900) + '\n';
        grades += i % 3 == 0     ? "low,high\n"
                  : i == 100'001 ? "odd,low\n"
                  : i == 5       ? "low,even\n"
                                 : "high,high\n";
    }
    const Table table_of_scores = parse_table(scores, "t.csv");
    const auto one = make_scored_rows(std::span(&table_of_scores, 1));
    const auto two = make_scored_rows(std::vector<Table>{table_of_scores}, {}, 2);
    EXPECT_EQ(one.size(), 102'857u);
    EXPECT_EQ(two.design.true_label, one.design.true_label);
    EXPECT_EQ(two.predicted.label, one.predicted.label);
    EXPECT_EQ(two.predicted.scores, one.predicted.scores);
    EXPECT_EQ(two.notes, one.notes);
    EXPECT_EQ(two.warnings, one.warnings);
    const Table faults = parse_table(grades, "t.csv"); // in the truth and, earlier, in what was predicted
    for (const std::size_t threads : {1u, 2u})
        EXPECT_EQ(test::message_of([&] {
                      make_scored_rows(std::vector<Table>{faults},
                                       {.task = "ordinal", .order = {"low", "high"}}, threads);
                  }),
                  "t.csv: column 'y', row 100002: 'odd' is not one of the classes 'low', 'high'");
}

TEST(ScoredRows, OfSeveralTablesStandBelowEachOther)
{
    const Table parts[] = {parse_table("truth,pred\n1,1\n0,1\n", "a.csv"),
                           parse_table("truth,pred\n2,x\n", "b.csv")};
    const auto rows = make_scored_rows(parts);
    EXPECT_EQ(rows.design.classes.names(), (std::vector<std::string>{"0", "1", "2", "x"}));
    EXPECT_EQ(rows.design.true_label, (std::vector<std::uint32_t>{1, 0, 2}));
    EXPECT_EQ(rows.predicted.label, (std::vector<std::uint32_t>{1, 1, 3}));
    const Table bad[] = {parse_table("truth,score\n1,1\n0,1\n", "a.csv"),
                         parse_table("truth,score\n0,?\n", "b.csv")};
    EXPECT_NE(test::message_of([&] { make_scored_rows(bad); }).find("b.csv: column 'score', row 1"),
              std::string::npos);
}

TEST(ScoredRows, GoToTheNearestClassOfAnOrdinalTaskHalvesUp)
{
    const auto rows = rows_of("truth,pred\n1,0.4\n2,1.5\n4,3\n4,2.999\n2,9\n", {.task = "ordinal"});
    EXPECT_TRUE(rows.design.ordered);
    EXPECT_TRUE(rows.view().ordered);
    EXPECT_EQ(rows.design.classes.names(), (std::vector<std::string>{"1", "2", "4"}));
    EXPECT_EQ(rows.predicted.label, (std::vector<std::uint32_t>{0, 1, 2, 1, 2}));
    const auto told = rows_of("truth,pred\nb,a\na,c\nc,b\n", {.task = "ordinal", .order = {"c", "a", "b"}});
    EXPECT_EQ(told.design.true_label, (std::vector<std::uint32_t>{2, 1, 0}));
    EXPECT_EQ(told.predicted.label, (std::vector<std::uint32_t>{1, 0, 2}));
    EXPECT_NE(refusal("truth,pred\na,1\nb,2\n", {.task = "ordinal", .order = {"a", "b"}})
                  .find("class 'a' is not a number"),
              std::string::npos);
    EXPECT_NE(refusal("truth,pred\n1,1\n2,2\n", {.task = "ordinal", .order = {"2", "1"}}).find("must ascend"),
              std::string::npos);
}

TEST(ScoredRows, OfSeveralTargetsStandPointByPoint)
{
    const auto rows =
        rows_of("x,y,px,py\n0,1,3,4\n2,?,1,1\n5,6,1,2\n", {.truth = "x,y", .predicted = "px,py"});
    EXPECT_EQ(rows.design.targets, 2u);
    EXPECT_EQ(rows.design.true_value, (std::vector<double>{0, 1, 5, 6}));
    EXPECT_EQ(rows.predicted.value, (std::vector<double>{3, 4, 1, 2}));
    EXPECT_EQ(rows.view().targets, 2u);
    const std::uint32_t last[] = {1};
    EXPECT_EQ(select_rows(rows, last).predicted.value, (std::vector<double>{1, 2}));
    EXPECT_EQ(rows_of("\"x,y\",p\n0.5,1\n2,3\n", {.truth = "x,y", .predicted = "p"}).design.targets,
              1u); // a column of that name
}

TEST(ScoredRows, KnowTheirFoldsByRepeatAndSplit)
{
    const auto rows = rows_of("truth,pred,k,r\na,a,2,y\nb,a,10,y\na,b,2,x\nb,b,10,x\na,a,10,x\nb,b,2,y\n",
                              {.split = "k", .repeat = "r"});
    ASSERT_EQ(rows.design.folds.size(), 4u);
    EXPECT_EQ(rows.design.fold, (std::vector<std::uint32_t>{2, 3, 0, 1, 1, 2}));
    EXPECT_EQ(rows.design.folds[1].split, "10");
    EXPECT_EQ(rows.design.folds[1].repeat, "x");
    EXPECT_EQ(rows.design.folds[1].test_rows, 2u);
    EXPECT_EQ(rows.design.folds[1].train_rows, 1u);
    EXPECT_TRUE(rows.design.out_of_fold);
    EXPECT_FALSE(warns(rows.warnings, "unequal_repeats"));
    const auto unequal = rows_of("truth,pred,k,r\na,a,1,1\nb,a,2,1\na,b,1,2\nb,b,2,2\na,b,2,2\n",
                                 {.split = "k", .repeat = "r"});
    EXPECT_TRUE(warns(unequal.warnings, "unequal_repeats"));
    EXPECT_EQ(unequal.design.folds[2].train_rows, 2u); // fold 1 of repeat 2
}

TEST(Score, OfFoldsIsTheMeanOfTheirFiguresWhereAMeasureIsNotAdditive)
{
    // Two folds of AUC 1 and 1/2 (a tie); pooled, the second fold's scores all lie above the first's.
    const std::string csv = "truth,p,k\n1,.2,1\n0,.1,1\n1,.8,2\n0,.8,2\n";
    const auto report =
        score(rows_of(csv, {.split = "k"}), {.measures = {Spec("roc_auc"), Spec("brier"), Spec("f1")}});
    const auto& auc = report.measures[0];
    EXPECT_EQ(auc.value, Value(0.75));
    EXPECT_EQ(auc.folds->aggregation, Aggregation::mean_of_folds);
    EXPECT_EQ(auc.folds->pooled, Value(0.625));
    EXPECT_TRUE(warns(report.warnings, "pooled_scores"));
    EXPECT_EQ(auc.interval->method, "cv_logit");
    EXPECT_EQ(auc.interval->estimand, Estimand::procedure);
    const auto by_name =
        score(rows_of(csv, {.split = "k"}), {.measures = {Spec("roc_auc")}, .interval = "corrected_t"});
    // J = 2, n2 / n1 = 1: standard error sqrt(1/8 (1/2 + 1)), t with one degree of freedom 12.7062; cut to
    // the range.
    EXPECT_EQ(by_name.measures[0].interval->lower, 0.0);
    EXPECT_EQ(by_name.measures[0].interval->upper, 1.0);
    EXPECT_EQ(report.measures[1].folds->aggregation, Aggregation::pooled);
    EXPECT_DOUBLE_EQ(report.measures[1].value.number(), (0.64 + 0.01 + 0.04 + 0.64) / 4);
    EXPECT_EQ(report.measures[1].interval->method, "cv_log");
    EXPECT_EQ(report.measures[1].interval->also, Estimand::model);
    EXPECT_EQ(report.measures[1].estimand, Estimand::procedure);
    EXPECT_EQ(report.measures[2].folds->pooled, Value(0.5)); // one hit, one missed, one false alarm
    EXPECT_EQ(report.training_rows, 2.0);
    const auto unasked = score(rows_of(csv, {.split = "k"}));
    EXPECT_FALSE(warns(unasked.warnings, "pooled_scores")); // pooled by name only
    const auto found = std::find_if(unasked.measures.begin(), unasked.measures.end(),
                                    [](const auto& f) { return f.name == "roc_auc"; });
    EXPECT_EQ(found->folds->pooled, Value::none(reasons::not_pooled));
}

TEST(Score, OfUnknownFoldsHasNoInterval)
{
    const auto report = score(rows_of("truth,p\n1,.2\n0,.1\n1,.8\n0,.8\n", {.out_of_fold = true}));
    EXPECT_TRUE(warns(report.warnings, "pooled_scores"));
    for (const auto& figure : report.measures) {
        EXPECT_EQ(figure.estimand, Estimand::procedure);
        EXPECT_FALSE(figure.interval) << figure.name;
        if (figure.value) {
            EXPECT_EQ(figure.interval.reason(), reasons::no_fold_information) << figure.name;
        }
    }
}

TEST(Score, OfWeightedFoldsCountsRowsByTheirWeights)
{
    // METHODS I.4: rows as clusters; se^2 = sum (w (l - mean))^2 / (sum w)^2.
    const std::string csv =
        "truth,pred,w,k\n0,1,1,1\n0,0,2,1\n0,0,1,1\n1,1,2,2\n1,0,.5,2\n1,1,3,2\n0,0,0,2\n";
    const auto figure = score(rows_of(csv, {.weight = "w", .split = "k"}),
                              {.measures = {Spec("error_rate")}, .interval = "wald_all_pairs"})
                            .measures[0];
    const double mean = 1.5 / 9.5;
    EXPECT_DOUBLE_EQ(figure.value.number(), mean);
    const double sum = std::pow(1 - mean, 2) * (1 + 0.25) + mean * mean * (4 + 1 + 4 + 9);
    EXPECT_NEAR(figure.interval->upper - mean, 1.959963984540054 * std::sqrt(sum) / 9.5, 1e-12);
    const auto equal =
        score(rows_of("truth,pred,w,k\n0,1,3,1\n0,0,3,1\n1,1,3,2\n1,1,3,2\n", {.weight = "w", .split = "k"}),
              {.measures = {Spec("error_rate")}});
    const auto none = score(rows_of("truth,pred,k\n0,1,1\n0,0,1\n1,1,2\n1,1,2\n", {.split = "k"}),
                            {.measures = {Spec("error_rate")}});
    EXPECT_NEAR(equal.measures[0].interval->upper, none.measures[0].interval->upper, 1e-15);
}

TEST(Score, OfAGroupIsThatOfItsRowsAlone)
{
    const std::string csv = "truth,p,g\n1,.9,b\n0,.6,b\n1,.3,a\n0,.2,a\n0,.4,a\n1,.8,a\n";
    const auto report = score(rows_of(csv, {.by = "g"}));
    const auto alone = score(rows_of("truth,p\n1,.3\n0,.2\n0,.4\n1,.8\n"));
    ASSERT_EQ(report.subgroups.size(), 2u);
    EXPECT_EQ(report.subgroups[0].subgroup, "a");
    ASSERT_EQ(report.subgroups[0].measures.size(), alone.measures.size());
    for (std::size_t m = 0; m < alone.measures.size(); ++m) {
        EXPECT_EQ(report.subgroups[0].measures[m].value, alone.measures[m].value) << alone.measures[m].name;
        EXPECT_EQ(report.subgroups[0].measures[m].interval, alone.measures[m].interval)
            << alone.measures[m].name;
    }
    EXPECT_EQ(report.subgroups[0].confusion->cells, alone.confusion->cells);
}

TEST(Score, OfDrawnProbabilitiesIsThatOfThePopulation)
{
    // u uniform, positive with probability u: at cut 0.6 TPR .64 and FPR .16, AUC 5/6 (METHODS D.3).
    constexpr std::size_t n = 100000;
    Stream stream(20, Purpose::generation);
    ScoredRows rows{.design = {.classes = Labels({"0", "1"}), .positive = 1}};
    for (std::uint32_t i = 0; i < n; ++i) {
        const double u = stream.uniform();
        rows.design.true_label.push_back(stream.uniform() < u ? 1 : 0);
        rows.predicted.scores.insert(rows.predicted.scores.end(), {1 - u, u});
        rows.predicted.label.push_back(u >= 0.6 ? 1 : 0);
    }
    const auto report =
        score(rows, {.measures = {Spec("recall"), Spec("fpr"), Spec("roc_auc")}, .level = Level(0.9973)});
    const double population[] = {0.64, 0.16, 5.0 / 6};
    for (std::size_t m = 0; m < 3; ++m) { // within three errors
        EXPECT_LT(report.measures[m].interval->lower, population[m]);
        EXPECT_GT(report.measures[m].interval->upper, population[m]);
    }
}

TEST(Score, OfARareClassNeverPredictedShowsWhatAccuracyHides)
{
    ScoredRows rows{.design = {.classes = Labels({"fraud", "fine"}), .positive = 1}};
    for (std::uint32_t i = 0; i < 1000; ++i) {
        rows.design.true_label.push_back(i == 0 ? 0 : 1);
        rows.predicted.label.push_back(1);
        rows.predicted.scores.insert(rows.predicted.scores.end(), {0.0, 1.0});
    }
    const auto report = score(rows, {.measures = {Spec("accuracy"), Spec("roc_auc"), Spec("fpr")}});
    EXPECT_EQ(report.measures[0].value, Value(0.999));
    EXPECT_EQ(report.measures[1].value, Value(0.5));
    EXPECT_EQ(report.measures[2].value, Value(1.0));
}

TEST(Score, JudgesByEveryMeasureThatAppliesOnce)
{
    const auto binary = score(rows_of("truth,score\n1,.7\n0,.2\n1,.4\n0,.6\n"));
    const auto several = score(rows_of("truth,p_a,p_b,p_c\na,.5,.5,0\nb,0,0,1\nc,0,0,1\n"));
    const auto numbers = score(rows_of("truth,pred\n.5,1\n2.5,3\n7,8\n"));
    const auto ordered = score(rows_of("truth,pred\n1,1\n2,3\n3,3\n", {.task = "ordinal"}));
    const auto points =
        score(rows_of("x,y,px,py\n.5,1,2,3\n2.5,3,0,0\n7,8,7,8\n", {.truth = "x,y", .predicted = "px,py"}));
    const auto items =
        score(rows_of("v\n.5\n.7\n", {.value = "v", .range = {0, 1}, .higher_is_better = true}));
    std::size_t seen = 0;
    for (const auto& m : measures_of_table()) {
        const auto in = [&](const ScoreReport& r) {
            return std::count_if(r.measures.begin(), r.measures.end(),
                                 [&](const auto& f) { return f.name == m.name(); });
        };
        const auto times = in(binary) + in(several) + in(numbers) + in(ordered) + in(points) + in(items);
        EXPECT_EQ(times > 0, !m.by_name_only) << m.name();
        EXPECT_LE(in(binary), 1);
        seen += times > 0 ? 1 : 0;
    }
    EXPECT_GT(seen, 35u);
    EXPECT_EQ(several.prevalence, Value::none(reasons::not_binary));
    EXPECT_FALSE(numbers.confusion);
    const auto labels = score(rows_of("truth,pred\na,b\nb,a\n")); // no scores: what needs them does not apply
    EXPECT_TRUE(std::none_of(labels.measures.begin(), labels.measures.end(),
                             [](const auto& f) { return f.measure.needs_scores; }));
}

} // namespace
} // namespace unseen
