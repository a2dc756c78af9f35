// Curves as data: ROC, precision-recall and other curves of scores, residuals of numbers, thinned to the
// points that a plot needs.
//
// Example:
//
//     const Labels classes({"no", "yes"});
//     const std::vector<std::uint32_t> truth{0, 0, 1, 1};
//     const std::vector<double> scores{0.1, 0.2, 0.8, 0.9}; // every "yes" scores above every "no"
//     PredictionView predictions;
//     predictions.classes = &classes;
//     predictions.positive = 1;
//     predictions.one_score = true;
//     predictions.true_label = truth;
//     predictions.scores = scores;
//     const Curve roc = make_curves(Spec("roc"), predictions).front();
//     assert(roc.size() == 3); // (0, 0), (0, 1), (1, 1)
//     assert(roc.at(1, 1).number() == 0.0 && roc.at(1, 2).number() == 1.0); // columns: threshold, fpr, tpr
#pragma once

#include "unseen/base/maybe.hpp"
#include "unseen/base/spec.hpp"
#include "unseen/base/value.hpp"
#include "unseen/predictions/predictions.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// A column of a curve's table.
struct CurveColumn {
    std::string name;
    std::string help;      ///< one line
    bool is_limit = false; ///< a confidence limit, for rows that are independent draws, each predicted once
};

/// The reports (report/page.hpp) that have a curve by default.
enum class InReports { none, of_one_model, of_all_models };

/// A kind of curve: its name and keys, and the columns of its table.
struct CurveInfo {
    SpecInfo spec;
    bool needs_probabilities = false;
    bool of_numbers = false; ///< a curve of predicted numbers; else one of each class
    std::vector<CurveColumn> columns{};
    InReports in_reports =
        InReports::of_one_model; ///< of_all_models: also those that compare several, in one picture
    bool has_mean = false; ///< several curves have a meaningful mean (average.hpp): that of the third column
                           ///< at values of the second
    std::string measure{}; ///< the measure that sums the curve up, if there is one
};

/// The points of a curve, row-major, or the reason why it has none: `one_class`, `infinite`. A cell without a
/// value has a reason: `nothing_predicted` (the precision above all scores), `infinite` (the threshold there)
/// ...
using CurveCells = Maybe<std::vector<Value>>;

/// The curve of one class against all others, or of predicted numbers: a table with one row per point.
struct Curve {
    std::string label{}; ///< the class; empty for numbers
    std::size_t columns = 0;
    CurveCells cells;
    std::size_t points_of_rows = 0; ///< number of points before thinning, of curves that are thinned

    /// The number of points.
    std::size_t size() const { return cells ? cells->size() / columns : 0; }
    const Value& at(std::size_t point, std::size_t column) const
    {
        return (*cells)[point * columns + column];
    }
};

/// All kinds of curves, in the order of the table.
std::span<const CurveInfo> curve_infos();

/// The kind with this name. Throws InputError, with the nearest name, if there is none.
const CurveInfo& curve_info(const std::string& name);

/// The reason why these predictions do not have the curve: `not_classes`, `not_numbers`, `no_scores` or
/// `not_probabilities`; empty if they have it. Throws InputError for an unknown name.
const Reason* curve_missing_need(const Spec& spec, const PredictionView& predictions);

/// Makes the curve that `spec` names: for two classes one curve of the positive class, for more classes one
/// per class, for numbers one curve. A class that is never or always true has the reason `one_class` instead
/// of points.
///
/// The curves roc, pr, threshold and lift have a point for each distinct score. They are thinned: every
/// coordinate of a removed point lies within 5e-4 of the line between its kept neighbours, and the area under
/// the drawn line (ROC, precision over recall, gain over share) changes by at most 1e-6. Points on a straight
/// line are always removed. METHODS F.6. O(rows) time per class; memory for one Ranking. `threads` 0: all; no
/// result depends on it. Throws InputError for an unknown name or key, and if curve_missing_need() gives a
/// reason.
std::vector<Curve> make_curves(const Spec& spec, const PredictionView& predictions, std::size_t threads = 1);
/// Makes several kinds of curves. The rows of a class are ranked once for all of them.
std::vector<std::vector<Curve>> make_curves(std::span<const Spec> specs, const PredictionView& predictions,
                                            std::size_t threads = 1);

} // namespace unseen
