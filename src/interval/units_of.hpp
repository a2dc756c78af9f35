// Private: the rows or clusters of a test set, made once for all intervals that want them.
#pragma once

#include "interval/row_bootstrap.hpp"

#include "unseen/interval/test_interval.hpp"

#include <optional>

namespace unseen {

/// What the samples of a test set are made of: given, or made here.
class UnitsOf {
public:
    explicit UnitsOf(const TestIntervalInput& input)
    {
        if (input.units == nullptr) own_ = units_of(*input.predictions, input.cluster);
        units_ = own_ ? &*own_ : input.units;
    }
    UnitsOf(const UnitsOf&) = delete;
    UnitsOf& operator=(const UnitsOf&) = delete;
    const Units& operator*() const { return *units_; }

private:
    std::optional<Units> own_;
    const Units* units_;
};

} // namespace unseen
