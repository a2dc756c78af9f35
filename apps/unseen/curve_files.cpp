#include "curve_files.hpp"

#include "output.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

namespace unseen::cli {

void CurveOptions::declare(Arguments& arguments)
{
    arguments.names("--curves", names, "curves to write; all that there are of such scores if only the folder is named");
    arguments.option("--output-curves", folder, "the folder of the curves' CSV files, NAME.csv each; made if it is not there");
}

std::vector<Spec> CurveOptions::specs() const
{
    std::vector<Spec> list;
    for (const auto& name : names) list.push_back(Spec::parse(name));
    if (names.empty())
        for (const auto& info : curve_infos()) list.emplace_back(info.spec.name);
    return list;
}

void CurveOptions::check() const
{
    require(names.empty() || !folder.empty(), "--curves: where are they to go? --output-curves DIR names the folder");
    std::set<std::string> seen;
    for (const auto& spec : specs()) {
        (void)curve_missing_need(spec, {});
        require(seen.insert(spec.name()).second, "--curves: '" + spec.name() + "' is there twice; each goes to one file");
    }
}

std::vector<CurveFile> CurveOptions::write(const ScoredRows& rows, std::size_t threads) const
{
    std::vector<CurveFile> files;
    if (folder.empty()) return files;
    std::vector<ScoredRows> groups;
    for (const auto& at : rows_of_groups(rows)) groups.push_back(select_rows(rows, at));
    std::vector<std::string> texts;
    for (const auto& spec : specs()) {
        if (names.empty() && !curve_missing_need(spec, rows.view()).empty()) continue;
        std::vector<GroupCurves> curves = {{.group = "", .curves = make_curves(spec, rows.view(), threads)}};
        for (std::size_t g = 0; g < groups.size(); ++g)
            curves.push_back({.group = rows.groups.name(g), .curves = make_curves(spec, groups[g].view(), threads)});
        CurveFile file{.name = spec.name(), .path = (std::filesystem::path(folder) / (spec.name() + ".csv")).string()};
        for (const auto& curve : curves.front().curves) {
            if (curve.size() > 0)
                ++file.classes;
            else
                file.without.push_back(curve.label);
        }
        file.groups = groups.size();
        for (const auto& group : curves)
            for (const auto& curve : group.curves) file.points += curve.size();
        const auto infos = curve_infos();
        const auto info = std::find_if(infos.begin(), infos.end(), [&](const auto& i) { return i.spec.name == spec.name(); });
        texts.push_back(curves_csv(*info, curves));
        files.push_back(std::move(file));
    }
    require(!files.empty(), "--output-curves: curves are drawn of scores of classes, and there are none");
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw IoError(folder + ": the folder cannot be made: " + error.message());
    for (std::size_t i = 0; i < files.size(); ++i) {
        Output out(files[i].path);
        out.write(texts[i]);
        out.finish();
    }
    return files;
}

std::string curves_help()
{
    std::string text = "Curves:\n";
    for (const auto& info : curve_infos()) {
        text += "  " + info.spec.name + ": " + info.spec.help + "; class";
        for (const auto& column : info.columns) text += ", " + column.name;
        for (const auto& key : info.spec.keys) text += " (" + key.name + '=' + key.fallback + ')';
        text += '\n';
    }
    return text;
}

} // namespace unseen::cli
