// Intervals of a cross-validation from its losses. Oracle: sums over pairs of rows in Python, quantiles by
// SciPy (oracles/cross_validation.py).
#include "interval/methods.hpp"
#include "interval/repeated_areas.hpp"
#include "interval/repeated_losses.hpp"
#include "support/close.hpp"
#include "support/number_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace unseen {
namespace {

using Columns = std::map<std::string, std::vector<std::vector<double>>>;

struct Case {
    std::string kind;
    double level = 0.0, value = 0.0, covariance = 0.0, lower = 0.0, upper = 0.0;
    Columns columns;
};

std::vector<Case> cases()
{
    std::vector<Case> all;
    for (const auto& line : test::oracle_lines("cross_validation.txt")) {
        const auto number = [&](std::size_t i) { return std::stod(line[i]); };
        if (line[0] == "case") {
            all.push_back({line[1], number(2), number(3), number(4), number(5), number(6), {}});
            continue;
        }
        auto& row = all.back().columns[line[0]].emplace_back();
        for (std::size_t i = 1; i < line.size(); ++i) row.push_back(number(i));
    }
    return all;
}

/// The positions of the rows of each fold.
std::vector<std::vector<std::uint32_t>> rows_of_folds(const std::vector<double>& folds)
{
    std::vector<std::vector<std::uint32_t>> rows(
        static_cast<std::size_t>(*std::max_element(folds.begin(), folds.end())) + 1);
    for (std::uint32_t i = 0; i < folds.size(); ++i) rows[static_cast<std::size_t>(folds[i])].push_back(i);
    return rows;
}

template <class T>
std::vector<T> at(const std::vector<T>& all, const std::vector<std::uint32_t>& rows)
{
    std::vector<T> some;
    if (!all.empty())
        for (const auto i : rows) some.push_back(all[i]);
    return some;
}

std::vector<std::uint32_t> units_of(const Columns& columns, std::size_t rows)
{
    std::vector<std::uint32_t> units(rows);
    std::iota(units.begin(), units.end(), 0u);
    if (const auto found = columns.find("groups"); found != columns.end())
        units.assign(found->second[0].begin(), found->second[0].end());
    return units;
}

std::vector<double> weights_of(const Columns& columns)
{
    const auto found = columns.find("weights");
    return found == columns.end() ? std::vector<double>() : found->second[0];
}

std::optional<LossSpread> spread_of(const std::vector<std::vector<double>>& losses,
                                    const std::vector<std::vector<double>>& folds,
                                    const std::vector<std::uint32_t>& units,
                                    const std::vector<double>& weights)
{
    RepeatedLosses repeated(losses.size());
    for (std::size_t r = 0; r < losses.size(); ++r)
        for (const auto& rows : rows_of_folds(folds[r]))
            repeated.take(r, at(units, rows), at(losses[r], rows), at(weights, rows));
    return repeated.spread();
}

IntervalInput input_of(const Measure& measure, const LossSpread& spread, double value, std::size_t repeats,
                       bool grouped = false)
{
    return {.design = {.repeats = static_cast<std::uint32_t>(repeats),
                       .groups = grouped ? spread.units : 0,
                       .each_row_once = true},
            .measure = &measure,
            .value = value,
            .spread = spread};
}

void expect_equal(const Case& oracle, const Maybe<IntervalEnds>& ends, const LossSpread& spread)
{
    ASSERT_TRUE(ends) << oracle.kind;
    EXPECT_NEAR(spread.covariance, oracle.covariance, 1e-13);
    EXPECT_NEAR(ends->limits.lower, oracle.lower, 1e-12 * std::max(1.0, oracle.lower)) << oracle.kind;
    EXPECT_NEAR(ends->limits.upper, oracle.upper, 1e-12 * std::max(1.0, oracle.upper)) << oracle.kind;
}

TEST(CrossValidationIntervals, AreTheOnesSummedOverPairsOfRows)
{
    std::map<std::string, int> tested;
    for (const auto& oracle : cases()) {
        if (oracle.kind == "logit") continue;
        const auto& losses = oracle.columns.at("losses");
        const auto spread = spread_of(losses, oracle.columns.at("folds"),
                                      units_of(oracle.columns, losses[0].size()), weights_of(oracle.columns));
        ASSERT_TRUE(spread);
        EXPECT_NEAR(spread->mean, oracle.value, 1e-14);
        const bool wilson = oracle.kind == "wilson";
        const auto measure =
            wilson ? make_measure(Spec("error_rate"), true) : make_measure(Spec("mae"), false);
        const auto input =
            input_of(measure, *spread, spread->mean, losses.size(), oracle.columns.contains("groups"));
        expect_equal(oracle, (wilson ? cv_wilson : cv_log)(input, Level(oracle.level)), *spread);
        ++tested[oracle.kind];
    }
    EXPECT_EQ(tested["wilson"], 49);
    EXPECT_EQ(tested["log"], 48);
}

/// The spread of the areas of one oracle's scores, with these weights.
std::optional<LossSpread> spread_of_areas(const Columns& columns, const std::vector<double>& weights)
{
    const Labels classes({"no", "yes"});
    const std::vector<std::uint32_t> truth(columns.at("labels")[0].begin(), columns.at("labels")[0].end());
    const auto units = units_of(columns, truth.size());
    const auto& folds = columns.at("folds");
    RepeatedAreas areas(folds.size(), rows_of_folds(folds[0]).size());
    for (std::size_t r = 0; r < folds.size(); ++r)
        for (const auto& rows : rows_of_folds(folds[r])) {
            const auto scores = at(columns.at("scores")[r], rows);
            const auto labels = at(truth, rows);
            const auto weight = at(weights, rows);
            PredictionView view;
            view.classes = &classes;
            view.positive = 1;
            view.one_score = true;
            view.true_label = labels;
            view.scores = scores;
            view.weight = weight;
            areas.take(r, at(units, rows), view);
        }
    return areas.spread();
}

TEST(CrossValidationIntervals, AreasAreTheOnesCountedOverPairs)
{
    int tested = 0;
    const auto measure = make_measure(Spec("roc_auc"), true);
    for (const auto& oracle : cases()) {
        if (oracle.kind != "logit") continue;
        const auto spread = spread_of_areas(oracle.columns, {});
        ASSERT_TRUE(spread);
        const auto input = input_of(measure, *spread, oracle.value, oracle.columns.at("folds").size());
        expect_equal(oracle, cv_logit(input, Level(oracle.level)), *spread);
        const std::vector<double> ones(oracle.columns.at("labels")[0].size(), 1.0);
        const auto weighted = spread_of_areas(oracle.columns, ones);
        EXPECT_EQ(weighted->variance, spread->variance);
        EXPECT_EQ(weighted->covariance, spread->covariance);
        ++tested;
    }
    EXPECT_EQ(tested, 9);
}

TEST(CrossValidationIntervals, AreasVaryNoLessThanTheSmallerClassAllows)
{
    const LossSpread spread{
        .rows = 100, .units = 100, .folds = 10, .positives = 10, .negatives = 90, .repeated = true};
    const auto ends = cv_logit(input_of(make_measure(Spec("roc_auc"), true), spread, 0.9, 10), Level(0.95));
    EXPECT_NEAR(ends->limits.lower, 0.732033257181018,
                1e-12); // sd sqrt(0.9 x 0.1 / 40), t with 9 degrees of freedom
    EXPECT_NEAR(ends->limits.upper, 0.967374328867688, 1e-12);
}

TEST(CrossValidationIntervals, OfHardlyAnErrorAreNeverOfWidthZero)
{
    const LossSpread none{
        .rows = 20, .units = 20, .folds = 10, .positives = 10, .negatives = 10, .repeated = true};
    // No error: t^2 / (n_eff + t^2), n_eff = 20 / 1.4, t with 19 degrees of freedom; a loss of no more than 1
    // varies no more than one of 0 and 1.
    EXPECT_NEAR(
        cv_wilson(input_of(make_measure(Spec("error_rate"), true), none, 0.0, 10), Level(0.95))->limits.upper,
        0.234685567522808, 1e-12);
    const auto brier = of_classes(make_measure(Spec("brier"), true), 2);
    EXPECT_NEAR(cv_log(input_of(brier, none, 0.0, 10), Level(0.95))->limits.upper, 0.234685567522808, 1e-12);
    EXPECT_EQ(cv_log(input_of(make_measure(Spec("mae"), false), none, 0.0, 10), Level(0.95)).reason(),
              reasons::zero_variance);
    // An area of 1: (alpha / 2)^(1.4 / 10), by Hoeffding (1963).
    const auto area = cv_logit(input_of(make_measure(Spec("roc_auc"), true), none, 1.0, 10), Level(0.95));
    EXPECT_NEAR(area->limits.lower, 0.596638949303372, 1e-12);
    EXPECT_EQ(area->limits.upper, 1.0);
    EXPECT_EQ(area->warnings.at(0).code, "few_rows");
    EXPECT_EQ(area->warnings.at(1).code, "auc_few_errors");
}

TEST(CrossValidationIntervals, AWeightOfOneIsNoneAndARowOfWeightZeroIsNotThere)
{
    const std::vector<std::vector<double>> losses = {{1, 0, 1, 0, 0, 1}, {1, 1, 0, 0, 0, 1}};
    const std::vector<std::vector<double>> folds = {{0, 1, 2, 0, 1, 2}, {0, 0, 1, 1, 2, 2}};
    const auto units = units_of({}, 6);
    const auto plain = spread_of(losses, folds, units, {});
    const auto ones = spread_of(losses, folds, units, {1, 1, 1, 1, 1, 1});
    EXPECT_EQ(plain->variance, ones->variance);
    EXPECT_EQ(plain->covariance, ones->covariance);
    const auto without =
        spread_of({{1, 0, 1, 0, 0, 1, 1}, {1, 1, 0, 0, 0, 1, 0}},
                  {{0, 1, 2, 0, 1, 2, 0}, {0, 0, 1, 1, 2, 2, 1}}, units_of({}, 7), {1, 1, 1, 1, 1, 1, 0});
    EXPECT_EQ(plain->variance, without->variance);
    EXPECT_EQ(plain->covariance, without->covariance);
    EXPECT_EQ(without->rows, 6u);
}

TEST(CrossValidationIntervals, NeedEachRowOnceInEveryRepeat)
{
    const auto units = units_of({}, 4);
    EXPECT_FALSE(spread_of({{1, 0, 1, 0}, {1, 0, 1}}, {{0, 0, 1, 1}, {0, 1, 1}}, units, {}))
        << "a row is missing";
    EXPECT_FALSE(spread_of({{1, 0, 1, 0}}, {{0, 0, 1, 1}}, {0, 1, 1, 2}, {})) << "a group is in two folds";
    const auto measure = make_measure(Spec("error_rate"), true);
    IntervalInput input = input_of(measure, {}, 0.5, 2);
    input.spread = reasons::no_row_ids;
    EXPECT_EQ(cv_wilson(input, Level(0.95)).reason(), reasons::no_row_ids);
}

TEST(CrossValidationIntervals, EqualFoldsShowNothingOfTheModels)
{
    const std::vector<double> folds = {0, 0, 1, 1, 2, 2};
    const std::vector<double> renamed = {1, 1, 2, 2, 0, 0};
    const std::vector<std::vector<double>> losses = {{1, 0, 1, 0, 0, 1}, {0, 0, 1, 1, 0, 1}};
    EXPECT_FALSE(spread_of(losses, {folds, renamed}, units_of({}, 6), {})->repeated);
    EXPECT_TRUE(spread_of(losses, {folds, {0, 1, 1, 2, 2, 0}}, units_of({}, 6), {})->repeated);
}

TEST(CrossValidationIntervals, WarnOfWhatTheyRestOn)
{
    const auto measure = make_measure(Spec("error_rate"), true);
    const auto codes = [&](LossSpread spread, std::size_t repeats) {
        std::vector<std::string> found;
        const auto ends = cv_wilson(input_of(measure, spread, spread.mean, repeats), Level(0.95));
        for (const auto& warning : ends->warnings) found.push_back(warning.code);
        return found;
    };
    const LossSpread sound{
        .rows = 100, .units = 100, .folds = 10, .mean = 0.2, .variance = 0.0016, .repeated = true};
    using Codes = std::vector<std::string>;
    EXPECT_EQ(codes(sound, 10), Codes());
    EXPECT_EQ(codes(sound, 4), Codes{"few_repeats"});
    auto other = sound;
    other.units = 29;
    EXPECT_EQ(codes(other, 10), Codes{"few_rows"});
    other = sound;
    other.mean = 0.04;
    EXPECT_EQ(codes(other, 10), Codes{"few_errors"});
    other = sound;
    other.covariance = 0.002;
    EXPECT_EQ(codes(other, 10), Codes{"unstable_learner"});
}

TEST(CrossValidationIntervals, SayWhatTheFoldsLack)
{
    const auto measure = make_measure(Spec("error_rate"), true);
    const auto said = [&](LossSpread spread, std::size_t repeats, bool one_row_splits = false) {
        auto input = input_of(measure, spread, spread.mean, repeats);
        input.design.one_row_splits = one_row_splits;
        const auto text = cv_wilson(input, Level(0.95))->warnings.at(0).text;
        return text.substr(0, text.find(':'));
    };
    const LossSpread one{.rows = 100, .units = 100, .folds = 10, .mean = 0.2, .variance = 0.0016};
    auto several = one, alone = one;
    several.repeated = true;
    alone.folds = 100;
    EXPECT_EQ(said(several, 4), "fewer than 5 repeats");
    EXPECT_EQ(said(one, 1), "one repeat");
    EXPECT_EQ(said(one, 10), "repeats that all have the same folds do not show how much the models differ");
    EXPECT_EQ(said(alone, 1, true), "leave-one-out does not show how much the models differ");
    EXPECT_EQ(said(alone, 1), "folds of one group do not show how much the models differ");
}

} // namespace
} // namespace unseen
