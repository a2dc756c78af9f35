// Small models for the tests: rows of two classes with scores, or of numbers, made from lists.
#pragma once

#include "unseen/compare/models.hpp"
#include "unseen/stats/random.hpp"

#include <numeric>
#include <string>
#include <vector>

namespace unseen::test {

/// A model's predictions for rows whose truth is 0 or 1; the label is 1 where the score is at least 0.5.
struct Scored {
    Labels classes{std::vector<std::string>{"0", "1"}};
    std::vector<std::uint32_t> row;
    std::vector<std::uint32_t> truth;
    std::vector<std::uint32_t> label;
    std::vector<double> scores;
    std::vector<double> weight;

    Scored(std::vector<std::uint32_t> y, const std::vector<double>& score, std::vector<double> w = {})
        : row(y.size()),
          truth(std::move(y)),
          weight(std::move(w))
    {
        std::iota(row.begin(), row.end(), 0u);
        for (const double s : score) {
            label.push_back(s >= 0.5 ? 1 : 0);
            scores.push_back(1.0 - s);
            scores.push_back(s);
        }
    }
    PredictionView view() const
    {
        PredictionView view;
        view.row = row;
        view.classes = &classes;
        view.positive = 1;
        view.true_label = truth;
        view.label = label;
        view.scores = scores;
        view.weight = weight;
        return view;
    }
};

/// Rows with ties, both classes, labels at random: for laws.
struct Random {
    std::vector<std::uint32_t> truth;
    std::vector<double> a, b, weight;
    std::vector<std::uint32_t> cluster;

    explicit Random(std::uint64_t seed, std::size_t n, std::uint64_t levels = 8)
    {
        Stream stream(seed, Purpose::generation);
        for (std::size_t i = 0; i < n; ++i) {
            truth.push_back(i < 2 ? static_cast<std::uint32_t>(i)
                                  : static_cast<std::uint32_t>(stream.below(2)));
            const auto draw = [&] {
                return static_cast<double>(stream.below(levels) + truth.back() * (levels / 4)) /
                       static_cast<double>(levels + levels / 4);
            };
            a.push_back(draw());
            b.push_back(draw());
            weight.push_back(0.5 + static_cast<double>(stream.below(4)));
            cluster.push_back(static_cast<std::uint32_t>(i / 3));
        }
    }
};

/// A model's predictions for rows whose truth is a number.
struct Valued {
    std::vector<std::uint32_t> row;
    std::vector<double> truth;
    std::vector<double> value;

    Valued(std::vector<double> y, std::vector<double> d)
        : row(y.size()),
          truth(std::move(y)),
          value(std::move(d))
    {
        std::iota(row.begin(), row.end(), 0u);
    }
    PredictionView view() const
    {
        PredictionView view;
        view.row = row;
        view.true_value = truth;
        view.value = value;
        return view;
    }
};

/// Two models, called A and B.
template <class A>
compare::Answer compared(const A& a, const A& b, const compare::ModelsOptions& options = {},
                         const RowDesign& design = {})
{
    const std::vector<compare::ModelPredictions> models = {{"A", a.view()}, {"B", b.view()}};
    return compare::compare_models(models, design, options);
}

inline const compare::Comparison& test_of(const compare::Answer& answer, const std::string& test)
{
    for (const auto& one : answer.comparisons)
        if (one.test == test) return one;
    throw std::runtime_error("no test " + test);
}

inline const Value& figure_of(const compare::Comparison& result, const std::string& name)
{
    for (const auto& one : result.figures)
        if (one.name == name) return one.value;
    throw std::runtime_error("no figure " + name);
}

inline std::vector<Measure> measure(const std::string& spec, bool classes = true)
{
    return {make_measure(Spec::parse(spec), classes)};
}

} // namespace unseen::test
