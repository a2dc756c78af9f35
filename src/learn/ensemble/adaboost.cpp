// adaboost: each model is trained with more weight on the rows where the models before it were wrong, and
// models vote by their errors (Freund & Schapire 1996, ICML 148; 1997, J. Comput. Syst. Sci. 55:119).
//
// - The n rows of the training multiset, in ascending order, have weights; a row of multiplicity c occurs c
//   times. - by=resampling, for any learner: they are 1 / n at first. Attempt a at member b draws n rows by
//   the stream (seed, bootstrap, b, a): u uniform, the first row whose cumulative weight is above u
//    times their sum. The seed of the model is the first word of (seed, learner, b, a). If the base uses
//    weights, drawn rows keep theirs, and rows of weight 0 are not drawn.
//    A model whose error on all n rows is 0, or 1/2 and more, is dropped, all weights become 1 / n, and the
//    member is tried again; after `retries` of these the ensemble is complete. If
//    it has no member then, the dropped model with the fewest errors votes alone: a learner that makes no
//    training errors cannot be boosted.
//  - by=weights, for a learner that trains with them: they are those of the data at first, and keep their
//    sum. The seed of member b is the first word of (seed, learner, b). The first model whose error is 0, or
//    1 - 1/K and more, ends the ensemble without a vote; if it is the first of all, it votes alone.
//    form=samme: K classes have training rows, and the vote is larger by ln(K - 1); form=m1: K = 2. The base
//    is prepared anew for each member.
// - Scores are shares of the votes ln((1 - e) / e); ties: smallest code. - Complexity: the number of members,
//   and the means of their complexities. By weights, if a model fails, the whole fit fails.
#include "base/spec_keys.hpp"
#include "learn/ensemble/boosting.hpp"
#include "learn/ensemble/ensemble.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <set>

namespace unseen {

BoostingRound boost_weights(std::vector<double>& weights, const std::vector<bool>& missed,
                            std::size_t classes)
{
    BoostingRound round;
    for (std::size_t i = 0; i < weights.size(); ++i)
        if (missed[i]) round.error += weights[i];
    const auto k = static_cast<double>(classes);
    // A model that repeats the predictions of the previous one errs like chance, up to rounding.
    if (!(round.error > 0.0 && round.error < 1.0 - 1.0 / k - 1e-12)) return round;
    const double beta = round.error / ((1.0 - round.error) * (k - 1.0));
    round.vote = -std::log(beta);
    for (std::size_t i = 0; i < weights.size(); ++i)
        if (!missed[i]) weights[i] *= beta;
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights) weight /= sum;
    return round;
}

std::vector<double> boost_by_resampling(std::size_t rows, const BoostingRounds& rounds)
{
    const std::vector<double> equal(rows, 1.0 / static_cast<double>(rows));
    auto weights = equal;
    for (std::uint64_t b = 0; b < rounds.members; ++b) {
        bool kept = false;
        for (std::uint64_t attempt = 0; attempt <= rounds.retries && !kept; ++attempt) {
            std::vector<double> cumulative(rows);
            std::partial_sum(weights.begin(), weights.end(), cumulative.begin());
            const auto uniform = rounds.uniforms(b, attempt);
            std::vector<std::size_t> drawn;
            for (std::size_t i = 0; i < rows; ++i) {
                const auto above = std::ranges::upper_bound(cumulative, uniform() * cumulative.back());
                drawn.push_back(std::min(static_cast<std::size_t>(above - cumulative.begin()), rows - 1));
            }
            const auto round = boost_weights(weights, rounds.missed(drawn, b, attempt));
            kept = round.vote > 0.0;
            if (kept)
                rounds.keep(round.vote);
            else
                weights = equal;
        }
        if (!kept) break;
    }
    return weights;
}

namespace {

/// A model and its errors on the training multiset.
struct Attempt {
    std::unique_ptr<Model> model{};
    std::size_t errors = std::numeric_limits<std::size_t>::max();
};

class AdaBoostPrepared final : public Prepared {
public:
    AdaBoostPrepared(const Dataset& given, std::span<const Spec> variants,
                     std::vector<std::vector<Base>> bases)
        : Prepared(given),
          variants_(boosted_variants(given, variants, std::move(bases)))
    {
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        std::vector<Member> members;
        each_member(task, variants_.at(variant),
                    [&](Member member) { members.push_back(std::move(member)); });
        return ensemble_model(data().classes().size(), std::move(members));
    }

    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        std::vector<Predictions> all;
        for (const auto variant : variants) {
            Votes votes(task.predict.size(), data().classes().size());
            each_member(task, variants_.at(variant), [&](const Member& member) {
                votes.add(member.model->predict(data(), task.predict), member.vote);
            });
            all.push_back(std::move(votes).result());
        }
        return all;
    }

private:
    using Take = std::function<void(Member)>;

    void each_member(const Task& task, const BoostedVariant& variant, const Take& take) const
    {
        const auto rows = drawable_rows(data(), task.train, variant.base.traits.weights, "adaboost");
        variant.spec.text("by") == "weights" ? by_weights(task, variant, rows, take)
                                             : by_resampling(task, variant, rows, take);
    }

    /// The rows that the model misses, among `rows` in ascending order.
    std::vector<bool> missed_by(const Model& model, const std::vector<Row>& rows) const
    {
        const OncePredicted said(model, data(), rows);
        std::vector<bool> missed;
        for (std::size_t i = 0; i < rows.size(); ++i)
            missed.push_back(static_cast<std::int32_t>(said.predictions().label[said.at(i)]) !=
                             data().class_codes()[rows[i]]);
        return missed;
    }

    void by_weights(const Task& task, const BoostedVariant& variant, const std::vector<Row>& rows,
                    const Take& take) const
    {
        std::vector<double> given(data().weights().begin(), data().weights().end());
        if (given.empty()) given.assign(data().rows(), 1.0);
        auto [weights, total] = given_weights(data(), rows);
        std::set<std::int32_t> classes;
        for (const Row r : rows) classes.insert(data().class_codes()[r]);
        const auto k = variant.spec.text("form") == "m1" ? 2 : std::max<std::size_t>(2, classes.size());
        const auto size = static_cast<std::uint64_t>(variant.spec.integer("size"));
        for (std::uint64_t b = 0; b < size; ++b) {
            Task own = member_task(task, b, size);
            own.predict = {};
            Member member;
            if (b == 0) { // the weights of the data
                member.model = variant.base.fit(own);
            } else {
                auto changed = given;
                for (std::size_t i = 0; i < rows.size(); ++i) changed[rows[i]] = weights[i] * total;
                member = trained_with(*variant.learner, data(), std::move(changed), own);
            }
            member.vote = boost_weights(weights, missed_by(*member.model, rows), k).vote;
            const bool ends = !(member.vote > 0.0);
            if (ends && b > 0) return;
            if (ends) member.vote = 1.0;
            take(std::move(member));
            if (ends) return;
        }
    }

    void by_resampling(const Task& task, const BoostedVariant& variant, const std::vector<Row>& rows,
                       const Take& take) const
    {
        std::size_t members = 0;
        Attempt last;
        Attempt best; // of the attempts that were dropped
        std::optional<LearnerError> failure;
        RowSetStorage storage;
        const auto size = static_cast<std::uint64_t>(variant.spec.integer("size"));
        boost_by_resampling(
            rows.size(),
            {.members = size,
             .retries = static_cast<std::uint64_t>(variant.spec.integer("retries")),
             .uniforms =
                 [&](std::uint64_t b, std::uint64_t attempt) {
                     return [stream = Stream(task.seed, Purpose::bootstrap, b, attempt)]() mutable {
                         return stream.uniform();
                     };
                 },
             .missed =
                 [&](const std::vector<std::size_t>& drawn, std::uint64_t b, std::uint64_t attempt) {
                     if (last.model && last.errors < best.errors) best = std::move(last);
                     last = {};
                     std::vector<std::uint32_t> counts(task.train.universe(), 0);
                     for (const auto i : drawn) ++counts[rows[i]];
                     Task own = member_task(task, b, size);
                     own.train = storage.from_counts(counts);
                     own.predict = {};
                     own.seed = Stream(task.seed, Purpose::learner, b, attempt).next();
                     try {
                         last.model = variant.base.fit(own);
                     } catch (
                         const LearnerError& e) { // these rows cannot be trained on: other rows are drawn
                         failure = e;
                         return std::vector<bool>(rows.size(), true);
                     }
                     auto missed = missed_by(*last.model, rows);
                     last.errors = static_cast<std::size_t>(std::ranges::count(missed, true));
                     return missed;
                 },
             .keep =
                 [&](double vote) {
                     ++members;
                     take({.model = std::move(last.model), .vote = vote});
                 }});
        // No model was kept, so all rows had equal weights, and the model with the fewest errors is the best
        // available.
        if (last.model && last.errors < best.errors) best = std::move(last);
        if (members == 0 && !best.model) throw LearnerError(*failure);
        if (members == 0) take({.model = std::move(best.model)});
    }

    std::vector<BoostedVariant> variants_;
};

} // namespace

std::vector<BoostedVariant> boosted_variants(const Dataset& data, std::span<const Spec> variants,
                                             std::vector<std::vector<Base>> bases)
{
    std::vector<BoostedVariant> all;
    for (std::size_t v = 0; v < variants.size(); ++v)
        all.push_back({.spec = variants[v],
                       .base = std::move(bases[v].front()),
                       .learner = make_base(variants[v].bases().front(), data.response_type())});
    return all;
}

RowWeights given_weights(const Dataset& data, std::span<const Row> rows)
{
    RowWeights weights;
    for (const Row r : rows) weights.shares.push_back(data.weights().empty() ? 1.0 : data.weights()[r]);
    weights.total = std::accumulate(weights.shares.begin(), weights.shares.end(), 0.0);
    for (double& weight : weights.shares) weight /= weights.total;
    return weights;
}

Member trained_with(const Learner& learner, const Dataset& data, std::vector<double> weights,
                    const Task& task)
{
    const Spec spec = learner.spec();
    Member member;
    member.prepared = learner.prepare(data.with_weights(std::move(weights)), {&spec, 1}, Budget{});
    member.model = member.prepared->fit(task, 0);
    return member;
}

OncePredicted::OncePredicted(const Model& model, const Dataset& data, const std::vector<Row>& rows)
{
    std::vector<Row> distinct;
    for (const Row r : rows) {
        if (distinct.empty() || distinct.back() != r) distinct.push_back(r);
        place_.push_back(distinct.size() - 1);
    }
    said_ = model.predict(data, distinct);
}

void require_weights(const Spec& spec, ResponseType response)
{
    const auto& base = spec.bases().front();
    require(make_base(base, response)->traits().weights,
            "'" + spec.name() + "' needs a learner that trains with weights" +
                (spec.find("by") ? " for by=weights" : "") + ", and '" + base.name() +
                "' as it is written does not; expected another learner" +
                (spec.find("by") ? ", or by=resampling" : ""));
}

LearnerEntry adaboost_entry()
{
    SpecKey retries = integer_key("retries", "10",
                                  "how often a model is drawn again that has no training errors, or is wrong "
                                  "on half of the weight or more",
                                  0, 1e6);
    retries.governor = "by";
    retries.fallbacks = {{"resampling", "10"}};
    SpecKey form = choice_key("form", "samme",
                              "with weights, which models count: samme, those better than chance among all "
                              "classes; m1, those that are "
                              "right on more than half of the weight",
                              {"samme", "m1"});
    form.governor = "by";
    form.fallbacks = {{"weights", "samme"}};
    return {
        .info = {.name = "adaboost",
                 .help = "trains a learner again and again with more weight on the rows where it was wrong; "
                         "the models vote by their "
                         "errors",
                 .keys = {integer_key("size", "50", "largest number of models", 1, 1e6),
                          choice_key("by", "resampling",
                                     "resampling: rows are drawn by their weights, for any learner; weights: "
                                     "the learner trains with "
                                     "them",
                                     {"resampling", "weights"}),
                          retries, form},
                 .fewest_bases = 1,
                 .most_bases = 1},
        .traits = {.numbers = false, .stochastic = true, .weights = true, .sparse = true},
        .prepare_meta =
            [](const Dataset& data, std::span<const Spec> variants, std::vector<std::vector<Base>> bases) {
                return std::make_unique<AdaBoostPrepared>(data, variants, std::move(bases));
            },
        .check =
            [](const Spec& spec, ResponseType response) {
                if (spec.text("by") == "weights") require_weights(spec, response);
            },
        .traits_of = [](const Spec& spec,
                        Traits& traits) { traits.stochastic = spec.text("by") == "resampling"; }};
}

} // namespace unseen
