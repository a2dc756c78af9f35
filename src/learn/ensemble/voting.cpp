// voting: several learners are trained on the same rows and vote.
//
// - by=votes: the class that most members predict (ties: smallest code), with shares of votes as scores.
//   by=scores: the class with the largest mean score, with these means as scores. Numbers: the mean. - Member
//   m = 0, 1, ... has the first word of the stream (seed, learner, m) as its seed. - Complexity: the number
//   of members, and the means of their complexities if all report the same figures. If a member fails, the
//   whole fit fails.
#include "base/spec_keys.hpp"
#include "learn/ensemble/ensemble.hpp"

namespace unseen {

namespace {

class VotingPrepared final : public Prepared {
public:
    VotingPrepared(const Dataset& given, std::span<const Spec> variants, std::vector<std::vector<Base>> bases)
        : Prepared(given)
    {
        for (std::size_t v = 0; v < variants.size(); ++v)
            variants_.push_back({variants[v].text("by") == "scores", std::move(bases[v])});
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        const auto& [soft, bases] = variants_.at(variant);
        std::vector<Member> members;
        for (std::size_t m = 0; m < bases.size(); ++m)
            members.push_back({.model = bases[m].fit(member_task(task, m, bases.size()))});
        return ensemble_model(data().classes().size(), std::move(members), soft);
    }

    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        std::vector<Predictions> all;
        for (const auto variant : variants) {
            const auto& [soft, bases] = variants_.at(variant);
            Votes votes(task.predict.size(), data().classes().size(), soft);
            for (std::size_t m = 0; m < bases.size(); ++m)
                votes.add(bases[m].evaluate(member_task(task, m, bases.size())));
            all.push_back(std::move(votes).result());
        }
        return all;
    }

private:
    struct Variant {
        bool soft;
        std::vector<Base> bases;
    };
    std::vector<Variant> variants_;
};

} // namespace

LearnerEntry voting_entry()
{
    return {.info = {.name = "voting",
                     .help = "trains several learners, which vote",
                     .keys = {choice_key("by", "votes",
                                         "votes: each predicts a class; scores: the mean of their scores",
                                         {"votes", "scores"})},
                     .fewest_bases = 2,
                     .most_bases = 100},
            .traits = {.weights = true, .sparse = true},
            .prepare_meta = [](const Dataset& data, std::span<const Spec> variants,
                               std::vector<std::vector<Base>> bases) {
                return std::make_unique<VotingPrepared>(data, variants, std::move(bases));
            }};
}

} // namespace unseen
