#include "unseen/run/permuted.hpp"

#include "unseen/base/error.hpp"
#include "unseen/data/table.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/run/estimate.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

namespace unseen {
namespace {

constexpr Row named_rows = 30;

/// A number that names its row, a category that does, a constant, and a feature with missing cells.
Dataset rows_by_name()
{
    NumericColumn number, constant, holes, y;
    std::vector<std::string> names;
    CodedColumn category{.labels = {}, .codes = {}};
    for (Row r = 0; r < named_rows; ++r) {
        number.values.push_back(100.0 + r);
        constant.values.push_back(7.0);
        holes.values.push_back(r % 3 == 0 ? NumericColumn::missing : r);
        y.values.push_back(r % 5);
        names.push_back("c" + std::to_string(r));
        category.codes.push_back(static_cast<std::int32_t>(r));
    }
    category.labels = Labels(names);
    Table table;
    table.source = "rows";
    table.declared_types = true;
    table.columns = {
        {"number", number}, {"category", category}, {"constant", constant}, {"holes", holes}, {"y", y}};
    return Dataset::make(std::move(table), {.target = "y"});
}

/// Predicts the cell of a feature as a number: the code of a category, -1 for a missing cell.
class Cell final : public Model {
public:
    explicit Cell(std::size_t place) : place_(place) {}
    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        const auto& column = data.features()[place_];
        Predictions p;
        for (const Row r : rows)
            p.value.push_back(column.missing(r)     ? -1.0
                              : column.is_numeric() ? column.numeric().values[r]
                                                    : column.coded().codes[r]);
        return p;
    }

private:
    std::size_t place_;
};

std::unique_ptr<Learner> cell_of(std::size_t place)
{
    return simple_learner("cell" + std::to_string(place), {.classes = false},
                          [place](const Dataset&, const Task&) { return std::make_unique<Cell>(place); });
}

/// What a model sees of a feature in these rows, without the rows 5, 8, 11 ... in training.
std::vector<double> cells_seen(const Dataset& data, std::size_t place,
                               const std::vector<std::size_t>& permuted, std::span<const Row> rows,
                               std::uint64_t seed = 1)
{
    const auto base = cell_of(place);
    const auto learner = permuted_learner(*base, permuted, seed);
    const auto spec = learner->spec();
    const auto prepared = learner->prepare(data, {&spec, 1}, {});
    std::vector<Row> left_out;
    for (Row r = 5; r < named_rows; r += 3) left_out.push_back(r);
    const std::size_t variants[] = {0};
    return prepared->evaluate({.train = RowSet::all_but(named_rows, left_out), .predict = rows}, variants)[0]
        .value;
}

std::vector<Row> every_row()
{
    std::vector<Row> rows(named_rows);
    std::iota(rows.begin(), rows.end(), Row{0});
    return rows;
}

TEST(Permuted, RowsSeeTheCellsOfAnotherRow)
{
    const auto data = rows_by_name();
    std::vector<int> times(named_rows, 0);
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        const auto numbers = cells_seen(data, 0, {0}, every_row(), seed);
        for (Row r = 0; r < named_rows; ++r) {
            const auto of = static_cast<Row>(numbers[r] - 100.0);
            EXPECT_NE(of, r) << "no row keeps its own cells";
            ++times[of];
        }
    }
    for (const int drawn : times) EXPECT_NEAR(drawn, 300, 5 * std::sqrt(300)); // each as often as the others
}

TEST(Permuted, RowsOfAGroupAreNoDonorsAndWeightsCount)
{
    Table table;
    table.source = "rows";
    table.declared_types = true;
    NumericColumn x, y, group, weight;
    for (Row r = 0; r < named_rows; ++r) {
        x.values.push_back(100.0 + r);
        y.values.push_back(r % 5);
        group.values.push_back(r / 5);
        weight.values.push_back(r < 10 ? 3.0 : r < 20 ? 1.0 : 0.0);
    }
    table.columns = {{"x", x}, {"group", group}, {"weight", weight}, {"y", y}};
    const auto data = Dataset::make(table, {.target = "y", .group = "group", .weight = "weight"});
    std::vector<int> times(named_rows, 0);
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const auto numbers = cells_seen(data, 0, {0}, every_row(), seed);
        for (Row r = 0; r < named_rows; ++r) {
            const auto of = static_cast<Row>(numbers[r] - 100.0);
            EXPECT_NE(of / 5, r / 5);
            times[of] +=
                r >= 20; // their own groups are no donors, so that the shares are those of the weights
        }
    }
    double heavy = 0.0, light = 0.0, none = 0.0;
    for (Row r = 0; r < named_rows; ++r) (r < 10 ? heavy : r < 20 ? light : none) += times[r];
    EXPECT_EQ(none, 0.0);
    EXPECT_NEAR(heavy / (heavy + light), 0.75, 0.05);
}

TEST(Permuted, RowsOfATestFileSeeCellsOfThatFile)
{
    const auto iris = read_table(UNSEEN_SOURCE_DIR "/data/iris.csv");
    const auto data = Dataset::make(iris, {}, &iris, nullptr);
    const auto base = make_learner(Spec("tree"), data.response_type());
    const auto as_it_is = permuted_learner(*base, {}, 1);
    const auto petals = permuted_learner(*base, {2, 3}, 1);
    const Learner* const learners[] = {as_it_is.get(), petals.get()};
    const auto found = estimate(data, learners, {.estimators = {Spec("test")}}).estimates;
    EXPECT_GT(found[1].value.number(), found[0].value.number() + 0.5); // two of three classes are wrong
}

TEST(Permuted, FeaturesOfOneSetComeFromOneRowAndOthersStay)
{
    const auto data = rows_by_name();
    const auto rows = every_row();
    const auto numbers = cells_seen(data, 0, {0, 1, 3}, rows);
    const auto categories = cells_seen(data, 1, {0, 1, 3}, rows);
    const auto holes = cells_seen(data, 3, {0, 1, 3}, rows);
    for (const Row r : rows) {
        const auto of = static_cast<Row>(numbers[r] - 100.0);
        EXPECT_EQ(categories[r], of);
        EXPECT_EQ(holes[r], of % 3 == 0 ? -1.0 : of);
    }
    for (const auto& stays : {cells_seen(data, 0, {}, rows), cells_seen(data, 0, {1}, rows)})
        for (const Row r : rows) EXPECT_EQ(stays[r], 100.0 + r);
    EXPECT_NE(cells_seen(data, 0, {0}, rows, 2), cells_seen(data, 0, {0}, rows, 1));
}

TEST(Permuted, DoesNotDependOnTheOtherRowsPredicted)
{
    const auto data = rows_by_name();
    const auto all = cells_seen(data, 0, {0}, every_row());
    const std::vector<Row> some = {2, 5, 6, 29};
    const auto alone = cells_seen(data, 0, {0}, some);
    for (std::size_t i = 0; i < some.size(); ++i) EXPECT_EQ(alone[i], all[some[i]]);
}

TEST(Permuted, WithoutFeaturesTheFiguresAreThoseOfTheLearner)
{
    const auto iris = Dataset::make(read_table(UNSEEN_SOURCE_DIR "/data/iris.csv"));
    for (const char* text : {"knn", "tree", "lda", "naive-bayes", "random-forest:size=7",
                             "bagging(tree):size=5", "tuned(knn:k=1..5:2)", "logistic"}) {
        const auto base = make_learner(Spec::parse(text), iris.response_type());
        const auto as_it_is = permuted_learner(*base, {}, 3);
        const auto other = permuted_learner(*base, {2}, 3);
        const Learner* const learners[] = {base.get(), as_it_is.get(), other.get()};
        EstimateOptions options{.estimators = {Spec::parse("cv:folds=5,repeats=2")},
                                .measures = {Spec("log_loss")}};
        options.run.seed = 3;
        const auto found = estimate(iris, learners, options).estimates;
        ASSERT_EQ(found.size(), 3u);
        EXPECT_NEAR(found[0].value.number(), found[1].value.number(), 1e-9) << text;
        EXPECT_NE(found[1].value.number(), found[2].value.number()) << text;
    }
}

TEST(Permuted, AFeatureThatIsNotUsedChangesNoDigit)
{
    const auto data = rows_by_name();
    for (const char* text : {"tree", "knn:k=3", "mean", "ls-boost:size=5"}) {
        const auto base = make_learner(Spec::parse(text), data.response_type());
        const auto as_it_is = permuted_learner(*base, {}, 1);
        const auto constant = permuted_learner(*base, {2}, 1);
        const Learner* const learners[] = {as_it_is.get(), constant.get()};
        const auto found = estimate(data, learners, {.estimators = {Spec::parse("cv:folds=5")}}).estimates;
        EXPECT_EQ(found[0].value.number(), found[2].value.number()) << text; // rmse and mae of each
        EXPECT_EQ(found[1].value.number(), found[3].value.number()) << text;
    }
}

std::vector<PermutedFeatures> asked(const std::vector<std::string>& texts)
{
    return permuted_features(rows_by_name(), texts);
}

TEST(Permuted, FeaturesAreNamedAloneOrTogether)
{
    EXPECT_EQ(asked({}).size(), 4u);
    EXPECT_EQ(asked({}).back(), (PermutedFeatures{"holes", {3}}));
    EXPECT_EQ(asked({"holes", "category+number"}),
              (std::vector<PermutedFeatures>{{"holes", {3}}, {"category + number", {0, 1}}}));
    EXPECT_THROW(asked({"hole"}), InputError);
    EXPECT_THROW(asked({"number+number"}), InputError);
    EXPECT_THROW(asked({"number", "number"}), InputError);
    EXPECT_THROW(asked({""}), InputError);
    EXPECT_THROW(asked({"number+"}), InputError);
}

} // namespace
} // namespace unseen
