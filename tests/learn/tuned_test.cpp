// tuned against scikit-learn's GridSearchCV (oracles/tuned.py), and against its definition written out: split
// the training rows by hand, train every point of the grid, take the best.
#include "learn/tables.hpp"
#include "learn/tuned/grid.hpp"
#include "support/messages.hpp"
#include "support/oracle.hpp"

#include "unseen/base/error.hpp"
#include "unseen/learn/tuning.hpp"
#include "unseen/measure/measure.hpp"
#include "unseen/resample/plan.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace unseen {
namespace {

TEST(GridValues, AreThoseOfRangesAndLists)
{
    using List = std::vector<std::string>;
    const auto values = [](const char* written) { return grid_values(written, "here"); };
    EXPECT_EQ(values("1..4"), (List{"1", "2", "3", "4"}));
    EXPECT_EQ(values("0.1..0.9:0.2"), (List{"0.1", "0.3", "0.5", "0.7", "0.9"}));
    EXPECT_EQ(values("1..8:3"), (List{"1", "4", "7"}));
    EXPECT_EQ(values("9..1:4"), (List{"9", "5", "1"}));
    EXPECT_EQ(values("2^-5..2^1:x4"), (List{"0.03125", "0.125", "0.5", "2"}));
    EXPECT_EQ(values("2^-1..2^2"), (List{"0.5", "1", "2", "4"}));
    EXPECT_EQ(values("10^-3..10^0"), (List{"0.001", "0.01", "0.1", "1"}));
    EXPECT_EQ(values("1..100:x10"), (List{"1", "10", "100"}));
    EXPECT_EQ(values("100..1:x10"), (List{"100", "10", "1"}));
    EXPECT_EQ(values("2^-30|3"), (List{"9.313225746154785e-10", "3"}));
    EXPECT_EQ(values("5..5"), List{"5"});
    EXPECT_EQ(values("gini|gain-ratio"), (List{"gini", "gain-ratio"}));
    EXPECT_EQ(values("9|1..3|20"), (List{"9", "1", "2", "3", "20"}));
    EXPECT_EQ(values("0..99999").size(), 100'000u);
    for (const char* wrong : {"1..x", "..3", "1..", "0.1..1", "1...3", "1..9:0", "1..9:-1", "1..9:x1",
                              "1..9:x", "0..8:x2", "-4..8:x2", "1..9:2:3", "1..inf", "1|", "|", "1||2",
                              "0..100000", "1..1e300", "1e-300..1e300:x1.0000001"})
        EXPECT_THROW(values(wrong), InputError) << wrong;
}

/// The predictions of `spec` for `test`, trained on `train`.
Predictions predicted(const Dataset& data, const std::string& spec, const RowSet& train,
                      const std::vector<Row>& test, std::uint64_t seed = 7)
{
    const std::size_t first = 0;
    return test::prepare(data, {spec})
        ->evaluate({.train = train, .predict = test, .seed = seed}, {&first, 1})
        .front();
}

Dataset oracle_data(const std::string& target)
{
    std::map<std::string, std::vector<double>> columns;
    for (const auto& line : test::oracle_table("tuned.txt"))
        for (std::size_t i = 0; i < 5 && line[0] == "row"; ++i)
            columns[std::vector<std::string>{"x", "z", "fold", "label", "number"}[i]].push_back(
                std::stod(line[i + 1]));
    Table table{.source = "tuned.txt", .columns = {}, .declared_types = true, .notes = {}};
    for (const char* name : {"x", "z", "fold", "label", "number"})
        table.columns.push_back({name, NumericColumn{columns.at(name)}});
    const std::string other = target == "label" ? "number" : "label";
    return Dataset::make(table, {.target = target, .ignore = {"fold", other}, .categorical = {"label"}});
}

TEST(Tuned, OnOuterFoldsIsGridSearchCvOfScikitLearn)
{
    struct Case {
        std::string target;
        std::string spec;
        std::vector<std::string> choices; ///< in scikit-learn's order
        double sign;
        double offset; ///< figure = offset + sign * score
    };
    std::map<std::string, Case> cases = {
        {"knn", {"label", "tuned(knn:scale=none):k=1..15,weights=uniform|distance", {}, -1.0, 1.0}},
        {"ridge", {"number", "tuned(ridge):lambda=2^-5..2^11:x4", {}, -1.0, 0.0}},
        {"depth", {"number", "tuned(tree:prune=none,min_rows=1):max_depth=1..4,measure=mae", {}, -1.0, 0.0}}};
    for (int k = 1; k <= 15; ++k)
        for (const char* weights : {"uniform", "distance"})
            cases["knn"].choices.push_back("k=" + std::to_string(k) + ",weights=" + weights);
    for (const char* lambda : {"0.03125", "0.125", "0.5", "2", "8", "32", "128", "512", "2048"})
        cases["ridge"].choices.push_back(std::string("lambda=") + lambda);
    for (int depth = 1; depth <= 4; ++depth)
        cases["depth"].choices.push_back("max_depth=" + std::to_string(depth));

    std::size_t compared = 0;
    for (const auto& line : test::oracle_table("tuned.txt")) {
        if (line[0] == "row") continue;
        const auto& c = cases.at(line[0]);
        SCOPED_TRACE(line[0] + ", fold " + line[1]);
        const auto data = oracle_data(c.target);
        std::vector<Row> test;
        for (Row r = 0; r < data.labelled(); ++r)
            if (data.column("fold")->numeric().values[r] == std::stod(line[1])) test.push_back(r);
        RowSetStorage storage;
        const auto p = predicted(data, c.spec + ",inner=(given:column=fold)",
                                 storage.without(data.labelled(), test), test);
        ASSERT_TRUE(p.choice);
        EXPECT_EQ(p.choice->text, c.choices[std::stoul(line[2])]);
        EXPECT_NEAR(p.choice->figure, c.offset + c.sign * std::stod(line[3]), 1e-12);
        ASSERT_EQ(line.size(), 4 + test.size());
        for (std::size_t i = 0; i < test.size(); ++i) {
            const double expected = std::stod(line[4 + i]);
            if (c.target == "label")
                EXPECT_EQ(p.label[i], expected) << i;
            else
                EXPECT_NEAR(p.value[i], expected, 1e-9) << i;
        }
        ++compared;
    }
    EXPECT_EQ(compared, 15u);
}

constexpr Row n_rows = 60;

Table noisy_table()
{
    std::vector<double> x;
    std::vector<double> weight;
    std::vector<double> group;
    std::vector<double> half;
    std::vector<double> id;
    std::vector<std::int32_t> y;
    for (Row r = 0; r < n_rows; ++r) {
        Stream stream(29, Purpose::generation, r);
        y.push_back(static_cast<std::int32_t>(stream.below(3)));
        x.push_back(y.back() + 2.0 * stream.uniform());
        weight.push_back(static_cast<double>(stream.below(4)));
        group.push_back(static_cast<double>(stream.below(15)));
        half.push_back(static_cast<double>(r % 2));
        id.push_back(r);
    }
    return {.source = "t",
            .columns = {test::numbers("x", x), test::numbers("w", weight), test::numbers("g", group),
                        test::numbers("h", half), test::numbers("id", id),
                        test::codes("y", {"a", "b", "c"}, y)},
            .declared_types = true,
            .notes = {}};
}

/// The rows of a table that are trained on, as a table of their own.
Table rows_of(const Table& table, const std::vector<Row>& rows)
{
    Table some = table;
    for (auto& column : some.columns) {
        if (column.is_numeric()) {
            NumericColumn cells;
            for (const Row r : rows) cells.values.push_back(column.numeric().values[r]);
            column.cells = cells;
        } else {
            CodedColumn cells{.labels = column.coded().labels, .codes = {}};
            for (const Row r : rows) cells.codes.push_back(column.coded().codes[r]);
            column.cells = cells;
        }
    }
    return some;
}

/// The mean figure of each of `specs` on the inner splits of `train`, by the definition; one row is one
/// element of `each`.
std::vector<std::vector<double>> figures(const Dataset& data, const Table& table, const Roles& roles,
                                         const std::vector<std::string>& specs, const std::string& inner,
                                         const Measure& measure, const std::vector<std::uint32_t>& counts)
{
    std::vector<Row> rows;
    for (Row r = 0; r < n_rows; ++r)
        if (counts[r] > 0) rows.push_back(r);
    const auto plan = make_plan(Spec::parse(inner), Dataset::make(rows_of(table, rows), roles),
                                Stream(7, Purpose::splits).next());
    std::vector<std::vector<double>> all(specs.size());
    Scratch scratch;
    for (std::uint64_t s = 0; s < plan.size(); ++s) {
        const auto split = plan.at(s, scratch);
        std::vector<std::uint32_t> times(n_rows, 0);
        split.train.for_each([&](Row r, std::uint32_t count) { times[rows[r]] = count * counts[rows[r]]; });
        std::vector<Row> test;
        std::vector<std::uint32_t> truth;
        std::vector<double> weight;
        for (const Row r : split.test)
            // A row that counts twice is judged twice.
            for (std::uint32_t c = 0; c < counts[rows[r]]; ++c) {
                test.push_back(rows[r]);
                truth.push_back(static_cast<std::uint32_t>(data.class_codes()[rows[r]]));
                weight.push_back(data.weights().empty() ? 1.0 : data.weights()[rows[r]]);
            }
        for (std::size_t i = 0; i < specs.size(); ++i) {
            RowSetStorage storage;
            const auto p = predicted(data, specs[i], storage.from_counts(times), test,
                                     Stream(7, Purpose::learner, s + 1).next());
            PredictionView view{.classes = &data.classes(),
                                .positive = 2,
                                .true_label = truth,
                                .label = p.label,
                                .scores = p.scores};
            view.weight = weight;
            all[i].push_back(evaluate(measure, view).number());
        }
    }
    return all;
}

double mean(const std::vector<double>& values)
{
    double sum = 0.0;
    for (const double v : values) sum += v;
    return sum / static_cast<double>(values.size());
}

TEST(Tuned, IsTheBestOfPlainLearnersOnInnerSplits)
{
    const auto table = noisy_table();
    Stream stream(3, Purpose::generation);
    std::vector<std::uint32_t> once(n_rows, 1);
    std::vector<std::uint32_t> fold(n_rows, 1);
    std::vector<std::uint32_t> sample(n_rows, 0);
    for (Row r = 0; r < n_rows; r += 4) fold[r] = 0;
    for (Row r = 0; r < n_rows; ++r) ++sample[stream.below(n_rows)];
    const std::vector<std::string> knn = {"knn:k=1", "knn:k=4", "knn:k=7", "knn:k=10"};
    const std::vector<std::string> trees = {"bagging(tree:max_depth=1):size=3",
                                            "bagging(tree:max_depth=2):size=3", "naive-bayes"};
    const auto all_rows = test::row_range(0, n_rows);
    for (const Roles& roles :
         {Roles{.ignore = {"w", "g", "h", "id"}}, Roles{.ignore = {"w", "h", "id"}, .group = "g"},
          Roles{.ignore = {"g", "h", "id"}, .weight = "w"},
          Roles{.ignore = {"w", "g", "id"}, .stratum = "h"}})
        for (const char* inner : {"cv:folds=3,repeats=2", "random:splits=7", "holdout"})
            for (const auto& [specs, tuned] :
                 {std::pair(knn, std::string("tuned(knn):k=1..10:3")),
                  std::pair(trees,
                            std::string("tuned(bagging(tree:max_depth=1|2):size=3;naive-bayes):rule=best"))})
                for (const auto& counts : {once, fold, sample}) {
                    const auto data = Dataset::make(table, roles);
                    const auto measure = make_measure(Spec("error_rate"), true);
                    const auto each = figures(data, table, roles, specs, inner, measure, counts);
                    std::size_t best = 0;
                    for (std::size_t i = 1; i < each.size(); ++i)
                        if (mean(each[i]) < mean(each[best]) - 1e-12) best = i; // ties go to the first
                    RowSetStorage storage;
                    const auto train = storage.from_counts(counts);
                    auto p = predicted(data, tuned + ",inner=(" + inner + ")", train, all_rows);
                    ASSERT_TRUE(p.choice);
                    EXPECT_NEAR(p.choice->figure, mean(each[best]), 1e-12);
                    p.choice.reset();
                    EXPECT_EQ(
                        p, predicted(data, specs[best], train, all_rows, Stream(7, Purpose::learner).next()))
                        << specs[best];
                }
}

TEST(Tuned, WithinOneStandardErrorTakesTheFirst)
{
    const auto table = noisy_table();
    const Roles roles{.ignore = {"w", "g", "h", "id"}};
    const auto data = Dataset::make(table, roles);
    std::vector<std::string> specs;
    for (int k = 15; k >= 1; k -= 2) specs.push_back("knn:k=" + std::to_string(k));
    std::size_t simpler = 0;
    for (const char* measure : {"error_rate", "accuracy", "log_loss", "roc_auc_ovr"}) {
        const auto judge = make_measure(Spec(measure), true);
        const double sign = judge.direction == Direction::lower_is_better ? 1.0 : -1.0;
        const auto each =
            figures(data, table, roles, specs, "cv:folds=6", judge, std::vector<std::uint32_t>(n_rows, 1));
        std::size_t best = 0;
        for (std::size_t i = 1; i < each.size(); ++i)
            if (sign * mean(each[i]) < sign * mean(each[best]) - 1e-12) best = i;
        double squares = 0.0;
        for (const double figure : each[best]) squares += std::pow(figure - mean(each[best]), 2);
        const double error = std::sqrt(squares / 5.0 / 6.0);
        std::size_t first = 0;
        while (sign * mean(each[first]) > sign * mean(each[best]) + error) ++first;
        simpler += first < best ? 1 : 0;
        const auto spec =
            std::string("tuned(knn):k=15..1:2,inner=(cv:folds=6),rule=one-se,measure=") + measure;
        const auto p = predicted(data, spec, RowSet::all(n_rows), {0});
        EXPECT_EQ(p.choice->text, specs[first].substr(4)) << measure;
    }
    EXPECT_GT(simpler, 0u);
}

/// The points that are left after a race on these figures, by its definition; smaller figures are better.
std::vector<std::size_t> left_after_race(const std::vector<std::vector<double>>& each, bool halving)
{
    std::vector<std::size_t> left(each.size());
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = i;
    for (std::size_t splits = 1; splits <= each[0].size(); ++splits) {
        const auto so_far = [&](std::size_t i) {
            return mean({each[i].begin(), each[i].begin() + static_cast<std::ptrdiff_t>(splits)});
        };
        std::stable_sort(left.begin(), left.end(),
                         [&](auto a, auto b) { return so_far(a) < so_far(b) - 1e-12; });
        if (halving && (splits == 1 || splits == 2 || splits == 4 || splits == 8))
            left.resize((left.size() + 1) / 2);
        if (halving || splits < 3) continue;
        const auto best = left[0];
        std::erase_if(left, [&](std::size_t i) {
            double squares = 0.0;
            const double difference = so_far(i) - so_far(best);
            for (std::size_t s = 0; s < splits; ++s)
                squares += std::pow(each[i][s] - each[best][s] - difference, 2);
            const double n = static_cast<double>(splits);
            const double quantiles[] = {2.919986, 2.353363, 2.131847, 2.015048,
                                        1.943180, 1.894579, 1.859548, 1.833113}; // t(2) to t(9)
            return difference > 1e-12 &&
                   difference > quantiles[splits - 3] * std::sqrt(squares / (n - 1) / n);
        });
    }
    return left;
}

TEST(Tuned, RacesLeaveOutWhatIsBehind)
{
    const auto table = noisy_table();
    const Roles roles{.ignore = {"w", "g", "h", "id"}};
    const auto data = Dataset::make(table, roles);
    std::vector<std::string> specs;
    for (int k = 1; k <= 25; k += 2) specs.push_back("knn:k=" + std::to_string(k));
    std::size_t others = 0;
    std::size_t out = 0;
    for (const char* measure : {"error_rate", "log_loss", "brier"})
        for (const std::string inner : {"cv:folds=5", "cv:folds=5,repeats=2", "random:splits=7", "holdout"})
            for (const bool halving : {true, false}) {
                SCOPED_TRACE(measure + inner + (halving ? " halving" : " paired"));
                const auto judge = make_measure(Spec(measure), true);
                const auto each =
                    figures(data, table, roles, specs, inner, judge, std::vector<std::uint32_t>(n_rows, 1));
                const auto left = left_after_race(each, halving);
                std::size_t best = left[0];
                for (const auto i : left)
                    if (mean(each[i]) < mean(each[best]) - 1e-12 ||
                        (i < best && mean(each[i]) < mean(each[best]) + 1e-12))
                        best = i;
                const auto spec = "tuned(knn):k=1..25:2,inner=(" + inner + "),measure=" + measure +
                                  (halving ? ",race=halving" : ",race=paired");
                const auto p = predicted(data, spec, RowSet::all(n_rows), {0});
                EXPECT_EQ(p.choice->text, specs[best].substr(4));
                EXPECT_NEAR(p.choice->figure, mean(each[best]), 1e-12);
                // The same from outside, where further figures follow.
                TuningFigures trials(judge, specs.size(), halving ? Race::halving : Race::paired);
                for (std::size_t s = 0; s < each[0].size(); ++s) {
                    std::vector<std::optional<Value>> split;
                    for (const auto& point : each) split.emplace_back(Value(point[s]));
                    trials.add(split);
                }
                EXPECT_EQ(trials.best(), best);
                for (std::size_t i = 0; i < specs.size(); ++i)
                    EXPECT_EQ(!trials.left_after(i), std::ranges::find(left, i) != left.end()) << i;
                out += specs.size() - left.size();
                TuningFigures whole(judge, specs.size());
                for (std::size_t s = 0; s < each[0].size(); ++s) {
                    std::vector<std::optional<Value>> split;
                    for (const auto& point : each) split.emplace_back(Value(point[s]));
                    whole.add(split);
                }
                others += whole.best() != trials.best() ? 1 : 0;
            }
    EXPECT_GT(out, 100u);
    EXPECT_GT(others, 0u);
}

TEST(Tuned, APointThatFailsLeavesTheRace)
{
    TuningFigures trials(make_measure(Spec("error_rate"), true), 3, Race::paired);
    trials.add({Value(0.5), std::nullopt, Value(0.5)});
    EXPECT_EQ(trials.left_after(1), 1u);
    for (int s = 0; s < 2; ++s)
        trials.add({Value(0.5), Value(0.0), Value(0.4)}); // differences of 0, .1 and .1: t = 2
    EXPECT_EQ(trials.left_after(0), std::nullopt);
    EXPECT_EQ(trials.best(), 2u);
    trials.add({Value(0.5), Value(0.0), Value(0.4)}); // and .1: t = 3 above 2.353
    EXPECT_EQ(trials.left_after(0), 4u);
    EXPECT_EQ(trials.within_one_error(), 2u);

    TuningFigures clear(make_measure(Spec("error_rate"), true), 2, Race::paired);
    for (int s = 0; s < 3; ++s) clear.add({Value(0.5), Value(0.375)});
    EXPECT_EQ(clear.left_after(0), 3u);
}

// The labels are noise, so that every learner is wrong on half of the new rows. The figure by which the best
// of many was chosen is lower; the figure on rows that took no part in the choice is not.
TEST(Tuned, OnNoiseIsTooGoodByItsOwnFigureAndHonestOnOtherRows)
{
    double flat = 0.0;
    double squares = 0.0;
    double nested = 0.0;
    constexpr int worlds = 40;
    for (int world = 0; world < worlds; ++world) {
        std::vector<Column> columns;
        Stream stream(41, Purpose::noise, static_cast<std::uint64_t>(world));
        for (int j = 0; j < 5; ++j) {
            std::vector<double> x;
            for (Row r = 0; r < n_rows; ++r) x.push_back(stream.uniform());
            columns.push_back(test::numbers("x" + std::to_string(j), x));
        }
        std::vector<std::int32_t> y;
        for (Row r = 0; r < n_rows; ++r) y.push_back(static_cast<std::int32_t>(stream.below(2)));
        columns.push_back(test::codes("y", {"a", "b"}, y));
        const auto data = test::dataset(columns);
        const auto half = test::row_range(0, n_rows / 2);
        const auto others = test::row_range(n_rows / 2, n_rows);
        RowSetStorage storage;
        const auto p = predicted(data, "tuned(knn:k=1..15;tree:min_rows=1|5;naive-bayes;lda)",
                                 storage.without(n_rows, others), others);
        double wrong = 0.0;
        for (std::size_t i = 0; i < others.size(); ++i)
            wrong += p.label[i] != static_cast<std::uint32_t>(y[others[i]]) ? 1.0 : 0.0;
        flat += p.choice->figure / worlds;
        nested += wrong / static_cast<double>(others.size()) / worlds;
        squares += std::pow(p.choice->figure - 0.5, 2);
    }
    const double rows = worlds * n_rows / 2.0;
    EXPECT_LT(flat, 0.45);
    EXPECT_NEAR(nested, 0.5, 2.6 * std::sqrt(0.25 / rows));
    EXPECT_LT(flat, nested - 5.0 * std::sqrt(0.25 / rows));
}

TEST(Tuned, TriesAFewPointsDrawnByChance)
{
    const auto bases = [](const std::string& spec) {
        return make_learner(Spec::parse(spec), ResponseType::classes)->spec().print();
    };
    const std::string spec = "tuned(knn):k=1..100000,scale=none|minmax,search=random,tries=3";
    EXPECT_EQ(bases(spec), "tuned(knn:weights=uniform,k=1..100000,scale=none|minmax):inner=(cv:folds=5,"
                           "repeats=1,stratify=yes),measure=error_rate,"
                           "rule=best,search=random,tries=3,draw=1");
    const auto data = Dataset::make(noisy_table(), {.ignore = {"w", "g", "h", "id"}});
    const auto choice = [&](const std::string& more, std::uint64_t seed) {
        return predicted(data, "tuned(knn):k=1..50,search=random" + more, RowSet::all(n_rows), {0}, seed)
            .choice->text;
    };
    EXPECT_EQ(predicted(data, "tuned(knn):k=1..50", RowSet::all(n_rows), {0}).choice, // all points are drawn
              predicted(data, "tuned(knn):k=1..50,search=random,tries=50", RowSet::all(n_rows), {0}).choice);
    EXPECT_EQ(choice(",tries=1", 7), choice(",tries=1", 8)); // the points are the same in every fit
    std::set<std::string> seen;
    for (int draw = 1; draw <= 10; ++draw) seen.insert(choice(",tries=1,draw=" + std::to_string(draw), 7));
    EXPECT_GT(seen.size(), 6u);
}

TEST(Tuned, LeavesOutWhatCannotBeFitted)
{
    const auto data = Dataset::make(noisy_table(), {.ignore = {"w", "g", "h", "id"}});
    // qda needs more rows of a class than the inner training sets have.
    std::vector<Row> some;
    for (Row r = 0; r < n_rows; ++r)
        if (data.class_codes()[r] > 0 || r < 8) some.push_back(r);
    const auto few = RowSet::of(n_rows, std::span(some).first(5));
    const auto p = predicted(data, "tuned(qda;majority):inner=(cv:folds=5)", few, {0});
    EXPECT_EQ(p.choice->text, "majority");
    EXPECT_THROW(predicted(data, "tuned(qda):prior=refit|full,inner=(cv:folds=5)", few, {0}),
                 LearnerError); // the last fit fails too
    EXPECT_THROW(predicted(data, "tuned(majority;knn):inner=(cv:folds=5)",
                           RowSet::of(n_rows, std::span(some).first(4)), {0}),
                 LearnerError);
}

TEST(Tuned, WithoutAnyFigureTakesTheFirstPointAndSaysSo)
{
    // Nine rows of one class and one of another: no inner split that tests the one can train on it, and the
    // others test one class.
    std::vector<double> x;
    for (int r = 0; r < 10; ++r) x.push_back(r);
    const auto data = test::dataset(
        {test::numbers("x", x), test::codes("class", {"a", "b"}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 1})});
    const std::string spec = "tuned(knn):k=3|1,measure=roc_auc,inner=(loo)";
    const auto p = predicted(data, spec, RowSet::all(10), {0, 9});
    EXPECT_FALSE(p.choice);
    ASSERT_EQ(p.warnings.size(), 1u);
    EXPECT_EQ(p.warnings[0].code, "no_inner_figure");
    EXPECT_EQ(p.warnings[0].text, "no point of the grid has roc_auc on all inner splits that have it "
                                  "(one_class); the first, k=3, was taken");
    EXPECT_EQ(p.scores, predicted(data, "knn:k=3", RowSet::all(10), {0, 9}).scores);
    const auto model = test::prepare(data, {spec})->fit(test::task(RowSet::all(10), {}), 0);
    EXPECT_EQ(model->predict(data, std::vector<Row>{0, 9}), p);
    EXPECT_TRUE(model->text().starts_with("no point of the grid"));
}

TEST(Tuned, RefusesMeasuresThatTheResponseDoesNotHave)
{
    const auto three = Dataset::make(noisy_table(), {.ignore = {"w", "g", "h", "id"}});
    const auto error = [&](const std::string& spec) {
        return test::message_of(
            [&] { make_learner(Spec::parse(spec), ResponseType::classes)->check(three); });
    };
    EXPECT_EQ(error("tuned(knn):k=1|3,measure=roc_auc"),
              "'tuned': measure=roc_auc is for two classes, and there are 3; expected one for any number, "
              "such as error_rate");
    EXPECT_EQ(error("tuned(knn):k=1|3,measure=ordinal_mae"),
              "'tuned': measure=ordinal_mae counts steps between classes, and the "
              "order of these has no meaning; give it with `ordered`");
    EXPECT_EQ(error("tuned(knn):k=1|3,measure=roc_auc_ovr"), "no error");
}

TEST(Tuned, ErrorsSayWhatToWrite)
{
    const auto error = [](const std::string& spec) {
        return test::message_of([&] { make_learner(Spec::parse(spec), ResponseType::classes); });
    };
    EXPECT_EQ(error("tuned(knn)"),
              "'tuned': there is nothing to choose; give ranges or lists of keys, such as k=1..9 or "
              "criterion=gini|gain-ratio, or several learners in brackets");
    EXPECT_EQ(error("tuned(knn):kk=1..9"), "'tuned': unknown key 'kk'; did you mean 'k'?");
    EXPECT_EQ(error("tuned(knn):zz=1"), "'tuned': unknown key 'zz'; its keys and those of 'knn' are: inner, "
                                        "measure, rule, search, tries, draw, race, k, "
                                        "scale, weights");
    EXPECT_EQ(error("tuned(knn:k=1):k=1..9"),
              "'tuned': the key 'k' of 'knn' is there twice, inside and outside the brackets");
    EXPECT_EQ(error("tuned(knn;tree):k=1..9"),
              "'tuned': 'k' is not a key of its own; of several learners, keys stand in the brackets: "
              "tuned(knn:k=1..9;...)");
    EXPECT_EQ(error("tuned(knn):k=0..3"), "'knn': k: '0' is not valid; expected a whole number from 1 up");
    EXPECT_EQ(error("tuned(knn):k=1..2000,scale=none|minmax|standard,weights=uniform|distance"),
              "'tuned': the grid has 12000 points; expected at most 10000: give fewer values, or "
              "search=random,tries=50");
    EXPECT_EQ(error("tuned(knn):k=1..10000000"), "'knn': k: '1..10000000' has 10000000 values; expected at "
                                                 "most 100000: use a larger step, or a factor "
                                                 "as in 1..1000:x10");
    EXPECT_EQ(error("tuned(knn):k=1..3,measure=rmse"),
              "measure 'rmse' judges numbers, and the target holds classes");
    EXPECT_EQ(error("tuned"), "'tuned': 0 in brackets; expected tuned(SPEC;...)");
    EXPECT_EQ(error("tuned(knn):k=1..3,tries=4"), "'tuned': tries is for search=random; here search=grid");
    const auto data = Dataset::make(noisy_table(), {.ignore = {"w", "g", "h", "id"}});
    const auto refused = [&](const std::string& keys) {
        return test::message_of([&] {
            make_learner(Spec::parse("tuned(knn):k=1..3," + keys), ResponseType::classes)->check(data);
        });
    };
    EXPECT_EQ(
        refused("inner=(cv:folds=61)"),
        "'tuned': inner, the plan that splits the training rows, does not suit these data: cv: folds = 61 "
        "must be "
        "at most the number of labelled rows, 60; an estimator that sets one aside leaves 59 rows to train");
    EXPECT_EQ(refused("inner=resubstitution"), "'tuned': inner=resubstitution does not test on training rows "
                                               "set aside; expected a plan that does, such "
                                               "as cv, random or loo");
    EXPECT_EQ(refused("inner=holdout,rule=one-se"),
              "'tuned': rule=one-se needs the figures of at least two inner splits; inner=holdout has one");
}

TEST(Tuned, IsWrittenInOneForm)
{
    const auto spec = [](const std::string& text) {
        const auto learner = make_learner(Spec::parse(text), ResponseType::classes);
        EXPECT_EQ(make_learner(Spec::parse(learner->spec().print()), ResponseType::classes)->spec(),
                  learner->spec());
        return learner->spec().print();
    };
    const std::string end =
        ":inner=(cv:folds=5,repeats=1,stratify=yes),measure=error_rate,rule=best,search=grid";
    EXPECT_EQ(spec("tuned(knn):k=1..3"), "tuned(knn:scale=standard,weights=uniform,k=1..3)" + end);
    EXPECT_EQ(spec("tuned(knn:k=1..3)"), spec("tuned(knn):k=1..3"));
    EXPECT_EQ(spec("tuned(scale(knn)):k=1..3"),
              "tuned(scale(knn:scale=standard,weights=uniform,k=1..3):by=standard)" + end);
    EXPECT_EQ(spec("tuned(majority;lda)"), "tuned(majority;lda:prior=refit)" + end);
    EXPECT_EQ(spec("tuned(knn):k=1..3,inner=\"cv:folds=5\""), spec("tuned(knn):k=1..3"));
    EXPECT_EQ(spec("tuned(knn):k=1..3,inner=loo,measure=(fbeta:beta=2)"),
              "tuned(knn:scale=standard,weights=uniform,k=1..3):inner=loo,measure=(fbeta:beta=2),rule=best,"
              "search=grid");
    // prune has another default for each criterion, and keys of its own.
    EXPECT_EQ(spec("tuned(tree):criterion=gini|gain-ratio"),
              "tuned(tree:min_rows=2,max_depth=,criterion=gini|gain-ratio)" + end);
    spec("tuned(tuned(knn:k=1..3):rule=best|one-se)");
    spec("bagging(tuned(knn):k=1..3):size=3");
}

} // namespace
} // namespace unseen
