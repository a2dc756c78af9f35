// Curves of given predictions as CSV for plotting programs, and what an answer says of the files.
#pragma once

#include "unseen/curve/curve.hpp"
#include "unseen/report/answer.hpp"
#include "unseen/roles/scored_rows.hpp"

#include <span>
#include <string>
#include <vector>

namespace unseen {

/// The curves of one kind, of all rows or of one group of them.
struct GroupCurves {
    std::string group; ///< empty: all rows
    std::vector<Curve> curves;
};

/// The curves of one kind as CSV: a line of titles, `class` and the columns of curve_infos(), then a line a point, class by class. With several
/// groups, `group` in front, empty for all rows. What does not exist is an empty field, a threshold above all scores `inf`.
std::string curves_csv(const CurveInfo& info, std::span<const GroupCurves> groups);

/// A file of the curves of one kind.
struct CurveFile {
    std::string name; ///< of the curve
    std::string path{};
    std::string csv{};
    std::vector<std::string> columns{};
    std::size_t classes = 0; ///< that have a curve of all rows
    std::size_t groups = 0;  ///< that have curves of their own too
    std::size_t points = 0;
    std::vector<std::string> without{}; ///< classes whose curve does not exist, for the truth lacks them or the others
};

/// Draws the curves of these rows and of each of their groups, one file a kind, in memory, without a path. Curves that there are not of such rows
/// are an InputError.
std::vector<CurveFile> draw_curves(const ScoredRows& rows, std::span<const Spec> curves, std::size_t threads);

/// "DIR/roc.csv: 120 points", with what is missing.
std::string curve_file_note(const CurveFile& file);

/// Adds the files to an answer: a note each, and the list "curves" of {"name", "file", "columns", "classes", "groups", "points", "without"}; no
/// "groups" where there are none.
void add_curves(Answer& answer, std::span<const CurveFile> files);

} // namespace unseen
