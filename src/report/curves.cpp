#include "unseen/report/curves.hpp"

#include "base/csv_writer.hpp"
#include "base/listed.hpp"

#include "unseen/base/inert.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <map>

namespace unseen {

namespace {

const CurveInfo& curve_info(const std::string& name)
{
    const auto infos = curve_infos();
    return *std::find_if(infos.begin(), infos.end(), [&](const auto& info) { return info.spec.name == name; });
}

std::vector<std::string> curve_columns(const CurveInfo& info, bool grouped)
{
    std::vector<std::string> names;
    if (grouped) names.emplace_back("group");
    if (!info.of_numbers) names.emplace_back("class");
    for (const auto& column : info.columns) names.push_back(column.name);
    return names;
}

CurveFile curve_file(const Spec& spec, std::vector<GroupCurves> groups)
{
    const auto& info = curve_info(spec.name());
    CurveFile file{.name = spec.name(),
                   .csv = curves_csv(info, groups),
                   .columns = curve_columns(info, groups.size() > 1),
                   .groups = groups.size() - 1};
    for (const auto& curve : groups.front().curves) {
        if (curve.size() > 0)
            file.classes += info.of_numbers ? 0 : 1;
        else if (!info.of_numbers)
            file.without.push_back(curve.label);
    }
    for (const auto& group : groups)
        for (const auto& curve : group.curves) file.points += curve.size();
    file.all_rows = std::move(groups.front().curves);
    return file;
}

} // namespace

std::string curves_csv(const CurveInfo& info, std::span<const GroupCurves> groups)
{
    std::string out;
    CsvWriter csv([&](std::string_view text) { out += text; });
    const bool grouped = groups.size() > 1;
    for (const auto& name : curve_columns(info, grouped)) csv.text(name);
    csv.end_line();
    for (const auto& [group, curves] : groups)
        for (const auto& curve : curves)
            for (std::size_t i = 0; i < curve.size(); ++i) {
                if (grouped) csv.text(inert(group, "\n\t"));
                if (!info.of_numbers) csv.text(inert(curve.label, "\n\t"));
                for (std::size_t c = 0; c < curve.columns; ++c) {
                    const Value value = curve.at(i, c);
                    csv.field(value ? shortest(value.number()) : value.reason() == "infinite" ? "inf" : "");
                }
                csv.end_line();
            }
    csv.finish();
    return out;
}

std::vector<CurveFile> draw_curves(const ScoredRows& rows, std::span<const Spec> curves, std::size_t threads)
{
    std::vector<std::vector<GroupCurves>> drawn(curves.size());
    const auto draw = [&](const std::string& group, const ScoredRows& of) {
        auto made = make_curves(curves, of.view(), threads);
        for (std::size_t i = 0; i < curves.size(); ++i) drawn[i].push_back({.group = group, .curves = std::move(made[i])});
    };
    draw("", rows);
    const auto groups = rows_of_groups(rows);
    for (std::size_t g = 0; g < groups.size(); ++g) draw(rows.groups.name(g), select_rows(rows, groups[g]));
    std::vector<CurveFile> files;
    for (std::size_t i = 0; i < curves.size(); ++i) files.push_back(curve_file(curves[i], std::move(drawn[i])));
    return files;
}

std::string curve_file_note(const CurveFile& file)
{
    std::string text = file.path + ": " + std::to_string(file.points) + " points";
    if (file.classes > 1) text += " of " + std::to_string(file.classes) + " classes";
    if (file.groups > 0)
        text += (file.classes > 1 ? ", of all rows and " : " of all rows and ") + std::to_string(file.groups) + " groups";
    if (!file.without.empty())
        text += "; no curve of " + listed_in_quotes(file.without) + ", because the truth lacks that class or all others";
    return text;
}

namespace {

/// A curve with the columns of its kind.
Json series_json(const CurveInfo& info, const Curve& curve)
{
    auto values = Json::object();
    for (std::size_t c = 0; c < info.columns.size(); ++c) {
        std::vector<Value> column;
        for (std::size_t i = 0; i < curve.size(); ++i) column.push_back(curve.at(i, c));
        values.add(info.columns[c].name, Json::values(column));
    }
    auto json = Json::object();
    if (!info.of_numbers) json.add("class", curve.label);
    return json.add("values", std::move(values));
}

} // namespace

void add_curves(Answer& answer, const MatchedModels& models, std::size_t threads)
{
    std::map<std::string, std::vector<Json>> series; ///< by the kind of curve
    for (std::size_t m = 0; m < models.models.size(); ++m) {
        const auto view = models.models[m].view();
        std::vector<Spec> specs;
        for (const auto& info : curve_infos())
            if (info.in_reports == InReports::of_all_models && curve_missing_need(Spec(info.spec.name), view).empty())
                specs.emplace_back(info.spec.name);
        const auto curves = make_curves(specs, view, threads);
        for (std::size_t i = 0; i < specs.size(); ++i)
            for (const auto& curve : curves[i])
                series[specs[i].name()].push_back(series_json(curve_info(specs[i].name()), curve).add("model", models.names[m]));
    }
    if (series.empty()) return;
    auto curves = Json::array();
    for (const auto& info : curve_infos())
        if (const auto found = series.find(info.spec.name); found != series.end())
            curves.push(Json::object()
                            .add("name", info.spec.name)
                            .add("columns", Json::list(curve_columns(info, false)))
                            .add("series", Json::array(std::move(found->second))));
    answer.json.add("curves", std::move(curves));
}

void add_curves(Answer& answer, std::span<const CurveFile> files, bool with_points)
{
    if (files.empty()) return;
    const auto written = [](const CurveFile& file) { return !file.path.empty(); };
    if (std::any_of(files.begin(), files.end(), written)) answer.notes.emplace_back("Curves:");
    for (const auto& file : files)
        if (written(file)) answer.notes.push_back("  " + curve_file_note(file));
    answer.json.add("curves", Json::list(files, [&](const CurveFile& file) {
                        auto json = Json::object().add("name", file.name);
                        json.add("file", written(file) ? Json(file.path) : Json());
                        json.add("columns", Json::list(file.columns)).add("classes", file.classes);
                        if (file.groups > 0) json.add("groups", file.groups);
                        json.add("points", file.points).add("without", Json::list(file.without));
                        if (with_points)
                            json.add("series", Json::list(file.all_rows, [&](const Curve& curve) {
                                         return series_json(curve_info(file.name), curve);
                                     }));
                        return json;
                    }));
}

} // namespace unseen
