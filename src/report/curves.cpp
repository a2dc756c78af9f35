#include "unseen/report/curves.hpp"

#include "report/prediction_parts.hpp"

#include "base/csv_writer.hpp"
#include "base/listed.hpp"

#include "unseen/base/inert.hpp"
#include "unseen/base/number.hpp"
#include "unseen/curve/average.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace unseen {

namespace {

/// The curves of these rows. Limits need independent rows, each predicted once, so they are left out if rows
/// have clusters or predictions in several repeats.
std::vector<std::vector<Curve>> curves_of(const RowDesign& design, const PredictionView& view,
                                          std::span<const Spec> specs, std::size_t threads)
{
    auto made = make_curves(specs, view, threads);
    const bool independent =
        design.clusters.size() == 0 &&
        std::ranges::none_of(design.folds, [](const RowFold& fold) { return fold.repeat_number > 0; });
    if (independent) return made;
    for (std::size_t s = 0; s < specs.size(); ++s) {
        const auto& columns = curve_info(specs[s].name()).columns;
        for (auto& curve : made[s])
            for (std::size_t i = 0; i < curve.size() * columns.size(); ++i)
                if (columns[i % columns.size()].is_limit)
                    (*curve.cells)[i] = Value::none(reasons::no_interval_for_design);
    }
    return made;
}

std::vector<Value> column_of(const Curve& curve, std::size_t column)
{
    std::vector<Value> values;
    for (std::size_t i = 0; i < curve.size(); ++i) values.push_back(curve.at(i, column));
    return values;
}

std::vector<std::string> curve_columns(const CurveInfo& info, bool grouped)
{
    std::vector<std::string> names;
    if (grouped) names.emplace_back("group");
    if (!info.of_numbers) names.emplace_back("class");
    for (const auto& column : info.columns) names.push_back(column.name);
    return names;
}

CurveFile curve_file(const Spec& spec, std::vector<SubgroupCurves> subgroups)
{
    const auto& info = curve_info(spec.name());
    CurveFile file{.name = spec.name(),
                   .csv = curves_csv(info, subgroups),
                   .columns = curve_columns(info, subgroups.size() > 1),
                   .subgroups = subgroups.size() - 1};
    for (const auto& curve : subgroups.front().curves) {
        if (curve.size() > 0)
            file.classes += info.of_numbers ? 0 : 1;
        else if (!info.of_numbers)
            file.without.push_back(curve.label);
    }
    for (const auto& subgroup : subgroups)
        for (const auto& curve : subgroup.curves) file.points += curve.size();
    file.all_rows = std::move(subgroups.front().curves);
    return file;
}

} // namespace

std::string curves_csv(const CurveInfo& info, std::span<const SubgroupCurves> subgroups)
{
    std::string out;
    CsvWriter csv([&](std::string_view text) { out += text; });
    const bool grouped = subgroups.size() > 1;
    for (const auto& name : curve_columns(info, grouped)) csv.text(name);
    csv.end_line();
    for (const auto& [subgroup, curves] : subgroups)
        for (const auto& curve : curves)
            for (std::size_t i = 0; i < curve.size(); ++i) {
                if (grouped) csv.text(inert(subgroup, "\n\t"));
                if (!info.of_numbers) csv.text(inert(curve.label, "\n\t"));
                for (std::size_t c = 0; c < curve.columns; ++c) {
                    const Value value = curve.at(i, c);
                    csv.field(value ? shortest(value.number()) : value.lacks(reasons::infinite) ? "inf" : "");
                }
                csv.end_line();
            }
    csv.finish();
    return out;
}

namespace {

std::vector<Value> as_values(const std::vector<double>& numbers) { return {numbers.begin(), numbers.end()}; }

CurveAverage average_of(const CurveInfo& info, std::string kind, const MeanCurve& mean)
{
    CurveAverage average{.kind = std::move(kind), .curves = mean.curves};
    average.columns = {{info.columns[1].name, as_values(mean.x)},
                       {info.columns[2].name, as_values(mean.mean)}};
    return average;
}

/// The pooled curve of all classes, and the mean of their curves.
void add_class_averages(CurveFile& file, const Spec& spec, const PredictionView& view, std::size_t threads)
{
    const auto& info = curve_info(spec.name());
    const auto micro = micro_curves(std::span(&spec, 1), view, threads).front();
    if (micro.size() > 0) {
        CurveAverage average{.kind = "micro", .curves = view.classes->size()};
        for (std::size_t c = 0; c < info.columns.size(); ++c)
            average.columns.emplace_back(info.columns[c].name, column_of(micro, c));
        file.averages.push_back(std::move(average));
    }
    std::vector<OneClass> classes;
    for (std::uint32_t c = 0; c < view.classes->size(); ++c) classes.push_back({&view, c});
    const auto macro = mean_curve(spec, classes, threads);
    if (macro.curves > 0) file.averages.push_back(average_of(info, "macro", macro));
}

/// The curve of each fold, for the positive class, and their mean.
void add_fold_average(CurveFile& file, const Spec& spec, const ScoredRows& rows,
                      const std::vector<ScoredRows>& folds, std::size_t threads)
{
    constexpr std::size_t most_parts = 100;
    std::vector<PredictionView> views;
    for (const auto& fold : folds) views.push_back(fold.view());
    std::vector<OneClass> of;
    for (const auto& view : views) of.push_back({&view, rows.design.positive});
    const auto mean = mean_curve(spec, of, threads);
    if (mean.curves < 2) return;
    auto average = average_of(curve_info(spec.name()), "folds", mean);
    average.label = rows.design.classes.name(rows.design.positive);
    std::vector<Value> lower;
    std::vector<Value> upper;
    for (std::size_t i = 0; i < mean.x.size(); ++i) {
        lower.emplace_back(std::max(0.0, mean.mean[i] - mean.standard_deviation[i]));
        upper.emplace_back(std::min(1.0, mean.mean[i] + mean.standard_deviation[i]));
    }
    average.columns.emplace_back("lower", std::move(lower));
    average.columns.emplace_back("upper", std::move(upper));
    for (std::size_t i = 0; i < std::min(views.size(), most_parts); ++i) {
        auto curve = make_curves(spec, views[i], threads).front();
        const auto& fold = rows.design.folds[i];
        if (curve.size() > 0)
            average.parts.emplace_back(fold.repeat.empty() ? fold.split : fold.repeat + ", " + fold.split,
                                       std::move(curve));
    }
    file.averages.push_back(std::move(average));
}

std::vector<ScoredRows> rows_of_folds(const ScoredRows& rows)
{
    std::vector<std::vector<std::uint32_t>> at(rows.design.folds.size());
    for (std::uint32_t i = 0; i < rows.design.fold.size(); ++i) at[rows.design.fold[i]].push_back(i);
    std::vector<ScoredRows> folds;
    for (const auto& some : at) folds.push_back(select_rows(rows, some));
    return folds;
}

void add_averages(CurveFile& file, const Spec& spec, const ScoredRows& rows, std::size_t threads)
{
    if (!curve_info(spec.name()).has_mean) return;
    if (rows.design.classes.size() > 2) add_class_averages(file, spec, rows.view(), threads);
    if (rows.design.classes.size() == 2 && rows.design.folds.size() > 1)
        add_fold_average(file, spec, rows, rows_of_folds(rows), threads);
}

} // namespace

std::vector<CurveFile> draw_curves(const ScoredRows& rows, std::span<const Spec> curves, std::size_t threads,
                                   bool with_averages)
{
    std::vector<std::vector<SubgroupCurves>> drawn(curves.size());
    const auto draw = [&](const std::string& subgroup, const ScoredRows& of) {
        auto made = curves_of(of.design, of.view(), curves, threads);
        for (std::size_t i = 0; i < curves.size(); ++i)
            drawn[i].push_back({.subgroup = subgroup, .curves = std::move(made[i])});
    };
    draw("", rows);
    const auto subgroups = rows_of_subgroups(rows);
    for (std::size_t g = 0; g < subgroups.size(); ++g)
        draw(rows.design.subgroups.name(g), select_rows(rows, subgroups[g]));
    std::vector<CurveFile> files;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        files.push_back(curve_file(curves[i], std::move(drawn[i])));
        if (with_averages) add_averages(files.back(), curves[i], rows, threads);
    }
    return files;
}

std::vector<Warning> curve_warnings(const ScoredRows& rows)
{
    if (!rows.design.out_of_fold) return {};
    return {{warnings::pooled_scores,
             "the curves rank the rows of several models as if one model had scored them"}};
}

std::string curve_file_note(const CurveFile& file)
{
    std::string text = file.path + ": " + std::to_string(file.points) + " points";
    if (file.classes > 1) text += " of " + std::to_string(file.classes) + " classes";
    if (file.subgroups > 0)
        text += (file.classes > 1 ? ", of all rows and " : " of all rows and ") +
                std::to_string(file.subgroups) + " subgroups";
    if (!file.without.empty())
        text += "; no curve of " + listed_in_quotes(file.without) +
                ", because the truth lacks that class or all others";
    return text;
}

namespace {

Json curve_values(const CurveInfo& info, const Curve& curve)
{
    auto values = Json::object();
    for (std::size_t c = 0; c < info.columns.size(); ++c)
        values.add(info.columns[c].name, Json::values(column_of(curve, c)));
    return values;
}

void add_measure(Json& json, const CurveInfo& info)
{
    if (!info.measure.empty()) json.add("measure", info.measure);
}

/// A curve with the columns of its kind.
Json series_json(const CurveInfo& info, const Curve& curve)
{
    auto json = Json::object();
    if (!info.of_numbers) json.add("class", curve.label);
    if (!curve.cells) json.add("reason", curve.cells.reason());
    return json.add("values", curve_values(info, curve));
}

Json average_json(const CurveInfo& info, const CurveAverage& average)
{
    auto values = Json::object();
    for (const auto& [name, column] : average.columns) values.add(name, Json::values(column));
    auto json = Json::object().add("average", average.kind);
    if (!average.label.empty()) json.add("class", average.label);
    json.add("curves", average.curves).add("values", std::move(values));
    if (!average.parts.empty())
        json.add(
            "folds", Json::list(average.parts, [&](const auto& part) {
                return Json::object().add("fold", part.first).add("values", curve_values(info, part.second));
            }));
    return json;
}

/// Curves over many thresholds with fewer points: the first, the last, and some between.
Curve fewer_points(Curve curve, const CurveInfo& info, std::size_t most)
{
    if (curve.size() <= most || info.columns.front().name != "threshold") return curve;
    std::vector<Value> cells;
    for (std::size_t k = 0; k < most; ++k) {
        const auto at = k * (curve.size() - 1) / (most - 1);
        for (std::size_t c = 0; c < curve.columns; ++c) cells.push_back(curve.at(at, c));
    }
    curve.cells = std::move(cells);
    return curve;
}

} // namespace

std::vector<Json> curves_json(std::span<const RowsOfModel> models, InReports least, std::size_t most_points,
                              std::size_t threads)
{
    std::map<std::string, std::vector<Json>> series; ///< by the kind of curve
    for (const auto& [name, design, view] : models) {
        std::vector<Spec> specs;
        for (const auto& info : curve_infos())
            if (info.in_reports >= least && curve_missing_need(Spec(info.spec.name), view) == nullptr)
                specs.emplace_back(info.spec.name);
        auto curves = curves_of(*design, view, specs, threads);
        for (std::size_t i = 0; i < specs.size(); ++i) {
            const auto& info = curve_info(specs[i].name());
            for (auto& curve : curves[i])
                series[info.spec.name].push_back(
                    series_json(info, fewer_points(std::move(curve), info, most_points)).add("model", name));
        }
    }
    std::vector<Json> curves;
    for (const auto& info : curve_infos())
        if (const auto found = series.find(info.spec.name); found != series.end()) {
            auto json = Json::object().add("name", info.spec.name);
            add_measure(json, info);
            json.add("columns", Json::list(curve_columns(info, false)));
            curves.push_back(json.add("series", Json::array(std::move(found->second))));
        }
    return curves;
}

void add_curves(Answer& answer, const MatchedModels& models, std::size_t threads)
{
    std::vector<RowsOfModel> each;
    for (std::size_t m = 0; m < models.models.size(); ++m)
        each.push_back({models.names[m], &models.design, view_of(models.design, models.models[m])});
    const auto all = std::numeric_limits<std::size_t>::max();
    auto curves = curves_json(each, InReports::of_all_models, all, threads);
    if (!curves.empty()) answer.json.add("curves", Json::array(std::move(curves)));
}

void add_curves(Answer& answer, std::span<const CurveFile> files, bool with_points)
{
    if (files.empty()) return;
    const auto written = [](const CurveFile& file) { return !file.path.empty(); };
    Note curves("Curves:");
    for (const auto& file : files)
        if (written(file)) curves.lines.push_back(curve_file_note(file));
    if (!curves.lines.empty()) answer.notes.push_back(std::move(curves));
    answer.json.add("curves", Json::list(files, [&](const CurveFile& file) {
                        auto json = Json::object().add("name", file.name);
                        json.add("file", written(file) ? Json(file.path) : Json());
                        add_measure(json, curve_info(file.name));
                        json.add("columns", Json::list(file.columns)).add("classes", file.classes);
                        if (file.subgroups > 0) json.add("subgroups", file.subgroups);
                        json.add("points", file.points).add("without", Json::list(file.without));
                        if (with_points)
                            json.add("series", Json::list(file.all_rows, [&](const Curve& curve) {
                                         return series_json(curve_info(file.name), curve);
                                     }));
                        if (with_points && !file.averages.empty())
                            json.add("averages", Json::list(file.averages, [&](const CurveAverage& average) {
                                         return average_json(curve_info(file.name), average);
                                     }));
                        return json;
                    }));
}

} // namespace unseen
