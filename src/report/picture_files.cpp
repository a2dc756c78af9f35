#include "learn/command/process.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/report/pictures.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <stdexcept>

namespace unseen {

namespace {

constexpr const char* converter = "rsvg-convert";
constexpr double millimetres_of_pixel = 25.4 / 96.0;
constexpr double millimetres_of_point = 25.4 / 72.0;
constexpr double pixels_of_letters = 12.0;

/// The numbers that a picture begins with: its width and height in pixels.
struct Size {
    double width = 0.0;
    double height = 0.0;
    std::size_t end = 0; ///< where the text after the height begins
};

Size size_of(const std::string& svg)
{
    const std::string begin = "<svg width=\"";
    const std::string between = "\" height=\"";
    const auto middle = svg.find(between);
    const auto end = svg.find('"', middle + between.size());
    const auto width = parse_number(svg.substr(begin.size(), middle - begin.size()));
    const auto height = parse_number(svg.substr(middle + between.size(), end - middle - between.size()));
    if (!svg.starts_with(begin) || !width || !height || !(*width > 0.0))
        throw std::logic_error("a picture does not begin with its size");
    return {*width, *height, end};
}

std::string in_millimetres(const std::string& svg, std::optional<double> width)
{
    const auto size = size_of(svg);
    const double wide = width.value_or(size.width * millimetres_of_pixel);
    return "<svg width=\"" + shortest(wide) + "mm\" height=\"" + shortest(wide * size.height / size.width) +
           "mm" + svg.substr(size.end);
}

std::string converted(const std::string& svg, const std::string& format)
{
    const auto program = find_program(converter);
    Process process(program, {converter, "-f", format, "-d", "300", "-p", "300"}, Process::Input::pipe, 0,
                    std::filesystem::temp_directory_path().string());
    std::string_view left = svg;
    std::string bytes;
    while (process.output_open() || process.errors_open()) {
        process.exchange(left, bytes, std::chrono::milliseconds(1000));
        if (left.empty() && process.input_open()) process.close_input();
    }
    if (const auto ending = process.finish(); !ending.good())
        throw std::runtime_error(std::string(converter) + " failed, " + ending.text() + ": " +
                                 process.last_errors());
    return bytes;
}

} // namespace

PictureStyle style_of_letters(double points, std::optional<double> millimetres)
{
    constexpr double narrowest = 240.0;
    const double wide = millimetres.value_or(640.0 * millimetres_of_pixel);
    const double pixels = pixels_of_letters * wide / (points * millimetres_of_point);
    require(pixels >= narrowest,
            "letters of " + shortest(points) + " points have no room in pictures " + shortest(wide) +
                " mm wide; expected at most " +
                shortest(std::floor(10.0 * pixels_of_letters * wide / (narrowest * millimetres_of_point)) /
                         10.0));
    return {.pixels = std::floor(std::min(pixels, 2000.0))};
}

std::string picture_format(const std::string& file)
{
    const auto end = std::filesystem::path(file).extension().string();
    if (end.empty() || end == ".svg") return "svg";
    require(end == ".pdf" || end == ".png",
            "'" + file + "': pictures are no " + end + " files; expected .svg, .pdf or .png");
    try {
        find_program(converter);
    } catch (const InputError&) {
        throw InputError("'" + file + "': " + end + " files are made by " + converter +
                         " (Debian: librsvg2-bin), which is not installed; expected .svg");
    }
    return end.substr(1);
}

std::string picture_bytes(const PagePicture& picture, const std::string& format,
                          std::optional<double> millimetres)
{
    if (format == "svg" && !millimetres) return picture.svg;
    auto svg = in_millimetres(picture.svg, millimetres);
    return format == "svg" ? svg : converted(svg, format);
}

} // namespace unseen
