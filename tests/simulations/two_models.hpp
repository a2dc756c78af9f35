// Rows that two models predict, for simulations of their comparison.
#pragma once

#include "draws.hpp"

#include "unseen/base/labels.hpp"
#include "unseen/predictions/predictions.hpp"
#include "unseen/stats/random.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace unseen {

/// Rows of two classes or of numbers with the predictions of two models.
struct TwoModels {
    Labels classes{std::vector<std::string>{"0", "1"}};
    std::vector<std::uint32_t> row, truth, label[2];
    std::vector<double> scores[2], value[2], true_value;

    PredictionView view(int model, bool numbers) const
    {
        PredictionView view;
        view.row = row;
        if (numbers) {
            view.true_value = true_value;
            view.value = value[model];
            return view;
        }
        view.classes = &classes;
        view.positive = 1;
        view.true_label = truth;
        view.label = label[model];
        view.scores = scores[model];
        return view;
    }
};

} // namespace unseen
