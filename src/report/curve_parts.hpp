// Private: curves of estimates against a parameter as JSON, as a table and in sentences.
#pragma once

#include "unseen/experiment/compared_learners.hpp"
#include "unseen/report/json.hpp"
#include "unseen/report/result_table.hpp"
#include "unseen/run/parameter_curve.hpp"

#include <span>
#include <string>
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

/// For each pair of learners and each measure, where one of them is significantly better than the other, at the 5 % level: sentences, none if no
/// learners were compared, and the key `pairs` of the JSON.
std::vector<std::string> add_curve_pairs(Json& json, std::span<const ParameterCurve> curves,
                                         std::span<const ComparedLearners> compared, const CurveAxis& axis);

} // namespace unseen
