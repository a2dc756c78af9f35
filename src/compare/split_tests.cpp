// Tests of the splits' figures of any measure (METHODS C.12, E.4, I.10).
#include "compare/pair_test_entry.hpp"
#include "predictions/gathered_rows.hpp"

#include "unseen/base/error.hpp"
#include "unseen/compare/paired.hpp"
#include "unseen/stats/moments.hpp"

#include <cmath>

namespace unseen::compare::detail {

namespace {

std::vector<std::vector<std::uint32_t>> rows_of_splits(const RowDesign& design)
{
    std::vector<std::vector<std::uint32_t>> rows;
    for (std::uint32_t i = 0; i < design.split.size(); ++i) {
        const auto split = design.split[i];
        if (split >= rows.size()) rows.resize(split + 1);
        rows[split].push_back(i);
    }
    return rows;
}

struct SplitFigures {
    std::vector<double> a;
    std::vector<double> b;
    std::size_t undefined = 0;
    double ratio = 0.0; ///< mean over splits of test rows / training rows
};

SplitFigures figures_of(const PairInput& input)
{
    const auto rows = rows_of_splits(input.design);
    const auto all = static_cast<double>(input.a.size());
    const auto train = input.design.train_rows;
    require(train.empty() || train.size() == rows.size(), "compare models: training rows of each split were expected");
    SplitFigures figures;
    for (std::size_t s = 0; s < rows.size(); ++s) {
        const auto& of_split = rows[s];
        if (of_split.empty()) continue;
        const GatheredRows a(input.a, of_split);
        const GatheredRows b(input.b, of_split);
        const Value value_a = evaluate(input.measure, a.view());
        const Value value_b = evaluate(input.measure, b.view());
        if (!value_a || !value_b) {
            ++figures.undefined;
            continue;
        }
        figures.a.push_back(value_a.number());
        figures.b.push_back(value_b.number());
        const auto test = static_cast<double>(of_split.size());
        figures.ratio += test / (train.empty() ? all - test : train[s]);
    }
    if (!figures.a.empty()) figures.ratio /= static_cast<double>(figures.a.size());
    return figures;
}

/// The paired t test with a variance of s^2 (1/J + overlap), and what it can tell beside its p-value.
Inference corrected(const PairInput& input, const PairedScores& scores, double overlap)
{
    auto comparison = paired_t(scores, overlap, input.options.level);
    if (!comparison.statistic) return {.comparison = std::move(comparison)};
    Moments moments;
    for (const double d : differences(scores)) moments.add(d);
    const auto j = static_cast<double>(scores.a.size());
    const auto interval = comparison.interval;
    auto result = from_error(std::move(comparison), moments.mean(), std::sqrt(moments.variance() * (1.0 / j + overlap)), j - 1.0,
                             input.higher(), input.outside());
    result.comparison.interval = interval;
    return result;
}

bool fits(const PairInput& input) { return !input.design.split.empty(); }

std::vector<Inference> tests(const PairInput& input)
{
    const auto figures = figures_of(input);
    std::vector<Inference> list;
    if (figures.a.size() < 2) {
        Comparison none;
        none.test = "corrected_t";
        none.statistic = none.p_value = none.p_value_one_sided = none.difference =
            Value::none(figures.undefined > 0 ? "undefined_in_splits" : "one_split");
        none.interval_reason = none.p_value.reason();
        return {{.comparison = std::move(none)}};
    }
    const PairedScores scores{figures.a, figures.b, input.higher() ? Direction::higher_is_better : Direction::lower_is_better};
    list.push_back(corrected(input, scores, figures.ratio));
    auto& fitting = list.front().comparison;
    fitting.figures.push_back({"splits", static_cast<double>(figures.a.size())});
    fitting.figures.push_back({"test_train_ratio", figures.ratio});
    if (figures.undefined > 0)
        fitting.warnings.push_back({"undefined_in_folds", "'" + input.measure.name() + "' does not exist in " +
                                                              std::to_string(figures.undefined) +
                                                              " splits; the test is about the others"});
    for (auto result : {paired_t(scores, 0.0, input.options.level), wilcoxon(scores), sign_test(scores)}) {
        result.warnings.push_back(anti_conservative);
        list.push_back({.comparison = std::move(result)});
    }
    return list;
}

} // namespace

Value mean_of_splits(const Measure& measure, const PredictionView& view, const RowDesign& design)
{
    Moments figures;
    Value missing = Value::none("no_rows");
    for (const auto& of_split : rows_of_splits(design)) {
        if (of_split.empty()) continue;
        const Value value = evaluate(measure, GatheredRows(view, of_split).view());
        if (value)
            figures.add(value.number());
        else
            missing = value;
    }
    return figures.count() > 0 ? Value(figures.mean()) : missing;
}

const TestFamily split_family = {fits, tests};

} // namespace unseen::compare::detail
