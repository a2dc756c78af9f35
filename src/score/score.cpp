#include "unseen/score/score.hpp"

#include "unseen/base/error.hpp"
#include "unseen/estimate/test_interval.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>

namespace unseen {

namespace {

Value prevalence(const ScoredRows& rows)
{
    if (rows.task != ScoreTask::binary) return Value::none("not_binary");
    ExactSum positive;
    ExactSum all;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double w = rows.weight.empty() ? 1.0 : rows.weight[i];
        all.add(w);
        if (rows.true_label[i] == rows.positive) positive.add(w);
    }
    return all.value() > 0.0 ? Value(positive.value() / all.value()) : Value::none("zero_weight");
}

std::vector<Measure> chosen_measures(const ScoredRows& rows, const ScoreOptions& options)
{
    const bool classes = rows.task != ScoreTask::regression;
    if (options.measures.empty()) {
        // Two classes that are to be taken for several get the measures that average over classes.
        const std::size_t n =
            rows.task == ScoreTask::multiclass ? std::max<std::size_t>(3, rows.classes.size()) : rows.classes.size();
        auto usual = usual_measures(classes ? n : 0, {.zero_division = options.zero_division});
        if (rows.scores.empty()) std::erase_if(usual, [](const Measure& m) { return m.needs_scores; });
        return usual;
    }
    std::vector<Measure> chosen;
    for (const auto& spec : options.measures) {
        chosen.push_back(make_measure(spec, classes, options.zero_division));
        require_test_interval(options.interval, chosen.back());
    }
    return chosen;
}

/// The spec as it was asked for, an alias replaced by the name that is printed everywhere.
std::string name_asked_for(const Spec& asked, const Measure& measure)
{
    Spec named(measure.name());
    for (const auto& [key, value] : asked.values()) named.set(key, value);
    return named.print();
}

void add_once(std::vector<Warning>& all, const std::vector<Warning>& more)
{
    for (const auto& warning : more)
        if (std::find(all.begin(), all.end(), warning) == all.end()) all.push_back(warning);
}

/// An AUC that is surely below one half orders the rows the wrong way round.
void warn_below_half(const ScoredMeasure& figure, std::vector<Warning>& warnings)
{
    if (figure.measure.statistic != Statistic::auc || figure.measure.direction != Direction::higher_is_better) return;
    if (!figure.value || !(figure.interval ? figure.interval->upper < 0.5 : figure.value.number() < 0.25)) return;
    warnings.push_back(
        {"auc_below_half", "'" + figure.measure.name() +
                               "' lies below 0.5: the scores order the rows the wrong way round; are they those of the "
                               "other class? (--positive names the class they are for)"});
}

/// A class that is never predicted has no precision, and averages over classes count it by a rule that the reader should know of.
void warn_never_predicted(const ScoreReport& report, ZeroDivision rule, std::vector<Warning>& warnings)
{
    const auto averages = [](const ScoredMeasure& f) { return f.measure.cells && f.measure.class_count == ClassCount::several; };
    if (!report.confusion || std::none_of(report.measures.begin(), report.measures.end(), averages)) return;
    std::string never;
    for (std::size_t c = 0; c < report.classes.size(); ++c)
        if (report.confusion->truth(c) > 0.0 && !(report.confusion->predicted(c) > 0.0))
            never += (never.empty() ? "'" : ", '") + report.classes.name(c) + '\'';
    if (never.empty()) return;
    const std::string counts = rule == ZeroDivision::none  ? "is left out of averages"
                               : rule == ZeroDivision::one ? "counts 1 in averages"
                                                           : "counts 0 in averages";
    warnings.push_back({"class_never_predicted", "never predicted, so that its precision " + counts + ": " + never});
}

} // namespace

ScoreReport score(const ScoredRows& rows, const ScoreOptions& options)
{
    const PredictionView view = rows.view();
    ScoreReport report;
    report.task = rows.task;
    report.rows = rows.size();
    report.level = options.level;
    report.classes = rows.classes;
    if (rows.task == ScoreTask::binary) report.positive = rows.classes.name(rows.positive);
    report.prevalence = prevalence(rows);
    report.notes = rows.notes;
    report.warnings = rows.warnings;
    if (!rows.label.empty()) report.confusion = confusion_of(view);

    bool used = options.interval == "auto";
    std::vector<Measure> measures = chosen_measures(rows, options);
    for (std::size_t m = 0; m < measures.size(); ++m) {
        const bool asked = !options.measures.empty();
        ScoredMeasure figure{.name = asked ? name_asked_for(options.measures[m], measures[m]) : measures[m].name(),
                             .measure = std::move(measures[m])};
        figure.value = evaluate(figure.measure, view);
        const bool fits = test_interval_valid(options.interval, figure.measure);
        used = used || fits;
        if (figure.value) {
            auto result = make_test_interval(fits ? options.interval : "auto",
                                             {.predictions = &view,
                                              .measure = &figure.measure,
                                              .value = figure.value.number(),
                                              .seed = options.seed,
                                              .samples = options.samples},
                                             options.level);
            figure.interval = std::move(result.interval);
            figure.interval_reason = std::move(result.reason);
            add_once(report.warnings, result.warnings);
        } else {
            figure.interval_reason = "no_value";
        }
        warn_below_half(figure, report.warnings);
        report.measures.push_back(std::move(figure));
    }
    warn_never_predicted(report, options.zero_division, report.warnings);
    if (!used) require_test_interval(options.interval, report.measures.front().measure); // valid for none: throws
    return report;
}

} // namespace unseen
