// committee against a loop over scikit-learn on the same folds, and against its definition written out.
// tests/learn/laws_test.cpp has the laws that it shares with other learners.
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

std::vector<Column> with_front(std::vector<Column> columns, Column column)
{
    columns.insert(columns.begin(), std::move(column));
    return columns;
}

double figure_of(const Predictions& p, const std::string& name)
{
    for (const auto& [each, figure] : p.complexity)
        if (each == name) return figure;
    ADD_FAILURE() << "no " << name;
    return -1.0;
}

TEST(Committee, IsALoopOverScikitLearnOnTheSameFolds)
{
    std::size_t cases = 0;
    for (const auto& line : test::oracle_table("committee.txt")) {
        SCOPED_TRACE(line[0] + ' ' + line[1] + ' ' + line[2]);
        ++cases;
        Table table = read_table(std::string(UNSEEN_SOURCE_DIR) + "/data/" + line[0]);
        std::vector<double> weight;
        std::vector<double> group;
        std::vector<Row> train;
        std::vector<Row> others;
        for (Row r = 0; r < table.columns.front().rows(); ++r) {
            weight.push_back(1.0 + r % 4);
            group.push_back(r % 10);
            (r % 3 != 0 ? train : others).push_back(r);
        }
        table.columns = with_front(with_front(std::move(table.columns), test::numbers("w", weight)),
                                   test::numbers("g", group));
        const auto data = Dataset::make(table, line[2] == "weighted" ? Roles{.group = "g", .weight = "w"}
                                                                     : Roles{.ignore = {"w"}, .group = "g"});
        RowSetStorage storage;
        const auto prepared = test::prepare(data, {"committee(" + line[1] + "):stratify=no"});
        const auto task = test::task(storage.without(data.rows(), others), others);
        const std::size_t first[] = {0};
        for (const auto& p :
             {prepared->evaluate(task, first).front(), prepared->fit(task, 0)->predict(data, others)}) {
            const bool classes = p.value.empty();
            EXPECT_NEAR(figure_of(p, classes ? "out_of_fold_error" : "out_of_fold_rmse"), std::stod(line[3]),
                        1e-9);
            EXPECT_EQ(figure_of(p, "members"), 10.0);
            const auto& said = classes ? p.scores : p.value;
            ASSERT_EQ(said.size() + 4, line.size());
            for (std::size_t i = 0; i < said.size(); ++i)
                EXPECT_NEAR(said[i], std::stod(line[4 + i]) / (classes ? 10.0 : 1.0), 1e-9) << i;
        }
    }
    EXPECT_EQ(cases, 5u);
}

/// 70 rows of two numbers and three classes that overlap.
Dataset overlapping()
{
    std::vector<double> x;
    std::vector<double> z;
    std::vector<std::int32_t> y;
    Stream stream(5, Purpose::generation);
    for (Row r = 0; r < 70; ++r) {
        y.push_back(static_cast<std::int32_t>(stream.below(3)));
        x.push_back(y.back() + 2.0 * stream.uniform());
        z.push_back(stream.uniform());
    }
    return test::dataset(
        {test::numbers("x", x), test::numbers("z", z), test::codes("y", {"a", "b", "c"}, y)});
}

// The folds are those of a plan over the distinct rows, and a row that counts twice is on one side of them.
// Members have seeds of their own.
TEST(Committee, IsTheVoteOfModelsOfThePlansSplits)
{
    const auto data = overlapping();
    const auto counts = test::uneven_counts(70);
    std::vector<Row> distinct;
    for (Row r = 0; r < 70; ++r)
        if (counts[r] > 0) distinct.push_back(r);
    RowSetStorage storage;
    const auto all = test::row_range(0, 70);
    const auto task = test::task(storage.from_counts(counts), all);
    const auto plan =
        make_plan(Spec::parse("cv:folds=4"), data.only(distinct), Stream(7, Purpose::splits).next());
    const std::string base = "bagging(tree):size=2";
    const auto of_base = test::prepare(data, {base});
    std::vector<double> votes(70 * 3, 0.0);
    double wrong = 0.0;
    double rows = 0.0;
    Scratch scratch;
    for (std::uint64_t m = 0; m < 4; ++m) {
        const auto split = plan.at(m, scratch);
        auto own = counts;
        for (const Row r : split.test) own[distinct[r]] = 0;
        RowSetStorage own_storage;
        Task member = task;
        member.train = own_storage.from_counts(own);
        member.seed = Stream(7, Purpose::learner, m).next();
        const auto p = of_base->fit(member, 0)->predict(data, task.predict);
        for (Row r = 0; r < 70; ++r) votes[r * 3 + p.label[r]] += 0.25;
        for (const Row r : split.test) {
            const auto row = distinct[r];
            rows += counts[row];
            wrong += static_cast<std::int32_t>(p.label[row]) != data.class_codes()[row] ? counts[row] : 0.0;
        }
    }
    const auto p =
        test::prepare(data, {"committee(" + base + "):folds=4"})->fit(task, 0)->predict(data, task.predict);
    EXPECT_EQ(p.scores, votes);
    EXPECT_DOUBLE_EQ(figure_of(p, "out_of_fold_error"), wrong / rows);
    EXPECT_GT(wrong, 0.0);
}

TEST(Committee, DependsOnTheRolesThatItsFoldsLookAt)
{
    for (const char* spec : {"voting(tree;committee(tree))", "tuned(knn):k=1|3"}) {
        const auto traits = make_learner(Spec::parse(spec), ResponseType::classes)->traits();
        EXPECT_TRUE(traits.groups && traits.times) << spec;
    }
}

TEST(Committee, SaysBeforeAnyFitWhatCannotBeSplit)
{
    const auto data = overlapping();
    EXPECT_EQ(test::message_of([&] {
                  check_learner(*make_learner(Spec::parse("committee(tree):folds=71"), ResponseType::classes),
                                data);
              }),
              "cv: folds = 71 must be at most the number of labelled rows, 70");
    const auto few = test::row_range(0, 3);
    EXPECT_EQ(test::message_of<LearnerError>([&] {
                  test::prepare(data, {"committee(tree)"})->fit(test::task(RowSet::of(70, few), {}), 0);
              }),
              "committee: the training rows cannot be split: cv: folds = 10 must be at most the number of "
              "labelled rows, 3");
}

} // namespace
} // namespace unseen
