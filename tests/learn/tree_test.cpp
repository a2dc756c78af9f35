// The learner `tree` on examples small enough to work out by hand, and at its edges.
#include "learn/cart.hpp"
#include "learn/tree/fraction.hpp"

#include "unseen/base/error.hpp"
#include "unseen/learn/learner.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <thread>

namespace {

using namespace unseen;
using unseen::test::cart;
constexpr double missing = NumericColumn::missing;

Column numbers(std::string name, std::vector<double> values)
{
    return {std::move(name), NumericColumn{std::move(values)}};
}

Column categories(std::string name, std::vector<std::string> labels, std::vector<std::int32_t> codes)
{
    return {std::move(name), CodedColumn{Labels(std::move(labels)), std::move(codes)}};
}

/// The target is the last column.
Dataset dataset(std::vector<Column> columns)
{
    Table table;
    table.source = "test";
    table.declared_types = true;
    table.columns = std::move(columns);
    return Dataset::make(table);
}

std::unique_ptr<const Prepared> prepare(const Dataset& data, const std::string& text)
{
    const Spec spec = make_learner(cart(text, data), data.response_type())->spec();
    return make_learner(spec, data.response_type())->prepare(data, std::span(&spec, 1), {});
}

std::vector<Row> all_rows(const Dataset& data)
{
    std::vector<Row> rows(data.rows());
    std::iota(rows.begin(), rows.end(), Row{0});
    return rows;
}

/// Trained on all labelled rows, predictions for all rows.
Predictions fitted(const Dataset& data, const std::string& spec)
{
    const auto rows = all_rows(data);
    return prepare(data, spec)
        ->fit({.train = RowSet::all(data.labelled()), .predict = rows}, 0)
        ->predict(data, rows);
}

double part(const Predictions& p, const std::string& name)
{
    for (const auto& [key, value] : p.complexity)
        if (key == name) return value;
    throw std::logic_error("no complexity " + name);
}

TEST(Tree, SpecWritesOutItsDefaults)
{
    EXPECT_EQ(make_learner(Spec("tree"), ResponseType::classes)->spec().print(),
              "tree:criterion=gain-ratio,prune=c4.5,cf=0.25,raise=yes,min_rows=2,max_depth=");
    EXPECT_EQ(make_learner(Spec("tree"), ResponseType::numbers)->spec().print(),
              "tree:criterion=mse,prune=cost-complexity,cp=0.01,min_rows=2,max_depth=");
    EXPECT_EQ(make_learner(Spec::parse("tree:criterion=gini"), ResponseType::classes)->spec().print(),
              "tree:criterion=gini,prune=cost-complexity,cp=0.01,min_rows=2,max_depth=");
}

TEST(Tree, RefusesWhatDoesNotFit)
{
    const auto classes = dataset({numbers("x", {1, 2}), categories("y", {"a", "b"}, {0, 1})});
    const auto values = dataset({numbers("x", {1, 2}), numbers("y", {0.5, 1.5})});
    EXPECT_THROW(prepare(classes, "tree:criterion=mse"), InputError);
    EXPECT_THROW(prepare(values, "tree:criterion=gini"), InputError);
    EXPECT_THROW(prepare(values, "tree:criterion=gain-ratio"), InputError);
    for (const auto* text :
         {"tree:criterion=gini,prune=c4.5", "tree:criterion=gain-ratio,prune=cost-complexity",
          "tree:criterion=gain-ratio,cp=0.1", "tree:criterion=gain-ratio,prune=none,cf=0.1",
          "tree:criterion=gain-ratio,cf=0", "tree:criterion=gini,raise=no"})
        EXPECT_THROW(prepare(classes, text), InputError) << text;
    for (const auto* text :
         {"tree:cp=-0.1", "tree:min_rows=0", "tree:max_depth=0", "tree:prune=early", "tree:depth=3"})
        EXPECT_THROW(prepare(classes, text), InputError) << text;
}

// x: 1 2 3 4 5 6, y: a a b a b b. Cuts and sum_side (sum_c n_c^2)/n_side:
//   1.5: 1 + (4 + 9)/5 = 3.6     2.5: 2 + (1 + 9)/4 = 4.5     3.5: (4 + 1)/3 + (1 + 4)/3 = 3.33
//   4.5: (9 + 1)/4 + 2 = 4.5     5.5: (9 + 4)/5 + 1 = 3.6
// 2.5 and 4.5 are tied, the smaller wins. On the right b a b b: after 3: 1 + (1 + 4)/3 = 2.67, after 4: 1 + 2
// = 3, after 5: 2.67.
TEST(Tree, GiniWorkedExample)
{
    const auto data =
        dataset({numbers("x", {1, 2, 3, 4, 5, 6}), categories("y", {"a", "b"}, {0, 0, 1, 0, 1, 1})});
    const auto stump = fitted(data, "tree:prune=none,max_depth=1");
    EXPECT_EQ(stump.label, (std::vector<std::uint32_t>{0, 0, 1, 1, 1, 1}));
    EXPECT_EQ(stump.scores,
              (std::vector<double>{1, 0, 1, 0, 0.25, 0.75, 0.25, 0.75, 0.25, 0.75, 0.25, 0.75}));
    EXPECT_EQ(part(stump, "leaves"), 2);
    // With leaves of two rows, b a | b b is the only split left of the right side; its left leaf is a tie,
    // which goes to a.
    const auto tree = fitted(data, "tree:prune=none");
    EXPECT_EQ(tree.label, (std::vector<std::uint32_t>{0, 0, 0, 0, 1, 1}));
    EXPECT_EQ(part(tree, "nodes"), 5);
    EXPECT_EQ(part(tree, "leaves"), 3);
    EXPECT_EQ(part(tree, "depth"), 2);
}

// x: 1 2 3 4, y: 0 0 3 5 (mean 2, squared error 4 + 4 + 1 + 9 = 18). Cut 2.5 leaves 0 and (3 - 4)^2 + (5 -
// 4)^2 = 2; cut 3.5 leaves 1 + 1 + 4 = 6 and 0.
TEST(Tree, SquaredErrorWorkedExample)
{
    const auto data = dataset({numbers("x", {1, 2, 3, 4}), numbers("y", {0, 0, 3, 5})});
    EXPECT_EQ(fitted(data, "tree:prune=none").value, (std::vector<double>{0, 0, 4, 4}));
    EXPECT_EQ(fitted(data, "tree:prune=none,min_rows=1").value, (std::vector<double>{0, 0, 3, 5}));
    // The root split pays 16 of 18, the next one 2: they stay up to cp = 16/18 and 2/18 (exclusive).
    EXPECT_EQ(part(fitted(data, "tree:min_rows=1,cp=0.11"), "leaves"), 3);
    EXPECT_EQ(part(fitted(data, "tree:min_rows=1,cp=0.112"), "leaves"), 2);
    EXPECT_EQ(part(fitted(data, "tree:min_rows=1,cp=0.88"), "leaves"), 2);
    EXPECT_EQ(part(fitted(data, "tree:min_rows=1,cp=0.89"), "leaves"), 1);
}

TEST(Tree, ResponsesFarFromZeroAreSplitAlike)
{
    const auto near = dataset({numbers("x", {1, 2, 3, 4, 5}), numbers("y", {0, 0, 3, 5, 4})});
    const auto far =
        dataset({numbers("x", {1, 2, 3, 4, 5}), numbers("y", {1e12, 1e12, 1e12 + 3, 1e12 + 5, 1e12 + 4})});
    const auto a = fitted(near, "tree");
    const auto b = fitted(far, "tree");
    EXPECT_EQ(a.complexity, b.complexity);
    for (std::size_t i = 0; i < a.value.size(); ++i) EXPECT_NEAR(a.value[i], b.value[i] - 1e12, 1e-3);
}

// Two equal columns: the first one is chosen, which shows in rows that are not in the training set.
TEST(Tree, TiesGoToTheFirstFeature)
{
    const auto data = dataset({numbers("u", {1, 1, 2, 2, 1}), numbers("v", {1, 1, 2, 2, 2}),
                               categories("y", {"a", "b"}, {0, 0, 1, 1, 0})});
    RowSetStorage storage;
    const std::vector<Row> last{4};
    const auto p =
        prepare(data, "tree")
            ->evaluate({.train = storage.without(5, last), .predict = last}, std::vector<std::size_t>{0});
    EXPECT_EQ(p.front().label, std::vector<std::uint32_t>{0});
}

// Known rows of x: 1 1 2 2 2 against y: a a b b b, a perfect cut; the row with the missing cell (y = b)
// follows the larger side.
TEST(Tree, MissingCellsFollowTheSideWithMoreKnownRows)
{
    const auto data =
        dataset({numbers("x", {1, 1, 2, 2, 2, missing}), categories("y", {"a", "b"}, {0, 0, 1, 1, 1, 1})});
    EXPECT_EQ(fitted(data, "tree").label, (std::vector<std::uint32_t>{0, 0, 1, 1, 1, 1}));
    // Two against two: left.
    const auto tied =
        dataset({numbers("x", {1, 1, 2, 2, missing}), categories("y", {"a", "b"}, {0, 0, 1, 1, 1})});
    EXPECT_EQ(fitted(tied, "tree:prune=none").label, (std::vector<std::uint32_t>{0, 0, 1, 1, 0}));
}

// u splits its two known rows perfectly: decrease (1 + 1) - 2/2 = 1. v splits all six as a a a b | b b: (9 +
// 1)/4 + 2 - 18/6 = 1.5.
TEST(Tree, MissingRowsAddNoDecrease)
{
    const auto data =
        dataset({numbers("u", {1, missing, missing, missing, missing, 2}), numbers("v", {1, 1, 1, 1, 2, 2}),
                 categories("y", {"a", "b"}, {0, 0, 0, 1, 1, 1})});
    EXPECT_EQ(fitted(data, "tree:prune=none,max_depth=1,min_rows=1").label,
              (std::vector<std::uint32_t>{0, 0, 0, 0, 1, 1}));
}

TEST(Tree, ColumnsThatSayNothingGiveOneLeaf)
{
    const Column y = categories("y", {"a", "b"}, {0, 1, 1, 1});
    for (const auto& data : {dataset({numbers("x", {3, 3, 3, 3}), y}),
                             dataset({numbers("x", {missing, missing, missing, missing}), y}),
                             dataset({categories("x", {"p"}, {0, 0, 0, 0}), y}),
                             dataset({categories("x", {}, {-1, -1, -1, -1}), y}), dataset({y})}) {
        const auto p = fitted(data, "tree:prune=none,min_rows=1");
        EXPECT_EQ(part(p, "nodes"), 1);
        EXPECT_EQ(part(p, "depth"), 0);
        EXPECT_EQ(p.label, (std::vector<std::uint32_t>{1, 1, 1, 1}));
        EXPECT_EQ(p.scores[0], 0.25);
    }
}

TEST(Tree, OneRowOneClassAndTooManyMinRowsGiveOneLeaf)
{
    const auto one = dataset({numbers("x", {3}), categories("y", {"a", "b"}, {1})});
    EXPECT_EQ(fitted(one, "tree").label, std::vector<std::uint32_t>{1});
    const auto same = dataset({numbers("x", {1, 2, 3}), categories("y", {"a"}, {0, 0, 0})});
    EXPECT_EQ(fitted(same, "tree:min_rows=1").scores, (std::vector<double>{1, 1, 1}));
    const auto two = dataset({numbers("x", {1, 2, 3, 4}), categories("y", {"a", "b"}, {0, 0, 1, 1})});
    EXPECT_EQ(part(fitted(two, "tree:min_rows=3"), "leaves"), 1);
    EXPECT_EQ(part(fitted(two, "tree:min_rows=2"), "leaves"), 2);
    EXPECT_EQ(fitted(dataset({numbers("x", {3}), numbers("y", {7.25})}), "tree").value,
              std::vector<double>{7.25});
    EXPECT_THROW(prepare(two, "tree")->fit({.train = RowSet::of(4, {}), .predict = {}}, 0), LearnerError);
}

TEST(Tree, CutSeparatesNeighbouringDoublesAndHugeValues)
{
    // Of two neighbours the midpoint is rounded to the even one, be it the smaller or the larger.
    for (const double a : {1.0, std::nextafter(1.0, 2.0)}) {
        const double b = std::nextafter(a, 2.0);
        const auto close = dataset({numbers("x", {a, a, b, b}), categories("y", {"a", "b"}, {0, 0, 1, 1})});
        EXPECT_EQ(fitted(close, "tree").label, (std::vector<std::uint32_t>{0, 0, 1, 1}));
    }
    const auto huge = dataset(
        {numbers("x", {-1.7e308, -1.7e308, 1.7e308, 1.7e308}), categories("y", {"a", "b"}, {0, 0, 1, 1})});
    EXPECT_EQ(fitted(huge, "tree").label, (std::vector<std::uint32_t>{0, 0, 1, 1}));
    const double tiny = std::numeric_limits<double>::denorm_min();
    const auto small =
        dataset({numbers("x", {0.0, 0.0, tiny, tiny}), categories("y", {"a", "b"}, {0, 0, 1, 1})});
    EXPECT_EQ(fitted(small, "tree").label, (std::vector<std::uint32_t>{0, 0, 1, 1}));
}

// Trained on p, p, q, q, q only: at prediction r goes with q, the side with more training rows, and so does
// s, which training never saw.
TEST(Tree, UnseenCategoriesFollowTheMissing)
{
    const auto data = dataset({categories("x", {"p", "q", "r"}, {0, 0, 1, 1, 1, 2}),
                               categories("y", {"a", "b"}, {0, 0, 1, 1, 1, 0})});
    RowSetStorage storage;
    const std::vector<Row> last{5};
    const auto model = prepare(data, "tree")->fit({.train = storage.without(6, last), .predict = {}}, 0);
    EXPECT_EQ(model->predict(data, last).label, std::vector<std::uint32_t>{1});
    // Another data set, with the labels in another order.
    const auto other =
        dataset({categories("x", {"s", "q", "p"}, {0, 1, 2, -1}), categories("y", {"a", "b"}, {0, 0, 0, 0})});
    EXPECT_EQ(model->predict(other, all_rows(other)).label, (std::vector<std::uint32_t>{1, 1, 0, 1}));
    EXPECT_THROW(model->predict(dataset({numbers("x", {1, 2}), categories("y", {"a", "b"}, {0, 0})}), last),
                 InputError);
    EXPECT_THROW(model->predict(dataset({categories("y", {"a", "b"}, {0, 0})}), last), InputError);
}

// More than 64 categories take more than one word of bits.
TEST(Tree, SeparatesHundredCategories)
{
    std::vector<std::string> labels;
    std::vector<std::int32_t> codes, classes;
    for (int c = 0; c < 100; ++c) {
        labels.push_back("c" + std::to_string(c));
        for (int copy = 0; copy < 2; ++copy) {
            codes.push_back(c);
            classes.push_back(c * 7 % 3 == 1 ? 1 : 0);
        }
    }
    const auto data = dataset({categories("x", labels, codes), categories("y", {"a", "b"}, classes)});
    const auto p = fitted(data, "tree");
    EXPECT_EQ(part(p, "leaves"), 2);
    for (std::size_t i = 0; i < classes.size(); ++i)
        EXPECT_EQ(p.label[i], static_cast<std::uint32_t>(classes[i]));
}

/// Random numbers with ties and flipped labels.
Dataset random_data(std::size_t rows, std::size_t classes, const std::vector<std::uint32_t>& copies = {})
{
    Stream random(11, Purpose::generation);
    std::vector<Column> columns(4);
    std::vector<std::int32_t> codes;
    std::vector<std::vector<double>> x(4);
    for (std::size_t r = 0; r < rows; ++r) {
        std::vector<double> cells;
        for (std::size_t j = 0; j < 4; ++j)
            cells.push_back(static_cast<double>(random.below(j == 0 ? 5 : 50)));
        const auto code = random.below(5) == 0
                              ? random.below(classes)
                              : static_cast<std::uint64_t>(cells[1] + cells[2]) * classes / 100;
        for (std::uint32_t copy = 0; copy < (copies.empty() ? 1 : copies[r]); ++copy) {
            for (std::size_t j = 0; j < 4; ++j) x[j].push_back(cells[j]);
            codes.push_back(static_cast<std::int32_t>(code));
        }
    }
    for (std::size_t j = 0; j < 4; ++j) columns[j] = numbers("x" + std::to_string(j), x[j]);
    std::vector<std::string> labels;
    for (std::size_t c = 0; c < classes; ++c) labels.push_back("k" + std::to_string(c));
    columns.push_back(categories("y", labels, codes));
    return dataset(columns);
}

TEST(Tree, MultiplicitiesCountLikeCopiesOfRows)
{
    Stream random(5, Purpose::generation);
    std::vector<std::uint32_t> copies(120);
    for (auto& c : copies) c = static_cast<std::uint32_t>(random.below(3));
    for (const std::size_t classes : {2, 4}) {
        const auto once = random_data(120, classes);
        const auto copied = random_data(120, classes, copies);
        RowSetStorage storage;
        const auto rows = all_rows(once);
        const auto weighted = prepare(once, "tree:cp=0.002")
                                  ->fit({.train = storage.from_counts(copies), .predict = {}}, 0)
                                  ->predict(once, rows);
        const auto plain = prepare(copied, "tree:cp=0.002")
                               ->fit({.train = RowSet::all(copied.labelled()), .predict = {}}, 0);
        EXPECT_EQ(plain->predict(once, rows), weighted);
        EXPECT_GT(part(weighted, "leaves"), 5);
    }
}

// A million copies of each row change no share and no tie; the counts are then too large for doubles to
// decide ties.
TEST(Tree, HugeCountsDecideTiesExactly)
{
    for (const std::size_t classes : {2, 3}) {
        const auto data = random_data(200, classes);
        const auto rows = all_rows(data);
        RowSetStorage storage;
        const std::vector<std::uint32_t> counts(200, 1000003);
        const auto many = prepare(data, "tree:prune=none,min_rows=2000006")
                              ->fit({.train = storage.from_counts(counts), .predict = {}}, 0);
        EXPECT_EQ(many->predict(data, rows), fitted(data, "tree:prune=none"));
    }
}

TEST(Tree, FractionsCompareExactly)
{
    using tree::greater;
    const uint128 big = uint128{1} << 100;
    EXPECT_TRUE(greater({2, 3}, {1, 2}));
    EXPECT_FALSE(greater({1, 2}, {2, 4}));
    EXPECT_FALSE(greater({big, 3 * big}, {1, 3}));
    EXPECT_FALSE(greater({1, 3}, {big, 3 * big}));
    EXPECT_TRUE(greater({big + 1, 3 * big}, {1, 3}));
    EXPECT_FALSE(greater({1, 3}, {big + 1, 3 * big}));
    EXPECT_TRUE(greater({big, 3 * big + 1}, {big - 1, 3 * big + 1}));
    EXPECT_TRUE(greater({1, 3}, {big, 3 * big + 1}));
    EXPECT_FALSE(greater({0, 1}, {0, big}));
    EXPECT_TRUE(greater({7 * big + 1, big}, {7, 1}));
}

TEST(Tree, EvaluateOfManyVariantsEqualsFitOfEach)
{
    const auto data = random_data(300, 3);
    std::vector<Spec> specs;
    for (const auto* text :
         {"tree", "tree:cp=0.05", "tree:prune=none", "tree:min_rows=10", "tree:min_rows=10,prune=none"})
        specs.push_back(make_learner(cart(text, data), ResponseType::classes)->spec());
    const auto prepared = make_learner(specs[0], ResponseType::classes)->prepare(data, specs, {});
    const auto test = std::vector<Row>{3, 50, 51, 200, 299};
    RowSetStorage storage;
    const Task task{.train = storage.without(300, test), .predict = test};
    const std::vector<std::size_t> asked{2, 0, 4, 3, 1};
    const auto all = prepared->evaluate(task, asked);
    ASSERT_EQ(all.size(), asked.size());
    for (std::size_t i = 0; i < asked.size(); ++i)
        EXPECT_EQ(all[i], prepared->fit(task, asked[i])->predict(data, test));
    EXPECT_NE(all[0].complexity, all[1].complexity);
}

TEST(Tree, FitsOfManyThreadsAreTheSame)
{
    const auto data = random_data(400, 2);
    const auto prepared = prepare(data, "tree");
    const auto rows = all_rows(data);
    const auto fold = [&](Row first) {
        std::vector<Row> test;
        for (Row r = first; r < 400; r += 10) test.push_back(r);
        RowSetStorage storage;
        return prepared->fit({.train = storage.without(400, test), .predict = {}}, 0)->predict(data, rows);
    };
    std::vector<Predictions> alone, together(10);
    for (Row f = 0; f < 10; ++f) alone.push_back(fold(f));
    {
        std::vector<std::jthread> threads;
        for (Row f = 0; f < 10; ++f) threads.emplace_back([&, f] { together[f] = fold(f); });
    }
    EXPECT_EQ(alone, together);
}

TEST(Tree, StopsWhenAsked)
{
    const auto data = random_data(400, 2);
    std::stop_source source;
    source.request_stop();
    EXPECT_THROW(
        prepare(data, "tree")->fit({.train = RowSet::all(400), .predict = {}, .stop = source.get_token()}, 0),
        LearnerError);
}

} // namespace
