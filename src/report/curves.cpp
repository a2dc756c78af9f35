#include "unseen/report/curves.hpp"

#include "unseen/base/number.hpp"
#include "unseen/report/result_table.hpp"

#include <algorithm>

namespace unseen {

namespace {

std::string cell_text(const Value& value)
{
    if (value) return shortest(value.number());
    return value.reason() == "infinite" ? "inf" : "";
}

std::string listed(const std::vector<std::string>& names)
{
    std::string text;
    for (const auto& name : names) text += (text.empty() ? "'" : ", '") + name + '\'';
    return text;
}

} // namespace

std::string curves_csv(const CurveInfo& info, std::span<const Curve> curves)
{
    ResultTable table{.columns = {{"class"}}, .rows = {}};
    for (const auto& column : info.columns) table.columns.push_back({column.name});
    for (const auto& curve : curves)
        for (std::size_t i = 0; i < curve.size(); ++i) {
            auto& row = table.rows.emplace_back();
            row.emplace_back(curve.label);
            for (std::size_t c = 0; c < curve.columns; ++c) row.emplace_back(cell_text(curve.at(i, c)));
        }
    return print_csv(table);
}

Json curve_files_json(std::span<const CurveFile> files)
{
    auto list = Json::array();
    for (const auto& file : files) {
        const auto infos = curve_infos();
        const auto info = std::find_if(infos.begin(), infos.end(), [&](const auto& i) { return i.spec.name == file.name; });
        std::vector<Json> columns = {"class"};
        for (const auto& column : info->columns) columns.emplace_back(column.name);
        std::vector<Json> without(file.without.begin(), file.without.end());
        list.push(Json::object()
                      .add("name", file.name)
                      .add("file", file.path)
                      .add("columns", Json::array(std::move(columns)))
                      .add("classes", static_cast<std::uint64_t>(file.classes))
                      .add("points", static_cast<std::uint64_t>(file.points))
                      .add("without", Json::array(std::move(without))));
    }
    return list;
}

std::string curve_file_note(const CurveFile& file)
{
    std::string text = file.path + ": " + std::to_string(file.points) + " points";
    if (file.classes > 1) text += " of " + std::to_string(file.classes) + " classes";
    if (!file.without.empty()) text += "; none of " + listed(file.without) + ", for the truth lacks that class or all others";
    return text;
}

} // namespace unseen
