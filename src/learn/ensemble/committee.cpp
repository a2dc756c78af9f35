// committee: the models of the folds of a cross-validation, each trained without its fold, vote (Krogh &
// Vedelsby 1995, NIPS 7:231).
//
// - The distinct rows of the training multiset are divided into folds (inner_splits.hpp) by
//   cv:folds=,stratify=; rows of weight 0 are left out, if the base uses weights. - Member m = 0, 1, ...
//   trains on all rows except those of fold m, with their counts. Its seed is the first word of the stream
//   (seed, learner, m). - Classes: the class that most members predict (ties: smallest code); scores are
//   shares of votes. Numbers: the mean of the members. - Complexity: the number of members, the means of
//   their complexities, and the out-of-fold error, in which each training row is predicted by the member that
//   was trained without it, and counts as often as it occurs and by the weights of the data. It is that of
//    the members: the vote errs less if their errors differ.
//  - If a member fails, the whole fit fails.
#include "base/spec_keys.hpp"
#include "learn/ensemble/ensemble.hpp"
#include "learn/inner_splits.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>

namespace unseen {

namespace {

Spec folds_of(const Spec& spec)
{
    return Spec("cv").set("folds", spec.text("folds")).set("stratify", spec.text("stratify"));
}

class CommitteePrepared final : public Prepared {
public:
    CommitteePrepared(const Dataset& given, std::span<const Spec> variants,
                      std::vector<std::vector<Base>> bases)
        : Prepared(given)
    {
        for (std::size_t v = 0; v < variants.size(); ++v)
            variants_.push_back({.folds = folds_of(variants[v]), .base = std::move(bases[v].front())});
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        const auto& own = variants_.at(variant);
        std::vector<Member> members;
        auto error = each_member(task, own, [&](const Task& member) {
            members.push_back({.model = own.base.fit(member)});
            return members.back().model->predict(data(), member.predict);
        });
        return ensemble_model(data().classes().size(), std::move(members), false, std::move(error));
    }

    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        std::vector<Row> asked(task.predict.begin(), task.predict.end());
        std::ranges::sort(asked);
        std::vector<Predictions> all;
        for (const auto variant : variants) {
            const auto& own = variants_.at(variant);
            Votes votes(task.predict.size(), data().classes().size());
            const auto error = each_member(task, own, [&](const Task& member) {
                std::vector<Row> rows;
                std::ranges::set_union(member.predict, asked, std::back_inserter(rows));
                rows.erase(std::ranges::unique(rows).begin(), rows.end());
                Task both = member;
                both.predict = rows;
                const auto p = own.base.evaluate(both);
                votes.add(*select_rows(p, rows, task.predict));
                return *select_rows(p, rows, member.predict);
            });
            all.push_back(std::move(votes).result());
            all.back().complexity.insert(all.back().complexity.end(), error.begin(), error.end());
        }
        return all;
    }

private:
    struct Variant {
        Spec folds;
        Base base;
    };

    /// Calls work(task) for every member, which returns its predictions for task.predict, the rows of its
    /// fold. Returns the error on these.
    template <class Work>
    Figures each_member(const Task& task, const Variant& variant, Work&& work) const
    {
        const bool weighted = variant.base.traits.weights;
        InnerSplits splits(data(), task, variant.folds, weighted, "committee");
        const auto rows = drawable_rows(data(), task.train, weighted, "committee");
        LeftOut judged(data(), rows);
        for (std::uint64_t m = 0; m < splits.size(); ++m) {
            const auto split = splits.at(m);
            Task member = member_task(task, m, splits.size());
            member.train = split.train;
            member.predict = judged.left_out_of(split.train_count);
            judged.add(work(member));
        }
        return judged.figure("out_of_fold");
    }

    std::vector<Variant> variants_;
};

} // namespace

LearnerEntry committee_entry()
{
    return {
        .info = {.name = "committee",
                 .help = "trains a learner on the training rows without one of their folds, for each fold; "
                         "the models vote",
                 .keys = {integer_key("folds", "10", "number of folds, and of models", 2, 1e9),
                          flag_key("stratify", "yes",
                                   "folds have the classes in equal shares; for numbers: ranges of the "
                                   "response",
                                   "no")},
                 .fewest_bases = 1,
                 .most_bases = 1},
        .traits = {.stochastic = true, .weights = true, .groups = true, .times = true, .sparse = true},
        .prepare_meta =
            [](const Dataset& data, std::span<const Spec> variants, std::vector<std::vector<Base>> bases) {
                return std::make_unique<CommitteePrepared>(data, variants, std::move(bases));
            },
        .check_data = [](const Spec& spec, const Dataset& data) { make_plan(folds_of(spec), data, 0); }};
}

} // namespace unseen
