// Private: the model that predicts one number for every row.
#pragma once

#include "unseen/learn/learner.hpp"

namespace unseen {

/// Predicts the same number for every row.
class ConstantModel final : public Model {
public:
    explicit ConstantModel(double value) : value_(value) {}
    Predictions predict(const Dataset&, std::span<const Row> rows) const override
    {
        Predictions p;
        p.value.assign(rows.size(), value_);
        return p;
    }

private:
    double value_;
};

} // namespace unseen
