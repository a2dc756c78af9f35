// Learners: the interface behind which every learning algorithm stands. The engine knows no other name.
#pragma once

#include "unseen/base/spec.hpp"
#include "unseen/data/dataset.hpp"
#include "unseen/predictions/predictions.hpp"

#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace unseen {

/// One fit: what to train on, what to predict, and the learner's own randomness.
struct Task {
    RowSet train;
    std::span<const Row> predict;
    std::uint64_t seed = 0; ///< a function of run seed, spec and training multiset; never of repeat or fold
    std::stop_token stop{}; ///< a slow learner may look at it and throw LearnerError; the fit is lost either way
};

/// What a learner can do, for checks before work begins.
struct Traits {
    bool classes = true;     ///< predicts classes
    bool numbers = true;     ///< predicts numbers
    bool scores = true;      ///< gives a score for every class
    bool stochastic = false; ///< its fit depends on the seed
    bool weights = false;    ///< trains with the rows' weights, Dataset::weights(); else as if they counted alike
    int version = 1;         ///< of the implementation; part of a fit's key
};

/// A fitted predictor. Immutable; safe to use from many threads.
class Model {
public:
    virtual ~Model() = default;
    /// Predictions for rows of `data`, which has the features of the training data (the same Dataset, usually).
    virtual Predictions predict(const Dataset& data, std::span<const Row> rows) const = 0;
};

/// A learner made ready for one dataset: whatever its fits can share (sorted columns, neighbour lists, class totals) is here.
/// evaluate() is a pure function of its arguments: the shared state may be filled lazily, but never changes an answer.
class Prepared {
public:
    virtual ~Prepared() = default;
    /// Trains variant `variant` (an index into the specs given to prepare()).
    virtual std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const = 0;
    /// Trains and predicts in one go, for several variants at once; shortcuts live here and agree with fit() to 1e-9.
    /// One element a variant, in the order asked. By default fit() and predict() of each.
    virtual std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const;

protected:
    explicit Prepared(const Dataset& data) : data_(data) {}
    const Dataset& data() const { return data_; }

private:
    Dataset data_;
};

/// Bytes that shared state may take.
struct Budget {
    std::size_t bytes = std::size_t{1} << 30;
};

/// A learning algorithm with its parameters.
class Learner {
public:
    virtual ~Learner() = default;
    /// The canonical spec, every default written out.
    virtual Spec spec() const = 0;
    virtual Traits traits() const = 0;
    /// Learners of one family (equal pointers) differ in their parameters only, and are prepared together. By default a learner is a
    /// family of its own.
    virtual const void* family() const { return this; }
    /// Shared state for `variants`: specs of this learner's family.
    virtual std::unique_ptr<const Prepared> prepare(const Dataset& data, std::span<const Spec> variants,
                                                    const Budget& budget) const = 0;
};

/// A user's learner: a function from data and task to a model. Example: examples/own_learner.cpp.
std::unique_ptr<Learner> simple_learner(std::string name, Traits traits,
                                        std::function<std::unique_ptr<Model>(const Dataset&, const Task&)> fit);

/// A learner by its spec, from the table in src/learn/learners.cpp; so are the learners in its brackets. Throws InputError for an unknown
/// name or key, naming the nearest one, or if it cannot predict a response of this type.
std::unique_ptr<Learner> make_learner(const Spec& spec, ResponseType response);

/// The learners in the table, in its order, with their keys.
std::span<const SpecInfo> learner_infos();

/// Names of those that train with the rows' weights. A meta-learner does if its bases do; it is not named.
std::vector<std::string> learners_with_weights();

} // namespace unseen
