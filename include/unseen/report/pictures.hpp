// The pictures of answers' pages (page.hpp) as SVG files, drawn by the page's own script.
//
// Example:
//
//     const auto& kind = bound::kind_named("binomial");
//     bound::Inputs inputs;
//     inputs.set(kind.inputs[0], {0}); // errors
//     inputs.set(kind.inputs[1], {100}); // rows
//     const Answer answer = answer_of(kind, inputs, bound::compute(kind, inputs, "", Delta(0.05)));
//     const std::vector<PageResult> results{{.json = format_named("json").print(answer)}};
//     if (pictures_need().empty()) // else this build cannot draw
//         assert(page_pictures(results).front().svg.starts_with("<svg"));
#pragma once

#include "unseen/report/page.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// A picture of a page.
struct PagePicture {
    std::string name; ///< the name of its file on the page: `roc`, `estimates` ...
    std::string kind; ///< the kind of picture: its name, or a kind that several names share, such as `forest`
    std::string title{};
    std::string svg{}; ///< the file
};

/// The names and kinds that pictures of the pages of a command can have; of a command without pictures of its
/// own (`report`) those of all commands.
std::vector<std::string> picture_names(std::string_view command = "");

/// How pictures are drawn in files.
struct PictureStyle {
    std::optional<double> pixels{}; ///< the width; letters have 12 pixels. None: that of the page, up to 640
    bool grey = false;              ///< with greys instead of colours
};

/// The style of pictures with letters of `points`, if a file `millimetres` wide (none: 640 pixels) has them.
/// Throws InputError if there is no room for such letters.
PictureStyle style_of_letters(double points, std::optional<double> millimetres);

/// What this build lacks to draw pictures: "Duktape (Debian: duktape-dev)". Empty if it lacks nothing.
std::string pictures_need();

/// The pictures of the page of these answers, in the page's order. Only those that are `wanted` are drawn;
/// the others have no `svg`. The files use one style for paper, with light colours and no CSS variables.
/// Throws InputError as html_page() does, and if pictures_need() is not empty.
std::vector<PagePicture> page_pictures(std::span<const PageResult> results, const ArgumentText& say = {},
                                       const std::function<bool(const PagePicture&)>& wanted = {},
                                       const PictureStyle& style = {});

/// The form of a picture's file, by its name: `svg` (also of a name without an end), `pdf` or `png`. Throws
/// InputError for another one, and where the program that makes it is missing.
std::string picture_format(const std::string& file);

/// The bytes of a picture in a format of picture_format(). `millimetres`: its width, 25.4 mm for 96 pixels if
/// not given. PNG has 300 pixels an inch. PDF and PNG are made by rsvg-convert (librsvg). Throws
/// std::runtime_error if it fails.
std::string picture_bytes(const PagePicture& picture, const std::string& format,
                          std::optional<double> millimetres);

} // namespace unseen
