// Curves as CSV for plotting programs, and what an answer says of the files.
#pragma once

#include "unseen/curve/curve.hpp"
#include "unseen/report/json.hpp"

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

/// A file of curves that was written.
struct CurveFile {
    std::string name; ///< of the curve
    std::string path;
    std::size_t classes = 0; ///< that have a curve of all rows
    std::size_t groups = 0;  ///< that have curves of their own too
    std::size_t points = 0;
    std::vector<std::string> without{}; ///< classes whose curve does not exist, for the truth lacks them or the others
};

/// A list of {"name", "file", "columns", "classes", "groups", "points", "without"}; no "groups" where there are none.
Json curve_files_json(std::span<const CurveFile> files);
/// "DIR/roc.csv: 120 points", with what is missing.
std::string curve_file_note(const CurveFile& file);

} // namespace unseen
