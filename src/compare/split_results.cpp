#include "unseen/compare/split_results.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/moments.hpp"

#include <algorithm>

namespace unseen::compare {

Results means_of(const SplitResults& results)
{
    Results means{.data_sets = results.data_sets, .learners = results.learners, .direction = results.direction};
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

void add_split_tests(Answer& answer, const SplitResults& results, Level level)
{
    const auto k = results.learners.size();
    for (std::size_t a = 0; a < k; ++a)
        for (std::size_t b = a + 1; b < k; ++b) answer.split_wins.push_back({results.learners[a], results.learners[b]});
    for (std::size_t i = 0; i < results.data_sets.size(); ++i) {
        const auto& row = results.values[i];
        if (std::any_of(row.begin(), row.end(), [](const auto& splits) { return splits.empty(); })) continue;
        for (std::size_t j = 1; j < k; ++j)
            require(row[j].size() == row[0].size(), "data set '" + results.data_sets[i] + "': " + results.learners[0] + " has " +
                                                        std::to_string(row[0].size()) + " splits, " + results.learners[j] +
                                                        " has " + std::to_string(row[j].size()) + "; expected the same splits");
        std::size_t pair = 0;
        for (std::size_t a = 0; a < k; ++a)
            for (std::size_t b = a + 1; b < k; ++b, ++pair) {
                const PairedScores scores{row[a], row[b], results.direction};
                auto test = paired_t(scores, results.test_train_ratio, level);
                if (test.p_value.reason() == "zero_variance") test.p_value = sign_test(scores).p_value;
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
                    one.better = a_is_larger == (results.direction == Direction::higher_is_better) ? one.a : one.b;
                    ++(one.better == one.a ? wins.wins : wins.losses);
                }
                answer.split_tests.push_back(std::move(one));
            }
    }
}

} // namespace unseen::compare
