// Bounds from training rows: against scikit-learn and SciPy, and what they refuse.
#include "run/estimates.hpp"
#include "run/oracle_rows.hpp"
#include "support/messages.hpp"
#include "support/oracle.hpp"
#include "support/small_learners.hpp"

#include "unseen/base/warnings.hpp"
#include "unseen/bound/training.hpp"
#include "unseen/run/drawn_linear.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace unseen {
namespace {

Estimate bounded(const Dataset& data, const std::string& learner, const std::string& bound)
{
    EstimateOptions options{.bounds = {Spec::parse(bound)}};
    options.baselines = false;
    return test::estimates(data, learner.c_str(), {}, {}, std::move(options)).estimates.at(0);
}

std::string refusal(const Dataset& data, const std::string& learner, const std::string& bound)
{
    return test::message_of([&] { bounded(data, learner, bound); });
}

TEST(TrainingBounds, AreThoseOfScikitLearnsMachines)
{
    const auto lines = test::oracle_table("training_bounds.txt");
    const auto data = test::rows_of(lines);
    std::size_t cases = 0;
    for (const auto& line : lines) {
        if (line[0] == "compression") {
            const auto learner = "svm:kernel=" + line[1] + (line[1] == "rbf" ? ",gamma=" + line[2] : "") +
                                 ",C=" + line[3] + ",scale=none,tolerance=1e-9";
            SCOPED_TRACE(learner);
            const auto e = bounded(data, learner, "compression");
            ASSERT_TRUE(e.bound.has_value());
            EXPECT_EQ(e.bound->inputs.count("kept"), std::stoul(line[4]));
            EXPECT_EQ(e.bound->inputs.count("errors"), std::stoul(line[5]));
            EXPECT_NEAR(e.bound->bound.upper.number(), std::stod(line[6]), 1e-9);
            EXPECT_EQ(e.estimand, Estimand::model);
            EXPECT_TRUE(e.value.lacks(reasons::counted_on_training_rows));
            const auto half = bounded(data, learner, "compression:form=preferent");
            EXPECT_NEAR(half.bound->bound.upper.number(), std::stod(line[7]), 1e-9);
            ++cases;
        }
        if (line[0] != "pac-bayes") continue;
        const auto e = bounded(data, "logistic:scale=none,tolerance=1e-9", "pac-bayes:prior=standard");
        ASSERT_TRUE(e.bound.has_value());
        EXPECT_NEAR(e.bound->inputs.number("error"), std::stod(line[1]), 1e-6); // of two solvers
        EXPECT_NEAR(e.bound->inputs.number("kl"), std::stod(line[2]), 1e-9);
        EXPECT_NEAR(e.bound->bound.upper.number(), std::stod(line[3]), 1e-6);
        EXPECT_EQ(e.estimand, Estimand::randomised);
        ++cases;
    }
    EXPECT_EQ(cases, 5U);
}

TEST(TrainingBounds, PriorOfHalfOfTheRows)
{
    const auto data = test::two_classes(200, 3);
    const auto e = bounded(data, "logistic:scale=none", "pac-bayes");
    ASSERT_TRUE(e.bound.has_value());
    EXPECT_EQ(e.bound->inputs.count("rows"), 100U);
    EXPECT_EQ(e.bound->inputs.count("priors"), 10U);
    EXPECT_EQ(e.bound->deploy, "posterior");
    // The same by hand: weights of all rows, the prior from the first half, errors on the other.
    const auto learner = make_learner(Spec::parse("logistic:scale=none"), ResponseType::classes);
    const auto spec = learner->spec();
    const auto prepared = learner->prepare(data, {&spec, 1}, Budget{});
    const auto plan = make_plan(Spec::parse(e.bound->members), data, 1);
    Scratch scratch;
    const auto split = plan.at(0, scratch);
    const std::vector<Row> others(split.test.begin(), split.test.end());
    const auto all = prepared->linear_classifier({.train = RowSet::all(200), .predict = others}, 0);
    const auto prior = prepared->linear_classifier({.train = split.train}, 0);
    double cosine = 0.0;
    for (std::size_t c = 0; c < all->direction.size(); ++c) cosine += all->direction[c] * prior->direction[c];
    std::vector<double> margins;
    for (std::size_t i = 0; i < others.size(); ++i)
        margins.push_back((data.class_codes()[others[i]] == 1 ? 1.0 : -1.0) * all->cosines[i]);
    const auto posterior = bound::linear_posterior(margins, cosine);
    EXPECT_EQ(e.bound->inputs.number("error"), posterior.error);
    EXPECT_EQ(e.bound->bound.upper.number(),
              bound::pac_bayes(posterior.error, 100, posterior.kl, Delta(0.005), bound::PacBayesForm::maurer)
                  .upper.number());
    const auto twice = bounded(data, "logistic:scale=none", "pac-bayes:form=factor_two").bound->bound;
    EXPECT_EQ(twice.upper.number(), std::min(1.0, 2.0 * e.bound->bound.upper.number()));
    EXPECT_EQ(twice.estimand, Estimand::model);
    EXPECT_GT(bounded(data, "logistic:scale=none", "pac-bayes:candidates=5").bound->bound.upper.number(),
              e.bound->bound.upper.number());
}

/// The product of a linear classifier with a row has the sign of the label that the same fit predicts, for
/// each learner that is one.
TEST(TrainingBounds, LinearClassifiersHaveTheLabelsOfTheirModels)
{
    const auto data = test::two_classes(80, 4);
    std::vector<Row> rows;
    for (Row r = 0; r < 80; ++r) rows.push_back(r);
    for (const char* text : {"logistic:scale=none", "linear-svm:scale=none", "linear-svm:scale=none,bias=0",
                             "svm:kernel=linear,scale=none"}) {
        const auto learner = make_learner(Spec::parse(text), ResponseType::classes);
        const auto spec = learner->spec();
        const auto prepared = learner->prepare(data, {&spec, 1}, Budget{});
        const Task task{.train = RowSet::all(80), .predict = rows};
        const auto linear = prepared->linear_classifier(task, 0);
        const auto predicted = prepared->fit(task, 0)->predict(data, rows);
        ASSERT_EQ(linear->cosines.size(), rows.size()) << text;
        double length = 0.0;
        for (const double weight : linear->direction) length += weight * weight;
        EXPECT_NEAR(length, 1.0, 1e-12);
        for (std::size_t i = 0; i < rows.size(); ++i)
            EXPECT_EQ(linear->cosines[i] > 0.0 ? 1U : 0U, predicted.label[i]) << text << ", row " << i;
    }
}

/// What the numbers of a row are does not depend on the training rows: a category that only new rows have is
/// a number of its own, as long as any other.
TEST(TrainingBounds, CategoriesOfNewRowsAreNumbersOfTheirOwn)
{
    const auto table = [](const std::vector<double>& x, const std::vector<std::string>& kind) {
        CodedColumn coded;
        for (const auto& one : kind) coded.codes.push_back(static_cast<std::int32_t>(coded.labels.add(one)));
        CodedColumn y{.labels = Labels({"n", "p"}), .codes = {}};
        for (const double value : x) y.codes.push_back(value > 0.0 ? 1 : 0);
        Table made{.source = "rows",
                   .columns = {{"x", NumericColumn{x}}, {"kind", std::move(coded)}, {"y", std::move(y)}}};
        made.declared_types = true;
        return made;
    };
    const auto main = table({-2, -1, 1, 2, -3, 3}, {"a", "b", "a", "b", "a", "b"});
    const auto fresh = table({2}, {"c"});
    const auto data = Dataset::make(main, {}, nullptr, &fresh);
    const auto learner = make_learner(Spec::parse("logistic:scale=none"), ResponseType::classes);
    const auto spec = learner->spec();
    const auto linear = learner->prepare(data, {&spec, 1}, Budget{})
                            ->linear_classifier({.train = RowSet::all(6), .predict = data.unlabelled()}, 0);
    ASSERT_EQ(linear->direction.size(), 4U); // x, a, b and the constant
    EXPECT_NEAR(linear->cosines.at(0),
                (2.0 * linear->direction[0] + linear->direction[3]) / std::sqrt(4.0 + 1.0 + 1.0), 1e-12);
}

TEST(TrainingBounds, SayWhyThereIsNone)
{
    const auto data = test::two_classes(60);
    EXPECT_NE(refusal(data, "tree", "compression").find("rests on all training rows"), std::string::npos);
    EXPECT_NE(refusal(data, "tree", "pac-bayes").find("is no linear classifier of the features"),
              std::string::npos);
    EXPECT_NE(refusal(data, "svm", "compression").find("write scale=none"), std::string::npos);
    EXPECT_NE(refusal(data, "logistic", "pac-bayes").find("write scale=none"), std::string::npos);
    EXPECT_NE(refusal(data, "svm:scale=none,calibrate=yes", "compression").find("calibrate=no"),
              std::string::npos);
    EXPECT_NE(refusal(test::two_classes(12), "logistic:scale=none", "pac-bayes").find("at least 8"),
              std::string::npos);
    EXPECT_NE(refusal(data, "scale(logistic:scale=none)", "pac-bayes").find("by the training rows"),
              std::string::npos);
}

TEST(TrainingBounds, RefuseAModelThatTheCompressionSetDoNotGive)
{
    const auto data = test::two_classes(200);
    EXPECT_EQ(refusal(data, "svm:scale=none,gamma=0.5", "compression"), "no error");
    const auto text = refusal(data, "svm:scale=none,gamma=0.5,tolerance=0.9", "compression");
    EXPECT_NE(text.find("it is another model"), std::string::npos) << text;
}

TEST(TrainingBounds, CountRowsThatAreIndependentAndCountAlike)
{
    auto table = read_table(std::string(UNSEEN_SOURCE_DIR) + "/data/diabetes.arff");
    NumericColumn numbers;
    for (std::size_t r = 0; r < table.rows(); ++r) numbers.values.push_back(1.0 + static_cast<double>(r / 2));
    table.columns.insert(table.columns.begin(), {"other", std::move(numbers)});
    for (const char* bound : {"compression", "pac-bayes"}) {
        EXPECT_NE(refusal(Dataset::make(table, {.group = "other"}), "logistic:scale=none", bound)
                      .find("are not independent"),
                  std::string::npos);
        EXPECT_NE(refusal(Dataset::make(table, {.weight = "other"}), "logistic:scale=none", bound)
                      .find("the rows have weights"),
                  std::string::npos);
    }
}

} // namespace
} // namespace unseen
