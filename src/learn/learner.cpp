#include "unseen/learn/learner.hpp"

#include "base/listed.hpp"
#include "data/sparse_tools.hpp"

#include "unseen/base/error.hpp"

namespace unseen {

std::vector<Predictions> Prepared::evaluate(const Task& task, std::span<const std::size_t> variants) const
{
    std::vector<Predictions> all;
    for (const auto variant : variants) all.push_back(fit(task, variant)->predict(data_, task.predict));
    return all;
}

Maybe<LeftOutLosses, Refusal> Prepared::left_out_losses(const Task&, std::size_t) const
{
    return Refusal{"it is no support vector machine"};
}

Maybe<CompressionSet, Refusal> Prepared::compression_set(const Task&, std::size_t) const
{
    return Refusal{"its model rests on all training rows"};
}

Maybe<LinearClassifier, Refusal> Prepared::linear_classifier(const Task&, std::size_t) const
{
    return Refusal{"it is no linear classifier of the features as they are"};
}

std::vector<CompleteMeans> Prepared::complete(const CompleteTask&,
                                              std::span<const std::size_t> variants) const
{
    return {variants.size(), Refusal{"the learner has none"}};
}

void check_learner(const Learner& learner, const Dataset& data)
{
    const auto spec = learner.spec().print();
    require(data.targets() == 1 || learner.traits().several_targets,
            '\'' + spec + "' predicts one number a row, and there are " + std::to_string(data.targets()) +
                " targets (" + listed(data.target_names()) + "); multi(SPEC) trains one model for each");
    if (data.sparse() != nullptr && !learner.traits().sparse)
        require_small(*data.sparse(), '\'' + spec + '\'',
                      "; learners that take sparse rows: " + listed(learners_with_sparse_rows()));
    learner.check(data);
}

Task member_task(const Task& task, std::uint64_t i, std::uint64_t all)
{
    if (task.stop.stop_requested()) throw LearnerError("stopped");
    Task member = task;
    member.seed = Stream(task.seed, Purpose::learner, i).next();
    member.progress = task.progress.part(i, all);
    return member;
}

std::optional<Warning> trained_without_weights(const Learner& learner, const Dataset& data)
{
    if (data.weights().empty() || learner.traits().weights) return std::nullopt;
    return Warning(warnings::trained_without_weights,
                   "the learner was trained without weights, which are only used "
                   "in the figure; learners that train with "
                   "weights: " +
                       listed(learners_with_weights()) + ", and ensembles of these");
}

namespace {

using FitFunction = std::function<std::unique_ptr<Model>(const Dataset&, const Task&)>;

class SimplePrepared final : public Prepared {
public:
    SimplePrepared(const Dataset& data, FitFunction fit) : Prepared(data), fit_(std::move(fit)) {}
    std::unique_ptr<Model> fit(const Task& task, std::size_t) const override { return fit_(data(), task); }

private:
    FitFunction fit_;
};

class SimpleLearner final : public Learner {
public:
    SimpleLearner(std::string name, Traits traits, FitFunction fit)
        : spec_(std::move(name)),
          traits_(traits),
          fit_(std::move(fit))
    {
    }
    Spec spec() const override { return spec_; }
    Traits traits() const override { return traits_; }
    std::unique_ptr<const Prepared> prepare(const Dataset& data, std::span<const Spec>,
                                            const Budget&) const override
    {
        return std::make_unique<SimplePrepared>(data, fit_);
    }

private:
    Spec spec_;
    Traits traits_;
    FitFunction fit_;
};

} // namespace

std::unique_ptr<Learner> simple_learner(std::string name, Traits traits, FitFunction fit)
{
    return std::make_unique<SimpleLearner>(std::move(name), traits, std::move(fit));
}

} // namespace unseen
