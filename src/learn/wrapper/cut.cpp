// cut: chooses the score from which a row is predicted positive, on training rows alone (Sheng & Ling 2006,
// AAAI, 476), and trains a learner on all of them.
//
//  - Two classes; the positive one is Dataset::positive(), as for measures. A row is predicted positive if
//  its
//    score is at least the cut. The scores are those of the learner.
//  - The inner plan splits the distinct training rows (inner_splits.hpp). Each inner test row gets the score
//    of the model that was trained without it; all these rows are ranked together, each as often as it counts
//    in the training multiset, by the weights of the data if the learner trains with them; then rows of
//    weight 0 are left out.
// - The cut is that of best_threshold(), by the rule `by`. - If no cut reaches the precision, the one with
//   the largest precision is taken; if the rows lack the class that a figure divides by, 0.5. Both cases have
//   the warning `no_cut`. - Inner split s = 0, 1, ... has seed = first word of (seed, learner, s + 1), the
//   last fit that of (seed, learner, 0), as in tuned. If a fit fails, the whole fit fails. - Complexity: the
//   cut, and the complexity of the learner.
#include "base/spec_keys.hpp"
#include "learn/entry.hpp"
#include "learn/inner_splits.hpp"
#include "rank/best_threshold.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/rank/ranking.hpp"

namespace unseen {

namespace {

/// The cut of a fit, with its warnings.
struct Chosen {
    double cut = 0.5;
    std::string text{};
    std::optional<Warning> warning{};
};

Chosen chosen_of(const ThresholdRule& rule, const Ranking& ranking, const std::string& positive)
{
    const auto best = best_threshold(rule, ranking);
    Chosen chosen;
    if (best) chosen.cut = best->score;
    chosen.text = "cut: '" + positive + "' from score " + shortest(chosen.cut);
    if (!best) {
        chosen.warning =
            Warning(warnings::no_cut, "the training rows are of one class; the cut 0.5 was taken");
        return chosen;
    }
    const auto precision = best->tp + best->fp > 0.0 ? shortest(best->tp / (best->tp + best->fp)) : "";
    if (best->positives > 0.0)
        chosen.text += " (on the inner splits recall " + shortest(best->tp / best->positives) +
                       (precision.empty() ? "" : ", precision " + precision) + ')';
    if (!best->reached)
        chosen.warning = Warning(warnings::no_cut, "no cut reaches precision " + shortest(rule.at_least) +
                                                       " on the inner splits; that of the largest, " +
                                                       precision + ", was taken");
    return chosen;
}

/// The positive class, the other class, and the number of scores per row, because a test table may have
/// brought further classes.
struct TwoClasses {
    std::uint32_t positive = 0;
    std::uint32_t other = 0;
    std::size_t scores = 0;

    /// Throws InputError if there are more.
    static TwoClasses of(const Dataset& data)
    {
        const auto own = data.own_classes();
        require(own <= 2, "'cut' is for two classes, and there are " + std::to_string(own) +
                              "; join classes first, or take the learner without it");
        const auto positive = data.positive().code;
        return {.positive = positive,
                .other = own == 2 ? 1 - positive : positive,
                .scores = data.classes().size()};
    }
    double score(const Predictions& p, std::size_t i) const { return p.scores[i * scores + positive]; }
};

/// The predictions of a learner, with the labels that the cut makes from its scores.
Predictions with_cut(Predictions p, const Chosen& chosen, const TwoClasses& classes)
{
    for (std::size_t i = 0; i < p.label.size(); ++i)
        p.label[i] = classes.score(p, i) >= chosen.cut ? classes.positive : classes.other;
    p.complexity.insert(p.complexity.begin(), {"cut", chosen.cut});
    if (chosen.warning) p.warnings.push_back(*chosen.warning);
    return p;
}

class CutModel final : public Model {
public:
    CutModel(std::unique_ptr<Model> model, Chosen chosen, const TwoClasses& classes)
        : model_(std::move(model)),
          chosen_(std::move(chosen)),
          classes_(classes)
    {
    }
    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        return with_cut(model_->predict(data, rows), chosen_, classes_);
    }
    std::string text() const override { return chosen_.text + '\n' + model_->text(); }

private:
    std::unique_ptr<Model> model_;
    Chosen chosen_;
    TwoClasses classes_;
};

class CutPrepared final : public Prepared {
public:
    CutPrepared(const Dataset& given, std::span<const Spec> specs, std::vector<std::vector<Base>> bases)
        : Prepared(given),
          classes_(TwoClasses::of(given))
    {
        for (std::size_t v = 0; v < specs.size(); ++v)
            variants_.push_back({.rule = threshold_rule(specs[v].text("by"), specs[v]),
                                 .inner = spec_in(specs[v].text("inner")),
                                 .base = std::move(bases[v].front())});
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        const auto& own = variants_.at(variant);
        auto chosen = choose(task, own);
        return std::make_unique<CutModel>(own.base.fit(last_task(task)), std::move(chosen), classes_);
    }

    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        std::vector<Predictions> all;
        for (const auto variant : variants) {
            const auto& own = variants_.at(variant);
            const auto chosen = choose(task, own);
            all.push_back(with_cut(own.base.evaluate(last_task(task)), chosen, classes_));
        }
        return all;
    }

private:
    struct Variant {
        ThresholdRule rule;
        Spec inner;
        Base base;
    };

    /// The inner test rows with the scores of the models that were trained without them.
    Chosen choose(const Task& task, const Variant& own) const
    {
        const bool weighted = own.base.traits.weights;
        InnerSplits splits(data(), task, own.inner, weighted, "cut");
        std::vector<std::uint32_t> truth;
        std::vector<double> scores;
        std::vector<double> weights;
        for (std::uint64_t s = 0; s < splits.size(); ++s) {
            const auto split = splits.at(s);
            const auto p = own.base.evaluate(inner_task(task, split, s, splits.size()));
            if (p.scores.size() != split.test.size() * classes_.scores)
                throw LearnerError("cut: the learner gives no scores");
            if (!p.probabilities)
                throw LearnerError(
                    "cut: the scores of the learner are decision values; expected probabilities");
            for (std::size_t i = 0; i < split.test.size(); ++i) {
                truth.push_back(static_cast<std::uint32_t>(data().class_codes()[split.test[i]]));
                scores.push_back(classes_.score(p, i));
            }
            const auto of_split = splits.weights(split, weighted);
            weights.insert(weights.end(), of_split.begin(), of_split.end());
        }
        const auto ranking = ranking_of({.classes = &data().classes(),
                                         .positive = classes_.positive,
                                         .one_score = true,
                                         .true_label = truth,
                                         .scores = scores,
                                         .weight = weights});
        return chosen_of(own.rule, ranking, data().classes().name(classes_.positive));
    }

    std::vector<Variant> variants_;
    TwoClasses classes_;
};

/// A key that has a meaning for one value of `by`, or for several.
SpecKey of_aim(SpecKey key, const std::vector<std::string>& aims)
{
    key.governor = "by";
    for (const auto& aim : aims) key.fallbacks.emplace_back(aim, key.fallback);
    key.fallback.clear();
    return key;
}

} // namespace

LearnerEntry cut_entry()
{
    return {
        .info = {.name = "cut",
                 .help = "for two classes: trains a learner, and predicts the positive class from a score on "
                         "that is chosen on splits "
                         "of the training rows",
                 .keys = {choice_key("by", "youden",
                                     "youden: recall plus specificity; cost: the costs of errors; recall: "
                                     "the best precision with "
                                     "this recall; precision: the best recall with this precision",
                                     {"youden", "cost", "recall", "precision"}),
                          of_aim(real_key("false_positive", "1", "the cost of a wrong positive; for by=cost",
                                          0, 1e100),
                                 {"cost"}),
                          of_aim(real_key("false_negative", "1", "the cost of a missed positive; for by=cost",
                                          0, 1e100),
                                 {"cost"}),
                          of_aim(real_key("at_least", "0.9",
                                          "the recall or precision wanted; for by=recall and by=precision", 0,
                                          1),
                                 {"recall", "precision"}),
                          inner_key()},
                 .fewest_bases = 1,
                 .most_bases = 1},
        .traits = {.numbers = false,
                   .several_classes = false,
                   .stochastic = true,
                   .weights = true,
                   .groups = true,
                   .times = true,
                   .sparse = true,
                   .positive = true},
        .prepare_meta =
            [](const Dataset& data, std::span<const Spec> variants, std::vector<std::vector<Base>> bases) {
                return std::make_unique<CutPrepared>(data, variants, std::move(bases));
            },
        .check =
            [](const Spec& spec, ResponseType response) {
                require(make_base(spec.bases().front(), response)->traits().scores,
                        "'cut': '" + spec.bases().front().print() + "' gives no scores that could be cut");
            },
        .check_data =
            [](const Spec& spec, const Dataset& data) {
                TwoClasses::of(data);
                check_inner_plan(spec_in(spec.text("inner")), data, "cut");
            },
        .resolve =
            [](const Spec& spec, ResponseType response) {
                static const SpecInfo info = cut_entry().info;
                const bool numbers = response == ResponseType::numbers;
                Spec own = resolve(spec, info, numbers);
                own.set("inner", as_value(inner_plan(own, numbers)));
                return own.with_bases({resolve_learner(own.bases().front(), response).spec()});
            }};
}

} // namespace unseen
