#include "unseen/compare/split_results.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/moments.hpp"

#include "compare/inference.hpp"
#include "compare/significance.hpp"
#include "compare/tests.hpp"

#include <algorithm>

namespace unseen::compare {

namespace {

Digest digest_of(const SplitResults& results)
{
    Hasher hasher;
    hasher.add(results.data_sets).add(results.learners);
    for (const auto& row : results.values)
        for (const auto& splits : row) hasher.add(splits);
    for (const auto& units : results.units) hasher.add(units->sums);
    return hasher.finish();
}

/// The test that decides about a pair, and those that are asked for by name.
std::vector<detail::Inference> tests_of(const SplitResults& results, std::size_t a, std::size_t b,
                                        const ResultsOptions& options, Level level)
{
    const auto& values = results.values.front();
    const PairedScores scores{values[a], values[b], results.direction};
    if (results.units.empty())
        return {results.window_overlap > 0
                    ? detail::diebold_mariano_inference(scores, results.window_overlap, level)
                    : detail::paired_t_inference(scores, results.test_train_ratio, level)};
    return detail::inferences_of(detail::UnitsInput{.a = *results.units[a],
                                                    .b = *results.units[b],
                                                    .scores = scores,
                                                    .ratio = results.test_train_ratio,
                                                    .level = level,
                                                    .options = options});
}

} // namespace

Results means_of(const SplitResults& results)
{
    Results means{
        .data_sets = results.data_sets, .learners = results.learners, .direction = results.direction};
    for (const auto& row : results.values) {
        auto& scores = means.scores.emplace_back();
        for (const auto& splits : row) {
            if (splits.empty()) {
                scores.emplace_back(std::nullopt);
                continue;
            }
            scores.emplace_back(mean_of(splits));
        }
    }
    return means;
}

Answer compare_learners(const SplitResults& results, const ResultsOptions& options)
{
    require(results.data_sets.size() == 1,
            "there are " + std::to_string(results.data_sets.size()) + " data sets; expected one");
    const auto& values = results.values.front();
    Answer answer{.digest = digest_of(results),
                  .control = options.control,
                  .level = options.level,
                  .noun = "learner",
                  .scope = "on this data set"};
    const auto& learners = results.learners;
    const std::size_t k = learners.size();
    require(k >= 2, "there are " + std::to_string(k) + " learners; expected at least two");
    const std::string data = "data set '" + results.data_sets.front() + "'";
    const bool by_rows = !results.units.empty();
    for (std::size_t j = 0; j < k; ++j) {
        require(by_rows || !values[j].empty(),
                data + ": learner '" + learners[j] + "' has no values; expected some for each learner");
        answer.models.push_back(
            {learners[j],
             {{options.measure.empty() ? "mean_score" : options.measure,
               values[j].empty() ? Value::none(reasons::no_value) : mean_of(values[j])}}});
    }
    require(options.control.empty() ||
                std::find(learners.begin(), learners.end(), options.control) != learners.end(),
            "control: '" + options.control + "' is not one of the learners");
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t i = 0; i < k; ++i)
        for (std::size_t j = i + 1; j < k; ++j)
            if (options.control.empty() || learners[i] == options.control || learners[j] == options.control)
                pairs.emplace_back(i, j);
    const Level of_pair = level_of_each(options.level, pairs.size());
    std::vector<detail::Inference> tests;
    for (const auto& [a, b] : pairs) {
        require(by_rows || values[a].size() == values[b].size(),
                data + ": " + learners[a] + " and " + learners[b] +
                    " have different numbers of splits; expected the same splits");
        auto of_pair_tests = tests_of(results, a, b, options, of_pair);
        if (!by_rows) of_pair_tests.front().comparison.primary = true;
        for (auto& inference : of_pair_tests) {
            auto& test = inference.comparison;
            if (test.interval) test.interval->estimand = Estimand::procedure;
            test.a = learners[a];
            test.b = learners[b];
            test.measure = options.measure;
            test.direction = results.direction;
            tests.push_back(std::move(inference));
        }
    }
    if (by_rows) {
        answer.seed = options.seed;
        answer.premise = "trained on samples like this one";
        answer.scope = "on average";
    }
    detail::adjust_over_pairs(tests, pairs.size(), options.level);
    for (auto& test : tests) answer.comparisons.push_back(std::move(test.comparison));
    answer.not_shown =
        "Compared on " + data + (by_rows ? " alone" : " alone, by its splits") +
        ": nothing is shown for other data sets, and what is not significant need not be zero.";
    return answer;
}

void add_split_tests(Answer& answer, const SplitResults& results, Level level)
{
    answer.digest = digest_of(results);
    const auto k = results.learners.size();
    for (std::size_t a = 0; a < k; ++a)
        for (std::size_t b = a + 1; b < k; ++b)
            answer.split_wins.push_back({results.learners[a], results.learners[b]});
    for (std::size_t i = 0; i < results.data_sets.size(); ++i) {
        const auto& row = results.values[i];
        if (std::any_of(row.begin(), row.end(), [](const auto& splits) { return splits.empty(); })) continue;
        for (std::size_t j = 1; j < k; ++j)
            require(row[j].size() == row[0].size(),
                    "data set '" + results.data_sets[i] + "': " + results.learners[0] + " has " +
                        std::to_string(row[0].size()) + " splits, " + results.learners[j] + " has " +
                        std::to_string(row[j].size()) + "; expected the same splits");
        std::size_t pair = 0;
        for (std::size_t a = 0; a < k; ++a)
            for (std::size_t b = a + 1; b < k; ++b, ++pair) {
                const PairedScores scores{row[a], row[b], results.direction};
                const auto test = paired_t(scores, results.test_train_ratio, level);
                SplitTest one{.data_set = results.data_sets[i],
                              .a = results.learners[a],
                              .b = results.learners[b],
                              .difference = test.difference,
                              .statistic = test.statistic,
                              .p_value = test.p_value};
                auto& wins = answer.split_wins[pair];
                if (!test.p_value || test.p_value.number() > level.outside()) {
                    ++wins.ties;
                } else {
                    const bool a_is_larger = test.difference.number() > 0.0;
                    one.better =
                        a_is_larger == (results.direction == Direction::higher_is_better) ? one.a : one.b;
                    ++(one.better == one.a ? wins.wins : wins.losses);
                }
                answer.split_tests.push_back(std::move(one));
            }
    }
}

} // namespace unseen::compare
