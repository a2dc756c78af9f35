// Small data sets and learners, for tests of the layers above the learners.
#pragma once

#include "unseen/data/dataset.hpp"
#include "unseen/learn/learner.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/stats/random.hpp"

#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace unseen::test {

/// `rows` rows of `features` uniform numbers x0, x1 ...; the class is a or b by the sign of x0 - 0.5, wrong
/// for about every fifth row.
inline Dataset two_classes(Row rows, std::size_t features = 2)
{
    Stream stream(7, Purpose::generation, rows, features);
    Table table;
    for (std::size_t f = 0; f < features; ++f) {
        NumericColumn column;
        for (Row r = 0; r < rows; ++r)
            column.values.push_back(static_cast<double>(stream.below(1000)) / 1000.0);
        table.columns.push_back({"x" + std::to_string(f), std::move(column)});
    }
    CodedColumn y{.labels = Labels({"a", "b"}), .codes = {}};
    for (Row r = 0; r < rows; ++r) {
        const bool b = features > 0 ? table.columns[0].numeric().values[r] > 0.5 : stream.below(2) == 1;
        y.codes.push_back(static_cast<std::int32_t>(b != (stream.below(5) == 0)));
    }
    table.columns.push_back({"y", std::move(y)});
    table.declared_types = true;
    return Dataset::make(table);
}

/// The same features; the response is 3 x0 and noise.
inline Dataset numbers(Row rows)
{
    Stream stream(8, Purpose::generation, rows, 0);
    NumericColumn x;
    NumericColumn y;
    for (Row r = 0; r < rows; ++r) {
        x.values.push_back(static_cast<double>(stream.below(1000)) / 1000.0);
        y.values.push_back(3.0 * x.values.back() + static_cast<double>(stream.below(1000)) / 1000.0);
    }
    Table table;
    table.columns = {{"x0", std::move(x)}, {"y", std::move(y)}};
    table.declared_types = true;
    return Dataset::make(table);
}

using Predict = std::function<Predictions(const Dataset&, std::span<const Row>)>;

inline Predictions predicted_labels(std::vector<std::uint32_t> label, std::vector<double> scores = {})
{
    Predictions p;
    p.label = std::move(label);
    p.scores = std::move(scores);
    return p;
}

inline Predictions predicted_values(std::vector<double> value)
{
    Predictions p;
    p.value = std::move(value);
    return p;
}

/// A model from a function.
class PredictModel final : public Model {
public:
    explicit PredictModel(Predict answer) : predict_(std::move(answer)) {}
    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        return predict_(data, rows);
    }

private:
    Predict predict_;
};

/// A learner from a function of the task that gives the model's predictions.
inline std::unique_ptr<Learner> learner_of(std::string name,
                                           std::function<Predict(const Dataset&, const Task&)> fit,
                                           Traits traits = {.scores = false})
{
    return simple_learner(std::move(name), traits,
                          [fit = std::move(fit)](const Dataset& data, const Task& task) {
                              return std::make_unique<PredictModel>(fit(data, task));
                          });
}

/// Predicts class 0, or the number 0, for every row.
inline Predict constant_prediction()
{
    return [](const Dataset& data, std::span<const Row> rows) {
        Predictions p;
        if (data.response_type() == ResponseType::classes)
            p.label.assign(rows.size(), 0);
        else
            p.value.assign(rows.size(), 0.0);
        return p;
    };
}

inline double feature(const Dataset& data, std::size_t f, Row row)
{
    return data.features()[f].numeric().values[row];
}

/// Squared Euclidean distance of a row to a point.
inline double squared_distance(const Dataset& data, Row row, std::span<const double> point)
{
    double sum = 0.0;
    for (std::size_t f = 0; f < point.size(); ++f) {
        const double d = feature(data, f, row) - point[f];
        sum += d * d;
    }
    return sum;
}

/// The class whose mean is nearest; ties go to the smaller code, and classes without a training row are no
/// candidates.
inline std::unique_ptr<Learner> nearest_mean_learner()
{
    return learner_of("nearest-mean", [](const Dataset& data, const Task& task) {
        const auto n_features = data.features().size();
        std::vector<std::vector<double>> means(data.classes().size(), std::vector<double>(n_features, 0.0));
        std::vector<double> counts(means.size(), 0.0);
        task.train.for_each([&](Row r, std::uint32_t count) {
            const auto c = static_cast<std::size_t>(data.class_codes()[r]);
            counts[c] += count;
            for (std::size_t f = 0; f < n_features; ++f) means[c][f] += count * feature(data, f, r);
        });
        for (std::size_t c = 0; c < means.size(); ++c)
            for (auto& m : means[c]) m /= counts[c];
        return [means, counts](const Dataset& queried, std::span<const Row> rows) {
            Predictions p;
            for (const Row r : rows) {
                double best = std::numeric_limits<double>::infinity();
                std::uint32_t label = 0;
                for (std::size_t c = 0; c < means.size(); ++c)
                    if (const double d = squared_distance(queried, r, means[c]);
                        counts[c] > 0.0 && d < best) {
                        best = d;
                        label = static_cast<std::uint32_t>(c);
                    }
                p.label.push_back(label);
            }
            return p;
        };
    });
}

/// The response of the nearest training row, the first of equally near ones.
inline std::unique_ptr<Learner> one_nearest_learner()
{
    return learner_of("one-nearest", [](const Dataset&, const Task& task) {
        std::vector<Row> training;
        task.train.for_each([&](Row r, std::uint32_t) { training.push_back(r); });
        return [training](const Dataset& data, std::span<const Row> rows) {
            Predictions p;
            std::vector<double> point(data.features().size());
            for (const Row r : rows) {
                for (std::size_t f = 0; f < point.size(); ++f) point[f] = feature(data, f, r);
                Row nearest = training.front();
                for (const Row t : training)
                    if (squared_distance(data, t, point) < squared_distance(data, nearest, point))
                        nearest = t;
                if (data.response_type() == ResponseType::classes)
                    p.label.push_back(static_cast<std::uint32_t>(data.class_codes()[nearest]));
                else
                    p.value.push_back(data.responses()[nearest]);
            }
            return p;
        };
    });
}

} // namespace unseen::test
