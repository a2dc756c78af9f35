// The positive class: figures of learners that depend on it are the same whatever the classes are called.
#include "unseen/model/stored_model.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/run/estimate.hpp"
#include "unseen/store/store.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace unseen {
namespace {

constexpr std::size_t n_rows = 240;

bool rare(std::size_t row) { return row % 12 == 5; }

/// Rows of two classes, of which one has a twelfth of the rows.
Table table_of(const std::string& positive, const std::string& negative)
{
    std::string text = "x,y\n";
    for (std::size_t i = 0; i < n_rows; ++i) {
        const auto x = static_cast<double>(i * 7919 % 101) / 25.0 + (rare(i) ? 2.0 : 0.0);
        text += std::to_string(x) + ',' + (rare(i) ? positive : negative) + '\n';
    }
    return parse_table(text, "rows.csv");
}

const std::vector<Spec> learners = {
    Spec::parse("cut(naive-bayes):by=cost,false_negative=100,inner=(cv:folds=5,stratify=no)"),
    Spec::parse("tuned(knn:k=1|5):measure=f1,inner=(cv:folds=5,stratify=no)")};

EstimateReport report_of(const Dataset& data)
{
    std::vector<std::unique_ptr<Learner>> made;
    std::vector<const Learner*> pointers;
    for (const auto& spec : learners) {
        made.push_back(make_learner(spec, ResponseType::classes));
        pointers.push_back(made.back().get());
    }
    return estimate(data, pointers,
                    {.estimators = {Spec::parse("cv:folds=4,stratify=no")},
                     .measures = {Spec("recall"), Spec("precision"), Spec("f1"), Spec("error_rate")}});
}

std::vector<Value> values_of(const EstimateReport& report)
{
    std::vector<Value> values;
    for (const auto& e : report.estimates) values.push_back(e.value);
    return values;
}

TEST(PositiveClass, FiguresAreTheSameUnderAnyNamesOfTheClasses)
{
    const auto expected = values_of(report_of(Dataset::make(table_of("yes", "no"))));
    for (const auto& [positive, negative] : std::vector<std::pair<std::string, std::string>>{
             {"ja", "nein"}, {"good", "bad"}, {"bad", "good"}, {"no", "yes"}, {"0", "1"}, {"a", "true"}}) {
        const auto report =
            report_of(Dataset::make(table_of(positive, negative), {.target = "y", .positive = positive}));
        EXPECT_EQ(values_of(report), expected) << positive;
        ASSERT_TRUE(report.positive) << positive;
        EXPECT_EQ(report.positive->label, positive);
        EXPECT_EQ(report.positive->by, PositiveBy::name);
        EXPECT_DOUBLE_EQ(report.positive->share, 1.0 / 12.0);
        EXPECT_TRUE(report.warnings.empty());
    }
    // Usual names and rare classes need no name.
    EXPECT_EQ(values_of(report_of(Dataset::make(table_of("ja", "nein")))), expected);
    EXPECT_EQ(values_of(report_of(Dataset::make(table_of("bad", "good")))), expected);
}

TEST(PositiveClass, AGuessIsToldWhereAFigureDependsOnIt)
{
    const auto data = Dataset::make(table_of("bad", "good"));
    const auto majority = make_learner(Spec("majority"), ResponseType::classes);
    const Learner* plain[] = {majority.get()};
    const std::vector<Spec> cv = {Spec::parse("cv:folds=4")};
    const auto silent = estimate(data, plain, {.estimators = cv, .measures = {Spec("roc_auc")}});
    EXPECT_TRUE(silent.warnings.empty());
    EXPECT_FALSE(silent.positive);
    const auto told = estimate(data, plain, {.estimators = cv, .measures = {Spec("recall")}});
    ASSERT_EQ(told.warnings.size(), 1u);
    EXPECT_TRUE(told.warnings[0].is(warnings::positive_class_guessed));
    const auto cut = make_learner(Spec::parse("bagging(cut(naive-bayes))"), ResponseType::classes);
    const Learner* of_costs[] = {cut.get()};
    EXPECT_EQ(estimate(data, of_costs, {.estimators = cv, .measures = {Spec("error_rate")}}).warnings.size(),
              1u);
}

TEST(PositiveClass, IsThatOfTheMainTableForTestRowsAndSubsets)
{
    const auto main = table_of("bad", "good");
    const auto test = table_of("good", "bad"); // here the other one is rare
    const auto data = Dataset::make(main, {}, &test, nullptr);
    EXPECT_EQ(data.classes().name(data.positive().code), "bad");
    const std::vector<Row> rows = {5, 17, 29, 30}; // mostly of the rare class
    EXPECT_EQ(data.only(rows).positive(), data.positive());
}

TEST(PositiveClass, EntersTheKeyOnlyIfItIsNotThatOfKeysWithoutOne)
{
    const auto digest = [](const std::string& positive, const std::string& negative,
                           const std::string& named) {
        return Dataset::make(table_of(positive, negative), {.target = "y", .positive = named})
            .learning_digest();
    };
    EXPECT_EQ(digest("yes", "no", ""), digest("yes", "no", "yes"));
    EXPECT_NE(digest("yes", "no", ""), digest("yes", "no", "no"));
    EXPECT_EQ(digest("b", "a", ""), digest("b", "a", "b")); // the last
    EXPECT_EQ(digest("a", "b", ""), digest("a", "b", "a"));
    EXPECT_NE(digest("a", "b", ""), digest("a", "b", "b"));
    // These digests are those of the program before it knew `positive`.
    EXPECT_EQ(digest("yes", "no", "").hex(), "c62ae281a73951092e821e8b63da4baa");
    EXPECT_EQ(digest("a", "b", "b").hex(), "b8ba28a0d1144854f16aff25f42bcc59");
}

TEST(PositiveClass, IsKeptInAModel)
{
    for (const std::string positive : {"bad", "good"}) {
        const Roles roles{.target = "y", .positive = positive};
        const auto model =
            stored_model(Dataset::make(table_of("bad", "good"), roles), learners[0], {.roles = roles});
        const auto read = parse_model(print_model(model), "model");
        EXPECT_EQ(read.roles.positive, positive == "bad" ? "bad" : "good");
        EXPECT_TRUE(text_of(read).text.starts_with("cut: '" + positive + '\'')) << text_of(read).text;
    }
}

TEST(PositiveClass, IsOneOfTwoClasses)
{
    EXPECT_THROW(Dataset::make(table_of("bad", "good"), {.target = "y", .positive = "evil"}), InputError);
    EXPECT_THROW(Dataset::make(table_of("bad", "good"), {.target = "x", .positive = "bad"}), InputError);
    EXPECT_THROW(
        Dataset::make(parse_table("x,y\n1,a\n2,b\n3,c\n", "rows.csv"), {.target = "y", .positive = "a"}),
        InputError);
}

} // namespace
} // namespace unseen
