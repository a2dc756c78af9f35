// The curves that a command is asked for, and the files they go to.
#pragma once

#include "arguments.hpp"

#include "unseen/report/curves.hpp"
#include "unseen/roles/scored_rows.hpp"

#include <string>
#include <vector>

namespace unseen::cli {

struct CurveOptions {
    std::vector<std::string> names;
    std::string folder;

    void declare(Arguments& arguments);
    /// Throws InputError for an unknown or doubled curve, or curves without a folder: before anything is read.
    void check() const;
    /// The curves of these rows, and of each of their groups, with the paths of their files; nothing without a folder. Without names: all curves
    /// that there are of such predictions.
    std::vector<CurveFile> draw(const ScoredRows& rows, std::size_t threads) const;
    /// Writes the files, each complete or not there at all; makes the folder if it is not there, and replaces files of the same names.
    void write(const std::vector<CurveFile>& files) const;

private:
    std::vector<Spec> specs() const;
};

/// The curves with their help, for the lines below a command's options.
std::string curves_help();

} // namespace unseen::cli
