#include "unseen/run/permuted.hpp"

#include "data/column_tools.hpp"
#include "run/family.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/suggestion.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <numeric>
#include <sstream>
#include <string>

namespace unseen {

namespace {

/// For each row of the data the row whose cells a model sees there: the next one of a random order.
std::vector<Row> permuted_rows(const Dataset& data, const RowSet& train, std::uint64_t seed,
                               std::uint64_t sub)
{
    std::vector<bool> trained(data.rows(), false);
    std::vector<Row> rows[2];
    train.for_each([&](Row r, std::uint32_t) { trained[r] = true; });
    for (Row r = 0; r < data.labelled(); ++r) rows[trained[r] ? 1 : 0].push_back(r);
    std::vector<Row> seen(data.rows());
    std::iota(seen.begin(), seen.end(), Row{0});
    Stream stream(seed, Purpose::importance, multiset_key(train, multiset_key_of_all(data.labelled())).low,
                  sub);
    for (const auto& own : rows) {
        auto order = own;
        stream.shuffle(std::span(order));
        for (std::size_t i = 0; i < order.size(); ++i) seen[order[i]] = order[(i + 1) % order.size()];
    }
    return seen;
}

/// A model that sees permuted cells of the rows of its dataset.
class PermutedModel final : public Model {
public:
    /// `seen`: for each row of the data the row whose cells it sees.
    PermutedModel(std::shared_ptr<const Prepared> prepared, std::shared_ptr<const Model> base,
                  std::vector<std::size_t> places, std::vector<Row> seen)
        : prepared_(std::move(prepared)),
          base_(std::move(base)),
          places_(std::move(places)),
          seen_(std::move(seen))
    {
    }

    /// The base predicts from the cells of these rows alone, with permuted features or without, so that a
    /// feature that it does not use changes no digit.
    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        if (data.rows() != seen_.size())
            throw LearnerError("permuted: these rows are not those of the training data");
        std::vector<Row> from;
        for (const Row r : rows) from.push_back(seen_[r]);
        std::vector<Column> features;
        for (std::size_t j = 0; j < data.features().size(); ++j)
            features.push_back(
                reordered(data.features()[j], std::ranges::find(places_, j) == places_.end() ? rows : from));
        std::vector<Row> every(rows.size());
        std::iota(every.begin(), every.end(), Row{0});
        return base_->predict(data.only(rows).with_features(std::move(features)), every);
    }

private:
    std::shared_ptr<const Prepared> prepared_; ///< the base may look into it
    std::shared_ptr<const Model> base_;
    std::vector<std::size_t> places_;
    std::vector<Row> seen_;
};

class PermutedPrepared final : public Prepared {
public:
    PermutedPrepared(const Dataset& data, const Learner& base, std::vector<std::vector<std::size_t>> variants,
                     std::uint64_t seed, const Budget& budget)
        : Prepared(data),
          base_(base),
          spec_(base.spec()),
          prepared_(base.prepare(data, {&spec_, 1}, budget)),
          variants_(std::move(variants)),
          seed_(seed)
    {
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        return permuted(of_base(task), task.train, variant);
    }

    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        const auto base = of_base(task);
        std::vector<Predictions> all;
        for (const auto variant : variants) {
            if (task.stop.stop_requested()) throw LearnerError("stopped");
            all.push_back(permuted(base, task.train, variant)->predict(data(), task.predict));
        }
        return all;
    }

private:
    /// The model that the base makes in a run of this seed.
    std::shared_ptr<const Model> of_base(Task task) const
    {
        const auto key = multiset_key(task.train, multiset_key_of_all(data().labelled()));
        task.seed = learner_seed(seed_, base_, spec_.print(), key);
        return prepared_->fit(task, 0);
    }
    std::unique_ptr<Model> permuted(std::shared_ptr<const Model> base, const RowSet& train,
                                    std::size_t variant) const
    {
        const auto& places = variants_.at(variant);
        return std::make_unique<PermutedModel>(
            prepared_, std::move(base), places,
            permuted_rows(data(), train, seed_, places.empty() ? 0 : places.front()));
    }

    const Learner& base_;
    Spec spec_;
    std::shared_ptr<const Prepared> prepared_;
    std::vector<std::vector<std::size_t>> variants_;
    std::uint64_t seed_;
};

/// The specs of variants have the places from 1, with | between them.
std::vector<std::size_t> places_of(const Spec& spec)
{
    std::vector<std::size_t> places;
    std::istringstream text(spec.text("features"));
    for (std::string place; std::getline(text, place, '|');) places.push_back(std::stoull(place) - 1);
    return places;
}

class PermutedLearner final : public Learner {
public:
    PermutedLearner(const Learner& base, const std::vector<std::size_t>& places, std::uint64_t seed)
        : base_(base),
          spec_("permuted", {base.spec()}),
          seed_(seed)
    {
        std::string text;
        for (const auto place : places) text += (text.empty() ? "" : "|") + std::to_string(place + 1);
        spec_.set("features", text).set("draw", std::to_string(seed));
    }

    Spec spec() const override { return spec_; }
    Traits traits() const override
    {
        auto traits = base_.traits();
        traits.stochastic = false; // the seed of the base's fits is part of the spec
        traits.sparse = traits.decisions = traits.linear = traits.importances = false;
        return traits;
    }
    const void* family() const override { return &base_; }
    void check(const Dataset& data) const override { base_.check(data); }
    std::unique_ptr<const Prepared> prepare(const Dataset& data, std::span<const Spec> variants,
                                            const Budget& budget) const override
    {
        std::vector<std::vector<std::size_t>> places;
        for (const auto& spec : variants) places.push_back(places_of(spec));
        return std::make_unique<PermutedPrepared>(data, base_, std::move(places), seed_, budget);
    }

private:
    const Learner& base_;
    Spec spec_;
    std::uint64_t seed_;
};

std::string trimmed(const std::string& text)
{
    const auto first = text.find_first_not_of(' ');
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

/// The features that a text names.
PermutedFeatures features_named(const std::string& text, const std::vector<std::string>& names)
{
    std::vector<std::string> parts = {text};
    if (std::ranges::find(names, text) == names.end()) {
        parts.clear();
        std::istringstream list(text);
        for (std::string part; std::getline(list, part, '+');) parts.push_back(trimmed(part));
    }
    PermutedFeatures set;
    for (const auto& part : parts) {
        const auto found = std::ranges::find(names, part);
        require(found != names.end(),
                "`feature`: there is no feature '" + part + "'; " + suggestion(part, names, "there are: "));
        const auto place = static_cast<std::size_t>(found - names.begin());
        require(std::ranges::find(set.places, place) == set.places.end(),
                "`feature`: '" + part + "' is there twice in '" + text + "'");
        set.places.push_back(place);
    }
    require(!parts.empty(), "`feature`: an empty text names no feature");
    for (const auto& part : parts) set.name += (set.name.empty() ? "" : " + ") + part;
    return set;
}

} // namespace

std::vector<PermutedFeatures> permuted_features(const Dataset& data, std::span<const std::string> asked)
{
    std::vector<std::string> names;
    for (const auto& column : data.features()) names.push_back(column.name);
    require(!names.empty(), "the data have no features; expected columns beside the target");
    std::vector<PermutedFeatures> all;
    for (const auto& text : asked) {
        all.push_back(features_named(text, names));
        require(std::ranges::count(all, all.back().name, &PermutedFeatures::name) == 1,
                "`feature`: '" + all.back().name + "' is there twice; expected each once");
    }
    for (std::size_t j = 0; asked.empty() && j < names.size(); ++j) all.push_back({names[j], {j}});
    return all;
}

std::unique_ptr<Learner> permuted_learner(const Learner& base, const std::vector<std::size_t>& places,
                                          std::uint64_t seed)
{
    return std::make_unique<PermutedLearner>(base, places, seed);
}

} // namespace unseen
