// Rows of a test set as simulations draw them, and how often intervals of a measure cover there.
#pragma once

#include "coverage.hpp"
#include "for_each.hpp"

#include "unseen/interval/test_interval.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace unseen {

/// Predictions of the classes 0 and 1, or of numbers, or values of items, with a cluster of each row.
struct TestRows {
    Labels classes{std::vector<std::string>{"0", "1"}};
    std::vector<std::uint32_t> row{}, truth{}, label{}, cluster{};
    std::vector<double> scores{}, true_value{}, value{};

    /// A row of this probability of class 1.
    void add_class(bool positive, double probability, std::uint32_t of_cluster)
    {
        add(of_cluster);
        truth.push_back(positive ? 1 : 0);
        label.push_back(probability >= 0.5 ? 1 : 0);
        scores.push_back(1.0 - probability);
        scores.push_back(probability);
    }
    void add_number(double y, double predicted, std::uint32_t of_cluster)
    {
        add(of_cluster);
        true_value.push_back(y);
        value.push_back(predicted);
    }
    /// An item with this value.
    void add_value(double given, std::uint32_t of_cluster)
    {
        add(of_cluster);
        value.push_back(given);
    }
    PredictionView view() const
    {
        PredictionView view;
        view.row = row;
        if (truth.empty()) {
            view.true_value = true_value;
            view.value = value;
            return view;
        }
        view.classes = &classes;
        view.positive = 1;
        view.true_label = truth;
        view.label = label;
        view.scores = scores;
        view.probabilities = true;
        return view;
    }

private:
    void add(std::uint32_t of_cluster)
    {
        row.push_back(static_cast<std::uint32_t>(row.size()));
        cluster.push_back(of_cluster);
    }
};

/// A world of test sets with the true figure of a measure.
struct TestWorld {
    std::string design;
    std::string name;
    double truth = 0.0;
    bool clustered = false;                    ///< clusters are the independent draws, else rows
    std::function<TestRows(std::size_t)> draw; ///< the data set of this number
};

/// Prints a line of coverage for each method. A data set without a figure is not covered.
inline void print_covered(const Measure& measure, const TestWorld& world, std::size_t data_sets,
                          const std::vector<const char*>& methods)
{
    std::vector<std::vector<Covered>> covered(methods.size(), std::vector<Covered>(data_sets));
    for_each(data_sets, [&](std::size_t r) {
        const auto rows = world.draw(r);
        const auto view = rows.view();
        const auto value = evaluate(measure, view);
        TestIntervalInput input{.predictions = &view,
                                .measure = &measure,
                                .value = value ? value.number() : world.truth,
                                .samples = 1000};
        if (world.clustered) input.cluster = rows.cluster;
        for (std::size_t k = 0; k < methods.size(); ++k) {
            auto& one = covered[k][r];
            one.figure = input.value;
            if (!value) continue;
            const auto found = make_test_interval(std::string(methods[k]), input, Level(0.95));
            if (found.interval) one.limits = Limits{found.interval->lower, found.interval->upper};
        }
    });
    for (std::size_t k = 0; k < methods.size(); ++k)
        print_line(world.design, measure.name(), methods[k], world.name, world.truth, covered[k]);
}

} // namespace unseen
