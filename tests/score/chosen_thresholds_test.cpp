// Thresholds that are chosen on other rows, against their definition written out, and their purpose: figures
// of their labels are not too good.
#include "support/messages.hpp"

#include "unseen/base/error.hpp"
#include "unseen/score/score.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>

namespace unseen {
namespace {

struct Form {
    std::size_t rows = 60;
    double shift = 0.5; ///< of the scores of positive rows
    std::uint32_t folds = 0;
    bool weights = false;
    bool clusters = false;
};

ScoredRows drawn(const Form& form, std::uint64_t seed)
{
    Stream stream(seed, Purpose::generation);
    ScoredRows rows;
    rows.design.classes = Labels({"no", "yes"});
    rows.design.positive = 1;
    rows.predicted.one_score = true;
    rows.predicted.probabilities = false;
    for (std::uint32_t i = 0; i < form.rows; ++i) {
        rows.design.true_label.push_back(stream.below(3) == 0 ? 1 : 0);
        rows.predicted.scores.push_back(
            std::floor(20.0 * (stream.uniform() + form.shift * rows.design.true_label.back())) /
            20.0); // with ties
        if (form.folds > 0) rows.design.fold.push_back(static_cast<std::uint32_t>(stream.below(form.folds)));
        if (form.weights) rows.design.weight.push_back(static_cast<double>(stream.below(4)));
        if (form.clusters) rows.design.cluster.push_back(i / 3);
    }
    for (std::uint32_t f = 0; f < form.folds; ++f)
        rows.design.folds.push_back({.split = std::to_string(f), .repeat_number = f / 5});
    if (form.clusters) {
        std::vector<std::string> names;
        for (std::size_t c = 0; c < (form.rows + 2) / 3; ++c) names.push_back("c" + std::to_string(c));
        rows.design.clusters = Labels(names);
    }
    return rows;
}

/// The quality of a threshold, from the sums of true and false positive rows and of both classes.
using Merit = std::function<double(double tp, double fp, double p, double n)>;
constexpr double never = -1e300;

const std::map<std::string, Merit> merits = {
    {"youden", [](double tp, double fp, double p, double n) { return tp * n - fp * p; }},
    {"cost:false_negative=3", [](double tp, double fp, double p, double) { return -fp - 3.0 * (p - tp); }},
    {"recall:at_least=0.7", [](double tp, double fp, double p,
                               double) { return tp > 0.0 && tp >= 0.7 * p ? tp / (tp + fp) : never; }},
    {"precision:at_least=0.4", [](double tp, double fp, double,
                                  double) { return tp + fp > 0.0 && tp >= 0.4 * (tp + fp) ? tp : never; }},
};

/// The best threshold of the rows for which `counts` holds: every score is tried, and one above all.
double best_by_force(const ScoredRows& rows, const Merit& merit,
                     const std::function<bool(std::size_t)>& counts)
{
    std::set<double> thresholds;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (counts(i)) thresholds.insert(rows.predicted.scores[i]);
    thresholds.insert(std::nextafter(*thresholds.rbegin(), 1e300));
    double best = 0.0;
    double most = 2 * never;
    for (auto threshold = thresholds.rbegin(); threshold != thresholds.rend(); ++threshold) {
        double tp = 0, fp = 0, p = 0, n = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (!counts(i)) continue;
            const double w = rows.design.weight.empty() ? 1.0 : rows.design.weight[i];
            (rows.design.true_label[i] == 1 ? p : n) += w;
            if (rows.predicted.scores[i] >= *threshold) (rows.design.true_label[i] == 1 ? tp : fp) += w;
        }
        if (!(merit(tp, fp, p, n) > most)) continue;
        best = *threshold;
        most = merit(tp, fp, p, n);
    }
    return best;
}

TEST(ChosenThresholds, AreTheBestOfTheOtherFoldsOfTheRepeat)
{
    std::size_t compared = 0;
    for (const bool weights : {false, true})
        for (std::uint64_t seed = 1; seed <= 20; ++seed)
            for (const auto& [rule, merit] : merits) {
                SCOPED_TRACE(rule + (weights ? " weighted " : " ") + std::to_string(seed));
                auto rows = drawn({.rows = 120, .folds = 10, .weights = weights}, seed);
                const auto thresholds = label_by_rule(rows, Spec::parse(rule), 1, seed % 2 + 1);
                EXPECT_FALSE(thresholds.dealt);
                ASSERT_EQ(thresholds.of_parts.size(), 10u);
                for (std::uint32_t f = 0; f < 10; ++f)
                    EXPECT_EQ(thresholds.of_parts[f], best_by_force(rows, merit, [&](std::size_t i) {
                                  return rows.design.fold[i] != f &&
                                         rows.design.folds[rows.design.fold[i]].repeat_number == f / 5;
                              }));
                EXPECT_EQ(thresholds.on_all_rows,
                          best_by_force(rows, merit, [](std::size_t) { return true; }));
                for (std::size_t i = 0; i < rows.size(); ++i)
                    compared +=
                        rows.predicted.label[i] ==
                        (rows.predicted.scores[i] >= thresholds.of_parts[rows.design.fold[i]] ? 1u : 0u);
            }
    EXPECT_EQ(compared, 2u * 20 * merits.size() * 120);
}

TEST(ChosenThresholds, OfNoiseAreNotTooGood)
{
    // Scores that are noise: sensitivity + specificity - 1 is 0 for every threshold, but clearly higher for
    // the best threshold on the rows by which it was chosen.
    double held_out = 0.0, squares = 0.0, same = 0.0;
    const int data_sets = 400;
    for (int d = 0; d < data_sets; ++d) {
        auto rows =
            drawn({.rows = 80, .shift = 0.0, .clusters = d % 2 == 0}, 100 + static_cast<std::uint64_t>(d));
        const auto threshold = label_by_rule(rows, Spec("youden"), 1);
        const auto youden = [&](const auto& label) {
            double right[2] = {0, 0}, all[2] = {0, 0};
            for (std::size_t i = 0; i < rows.size(); ++i) {
                ++all[rows.design.true_label[i]];
                right[rows.design.true_label[i]] += label(i) == rows.design.true_label[i];
            }
            return right[0] / all[0] + right[1] / all[1] - 1.0;
        };
        const double own = youden([&](std::size_t i) { return rows.predicted.label[i]; });
        held_out += own;
        squares += own * own;
        same += youden(
            [&](std::size_t i) { return rows.predicted.scores[i] >= threshold.on_all_rows ? 1u : 0u; });
    }
    const double error = std::sqrt(squares) / data_sets;
    EXPECT_LT(std::abs(held_out / data_sets), 4 * error);
    EXPECT_LT(error, 0.01);
    EXPECT_GT(same / data_sets, 0.1);
}

ScoredRows permuted(const ScoredRows& rows, std::uint64_t seed)
{
    std::vector<std::uint32_t> at(rows.size());
    std::iota(at.begin(), at.end(), 0u);
    Stream(seed, Purpose::generation).shuffle(std::span(at));
    return select_rows(rows, at);
}

TEST(ChosenThresholds, DoNotDependOnTheOrderOfTheRowsNorOnThreads)
{
    for (const bool clusters : {false, true})
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            SCOPED_TRACE(seed);
            const auto rows = drawn({.rows = 90, .weights = true, .clusters = clusters}, seed);
            const ScoreOptions options{.measures = {Spec("recall"), Spec("accuracy")},
                                       .threshold_rule = Spec("youden")};
            auto two = options;
            two.threads = 2;
            const auto report = score(rows, options);
            const auto other = score(permuted(rows, seed), two);
            ASSERT_TRUE(report.thresholds && other.thresholds);
            EXPECT_EQ(report.thresholds->of_parts, other.thresholds->of_parts);
            EXPECT_EQ(report.thresholds->of_parts.size(), 10u);
            for (std::size_t m = 0; m < 2; ++m) {
                EXPECT_EQ(report.measures[m].value, other.measures[m].value);
                ASSERT_EQ(report.measures[m].interval.exists(), other.measures[m].interval.exists());
                if (!report.measures[m].interval) continue;
                EXPECT_EQ(report.measures[m].interval->upper, other.measures[m].interval->upper);
            }
            EXPECT_TRUE(report.thresholds->dealt);
        }
}

TEST(ChosenThresholds, KeepClustersTogether)
{
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        auto rows = drawn({.rows = 30, .clusters = true}, seed);
        Stream stream(seed, Purpose::generation, 1);
        for (auto& score : rows.predicted.scores) score = stream.uniform();
        const auto thresholds = label_by_rule(rows, Spec("youden"), 1);
        EXPECT_EQ(thresholds.of_parts.size(), 10u);
        // Ten clusters, ten parts: the threshold of a part is one without its cluster.
        for (const double threshold : thresholds.of_parts) {
            const auto without = [&](std::uint32_t c) {
                return best_by_force(rows, merits.at("youden"),
                                     [&](std::size_t i) { return rows.design.cluster[i] != c; }) == threshold;
            };
            bool one = false;
            for (std::uint32_t c = 0; c < 10; ++c) one = one || without(c);
            EXPECT_TRUE(one) << threshold;
        }
    }
}

TEST(ChosenThresholds, SayWhatTheyLack)
{
    const auto error = [](ScoredRows rows, const char* rule) {
        return test::message_of<InputError>([&] { label_by_rule(rows, Spec::parse(rule), 1); });
    };
    auto one_class = drawn({}, 1);
    one_class.design.true_label.assign(one_class.size(), 0);
    EXPECT_EQ(error(one_class, "youden"),
              "`threshold`: a cut by youden is chosen on rows of both classes; these are of one");
    auto one_fold = drawn({.folds = 2}, 1);
    one_fold.design.true_label = one_fold.design.fold;
    EXPECT_EQ(
        error(one_fold, "recall"),
        "`threshold`: a cut by recall:at_least=0.9 is chosen on rows of both classes, and outside of one "
        "of the 2 folds there are none of one of them");
    EXPECT_EQ(error(drawn({}, 1), "yuoden"), "unknown rule of a cut 'yuoden'; did you mean 'youden'?");
    ScoredRows numbers;
    numbers.design.task = ScoreTask::regression;
    EXPECT_EQ(error(numbers, "youden"), "`threshold` needs scores of two classes");

    auto rows = drawn({.shift = -2.0}, 1); // the largest scores are negative rows
    label_by_rule(rows, Spec::parse("precision:at_least=1"), 1);
    ASSERT_EQ(rows.warnings.size(), 2u);
    EXPECT_EQ(rows.warnings[1].code, "no_cut");
}

} // namespace
} // namespace unseen
