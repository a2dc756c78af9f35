// Private: curves of estimates against a parameter as JSON, as a table and in sentences.
#pragma once

#include "unseen/contest/compared_learners.hpp"
#include "unseen/report/json.hpp"
#include "unseen/report/result_table.hpp"
#include "unseen/run/learning_curve.hpp"
#include "unseen/verdict/verdict.hpp"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace unseen {

/// The parameter of curves, in the words of tables, JSON and sentences: "better with 10 and 20 rows".
struct CurveAxis {
    std::string title;  ///< `training rows`
    std::string key;    ///< `training_rows`
    std::string before; ///< `with `
    std::string after;  ///< ` rows`
};

/// An object of the learner, the measure and the points.
Json parameter_curve_json(const ParameterCurve& curve, const CurveAxis& axis);

/// The curves' points, below each other.
ResultTable parameter_curve_table(std::span<const ParameterCurve> curves, const CurveAxis& axis, Level level);

/// The names that models have for their sizes, in order of first appearance, and the value of one of them in
/// the fits of an estimate, or null.
std::vector<std::string> complexity_names(std::span<const ParameterCurve> curves);
const ComplexitySpread* complexity_of(const Estimate& e, const std::string& name);

/// The sizes of the models, mean +- standard deviation over the splits: a row for each place of each learner
/// that reports sizes, so possibly none.
ResultTable complexity_table(std::span<const ParameterCurve> curves, const CurveAxis& axis);

/// For each pair of learners and each measure, where one of them is significantly better than the other, at
/// the 5 % level, and where their curves cross (not with null): sentences, none if no learners were compared,
/// and the key `pairs` of the JSON.
std::vector<std::string> add_curve_pairs(Json& json, std::span<const ParameterCurve> curves,
                                         std::span<const ComparedLearners> compared, const CurveAxis& axis,
                                         const std::vector<CrossedCurves>* crossed = nullptr,
                                         Level level = Level(0.95));

/// The verdict at the last place of the curves.
Verdict verdict_at_the_end(std::span<const ParameterCurve> curves, std::span<const ComparedLearners> compared,
                           const CurveAxis& axis);

/// The curve and the point of each row of the long table, whose rows are the estimates in their order.
std::vector<std::pair<std::size_t, CurvePoint>> points_of_rows(std::span<const ParameterCurve> curves);

} // namespace unseen
