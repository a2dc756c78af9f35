#include "plots.hpp"

#include "common.hpp"
#include "output.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/report/pictures.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

namespace unseen::cli {

namespace {

/// The command that is running: `estimate`.
std::string command_of_line()
{
    std::istringstream line(command_line());
    std::string tool, command;
    line >> tool >> command;
    return command;
}

/// The picture that NAME of --plot stands for: `roc` or `roc.2`.
struct Wanted {
    std::string name;
    std::uint64_t number = 0; ///< from 1; 0: the first, whether or not there are more

    static Wanted parse(const std::string& text)
    {
        const auto point = text.rfind('.');
        if (point == text.npos) return {.name = text};
        const auto number = parse_whole(text.substr(point + 1));
        require(number.value_or(0) > 0,
                "--plot: '" + text + "' is not valid; expected NAME, or NAME.2 for the second of that name");
        return {.name = text.substr(0, point), .number = *number};
    }
    bool matches(const PagePicture& picture) const { return picture.name == name || picture.kind == name; }
};

void check_file(const NamedFile& plot)
{
    const auto names = picture_names(command_of_line());
    const auto wanted = Wanted::parse(plot.name);
    require(std::find(names.begin(), names.end(), wanted.name) != names.end(),
            "--plot: there is no picture '" + wanted.name + "'; expected one of " + joined(names));
    require(pictures_need().empty(),
            "--plot: this build cannot draw pictures, because it lacks " + pictures_need() +
                "; the page that --report writes has them, each with a button for its SVG");
    try {
        picture_format(plot.file);
    } catch (const InputError& e) {
        throw InputError(std::string("--plot: ") + e.what());
    }
}

} // namespace

void PlotOptions::declare(Arguments& arguments)
{
    arguments.outputs(
        "--plot", files, check_file,
        "also write a picture of the answer's page to a file, .svg, .pdf or .png, as roc=roc.pdf; "
        "repeat for several");
    arguments.add({.name = "--plot-width",
                   .help = "width of these pictures in millimetres, as 85 for a column of a paper",
                   .target = FieldValue(&width),
                   .range = {10, 2000}});
    arguments.add({.name = "--plot-letters",
                   .help = "size of the letters in these pictures in points, as 8 beside a text of 10",
                   .target = FieldValue(&letters),
                   .range = {3, 40}});
    arguments.option("--plot-grey", &grey, "draw these pictures in greys");
}

PictureStyle PlotOptions::style() const
{
    try {
        auto style = letters ? style_of_letters(*letters, width) : PictureStyle();
        style.grey = grey;
        return style;
    } catch (const InputError& e) {
        throw InputError(std::string("--plot-letters: ") + e.what());
    }
}

bool PlotOptions::wanted() const
{
    for (const auto& [given, name] :
         {std::pair(width.has_value(), "--plot-width"), std::pair(letters.has_value(), "--plot-letters"),
          std::pair(grey, "--plot-grey")})
        require(!given || !files.empty(),
                std::string(name) + ": there is no picture; expected --plot NAME=FILE");
    style();
    return !files.empty();
}

std::string write_plots(const PlotOptions& options, std::span<const PageResult> results, bool quiet)
{
    const auto& plots = options.files;
    if (plots.empty()) return "";
    std::vector<Wanted> all;
    for (const auto& plot : plots) all.push_back(Wanted::parse(plot.name));
    const auto wanted = [&](const PagePicture& picture) {
        return std::any_of(all.begin(), all.end(), [&](const Wanted& one) { return one.matches(picture); });
    };
    const auto pictures = page_pictures(results, as_option, wanted, options.style());
    std::vector<std::string> missing;
    for (std::size_t i = 0; i < plots.size(); ++i) {
        std::vector<const PagePicture*> found;
        for (const auto& picture : pictures)
            if (all[i].matches(picture)) found.push_back(&picture);
        const auto at = std::max<std::size_t>(all[i].number, 1) - 1;
        if (at >= found.size()) {
            missing.push_back(plots[i].name);
            continue;
        }
        const auto bytes = picture_bytes(*found[at], picture_format(plots[i].file), options.width);
        Output file(plots[i].file);
        file.write(bytes);
        file.finish();
        if (all[i].number == 0 && found.size() > 1)
            tell_notes({plots[i].file + ": the first of " + std::to_string(found.size()) + " pictures '" +
                        all[i].name + "', " + found[at]->title + "; " + all[i].name + ".2 is " +
                        found[at + 1]->title},
                       quiet);
    }
    if (missing.empty()) return "";
    std::vector<std::string> there;
    for (const auto& picture : pictures)
        for (const auto& name : {picture.name, picture.kind})
            if (std::find(there.begin(), there.end(), name) == there.end()) there.push_back(name);
    return "--plot: this answer has no picture " + joined(missing) + "; it has " +
           (there.empty() ? "none" : joined(there));
}

} // namespace unseen::cli
