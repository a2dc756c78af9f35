// knn: worked examples, a brute force written for clarity, scikit-learn's predictions, and the shared lists
// under two threads.
#include "base/parallel.hpp"
#include "learn/knn/lists.hpp"
#include "learn/knn/scale.hpp"
#include "learn/sklearn_table.hpp"

#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace unseen;
using namespace unseen::test;

namespace {

using Scores = std::vector<double>;
using Labelled = std::vector<std::uint32_t>;

/// x = 0 a, 1 a, 3 b, 4 b, 10 b, and two queries: 1.9, with distances 1.9 0.9 1.1 2.1 8.1, and 3.
Dataset line()
{
    return dataset(
        {numbers("x", {0, 1, 3, 4, 10, 1.9, 3}), codes("class", {"a", "b"}, {0, 0, 1, 1, 1, -1, -1})});
}

/// The prediction by the rule, with a full sort, for scale=none: the reference for the lists.
Predictions brute_force(const Dataset& data, const RowSet& train, const std::vector<Row>& rows, std::size_t k)
{
    Predictions result;
    result.complexity = {{"stored_rows", static_cast<double>(train.distinct())}};
    for (const Row query : rows) {
        std::vector<std::pair<double, Row>> order;
        train.for_each([&](Row r, std::uint32_t count) {
            double square = 0.0;
            for (const auto& column : data.features()) {
                const double d = column.numeric().values[r] - column.numeric().values[query];
                square += d * d;
            }
            for (std::uint32_t copy = 0; copy < count; ++copy) order.emplace_back(square, r);
        });
        std::sort(order.begin(), order.end());
        if (order.size() > k) order.resize(k);
        Scores votes(data.classes().size(), 0.0);
        for (const auto& [square, r] : order) votes[static_cast<std::size_t>(data.class_codes()[r])] += 1.0;
        for (double& v : votes) v /= static_cast<double>(order.size());
        result.label.push_back(
            static_cast<std::uint32_t>(std::max_element(votes.begin(), votes.end()) - votes.begin()));
        result.scores.insert(result.scores.end(), votes.begin(), votes.end());
    }
    return result;
}

/// Small integers: nearly every distance is tied.
Dataset tied_data(Row n)
{
    Stream stream(3, Purpose::generation);
    std::vector<std::vector<double>> x(3, std::vector<double>(n));
    std::vector<std::int32_t> y(n);
    for (Row r = 0; r < n; ++r) {
        for (auto& column : x) column[r] = static_cast<double>(stream.below(4));
        y[r] = static_cast<std::int32_t>(stream.below(3));
    }
    return dataset(
        {numbers("x", x[0]), numbers("y", x[1]), numbers("z", x[2]), codes("class", {"a", "b", "c"}, y)});
}

} // namespace

TEST(Knn, NeighboursVoteAndTiesGoToTheSmallestCode)
{
    const auto data = line();
    EXPECT_EQ(trained_on_all(data, "knn:k=1,scale=none", {5}).scores, (Scores{1, 0}));
    const auto two = trained_on_all(data, "knn:k=2,scale=none", {5});
    EXPECT_EQ(two.scores, (Scores{0.5, 0.5}));
    EXPECT_EQ(two.label, Labelled{0});
    EXPECT_EQ(trained_on_all(data, "knn:k=3,scale=none", {5}).scores, (Scores{2.0 / 3, 1.0 / 3}));
    EXPECT_EQ(trained_on_all(data, "knn:k=5,scale=none", {5}).scores, (Scores{0.4, 0.6}));
    EXPECT_EQ(trained_on_all(data, "knn:k=1000000000000,scale=none", {5}).scores,
              (Scores{0.4, 0.6})); // all there are
}

TEST(Knn, WeightsByDistance)
{
    // (1 / 0.9) / (1 / 0.9 + 1 / 1.1) = 1.1 / 2.
    const auto near = trained_on_all(line(), "knn:k=2,scale=none,weights=distance", {5});
    EXPECT_NEAR(near.scores[0], 0.55, 1e-15);
    // Query 3 lies on a row of b: only that row counts, though 1, of a, is the third neighbour.
    EXPECT_EQ(trained_on_all(line(), "knn:k=3,scale=none,weights=distance", {6}).scores, (Scores{0, 1}));
}

TEST(Knn, NumbersAreTheMeanOfTheNeighbours)
{
    const auto data = dataset({numbers("x", {0, 1, 3, 1.5}), numbers("y", {4, 10, 1, missing})});
    // Query 1.5: row 1 at 0.5, rows 0 and 2 at 1.5.
    EXPECT_DOUBLE_EQ(trained_on_all(data, "knn:k=2,scale=none", {3}).value[0], 7.0);
    EXPECT_DOUBLE_EQ(trained_on_all(data, "knn:k=3,scale=none", {3}).value[0], 5.0);
    // Weights 1 / 0.5, 1 / 1.5 (row 0 before row 2): (20 + 8/3) / (2 + 2/3) = 8.5.
    EXPECT_DOUBLE_EQ(trained_on_all(data, "knn:k=2,scale=none,weights=distance", {3}).value[0], 8.5);
}

TEST(Knn, ScalingUsesTheSpreadOfTheTrainingRows)
{
    // Rows (0,0) a, (4,0) b, (0,100) b, (4,300) a; query (1.5, 90). Raw: (0,0) at 90.01; (0,100) at 10.1 is
    // nearest: b.
    const auto data = dataset({numbers("u", {0, 4, 0, 4, 1.5}), numbers("v", {0, 0, 100, 300, 90}),
                               codes("class", {"a", "b"}, {0, 1, 1, 0, -1})});
    EXPECT_EQ(trained_on_all(data, "knn:k=1,scale=none", {4}).label, Labelled{1});
    // Ranges 4 and 300; standard deviations 2 and sqrt(15000): the mean of v is 100, its squares
    // (100^2 + 100^2 + 0 + 200^2) / 4 = 15000.
    const knn::Scaler scaler(data);
    const auto standard = scaler.factors(knn::Scale::standard, RowSet::all(4));
    EXPECT_DOUBLE_EQ(standard[0], 1.0 / 2.0);
    EXPECT_DOUBLE_EQ(standard[1], 1.0 / std::sqrt(15000.0));
    // Without row 3: u = 0, 4, 0 has variance 16/3 - 16/9 = 32/9, v = 0, 0, 100 has range 100.
    const Row left_out[] = {3};
    EXPECT_DOUBLE_EQ(scaler.factors(knn::Scale::standard, RowSet::all_but(4, left_out))[0],
                     1.0 / std::sqrt(32.0 / 9.0));
    EXPECT_EQ(scaler.factors(knn::Scale::minmax, RowSet::all_but(4, left_out))[1], 1.0 / 100.0);
    EXPECT_EQ(scaler.factors(knn::Scale::minmax, RowSet::all(4)), (Scores{1.0 / 4, 1.0 / 300}));
}

TEST(Knn, AConstantFeatureIsLeftOutEvenWhereARowLeftOutMadeItVary)
{
    const auto data =
        dataset({numbers("u", {0.1, 0.1, 0.1, 0.1, 7e5}), codes("class", {"a", "b"}, {0, 1, 1, 0, 0})});
    const knn::Scaler scaler(data);
    const Row left_out[] = {4};
    for (const auto scale : {knn::Scale::minmax, knn::Scale::standard})
        EXPECT_EQ(scaler.factors(scale, RowSet::all_but(5, left_out)), Scores{0.0});
}

TEST(Knn, TheUnitOfAConstantFeatureDoesNotDecide)
{
    // Trained on rows 0 to 2, in which u is 3 or missing; v = 0, 1, 2. Query (u = 4, v = 1.2): squares of v
    // are 1.44, 0.04 and 0.64 over the variance 2/3; row 1, without u, counts double, and is still the
    // nearest.
    for (const double unit : {1.0, 0x1p40, 0x1p-40}) {
        const auto data = dataset({numbers("u", {3 * unit, missing, 3 * unit, 4 * unit}),
                                   numbers("v", {0, 1, 2, 1.2}), codes("class", {"a", "b"}, {0, 1, 0, -1})});
        EXPECT_EQ(trained_on_all(data, "knn:k=1", {3}).label, Labelled{1});
        // By 1 / distance: b has 1 / sqrt(0.08), a has 1 / 1.2 + 1 / 0.8, all over the same spread.
        const auto b = 1 / std::sqrt(0.08);
        const auto a = 1 / 1.2 + 1 / 0.8;
        EXPECT_NEAR(trained_on_all(data, "knn:k=3,weights=distance", {3}).scores[1], b / (a + b), 1e-12)
            << unit;
    }
}

TEST(Knn, MissingCellsScaleUpWhatIsKnown)
{
    // Query (0, 0, ?). Row 0 = (2, ?, 1): 4 x 3/1 = 12. Row 1 = (2, 2.4, 0): (4 + 5.76) x 3/2 = 14.64. Row 2
    // = (?, ?, 5): no feature in common, so that it comes last. Row 3 = (9, 9, 9): 162 x 3/2.
    const auto data =
        dataset({numbers("u", {2, 2, missing, 9, 0}), numbers("v", {missing, 2.4, missing, 9, 0}),
                 numbers("w", {1, 0, 5, 9, missing}), numbers("y", {1, 10, 100, 1000, missing})});
    EXPECT_DOUBLE_EQ(trained_on_all(data, "knn:k=1,scale=none", {4}).value[0], 1.0);
    EXPECT_DOUBLE_EQ(trained_on_all(data, "knn:k=2,scale=none", {4}).value[0], 11.0 / 2);
    EXPECT_DOUBLE_EQ(trained_on_all(data, "knn:k=3,scale=none", {4}).value[0], 1011.0 / 3);
    EXPECT_DOUBLE_EQ(trained_on_all(data, "knn:k=4,scale=none", {4}).value[0], 1111.0 / 4);
    // An infinite distance has no weight beside finite ones.
    const double weights = 1 / std::sqrt(12) + 1 / std::sqrt(14.64) + 1 / std::sqrt(243);
    EXPECT_DOUBLE_EQ(trained_on_all(data, "knn:k=4,scale=none,weights=distance", {4}).value[0],
                     (1 / std::sqrt(12) + 10 / std::sqrt(14.64) + 1000 / std::sqrt(243)) / weights);
}

TEST(Knn, RowsWithoutAnyKnownFeatureAreTakenByNumberAndCountAlike)
{
    const auto data =
        dataset({numbers("u", {missing, missing, missing, missing}), numbers("y", {1, 2, 6, missing})});
    for (const std::string scale : {"none", "standard", "minmax"})
        for (const std::string weights : {"uniform", "distance"}) {
            EXPECT_DOUBLE_EQ(
                trained_on_all(data, "knn:k=2,scale=" + scale + ",weights=" + weights, {3}).value[0], 1.5);
            EXPECT_DOUBLE_EQ(
                trained_on_all(data, "knn:k=3,scale=" + scale + ",weights=" + weights, {3}).value[0], 3.0);
        }
}

TEST(Knn, CategoriesDifferByZeroOrOne)
{
    // Query (p, 0): row 0 = (q, 0.5) at 1.25, row 1 = (p, 1.2) at 1.44, row 2 = (q, 0.7) at 1.49.
    const auto data = dataset({codes("f", {"p", "q"}, {1, 0, 1, 0}), numbers("x", {0.5, 1.2, 0.7, 0}),
                               numbers("y", {1, 10, 100, missing})});
    EXPECT_DOUBLE_EQ(trained_on_all(data, "knn:k=1,scale=none", {3}).value[0], 1.0);
    EXPECT_DOUBLE_EQ(trained_on_all(data, "knn:k=2,scale=none", {3}).value[0], 5.5);
}

TEST(Knn, TiedDistancesAreOrderedByRowNumber)
{
    const auto data = dataset({numbers("x", {5, 5, 5, 5}), codes("class", {"a", "b"}, {1, 1, 0, 0})});
    for (const std::string scale : {"none", "standard", "minmax"}) {
        EXPECT_EQ(trained_on_all(data, "knn:k=1,scale=" + scale, {3}).scores,
                  (Scores{0, 1})); // row 0, though row 3 is trained on
        EXPECT_EQ(trained_on_all(data, "knn:k=3,scale=" + scale, {3}).scores, (Scores{1.0 / 3, 2.0 / 3}));
    }
}

TEST(Knn, ARowThatCountsTwiceIsTwoNeighbours)
{
    const auto data = line();
    const Row rows[] = {1, 2};
    const std::uint32_t counts[] = {1, 2};
    const Row query[] = {5};
    const std::size_t variants[] = {0, 1};
    const auto result = prepare(data, {"knn:k=2,scale=none", "knn:k=3,scale=none"})
                            ->evaluate(task(RowSet::of(5, rows, counts), query), variants);
    EXPECT_EQ(result[0].scores, (Scores{0.5, 0.5}));
    EXPECT_EQ(result[1].scores, (Scores{1.0 / 3, 2.0 / 3}));
}

TEST(Knn, OneRowDecidesAlone)
{
    const auto data = dataset({numbers("x", {5, 1}), codes("class", {"a", "b"}, {1, -1})});
    for (const std::string scale : {"none", "standard", "minmax"})
        EXPECT_EQ(trained_on_all(data, "knn:scale=" + scale, {0, 1}).label, (Labelled{1, 1}));
}

TEST(Knn, ListsAgreeWithBruteForceAmongTies)
{
    const auto data = tied_data(90);
    const auto rows = row_range(0, 90);
    Stream stream(5, Purpose::bootstrap);
    // Enough room; room for short lists, so that searching helps out; no room at all.
    for (const std::size_t bytes : {std::size_t{1} << 20, std::size_t{90 * 4 * 12}, std::size_t{0}}) {
        const auto prepared = prepare(
            data, {"knn:k=1,scale=none", "knn:k=4,scale=none", "knn:k=11,scale=none"}, {.bytes = bytes});
        for (std::uint32_t trial = 0; trial < 60; ++trial) {
            // A bootstrap sample, or 0, 3, 6 ... rows drawn without repetition.
            std::vector<std::uint32_t> counts(90, 0);
            for (std::uint32_t draw = 0; draw < (trial % 2 == 0 ? 90 : 1 + trial * 3 / 2); ++draw) {
                auto& count = counts[stream.below(90)];
                count = trial % 2 == 0 ? count + 1 : 1;
            }
            RowSetStorage storage;
            const auto train = storage.from_counts(counts);
            const std::size_t variants[] = {0, 1, 2};
            const auto results = prepared->evaluate(task(train, rows), variants);
            EXPECT_EQ(results[0], brute_force(data, train, rows, 1));
            EXPECT_EQ(results[1], brute_force(data, train, rows, 4));
            EXPECT_EQ(results[2], brute_force(data, train, rows, 11));
        }
    }
}

TEST(Knn, ListsAreTheSameFromTwoThreads)
{
    const auto data = tied_data(200);
    const auto rows = row_range(0, 200);
    const knn::Points points(data, rows);
    const knn::Pairs pairs(data);
    const knn::NeighbourLists alone(data, points, pairs, {}, 20, true);
    alone.fill(rows);
    const knn::NeighbourLists shared(data, points, pairs, {}, 20, true);
    run_workers(2, [&](std::size_t worker) {
        for (Row i = 0; i < 200; ++i) {
            const Row row[] = {worker == 0 ? i : 199 - i};
            shared.fill(row);
            if (!shared.ready(row[0])) continue; // the other thread is at it
            EXPECT_TRUE(std::ranges::equal(shared.rows(row[0]), alone.rows(row[0])));
        }
    });
    for (const Row r : rows) {
        ASSERT_TRUE(shared.ready(r));
        EXPECT_TRUE(std::ranges::equal(shared.rows(r), alone.rows(r)));
        EXPECT_TRUE(std::ranges::equal(shared.squares(r), alone.squares(r)));
    }
}

namespace {

/// Numbers, categories or both; with missing cells if a share of them is; one number far out where `far` is
/// not 0.
Dataset mixed_data(Row n, std::size_t numeric, std::size_t coded, double missing_share, double far)
{
    Stream stream(5, Purpose::generation);
    std::vector<Column> columns;
    for (std::size_t j = 0; j < numeric; ++j) {
        std::vector<double> x(n);
        for (auto& cell : x)
            cell = stream.uniform() < missing_share ? missing
                                                    : 1e6 + static_cast<double>(j + 1) * stream.uniform();
        if (j == 0) x[n / 2] += far;
        columns.push_back(numbers("x" + std::to_string(j), x));
    }
    for (std::size_t j = 0; j < coded; ++j) {
        std::vector<std::int32_t> x(n);
        for (auto& cell : x)
            cell = stream.uniform() < missing_share ? -1 : static_cast<std::int32_t>(stream.below(3));
        columns.push_back(codes("c" + std::to_string(j), {"u", "v", "w"}, x));
    }
    std::vector<std::int32_t> y(n);
    for (auto& label : y) label = static_cast<std::int32_t>(stream.below(3));
    columns.push_back(codes("class", {"a", "b", "c"}, y));
    return dataset(std::move(columns));
}

} // namespace

TEST(Knn, TheFilterKeepsEveryNearestRowAndFewOthers)
{
    for (const auto& [numeric, coded] : {std::pair<std::size_t, std::size_t>{5, 0}, {0, 4}, {3, 2}, {13, 1}})
        for (const double far : {0.0, 1e9}) {
            const auto data = mixed_data(301, numeric, coded, 0.0, far);
            const std::vector<double> factors(numeric, 0.7);
            const auto rows = row_range(0, 301);
            const knn::Points points(data, rows);
            for (const auto registers :
                 {knn::Filter::Registers::automatic, knn::Filter::Registers::portable}) {
                const knn::Filter filter(data, 290, factors, registers);
                ASSERT_TRUE(filter.usable());
                for (const std::size_t wanted : {1, 7, 290, 1000})
                    for (Row begin = 0; begin < 301; begin += 49) {
                        const auto from = std::span(rows).subspan(begin, 7);
                        const auto near = filter.near(from, wanted);
                        for (std::size_t q = 0; q < from.size(); ++q) {
                            const auto exact =
                                knn::nearest_rows({.points = points, .size = 290},
                                                  std::vector{points.point(from[q])}, factors, wanted)[0];
                            std::size_t kept = 0;
                            for (const auto& neighbour : exact)
                                kept += std::ranges::count(near[q], neighbour.row);
                            EXPECT_EQ(kept, exact.size()) << numeric << ' ' << coded << ' ' << wanted;
                            const bool ties = numeric != 5 || far != 0.0;
                            EXPECT_TRUE(ties || near[q].size() <= exact.size() + 2);
                        }
                    }
            }
        }
}

TEST(Knn, TheFilterRefusesNumbersBeyondItsRange)
{
    const std::vector<double> huge = {0, 1e308, -1e308, 1e308};
    const auto data = dataset({numbers("x", huge), codes("class", {"a", "b"}, {0, 1, 0, 1})});
    EXPECT_FALSE(knn::Filter(data, 4, std::vector{10.0}).usable());
    EXPECT_TRUE(knn::Filter(data, 4, std::vector{1e-300}).usable());
}

// A fit by a copy of its training rows searches all of them by its own spreads.
TEST(Knn, ListsOfAllScalesAgreeWithSearchingToTheLastBit)
{
    const std::vector<std::string> specs = {"knn:k=1", "knn:k=4,weights=distance", "knn:k=9,scale=minmax",
                                            "knn:k=3,scale=none,weights=distance", "knn:k=200"};
    for (const double missing_share : {0.0, 0.3})
        for (const double far : {0.0, 1e4}) { // without the row far out all spreads change
            const auto data = mixed_data(120, 3, 1, missing_share, far);
            const auto rows = row_range(0, 120);
            for (const std::size_t bytes :
                 {std::size_t{1} << 20, std::size_t{120 * 12 * 3 * 15}, std::size_t{0}}) {
                const auto prepared = prepare(data, specs, {.bytes = bytes});
                Stream stream(7, Purpose::generation);
                for (std::uint32_t trial = 0; trial < 24; ++trial) {
                    std::vector<std::uint32_t> counts(120,
                                                      trial % 2); // all but some rows, or a bootstrap sample
                    for (std::uint32_t draw = 0; draw < (trial % 2 == 0 ? 120 : trial); ++draw) {
                        auto& count = counts[stream.below(120)];
                        count = trial % 2 == 0 ? count + 1 : 0;
                    }
                    RowSetStorage storage;
                    const auto train = storage.from_counts(counts);
                    const std::size_t variants[] = {0, 1, 2, 3, 4};
                    const auto results = prepared->evaluate(task(train, rows), variants);
                    for (const auto v : variants)
                        EXPECT_EQ(results[v], prepared->fit(task(train, rows), v)->predict(data, rows))
                            << specs[v] << ", trial " << trial << ", " << bytes << " bytes, missing "
                            << missing_share << ", far " << far;
                }
            }
        }
}

class KnnOnRealData : public testing::TestWithParam<const char*> {};

// Predicted labels equal scikit-learn's wherever no tie decides, and our stated rule (without scaling) where
// one does.
TEST_P(KnnOnRealData, AgreesWithScikitLearn)
{
    const auto table = SklearnTable::read(GetParam());
    const auto data = table.data();
    std::size_t compared = 0;
    for (const auto& [method, rows, errors] : table.errors) {
        if (method.substr(0, 3) != "knn") continue;
        const auto first = method.find('.');
        const auto second = method.rfind('.');
        const auto k = method.substr(3, first - 3);
        const auto scale = method.substr(first + 1, second - first - 1);
        const bool loo = method.substr(second + 1) == "loo";
        const auto predicted = row_by_row(data, "knn:k=" + k + ",scale=" + scale, loo);
        const std::size_t column = table.index(method);
        std::size_t clear = 0;
        std::size_t wrong = 0;
        for (Row r = 0; r < data.labelled(); ++r) {
            const auto& expected = table.cells[r][column];
            const Row row[] = {r};
            if (scale == "none") {
                EXPECT_EQ(predicted[r], brute_force(data,
                                                    loo ? RowSet::all_but(data.labelled(), row)
                                                        : RowSet::all(data.labelled()),
                                                    {r}, std::stoul(k)))
                    << method << " row " << r;
            }
            if (expected == "-") continue;
            EXPECT_EQ(std::to_string(predicted[r].label[0]), expected) << method << " row " << r;
            ++clear;
            wrong += predicted[r].label[0] != static_cast<std::uint32_t>(data.class_codes()[r]);
        }
        EXPECT_EQ(clear, rows) << method;
        EXPECT_EQ(wrong, errors) << method;
        ++compared;
    }
    EXPECT_EQ(compared, 16U);
}

INSTANTIATE_TEST_SUITE_P(Sets, KnnOnRealData,
                         testing::Values("iris", "wine", "glass", "diabetes", "wdbc", "sonar", "banknote",
                                         "phoneme", "vehicle"),
                         [](const auto& set) { return std::string(set.param); });
