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
    /// Checks the options before anything is read. Throws InputError for an unknown or repeated curve, curves
    /// that nothing shows (they need a folder, or an answer that holds their points), or a curve that would
    /// replace one of the `inputs`.
    void check(std::span<const std::string> inputs, bool with_points) const;
    /// Whether the answer holds the points: it is for a report, or curves are named and have no folder.
    bool points(bool for_report) const { return for_report || (folder.empty() && !names.empty()); }
    /// Makes the curves of these rows and of each group, with the paths of their files. Nothing without a
    /// folder and points. If no curve is named, all curves that the predictions allow, for a report only
    /// those that it draws.
    std::vector<CurveFile> draw(const ScoredRows& rows, bool for_report, std::size_t threads) const;
    /// Writes the files, replacing files of the same names, and creates the folder if needed. A file is
    /// either complete or missing.
    void write(const std::vector<CurveFile>& files) const;

private:
    std::vector<Spec> specs() const;
    std::string path_of(const std::string& curve) const;
};

/// The curves with their help, for the lines below a command's options.
std::string curves_help();

} // namespace unseen::cli
