// Influences of rows on measures of the confusion matrix: the values of METHODS I.30, and sums of 0.
#include "measure/row_influences.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace {

using namespace unseen;

// Of three repeats; a program in Python took numeric derivatives of scikit-learn's measures.
TEST(RowInfluences, OnTheConfusionMatrixHaveTheMethodsMeanSquares)
{
    const Labels classes({"0", "1"});
    const std::vector<std::uint32_t> truth = {1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0};
    const std::vector<std::vector<std::uint32_t>> predictions = {{1, 1, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0},
                                                                 {1, 1, 0, 1, 1, 1, 0, 0, 0, 0, 1, 0},
                                                                 {1, 0, 1, 1, 0, 1, 1, 0, 0, 0, 0, 0}};
    const std::vector<std::pair<std::string, double>> wanted = {{"balanced_accuracy", 0.16666666666083219},
                                                                {"f1", 0.21303389103243683},
                                                                {"mcc", 0.6657294028530653},
                                                                {"kappa", 0.6712962962683415}};
    for (const auto& [name, square] : wanted) {
        const auto measure = make_measure(Spec(name), true);
        double sum = 0.0;
        for (const auto& labels : predictions) {
            PredictionView view;
            view.classes = &classes;
            view.positive = 1;
            view.true_label = truth;
            view.label = labels;
            double all = 0.0;
            for (const double influence : row_influences(measure, view)) {
                all += influence;
                sum += std::pow(12.0 * influence, 2);
            }
            EXPECT_NEAR(all, 0.0, 1e-9) << name;
        }
        // Their derivatives have errors of 1e-8 or so.
        EXPECT_NEAR(sum / 36.0, square, 1e-7) << name;
    }
}

} // namespace
