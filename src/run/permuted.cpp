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

/// Draws rows of a table, each as often as its weight says.
class Donors {
public:
    Donors(const Dataset& data, std::span<const Row> rows) : data_(data), rows_(rows)
    {
        double sum = 0.0;
        for (const Row r : rows)
            if (!data.weights().empty()) sums_.push_back(sum += data.weights()[r]);
    }

    /// A row that is not this one, nor of its group; this one if chance finds none.
    Row other_than(Row row, Stream& stream) const
    {
        constexpr int most_tries = 1000;
        for (int i = 0; i < most_tries; ++i)
            if (const Row donor = draw(stream); donor != row && !same_group(row, donor)) return donor;
        return row;
    }

private:
    Row draw(Stream& stream) const
    {
        if (sums_.empty()) return rows_[static_cast<std::size_t>(stream.below(rows_.size()))];
        const auto found = std::ranges::upper_bound(sums_, stream.uniform() * sums_.back());
        return rows_[std::min(static_cast<std::size_t>(found - sums_.begin()), rows_.size() - 1)];
    }
    bool same_group(Row a, Row b) const
    {
        const auto groups = data_.groups();
        return !groups.empty() && groups[a] == groups[b] && groups[a] != Dataset::no_group;
    }

    const Dataset& data_;
    std::span<const Row> rows_;
    std::vector<double> sums_; ///< of the weights
};

/// For each row of the data the row whose cells a model of these training rows sees there.
std::vector<Row> permuted_rows(const Dataset& data, const Digest& training, std::uint64_t seed,
                               std::uint64_t sub)
{
    std::vector<Row> labelled(data.labelled());
    std::iota(labelled.begin(), labelled.end(), Row{0});
    std::vector<Row> seen(data.rows());
    Stream stream(seed, Purpose::importance, training.low, sub);
    for (const auto table : {std::span<const Row>(labelled), data.unlabelled(), data.test_rows()}) {
        const Donors donors(data, table);
        for (const Row r : table) seen[r] = donors.other_than(r, stream);
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
          seed_(seed),
          all_rows_(multiset_key_of_all(data.labelled()))
    {
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        const auto training = multiset_key(task.train, all_rows_);
        return permuted(of_base(task, training), training, variant);
    }

    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        const auto training = multiset_key(task.train, all_rows_);
        const auto base = of_base(task, training);
        std::vector<Predictions> all;
        for (const auto variant : variants) {
            if (task.stop.stop_requested()) throw LearnerError("stopped");
            all.push_back(permuted(base, training, variant)->predict(data(), task.predict));
        }
        return all;
    }

private:
    /// The model that the base makes in a run of this seed.
    std::shared_ptr<const Model> of_base(Task task, const Digest& training) const
    {
        task.seed = learner_seed(seed_, base_, spec_.print(), training);
        return prepared_->fit(task, 0);
    }
    std::unique_ptr<Model> permuted(std::shared_ptr<const Model> base, const Digest& training,
                                    std::size_t variant) const
    {
        const auto& places = variants_.at(variant);
        return std::make_unique<PermutedModel>(
            prepared_, std::move(base), places,
            permuted_rows(data(), training, seed_, places.empty() ? 0 : places.front()));
    }

    const Learner& base_;
    Spec spec_;
    std::shared_ptr<const Prepared> prepared_;
    std::vector<std::vector<std::size_t>> variants_;
    std::uint64_t seed_;
    Digest all_rows_; ///< the key of all labelled rows
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

/// The parts between the + of a text, without blanks around them.
std::vector<std::string> parts_of(const std::string& text)
{
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find('+', begin), text.size());
        const auto part = text.substr(begin, end - begin);
        const auto first = part.find_first_not_of(' ');
        parts.push_back(
            first == std::string::npos ? "" : part.substr(first, part.find_last_not_of(' ') + 1 - first));
        begin = end + 1;
    }
    return parts;
}

/// The features that a text names.
PermutedFeatures features_named(const std::string& text, const std::vector<std::string>& names)
{
    const auto parts = std::ranges::find(names, text) == names.end() ? parts_of(text) : std::vector{text};
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
    std::ranges::sort(set.places);
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
