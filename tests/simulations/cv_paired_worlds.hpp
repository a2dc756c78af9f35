// The worlds of cv_paired_levels: two learners, or one learner on two sets of features, judged by one
// cross-validation. They were listed before any of them was run.
#pragma once

#include "two_models.hpp"

#include "unseen/stats/random.hpp"

#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace unseen {

using Features = std::vector<double>;

/// Whether A is as good as B.
enum class Kind {
    symmetric, ///< A and B may be exchanged: they are equally good by every measure
    chance, ///< nothing can be learned, and the classes are balanced: equal by measures of which chance has
            ///< one value
    better, ///< A is better
};

struct PairWorld {
    std::string name;
    Kind kind;
    std::size_t rows;
    std::string learner_a, learner_b;
    std::size_t classes; ///< 0: numbers
    /// Draws the features of both learners and returns the class or number; `effect` is common to the rows of
    /// a group.
    std::function<double(Stream&, double effect, Features& a, Features& b)> draw;
    std::string plan = "cv:folds=10,repeats=10";
    std::size_t rows_of_group = 1;
    bool weighted = false;
};

/// A feature of a row of a class, and its law about the class's mean.
using Law = double (*)(Stream&);

inline double t3_law(Stream& stream)
{
    double squares = 0.0;
    for (int i = 0; i < 3; ++i) squares += std::pow(normal(stream), 2);
    return normal(stream) / std::sqrt(squares / 3.0);
}
inline double lognormal_law(Stream& stream) { return std::exp(normal(stream)); }

inline Features around(Stream& stream, double mean, std::size_t features, Law law = normal)
{
    Features x(features);
    for (double& v : x) v = mean + law(stream);
    return x;
}

/// Two classes; each learner has features of its own with these shifts of the second class.
inline auto halves(double shift_a, double shift_b, std::size_t features, double positive = 0.5,
                   Law law = normal)
{
    return [=](Stream& stream, double effect, Features& a, Features& b) {
        const bool is = stream.uniform() < positive;
        a = around(stream, effect + (is ? shift_a : 0.0), features, law);
        b = around(stream, effect + (is ? shift_b : 0.0), features, law);
        return static_cast<double>(is);
    };
}
inline auto halves(double shift, std::size_t features, double positive = 0.5, Law law = normal)
{
    return halves(shift, shift, features, positive, law);
}

/// Both learners have the same two informative features, and each has its own irrelevant ones.
inline auto shared_signal(double shift, std::size_t irrelevant)
{
    return [=](Stream& stream, double, Features& a, Features& b) {
        const bool is = stream.uniform() < 0.5;
        a = around(stream, is ? shift : 0.0, 2);
        b = a;
        for (auto* x : {&a, &b})
            for (std::size_t i = 0; i < irrelevant; ++i) x->push_back(normal(stream));
        return static_cast<double>(is);
    };
}

/// The class is whether the signs of two features agree, of each learner's own two; a tenth is flipped.
inline auto exclusive_or()
{
    return [](Stream& stream, double, Features& a, Features& b) {
        const bool is = stream.uniform() < 0.5;
        for (auto* x : {&a, &b}) {
            *x = around(stream, 0.0, 2);
            const bool agree = is == (stream.uniform() < 0.9);
            if (((*x)[0] * (*x)[1] > 0.0) != agree) (*x)[1] = -(*x)[1];
        }
        return static_cast<double>(is);
    };
}

/// Features of 0 and 1, 1 with probability 1/2 -+ lift.
inline auto binary(double lift, std::size_t features)
{
    return [=](Stream& stream, double, Features& a, Features& b) {
        const bool is = stream.uniform() < 0.5;
        for (auto* x : {&a, &b}) {
            x->resize(features);
            for (double& v : *x) v = stream.uniform() < 0.5 + (is ? lift : -lift);
        }
        return static_cast<double>(is);
    };
}

/// Several classes about the corners of a simplex, with these shares; B's corners are `of_b` times as far.
inline auto corners(std::vector<double> shares, double distance, double of_b = 1.0)
{
    return [=](Stream& stream, double, Features& a, Features& b) {
        double u = stream.uniform();
        std::size_t c = 0;
        while (c + 1 < shares.size() && u >= shares[c]) u -= shares[c++];
        a = around(stream, 0.0, shares.size());
        b = around(stream, 0.0, shares.size());
        a[c] += distance;
        b[c] += of_b * distance;
        return static_cast<double>(c);
    };
}

/// One set of features that have nothing to do with the class.
inline auto nothing()
{
    return [](Stream& stream, double, Features& a, Features& b) {
        a = around(stream, 0.0, 3);
        b = a;
        return static_cast<double>(stream.below(2));
    };
}

/// A number: half of it a function of A's features, half one of B's.
inline auto sum_of_both(double (*f)(double), std::size_t features, Law noise, double of_b = 1.0)
{
    return [=](Stream& stream, double, Features& a, Features& b) {
        a = around(stream, 0.0, features);
        b = around(stream, 0.0, features);
        return f(a[0]) + of_b * f(b[0]) + noise(stream);
    };
}
inline double line(double x) { return x; }
inline double parabola(double x) { return x * x; }
inline double wave(double x) { return std::sin(3.0 * x); }
inline double none(double) { return 0.0; }

/// Both learners have the same features of a linear function.
inline auto same_line(std::size_t features)
{
    return [=](Stream& stream, double, Features& a, Features& b) {
        a = around(stream, 0.0, features);
        b = a;
        return a[0] + 0.5 * a[1] + normal(stream);
    };
}

inline std::vector<PairWorld> cv_paired_worlds()
{
    using enum Kind;
    const std::string once = "cv:folds=10,repeats=1", thrice = "cv:folds=10,repeats=3",
                      five = "cv:folds=5,repeats=5", two = "cv:folds=2,repeats=5",
                      all = "cv:folds=10,repeats=10", stump = "tree:max_depth=1";
    const auto same = [](std::string name, std::size_t rows, std::string learner, std::size_t classes,
                         auto draw, std::string plan = "cv:folds=10,repeats=10", std::size_t group = 1,
                         bool weighted = false) {
        return PairWorld{std::move(name), symmetric, rows, learner, learner,
                         classes,         draw,      plan, group,   weighted};
    };
    std::vector<PairWorld> worlds = {
        // Two classes.
        same("two halves, shift .4, 3 features", 60, "knn:k=5", 2, halves(.4, 3)),
        same("two halves, shift .8", 100, "naive-bayes", 2, halves(.8, 2)),
        same("two halves, shift 1.2", 60, "lda", 2, halves(1.2, 2)),
        same("two halves, shift .5, 5 features", 200, "lda", 2, halves(.5, 5)),
        same("two halves, shift .6", 100, "tree", 2, halves(.6, 2)),
        same("two halves, shift .6, 1 feature", 150, stump, 2, halves(.6, 1)),
        same("two halves, shift .3, 10 features", 80, "knn:k=1", 2, halves(.3, 10)),
        same("15 % positive, shift 1.2", 150, "naive-bayes", 2, halves(1.2, 2, .15)),
        same("10 % positive, shift 1.5", 200, "lda", 2, halves(1.5, 2, .1)),
        same("20 % positive, shift 1, 3 features", 100, "knn:k=3", 2, halves(1.0, 3, .2)),
        same("25 % positive, shift 1", 200, "tree", 2, halves(1.0, 2, .25)),
        same("exclusive or", 120, "knn:k=5", 2, exclusive_or()),
        same("exclusive or", 200, "tree", 2, exclusive_or()),
        same("binary features", 80, "naive-bayes", 2, binary(.15, 6)),
        same("binary features", 120, "tree", 2, binary(.2, 6)),
        same("lognormal features", 100, "lda", 2, halves(1.0, 2, .5, lognormal_law)),
        same("t3 features", 100, "naive-bayes", 2, halves(1.0, 2, .5, t3_law)),
        same("a shared signal, 3 irrelevant features each", 100, "knn:k=7", 2, shared_signal(.8, 3)),
        same("a shared signal, 5 irrelevant features each", 150, "tree", 2, shared_signal(.8, 5)),
        same("a shared signal, 10 irrelevant features each", 60, "lda", 2, shared_signal(1.0, 10)),
        same("two halves, shift .4", 300, "naive-bayes", 2, halves(.4, 3)),
        same("two halves, shift .5", 300, "tree", 2, halves(.5, 3)),
        // Fewer repeats and folds.
        same("one repeat", 100, "knn:k=5", 2, halves(.6, 3), once),
        same("one repeat", 100, "tree", 2, halves(.6, 3), once),
        same("one repeat, 15 % positive", 200, "naive-bayes", 2, halves(1.0, 2, .15), once),
        same("three repeats", 100, "naive-bayes", 2, halves(.6, 3), thrice),
        same("three repeats", 150, "tree", 2, halves(.6, 3), thrice),
        same("5 x 5 folds", 80, "lda", 2, halves(.6, 3), five),
        same("5 x 2 folds", 120, "knn:k=5", 2, halves(.6, 3), two),
        // Several classes.
        same("3 classes", 90, "naive-bayes", 3, corners({.34, .33, .33}, 1.0)),
        same("3 classes", 150, "knn:k=3", 3, corners({.5, .3, .2}, 1.2)),
        same("4 classes, one rare", 200, "lda", 4, corners({.4, .3, .2, .1}, 1.0)),
        // Nothing to learn.
        {"nothing to learn", chance, 60, "knn:k=1", "knn:k=5", 2, nothing()},
        {"nothing to learn", chance, 100, "naive-bayes", "lda", 2, nothing()},
        {"nothing to learn", chance, 150, "tree", "knn:k=3", 2, nothing()},
        {"nothing to learn", chance, 100, stump, "majority", 2, nothing()},
        {"nothing to learn", chance, 200, "lda", "knn:k=9", 2, nothing()},
        {"nothing to learn, one repeat", chance, 100, "naive-bayes", "knn:k=3", 2, nothing(), once},
        same("nothing to learn, 20 % positive", 150, "naive-bayes", 2, halves(0.0, 2, .2)),
        same("nothing to learn, 30 % positive", 100, "tree", 2, halves(0.0, 3, .3)),
        // Groups and weights.
        same("30 groups of 5", 150, "knn:k=5", 2, halves(.8, 2), all, 5),
        same("40 groups of 3", 120, "naive-bayes", 2, halves(.6, 2), all, 3),
        same("weights from .2 to 2", 100, "naive-bayes", 2, halves(.8, 2), all, 1, true),
        // Numbers.
        same("half of a line each", 60, "linear", 0, sum_of_both(line, 2, normal)),
        same("half of a line each", 100, "knn:k=5", 0, sum_of_both(line, 2, normal)),
        same("half of a wave each", 150, "tree", 0, sum_of_both(wave, 2, normal)),
        same("half of a line each, t3 noise", 100, "linear", 0, sum_of_both(line, 2, t3_law)),
        same("half of a parabola each, lognormal noise", 100, "knn:k=5", 0,
             sum_of_both(parabola, 1, lognormal_law)),
        same("numbers without a cause", 60, "linear", 0, sum_of_both(none, 5, normal)),
        same("half of a parabola each", 80, "knn:k=3", 0, sum_of_both(parabola, 2, normal)),
        same("half of a line each, one repeat", 100, "tree", 0, sum_of_both(line, 2, normal), once),
    };
    // A is better.
    const std::vector<PairWorld> better_worlds = {
        {"shift .8 and .4", better, 100, "naive-bayes", "naive-bayes", 2, halves(.8, .4, 2)},
        {"shift 1 and .6", better, 200, "lda", "lda", 2, halves(1.0, .6, 2)},
        {"shift .8 and nothing", better, 60, "knn:k=5", "knn:k=5", 2, halves(.8, 0.0, 2)},
        {"shift .6", better, 100, "lda", "majority", 2, halves(.6, 3)},
        {"exclusive or", better, 200, "tree", stump, 2, exclusive_or()},
        {"15 % positive, shift 2 and 1", better, 200, "naive-bayes", "naive-bayes", 2,
         halves(2.0, 1.0, 2, .15)},
        {"3 classes, B's corners half as far", better, 150, "knn:k=5", "knn:k=5", 3,
         corners({.4, .3, .3}, 1.5, .5)},
        {"two halves, shift .7", better, 150, "knn:k=15", "knn:k=1", 2, halves(.7, 3)},
        {"shift .8 and .4, one repeat", better, 100, "naive-bayes", "naive-bayes", 2, halves(.8, .4, 2),
         once},
        {"40 groups of 3, shift 1 and .5", better, 120, "naive-bayes", "naive-bayes", 2, halves(1.0, .5, 2),
         all, 3},
        {"a line", better, 100, "linear", "knn:k=5", 0, same_line(3)},
        {"half of a wave each, B's a fifth", better, 150, "tree", "tree", 0,
         sum_of_both(wave, 2, normal, .2)},
        {"half of a line each, B's half", better, 60, "linear", "linear", 0,
         sum_of_both(line, 2, normal, .5)},
    };
    worlds.insert(worlds.end(), better_worlds.begin(), better_worlds.end());
    return worlds;
}

} // namespace unseen
