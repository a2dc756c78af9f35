#include "score/gaps.hpp"

#include "unseen/compare/results.hpp"
#include "unseen/stats/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace unseen {

namespace {

/// Why the figures of the subgroup and of the other rows are not independent; null: they are.
const Reason* dependence(const ScoredRows& rows, std::uint32_t subgroup)
{
    if (rows.design.out_of_fold || !rows.design.fold.empty()) return &reasons::no_interval_for_design;
    if (rows.design.cluster.empty()) return nullptr;
    std::vector<bool> inside(rows.design.clusters.size(), false);
    std::vector<bool> outside(rows.design.clusters.size(), false);
    for (std::size_t i = 0; i < rows.size(); ++i)
        (rows.design.subgroup[i] == subgroup ? inside : outside)[rows.design.cluster[i]] = true;
    for (std::size_t c = 0; c < inside.size(); ++c)
        if (inside[c] && outside[c]) return &reasons::shared_clusters;
    return nullptr;
}

/// a - b of independent figures with intervals: squared distances to the limits are added (METHODS D.7; Zou &
/// Donner 2008).
GapToRest gap_of(const ScoredMeasure& subgroup, const ScoredMeasure& rest, const Reason* dependent,
                 Level level)
{
    GapToRest gap;
    if (!subgroup.value || !rest.value) {
        gap.value = Value::none((subgroup.value ? rest : subgroup).value.reason());
        return gap;
    }
    const double a = subgroup.value.number();
    const double b = rest.value.number();
    gap.value = Value(a - b);
    if (dependent != nullptr || !subgroup.interval || !rest.interval) {
        gap.interval =
            dependent != nullptr ? *dependent : (rest.interval ? subgroup : rest).interval.reason();
        return gap;
    }
    const auto& of_a = *subgroup.interval;
    const auto& of_b = *rest.interval;
    const double below = std::hypot(a - of_a.lower, of_b.upper - b);
    const double above = std::hypot(of_a.upper - a, b - of_b.lower);
    gap.interval =
        Interval{.lower = a - b - below,
                 .upper = a - b + above,
                 .level = level,
                 .method = "mover",
                 .estimand = Estimand::model,
                 .guarantee = Guarantee::asymptotic,
                 .assumptions = {"the rows of the group and the other rows are independent draws"}};
    const double towards_0 = a > b ? below : above;
    if (a == b)
        gap.p_value = Value(1.0);
    else if (towards_0 > 0.0)
        gap.p_value = Value(
            std::min(1.0, 2.0 * normal_tail(std::abs(a - b) / towards_0 * normal_quantile(tail(level)))));
    return gap;
}

} // namespace

void add_gaps(const ScoredRows& rows, std::span<const ScoreReport> rest, ScoreReport& report)
{
    auto& subgroups = report.subgroups;
    for (std::size_t g = 0; g < subgroups.size(); ++g) {
        const auto dependent = dependence(rows, static_cast<std::uint32_t>(g));
        for (std::size_t m = 0; m < subgroups[g].measures.size(); ++m)
            subgroups[g].measures[m].gap =
                gap_of(subgroups[g].measures[m], rest[g].measures[m], dependent, report.level);
    }
    for (std::size_t m = 0; m < report.measures.size(); ++m) {
        std::vector<GapToRest*> tested;
        std::vector<double> p_values;
        for (auto& subgroup : subgroups)
            if (auto& gap = *subgroup.measures[m].gap; gap.p_value) {
                tested.push_back(&gap);
                p_values.push_back(gap.p_value.number());
            }
        // Each of two subgroups is the rest of the other, so there is only one comparison.
        const auto adjusted = subgroups.size() == 2 ? p_values : compare::holm(p_values);
        for (std::size_t i = 0; i < tested.size(); ++i) tested[i]->p_value_adjusted = Value(adjusted[i]);
    }
}

} // namespace unseen
