// bagging: trains one learner on bootstrap samples of the training rows; the models vote (Breiman 1996, Mach. Learn. 24:123).
//
//  - Member b = 0, 1, ... trains on n rows drawn with replacement, by the stream (seed, bootstrap, b), from the n rows of the training
//    multiset in ascending order, in which a row of multiplicity c occurs c times. The seed of the member is the first word of the stream
//    (seed, learner, b).
//  - Classes: the class that most members predict (ties: smallest code); scores are shares of votes. Numbers: the mean of the members.
//  - If the base uses weights, drawn rows keep theirs, and rows of weight 0 are not drawn.
//  - Complexity: the number of members, and the means of their complexities.
//  - If a member fails, the whole fit fails.
#include "base/spec_keys.hpp"
#include "learn/entry.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// The votes of the members, added one after the other.
class Votes {
public:
    Votes(std::size_t rows, std::size_t classes) : classes_(classes), sums_(rows * std::max<std::size_t>(classes, 1), 0.0) {}

    void add(const Predictions& p)
    {
        members_ += 1.0;
        for (std::size_t i = 0; i < p.label.size(); ++i) sums_[i * classes_ + p.label[i]] += 1.0;
        for (std::size_t i = 0; i < p.value.size(); ++i) sums_[i] += p.value[i];
        if (complexity_.empty()) complexity_.assign(p.complexity.size(), {});
        for (std::size_t i = 0; i < p.complexity.size(); ++i) {
            complexity_[i].first = p.complexity[i].first;
            complexity_[i].second += p.complexity[i].second;
        }
    }

    Predictions result() &&
    {
        Predictions p;
        for (double& sum : sums_) sum /= members_;
        for (std::size_t i = 0; classes_ > 0 && i < sums_.size(); i += classes_) {
            const auto row = std::span(sums_).subspan(i, classes_);
            p.label.push_back(static_cast<std::uint32_t>(std::ranges::max_element(row) - row.begin()));
        }
        (classes_ > 0 ? p.scores : p.value) = std::move(sums_);
        p.complexity = {{"members", members_}};
        for (const auto& [name, sum] : complexity_) p.complexity.emplace_back(name, sum / members_);
        return p;
    }

private:
    std::size_t classes_; ///< 0 for a numeric response
    std::vector<double> sums_;
    std::vector<std::pair<std::string, double>> complexity_;
    double members_ = 0.0;
};

class BaggingModel final : public Model {
public:
    BaggingModel(std::size_t classes, std::vector<std::unique_ptr<Model>> members)
        : classes_(classes),
          members_(std::move(members))
    {
    }

    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        Votes votes(rows.size(), classes_);
        for (const auto& member : members_) votes.add(member->predict(data, rows));
        return std::move(votes).result();
    }

private:
    std::size_t classes_;
    std::vector<std::unique_ptr<Model>> members_;
};

class BaggingPrepared final : public Prepared {
public:
    BaggingPrepared(const Dataset& given, std::span<const Spec> variants, std::vector<std::vector<Base>> bases) : Prepared(given)
    {
        for (std::size_t v = 0; v < variants.size(); ++v)
            variants_.push_back({variants[v].integer("size"), std::move(bases[v].front())});
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        std::vector<std::unique_ptr<Model>> members;
        each_member(task, variant, [&](const Base& base, const Task& member) { members.push_back(base.fit(member)); });
        return std::make_unique<BaggingModel>(data().classes().size(), std::move(members));
    }

    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        std::vector<Predictions> all;
        for (const auto variant : variants) {
            Votes votes(task.predict.size(), data().classes().size());
            each_member(task, variant, [&](const Base& base, const Task& member) { votes.add(base.evaluate(member)); });
            all.push_back(std::move(votes).result());
        }
        return all;
    }

private:
    struct Variant {
        std::int64_t size;
        Base base;
    };

    /// The rows to draw from, each repeated by its multiplicity.
    std::vector<Row> drawable(const RowSet& train, const Base& base) const
    {
        const auto weights = base.traits.weights ? data().weights() : std::span<const double>{};
        std::vector<Row> rows;
        train.for_each([&](Row r, std::uint32_t count) {
            if (weights.empty() || weights[r] > 0.0) rows.insert(rows.end(), count, r);
        });
        if (rows.empty()) throw LearnerError("bagging: there are no training rows, or all have weight 0");
        return rows;
    }

    /// Calls work(base, task) for every member of a variant.
    template <class Work>
    void each_member(const Task& task, std::size_t variant, Work&& work) const
    {
        const auto& [size, base] = variants_.at(variant);
        const auto rows = drawable(task.train, base);
        RowSetStorage storage;
        for (std::uint64_t b = 0; b < static_cast<std::uint64_t>(size); ++b) {
            if (task.stop.stop_requested()) throw LearnerError("bagging: stopped");
            std::vector<std::uint32_t> counts(task.train.universe(), 0);
            Stream draws(task.seed, Purpose::bootstrap, b);
            for (std::size_t i = 0; i < rows.size(); ++i) ++counts[rows[draws.below(rows.size())]];
            Task member = task;
            member.train = storage.from_counts(counts);
            member.seed = Stream(task.seed, Purpose::learner, b).next();
            work(base, member);
        }
    }

    std::vector<Variant> variants_;
};

} // namespace

LearnerEntry bagging_entry()
{
    return {.info = {.name = "bagging",
                     .help = "trains a learner on bootstrap samples of the training rows; the models vote",
                     .keys = {integer_key("size", "100", "number of models, 1 or more", 1, 1e6)},
                     .fewest_bases = 1,
                     .most_bases = 1},
            .traits = {.classes = true, .numbers = true, .scores = true, .stochastic = true, .weights = true},
            .prepare_meta = [](const Dataset& data, std::span<const Spec> variants, std::vector<std::vector<Base>> bases) {
                return std::make_unique<BaggingPrepared>(data, variants, std::move(bases));
            }};
}

} // namespace unseen
