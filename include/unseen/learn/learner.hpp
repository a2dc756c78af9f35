// Learners: the interface of every learning algorithm. The engine knows no learner by name.
//
// Example:
//
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"));
//     const auto learner = make_learner(Spec::parse("knn:k=1"), ResponseType::classes);
//     const auto prepared = learner->prepare(iris, std::vector<Spec>{learner->spec()}, Budget{});
//     const auto model = prepared->fit({.train = RowSet::all(150)}, 0);
//     const std::vector<Row> rows = {0, 50, 100};
//     assert(model->predict(iris, rows).label == (std::vector<std::uint32_t>{0, 1, 2}));
#pragma once

#include "unseen/base/maybe.hpp"
#include "unseen/base/progress.hpp"
#include "unseen/base/spec.hpp"
#include "unseen/data/dataset.hpp"
#include "unseen/predictions/predictions.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace unseen {

/// One fit: what to train on, what to predict, and the learner's own randomness.
struct Task {
    RowSet train;
    std::span<const Row> predict{};
    std::uint64_t seed =
        0; ///< depends on the run's seed, the spec and the training multiset, not on repeat or fold
    std::stop_token
        stop{}; ///< a slow learner should check it and throw LearnerError: the fit is lost in any case
    FitProgress progress{}; ///< a slow learner may report its progress
};

/// A request to a learner's closed form of complete cross-validation: the mean losses over all training sets
/// of a size, each tested on all other labelled rows.
struct CompleteTask {
    std::span<const std::uint64_t>
        sizes; ///< of training sets, each from 1 to the number of labelled rows - 1
    /// For classes, the loss of a correctly predicted row and of a wrongly predicted one, by true class.
    /// Empty for numbers, whose loss is the squared error.
    std::vector<double> right{};
    std::vector<double> wrong{};
    std::vector<double> shares{}; ///< of the rows in the mean, which sum to 1; empty: all are equal
    std::uint64_t rows = 0;       ///< labelled rows
    std::size_t threads = 1;
    std::stop_token stop{};

    double share(Row row) const { return shares.empty() ? 1.0 / static_cast<double>(rows) : shares[row]; }
};

/// The means of a closed form, one for each requested size, or the reason why there are none.
using CompleteMeans = Maybe<std::vector<double>, Refusal>;

/// For each training row an upper bound on the hinge loss 1 - y f(x) that a support vector machine of two
/// classes would have on it, trained without it (METHODS B.9). Where the bound is below 1 the row is no error
/// of leave-one-out.
struct LeftOutLosses {
    std::vector<Row> rows{};
    std::vector<double> losses{};
    /// Of a machine with a threshold: its support vectors with 0 < alpha < C. Without any there is no bound.
    std::optional<std::size_t> free_vectors{};
    bool rescaled = false; ///< features were scaled by all training rows, and would be again without one
};

/// The training rows that decide a model, such as support vectors: trained on them alone, in their order,
/// the learner makes the same model; without one of the other rows it keeps the same rows; and it would keep
/// a further row on which the model errs (sample compression, METHODS C.8).
struct CompressionSet {
    std::vector<Row> rows{};   ///< ascending
    Predictions predictions{}; ///< of Task::predict, by the model
};

/// A linear classifier of two classes: the second class where the product of `direction` with the numbers of
/// a row, to which a constant belongs, is positive. The numbers of a row depend on no other row.
struct LinearClassifier {
    std::vector<double> direction{}; ///< of length 1
    std::vector<double> cosines{};   ///< of each of Task::predict with the direction; 0 for a row of zeros
};

/// What a learner can do. It is checked before the first fit.
struct Traits {
    bool classes = true;          ///< predicts classes
    bool numbers = true;          ///< predicts numbers
    bool several_classes = true;  ///< predicts more than two classes
    bool several_targets = false; ///< predicts Dataset::targets() numbers a row; false: one
    bool scores = true;           ///< gives scores for all classes
    bool stochastic = false;      ///< its fit depends on the seed
    bool weights = false;         ///< uses Dataset::weights() in training; false: all rows count alike
    bool groups = false;          ///< uses Dataset::groups() in training
    bool times = false;           ///< uses Dataset::time() in training
    bool missing_cells = true;    ///< accepts rows with missing cells
    bool lags = false;            ///< needs lags of the target among the features (Roles::lags)
    bool sparse = false; ///< reads Dataset::sparse(), if there are sparse rows, and no features(): they need
                         ///< not be made dense
    bool positive = false;  ///< its predictions depend on which class is positive (Dataset::positive())
    bool baseline = false;  ///< a reference that other learners must beat, learned without features: reports
                            ///< show it beside them
    bool decisions = false; ///< of classes: its models have Model::decisions()
    bool linear = false;    ///< its models of numbers and of two classes have Model::linear() where all
                            ///< features are numeric, those of several classes may
    bool importances = false;     ///< its models have Model::importances()
    bool copies_features = false; ///< its predictions are unchanged cells of a feature, so that learners that
                                  ///< change their scale are refused around it
    int version =
        1; ///< of the implementation; increase it when predictions change, so that stored fits are not reused
};

/// The functions that a linear model computes: of each output its intercept and the sum of its coefficients
/// times the features. The outputs are the number, or the values of Model::decisions().
struct LinearFunctions {
    std::vector<double> coefficients{}; ///< outputs x features
    std::vector<double> intercepts{};   ///< of a class without training rows: minus infinity
};

/// A fitted predictor. Immutable; many threads may use it.
class Model {
public:
    virtual ~Model() = default;
    /// Predictions for `rows` of `data`, in their order. `data` has the features of the training data
    /// (usually it is the same Dataset).
    virtual Predictions predict(const Dataset& data, std::span<const Row> rows) const = 0;
    /// The model as readable text, in the form that users of the method know; empty if there is none.
    virtual std::string text() const { return {}; }
    /// The decision values of `rows`, rows x classes: the largest names the class. For two classes there is
    /// one a row, which is above 0 for the second. Empty if the model has none, as with training rows of one
    /// class.
    virtual std::vector<double> decisions(const Dataset&, std::span<const Row>) const { return {}; }
    /// The functions of the features, if the model is linear and all features are numeric; of rows without
    /// missing cells.
    virtual std::optional<LinearFunctions> linear() const { return std::nullopt; }
    /// How much the splits by each feature lowered the impurity of the training rows, as shares that sum to
    /// 1 (all 0 if there is no split); empty if the model has no splits.
    virtual std::vector<double> importances() const { return {}; }
};

/// A learner prepared for one dataset. It holds the state that fits can share: sorted columns, neighbour
/// lists, class totals. Many threads use it. fit() and evaluate() are pure functions of their arguments: the
/// shared state may be filled lazily, but must not change an answer.
class Prepared {
public:
    virtual ~Prepared() = default;
    /// Trains variant `variant` (an index into the specs given to prepare()).
    virtual std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const = 0;
    /// Trains and predicts for several variants at once. Override it for shortcuts, which must agree with
    /// fit() and predict() to 1e-9; the default calls these for each variant. The result has one element for
    /// each of `variants`, in their order.
    virtual std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const;
    /// Complete cross-validation without a fit, one result for each of `variants`. Override it where there is
    /// a closed form, which must agree with the mean over all splits to 1e-12; by default there is none.
    virtual std::vector<CompleteMeans> complete(const CompleteTask& task,
                                                std::span<const std::size_t> variants) const;
    /// Trains variant `variant` and bounds the losses of the training rows left out, or says why it cannot.
    /// By default there are none.
    virtual Maybe<LeftOutLosses, Refusal> left_out_losses(const Task& task, std::size_t variant) const;
    /// Trains variant `variant` and names the rows that decide its model, or says why there are none, as by
    /// default.
    virtual Maybe<CompressionSet, Refusal> compression_set(const Task& task, std::size_t variant) const;
    /// Trains variant `variant` as a linear classifier, or says why it is none, as by default.
    virtual Maybe<LinearClassifier, Refusal> linear_classifier(const Task& task, std::size_t variant) const;

protected:
    explicit Prepared(const Dataset& data) : data_(data) {}
    const Dataset& data() const { return data_; }

private:
    Dataset data_;
};

/// The memory that shared state may use.
struct Budget {
    std::size_t bytes = std::size_t{1}
                        << 30; ///< larger: faster learners that share more between fits; smaller: less memory
};

/// A learning algorithm with its parameters.
class Learner {
public:
    virtual ~Learner() = default;
    /// The canonical spec, with every default written out.
    virtual Spec spec() const = 0;
    virtual Traits traits() const = 0;
    /// Learners with equal family() differ only in their parameters; they are prepared together and share
    /// state. By default each learner is its own family.
    virtual const void* family() const { return this; }
    /// Throws InputError if the learner cannot use the dataset, for example because of missing cells. It is
    /// called for every learner and dataset before the first fit; prepare() checks again. O(cells).
    virtual void check(const Dataset&) const {}
    /// This learner with missing cells filled from the training rows of each fit, for data on which check()
    /// refuses them; null if it takes missing cells, or nothing is known to fill them for it.
    virtual std::unique_ptr<Learner> with_cells_filled() const { return nullptr; }
    /// Makes the shared state for `variants`, specs of this family. Throws InputError if the learner cannot
    /// use the dataset.
    virtual std::unique_ptr<const Prepared> prepare(const Dataset& data, std::span<const Spec> variants,
                                                    const Budget& budget) const = 0;
};

/// Throws InputError if the learner cannot use the dataset (Learner::check), if it predicts one number and
/// there are several targets, or if it needs dense rows and they would take more than most_dense_bytes.
void check_learner(const Learner& learner, const Dataset& data);

/// The warning about a learner that ignores the weights of rows in training; none if rows have no weights or
/// the learner uses them.
std::optional<Warning> trained_without_weights(const Learner& learner, const Dataset& data);

/// A user's learner, made from a function from data and task to a model. Full example:
/// examples/own_learner.cpp.
std::unique_ptr<Learner>
simple_learner(std::string name, Traits traits,
               std::function<std::unique_ptr<Model>(const Dataset&, const Task&)> fit);

/// The canonical spec of a learner for a type of response, as Learner::spec() has it: every default is
/// written out. Made by resolve_learner(); nothing resolves it again.
class ResolvedSpec {
public:
    const Spec& spec() const { return spec_; }
    ResponseType response() const { return response_; }

private:
    friend ResolvedSpec resolve_learner(const Spec& spec, ResponseType response);
    friend std::unique_ptr<Learner> make_base(const Spec& spec, ResponseType response);
    ResolvedSpec(Spec spec, ResponseType response) : spec_(std::move(spec)), response_(response) {}

    Spec spec_;
    ResponseType response_;
};

/// Resolves the spec of a learner, one of learner_infos(), with the learners in its brackets. Throws
/// InputError for an unknown name, key or value, naming the nearest one: use it to check a spec before the
/// data are read.
ResolvedSpec resolve_learner(const Spec& spec, ResponseType response = ResponseType::classes);

/// Makes the learner. Throws InputError if it cannot predict a response of this type.
std::unique_ptr<Learner> make_learner(const ResolvedSpec& spec);

/// Resolves the spec, and makes the learner.
std::unique_ptr<Learner> make_learner(const Spec& spec, ResponseType response);

/// All learners with their keys.
std::span<const SpecInfo> learner_infos();

/// The specs of the learners that take sparse rows (`linear-svm:scale=none`). Meta-learners are not listed;
/// most of them take sparse rows if their bases do.
std::vector<std::string> learners_with_sparse_rows();

/// The names of the learners whose Traits::weights is true. Meta-learners are not listed; they use weights if
/// their bases do.
std::vector<std::string> learners_with_weights();

} // namespace unseen
