// Private: the families of measures that make up the table.
#pragma once

#include "unseen/measure/measure.hpp"

namespace unseen {

/// A row of the table in measures.cpp. `make` gets a resolved spec.
struct MeasureEntry {
    SpecInfo info;
    std::function<Measure(const Spec&)> make;
};

std::vector<MeasureEntry> label_measures();
std::vector<MeasureEntry> probability_measures();
std::vector<MeasureEntry> regression_measures();

} // namespace unseen
