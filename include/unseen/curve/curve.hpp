// Curves as data: what the scores do at every cut, thinned to what a plot needs. Pure functions of predictions.
#pragma once

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
    std::string help; ///< one line
};

/// What is known of a curve: its spec, and what its points consist of.
struct CurveInfo {
    SpecInfo spec;
    bool needs_probabilities = false;
    std::vector<CurveColumn> columns{};
};

/// The curve of one class against all others: points in order, each with a cell a column. A cell may not exist (the precision where nothing is
/// predicted); one without end (the threshold above all scores) has the reason `infinite`.
struct Curve {
    std::string label; ///< the class
    std::size_t columns = 0;
    std::vector<Value> cells{};     ///< points x columns, row-major
    std::string reason{};           ///< why there are no points: `one_class`
    std::size_t points_of_rows = 0; ///< before it was thinned

    std::size_t size() const { return columns == 0 ? 0 : cells.size() / columns; }
    const Value& at(std::size_t point, std::size_t column) const { return cells[point * columns + column]; }
};

/// The curves that there are, in the table's order.
std::span<const CurveInfo> curve_infos();

/// Why these predictions have no such curve: `not_classes`, `no_scores`, `not_probabilities`; empty if they have. Throws InputError for an
/// unknown name.
std::string curve_missing_need(const Spec& spec, const PredictionView& predictions);

/// The curve that `spec` names: of the positive class if there are two, else one for each class. `one_class` in place of points where the truth
/// lacks the class, or the others.
///
/// Curves over cuts (roc, pr, threshold, lift) have a point for each distinct score, thinned so that every coordinate that is left out lies within
/// 5e-4 of the line between the points that are kept, and no area under the drawn line changes by more than 1e-6: ROC, precision over recall, and
/// gain over share. A point on a straight line is left out always. O(rows) a class; memory that of a Ranking and little else, however many rows (METHODS
/// F.6). `threads` 0: all, no result depends on it. Throws InputError for an unknown name or key, or where curve_missing_need() gives a reason.
std::vector<Curve> make_curves(const Spec& spec, const PredictionView& predictions, std::size_t threads = 1);
/// The same for each of several: the rows of a class are ranked once for all of them.
std::vector<std::vector<Curve>> make_curves(std::span<const Spec> specs, const PredictionView& predictions,
                                            std::size_t threads = 1);

} // namespace unseen
