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
#include "learn/ensemble.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/random.hpp"

namespace unseen {

namespace {

class BaggingPrepared final : public Prepared {
public:
    BaggingPrepared(const Dataset& given, std::span<const Spec> variants, std::vector<std::vector<Base>> bases) : Prepared(given)
    {
        for (std::size_t v = 0; v < variants.size(); ++v)
            variants_.push_back({variants[v].integer("size"), std::move(bases[v].front())});
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        std::vector<Member> members;
        each_member(task, variant, [&](const Base& base, const Task& member) { members.push_back({.model = base.fit(member)}); });
        return ensemble_model(data().classes().size(), std::move(members));
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

    /// Calls work(base, task) for every member of a variant.
    template <class Work>
    void each_member(const Task& task, std::size_t variant, Work&& work) const
    {
        const auto& [size, base] = variants_.at(variant);
        const auto rows = drawable_rows(data(), task.train, base, "bagging");
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
