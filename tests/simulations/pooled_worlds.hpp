// The worlds of pooled_coverage. They were listed before any of them was run, and no rule was chosen by them.
#pragma once

#include "draws.hpp"

#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace unseen {

struct PooledWorld {
    std::string name;
    std::string learner;
    std::size_t rows;
    std::size_t classes; ///< 0: numbers
    /// Draws the features and returns the class or number.
    std::function<double(Stream&, std::vector<double>& x)> draw;
    std::string plan = "folds=10,repeats=10";
};

/// A feature of a row about the mean of its class.
using FeatureLaw = double (*)(Stream&);

inline double laplace_law(Stream& s)
{
    const double size = -std::log(1.0 - s.uniform());
    return s.uniform() < 0.5 ? size : -size;
}
inline double gamma_law(Stream& s) { return -std::log(1.0 - s.uniform()) - std::log(1.0 - s.uniform()); }

/// Two classes with this share of positives, apart by `shift` in each feature.
inline auto apart(double positive, double shift, std::size_t features, FeatureLaw law = normal)
{
    return [=](Stream& s, std::vector<double>& x) {
        const bool is = s.uniform() < positive;
        x.resize(features);
        for (auto& v : x) v = (is ? shift : 0.0) + law(s);
        return static_cast<double>(is);
    };
}

/// Positive inside a ring of two features; `noise` of the classes are exchanged.
inline auto ring(double radius, double noise)
{
    return [=](Stream& s, std::vector<double>& x) {
        x = normals(s, 3);
        const bool inside = x[0] * x[0] + x[1] * x[1] < radius * radius;
        return static_cast<double>(inside != (s.uniform() < noise));
    };
}

/// Classes with these shares, each of its own mean in one of the features.
inline auto several(std::vector<double> shares, double distance)
{
    return [=](Stream& s, std::vector<double>& x) {
        double u = s.uniform();
        std::size_t c = 0;
        while (c + 1 < shares.size() && u >= shares[c]) u -= shares[c++];
        x = normals(s, shares.size());
        x[c] += distance;
        return static_cast<double>(c);
    };
}

/// A number: f(x0) + half of x1 + noise.
inline auto curve(double (*f)(double), double noise, FeatureLaw law = normal, std::size_t features = 4)
{
    return [=](Stream& s, std::vector<double>& x) {
        x = normals(s, features);
        return f(x[0]) + 0.5 * x[1] + noise * law(s);
    };
}
inline double straight(double x) { return x; }
inline double bent(double x) { return std::abs(x); }
inline double stepped(double x) { return x > 0.3 ? 2.0 : 0.0; }

inline std::vector<PooledWorld> pooled_worlds()
{
    const std::string once = "folds=10,repeats=1", five = "folds=5,repeats=5";
    return {
        // Two classes.
        {"half positive, shift .7", "naive-bayes", 50, 2, apart(.5, .7, 3)},
        {"half positive, shift .4", "lda", 120, 2, apart(.5, .4, 4)},
        {"half positive, Laplace features", "knn:k=3", 80, 2, apart(.5, .8, 2, laplace_law)},
        {"half positive, gamma features", "logistic", 80, 2, apart(.5, 1.0, 2, gamma_law)},
        {"half positive, shift .5", "tree", 150, 2, apart(.5, .5, 3)},
        {"30 % positive, shift .9", "naive-bayes", 80, 2, apart(.3, .9, 3)},
        {"30 % positive, shift .6", "knn:k=7", 150, 2, apart(.3, .6, 3)},
        {"30 % positive, shift .8", "tree", 100, 2, apart(.3, .8, 3)},
        {"30 % positive, gamma features", "lda", 60, 2, apart(.3, 1.2, 2, gamma_law)},
        {"20 % positive, shift 1", "logistic", 100, 2, apart(.2, 1.0, 3)},
        {"20 % positive, shift 1.5", "naive-bayes", 60, 2, apart(.2, 1.5, 2)},
        {"20 % positive, shift .5", "lda", 200, 2, apart(.2, .5, 5)},
        {"20 % positive, Laplace features", "tree", 200, 2, apart(.2, 1.0, 3, laplace_law)},
        {"15 % positive, shift 1.2", "knn:k=1", 120, 2, apart(.15, 1.2, 3)},
        {"10 % positive, shift 1.5", "naive-bayes", 100, 2, apart(.1, 1.5, 2)},
        {"10 % positive, shift 2", "logistic", 150, 2, apart(.1, 2.0, 2)},
        {"10 % positive, shift 1", "tree", 300, 2, apart(.1, 1.0, 3)},
        {"6 % positive, shift 2", "lda", 250, 2, apart(.06, 2.0, 2)},
        {"6 % positive, shift 1.5", "naive-bayes", 300, 2, apart(.06, 1.5, 3)},
        {"a ring", "knn:k=5", 100, 2, ring(1.0, .05)},
        {"a ring, a tenth exchanged", "tree", 200, 2, ring(1.2, .1)},
        {"a small ring", "naive-bayes", 200, 2, ring(.6, .02)},
        {"hardly an error", "lda", 60, 2, apart(.4, 3.0, 2)},
        // Nothing to learn, or hardly anything found.
        {"nothing to learn, half positive", "naive-bayes", 100, 2, apart(.5, 0.0, 4)},
        {"nothing to learn, half positive", "tree", 100, 2, apart(.5, 0.0, 4)},
        {"nothing to learn, 30 % positive", "lda", 150, 2, apart(.3, 0.0, 4)},
        {"nothing to learn, 20 % positive", "knn:k=1", 150, 2, apart(.2, 0.0, 4)},
        {"10 % positive, shift .6", "lda", 200, 2, apart(.1, .6, 3)},
        // Several classes.
        {"3 equal classes", "naive-bayes", 75, 3, several({.34, .33, .33}, 1.5)},
        {"3 classes, one of 15 %", "tree", 150, 3, several({.5, .35, .15}, 2.0)},
        {"4 classes", "lda", 160, 4, several({.4, .3, .2, .1}, 1.6)},
        {"5 equal classes", "knn:k=5", 200, 5, several({.2, .2, .2, .2, .2}, 2.0)},
        {"4 classes, nothing to learn", "naive-bayes", 120, 4, several({.25, .25, .25, .25}, 0.0)},
        // Fewer repeats and folds.
        {"one repeat, 30 % positive", "naive-bayes", 100, 2, apart(.3, .9, 3), once},
        {"one repeat, half positive", "tree", 150, 2, apart(.5, .7, 3), once},
        {"5 x 5 folds, 20 % positive", "lda", 120, 2, apart(.2, 1.0, 3), five},
        // Numbers.
        {"a line", "linear", 30, 0, curve(straight, 1.0)},
        {"a line, much noise", "linear", 80, 0, curve(straight, 3.0)},
        {"a line, Laplace noise", "ridge", 60, 0, curve(straight, 1.0, laplace_law)},
        {"a bend", "knn:k=5", 60, 0, curve(bent, .5)},
        {"a bend, gamma noise", "tree", 120, 0, curve(bent, .5, gamma_law)},
        {"a step", "tree", 80, 0, curve(stepped, .7)},
        {"a step, many features", "knn:k=3", 100, 0, curve(stepped, .7, normal, 10)},
        {"a line, one repeat", "linear", 50, 0, curve(straight, 1.0), once},
    };
}

} // namespace unseen
