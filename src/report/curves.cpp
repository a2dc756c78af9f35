#include "unseen/report/curves.hpp"

#include "base/listed.hpp"

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

std::vector<std::string> titles(const CurveInfo& info, bool grouped)
{
    std::vector<std::string> names;
    if (grouped) names.emplace_back("group");
    names.emplace_back("class");
    for (const auto& column : info.columns) names.push_back(column.name);
    return names;
}

} // namespace

std::string curves_csv(const CurveInfo& info, std::span<const GroupCurves> groups)
{
    const bool grouped = groups.size() > 1;
    ResultTable table;
    for (const auto& name : titles(info, grouped)) table.columns.push_back({name});
    for (const auto& [group, curves] : groups)
        for (const auto& curve : curves)
            for (std::size_t i = 0; i < curve.size(); ++i) {
                auto& row = table.rows.emplace_back();
                if (grouped) row.emplace_back(group);
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
        const auto names = titles(*info, file.groups > 0);
        std::vector<Json> columns(names.begin(), names.end());
        std::vector<Json> without(file.without.begin(), file.without.end());
        auto entry = Json::object();
        entry.add("name", file.name)
            .add("file", file.path)
            .add("columns", Json::array(std::move(columns)))
            .add("classes", static_cast<std::uint64_t>(file.classes));
        if (file.groups > 0) entry.add("groups", static_cast<std::uint64_t>(file.groups));
        entry.add("points", static_cast<std::uint64_t>(file.points)).add("without", Json::array(std::move(without)));
        list.push(std::move(entry));
    }
    return list;
}

std::string curve_file_note(const CurveFile& file)
{
    std::string text = file.path + ": " + std::to_string(file.points) + " points";
    if (file.classes > 1) text += " of " + std::to_string(file.classes) + " classes";
    if (file.groups > 0)
        text += (file.classes > 1 ? ", of all rows and " : " of all rows and ") + std::to_string(file.groups) + " groups";
    if (!file.without.empty())
        text += "; none of " + listed_in_quotes(file.without) + ", for the truth lacks that class or all others";
    return text;
}

} // namespace unseen
