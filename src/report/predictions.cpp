#include "unseen/report/predictions.hpp"

#include "report/prediction_parts.hpp"

#include "unseen/contest/feature_errors.hpp"
#include "unseen/estimate/tested_rows.hpp"
#include "unseen/measure/measure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unseen {

namespace {

/// The most curves of one kind, one for each learner and class; the first learner has all of its own.
constexpr std::size_t most_series = 12;
constexpr std::size_t most_points = 200;
/// Larger confusion matrices are left out.
constexpr std::size_t most_classes = 100;
constexpr std::size_t most_features = 12;
/// With more rows, errors by features are from a part of them; with more features there are none.
constexpr std::size_t most_judged_rows = 20'000;
constexpr std::size_t most_judged_features = 1'000;

/// The figure by which learners are ordered: the smaller, the better. Infinite without one.
double place_of(const DescribedPredictions& of, std::span<const Estimate> estimates, bool classes)
{
    for (const auto& e : estimates) {
        if (e.asked.learner_name != of.learner_name || e.asked.estimator != of.estimator || !e.value)
            continue;
        const auto measure = make_measure(Spec::parse(e.asked.measure), classes);
        return measure.direction == Direction::lower_is_better ? e.value.number() : -e.value.number();
    }
    return std::numeric_limits<double>::infinity();
}

std::vector<DescribedPredictions> best_described(const EstimateReport& report, const Dataset& data)
{
    auto all = report.described;
    const bool classes = data.response_type() == ResponseType::classes;
    std::ranges::stable_sort(all, {},
                             [&](const auto& of) { return place_of(of, report.estimates, classes); });
    const auto series = std::max<std::size_t>(data.classes().size() > 2 ? data.classes().size() : 1, 1);
    const auto most = std::clamp<std::size_t>(most_series / series, 1, most_described_learners);
    if (all.size() > most) all.resize(most);
    return all;
}

/// Of classes 1 for a wrong label, of numbers the absolute residual; empty for points.
std::vector<double> errors_of(const TestedRows& rows)
{
    std::vector<double> errors;
    const auto& [design, model, at] = rows;
    if (design.targets > 1) return errors;
    for (std::size_t i = 0; i < at.size(); ++i)
        errors.push_back(design.task == ScoreTask::regression
                             ? std::abs(design.true_value[i] - model.value[i])
                             : static_cast<double>(design.true_label[i] != model.label[i]));
    return errors;
}

Json bin_json(const FeatureBin& bin, bool numeric)
{
    auto json = Json::object();
    if (bin.missing)
        json.add("missing", true);
    else if (bin.others)
        json.add("others", true);
    else if (numeric)
        json.add("lowest", bin.lowest).add("highest", bin.highest);
    else
        json.add("category", bin.category);
    return json.add("rows", bin.rows)
        .add("error", bin.error)
        .add("standard_error", bin.standard_error ? Json(*bin.standard_error) : Json());
}

Json features_json(const Dataset& data, const TestedRows& rows)
{
    auto errors = errors_of(rows);
    if (errors.empty() || data.feature_count() > most_judged_features) return Json::array();
    auto at = rows.row;
    const auto step = (at.size() + most_judged_rows - 1) / most_judged_rows;
    for (std::size_t k = 0; step > 1 && k * step < at.size(); ++k) {
        at[k] = at[k * step];
        errors[k] = errors[k * step];
    }
    at.resize((at.size() + step - 1) / step);
    errors.resize(at.size());
    auto features = errors_by_feature(data, at, errors);
    if (features.size() > most_features) features.resize(most_features);
    return Json::list(features, [](const FeatureErrors& of) {
        return Json::object()
            .add("feature", of.feature)
            .add("explained", of.explained)
            .add("bins",
                 Json::list(of.bins, [&](const FeatureBin& bin) { return bin_json(bin, of.numeric); }));
    });
}

Json learner_json(const DescribedPredictions& of, const Dataset& data, bool show_cells)
{
    const auto& [design, model, row] = *of.rows;
    const bool classes = design.task != ScoreTask::regression;
    return Json::object()
        .add("learner_name", of.learner_name)
        .add("rows", row.size())
        .add("confusion", classes && design.classes.size() <= most_classes
                              ? confusion_json(confusion_of(view_of(design, model)), design.classes)
                              : Json())
        .add("error", classes ? "error_rate" : "mae")
        .add("features", show_cells ? features_json(data, *of.rows) : Json::array());
}

} // namespace

void add_predictions(Answer& answer, const EstimateReport& report, const Dataset& data, bool show_cells,
                     std::size_t threads)
{
    const auto described = best_described(report, data);
    if (described.empty()) return;
    std::vector<RowsOfModel> each;
    for (const auto& of : described)
        each.push_back({of.learner_name, &of.rows->design, view_of(of.rows->design, of.rows->model)});
    answer.json.add(
        "predictions",
        Json::object()
            .add("estimator", described.front().estimator)
            .add("one_in", described.front().one_in)
            .add("out_of_fold", described.front().rows->design.out_of_fold)
            .add("learners",
                 Json::list(described, [&](const auto& of) { return learner_json(of, data, show_cells); }))
            .add("curves", Json::array(curves_json(each, InReports::of_one_model, most_points, threads))));
}

} // namespace unseen
