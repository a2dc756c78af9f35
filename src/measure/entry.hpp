// Private: the families of measures that make up the table.
#pragma once

#include "unseen/measure/measure.hpp"

namespace unseen {

/// A row of the table in measures.cpp. `make` takes a resolved spec.
struct MeasureEntry {
    SpecInfo info;
    std::function<Measure(const Spec&)> make;
    std::vector<std::string>
        two_class_aliases{}; ///< names that are aliases for two classes, but have another meaning for more
    bool main = false;       ///< as Measure::main
    std::vector<std::pair<std::string, std::string>> averages{}; ///< as Measure::averages
};

/// The entry of a measure that reports show first.
inline MeasureEntry shown_first(MeasureEntry entry)
{
    entry.main = true;
    return entry;
}

std::vector<MeasureEntry> label_measures();
std::vector<MeasureEntry> two_class_measures(ZeroDivision zero_division);
std::vector<MeasureEntry> class_average_measures(ZeroDivision zero_division);
std::vector<MeasureEntry> ranking_measures();
std::vector<MeasureEntry> threshold_measures();
std::vector<MeasureEntry> probability_measures();
std::vector<MeasureEntry> calibration_measures();
std::vector<MeasureEntry> calibration_line_measures();
std::vector<MeasureEntry> event_ratio_measures();
std::vector<MeasureEntry> net_benefit_measures();
std::vector<MeasureEntry> cost_measures();
std::vector<MeasureEntry> regression_measures();
std::vector<MeasureEntry> error_quantile_measures();
std::vector<MeasureEntry> distance_measures();
std::vector<MeasureEntry> item_measures();

/// The quotient ones / trials. 0/0 is the value that `zero_division` sets, or else the reason `undefined`.
Value quotient(double ones, double trials, ZeroDivision zero_division, const Reason& undefined);

/// Writes the Euclidean distance between truth and prediction of each row. For single numbers it is the
/// absolute error.
void distances_of(const PredictionView& view, std::span<double> values);

/// The q-quantile of the distances. `several_targets`: it judges points, too.
Measure distance_quantile(const Spec& spec, double q, bool several_targets);

/// A measure of the confusion matrix: higher is better, range 0 to 1. The caller may change both.
Measure measure_of_cells(const Spec& spec, OfConfusion figure);

/// A measure of the ranking of the positive class against the other: higher is better, range 0 to 1. The
/// caller may change both.
Measure measure_of_ranking(const Spec& spec, OfRanking figure);

} // namespace unseen
