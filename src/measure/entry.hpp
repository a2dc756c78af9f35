// Private: the families of measures that make up the table.
#pragma once

#include "unseen/measure/measure.hpp"

namespace unseen {

/// A row of the table in measures.cpp. `make` gets a resolved spec.
struct MeasureEntry {
    SpecInfo info;
    std::function<Measure(const Spec&)> make;
    std::vector<std::string> two_class_aliases{}; ///< names that mean the same for two classes, but something else for more
};

std::vector<MeasureEntry> label_measures();
std::vector<MeasureEntry> two_class_measures(ZeroDivision zero_division);
std::vector<MeasureEntry> class_average_measures(ZeroDivision zero_division);
std::vector<MeasureEntry> ranking_measures();
std::vector<MeasureEntry> cut_measures();
std::vector<MeasureEntry> probability_measures();
std::vector<MeasureEntry> calibration_measures();
std::vector<MeasureEntry> cost_measures();
std::vector<MeasureEntry> regression_measures();
std::vector<MeasureEntry> error_quantile_measures();
std::vector<MeasureEntry> distance_measures();

/// A quotient of counts; what 0/0 is, if it is anything, and else the reason `undefined`.
Value quotient(double ones, double trials, ZeroDivision zero_division, const char* undefined);

/// Distance between truth and prediction, a row each: the Euclidean one, which is the absolute error of a single number.
void distances_of(const PredictionView& view, std::span<double> values);

/// The quantile of level q of distances, for single numbers, or for points of several too.
Measure distance_quantile(const Spec& spec, double q, bool several_targets);

/// A measure of the confusion matrix, higher being better, from 0 to 1 unless the caller changes it.
Measure measure_of_cells(const Spec& spec, OfConfusion figure);

/// A measure of the ranking of the positive class against the other, higher being better, from 0 to 1 unless the caller changes it.
Measure measure_of_ranking(const Spec& spec, OfRanking figure);

} // namespace unseen
