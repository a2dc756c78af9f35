// Private: the families of intervals that make up the table of test_interval.cpp.
#pragma once

#include "unseen/interval/test_interval.hpp"

#include <vector>

namespace unseen {

std::vector<TestIntervalMethod> calibration_intervals();
std::vector<TestIntervalMethod> count_intervals();
std::vector<TestIntervalMethod> ranking_intervals();
std::vector<TestIntervalMethod> quantile_intervals();
std::vector<TestIntervalMethod> robust_intervals();
std::vector<TestIntervalMethod> bootstrap_intervals();

/// Of the expected calibration error of weighted or clustered rows.
IntervalResult robust_calibration_mean(const TestIntervalInput& input, Level level);

/// An interval about the model, its ends within the measure's range. Every method assumes independent rows, or clusters; `more`: what else.
Interval model_interval(const TestIntervalInput& input, Level level, double lower, double upper, std::string method,
                        Guarantee guarantee, std::vector<std::string> more = {});

} // namespace unseen
