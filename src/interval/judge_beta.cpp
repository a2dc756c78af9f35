// Few human labels and a judge (METHODS I.34).
#include "unseen/interval/judge_beta.hpp"

#include "interval/methods.hpp"
#include "interval/unit_ratio.hpp"
#include "stats/beta_limits.hpp"
#include "stats/first_where.hpp"

#include "unseen/base/number.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unseen {

namespace {

/// A stratum with one row of all values and W_h / 2 rows at each end, which keep variances above 0.
struct Smoothed {
    double share;    ///< W_h
    double mean;     ///< mu_h
    double variance; ///< v_h
    double labelled;
    double rows;
};

std::vector<Smoothed> smoothed(std::span<const Stratum> strata)
{
    const Stratum all = one_stratum(strata);
    const double m1 = (all.sum + 0.5) / (all.labelled + 1.0);
    const double m2 = (all.squares + 0.5) / (all.labelled + 1.0);
    std::vector<Smoothed> list;
    for (const auto& s : strata) {
        const double share = s.rows / all.rows;
        const double n = s.labelled + share + 1.0;
        const double mean = (s.sum + 0.5 * share + m1) / n;
        const double square = (s.squares + 0.5 * share + m2) / n;
        list.push_back({share, mean, std::max(0.0, square - mean * mean), s.labelled, s.rows});
    }
    return list;
}

/// The strata of the items' values with sums over the labelled ones.
std::vector<Stratum> filled(const JudgeStrata& sorted, std::span<const double> values)
{
    std::vector<ExactSum> sums(sorted.count), squares(sorted.count);
    std::vector<Stratum> strata(sorted.count);
    for (std::size_t i = 0; i < sorted.of_item.size(); ++i) {
        const auto h = sorted.of_item[i];
        strata[h].rows += 1.0;
        if (i >= values.size()) continue;
        strata[h].labelled += 1.0;
        sums[h].add(values[i]);
        squares[h].add(values[i] * values[i]);
    }
    for (std::size_t h = 0; h < strata.size(); ++h) {
        strata[h].sum = sums[h].value();
        strata[h].squares = squares[h].value();
    }
    return strata;
}

/// Numbers of labels of the clusters.
std::vector<double> labels_of_clusters(const JudgedItems& items, std::size_t labelled)
{
    std::vector<double> sizes(*std::ranges::max_element(items.cluster) + std::size_t{1}, 0.0);
    for (std::size_t i = 0; i < labelled; ++i) sizes[items.cluster[i]] += 1.0;
    return sizes;
}

/// The influences of the items on theta, summed over clusters and, squared, over items.
ClusterEffect cluster_effect(const JudgedItems& items, std::span<const double> values,
                             const JudgeStrata& sorted, std::span<const Stratum> strata, double theta,
                             std::span<const double> sizes, double df)
{
    const auto rows = static_cast<double>(items.size());
    const auto labelled = static_cast<double>(values.size());
    std::vector<ExactSum> sums(sizes.size());
    ExactSum squares;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const auto& s = strata[sorted.of_item[i]];
        const double mean = s.sum / s.labelled;
        double influence = (mean - theta) / rows;
        if (i < values.size()) influence += s.rows / rows / s.labelled * (values[i] - mean);
        sums[items.cluster[i]].add(influence);
        squares.add(influence * influence);
    }
    ExactSum of_clusters;
    ExactSum of_sizes;
    for (std::size_t g = 0; g < sizes.size(); ++g) {
        const double sum = sums[g].value();
        of_clusters.add(sum * sum / (1.0 - sizes[g] / labelled));
        of_sizes.add(sizes[g] * sizes[g]);
    }
    // Values that are alike show nothing: then all rows of a cluster are taken for one.
    const double ratio =
        squares.value() > 1e-24 ? of_clusters.value() / squares.value() : of_sizes.value() / labelled;
    return {.design = std::max(1.0, ratio), .df = df};
}

} // namespace

Stratum one_stratum(std::span<const Stratum> strata)
{
    Stratum all;
    for (const auto& s : strata) {
        all.rows += s.rows;
        all.labelled += s.labelled;
        all.sum += s.sum;
        all.squares += s.squares;
    }
    return all;
}

JudgeEstimate judge_estimate(std::span<const Stratum> strata, ItemsAbout about,
                             std::optional<ClusterEffect> clusters)
{
    const bool finite = about == ItemsAbout::finite;
    const Stratum all = one_stratum(strata);
    const auto smooth = smoothed(strata);
    JudgeEstimate found{
        .labelled = all.labelled, .rows = all.rows, .about = about, .clusters = std::move(clusters)};
    for (std::size_t h = 0; h < strata.size(); ++h) {
        found.mean += smooth[h].share * strata[h].sum / strata[h].labelled;
        found.centre += smooth[h].share * smooth[h].mean;
    }
    for (const auto& s : smooth) {
        found.within += s.share * s.variance;
        found.variance +=
            s.share * s.share * s.variance / s.labelled * (finite ? 1.0 - s.labelled / s.rows : 1.0);
        if (!finite) found.between += s.share * std::pow(s.mean - found.centre, 2.0) / all.rows;
    }
    found.variance += found.between;
    found.effective = found.centre * (1.0 - found.centre) / found.variance;
    if (found.clusters) found.effective /= found.clusters->design;
    return found;
}

double JudgeEstimate::effective_at(double outside) const
{
    if (!clusters) return effective;
    const double ratio = normal_quantile(tail(outside)) / student_t_quantile(tail(outside), clusters->df);
    return effective * ratio * ratio;
}

Limits judge_limits(const JudgeEstimate& estimate, double d, double outside)
{
    if (!(estimate.variance > 0.0)) return {estimate.mean, estimate.mean};
    const double n = estimate.effective_at(outside);
    return beta_limits(std::min(estimate.mean, 1.0) * n, n, d, outside);
}

Limits judge_limits(const JudgeEstimate& estimate, Level level)
{
    return judge_limits(estimate, level.end_share(), level.outside());
}

double judge_p_above(const JudgeEstimate& estimate, double c, double d)
{
    if (!(estimate.variance > 0.0)) return estimate.mean > c ? 0.0 : 1.0;
    const auto p_with = [&](double n) {
        const double ones = std::min(estimate.mean, 1.0) * n;
        return ones > 0.0 && c > 0.0 ? beta_cdf(c, ones + d, n - ones + 1.0 - d) : c < 0.0 ? 0.0 : 1.0;
    };
    if (!estimate.clusters) return p_with(estimate.effective);
    const double low = std::log(1e-15);   // the number of labels goes with p
    const double high = std::log(0.4999); // where both quantiles are near 0, their quotient is noise
    const auto above = [&](double log_p) {
        return p_with(estimate.effective_at(2.0 * std::exp(log_p))) <= std::exp(log_p);
    };
    if (!above(high)) return 1.0;
    return std::exp(first_where(low, high, above));
}

double judge_width(const JudgeEstimate& estimate, double labels, Level level)
{
    auto planned = estimate;
    planned.variance = estimate.within / labels + estimate.between;
    if (estimate.about == ItemsAbout::finite) planned.variance *= 1.0 - labels / estimate.rows;
    planned.effective = estimate.centre * (1.0 - estimate.centre) / planned.variance;
    const auto limits = judge_limits(planned, level);
    return limits.upper - limits.lower;
}

Value judge_labels_for(const JudgeEstimate& estimate, double width, Level level)
{
    if (estimate.clusters) return Value::none(reasons::clusters_decide);
    double low = 0.0;
    double high = estimate.rows;
    if (!(judge_width(estimate, high, level) <= width)) return Value::none(reasons::width_never_reached);
    while (high - low > 1.0) {
        const double middle = std::floor(0.5 * (low + high));
        (judge_width(estimate, middle, level) <= width ? high : low) = middle;
    }
    return Value(high);
}

Limits JudgedMean::limits(const JudgeEstimate& of, Level level) const
{
    const auto unit = judge_limits(of, level);
    return {lowest + (highest - lowest) * unit.lower, lowest + (highest - lowest) * unit.upper};
}

std::vector<Warning> JudgedMean::warnings(const JudgedItems& items) const
{
    constexpr double simulated = 20.0;
    std::vector<Warning> list = uneven_warning(cluster_sizes);
    if (estimate.labelled < simulated)
        list.push_back({warnings::few_labels,
                        "only " + written_out(estimate.labelled) + " of " + std::to_string(items.size()) +
                            " items have a human label; intervals of fewer than 20 were not simulated"});
    if (strata.size() == 1)
        list.push_back(
            {warnings::judge_unused,
             "the judge does not split the labelled items: this figure is that of the labels alone"});
    if (partly_labelled)
        list.push_back(
            {warnings::partly_labelled_groups,
             "some groups have items with and without a human label: the interval was simulated for "
             "groups that are labelled as a whole"});
    return list;
}

Maybe<JudgedMean> judged_mean(const JudgedItems& items, std::span<const double> values, double lowest,
                              double highest)
{
    JudgedMean found{.lowest = lowest, .highest = highest, .sorted = judge_strata(items, values.size())};
    std::vector<double> unit;
    for (const double x : values) unit.push_back((x - lowest) / (highest - lowest));
    found.strata = filled(found.sorted, unit);
    for (const auto& s : found.strata)
        if (s.labelled == 0.0) return reasons::unlabelled_stratum;
    const JudgeStrata one{.of_item = std::vector<std::uint32_t>(items.size(), 0), .count = 1};
    const auto alone = filled(one, unit);
    found.estimate = judge_estimate(found.strata, items.about);
    found.alone = judge_estimate(alone, items.about);
    if (items.cluster.empty()) return found;
    const auto sizes = labels_of_clusters(items, values.size());
    for (const double size : sizes)
        if (size > 0.0) found.cluster_sizes.push_back(size);
    for (std::size_t i = values.size(); i < items.size(); ++i)
        found.partly_labelled = found.partly_labelled || sizes[items.cluster[i]] > 0.0;
    const auto spread = spread_of(UnitTotals{.sums = std::vector<double>(found.cluster_sizes.size(), 0.0),
                                             .weights = found.cluster_sizes});
    if (found.cluster_sizes.size() < 2 || spread.most > most_of_one_unit) return reasons::too_few_clusters;
    const auto effect = [&](const JudgeStrata& sorted, std::span<const Stratum> strata, double theta) {
        return cluster_effect(items, unit, sorted, strata, theta, sizes, spread.df);
    };
    found.estimate =
        judge_estimate(found.strata, items.about, effect(found.sorted, found.strata, found.estimate.mean));
    found.alone = judge_estimate(alone, items.about, effect(one, alone, found.alone.mean));
    return found;
}

} // namespace unseen
