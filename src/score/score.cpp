#include "unseen/score/score.hpp"

#include "base/add_once.hpp"
#include "base/parallel.hpp"
#include "draws/units.hpp"
#include "measure/clipped_rows.hpp"
#include "rank/rank_figure.hpp"
#include "roles/row_roles.hpp"
#include "score/baselines.hpp"
#include "score/gaps.hpp"
#include "score/judge.hpp"
#include "score/judge_help.hpp"
#include "score/out_of_fold.hpp"
#include "score/per_class.hpp"
#include "score/requirements.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/interval/test_interval.hpp"
#include "unseen/stats/effective_rows.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace unseen {

namespace {

bool weighted_or_clustered(const ScoredRows& rows)
{
    return !rows.design.weight.empty() || !rows.design.cluster.empty();
}

} // namespace

std::vector<Measure> chosen_measures(const ScoredRows& rows, const ScoreOptions& options)
{
    const bool values = rows.design.task == ScoreTask::values;
    const bool classes = !values && rows.design.task != ScoreTask::regression;
    if (options.measures.empty()) {
        // With task=multiclass, two classes get the measures that average over classes.
        const std::size_t n =
            rows.design.task == ScoreTask::multiclass || rows.design.task == ScoreTask::ordinal
                ? std::max<std::size_t>(3, rows.design.classes.size())
                : rows.design.classes.size();
        auto usual = usual_measures(classes ? n : 0, {.ordered = rows.design.ordered,
                                                      .targets = rows.design.targets,
                                                      .main_only = options.main_only,
                                                      .zero_division = options.zero_division,
                                                      .values = values});
        if (rows.predicted.scores.empty())
            std::erase_if(usual, [](const Measure& m) { return m.needs_scores; });
        if (rows.predicted.judged) std::erase_if(usual, [](const Measure& m) { return !m.additive(); });
        if (rows.design.scale.right_or_wrong)
            std::erase_if(usual, [](const Measure& m) { return m.error_quantile() != nullptr; });
        for (auto& measure : usual) measure = of_rows(std::move(measure), rows.design);
        return usual;
    }
    std::vector<Measure> chosen;
    std::set<std::string> names;
    for (const auto& spec : options.measures) {
        chosen.push_back(make_measure(spec, rows.design, options.zero_division));
        const auto name = name_asked_for(spec, chosen.back());
        require(names.insert(name).second,
                "`measure`: '" + name + "' is named twice" +
                    (spec.print() == name ? "" : ", once as '" + spec.print() + '\''));
    }
    return chosen;
}

std::size_t leading_measure(std::span<const Measure> measures, const ScoreOptions& options)
{
    const auto found = std::ranges::find(measures, true, &Measure::main);
    return options.measures.empty() && found != measures.end()
               ? static_cast<std::size_t>(found - measures.begin())
               : 0;
}

std::string name_asked_for(const Spec& asked, const Measure& measure)
{
    Spec named(measure.name());
    for (const auto& [key, value] : asked.values()) named.set(key, value);
    return named.print();
}

void warn_below_half(const ScoredMeasure& figure, std::vector<Warning>& warnings)
{
    if (figure.measure.rank_figure() != &roc_area || figure.measure.direction != Direction::higher_is_better)
        return;
    if (!figure.value || !(figure.interval ? figure.interval->upper < 0.5 : figure.value.number() < 0.25))
        return;
    warnings.push_back(
        {warnings::auc_below_half, "'" + figure.measure.name() +
                                       "' is below 0.5: positive rows tend to have lower scores than "
                                       "negative rows; are these scores of "
                                       "the other class? (`positive` names the class of the scores)"});
}

void warn_never_predicted(ScoreReport& report, ZeroDivision rule)
{
    const auto averages = [](const ScoredMeasure& f) {
        return f.measure.of_confusion() && f.measure.class_count == ClassCount::several;
    };
    if (!report.confusion) return;
    std::string never;
    double rows = 0.0;
    for (std::size_t c = 0; c < report.classes.size(); ++c)
        if (report.confusion->truth(c) > 0.0 && !(report.confusion->predicted(c) > 0.0)) {
            never += (never.empty() ? "'" : ", '") + report.classes.name(c) + '\'';
            rows += report.confusion->truth(c);
        }
    if (never.empty()) return;
    if (std::ranges::none_of(report.measures, averages)) {
        const auto of_labels = [](const ScoredMeasure& f) { return !f.measure.needs_scores; };
        if (report.task == ScoreTask::binary && std::ranges::any_of(report.measures, of_labels))
            report.warnings.push_back(
                {warnings::class_never_predicted, "never predicted: " + never + ", the class of " +
                                                      shortest(rows) + (rows == 1.0 ? " row" : " rows")});
        return;
    }
    const std::string counts = rule == ZeroDivision::none  ? "is left out of averages"
                               : rule == ZeroDivision::one ? "counts as 1 in averages"
                                                           : "counts as 0 in averages";
    report.warnings.push_back(
        {warnings::class_never_predicted, "never predicted, so that its precision " + counts + ": " + never});
}

void require_method(const ScoredRows& rows, const std::vector<Measure>& measures, const ScoreOptions& options)
{
    require_judged_means(rows, measures, options);
    if (options.interval.automatic()) return;
    const bool of_folds = !rows.design.fold.empty();
    require(of_folds || !rows.design.out_of_fold,
            "`interval`: '" + options.interval.name() +
                "' is not valid for out-of-fold predictions with unknown folds; valid: auto "
                "(`split` names the column of folds)");
    const Design design = of_folds ? design_of_folds(rows) : test_set_design;
    const bool weighted = !of_folds && weighted_or_clustered(rows);
    const auto valid = [&](const Measure& m) {
        return interval_valid(options.interval, design, m, weighted);
    };
    if (options.measures.empty() && std::any_of(measures.begin(), measures.end(), valid)) return;
    for (const auto& m : measures) require_interval(options.interval, design, m, weighted);
}

namespace {

/// `confusion` is the confusion matrix of the rows, or null.
Value prevalence(const ScoredRows& rows, const std::optional<Confusion>& confusion)
{
    if (rows.design.task != ScoreTask::binary) return Value::none(reasons::not_binary);
    if (rows.design.weight.empty() && confusion)
        return Value(confusion->truth(rows.design.positive) / static_cast<double>(rows.size()));
    if (rows.design.weight.empty() && rows.size() > 0) {
        const auto n =
            std::count(rows.design.true_label.begin(), rows.design.true_label.end(), rows.design.positive);
        return Value(static_cast<double>(n) / static_cast<double>(rows.size()));
    }
    ExactSum positive;
    ExactSum all;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        all.add(rows.design.weight[i]);
        if (rows.design.true_label[i] == rows.design.positive) positive.add(rows.design.weight[i]);
    }
    return all.value() > 0.0 ? Value(positive.value() / all.value()) : Value::none(reasons::zero_weight);
}

std::string weights_note(const ScoredRows& rows)
{
    const auto effective = effective_rows(rows.design.weight);
    return "weights: effective sample size " +
           (effective ? shortest(std::round(effective.number() * 10) / 10) : "0") + " (Kish)";
}

/// Whether the figures of a test set have intervals.
enum class Wanted { values, intervals };

/// The figures of rows that one model predicted. Sets the confusion matrix, if rows have no weights.
std::vector<ScoredMeasure> score_test_set(const ScoredRows& rows, const std::vector<Measure>& measures,
                                          const ScoreOptions& options, Wanted wanted, ScoreReport& report)
{
    const PredictionView view = rows.view();
    auto all = evaluate_all(measures, view,
                            {.threads = options.threads,
                             .spread = !weighted_or_clustered(rows),
                             .confusion = !rows.predicted.label.empty()});
    for (std::size_t m = 0; m < measures.size() && view.judged != nullptr; ++m)
        all.values[m] = judged_value(view, measures[m]);
    if (rows.design.weight.empty()) report.confusion = all.confusion;
    std::vector<ScoredMeasure> figures;
    std::vector<TestIntervalRequest> requests;
    std::vector<std::size_t> at; // the measure of each request
    for (std::size_t m = 0; m < measures.size(); ++m) {
        const Measure& measure = measures[m];
        figures.push_back({.measure = measure, .value = all.values[m]});
        if (wanted == Wanted::values) continue;
        TestIntervalInput input{.predictions = &view,
                                .measure = &measure,
                                .seed = options.seed,
                                .samples = options.samples,
                                .threads = options.threads,
                                .candidates = options.candidates,
                                .cluster = rows.design.cluster,
                                .ranking = all.ranking ? &*all.ranking : nullptr,
                                .repeated = view.repeated,
                                .moments = all.moments[m].count() > 0 ? &all.moments[m] : nullptr,
                                .confusion =
                                    all.confusion && rows.design.weight.empty() ? &*all.confusion : nullptr};
        if (!all.values[m]) {
            figures.back().half_open = half_open_interval(input, options.level);
            continue;
        }
        input.value = all.values[m].number();
        requests.push_back(
            {.method = where_valid(options.interval, test_set_design, measure, weighted_or_clustered(rows)),
             .input = std::move(input)});
        at.push_back(m);
    }
    auto results = make_test_intervals(std::move(requests), options.level, options.threads);
    const auto says_else = [&](const Warning& warning) { // of another measure, by other numbers
        return std::ranges::any_of(results, [&](const IntervalResult& other) {
            return std::ranges::any_of(other.warnings, [&](const Warning& w) {
                return w.code == warning.code && w.text != warning.text;
            });
        });
    };
    std::vector<Warning> told;
    for (std::size_t r = 0; r < results.size(); ++r)
        for (auto warning : results[r].warnings) {
            if (says_else(warning)) warning.text = measures[at[r]].name() + ": " + warning.text;
            add_once(told, warning);
        }
    add_once(report.warnings, told);
    for (std::size_t r = 0; r < results.size(); ++r) {
        figures[at[r]].interval = std::move(results[r].interval);
        figures[at[r]].simultaneous = std::move(results[r].simultaneous);
    }
    return figures;
}

/// The figures of forecasts from several origins, which have no interval.
std::vector<ScoredMeasure> score_overlapping(const ScoredRows& rows, const std::vector<Measure>& measures,
                                             const ScoreOptions& options)
{
    std::vector<ScoredMeasure> figures;
    const auto all = evaluate_all(measures, rows.view(), {.threads = options.threads});
    for (std::size_t m = 0; m < measures.size(); ++m) {
        figures.push_back({.measure = measures[m], .value = all.values[m]});
        if (figures.back().value) figures.back().interval = reasons::no_interval_for_design;
    }
    return figures;
}

/// The figures of out-of-fold predictions with unknown folds, which have no interval.
std::vector<ScoredMeasure> score_unknown_folds(const ScoredRows& rows, const std::vector<Measure>& measures,
                                               std::vector<Warning>& warnings)
{
    std::vector<ScoredMeasure> figures;
    const auto all = evaluate_all(measures, rows.view());
    for (std::size_t m = 0; m < measures.size(); ++m) {
        const Measure& measure = measures[m];
        ScoredMeasure figure{.measure = measure, .value = all.values[m]};
        figure.estimand = Estimand::procedure;
        if (figure.value) figure.interval = reasons::no_fold_information;
        if (figure.value && of_ranks(measure))
            add_once(warnings, pooled_scores_warning(measure, figure.value.number()));
        figures.push_back(std::move(figure));
    }
    return figures;
}

/// The rows without their needless roles; null if they have none.
std::optional<ScoredRows> without_needless_roles(const ScoredRows& rows)
{
    auto plain = without_needless_roles(rows.design);
    if (plain.weight.size() == rows.design.weight.size() &&
        plain.cluster.size() == rows.design.cluster.size())
        return std::nullopt;
    ScoredRows some = rows;
    some.design = std::move(plain);
    return some;
}

} // namespace

Value RepeatsOfItems::error() const { return runs ? Value(runs->error()) : spread.error; }

Value RepeatsOfItems::error_of(double more_items, double more_repeats) const
{
    if (runs) return Value(runs->error(more_items, more_repeats));
    const auto n = static_cast<double>(items);
    return spread.standard_error(n * more_items, static_cast<double>(rows) / n * more_repeats);
}

namespace {

RepeatsOfItems repeats_of(const ScoredRows& rows, Level level)
{
    const auto& items = *rows.predicted.repeated;
    const auto& scale = rows.design.scale;
    RepeatsOfItems all{.items = items.values.size(),
                       .rows = items.rows(),
                       .most = items.most_repeats(),
                       .spread = spread_of(items)};
    if (const auto limits = limits_of_these_items(items, scale.lowest, scale.highest, level))
        all.these_items = Interval{.lower = limits->lower,
                                   .upper = limits->upper,
                                   .level = level,
                                   .method = "these_items",
                                   .estimand = Estimand::model,
                                   .guarantee = Guarantee::heuristic,
                                   .assumptions = {"the repeats of an item are independent draws"}};
    else
        all.these_items = limits.reason();
    all.runs = crossed_runs(items, rows.design.cluster);
    return all;
}

/// The report of the rows without their subgroups.
ScoreReport judge_as(Wanted wanted, const ScoredRows& given, const ScoreOptions& options)
{
    const auto plain = options.interval.automatic() ? without_needless_roles(given) : std::nullopt;
    const ScoredRows& rows = plain ? *plain : given;
    ScoreReport report;
    report.task = rows.design.task;
    if (report.task == ScoreTask::values) report.scale = rows.design.scale;
    if (rows.predicted.repeated) report.repeated = repeats_of(rows, options.level);
    report.seed = options.seed;
    report.rows = rows.size();
    report.level = options.level;
    report.classes = rows.design.classes;
    if (rows.design.task == ScoreTask::binary) {
        report.positive = rows.design.classes.name(rows.design.positive);
        report.positive_by = rows.design.positive_by;
    }
    report.notes = in_words(rows.notes);
    report.warnings = rows.warnings;
    if (std::any_of(given.design.weight.begin(), given.design.weight.end(), [](double w) { return w > 0.0; }))
        report.notes.push_back(weights_note(given));
    if (!rows.design.fold.empty()) {
        const Design design = design_of_folds(rows);
        report.folds = design.splits;
        report.repeats = design.repeats;
        report.training_rows = design.training_rows;
    }
    report.clusters = clusters_that_occur(given.design);

    const auto measures = chosen_measures(rows, options);
    require_method(rows, measures, options);
    if (!rows.design.fold.empty())
        report.measures = score_folds(rows, measures, options, report.warnings);
    else if (rows.design.out_of_fold)
        report.measures = score_unknown_folds(rows, measures, report.warnings);
    else if (rows.design.overlapping && rows.design.cluster.empty() && options.interval.automatic())
        report.measures = score_overlapping(rows, measures, options);
    else
        report.measures = score_test_set(rows, measures, options, wanted, report);
    report.leading = leading_measure(measures, options);
    if (!report.confusion && !rows.predicted.label.empty()) report.confusion = confusion_of(rows.view());
    report.prevalence = prevalence(rows, report.confusion);
    for (std::size_t m = 0; m < measures.size(); ++m) {
        report.measures[m].name =
            options.measures.empty() ? measures[m].name() : name_asked_for(options.measures[m], measures[m]);
        warn_below_half(report.measures[m], report.warnings);
        if (!report.measures[m].value) continue;
        const bool one_set = measures[m].additive() || rows.design.fold.empty();
        if (auto warning = clipped_warning(measures[m], rows.view(), one_set))
            report.warnings.push_back(std::move(*warning));
    }
    warn_never_predicted(report, options.zero_division);
    return report;
}

/// The rows of a test set with those of each cluster side by side, so that sums over clusters read memory in
/// order; nothing if they are. No figure depends on the order of such rows.
std::optional<ScoredRows> cluster_by_cluster(const ScoredRows& rows)
{
    const auto& design = rows.design;
    const bool in_any_order = design.fold.empty() && !design.out_of_fold && !design.overlapping &&
                              !design.time_ordered && !rows.predicted.judged;
    if (!in_any_order || std::ranges::is_sorted(design.cluster)) return std::nullopt;
    std::vector<std::uint32_t> order(rows.size());
    std::iota(order.begin(), order.end(), 0u);
    order = Units(std::move(order), design.cluster).in_order();
    ScoredRows sorted = select_rows(rows, order);
    sorted.design.subgroups = design.subgroups;
    if (!design.subgroup.empty())
        for (const auto i : order) sorted.design.subgroup.push_back(design.subgroup[i]);
    sorted.notes = rows.notes;
    sorted.warnings = rows.warnings;
    return sorted;
}

ScoreReport judge(const ScoredRows& rows, const ScoreOptions& options)
{
    return judge_as(Wanted::intervals, rows, options);
}

} // namespace

ScoreReport score(const ScoredRows& given, const ScoreOptions& options)
{
    if (options.threshold_rule) {
        auto labelled = given;
        const auto thresholds =
            label_by_rule(labelled, *options.threshold_rule, options.seed, options.threads);
        auto of_labels = options;
        of_labels.threshold_rule.reset();
        auto report = score(labelled, of_labels);
        report.thresholds = thresholds;
        return report;
    }
    require(options.candidates >= 1 && options.candidates <= 1'000'000,
            "`candidates`: " + std::to_string(options.candidates) +
                " models; expected a number from 1 to 1000000");
    const auto sorted = cluster_by_cluster(given);
    const ScoredRows& rows = sorted ? *sorted : given;
    require(options.candidates == 1 || (rows.design.fold.empty() && !rows.design.out_of_fold),
            "`candidates` is for the predictions of one test set, and these are out of fold");
    auto requirements =
        judge_requirements(rows, options, judge); // first: a wrong one is refused before the rest
    ScoreReport report;
    Digest digest; // made beside the figures: a hash of all rows keeps one thread busy
    run_both(
        rows.size() < 100'000 ? 1 : options.threads, [&] { report = judge(rows, options); },
        [&] { digest = digest_of(given); });
    report.digest = digest;
    add_baselines(report.measures, rows);
    report.requirements = std::move(requirements);
    if (rows.predicted.judged) report.judged = judge_help(rows, options, report.warnings);
    if (rows.design.task == ScoreTask::binary && PositiveClass{0, rows.design.positive_by}.guessed() &&
        std::ranges::any_of(report.measures,
                            [](const ScoredMeasure& m) { return m.measure.depends_on_positive(); }))
        report.warnings.push_back(guessed_positive(rows.design.positive_by, report.positive,
                                                   rows.design.classes.name(1 - rows.design.positive)));
    if (options.per_class) add_classes(rows, options, judge, report);
    const auto at = rows_of_subgroups(rows);
    for (std::size_t g = 0; g < at.size(); ++g) {
        ScoredRows some = select_rows(rows, at[g]);
        some.warnings = class_warnings(some);
        report.subgroups.push_back(judge(some, options));
        report.subgroups.back().subgroup = rows.design.subgroups.name(g);
    }
    const auto judge_rest = [&](std::uint32_t g, bool intervals) {
        std::vector<std::uint32_t> others;
        for (std::uint32_t i = 0; i < rows.size(); ++i)
            if (rows.design.subgroup[i] != g) others.push_back(i);
        return judge_as(intervals ? Wanted::intervals : Wanted::values, select_rows(rows, others), options);
    };
    if (at.size() > 1) add_gaps(rows, judge_rest, report);
    return report;
}

} // namespace unseen
