#include "curve_files.hpp"

#include "output.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

namespace unseen::cli {

void CurveOptions::declare(Arguments& arguments)
{
    arguments.names("--curves", names,
                    "curves to write, or without a folder to add to --report and --format json; all that the "
                    "scores allow if "
                    "only the folder is named");
    arguments.option("--output-curves", &folder,
                     "the folder for the curves, NAME.csv each; created if needed");
}

std::vector<Spec> CurveOptions::specs() const
{
    std::vector<Spec> list;
    for (const auto& name : names) list.push_back(Spec::parse(name));
    if (names.empty())
        for (const auto& info : curve_infos()) list.emplace_back(info.spec.name);
    return list;
}

std::string CurveOptions::path_of(const std::string& curve) const
{
    return (std::filesystem::path(folder) / (curve + ".csv")).string();
}

void CurveOptions::check(std::span<const std::string> inputs, bool with_points) const
{
    require(names.empty() || !folder.empty() || with_points,
            "--curves needs --output-curves DIR, the folder for the files, or --report or --format json");
    std::set<std::string> seen;
    for (const auto& spec : specs()) {
        (void)curve_missing_need(spec, {});
        require(seen.insert(spec.name()).second,
                "--curves: '" + spec.name() + "' is named twice; each curve has one file");
        if (!folder.empty()) require_apart("--output-curves", path_of(spec.name()), inputs);
    }
}

std::vector<CurveFile> CurveOptions::draw(const ScoredRows& rows, bool for_report, std::size_t threads) const
{
    if (folder.empty() && !points(for_report)) return {};
    const bool only_for_report = folder.empty() && names.empty();
    const auto wanted = [&](const Spec& spec) {
        return !only_for_report || curve_info(spec.name()).in_reports != InReports::none;
    };
    std::vector<Spec> drawn;
    for (auto& spec : specs())
        if (!names.empty() || (wanted(spec) && curve_missing_need(spec, rows.view()) == nullptr))
            drawn.push_back(std::move(spec));
    require(!drawn.empty() || only_for_report,
            "--output-curves: curves need scores of classes or one number a row, and there are none");
    auto files = draw_curves(rows, drawn, threads, points(for_report));
    if (!folder.empty())
        for (auto& file : files) file.path = path_of(file.name);
    return files;
}

void CurveOptions::write(const std::vector<CurveFile>& files) const
{
    if (files.empty() || folder.empty()) return;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw IoError(folder + ": the folder cannot be created: " + error.message());
    for (const auto& file : files) {
        Output out(file.path);
        out.write(file.csv);
        out.finish();
    }
}

std::string curves_help()
{
    std::string text = "Curves:\n";
    for (const auto& info : curve_infos()) {
        text += "  " + info.spec.name + ": " + info.spec.help + "; " + (info.of_numbers ? "" : "class, ");
        for (const auto& column : info.columns)
            text += (&column == info.columns.data() ? "" : ", ") + column.name;
        for (const auto& key : info.spec.keys) text += " (" + key.name + '=' + key.fallback + ')';
        text += '\n';
    }
    return text;
}

} // namespace unseen::cli
