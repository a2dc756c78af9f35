// rusboost: boosting for rare classes. Each round leaves out random rows of the frequent classes (Seiffert,
// Khoshgoftaar, Van Hulse & Napolitano 2010, IEEE Trans. Syst. Man Cybern. A 40:185), with the pseudo-loss of
// AdaBoost.M2 (Freund & Schapire 1997, J. Comput. Syst. Sci. 55:119).
//
// - The n rows of the training multiset, in ascending order, have weights D; a row of multiplicity c occurs c
//   times. At first these are the weights of the data, with sum 1. - Round t = 0, 1, ... keeps all rows of
//   the smallest class among the training rows, s in number, and of each other class as many as there are, or
//   s (1 - share) / share, rounded and at least 1, if that is fewer: the
//    first of its rows, ascending and then shuffled by the stream (seed, bootstrap, t), class after class.
//    The learner is trained on these with their weights, brought to the mean that they had at first; its seed
//    is the first word of (seed, learner, t).
//  - h is the score that it gives to the class of a row, of all n rows, and r = (1 - h) / (K - 1) the mean
//    one of the K - 1 others. Pseudo-loss e = 1/2 sum D (1 - h + r). If 0 < e < 1/2, it votes by its scores
//    with ln((1 - e) / e), and the weights are multiplied by (e / (1 - e))^((1 + h - r) / 2) and divided by
//    their sum. If e >= 1/2, the round counts for nothing. If e = 0, the ensemble ends.
//  - If no round counts, the last model votes alone. Complexity: the number of members, and the means of
//    theirs.
#include "base/spec_keys.hpp"
#include "learn/ensemble/boosting.hpp"
#include "learn/ensemble/ensemble.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace unseen {

BoostingRound boost_pseudo_weights(std::vector<double>& weights, std::span<const double> own_scores,
                                   std::size_t classes)
{
    const double others = std::max(1.0, static_cast<double>(classes) - 1.0);
    BoostingRound round;
    for (std::size_t i = 0; i < weights.size(); ++i)
        round.error += 0.5 * weights[i] * (1.0 - own_scores[i] + (1.0 - own_scores[i]) / others);
    if (!(round.error > 0.0 && round.error < 0.5 - 1e-12)) return round;
    round.vote = std::log((1.0 - round.error) / round.error);
    double sum = 0.0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        weights[i] *= std::exp(-0.5 * round.vote * (1.0 + own_scores[i] - (1.0 - own_scores[i]) / others));
        sum += weights[i];
    }
    for (double& weight : weights) weight /= sum;
    return round;
}

namespace {

class RusBoostPrepared final : public Prepared {
public:
    RusBoostPrepared(const Dataset& given, std::span<const Spec> variants,
                     std::vector<std::vector<Base>> bases)
        : Prepared(given),
          variants_(boosted_variants(given, variants, std::move(bases)))
    {
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        const auto& own = variants_.at(variant);
        const auto rows = drawable_rows(data(), task.train, own.base.traits.weights, "rusboost");
        std::vector<std::vector<std::size_t>> of_class(data().classes().size());
        for (std::size_t i = 0; i < rows.size(); ++i) of_class[class_of(rows[i])].push_back(i);
        std::erase_if(of_class, [](const auto& all) { return all.empty(); });
        const auto smallest =
            std::ranges::min_element(of_class, {}, [](const auto& all) { return all.size(); })->size();
        const double share = own.spec.real("share");
        const double affordable = std::min(static_cast<double>(smallest) * (1.0 - share) / share,
                                           static_cast<double>(data().rows()));
        const auto most = std::max<std::size_t>(1, static_cast<std::size_t>(std::llround(affordable)));

        auto [weights, total] = given_weights(data(), rows);
        std::vector<Member> members;
        Member last;
        RowSetStorage storage;
        const auto size = static_cast<std::uint64_t>(own.spec.integer("size"));
        for (std::uint64_t t = 0; t < size; ++t) {
            Stream draws(task.seed, Purpose::bootstrap, t);
            std::vector<std::uint32_t> counts(task.train.universe(), 0);
            std::vector<double> changed(data().rows(), 1.0);
            double sum = 0.0;
            double kept = 0.0;
            for (const auto& all : of_class) {
                auto order = all;
                draws.shuffle(std::span(order));
                if (order.size() > smallest) order.resize(std::min(order.size(), most));
                for (const auto i : order) {
                    ++counts[rows[i]];
                    changed[rows[i]] = weights[i];
                    sum += weights[i];
                    kept += 1.0;
                }
            }
            const double factor = total / static_cast<double>(rows.size()) * kept / sum;
            for (std::size_t r = 0; r < counts.size(); ++r)
                if (counts[r] > 0) changed[r] *= factor;
            Task drawn = member_task(task, t, size);
            drawn.train = storage.from_counts(counts);
            drawn.predict = {};
            last = {}; // frees the one before
            last = trained_with(*own.learner, data(), std::move(changed), drawn);
            const auto round =
                boost_pseudo_weights(weights, scores_of_own(*last.model, rows), of_class.size());
            last.vote = round.vote;
            if (round.vote > 0.0) members.push_back(std::move(last));
            if (round.error == 0.0) break;
        }
        if (members.empty()) {
            last.vote = 1.0;
            members.push_back(std::move(last));
        }
        return ensemble_model(data().classes().size(), std::move(members), true);
    }

private:
    std::size_t class_of(Row row) const { return static_cast<std::size_t>(data().class_codes()[row]); }

    /// The score of each row's own class, for `rows` in ascending order.
    std::vector<double> scores_of_own(const Model& model, const std::vector<Row>& rows) const
    {
        const OncePredicted said(model, data(), rows);
        const auto& given = said.predictions().scores;
        const auto classes = data().classes().size();
        if (given.empty() || !said.predictions().probabilities)
            throw LearnerError("rusboost: the learner has no probabilities to vote by");
        std::vector<double> scores;
        for (std::size_t i = 0; i < rows.size(); ++i)
            scores.push_back(given[said.at(i) * classes + class_of(rows[i])]);
        return scores;
    }

    std::vector<BoostedVariant> variants_;
};

} // namespace

LearnerEntry rusboost_entry()
{
    return {
        .info =
            {.name = "rusboost",
             .help =
                 "boosting for rare classes: each round leaves out rows of the frequent classes by chance",
             .keys = {integer_key("size", "50", "rounds: largest number of models", 1, 1e6),
                      open_real_key("share", "0.5",
                                    "share of the smallest class among its rows and those kept of each other "
                                    "class; smaller: "
                                    "fewer rows are left out",
                                    0, 1)},
             .fewest_bases = 1,
             .most_bases = 1},
        .traits = {.numbers = false, .stochastic = true, .weights = true, .sparse = true},
        .prepare_meta =
            [](const Dataset& data, std::span<const Spec> variants, std::vector<std::vector<Base>> bases) {
                return std::make_unique<RusBoostPrepared>(data, variants, std::move(bases));
            },
        .check = require_weights};
}

} // namespace unseen
