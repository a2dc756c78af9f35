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
    std::vector<Spec> drawn;
    for (auto& spec : specs())
        if (!names.empty() || curve_missing_need(spec, rows.view()).empty()) drawn.push_back(std::move(spec));
    std::vector<std::vector<GroupCurves>> all(drawn.size());
    const auto draw = [&](const std::string& group, const ScoredRows& of) {
        auto curves = make_curves(drawn, of.view(), threads);
        for (std::size_t i = 0; i < drawn.size(); ++i) all[i].push_back({.group = group, .curves = std::move(curves[i])});
    };
    draw("", rows);
    const auto groups = rows_of_groups(rows);
    for (std::size_t g = 0; g < groups.size(); ++g) draw(rows.groups.name(g), select_rows(rows, groups[g]));
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const auto& spec = drawn[i];
        const auto& curves = all[i];
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
        const auto info =
            std::find_if(infos.begin(), infos.end(), [&](const auto& known) { return known.spec.name == spec.name(); });
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
