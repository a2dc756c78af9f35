// cut against brute force over scikit-learn's scores and its TunedThresholdClassifierCV, and against its
// definition written out. tests/learn/laws_test.cpp has the laws that it shares with other learners.
#include "learn/tables.hpp"
#include "support/messages.hpp"
#include "support/oracle.hpp"

#include "unseen/base/error.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/resample/plan.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace unseen {
namespace {

/// The cut that predictions report.
double cut_of(const Predictions& p)
{
    EXPECT_EQ(p.complexity.at(0).first, "cut");
    return p.complexity.at(0).second;
}

Dataset diabetes(bool weighted)
{
    Table table = read_table(std::string(UNSEEN_SOURCE_DIR) + "/data/diabetes.arff");
    std::vector<double> weight;
    std::vector<double> fold;
    for (Row r = 0; r < table.columns.front().rows(); ++r) {
        weight.push_back(1.0 + r % 4);
        fold.push_back(r % 5);
    }
    table.columns.insert(table.columns.begin(), {test::numbers("w", weight), test::numbers("fold", fold)});
    return Dataset::make(table, weighted ? Roles{.group = "fold", .weight = "w"}
                                         : Roles{.ignore = {"w"}, .group = "fold"});
}

TEST(Cut, IsScikitLearnsAndTheBestOfAllThatThereAre)
{
    const auto equal = diabetes(false);
    const auto weighted = diabetes(true);
    std::vector<Row> others;
    for (Row r = 0; r < equal.rows(); r += 3) others.push_back(r);
    RowSetStorage storage;
    const auto task = test::task(storage.without(equal.rows(), others), others);
    std::size_t cases = 0;
    for (const auto& line : test::oracle_table("cut.txt")) {
        SCOPED_TRACE(line[0] + ' ' + line[1] + ' ' + line[2]);
        ++cases;
        const auto& data = line[1] == "weighted" ? weighted : equal;
        const auto prepared =
            test::prepare(data, {"cut(" + line[0] + "):inner=(cv:folds=5,stratify=no)," + line[2]});
        const std::size_t first[] = {0};
        for (const auto& p :
             {prepared->evaluate(task, first).front(), prepared->fit(task, 0)->predict(data, others)}) {
            // scikit-learn adds 1e-9 of the largest variance to all variances, and computes that variance
            // without weights.
            EXPECT_NEAR(cut_of(p), std::stod(line[3]), line[1] == "weighted" ? 1e-6 : 1e-9);
            ASSERT_EQ(p.label.size() + 4, line.size());
            for (std::size_t i = 0; i < others.size(); ++i)
                EXPECT_EQ(p.label[i], std::stoul(line[4 + i])) << i;
            EXPECT_TRUE(p.warnings.empty());
        }
    }
    EXPECT_EQ(cases, 24u);
}

/// 80 rows of two classes that overlap. `weight`: whole numbers, some of them 0.
Dataset of_two_classes(bool weighted = false)
{
    std::vector<double> x;
    std::vector<double> weight;
    std::vector<std::int32_t> y;
    Stream stream(6, Purpose::generation);
    for (Row r = 0; r < 80; ++r) {
        y.push_back(stream.below(3) == 0 ? 0 : 1);
        x.push_back(y.back() + 2.0 * stream.uniform());
        weight.push_back(r % 4);
    }
    const Table table{
        .source = "t",
        .columns = {test::numbers("w", weight), test::numbers("x", x), test::codes("y", {"well", "ill"}, y)},
        .declared_types = true,
        .notes = {}};
    return Dataset::make(table, weighted ? Roles{.weight = "w", .positive = "ill"}
                                         : Roles{.ignore = {"w"}, .positive = "ill"});
}

// The inner splits are those of a plan over the distinct rows; a row counts as often as it is trained on, by
// its weight if the learner uses weights. Fits have seeds of their own. "ill" is the positive class: the last
// one.
TEST(Cut, IsThatOfTheScoresOfThePlansSplits)
{
    for (const bool weighted : {false, true}) {
        const auto data = of_two_classes(weighted);
        const auto counts = test::uneven_counts(80);
        std::vector<Row> distinct;
        for (Row r = 0; r < 80; ++r)
            if (counts[r] > 0 && (!weighted || r % 4 != 0)) distinct.push_back(r);
        RowSetStorage storage;
        const auto all = test::row_range(0, 80);
        const auto task = test::task(storage.from_counts(counts), all);
        const auto plan = make_plan(Spec::parse("cv:folds=4,repeats=2"), data.only(distinct),
                                    Stream(7, Purpose::splits).next());
        const std::string base = "bagging(naive-bayes):size=3";
        const auto of_base = test::prepare(data, {base});
        struct Scored {
            double score;
            bool positive;
            double weight;
        };
        std::vector<Scored> rows;
        Scratch scratch;
        for (std::uint64_t s = 0; s < 8; ++s) {
            const auto split = plan.at(s, scratch);
            std::vector<std::uint32_t> own(80, 0);
            split.train.for_each([&](Row r, std::uint32_t) { own[distinct[r]] = counts[distinct[r]]; });
            RowSetStorage own_storage;
            Task inner = task;
            inner.train = own_storage.from_counts(own);
            inner.seed = Stream(7, Purpose::learner, s + 1).next();
            const auto p = of_base->fit(inner, 0)->predict(data, all);
            for (const Row r : split.test) {
                const auto row = distinct[r];
                rows.push_back({p.scores[row * 2 + 1], data.class_codes()[row] == 1,
                                counts[row] * (weighted ? data.weights()[row] : 1.0)});
            }
        }
        double best = 1e300;
        double cut = 0.0;
        for (const auto& tried : rows) { // the highest of the cuts with the least cost
            double cost = 0.0;
            for (const auto& row : rows)
                if ((row.score >= tried.score) != row.positive)
                    cost += row.weight * (row.positive ? 1.0 : 4.0);
            if (cost < best || (cost == best && tried.score > cut)) {
                best = cost;
                cut = tried.score;
            }
        }
        const auto p =
            test::prepare(data, {"cut(" + base + "):by=cost,false_positive=4,inner=(cv:folds=4,repeats=2)"})
                ->fit(task, 0)
                ->predict(data, all);
        Task last = task;
        last.seed = Stream(7, Purpose::learner, 0).next();
        const auto of_all = of_base->fit(last, 0)->predict(data, all);
        EXPECT_EQ(cut_of(p), cut);
        EXPECT_EQ(p.scores, of_all.scores);
        for (Row r = 0; r < 80; ++r) EXPECT_EQ(p.label[r], p.scores[r * 2 + 1] >= cut ? 1u : 0u);
    }
}

// Rows that are not trained on have no effect; neither have weights if the learner trains without them.
TEST(Cut, IsBlindToWeightsIfTheLearnerIs)
{
    const auto all = test::row_range(0, 80);
    const std::string spec = "cut(knn:k=9,scale=none):by=cost,false_positive=2.5";
    EXPECT_EQ(test::trained_on_all(of_two_classes(true), spec, all),
              test::trained_on_all(of_two_classes(false), spec, all));
}

TEST(Cut, SaysWhereNoCutDoes)
{
    const auto data = of_two_classes();
    const auto all = test::row_range(0, 80);
    const auto trained = [&](const std::string& keys, const RowSet& train) {
        return test::prepare(data, {"cut(majority)" + keys})->fit(test::task(train, all), 0);
    };
    const auto predicted = [&](const std::string& keys, const RowSet& train) {
        return trained(keys, train)->predict(data, all);
    };
    // The scores of majority are the shares of "ill" in the training rows, which are higher for folds with
    // fewer "ill".
    const auto most = predicted(":by=precision,at_least=1", RowSet::all(80));
    EXPECT_EQ(most.warnings.at(0).code, "no_cut");
    EXPECT_TRUE(most.warnings[0].text.starts_with(
        "no cut reaches precision 1 on the inner splits; that of the largest, 0."));
    EXPECT_EQ(most.label, predicted(":by=recall,at_least=0", RowSet::all(80)).label);
    for (const auto code : {0U, 1U}) {
        std::vector<std::uint32_t> counts;
        for (const auto own : data.class_codes())
            counts.push_back(own == static_cast<std::int32_t>(code) ? 1 : 0);
        RowSetStorage storage;
        const auto train = storage.from_counts(counts);
        for (const char* keys : {"", ":by=recall", ":by=precision,at_least=0.5"}) {
            const auto p = predicted(keys, train);
            const bool chosen = code == 1 && *keys != '\0'; // all rows are positive: each cut has precision 1
            EXPECT_EQ(p.warnings.empty(), chosen) << keys;
            EXPECT_EQ(p.label, std::vector<std::uint32_t>(80, code)) << keys;
            if (chosen) continue;
            EXPECT_EQ(p.warnings.at(0).text, "the training rows are of one class; the cut 0.5 was taken");
            EXPECT_EQ(cut_of(p), 0.5);
        }
        const auto by_cost = predicted(":by=cost", train);
        EXPECT_TRUE(by_cost.warnings.empty());
        EXPECT_EQ(by_cost.label, std::vector<std::uint32_t>(80, code));
    }
    const auto text = trained(":by=recall,at_least=1", RowSet::all(80))->text();
    EXPECT_TRUE(text.starts_with("cut: 'ill' from score 0.")) << text;
    EXPECT_NE(text.find("(on the inner splits recall 1, precision 0."), text.npos) << text;
}

TEST(Cut, SaysBeforeAnyFitWhatItCannotDo)
{
    const auto message = [](const std::string& spec, const Dataset& data) {
        return test::message_of(
            [&] { check_learner(*make_learner(Spec::parse(spec), data.response_type()), data); });
    };
    const auto two = of_two_classes();
    const auto three =
        test::dataset({test::numbers("x", {1, 2, 3}), test::codes("y", {"a", "b", "c"}, {0, 1, 2})});
    EXPECT_EQ(message("cut(tree)", two), "no error");
    EXPECT_EQ(
        message("cut(tree)", three),
        "'cut' is for two classes, and there are 3; join classes first, or take the learner without it");
    EXPECT_EQ(
        message("cut(tree):inner=(cv:folds=81)", two),
        "'cut': inner, the plan that splits the training rows, does not suit these data: cv: folds = 81 must "
        "be "
        "at most the number of labelled rows, 80; an estimator that sets one aside leaves 79 rows to train");
    EXPECT_EQ(message("cut(tree):inner=resubstitution", two),
              "'cut': inner=resubstitution does not test on training rows set aside; expected a plan that "
              "does, such as cv, random or "
              "loo");
    EXPECT_EQ(message("cut(tree):at_least=0.5", two),
              "'cut': at_least is for by=recall or by=precision; here by=youden");
    EXPECT_TRUE(message("cut(rounded(ridge))", two).ends_with("gives no scores that could be cut"));
    const auto traits = make_learner(Spec::parse("voting(tree;cut(tree))"), ResponseType::classes)->traits();
    EXPECT_TRUE(traits.groups && traits.times);
    EXPECT_EQ(make_learner(Spec::parse("cut(majority):inner=cv"), ResponseType::classes)->spec().print(),
              "cut(majority):by=youden,inner=(" + make_plan(Spec("cv"), two, 0).spec().print() + ')');
}

} // namespace
} // namespace unseen
