#include "score/gaps.hpp"

#include "interval/unit_ratio.hpp"
#include "stats/running_sum.hpp"

#include "unseen/compare/results.hpp"
#include "unseen/stats/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace unseen {

namespace {

/// How the figures of the subgroup and of the other rows depend on each other.
enum class Shared { nothing, clusters, models };

Shared shared_by(const ScoredRows& rows, std::uint32_t subgroup)
{
    if (rows.design.out_of_fold || !rows.design.fold.empty()) return Shared::models;
    if (rows.design.cluster.empty()) return Shared::nothing;
    std::vector<bool> inside(rows.design.clusters.size(), false);
    std::vector<bool> outside(rows.design.clusters.size(), false);
    for (std::size_t i = 0; i < rows.size(); ++i)
        (rows.design.subgroup[i] == subgroup ? inside : outside)[rows.design.cluster[i]] = true;
    for (std::size_t c = 0; c < inside.size(); ++c)
        if (inside[c] && outside[c]) return Shared::clusters;
    return Shared::nothing;
}

/// The sums of the clusters of one side, whatever the order of the rows.
class Side {
public:
    explicit Side(std::size_t clusters) : sums_(clusters), weights_(clusters) {}
    void add(std::uint32_t cluster, double weight, double value)
    {
        sums_[cluster].add(weight * value);
        weights_[cluster].add(weight);
        squares_.add(weight * weight);
        ++rows_;
    }
    UnitTotals totals() const
    {
        UnitTotals totals{.rows = rows_, .squares = squares_.value()};
        for (const auto& sum : sums_) totals.sums.push_back(sum.value());
        for (const auto& sum : weights_) totals.weights.push_back(sum.value());
        return totals;
    }

private:
    std::vector<RunningSum> sums_;
    std::vector<RunningSum> weights_;
    RunningSum squares_;
    double rows_ = 0.0;
};

/// Limits of the gap a - b of a proportion of rows whose clusters lie on both sides; `shared_clusters` for
/// other measures.
Maybe<Limits> in_shared_clusters(const ScoredRows& rows, std::uint32_t subgroup, const Measure& measure,
                                 Level level)
{
    if (!measure.row_mean() || !measure.row_mean()->proportion) return reasons::shared_clusters;
    const auto view = rows.view();
    std::vector<double> values(rows.size());
    measure.row_mean()->values(view, values);
    Side inside(rows.design.clusters.size());
    Side outside(rows.design.clusters.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        (rows.design.subgroup[i] == subgroup ? inside : outside)
            .add(rows.design.cluster[i], view.weight_of(i), values[i]);
    return shared_units_limits(inside.totals(), outside.totals(), level);
}

/// Limits of a - b of independent figures with intervals: squared distances to the limits are added (METHODS
/// D.7; Zou & Donner 2008).
Maybe<Limits> of_independent(const ScoredMeasure& subgroup, const ScoredMeasure& rest)
{
    if (!subgroup.interval || !rest.interval) return (rest.interval ? subgroup : rest).interval.reason();
    const double a = subgroup.value.number();
    const double b = rest.value.number();
    const auto& of_a = *subgroup.interval;
    const auto& of_b = *rest.interval;
    return Limits{a - b - std::hypot(a - of_a.lower, of_b.upper - b),
                  a - b + std::hypot(of_a.upper - a, b - of_b.lower)};
}

GapToRest gap_of(const ScoredRows& rows, std::uint32_t g, const ScoredMeasure& subgroup,
                 const ScoredMeasure& rest, Shared shared, Level level)
{
    GapToRest gap;
    if (!subgroup.value || !rest.value) {
        gap.value = Value::none((subgroup.value ? rest : subgroup).value.reason());
        return gap;
    }
    const double difference = subgroup.value.number() - rest.value.number();
    gap.value = Value(difference);
    const auto limits = shared == Shared::models    ? Maybe<Limits>(reasons::no_interval_for_design)
                        : shared == Shared::nothing ? of_independent(subgroup, rest)
                                                    : in_shared_clusters(rows, g, subgroup.measure, level);
    if (!limits) {
        gap.interval = limits.reason();
        return gap;
    }
    const bool independent = shared == Shared::nothing;
    gap.interval = Interval{
        .lower = limits->lower,
        .upper = limits->upper,
        .level = level,
        .method = independent ? "mover" : "mover_r",
        .estimand = Estimand::model,
        .guarantee = independent ? Guarantee::asymptotic : Guarantee::heuristic,
        .assumptions = {independent ? "the rows of the group and the other rows are independent draws"
                                    : "the clusters are independent draws"}};
    const double towards_0 = difference > 0.0 ? difference - limits->lower : limits->upper - difference;
    if (difference == 0.0)
        gap.p_value = Value(1.0);
    else if (towards_0 > 0.0)
        gap.p_value = Value(std::min(
            1.0, 2.0 * normal_tail(std::abs(difference) / towards_0 * normal_quantile(tail(level)))));
    return gap;
}

} // namespace

void add_gaps(const ScoredRows& rows, const JudgeRest& judge_rest, ScoreReport& report)
{
    auto& subgroups = report.subgroups;
    for (std::size_t g = 0; g < subgroups.size(); ++g) {
        const auto subgroup = static_cast<std::uint32_t>(g);
        const Shared shared = shared_by(rows, subgroup);
        const auto rest = judge_rest(subgroup, shared == Shared::nothing);
        for (std::size_t m = 0; m < subgroups[g].measures.size(); ++m)
            subgroups[g].measures[m].gap =
                gap_of(rows, subgroup, subgroups[g].measures[m], rest.measures[m], shared, report.level);
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
