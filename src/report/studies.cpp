#include "unseen/report/studies.hpp"

#include "base/listed.hpp"
#include "report/words.hpp"

#include "unseen/base/number.hpp"
#include "unseen/report/verdicts.hpp"

#include <algorithm>
#include <set>

namespace unseen {

namespace {

/// The names that the rows of the tables need, which are those that differ between rows.
struct Names {
    explicit Names(std::span<const StudiedTruth> truths)
        : learners(std::ranges::any_of(
              truths, [&](const auto& t) { return t.learner_name != truths.front().learner_name; })),
          measures(
              std::ranges::any_of(truths, [&](const auto& t) { return t.measure != truths.front().measure; }))
    {
    }
    bool learners;
    bool measures;
};

ResultTable truth_table(std::span<const StudiedTruth> truths, const Names& names)
{
    const bool least = std::ranges::any_of(truths, [](const auto& t) { return t.least.has_value(); });
    ResultTable table{.columns = {{"rows", true}}, .rows = {}};
    if (names.learners) table.columns.push_back({"learner"});
    if (names.measures) table.columns.push_back({"measure"});
    table.columns.insert(table.columns.end(), {{"mean", true}, {"std. error", true}, {"std. dev.", true}});
    if (least) table.columns.push_back({"best possible", true});
    table.columns.push_back({"fresh rows", true});
    for (const auto& t : truths) {
        auto& row = table.rows.emplace_back();
        row = {t.rows};
        if (names.learners) row.emplace_back(t.learner_name);
        if (names.measures) row.emplace_back(t.measure);
        row.insert(row.end(), {Cell(t.mean), Cell(t.standard_error), Cell(t.standard_deviation)});
        if (least) row.push_back(t.least ? Cell(Value(*t.least)) : Cell("-", ""));
        row.emplace_back(t.fresh_rows);
    }
    return table;
}

ResultTable estimator_table(const EstimatorStudy& study, const Names& names, bool times)
{
    ResultTable table{.columns = {{"rows", true}}, .rows = {}};
    if (names.learners) table.columns.push_back({"learner"});
    table.columns.push_back({"estimator"});
    if (names.measures) table.columns.push_back({"measure"});
    table.columns.insert(table.columns.end(), {{"mean", true, true},
                                               {"bias", true},
                                               {"its std. error", true},
                                               {"std. dev.", true},
                                               {"rmse, model", true},
                                               {"rmse, procedure", true},
                                               {"covers model", true},
                                               {"covers procedure", true},
                                               {"length", true},
                                               {"fits", true}});
    if (times) table.columns.push_back({"seconds", true});
    for (const auto& e : study.estimators) {
        auto& row = table.rows.emplace_back();
        row = {e.rows};
        if (names.learners) row.emplace_back(e.learner_name);
        row.emplace_back(e.estimator_name);
        if (names.measures) row.emplace_back(e.measure);
        Cell bias(e.bias);
        if (!e.bias)
            bias = Cell("none: " + std::string(e.bias.reason()), "");
        else if (e.failures > 0)
            bias.shown += '*';
        row.insert(row.end(), {Cell(e.mean), std::move(bias), Cell(e.bias_error), Cell(e.standard_deviation),
                               Cell(e.rmse_model), Cell(e.rmse_procedure), Cell(e.covered_model),
                               Cell(e.covered_procedure), Cell(e.length), e.fits});
        if (times) row.emplace_back(Value(e.seconds));
    }
    return table;
}

/// The table for programs: everything, with the truth beside each estimate.
ResultTable long_table(const EstimatorStudy& study, std::uint64_t repetitions, bool times)
{
    ResultTable table;
    for (const char* title : {"rows",
                              "learner",
                              "estimator",
                              "measure",
                              "repetitions",
                              "without_figure",
                              "truth",
                              "truth_standard_deviation",
                              "mean",
                              "bias",
                              "bias_standard_error",
                              "standard_deviation",
                              "rmse_model",
                              "rmse_procedure",
                              "intervals",
                              "covered_model",
                              "covered_procedure",
                              "length",
                              "method",
                              "fits",
                              "failures",
                              "reason",
                              "learner_name"})
        table.columns.push_back({title});
    table.columns.back().names = true;
    if (times) table.columns.push_back({"seconds"});
    for (const auto& e : study.estimators) {
        const auto truth = std::ranges::find_if(study.truths, [&](const StudiedTruth& t) {
            return t.rows == e.rows && t.learner_name == e.learner_name && t.measure == e.measure;
        });
        auto& row = table.rows.emplace_back();
        row = {e.rows,
               e.learner,
               e.estimator,
               e.measure,
               e.repetitions,
               repetitions - e.repetitions,
               Cell(truth->mean),
               Cell(truth->standard_deviation),
               Cell(e.mean),
               Cell(e.bias),
               Cell(e.bias_error),
               Cell(e.standard_deviation),
               Cell(e.rmse_model),
               Cell(e.rmse_procedure),
               e.intervals,
               Cell(e.covered_model),
               Cell(e.covered_procedure),
               Cell(e.length),
               e.interval_method,
               e.fits,
               e.failures,
               !e.bias                        ? std::string(e.bias.reason())
               : e.interval_reason != nullptr ? std::string(*e.interval_reason)
                                              : "",
               e.learner_name};
        if (times) row.emplace_back(shortest(e.seconds));
    }
    return table;
}

Json truth_json(const StudiedTruth& t)
{
    auto json =
        Json::object().add("rows", t.rows).add("learner", t.learner).add("learner_name", t.learner_name);
    json.add("measure", t.measure).add("fresh_rows", t.fresh_rows).add("repetitions", t.repetitions);
    json.add_value("mean", t.mean).add_value("standard_error", t.standard_error);
    json.add_value("standard_deviation", t.standard_deviation)
        .add("best_possible", t.least ? Json(*t.least) : Json());
    return json;
}

Json estimator_json(const StudiedEstimator& e, bool times)
{
    auto json =
        Json::object().add("rows", e.rows).add("learner", e.learner).add("learner_name", e.learner_name);
    json.add("estimator", e.estimator).add("measure", e.measure).add("repetitions", e.repetitions);
    json.add_value("mean", e.mean).add_value("bias", e.bias).add_value("bias_standard_error", e.bias_error);
    json.add_value("standard_deviation", e.standard_deviation);
    json.add("rmse",
             Json::object().add("model", Json(e.rmse_model)).add("procedure", Json(e.rmse_procedure)));
    auto intervals = Json::object().add("repetitions", e.intervals);
    if (e.intervals > 0) intervals.add("method", e.interval_method);
    intervals.add("covered_model", Json(e.covered_model)).add("covered_procedure", Json(e.covered_procedure));
    intervals.add_value("length", e.length);
    json.add("intervals", std::move(intervals)).add("fits", e.fits).add("failures", e.failures);
    if (times) json.add("seconds", e.seconds);
    if (!e.refusal.empty()) json.add("refusal", Json::sentence(e.refusal));
    return json;
}

/// "100 rows, knn, loo": an estimator of the table.
std::string named(const StudiedEstimator& e, const Names& names)
{
    return std::to_string(e.rows) + " rows, " + (names.learners ? e.learner_name + ", " : "") +
           e.estimator_name + (names.measures ? ", " + e.measure : "");
}

std::vector<Note> notes(const EstimatorStudy& study, const Names& names, std::uint64_t repetitions)
{
    std::vector<std::string> lines;
    std::set<std::string> reasons;
    for (const auto& e : study.estimators) {
        if (!e.bias)
            reasons.insert(e.refusal.empty() ? explained(e.bias.reason()) : e.refusal);
        else if (e.intervals == 0)
            reasons.insert(explained(*e.interval_reason));
        if (e.bias && e.repetitions < repetitions)
            lines.push_back(named(e, names) + ": no figure in " +
                            std::to_string(repetitions - e.repetitions) + " of " +
                            std::to_string(repetitions) + " repetitions, which are left out");
        if (e.intervals > 0 && e.intervals < e.repetitions)
            lines.push_back(named(e, names) + ": no interval in " +
                            std::to_string(e.repetitions - e.intervals) + " of " +
                            std::to_string(e.repetitions) + " repetitions: " + explained(*e.interval_reason));
    }
    if (reasons.empty() && lines.empty()) return {};
    lines.insert(lines.begin(), reasons.begin(), reasons.end());
    return {{"Why figures are missing:", lines}};
}

Note legend(Level level)
{
    return {
        "What the columns mean, over the repetitions:",
        {"bias: the mean of the estimate less the error of the model of all rows, with its standard error",
         "std. dev.: of the estimate",
         "rmse, model: root of the mean squared distance of the estimate from the error of the model of all "
         "rows",
         "rmse, procedure: the same from the mean of these errors, which is the expected error of the "
         "learner at this size",
         "covers model, covers procedure: the share of the " + percent(level) +
             " intervals that hold the one and the other",
         "length: the mean length of the intervals",
         "fits: those of one sample that the estimate needs; estimators share them"}};
}

/// The estimator whose figures are nearest to the expected error at the largest size, for the first learner
/// and measure.
Verdict study_verdict(const EstimatorStudy& study)
{
    Verdict verdict{.question = Question::which_estimator, .noun = "estimator"};
    std::vector<std::string> names;
    std::vector<Value> values;
    const auto& first = study.estimators.front();
    const auto rows = study.estimators.back().rows;
    for (const auto& e : study.estimators)
        if (e.rows == rows && e.learner == first.learner && e.measure == first.measure) {
            names.push_back(e.estimator_name);
            values.push_back(e.rmse_procedure);
        }
    verdict.part = "with " + counted(rows, "row");
    verdict.measure =
        "root mean squared distance from the expected " + first.measure + " of " + first.learner_name;
    take_leaders(verdict, names, values);
    if (verdict.value)
        verdict.sentences = {listed_with_and(verdict.leaders) +
                             (verdict.leaders.size() == 1 ? " has" : " have") + " the smallest " +
                             verdict.measure + ", " + readable(verdict.value.number()) + ", of " +
                             counted(verdict.among, "estimator") + ' ' + verdict.part + '.'};
    settle(verdict);
    return verdict;
}

} // namespace

Answer answer_of(const EstimatorStudy& study, const Population& population, const StudyOptions& options,
                 bool times)
{
    const Names names(study.truths);
    const bool classes = population.response == ResponseType::classes;
    const auto& seed = options.job.run.seed;
    Answer answer;
    answer.heading = {population.name + ": " +
                          (population.rows ? counted(*population.rows, "row") + ", " : "") +
                          counted(population.features, "feature") + ", " +
                          (classes ? counted(population.classes, "class", "classes") : "numbers") +
                          "; seed " + std::to_string(seed),
                      (names.learners ? "" : study.truths.front().learner_name + ", ") +
                          (names.measures ? "" : study.truths.front().measure + ", ") +
                          std::to_string(options.repetitions) + " samples of each size; intervals of " +
                          percent(options.job.level)};
    answer.table = estimator_table(study, names, times);
    answer.long_table = long_table(study, options.repetitions, times);
    answer.further.push_back(
        {"The errors of the models of all rows, on fresh rows", truth_table(study.truths, names)});
    answer.notes = notes(study, names, options.repetitions);
    answer.legend = {legend(options.job.level)};

    answer.json = answer_object("study");
    answer.json.add("study", "estimators").add("source", population.name);
    if (population.rows) answer.json.add("source_rows", *population.rows);
    answer.json.add("features", population.features).add("response", classes ? "classes" : "numbers");
    answer.json.add("seed", seed)
        .add("level", options.job.level.value())
        .add("repetitions", options.repetitions);
    answer.json.add("truths", Json::list(study.truths, truth_json));
    answer.json.add("estimators",
                    Json::list(study.estimators, [&](const auto& e) { return estimator_json(e, times); }));
    answer.warn(population.warnings);
    answer.json.add("warnings", warnings_json(population.warnings));
    conclude(answer, study_verdict(study));
    return answer;
}

} // namespace unseen
