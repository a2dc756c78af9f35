// The options for curves, and their files.
#pragma once

#include "arguments.hpp"

#include "unseen/report/curves.hpp"
#include "unseen/roles/scored_rows.hpp"

#include <span>
#include <string>
#include <vector>

namespace unseen::cli {

struct CurveOptions {
    std::vector<std::string> names;
    std::string folder;

    void declare(Arguments& arguments);
    /// Checks the options before anything is read. Throws InputError for an unknown or repeated curve, curves without a folder, or a curve
    /// that would replace one of the `inputs`.
    void check(std::span<const std::string> inputs) const;
    /// Makes the curves of these rows and of each group, with the paths of their files. Nothing without a folder. If no curve is named, all curves
    /// that the predictions allow.
    std::vector<CurveFile> draw(const ScoredRows& rows, std::size_t threads) const;
    /// Writes the files, replacing files of the same names, and creates the folder if needed. A file is either complete or missing.
    void write(const std::vector<CurveFile>& files) const;

private:
    std::vector<Spec> specs() const;
    std::string path_of(const std::string& curve) const;
};

/// The curves with their help, for the lines below a command's options.
std::string curves_help();

} // namespace unseen::cli
