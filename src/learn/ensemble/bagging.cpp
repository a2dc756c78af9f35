// bagging, weighted-bagging: one learner trained on bootstrap samples of the training rows; the models vote
// (Breiman 1996, Mach. Learn. 24:123).
//
//  - Member b = 0, 1, ... trains on n rows drawn with replacement, by the stream (seed, bootstrap, b), from
//    the n rows of the training multiset in ascending order, in which a row of multiplicity c occurs c times.
//    The seed of the member is the first word of the stream (seed, learner, b).
// - Classes: the class that most members predict (ties: smallest code); scores are shares of votes. Numbers:
//   the mean of the members. - weighted-bagging, for classes: the weight of a vote is the member's accuracy
//   on the training rows that it did not draw (accuracy_weights()). - If the base uses weights, drawn rows
//   keep theirs, and rows of weight 0 are not drawn. With groups, as many groups are drawn as there are, with
//   all their rows. - Complexity: the number of members, and the means of their complexities; with
//   out_of_bag=yes also the out-of-bag error, in which each training row is predicted by the members that did
//   not draw it and counts by the weights of the data. For weighted-bagging it is called optimistic, because
//   the weights of the votes come from these rows.
// - Stops after `patience` members without a smaller out-of-bag error, and keeps all members. - If a member
//   fails, the whole fit fails.
#include "base/spec_keys.hpp"
#include "learn/early_end.hpp"
#include "learn/ensemble/ensemble.hpp"

#include "unseen/base/error.hpp"

namespace unseen {

namespace {

class BaggingPrepared final : public Prepared {
public:
    BaggingPrepared(const Dataset& given, std::span<const Spec> variants,
                    std::vector<std::vector<Base>> bases)
        : Prepared(given)
    {
        for (std::size_t v = 0; v < variants.size(); ++v)
            variants_.push_back({.size = static_cast<std::uint64_t>(variants[v].integer("size")),
                                 .weighted = variants[v].name() == "weighted-bagging",
                                 .out_of_bag = variants[v].flag("out_of_bag"),
                                 .end = patience_of(variants[v]),
                                 .base = std::move(bases[v].front())});
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        const auto& own = variants_.at(variant);
        std::vector<Member> members;
        auto end = own.end;
        Judged judged(*this, task, own);
        each_member(task, own, [&](const Task& member, std::span<const std::uint32_t> counts) {
            members.push_back({.model = own.base.fit(member)});
            if (own.judges()) judged.add(*members.back().model, counts);
            return !end || !ends(*end, members.size(), judged.out_of_bag());
        });
        if (own.weighted) {
            const auto weights = judged.weights();
            for (std::size_t b = 0; b < members.size(); ++b) members[b].vote = weights[b];
        }
        return ensemble_model(data().classes().size(), std::move(members), false,
                              own.out_of_bag ? judged.figure() : Figures{});
    }

    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        std::vector<Predictions> all;
        for (const auto variant : variants) {
            const auto& own = variants_.at(variant);
            if (own.judges()) {
                all.push_back(fit(task, variant)->predict(data(), task.predict));
                continue;
            }
            Votes votes(task.predict.size(), data().classes().size());
            each_member(task, own, [&](const Task& member, std::span<const std::uint32_t>) {
                votes.add(own.base.evaluate(member));
                return true;
            });
            all.push_back(std::move(votes).result());
        }
        return all;
    }

private:
    struct Variant {
        std::uint64_t size;
        bool weighted;
        bool out_of_bag;
        std::optional<EarlyEnd> end;
        Base base;

        bool judges() const { return weighted || out_of_bag || end; }
    };

    /// The members' predictions for the training rows that they did not draw.
    class Judged {
    public:
        Judged(const BaggingPrepared& prepared, const Task& task, const Variant& own)
            : data_(prepared.data()),
              rows_(own.judges() ? drawable_rows(data_, task.train, own.base.traits.weights, "bagging")
                                 : std::vector<Row>{}),
              weighted_(own.weighted),
              trains_with_weights_(own.base.traits.weights),
              out_of_bag_(data_, rows_)
        {
        }
        void add(const Model& model, std::span<const std::uint32_t> counts)
        {
            const auto rows = out_of_bag_.left_out_of(counts);
            const auto p = model.predict(data_, rows);
            if (!weighted_) {
                out_of_bag_.add(p);
                return;
            }
            accuracies_.push_back(out_of_bag_.accuracy(p, trains_with_weights_));
            counts_.emplace_back(counts.begin(), counts.end());
            said_.push_back(p);
        }
        const LeftOut& out_of_bag() const { return out_of_bag_; }
        std::vector<double> weights() const { return accuracy_weights(accuracies_); }
        Figures figure()
        {
            const auto weight = weights();
            for (std::size_t b = 0; b < said_.size(); ++b) {
                out_of_bag_.left_out_of(counts_[b]);
                out_of_bag_.add(said_[b], weight[b]);
            }
            auto sizes = out_of_bag_.figure();
            for (auto& [name, figure] : sizes)
                if (weighted_) name = "optimistic_" + name;
            return sizes;
        }

    private:
        const Dataset& data_;
        std::vector<Row> rows_;
        bool weighted_;
        bool trains_with_weights_;
        LeftOut out_of_bag_;
        std::vector<std::optional<double>> accuracies_;
        std::vector<std::vector<std::uint32_t>>
            counts_; ///< the members whose weight is not known yet, and their predictions
        std::vector<Predictions> said_;
    };

    /// Calls work(task, counts) for the members of a variant one after the other, while it returns true.
    template <class Work>
    void each_member(const Task& task, const Variant& variant, Work&& work) const
    {
        const Bootstrap samples(data(),
                                drawable_rows(data(), task.train, variant.base.traits.weights, "bagging"),
                                task.train.universe(), task.seed);
        RowSetStorage storage;
        for (std::uint64_t b = 0; b < variant.size; ++b) {
            const auto counts = samples.counts(b);
            Task member = member_task(task, b, variant.size);
            member.train = storage.from_counts(counts);
            if (!work(member, counts)) return;
        }
    }

    std::vector<Variant> variants_;
};

std::vector<SpecKey> bagging_keys(std::string out_of_bag)
{
    return {integer_key("size", "100", "number of models, 1 or more", 1, 1e6),
            flag_key("out_of_bag", "no", std::move(out_of_bag))};
}

std::unique_ptr<const Prepared> prepare_bagging(const Dataset& data, std::span<const Spec> variants,
                                                std::vector<std::vector<Base>> bases)
{
    return std::make_unique<BaggingPrepared>(data, variants, std::move(bases));
}

} // namespace

LearnerEntry bagging_entry()
{
    LearnerEntry entry = {
        .info = {.name = "bagging",
                 .help = "trains a learner on bootstrap samples of the training rows; the models vote",
                 .keys = bagging_keys("yes: the model reports its out-of-bag error, of each training row by "
                                      "the models that did not draw it"),
                 .fewest_bases = 1,
                 .most_bases = 1},
        .traits = {.stochastic = true, .weights = true, .groups = true, .sparse = true, .version = 2},
        .prepare_meta = prepare_bagging};
    entry.info.keys.push_back(patience_key("models"));
    return entry;
}

LearnerEntry weighted_bagging_entry()
{
    return {
        .info = {.name = "weighted-bagging",
                 .help = "bagging whose votes weigh the accuracy of each model on the training rows that it "
                         "did not draw",
                 .keys = bagging_keys(
                     "yes: the model reports its out-of-bag error, which is optimistic: the weights of the "
                     "votes come from these rows"),
                 .fewest_bases = 1,
                 .most_bases = 1},
        .traits = {.numbers = false,
                   .stochastic = true,
                   .weights = true,
                   .groups = true,
                   .sparse = true,
                   .version = 2},
        .prepare_meta = prepare_bagging};
}

} // namespace unseen
