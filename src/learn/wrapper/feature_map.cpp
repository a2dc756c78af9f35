#include "learn/wrapper/feature_map.hpp"

#include "unseen/base/error.hpp"

#include <cmath>

namespace unseen {

namespace {

Column mapped(const Column& column, const FeatureMap& map)
{
    Column result = column;
    if (column.is_numeric()) {
        for (double& x : std::get<NumericColumn>(result.cells).values)
            x = std::isnan(x) ? map.fill : (x - map.shift) * map.factor;
        return result;
    }
    if (!map.fill_label) return result;
    auto& coded = std::get<CodedColumn>(result.cells);
    auto code = coded.labels.code(*map.fill_label);
    if (!code) { // other data than those of training
        auto names = coded.labels.names();
        code = static_cast<std::uint32_t>(names.size());
        names.push_back(*map.fill_label);
        coded.labels = Labels(std::move(names));
    }
    for (auto& cell : coded.codes)
        if (cell < 0) cell = static_cast<std::int32_t>(*code);
    return result;
}

Dataset mapped(const Dataset& data, const std::vector<FeatureMap>& maps)
{
    std::vector<Column> features;
    for (std::size_t j = 0; j < maps.size(); ++j) features.push_back(mapped(data.features()[j], maps[j]));
    return data.with_features(std::move(features));
}

class MappedModel final : public Model {
public:
    MappedModel(const Dataset& training, std::vector<FeatureMap> maps,
                std::shared_ptr<const Prepared> prepared, std::unique_ptr<Model> base)
        : training_(training),
          maps_(std::move(maps)),
          prepared_(std::move(prepared)),
          base_(std::move(base))
    {
    }
    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        require_features_of(training_, data);
        return base_->predict(mapped(data, maps_), rows);
    }
    std::string text() const override { return base_->text(); }
    std::vector<double> decisions(const Dataset& data, std::span<const Row> rows) const override
    {
        require_features_of(training_, data);
        return base_->decisions(mapped(data, maps_), rows);
    }
    std::optional<LinearFunctions> linear() const override
    {
        auto own = base_->linear();
        for (std::size_t at = 0; own && at < own->coefficients.size(); ++at) {
            const auto& map = maps_[at % maps_.size()];
            own->coefficients[at] *= map.factor;
            own->intercepts[at / maps_.size()] -= own->coefficients[at] * map.shift;
        }
        return own;
    }
    std::vector<double> importances() const override { return base_->importances(); }

private:
    Dataset training_;
    std::vector<FeatureMap> maps_;
    std::shared_ptr<const Prepared> prepared_; ///< the base may look into it
    std::unique_ptr<Model> base_;
};

class MappedPrepared final : public Prepared {
public:
    MappedPrepared(const Dataset& given, std::span<const Spec> variants, const Budget& budget,
                   const std::function<LearnMap(const Spec&)>& learner_of)
        : Prepared(given),
          budget_(budget)
    {
        for (const auto& spec : variants)
            variants_.push_back({make_base(spec.bases().front(), given.response_type()), learner_of(spec)});
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        auto maps = learned(task, variant);
        std::shared_ptr<const Prepared> prepared = prepare_base(variant, maps);
        auto base = prepared->fit(task, 0);
        return std::make_unique<MappedModel>(data(), std::move(maps), std::move(prepared), std::move(base));
    }

    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        std::vector<Predictions> all;
        const std::size_t first = 0;
        for (const auto variant : variants)
            all.push_back(
                std::move(prepare_base(variant, learned(task, variant))->evaluate(task, {&first, 1}).at(0)));
        return all;
    }

    Maybe<CompressionSet, Refusal> compression_set(const Task&, std::size_t) const override
    {
        return Refusal{rests_on};
    }
    Maybe<LinearClassifier, Refusal> linear_classifier(const Task&, std::size_t) const override
    {
        return Refusal{rests_on};
    }

private:
    static constexpr const char* rests_on =
        "it fills missing cells or scales features by the training rows; do that in the file, by rows that "
        "take no other part";

    struct Variant {
        std::unique_ptr<Learner> base;
        LearnMap learn;
    };

    std::vector<FeatureMap> learned(const Task& task, std::size_t variant) const
    {
        if (task.train.size() == 0) throw LearnerError("there are no training rows");
        std::vector<FeatureMap> maps;
        for (const auto& column : data().features())
            maps.push_back(variants_.at(variant).learn(column, task.train));
        return maps;
    }
    std::unique_ptr<const Prepared> prepare_base(std::size_t variant,
                                                 const std::vector<FeatureMap>& maps) const
    {
        const auto& base = *variants_.at(variant).base;
        const Spec spec = base.spec();
        return base.prepare(mapped(data(), maps), {&spec, 1}, budget_);
    }

    std::vector<Variant> variants_;
    Budget budget_;
};

} // namespace

void require_features_of(const Dataset& training, const Dataset& data)
{
    const auto own = data.features();
    const auto known = training.features();
    require(own.size() == known.size(), "the data have " + std::to_string(own.size()) +
                                            " features; expected " + std::to_string(known.size()) +
                                            ", as at training");
    for (std::size_t j = 0; j < known.size(); ++j)
        require(own[j].is_numeric() == known[j].is_numeric(),
                "feature '" + own[j].name + "' has another type than at training");
}

std::unique_ptr<const Prepared> prepare_mapped(const Dataset& data, std::span<const Spec> variants,
                                               const Budget& budget,
                                               const std::function<LearnMap(const Spec&)>& learner_of)
{
    return std::make_unique<MappedPrepared>(data, variants, budget, learner_of);
}

} // namespace unseen
