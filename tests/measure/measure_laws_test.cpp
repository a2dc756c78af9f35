// Laws of every measure in the table. A new measure is tested automatically.
#include "measure/examples.hpp"
#include "support/messages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace unseen {
namespace {

using test::Judged;
using test::random_for;

constexpr double epsilon = std::numeric_limits<double>::epsilon();

class MeasureLaws : public testing::TestWithParam<std::string> {
protected:
    const Measure measure = test::measure(GetParam());

    /// Calls f(predictions) for data of many sizes, one row included.
    template <class F>
    void for_random(F&& f) const
    {
        for (std::uint64_t seed = 0; seed < 40; ++seed)
            f(random_for(measure, seed < 3 ? 1 : 1 + seed * 3, seed));
    }
    /// The same, and extreme cases: many ties, all scores equal, one class only, fifty classes, constant
    /// numbers.
    template <class F>
    void for_many(F&& f) const
    {
        for_random(f);
        for (const auto& judged : test::edge_cases(measure)) f(judged);
    }
};

TEST_P(MeasureLaws, NoRowsGiveNoValue)
{
    EXPECT_EQ(Judged{.n_classes = measure.judges == Judges::classes ? 2u : 0u}.by(measure),
              Value::none(reasons::no_rows));
}

TEST_P(MeasureLaws, MissingScoresGiveNoValueWhereTheyAreNeeded)
{
    if (measure.judges != Judges::classes) return; // numbers have no scores
    auto judged = random_for(measure, 10, 1);
    const auto with = judged.by(measure);
    judged.scores.clear();
    ASSERT_TRUE(measure.needs_scores || measure.needs_labels);
    EXPECT_EQ(judged.by(measure), measure.needs_scores ? Value::none(reasons::no_scores) : with);
}

TEST_P(MeasureLaws, WeightsOfZeroGiveNoValue)
{
    EXPECT_EQ(random_for(measure, 5, 1).weighted(std::vector<double>(5, 0.0)).by(measure),
              Value::none(reasons::zero_weight));
}

TEST_P(MeasureLaws, NoWeightsAreOnes)
{
    for_many([&](const Judged& judged) {
        EXPECT_EQ(judged.weighted(std::vector<double>(judged.size(), 1.0)).by(measure), judged.by(measure));
    });
}

TEST_P(MeasureLaws, MissingLabelsGiveNoValueWhereTheyAreNeeded)
{
    if (measure.judges != Judges::classes) return;
    auto judged = random_for(measure, 10, 1);
    const auto with = judged.by(measure);
    judged.label.clear();
    EXPECT_EQ(judged.by(measure), measure.needs_labels ? Value::none(reasons::no_labels) : with);
}

TEST_P(MeasureLaws, ExistForEnoughRowsAndElseGiveAReason)
{
    for_random([&](const Judged& judged) {
        const auto value = judged.by(measure);
        if (judged.size() > 30) { EXPECT_TRUE(value) << value.reason().name; }
        if (!value) {
            EXPECT_TRUE(value.lacks(reasons::one_class) || value.lacks(reasons::nothing_predicted) ||
                        value.lacks(reasons::constant_truth))
                << value.reason().name;
        }
    });
}

TEST_P(MeasureLaws, NeedWhatTheirKindIsMadeOf)
{
    EXPECT_TRUE(!measure.of_confusion() || measure.needs_labels);
    EXPECT_TRUE(!measure.of_ranking() || (measure.class_count == ClassCount::two && measure.needs_scores));
    EXPECT_TRUE(!measure.class_ranks() ||
                (measure.class_count == ClassCount::several && measure.needs_scores));
    EXPECT_TRUE(!measure.calibration() || measure.needs_probabilities);
    EXPECT_TRUE(!measure.error_quantile() || measure.judges != Judges::classes);
}

std::vector<double> row_values(const Measure& measure, const Judged& judged)
{
    std::vector<double> values(judged.size());
    judged.with_view([&](const PredictionView& view) { measure.row_mean()->values(view, values); });
    return values;
}

TEST_P(MeasureLaws, AreMeansOfSquaredErrorsIfTheyDeclareIt)
{
    if (measure.row_mean() == nullptr || measure.judges == Judges::classes) return;
    bool squares = true;
    for_many([&](Judged judged) {
        if (judged.targets > 1) return;
        for (auto& value : judged.value) value *= 1000.0; // a capped loss differs for large errors alone
        std::vector<double> errors;
        for (std::size_t i = 0; i < judged.size(); ++i) {
            const double error = judged.value[i] - judged.true_value[i];
            errors.push_back(error * error);
        }
        squares = squares && row_values(measure, judged) == errors;
    });
    EXPECT_EQ(squares, measure.row_mean()->loss == RowMean::Loss::squared_error);
}

TEST_P(MeasureLaws, AreMeansOfLossesOfLabelsIfTheyDeclareIt)
{
    if (measure.row_mean() == nullptr) return;
    EXPECT_EQ(measure.row_mean()->loss == RowMean::Loss::of_labels,
              measure.judges == Judges::classes && !measure.needs_scores);
    if (measure.row_mean()->loss != RowMean::Loss::of_labels) return;
    for_many([&](Judged judged) {
        std::map<std::pair<std::uint32_t, std::uint32_t>, double> losses;
        const auto values = row_values(measure, judged);
        judged.scores.clear();
        EXPECT_EQ(row_values(measure, judged), values);
        for (std::size_t i = 0; i < judged.size(); ++i)
            EXPECT_EQ(
                losses.emplace(std::pair(judged.true_label[i], judged.label[i]), values[i]).first->second,
                values[i]);
    });
}

TEST_P(MeasureLaws, OfRepeatedRowsAreExactlyThoseOfTheRowsOneByOne)
{
    if (!measure.class_ranks()) return;
    Stream stream(7, Purpose::generation);
    for_many([&](const Judged& judged) {
        for (const std::uint64_t most : {2, 3, 12}) { // some rows, and with them some classes, do not occur
            std::vector<std::uint32_t> times;
            std::vector<std::size_t> rows;
            for (std::size_t i = 0; i < judged.size(); ++i) {
                times.push_back(static_cast<std::uint32_t>(stream.below(most)));
                rows.insert(rows.end(), times.back(), i);
            }
            if (rows.empty()) continue;
            const auto repeated = judged.with_view(
                [&](const PredictionView& view) { return measure.class_ranks()->of_repeats(view)(times); });
            EXPECT_EQ(repeated, judged.rows(rows).by(measure));
        }
    });
}

TEST_P(MeasureLaws, AboutTwoClassesGiveNoValueForMore)
{
    if (measure.class_count != ClassCount::two) return;
    EXPECT_EQ(test::random_classes(50, 3, 1).by(measure), Value::none(reasons::not_binary));
}

TEST_P(MeasureLaws, OfOrderedClassesGiveNoValueWithoutAnOrder)
{
    if (measure.judges != Judges::classes) return;
    const auto judged = random_for(measure, 40, 1);
    const auto value = judged.with_view([&](PredictionView view) {
        view.ordered = false;
        return evaluate(measure, view);
    });
    EXPECT_EQ(value, measure.needs_order ? Value::none(reasons::not_ordered) : judged.by(measure));
}

TEST_P(MeasureLaws, OfSingleNumbersGiveNoValueForPoints)
{
    if (measure.judges != Judges::numbers || measure.several_targets) return;
    EXPECT_EQ(test::random_numbers(20, 1, 0.0, 2).by(measure), Value::none(reasons::several_targets));
}

TEST_P(MeasureLaws, OtherNamesMeanTheSame)
{
    const auto& info = measure_infos()[find_info(measure_infos(), GetParam(), "measure")];
    for (const auto& alias : info.aliases) {
        const auto other = make_measure(Spec(alias), measure.judges);
        EXPECT_EQ(other.spec, measure.spec) << alias;
        if (alias == "bal_accuracy") {
            EXPECT_EQ(other.class_count, ClassCount::two);
        } // for more it is another figure
    }
}

TEST_P(MeasureLaws, OneScoreOfTwoClassesSaysAsMuchAsBoth)
{
    if (measure.judges != Judges::classes) return;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        auto judged = test::random_classes(1 + 3 * seed, 2, seed);
        std::vector<double> one;
        for (std::size_t i = 0; i < judged.size(); ++i) {
            one.push_back(judged.scores[2 * i + 1]);
            judged.scores[2 * i] = 1.0 - one.back();
        }
        const auto of_one = judged.with_view([&](PredictionView view) {
            view.scores = one;
            view.one_score = true;
            view.row = {};
            return evaluate(measure, view);
        });
        EXPECT_EQ(of_one, judged.by(measure));
    }
}

TEST_P(MeasureLaws, OfTheConfusionMatrixAreMirroredByRenamingTheClasses)
{
    // The positive class is the last: with two classes exchanged and the positive one named, nothing changes.
    if (measure.class_count != ClassCount::two) return;
    for_many([&](const Judged& judged) {
        auto renamed = judged;
        for (auto& c : renamed.true_label) c = 1 - c;
        for (auto& c : renamed.label) c = 1 - c;
        for (std::size_t i = 0; i < judged.size(); ++i)
            std::swap(renamed.scores[2 * i], renamed.scores[2 * i + 1]);
        const auto value = renamed.with_view([&](PredictionView view) {
            view.positive = 0;
            return evaluate(measure, view);
        });
        EXPECT_EQ(value, judged.by(measure));
    });
}

TEST_P(MeasureLaws, ThePositiveClassMattersOnlyWhereTheTableSaysSo)
{
    if (measure.judges != Judges::classes) return;
    // A probability on the edge of two bins falls into the upper one, and its complement does so too.
    if (GetParam() == "ece" || GetParam() == "mce" || GetParam().starts_with("brier_")) return;
    bool differs = false;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        auto judged = test::random_classes(101, 2, seed);
        for (std::size_t i = 0; i < judged.size(); ++i) judged.scores[2 * i] = 1.0 - judged.scores[2 * i + 1];
        const auto other = judged.with_view([&](PredictionView view) {
            view.positive = 1 - view.positive;
            return evaluate(measure, view);
        });
        const auto value = judged.by(measure);
        ASSERT_TRUE(value && other);
        // The same rows are added up in another order.
        differs = differs || std::abs(value.number() - other.number()) > 1e-9;
    }
    EXPECT_EQ(differs, measure.depends_on_positive());
}

TEST_P(MeasureLaws, TheNamesOfTheClassesDoNotMatter)
{
    // The classes in another order, together with all their scores. The positive class stays the same.
    if (measure.judges != Judges::classes || measure.needs_order) return;
    for_many([&](const Judged& judged) {
        const auto n = judged.n_classes;
        const auto moved = [&](std::size_t c) { return static_cast<std::uint32_t>((c + 1) % n); };
        auto renamed = judged;
        for (auto& c : renamed.true_label) c = moved(c);
        for (auto& c : renamed.label) c = moved(c);
        for (std::size_t i = 0; i < judged.scores.size(); ++i)
            renamed.scores[i / n * n + moved(i % n)] = judged.scores[i];
        const auto value = renamed.with_view([&](PredictionView view) {
            view.positive = moved(n - 1);
            return evaluate(measure, view);
        });
        const auto before = judged.by(measure);
        if (GetParam() == "top_k" || GetParam() == "ece" || GetParam() == "mce" ||
            GetParam().starts_with("brier_"))
            return; // of equal scores the order of classes decides
        ASSERT_EQ(value.exists(), before.exists());
        if (!value) return;
        EXPECT_NEAR(value.number(), before.number(),
                    16 * epsilon *
                        std::max(1.0, std::abs(before.number()))); // classes add up in another order
    });
}

TEST_P(MeasureLaws, OfScoresThatAreNoProbabilitiesDoNotChangeWithAnIncreasingMap)
{
    if (!measure.needs_scores || measure.needs_probabilities) return;
    for_many([&](const Judged& judged) {
        auto mapped = judged;
        for (auto& s : mapped.scores)
            s = 8 * s - 3; // exact for the cases' scores, or increasing all the same
        const auto value = mapped.with_view([&](PredictionView view) {
            view.probabilities = false;
            return evaluate(measure, view);
        });
        EXPECT_EQ(value, judged.by(measure));
    });
}

TEST_P(MeasureLaws, IntegerWeightsAreRepeatedRows)
{
    // Type 7 has no form with weights: with weights a quantile of errors is an error that occurs.
    if (measure.error_quantile()) return;
    Stream stream(81, Purpose::generation);
    for_many([&](const Judged& judged) {
        std::vector<double> weights;
        std::vector<std::size_t> rows;
        for (std::size_t i = 0; i < judged.size(); ++i) {
            const auto times = (i == 0 ? 1 : 0) + stream.below(4); // 0 too: the row is not there
            weights.push_back(static_cast<double>(times));
            rows.insert(rows.end(), static_cast<std::size_t>(times), i);
        }
        EXPECT_EQ(judged.weighted(weights).by(measure),
                  judged.rows(rows).by(measure)); // sums are exact: to the bit
    });
}

TEST_P(MeasureLaws, ARowOfWeightZeroCountsForNothingWhateverItHolds)
{
    if (measure.judges == Judges::classes) return; // no prediction of a class has an infinite loss
    auto judged = random_for(measure, 6, 2);
    const auto before = judged.rows({0, 1, 2, 3, 4}).weighted({1, 1, 2, 1, 1}).by(measure);
    judged.value[5 * judged.targets] = 1e300;
    EXPECT_EQ(judged.weighted({1, 1, 2, 1, 1, 0}).by(measure), before);
}

TEST_P(MeasureLaws, TheScaleOfTheWeightsDoesNotMatter)
{
    for_many([&](const Judged& judged) {
        std::vector<double> weights;
        Stream stream(82, Purpose::generation);
        for (std::size_t i = 0; i < judged.size(); ++i) weights.push_back(0.1 + stream.uniform());
        const auto exists = judged.weighted(weights).by(measure);
        if (!exists) return;
        const double value = exists.number();
        for (const double factor : {2.0, 0x1p-30, 0x1p1022, 0x1p-960}) { // exact, so the same bits
            auto scaled = weights;
            for (auto& w : scaled) w *= factor;
            EXPECT_EQ(judged.weighted(scaled).by(measure).number(), value) << factor;
        }
        for (auto& w : weights) w *= 3.7; // each weight rounds, by half an ulp
        // Functions of all rows divide and subtract such sums: a few roundings more, of numbers up to 1 but
        // where 1 - x is small. So do means of values of both signs.
        const double tolerance = !measure.row_mean() || measure.lowest < 0.0
                                     ? 64 * epsilon * std::max(1.0, std::abs(value))
                                     : 4 * epsilon * std::abs(value);
        EXPECT_NEAR(judged.weighted(weights).by(measure).number(), value, tolerance);
    });
}

TEST_P(MeasureLaws, TheOrderOfTheRowsDoesNotChangeABit)
{
    Stream stream(83, Purpose::generation);
    for_many([&](const Judged& judged) {
        std::vector<std::size_t> order(judged.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        stream.shuffle(std::span(order));
        EXPECT_EQ(judged.rows(order).by(measure), judged.by(measure));
    });
}

TEST_P(MeasureLaws, RowsOneByOneGiveTheRowValues)
{
    if (!measure.row_mean()) return; // has none
    for_many([&](const Judged& judged) {
        const auto values = judged.row_values(measure);
        double sum = 0.0;
        for (std::size_t i = 0; i < judged.size(); ++i) {
            EXPECT_EQ(judged.rows({i}).by(measure).number(), measure.finished(values[i]));
            sum += values[i];
            if (measure.row_mean()->proportion) { EXPECT_TRUE(values[i] == 0.0 || values[i] == 1.0); }
        }
        const auto n = static_cast<double>(judged.size());
        const double expected = measure.finished(sum / n);
        EXPECT_NEAR(judged.by(measure).number(), expected,
                    epsilon * n * std::abs(expected)); // the plain sum rounds n times
    });
}

TEST_P(MeasureLaws, ValuesLieInTheDeclaredRange)
{
    EXPECT_LT(measure.lowest, measure.highest);
    for_many([&](const Judged& judged) {
        const auto exists = judged.by(measure);
        if (!exists) return;
        const double value = exists.number();
        EXPECT_GE(value, measure.lowest * (1 + epsilon));
        EXPECT_LE(value, of_classes(measure, judged.n_classes).highest *
                             (1 + epsilon)); // a mean of numbers at the end may round past it by an ulp
    });
}

TEST_P(MeasureLaws, PerfectIsTheBestEndOfTheRange)
{
    if (measure.judges == Judges::values) return; // nothing is predicted
    const bool up = measure.direction == Direction::higher_is_better;
    for_many([&](const Judged& judged) {
        const auto exists = test::perfect(judged).by(measure);
        if (!exists || !judged.by(measure)) return;
        if (GetParam() == "lift" || GetParam() == "gain" || GetParam() == "brier_resolution" ||
            GetParam() == "brier_uncertainty" || GetParam() == "net_benefit")
            return; // how good they can be depends on how many are positive
        if (measure.best)
            return; // perfect predictions are separated from each other, and their line does not exist
        const double best = exists.number();
        EXPECT_NEAR(best, up ? measure.highest : measure.lowest, 2 * epsilon); // log loss: -ln(1 - 2^-52)
        const double random = judged.by(measure).number();
        EXPECT_TRUE(up ? best >= random : best <= random);
        // Relative to truths that may be around 1e6; squares of small differences.
        const double clear = GetParam() == "mape" || GetParam() == "brier_reliability" ? 0.0 : 0.01;
        if (judged.size() > 30) { EXPECT_TRUE(up ? best > random + clear : best < random - clear); }
    });
}

TEST_P(MeasureLaws, NoInformationIsTheMeanOverAllPairs)
{
    if (!measure.row_mean() || !measure.row_mean()->no_information) return; // not known for it
    for_many([&](const Judged& judged) {
        Judged pairs;
        for (std::size_t t = 0; t < judged.size(); ++t)
            for (std::size_t i = 0; i < judged.size(); ++i) pairs.append(judged, t, i);
        long double sum = 0;
        for (const double v : pairs.row_values(measure)) sum += v;
        const auto expected = static_cast<double>(sum / static_cast<long double>(pairs.size()));
        // The closed forms add in another order: a few roundings of numbers up to 10.
        EXPECT_NEAR(judged.gamma(measure), expected, 1e-12 * std::max(1.0, expected)) << judged.size();
    });
}

TEST_P(MeasureLaws, NoInformationTakesAWeightForAsManyRows)
{
    if (!measure.row_mean() || !measure.row_mean()->no_information) return; // not known for it
    for_many([&](const Judged& judged) {
        std::vector<double> weights;
        std::vector<std::size_t> copies;
        for (std::size_t i = 0; i < judged.size(); ++i) {
            weights.push_back(static_cast<double>(1 + i * i % 3));
            copies.insert(copies.end(), 1 + i * i % 3, i);
        }
        const double expected = judged.rows(copies).gamma(measure);
        EXPECT_NEAR(judged.weighted(weights).gamma(measure), expected, 1e-12 * std::max(1.0, expected))
            << judged.size();
    });
}

TEST_P(MeasureLaws, NoInformationLiesInTheRange)
{
    if (!measure.row_mean() || !measure.row_mean()->no_information) return; // not known for it
    for_many([&](const Judged& judged) {
        const double gamma = judged.gamma(measure);
        EXPECT_GE(gamma, measure.lowest);
        EXPECT_LE(measure.finished(gamma), measure.highest * (1 + epsilon));
    });
}

TEST_P(MeasureLaws, TheSpecIsCanonicalAndTakesNoUnknownKey)
{
    EXPECT_EQ(make_measure(measure.spec, measure.judges).spec, measure.spec);
    EXPECT_EQ(measure.name(), GetParam());
    EXPECT_NE(test::message_of([&] {
                  make_measure(Spec(GetParam()).set("colour", "3"), measure.judges);
              }).find("unknown key 'colour'"),
              std::string::npos);
    EXPECT_NE(test::message_of([&] {
                  make_measure(Spec(GetParam(), {Spec("mae")}), measure.judges);
              }).find("takes nothing in brackets"),
              std::string::npos);
}

TEST_P(MeasureLaws, TheOtherKindOfResponseIsRefused)
{
    const auto message =
        test::message_of([&] { make_measure(Spec(GetParam()), measure.judges != Judges::classes); });
    const std::string judges =
        measure.judges == Judges::classes  ? "judges classes, and the target holds numbers"
        : measure.judges == Judges::values ? "judges values, and the rows have a truth"
                                           : "judges numbers, and the target holds classes";
    EXPECT_NE(message.find("measure '" + GetParam() + "' " + judges), std::string::npos) << message;
}

std::vector<std::string> names()
{
    std::vector<std::string> all;
    for (const auto& info : measure_infos()) all.push_back(info.name);
    return all;
}

INSTANTIATE_TEST_SUITE_P(Table, MeasureLaws, testing::ValuesIn(names()),
                         [](const auto& name) { return name.param; });

TEST(Measures, KeepTheirNames)
{
    for (const char* name : {"error_rate",
                             "accuracy",
                             "precision",
                             "recall",
                             "tpr",
                             "specificity",
                             "tnr",
                             "fpr",
                             "fnr",
                             "npv",
                             "f1",
                             "fbeta",
                             "jaccard",
                             "balanced_accuracy",
                             "mcc",
                             "kappa",
                             "linear_kappa",
                             "quadratic_kappa",
                             "precision_macro",
                             "recall_macro",
                             "f1_macro",
                             "precision_micro",
                             "recall_micro",
                             "f1_micro",
                             "precision_weighted",
                             "recall_weighted",
                             "f1_weighted",
                             "f1_of_macro",
                             "roc_auc",
                             "rank_loss",
                             "average_precision",
                             "roc_auc_ovr",
                             "roc_auc_ovo",
                             "roc_auc_micro",
                             "average_precision_macro",
                             "average_precision_micro",
                             "pr_auc",
                             "break_even",
                             "precision_at_recall",
                             "recall_at_precision",
                             "lift",
                             "gain",
                             "log_loss",
                             "brier",
                             "top_k",
                             "ece",
                             "mce",
                             "brier_reliability",
                             "brier_resolution",
                             "brier_uncertainty",
                             "calibration_slope",
                             "calibration_intercept",
                             "cost",
                             "ordinal_mae",
                             "mse",
                             "rmse",
                             "mae",
                             "r2",
                             "mape",
                             "pinball",
                             "within",
                             "median_ae",
                             "quantile_ae",
                             "mean_distance",
                             "median_distance",
                             "quantile_distance"})
        EXPECT_EQ(std::ranges::count(names(), name), 1) << name;
    for (const auto& info : measure_infos()) EXPECT_FALSE(info.help.empty()) << info.name;
}

TEST(Measures, HaveDistinctNamesAndAliases)
{
    std::set<std::string> seen;
    for (const auto& info : measure_infos()) {
        EXPECT_TRUE(seen.insert(info.name).second) << info.name;
        for (const auto& alias : info.aliases) EXPECT_TRUE(seen.insert(alias).second) << alias;
    }
    std::set<std::string> in_lower_case; // names are found in any case
    for (auto name : seen) {
        std::transform(name.begin(), name.end(), name.begin(),
                       [](unsigned char c) { return std::tolower(c); });
        EXPECT_TRUE(in_lower_case.insert(name).second) << name;
    }
}

TEST(Measures, AreFoundInAnyCase)
{
    EXPECT_EQ(resolve_measure(Spec("AUC")), Spec("roc_auc"));
    EXPECT_EQ(make_measure(Spec("RMSE"), false).spec, Spec("rmse"));
    EXPECT_EQ(make_measure(Spec("BAL_accuracy"), true).class_count, ClassCount::two);
    EXPECT_NE(test::message_of([] { resolve_measure(Spec("RSQ")); }).find("squared correlation"),
              std::string::npos);
}

TEST(Measures, ThatAReportShowsFirstAreFew)
{
    for (const std::size_t classes : {0, 2, 4}) {
        const auto first = usual_measures(classes, {.main_only = true});
        EXPECT_GE(first.size(), 5u);
        EXPECT_LE(first.size(), 9u);
        for (const auto& m : first) EXPECT_TRUE(m.main && !m.by_name_only) << m.name();
    }
}

TEST(Measures, OfAnotherProgramOnAnotherScaleAreNamedNotTaken)
{
    EXPECT_NE(test::message_of([] {
                  make_measure(Spec("rsq"), false);
              }).find("r2 is the share of variance explained"),
              std::string::npos);
    EXPECT_NE(
        test::message_of([] { make_measure(Spec("Percent_correct"), true); }).find("expected 'accuracy'"),
        std::string::npos);
}

TEST(Measures, OfUnknownNameNameTheNearest)
{
    EXPECT_NE(test::message_of([] {
                  make_measure(Spec("log_los"), true);
              }).find("unknown measure 'log_los'; did you mean 'log_loss'?"),
              std::string::npos);
    EXPECT_NE(test::message_of([] { make_measure(Spec("RMSEP"), false); }).find("did you mean"),
              std::string::npos);
}

TEST(Measures, OfTheDefaultJudgeTheirKind)
{
    for (const bool classes : {true, false}) {
        EXPECT_FALSE(default_measures(classes).empty());
        for (const auto& spec : default_measures(classes)) EXPECT_NO_THROW(make_measure(spec, classes));
    }
}

} // namespace
} // namespace unseen
