// adaboost: each model is trained on rows drawn with weights that are larger where those before it were wrong; models vote by their errors (Freund & Schapire 1996, ICML 148; 1997, J. Comput.
// Syst. Sci. 55:119), in the form that draws rows and so takes any learner.
//
//  - Weights are of the n rows of the training multiset in ascending order, in which a row of multiplicity c occurs c times: 1 / n at first. Attempt a at member b draws n rows by the stream (seed,
//    bootstrap, b, a): u uniform, the first row whose cumulative weight is above u times their sum. The seed of the model is the first word of (seed, learner, b, a).
//  - A model whose error on all n rows is 0, or 1/2 and more, is dropped, all weights become 1 / n, and the member is tried again; after `retries` of these the ensemble is complete. If
//    it has no member then, the last model votes alone: a learner that makes no training errors cannot be boosted.
//  - Scores are shares of the votes ln((1 - e) / e); ties: smallest code.
//  - If the base uses weights, drawn rows keep theirs, and rows of weight 0 are not drawn.
//  - Complexity: the number of members, and the means of their complexities. If a model fails, the whole fit fails.
#include "base/spec_keys.hpp"
#include "learn/boosting.hpp"
#include "learn/ensemble.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

namespace unseen {

BoostingRound boost_weights(std::vector<double>& weights, const std::vector<bool>& missed)
{
    BoostingRound round;
    for (std::size_t i = 0; i < weights.size(); ++i)
        if (missed[i]) round.error += weights[i];
    if (!(round.error > 0.0 && round.error < 0.5)) return round;
    const double beta = round.error / (1.0 - round.error);
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
    AdaBoostPrepared(const Dataset& given, std::span<const Spec> variants, std::vector<std::vector<Base>> bases) : Prepared(given)
    {
        for (std::size_t v = 0; v < variants.size(); ++v) variants_.push_back({variants[v], std::move(bases[v].front())});
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        const auto& [spec, base] = variants_.at(variant);
        const auto rows = drawable_rows(data(), task.train, base, "adaboost");
        auto distinct = rows;
        distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
        std::vector<Member> members;
        Attempt last;
        Attempt best; // of the attempts that were dropped
        std::optional<LearnerError> failure;
        RowSetStorage storage;
        boost_by_resampling(rows.size(),
                            {.members = static_cast<std::uint64_t>(spec.integer("size")),
                             .retries = static_cast<std::uint64_t>(spec.integer("retries")),
                             .uniforms =
                                 [&](std::uint64_t b, std::uint64_t attempt) {
                                     return [stream = Stream(task.seed, Purpose::bootstrap, b, attempt)]() mutable {
                                         return stream.uniform();
                                     };
                                 },
                             .missed =
                                 [&](const std::vector<std::size_t>& drawn, std::uint64_t b, std::uint64_t attempt) {
                                     if (task.stop.stop_requested()) throw LearnerError("adaboost: stopped");
                                     if (last.model && last.errors < best.errors) best = std::move(last);
                                     last = {};
                                     std::vector<std::uint32_t> counts(task.train.universe(), 0);
                                     for (const auto i : drawn) ++counts[rows[i]];
                                     Task own = task;
                                     own.train = storage.from_counts(counts);
                                     own.predict = distinct;
                                     own.seed = Stream(task.seed, Purpose::learner, b, attempt).next();
                                     std::vector<bool> missed;
                                     try {
                                         last.model = base.fit(own);
                                     } catch (const LearnerError& e) { // these rows cannot be trained on: other rows are drawn
                                         failure = e;
                                         return std::vector<bool>(rows.size(), true);
                                     }
                                     const auto label = last.model->predict(data(), distinct).label;
                                     for (std::size_t i = 0, at = 0; i < rows.size(); ++i) {
                                         if (rows[i] != distinct[at]) ++at;
                                         missed.push_back(static_cast<std::int32_t>(label[at]) != data().class_codes()[rows[i]]);
                                     }
                                     last.errors = static_cast<std::size_t>(std::ranges::count(missed, true));
                                     return missed;
                                 },
                             .keep = [&](double vote) { members.push_back({.model = std::move(last.model), .vote = vote}); }});
        // No model was kept, so that all rows weighed alike: the one with the fewest errors is the best there is.
        if (last.model && last.errors < best.errors) best = std::move(last);
        if (members.empty() && !best.model) throw LearnerError(*failure);
        if (members.empty()) members.push_back({.model = std::move(best.model)});
        return ensemble_model(data().classes().size(), std::move(members));
    }

private:
    struct Variant {
        Spec spec;
        Base base;
    };
    std::vector<Variant> variants_;
};

} // namespace

LearnerEntry adaboost_entry()
{
    return {
        .info =
            {.name = "adaboost",
             .help = "trains a learner again and again on rows drawn with more weight where it was wrong; the models "
                     "vote by their errors",
             .keys =
                 {integer_key("size", "50", "largest number of models", 1, 1e6),
                  integer_key(
                      "retries", "10",
                      "how often a model is drawn again that has no training errors, or is wrong on half of the weight or more",
                      0, 1e6)},
             .fewest_bases = 1,
             .most_bases = 1},
        .traits = {.numbers = false, .stochastic = true, .weights = true},
        .prepare_meta = [](const Dataset& data, std::span<const Spec> variants, std::vector<std::vector<Base>> bases) {
            return std::make_unique<AdaBoostPrepared>(data, variants, std::move(bases));
        }};
}

} // namespace unseen
