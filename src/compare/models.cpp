#include "unseen/compare/models.hpp"

#include "unseen/base/error.hpp"

#include "compare/common.hpp"

namespace unseen::compare {

Discordant discordant_rows(const LabelPairs& rows)
{
    const std::size_t n = rows.truth.size();
    require(n >= 1, "compare models: there are no rows");
    require(rows.a.size() == n && rows.b.size() == n, "compare models: the truth has " + std::to_string(n) + " rows, A " +
                                                          std::to_string(rows.a.size()) + ", B " + std::to_string(rows.b.size()) +
                                                          "; expected as many");
    Discordant counts{.rows = n};
    for (std::size_t i = 0; i < n; ++i) {
        const bool a_right = rows.a[i] == rows.truth[i];
        const bool b_right = rows.b[i] == rows.truth[i];
        if (a_right && !b_right) ++counts.only_a;
        if (b_right && !a_right) ++counts.only_b;
    }
    return counts;
}

Answer compare_models(const LabelPairs& rows, const std::string& a, const std::string& b, Level level)
{
    const Discordant counts = discordant_rows(rows);
    Answer answer = compare_discordant(counts, level);
    for (const auto* test : {"sign", "permutation"}) {
        Comparison same = answer.comparisons.front();
        same.test = test;
        same.primary = false;
        answer.comparisons.push_back(std::move(same));
    }
    for (auto& result : answer.comparisons) {
        result.a = a;
        result.b = b;
        result.difference = 0.0 - result.difference.number(); // of accuracies, not of errors
        if (result.interval) {
            const double lower = result.interval->lower;
            result.interval->lower = -result.interval->upper;
            result.interval->upper = -lower;
        }
    }
    std::uint64_t right_a = 0;
    std::uint64_t right_b = 0;
    for (std::size_t i = 0; i < rows.truth.size(); ++i) {
        right_a += rows.a[i] == rows.truth[i];
        right_b += rows.b[i] == rows.truth[i];
    }
    const auto accuracy = [&](std::uint64_t right) {
        return static_cast<double>(right) / static_cast<double>(rows.truth.size());
    };
    answer.models = {Model{a, {{"accuracy", accuracy(right_a)}}}, Model{b, {{"accuracy", accuracy(right_b)}}}};
    const std::string better = right_a == right_b ? "" : (right_a > right_b ? a : b);
    answer.shown = detail::shown(primary(answer), better, "accuracy on new rows", level);
    return answer;
}

} // namespace unseen::compare
