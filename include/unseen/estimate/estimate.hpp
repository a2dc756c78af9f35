// Results of estimation: a figure with its target, its interval, and what went into it.
#pragma once

#include "unseen/base/interval.hpp"
#include "unseen/base/target.hpp"
#include "unseen/base/value.hpp"
#include "unseen/base/warning.hpp"
#include "unseen/bound/kinds.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace unseen {

/// How row values became one figure.
enum class Aggregation { pooled, mean_of_folds };

/// The name that results, JSON and documents use.
std::string name_of(Aggregation aggregation);

/// A finite-sample bound on the true error, and the counts from which it follows: `unseen bound` gives the same for these.
struct EstimateBound {
    std::string name;                  ///< in the table of data bounds
    const bound::Kind* kind = nullptr; ///< of the bound from counts
    bound::Inputs inputs;
    bound::Bound bound;
};

/// One figure: a learner under an estimator, by one measure.
struct Estimate {
    std::string learner;
    std::string estimator;
    std::string measure;
    Value value = Value::none("no_rows");
    Target target = Target::none;
    double training_rows = 0.0; ///< mean training size, with multiplicity
    Aggregation aggregation = Aggregation::pooled;
    Value standard_deviation = Value::none("one_split"); ///< of the splits' figures; no standard error of the value
    std::uint64_t fits = 0;                              ///< asked for
    std::uint64_t failures = 0;                          ///< of them
    std::optional<Interval> interval;
    std::string interval_reason;        ///< why there is none
    std::optional<EstimateBound> bound; ///< of a data bound, unless the value is missing
    std::vector<Value>
        per_split; ///< the splits' figures in plan order; empty where every split has one row, or nobody wants them
    std::vector<std::pair<std::string, double>> complexity; ///< of the model on all rows, where that is among the fits
    std::vector<Warning> warnings;
    double seconds = 0.0; ///< of its fits and predictions; outside every comparison
};

} // namespace unseen
