// Private: what models predicted, as JSON.
#pragma once

#include "unseen/curve/curve.hpp"
#include "unseen/measure/confusion.hpp"
#include "unseen/predictions/row_design.hpp"
#include "unseen/report/json.hpp"

#include <span>
#include <string>
#include <vector>

namespace unseen {

/// Rows as one model predicted them. A view.
struct RowsOfModel {
    std::string name;
    const RowDesign* design = nullptr;
    PredictionView predictions;
};

/// Each {"name", "measure", "columns", "series": [{"class", "values", "model"}]}: the curves that these
/// models have, of the kinds that pages show for `least` or more models. Curves over thresholds have at
/// most `most_points` (two or more) points.
std::vector<Json> curves_json(std::span<const RowsOfModel> models, InReports least, std::size_t most_points,
                              std::size_t threads);

/// {"labels", "matrix"}: a list for each true class.
Json confusion_json(const Confusion& confusion, const Labels& classes);

} // namespace unseen
