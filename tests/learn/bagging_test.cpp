// Bagging against its definition written out: draw each member's rows by hand, train the base on them, count
// votes. tests/learn/laws_test.cpp has the laws that it shares with other learners.
#include "learn/tables.hpp"
#include "support/messages.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace unseen {
namespace {

constexpr Row table_rows = 40;

/// Two numbers and a category with missing cells, which depend on three classes, or on a number.
Dataset noisy(ResponseType type, const std::vector<double>& weights = {})
{
    NumericColumn x;
    NumericColumn z;
    NumericColumn number;
    CodedColumn f{.labels = Labels({"u", "v"}), .codes = {}};
    CodedColumn y{.labels = Labels({"a", "b", "c"}), .codes = {}};
    for (Row r = 0; r < table_rows; ++r) {
        Stream stream(31, Purpose::generation, r);
        const auto c = static_cast<std::int32_t>(stream.below(3));
        x.values.push_back(c + 2.0 * stream.uniform());
        z.values.push_back(stream.below(6) == 0 ? test::missing : c - 3.0 * stream.uniform());
        f.codes.push_back(static_cast<std::int32_t>(stream.below(3)) - 1);
        y.codes.push_back(c);
        number.values.push_back(c + stream.uniform());
    }
    Table table{
        .source = "t", .columns = {{"x", x}, {"z", z}, {"f", f}}, .declared_types = true, .notes = {}};
    if (!weights.empty()) table.columns.push_back({"w", NumericColumn{weights}});
    if (type == ResponseType::classes)
        table.columns.push_back({"y", y});
    else
        table.columns.push_back({"y", number});
    return Dataset::make(table, {.weight = weights.empty() ? "" : "w"});
}

Predictions bagged(const Dataset& data, const std::string& spec, const Task& task)
{
    const std::size_t first = 0;
    return test::prepare(data, {spec})->evaluate(task, {&first, 1}).front();
}

/// The predictions of `size` models of `base`, each trained on rows drawn from `from` with replacement.
std::vector<Predictions> members(const Dataset& data, const std::string& base, std::size_t size,
                                 const std::vector<Row>& from, const Task& task)
{
    std::vector<Predictions> all;
    for (std::size_t b = 0; b < size; ++b) {
        Stream draws(task.seed, Purpose::bootstrap, b);
        std::vector<std::uint32_t> counts(data.labelled(), 0);
        for (std::size_t i = 0; i < from.size(); ++i) ++counts[from[draws.below(from.size())]];
        RowSetStorage storage;
        Task member = task;
        member.train = storage.from_counts(counts);
        member.seed = Stream(task.seed, Purpose::learner, b).next();
        all.push_back(test::prepare(data, {base})->fit(member, 0)->predict(data, task.predict));
    }
    return all;
}

/// Each training row as often as it counts.
std::vector<Row> written_out(const RowSet& train)
{
    std::vector<Row> rows;
    train.for_each([&](Row r, std::uint32_t count) { rows.insert(rows.end(), count, r); });
    return rows;
}

void expect_votes(const Predictions& p, const std::vector<Predictions>& said)
{
    const double size = static_cast<double>(said.size());
    ASSERT_EQ(p.scores.size(), 3 * p.label.size());
    for (std::size_t i = 0; i < p.label.size(); ++i) {
        int votes[3] = {0, 0, 0};
        for (const auto& member : said) ++votes[member.label[i]];
        for (std::size_t c = 0; c < 3; ++c) EXPECT_EQ(p.scores[3 * i + c], votes[c] / size) << "row " << i;
        EXPECT_EQ(p.label[i], std::max_element(votes, votes + 3) - votes) << "row " << i;
    }
}

TEST(Bagging, IsTheVoteOfModelsOfTheDrawnRows)
{
    const auto data = noisy(ResponseType::classes);
    const auto rows = test::row_range(0, table_rows);
    const Row some[] = {1, 5, 6, 20};
    const std::uint32_t counts[] = {3, 1, 2, 4};
    for (const char* base :
         {"tree", "tree:max_depth=1", "naive-bayes", "knn:k=1", "knn:k=3,scale=none", "majority"})
        for (const auto& train : {RowSet::all(table_rows), RowSet::all_but(table_rows, some),
                                  RowSet::of(table_rows, some, counts)}) {
            SCOPED_TRACE(base);
            const auto work = test::task(train, rows);
            const auto p = bagged(data, std::string("bagging(") + base + "):size=9", work);
            expect_votes(p, members(data, base, 9, written_out(train), work));
        }
}

TEST(Bagging, InsideBaggingHasTheSeedOfItsMember)
{
    const auto data = noisy(ResponseType::classes);
    const auto rows = test::row_range(0, table_rows);
    const auto work = test::task(RowSet::all(table_rows), rows);
    const auto said = members(data, "bagging(tree):size=3", 4, rows, work);
    EXPECT_NE(said[0].scores, said[1].scores);
    expect_votes(bagged(data, "bagging(bagging(tree):size=3):size=4", work), said);
}

// The mean of a sample is the sum of drawn responses over n, so the whole is known without a learner.
TEST(Bagging, OfTheMeanIsTheMeanOfAllDrawnResponses)
{
    const auto data = noisy(ResponseType::numbers);
    const Row left_out[] = {0, 3, 17};
    const auto train = RowSet::all_but(table_rows, left_out);
    const auto from = written_out(train);
    double sum = 0.0;
    for (std::uint64_t b = 0; b < 25; ++b) {
        Stream draws(7, Purpose::bootstrap, b);
        for (std::size_t i = 0; i < from.size(); ++i) sum += data.responses()[from[draws.below(from.size())]];
    }
    const auto p = bagged(data, "bagging(mean):size=25", test::task(train, std::vector<Row>{0, 1, 39}));
    ASSERT_EQ(p.value.size(), 3u);
    for (const double value : p.value)
        EXPECT_NEAR(value, sum / (25.0 * 37.0), 1e-12); // sums of 925 numbers below 4
}

// A depth-1 tree has two leaves wherever it is split, so that sizes are known; a mean over members, not a
// sum.
TEST(Bagging, TellsHowManyMembersItHasAndHowLargeTheyAreInTheMean)
{
    const auto data = noisy(ResponseType::numbers);
    const auto p =
        bagged(data, "bagging(tree:max_depth=1,cp=0):size=5", test::task(RowSet::all(table_rows), {}));
    const std::vector<std::pair<std::string, double>> expected = {
        {"members", 5}, {"nodes", 3}, {"leaves", 2}, {"depth", 1}};
    EXPECT_EQ(p.complexity, expected);
}

// The rule read off the out-of-bag errors of all smaller ensembles.
TEST(Bagging, EndsWhereTheOutOfBagErrorNoLongerFalls)
{
    for (const auto type : {ResponseType::classes, ResponseType::numbers}) {
        const auto data = noisy(type);
        const auto all = test::row_range(0, table_rows);
        const auto work = test::task(RowSet::all(table_rows), all);
        const auto ended = bagged(data, "bagging(tree):size=300,patience=6,out_of_bag=yes", work);
        std::vector<bool> left_out(table_rows, false);
        std::size_t size = 0;
        while (std::ranges::count(left_out, false) > 0) {
            Stream draws(7, Purpose::bootstrap, size++);
            std::vector<bool> drawn(table_rows, false);
            for (Row i = 0; i < table_rows; ++i) drawn[draws.below(table_rows)] = true;
            for (Row r = 0; r < table_rows; ++r)
                if (!drawn[r]) left_out[r] = true;
        }
        const auto first = size; // all rows are judged
        auto best = first;
        double least = 0.0;
        for (; size < 300; ++size) {
            const auto p = bagged(data, "bagging(tree):out_of_bag=yes,size=" + std::to_string(size), work);
            const double error = p.complexity.back().second;
            if (size == first || error < least) {
                best = size;
                least = error;
            }
            if (size < best + 6) continue;
            EXPECT_EQ(ended, p);
            break;
        }
        EXPECT_GT(first, 4u);
        EXPECT_LT(size, 300u);
        EXPECT_EQ(ended.complexity.front(),
                  (std::pair<std::string, double>{"members", static_cast<double>(size)}));
        const auto quiet = bagged(data, "bagging(tree):size=300,patience=6", work);
        EXPECT_EQ(quiet.scores, ended.scores);
        for (const auto& [name, figure] : quiet.complexity)
            EXPECT_EQ(name.find("out_of_bag"), name.npos); // it was not asked for
    }
}

TEST(Bagging, LowersTheErrorOfADeepTree)
{
    const auto data = noisy(ResponseType::numbers);
    const auto rows = test::row_range(0, table_rows);
    double squares[2] = {0.0, 0.0};
    for (Row r = 0; r < table_rows; ++r) {
        const auto work = test::task(RowSet::all_but(table_rows, {&r, 1}), {&rows[r], 1});
        const auto one = bagged(data, "tree:prune=none", work).value[0] - data.responses()[r];
        const auto many =
            bagged(data, "bagging(tree:prune=none):size=50", work).value[0] - data.responses()[r];
        squares[0] += one * one;
        squares[1] += many * many;
    }
    EXPECT_LT(squares[1], 0.8 * squares[0]);
}

TEST(Bagging, TrainsWithWeightsIfItsBaseDoes)
{
    std::vector<double> weights;
    std::vector<Row> counting;
    std::vector<Row> others;
    for (Row r = 0; r < table_rows; ++r) {
        weights.push_back(r % 4 == 1 ? 0.0 : 1.0 + r % 3);
        (weights.back() > 0.0 ? counting : others).push_back(r);
    }
    const auto weighted = noisy(ResponseType::classes, weights);
    const auto rows = test::row_range(0, table_rows);
    const auto work = test::task(RowSet::all(table_rows), rows);
    // Rows of weight 0 have no effect; the others keep their weights.
    expect_votes(bagged(weighted, "bagging(naive-bayes):size=9", work),
                 members(weighted, "naive-bayes", 9, counting, work));
    EXPECT_EQ(bagged(weighted, "bagging(naive-bayes):size=9", work),
              bagged(weighted, "bagging(naive-bayes):size=9",
                     test::task(RowSet::all_but(table_rows, others), rows)));
    // Nearest neighbours ignore weights, and so does an ensemble of them.
    expect_votes(bagged(weighted, "bagging(knn:k=3):size=9", work),
                 members(weighted, "knn:k=3", 9, rows, work));

    const auto traits = [](const char* spec) {
        return make_learner(Spec::parse(spec), ResponseType::classes)->traits();
    };
    EXPECT_TRUE(traits("bagging(naive-bayes)").weights);
    EXPECT_TRUE(traits("bagging(bagging(majority))").weights);
    EXPECT_FALSE(traits("bagging(knn)").weights);
    EXPECT_TRUE(traits("bagging(tree)").weights);
    const auto nothing = noisy(ResponseType::classes, std::vector<double>(table_rows, 0.0));
    EXPECT_THROW(bagged(nothing, "bagging(majority)", work), LearnerError);
    EXPECT_NO_THROW(bagged(nothing, "bagging(knn:k=3):size=2", work));
}

double figure_of(const Predictions& p, const std::string& name)
{
    const auto found = std::ranges::find(p.complexity, name, &std::pair<std::string, double>::first);
    return found == p.complexity.end() ? -1.0 : found->second;
}

// The labels are noise, and each row occurs four times: a model that was trained on a copy knows the label.
TEST(OutOfBag, LeavesWholeGroupsOut)
{
    NumericColumn x;
    NumericColumn group;
    CodedColumn y{.labels = Labels({"a", "b"}), .codes = {}};
    for (std::uint64_t i = 0; i < 200; ++i) {
        Stream stream(43, Purpose::generation, i / 4);
        x.values.push_back(stream.uniform());
        y.codes.push_back(static_cast<std::int32_t>(stream.below(2)));
        group.values.push_back(static_cast<double>(i / 4));
    }
    const Table table{
        .source = "t", .columns = {{"x", x}, {"g", group}, {"y", y}}, .declared_types = true, .notes = {}};
    const auto rows = test::row_range(0, 200);
    const auto work = test::task(RowSet::all(200), rows);
    const std::string errors[] = {"out_of_bag_error", "optimistic_out_of_bag_error", "out_of_bag_error"};
    std::size_t i = 0;
    for (const std::string spec :
         {"bagging(knn:k=1):size=60,out_of_bag=yes", "weighted-bagging(knn:k=1):size=60,out_of_bag=yes",
          "random-forest:size=60"}) {
        EXPECT_LT(figure_of(bagged(Dataset::make(table, {.ignore = {"g"}}), spec, work), errors[i]), 0.1)
            << spec;
        EXPECT_GT(figure_of(bagged(Dataset::make(table, {.group = "g"}), spec, work), errors[i++]), 0.3)
            << spec;
        EXPECT_TRUE(make_learner(Spec::parse(spec), ResponseType::classes)->traits().groups);
    }
}

// Members that did not draw a row among rows of another class misclassify it.
TEST(OutOfBag, CountsTheWeightsOfRows)
{
    NumericColumn x;
    NumericColumn weight;
    CodedColumn y{.labels = Labels({"a", "b"}), .codes = {}};
    for (int i = 0; i < 60; ++i) {
        x.values.push_back(i < 30 ? i : i + 100);
        weight.values.push_back(i == 10 ? 20.0 : i % 2);
        y.codes.push_back(i == 10 || i >= 30 ? 1 : 0);
    }
    const Table table{
        .source = "t", .columns = {{"x", x}, {"w", weight}, {"y", y}}, .declared_types = true, .notes = {}};
    const auto rows = test::row_range(0, 60);
    const auto work = test::task(RowSet::all(60), rows);
    const std::string spec = "bagging(knn:k=3):size=200,out_of_bag=yes";
    EXPECT_NEAR(figure_of(bagged(Dataset::make(table, {.ignore = {"w"}}), spec, work), "out_of_bag_error"),
                1.0 / 60, 1e-12);
    EXPECT_NEAR(figure_of(bagged(Dataset::make(table, {.weight = "w"}), spec, work), "out_of_bag_error"),
                20.0 / 50, 1e-12);
}

TEST(Bagging, IsKeyedByItsBaseAndByTheVersionsOfBoth)
{
    const auto learner = [](const char* spec) {
        return make_learner(Spec::parse(spec), ResponseType::classes);
    };
    EXPECT_EQ(learner("bagging(knn)")->spec().print(),
              "bagging(knn:k=5,scale=standard,weights=uniform):size=100,out_of_bag=no");
    EXPECT_EQ(learner("bagging(knn:k=5.0)")->spec(), learner("bagging(knn)")->spec());
    EXPECT_NE(learner("bagging(knn:k=4)")->spec(), learner("bagging(knn)")->spec());
    EXPECT_EQ(learner("bagging(tree)")->traits().version, 2 + learner("tree")->traits().version);
    EXPECT_TRUE(learner("bagging(tree)")->traits().stochastic);
}

TEST(Bagging, ErrorsNameThePart)
{
    const auto error = [](const std::string& spec, ResponseType type = ResponseType::classes) {
        return test::message_of([&] { make_learner(Spec::parse(spec), type); });
    };
    EXPECT_EQ(error("bagging"), "'bagging': 0 in brackets; expected bagging(SPEC)");
    EXPECT_EQ(error("bagging(tree;knn)"), "'bagging': 2 in brackets; expected bagging(SPEC)");
    EXPECT_EQ(error("bagging(tree(knn))"), "'tree' takes nothing in brackets");
    EXPECT_EQ(error("bagging(tree:dept=3)"), "'tree': unknown key 'dept'; did you mean 'max_depth'?");
    EXPECT_EQ(error("bagging(bagging(tre))"), "unknown learner 'tre'; did you mean 'tree'?");
    EXPECT_EQ(error("bagging(mean)"), "learner 'mean' cannot predict classes, and the target holds classes");
    EXPECT_EQ(error("bagging(majority)", ResponseType::numbers),
              "learner 'majority' cannot predict numbers, and the target holds numbers");
    EXPECT_EQ(error("bagging(tree):size=0"),
              "'bagging': size: '0' is not valid; expected a whole number from 1 to 1000000");
    EXPECT_NE(error("bagging(command)"), "");
}

} // namespace
} // namespace unseen
