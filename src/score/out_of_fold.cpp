#include "score/out_of_fold.hpp"

#include "estimate/split_reduction.hpp"
#include "predictions/gathered_rows.hpp"
#include "roles/row_roles.hpp"

#include "unseen/base/number.hpp"
#include "unseen/stats/moments.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace unseen {

namespace {

/// The positions of the rows of each fold, ascending.
std::vector<std::vector<std::uint32_t>> rows_of_folds(const ScoredRows& rows)
{
    std::vector<std::vector<std::uint32_t>> at(rows.design.folds.size());
    for (std::uint32_t i = 0; i < rows.size(); ++i) at[rows.design.fold[i]].push_back(i);
    return at;
}

std::vector<Estimate> reduce(const ScoredRows& rows, const Design& design, ReductionOptions options)
{
    if (options.measures.empty()) return {};
    std::vector<std::uint32_t> number = rows.design.name; // of each row, the same in every repeat
    if (number.empty()) {
        number.resize(rows.size());
        std::iota(number.begin(), number.end(), 0u);
    }
    options.rows_joined = design.repeats == 1 || !rows.design.name.empty();
    std::vector<std::uint32_t> cluster;
    if (!rows.design.cluster.empty()) {
        cluster.resize(*std::max_element(number.begin(), number.end()) + std::size_t{1});
        for (std::size_t i = 0; i < number.size(); ++i) cluster[number[i]] = rows.design.cluster[i];
    }
    options.group = cluster;
    const auto reduction = split_reduction(options, design);
    const auto view = rows.view();
    GatheredRows gathered;
    std::vector<std::uint32_t> tested;
    std::uint64_t index = 0;
    const auto at = rows_of_folds(rows);
    for (std::uint32_t f = 0; f < at.size(); ++f) {
        if (at[f].empty()) continue; // a group may have no rows in this fold
        gathered.gather(view, at[f]);
        auto of_fold = gathered.view();
        tested.clear();
        for (const auto i : at[f]) tested.push_back(number[i]);
        of_fold.row = tested;
        reduction->sink(0).take({.index = index++,
                                 .repeat = rows.design.folds[f].repeat_number,
                                 .fold = f,
                                 .train_rows = rows.design.folds[f].train_rows,
                                 .test_rows = rows.design.folds[f].test_rows},
                                of_fold);
    }
    return reduction->finish();
}

/// True if rows of one cluster are in two folds of one repeat; each fold's model was then trained on rows of
/// a test cluster.
bool clusters_straddle(const ScoredRows& rows)
{
    std::vector<std::pair<std::uint64_t, std::uint32_t>> where;
    for (std::size_t i = 0; i < rows.design.cluster.size(); ++i)
        where.emplace_back(std::uint64_t{rows.design.folds[rows.design.fold[i]].repeat_number} << 32 |
                               rows.design.cluster[i],
                           rows.design.fold[i]);
    std::sort(where.begin(), where.end());
    return std::adjacent_find(where.begin(), where.end(), [](const auto& a, const auto& b) {
               return a.first == b.first && a.second != b.second;
           }) != where.end();
}

FoldFigures fold_figures(const Estimate& estimate, const Measure& measure, const PredictionView& view,
                         bool pool)
{
    FoldFigures figures{.aggregation = estimate.aggregation,
                        .standard_deviation = estimate.spread.standard_deviation};
    Moments folds;
    for (const auto& value : estimate.spread.per_split)
        if (value) folds.add(value.number());
    if (folds.count() > 0) figures.mean_of_folds = Value(folds.mean());
    if (estimate.aggregation == Aggregation::pooled)
        figures.pooled = estimate.value;
    else if (pool)
        figures.pooled = evaluate(measure, view);
    return figures;
}

} // namespace

bool of_ranks(const Measure& m)
{
    return !m.row_mean() && m.needs_scores && !m.needs_probabilities && !m.of_whole_repeats;
}

Warning pooled_scores_warning(const Measure& measure, double pooled)
{
    return {warnings::pooled_scores,
            "'" + measure.name() + "' over the pooled rows (" + shortest(std::round(pooled * 1e4) / 1e4) +
                ") compares scores of different models and is biased, usually downwards; "
                "the mean of the folds' figures is not"};
}

Design design_of_folds(const ScoredRows& rows)
{
    const auto at = rows_of_folds(rows);
    Design design{.each_row_once = true, .one_row_splits = true};
    std::uint32_t last_repeat = 0;
    design.repeats = 0;
    for (std::size_t f = 0; f < at.size(); ++f) {
        if (at[f].empty()) continue;
        if (rows.design.folds[f].test_rows > 1) design.one_row_splits = false;
        if (rows.design.folds[f].fewer_rows) design.fewer_rows = true;
        if (design.splits++ == 0 || rows.design.folds[f].repeat_number != last_repeat) ++design.repeats;
        last_repeat = rows.design.folds[f].repeat_number;
        design.training_rows += static_cast<double>(rows.design.folds[f].train_rows);
    }
    design.training_rows /= static_cast<double>(design.splits);
    design.rows = rows.size() / design.repeats;
    design.groups = clusters_that_occur(rows.design);
    return design;
}

std::vector<ScoredMeasure> score_folds(const ScoredRows& rows, const std::vector<Measure>& measures,
                                       const ScoreOptions& options, std::vector<Warning>& warnings)
{
    const Design design = design_of_folds(rows);
    const auto add = [&](const Warning& warning) {
        if (std::find(warnings.begin(), warnings.end(), warning) == warnings.end())
            warnings.push_back(warning);
    };
    ReductionOptions named{
        .measures = {}, .level = options.level, .interval = options.interval, .seed = options.seed};
    ReductionOptions best{.measures = {}, .level = options.level, .seed = options.seed};
    std::vector<bool> fits;
    for (const auto& measure : measures) {
        fits.push_back(interval_valid(options.interval, design, measure));
        (fits.back() ? named : best).measures.push_back(measure);
    }
    auto of_named = reduce(rows, design, std::move(named));
    auto of_best = reduce(rows, design, std::move(best));
    if (clusters_straddle(rows))
        add({warnings::cluster_in_several_folds,
             "rows of one cluster are in several folds, so training and test "
             "rows depend on each other: the figures are too "
             "good"});
    const bool asked = !options.measures.empty();
    const auto view = rows.view();
    std::vector<ScoredMeasure> figures;
    std::size_t next_named = 0;
    std::size_t next_best = 0;
    for (std::size_t m = 0; m < measures.size(); ++m) {
        Estimate& e = fits[m] ? of_named[next_named++] : of_best[next_best++];
        ScoredMeasure figure{.measure = measures[m], .value = e.value, .interval = e.interval};
        figure.estimand = e.estimand;
        figure.folds = fold_figures(e, measures[m], view, asked || !of_ranks(measures[m]));
        for (const auto& warning : e.warnings) add(warning);
        if (figure.folds->aggregation == Aggregation::mean_of_folds && of_ranks(measures[m]) &&
            figure.folds->pooled)
            add(pooled_scores_warning(measures[m], figure.folds->pooled.number()));
        figures.push_back(std::move(figure));
    }
    return figures;
}

} // namespace unseen
