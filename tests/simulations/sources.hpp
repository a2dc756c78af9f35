// Sources of rows with two or more classes, for several simulations.
#pragma once

#include "draws.hpp"

#include "unseen/learn/learner.hpp"

#include <cmath>
#include <functional>
#include <numbers>

namespace unseen {

using Point = std::vector<double>;

inline std::size_t flipped(Stream& stream, bool y, double noise)
{
    return static_cast<std::size_t>(y != (stream.uniform() < noise));
}

/// A source of rows: sets the features of a row and gives its class.
using Draw = std::function<std::size_t(Stream&, Point&)>;

struct Source {
    std::size_t classes;
    Draw draw;
};

/// Two spherical classes whose means differ by `distance` along a diagonal of `features` features.
inline Source spheres(std::size_t features, double distance)
{
    return {2, [=](Stream& s, Point& x) {
                const auto y = s.below(2);
                x = normals(s, features);
                const double shift = distance / std::sqrt(static_cast<double>(features));
                for (auto& v : x) v += y == 1 ? shift : 0.0;
                return static_cast<std::size_t>(y);
            }};
}

/// Classes about means that are drawn once, with a spread of their own.
inline Source blobs(std::size_t classes, std::size_t features, double spread)
{
    return {classes, [=](Stream& s, Point& x) {
                const auto y = s.below(classes);
                Stream means(3, Purpose::generation, y);
                x = normals(s, features);
                for (auto& v : x) v += spread * normal(means);
                return static_cast<std::size_t>(y);
            }};
}

/// The class is a function of uniform features, wrong with probability `noise`.
inline Source rule(std::size_t features, double noise, const std::function<bool(const Point&)>& of)
{
    return {2, [=](Stream& s, Point& x) {
                x = uniforms(s, features);
                return flipped(s, of(x), noise);
            }};
}

inline Source two_circles()
{
    return {2, [](Stream& s, Point& x) {
                const auto y = s.below(2);
                const double angle = 2.0 * std::numbers::pi * s.uniform();
                const double radius = (y == 1 ? 2.0 : 1.0) + 0.4 * normal(s);
                x = {radius * std::cos(angle), radius * std::sin(angle), normal(s)};
                return static_cast<std::size_t>(y);
            }};
}

inline Source two_spirals(double noise)
{
    return {2, [=](Stream& s, Point& x) {
                const auto y = s.below(2);
                const double t = 1.0 + 5.0 * s.uniform();
                const double turn = t + (y == 1 ? std::numbers::pi : 0.0);
                x = {t * std::cos(turn) + noise * normal(s), t * std::sin(turn) + noise * normal(s)};
                return static_cast<std::size_t>(y);
            }};
}

/// Of 25 yes-no features the class depends on the sum of five.
inline Source five_of_25()
{
    return {2, [](Stream& s, Point& x) {
                x.assign(25, 0.0);
                double sum = 0.0;
                for (std::size_t j = 0; j < 25; ++j) {
                    x[j] = static_cast<double>(s.below(2));
                    if (j < 5) sum += x[j];
                }
                return flipped(s, sum > 2.5, 0.05);
            }};
}

/// One class in six is positive, and only the spread of the features differs.
inline Source spreads()
{
    return {2, [](Stream& s, Point& x) {
                const bool y = s.uniform() < 1.0 / 6.0;
                x = normals(s, 3);
                for (auto& v : x) v *= y ? 3.0 : 1.0;
                return static_cast<std::size_t>(y);
            }};
}

/// Heavy tails: both classes Cauchy, apart by 3.
inline Source cauchy()
{
    return {2, [](Stream& s, Point& x) {
                const auto y = s.below(2);
                x.assign(2, 0.0);
                for (auto& v : x) v = std::tan(std::numbers::pi * (s.uniform() - 0.5)) + (y == 1 ? 3.0 : 0.0);
                return static_cast<std::size_t>(y);
            }};
}

inline Dataset draw(const Source& source, std::size_t rows, Stream stream)
{
    std::vector<NumericColumn> x;
    CodedColumn y;
    for (std::size_t c = 0; c < source.classes; ++c) y.labels.add("c" + std::to_string(c));
    Point point;
    for (std::size_t r = 0; r < rows; ++r) {
        const auto of = source.draw(stream, point);
        x.resize(point.size());
        for (std::size_t j = 0; j < point.size(); ++j) x[j].values.push_back(point[j]);
        y.codes.push_back(static_cast<std::int32_t>(of));
    }
    return dataset_of(std::move(x), std::move(y));
}

/// The error rate, on the other rows, of the learner's model of the first `rows` rows.
inline double error_of_first_rows(const Dataset& data, const Spec& spec, std::size_t rows, std::uint64_t seed)
{
    const auto learner = make_learner(spec, data.response_type());
    std::vector<std::uint32_t> counts(data.labelled(), 0);
    std::fill_n(counts.begin(), rows, 1);
    std::vector<Row> test;
    for (auto r = static_cast<Row>(rows); r < data.labelled(); ++r) test.push_back(r);
    RowSetStorage storage;
    const auto prepared = learner->prepare(data, std::vector<Spec>{learner->spec()}, Budget{});
    const auto model = prepared->fit({.train = storage.from_counts(counts), .seed = seed}, 0);
    const auto predicted = model->predict(data, test);
    double wrong = 0.0;
    for (std::size_t i = 0; i < test.size(); ++i)
        wrong += predicted.label[i] != static_cast<std::uint32_t>(data.class_codes()[test[i]]) ? 1 : 0;
    return wrong / static_cast<double>(test.size());
}

} // namespace unseen
