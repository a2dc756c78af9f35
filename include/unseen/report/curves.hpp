// Curves of given predictions as CSV for plotting programs, and their part in an answer.
//
// Example:
//
//     const std::vector<Table> files{parse_table("truth,score\n1,0.9\n1,0.8\n0,0.2\n0,0.1\n", "scores.csv")};
//     const std::vector<Spec> curves{Spec("roc")};
//     const CurveFile roc = draw_curves(make_scored_rows(files), curves, 1).front();
//     assert(roc.points == 3); // (0, 0), (0, 1), (1, 1)
//     assert(roc.csv.starts_with("class,threshold,fpr,tpr\n"));
#pragma once

#include "unseen/curve/curve.hpp"
#include "unseen/report/answer.hpp"
#include "unseen/roles/matched_models.hpp"
#include "unseen/roles/scored_rows.hpp"

#include <span>
#include <string>
#include <vector>

namespace unseen {

/// The curves of one kind, for all rows or for one subgroup of rows.
struct SubgroupCurves {
    std::string subgroup; ///< empty: all rows
    std::vector<Curve> curves;
};

/// The curves of one kind as CSV: a line of titles (`class` and the columns of curve_infos()), then one line
/// per point, class by class. With several subgroups there is a first column `group`, which is empty for all
/// rows. A cell without a value is empty; the threshold above all scores is `inf`.
std::string curves_csv(const CurveInfo& info, std::span<const SubgroupCurves> subgroups);

/// An average of curves of one kind: over classes (`micro`, `macro`) or over the folds of a cross-validation
/// (`folds`), average.hpp.
struct CurveAverage {
    std::string kind;
    std::string label{};    ///< the class, of folds
    std::size_t curves = 0; ///< the number of curves that it averages
    std::vector<std::pair<std::string, std::vector<Value>>>
        columns{}; ///< of `folds` with `lower` and `upper`: a standard deviation between folds to each side
    std::vector<std::pair<std::string, Curve>> parts{}; ///< the curve of each fold, by its name
};

/// A CSV file of the curves of one kind.
struct CurveFile {
    std::string name;   ///< name of the kind of curve
    std::string path{}; ///< the path to which the caller will write the file; empty: it is not written
    std::string csv{};  ///< content of the file
    std::vector<std::string> columns{};
    std::size_t classes = 0;   ///< number of classes with a curve of all rows
    std::size_t subgroups = 0; ///< number of subgroups with curves of their own
    std::size_t points = 0;    ///< number of points in the file
    std::vector<std::string>
        without{}; ///< classes without a curve, because the truth lacks the class or all others
    std::vector<Curve> all_rows{};        ///< the curves of all rows
    std::vector<CurveAverage> averages{}; ///< of all rows
};

/// Makes the curves of all rows and of each subgroup: one file in memory for each kind, with an empty path.
/// Throws InputError if the rows do not have such a curve. `with_averages` also makes the averages over
/// several classes, and for two classes over folds, if the curve has a mean.
std::vector<CurveFile> draw_curves(const ScoredRows& rows, std::span<const Spec> curves, std::size_t threads,
                                   bool with_averages = false);

/// The warnings about all curves of these rows.
std::vector<Warning> curve_warnings(const ScoredRows& rows);

/// A note about the file: "DIR/roc.csv: 120 points", and the classes without a curve.
std::string curve_file_note(const CurveFile& file);

/// Adds the files to an answer: a note for each that is written, and in JSON the list "curves" of {"name",
/// "file", "columns", "classes", "subgroups", "points", "without"}. The key "subgroups" is left out if there
/// are no subgroups. `with_points` adds "series": for each class of all rows {"class", "values": {COLUMN:
/// [...]}}, where a value that does not exist is null, and "averages", if there are some: {"average",
/// "class", "curves", "values", "folds": [{"fold", "values"}]}.
void add_curves(Answer& answer, std::span<const CurveFile> files, bool with_points = false);

/// Adds the curves that reports show for several models to the JSON of an answer: the list "curves" of
/// {"name", "columns", "series"}, where a series is {"model", "class", "values"}. Nothing if no model has
/// scores.
void add_curves(Answer& answer, const MatchedModels& models, std::size_t threads);

} // namespace unseen
