// The option --plot, and the files of its pictures.
#pragma once

#include "arguments.hpp"

#include "unseen/report/page.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen::cli {

/// --plot and --plot-width.
struct PlotOptions {
    std::vector<NamedFile> files;
    std::optional<double> width; ///< in millimetres

    void declare(Arguments& arguments);
    /// Whether there is a picture. Throws InputError if there is only a width.
    bool wanted() const;
};

/// Writes those pictures that the page of these answers has. Of several pictures with one name it takes the
/// first, or the one with the number after a point, and prints which. Returns an error message if the page
/// lacks some of them, else an empty text.
std::string write_plots(const PlotOptions& plots, std::span<const PageResult> results, bool quiet);

/// The names of pictures, for the lines below a command's options.
std::string plots_help();

} // namespace unseen::cli
