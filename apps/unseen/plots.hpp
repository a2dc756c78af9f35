// The option --plot, and the files of its pictures.
#pragma once

#include "arguments.hpp"

#include "unseen/report/page.hpp"
#include "unseen/report/pictures.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen::cli {

/// --plot, --plot-width, --plot-letters and --plot-grey.
struct PlotOptions {
    std::vector<NamedFile> files;
    std::optional<double> width;   ///< in millimetres
    std::optional<double> letters; ///< their size in points
    bool grey = false;

    void declare(Arguments& arguments);
    /// Throws InputError for letters without room.
    PictureStyle style() const;
    /// Whether there is a picture. Throws InputError if there is only its style.
    bool wanted() const;
};

/// Writes those pictures that the page of these answers has. Of several pictures with one name it takes the
/// first, or the one with the number after a point, and prints which. Returns an error message if the page
/// lacks some of them, else an empty text.
std::string write_plots(const PlotOptions& plots, std::span<const PageResult> results, bool quiet);

} // namespace unseen::cli
