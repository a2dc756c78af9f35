// Private: the estimates of learners on data sets, as input for the tests of compare.
#pragma once

#include "unseen/compare/results.hpp"
#include "unseen/compare/split_results.hpp"
#include "unseen/data/dataset.hpp"
#include "unseen/estimate/estimate.hpp"
#include "unseen/measure/measure.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// The estimates of learners on one data set, under one estimator and by one measure.
struct ComparedData {
    std::string name;
    ResponseType response = ResponseType::classes;
    std::vector<Estimate> estimates{};
};

/// All data sets have the same kind of splits. Their ratios differ only because rows cannot be divided
/// evenly; the largest is the conservative choice. 0 if there are splits that the corrected t does not
/// compare.
double ratio_of(std::span<const ComparedData> all);

/// The largest over all data sets; 0 if some splits are not windows in time.
std::uint64_t overlap_of(std::span<const ComparedData> all);

/// The figures of the splits.
compare::SplitResults splits_of(std::span<const ComparedData> all, Direction direction);

/// The learners' values on each data set.
compare::Results values_of(std::span<const ComparedData> all, Direction direction);

/// Drops the learners that have no value on any data set; otherwise every data set would lack one.
std::vector<Warning> drop_without_values(std::vector<ComparedData>& all);

Measure measure_of(const std::string& text, ResponseType response);

/// Compares learners on one data set by its splits, without learners that lack figures.
compare::Answer compare_on(ComparedData data, compare::ResultsOptions options);

} // namespace unseen
