// multi: several targets, with one model of a learner for each.
//
// - The prediction of a row is the point whose coordinates the models predict. Each is trained on the rows of
//   the task with its own target, so the coordinates equal those of fits on a single target. - The model of
//   target t = 0, 1, ... has the first word of the stream (seed, learner, t) as its seed. - Complexity: the
//   figures of the models, with the target in brackets. Warnings also name the target. If a model fails, the
//   whole fit fails.
#include "learn/entry.hpp"

namespace unseen {

namespace {

/// Puts the predictions of the models of all targets side by side.
Predictions joined(std::vector<Predictions> of_targets, std::span<const std::string> names)
{
    if (names.size() == 1) return std::move(of_targets.front());
    Predictions all;
    for (std::size_t i = 0; i < of_targets.front().value.size(); ++i)
        for (const auto& p : of_targets) all.value.push_back(p.value.at(i));
    for (std::size_t t = 0; t < names.size(); ++t) {
        for (const auto& [name, size] : of_targets[t].complexity)
            all.complexity.emplace_back(name + '(' + names[t] + ')', size);
        for (const auto& warning : of_targets[t].warnings)
            all.warnings.emplace_back(OwnCode{warning.code}, "target '" + names[t] + "': " + warning.text);
    }
    return all;
}

class MultiModel final : public Model {
public:
    MultiModel(std::span<const std::string> names, std::vector<std::unique_ptr<Model>> models)
        : names_(names.begin(), names.end()),
          models_(std::move(models))
    {
    }
    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        std::vector<Predictions> all;
        for (const auto& model : models_) all.push_back(model->predict(data, rows));
        return joined(std::move(all), names_);
    }
    std::string text() const override
    {
        std::string all;
        for (std::size_t t = 0; t < models_.size(); ++t)
            if (const auto own = models_[t]->text(); !own.empty())
                all += "target '" + names_[t] + "':\n" + own;
        return all;
    }

private:
    std::vector<std::string> names_;
    std::vector<std::unique_ptr<Model>> models_;
};

class MultiPrepared final : public Prepared {
public:
    MultiPrepared(const Dataset& given, std::span<const Spec> variants, const Budget& budget)
        : Prepared(given)
    {
        for (std::size_t t = 0; t < given.targets(); ++t)
            bases_.push_back(
                prepared_bases(given.with_target(t), variants, {.bytes = budget.bytes / given.targets()}));
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        std::vector<std::unique_ptr<Model>> models;
        for (std::size_t t = 0; t < bases_.size(); ++t)
            models.push_back(base(t, variant).fit(member_task(task, t, bases_.size())));
        return std::make_unique<MultiModel>(data().target_names(), std::move(models));
    }

    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        std::vector<Predictions> all;
        for (const auto variant : variants) {
            std::vector<Predictions> of_targets;
            for (std::size_t t = 0; t < bases_.size(); ++t)
                of_targets.push_back(base(t, variant).evaluate(member_task(task, t, bases_.size())));
            all.push_back(joined(std::move(of_targets), data().target_names()));
        }
        return all;
    }

private:
    const Base& base(std::size_t target, std::size_t variant) const
    {
        return bases_[target].at(variant).front();
    }

    std::vector<std::vector<std::vector<Base>>> bases_; ///< of each target and variant: one
};

} // namespace

LearnerEntry multi_entry()
{
    return {.info = {.name = "multi",
                     .help = "for several targets: trains one model of a learner for each",
                     .fewest_bases = 1,
                     .most_bases = 1},
            .traits =
                {.classes = false, .several_targets = true, .scores = false, .weights = true, .sparse = true},
            .prepare =
                [](const Dataset& data, std::span<const Spec> variants, const Budget& budget) {
                    return std::make_unique<MultiPrepared>(data, variants, budget);
                },
            .check_data =
                [](const Spec& spec, const Dataset& data) {
                    make_base(spec.bases().front(), data.response_type())->check(data.with_target(0));
                },
            .splits_targets = true};
}

} // namespace unseen
