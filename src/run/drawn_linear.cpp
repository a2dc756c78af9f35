#include "unseen/run/drawn_linear.hpp"

#include "base/listed.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

namespace unseen {

namespace {

constexpr std::size_t least_rows = 8; ///< of Maurer's inequality

} // namespace

Maybe<DrawnLinear, Refusal> drawn_linear(const Dataset& data, const Learner& learner, const Plan& plan,
                                         std::span<const Row> predicted, const RunOptions& run)
{
    if (data.response_type() != ResponseType::classes || data.classes().size() != 2)
        return Refusal{"it is known for two classes only"};
    if (!data.weights().empty()) return Refusal{"it counts rows that count alike, but the rows have weights"};
    if (data.group() != nullptr)
        return Refusal{"it counts rows that are independent draws, but rows of one group are not"};
    const auto stratify = plan.spec().find("stratify");
    if (plan.size() != 1 || stratify.value_or("no") != "no")
        return Refusal{"its plan '" + plan.spec().print() +
                       "' must have one split, whose rows are not chosen by their labels; expected one "
                       "such as 'holdout:fraction=0.5,stratify=no', or 'resubstitution' for a prior "
                       "around 0"};
    Scratch scratch;
    const auto split = plan.at(0, scratch);
    if (split.test.size() < least_rows)
        return Refusal{"errors are counted on " + counted(split.test.size(), "row") + "; it needs at least " +
                       std::to_string(least_rows)};
    std::vector<Row> rows(split.test.begin(), split.test.end());
    const auto judged = rows.size();
    rows.insert(rows.end(), predicted.begin(), predicted.end());

    const auto spec = learner.spec();
    const auto prepared = learner.prepare(data, {&spec, 1}, run.budget);
    const auto fitted = [&](const RowSet& train,
                            std::span<const Row> predict) -> Maybe<LinearClassifier, Refusal> {
        try {
            return prepared->linear_classifier({.train = train, .predict = predict, .stop = run.stop}, 0);
        } catch (const LearnerError& e) {
            return Refusal{e.what()};
        }
    };
    auto all = fitted(RowSet::all(data.labelled()), rows);
    if (!all) return all.reason();
    std::optional<double> cosine;
    const bool has_prior = split.train.size() < data.labelled();
    if (has_prior) {
        const auto prior = fitted(split.train, {});
        if (prior)
            cosine = std::clamp(std::inner_product(all->direction.begin(), all->direction.end(),
                                                   prior->direction.begin(), 0.0),
                                -1.0, 1.0);
    }
    std::vector<double> margins;
    for (std::size_t i = 0; i < judged; ++i)
        margins.push_back(data.class_codes()[rows[i]] == 1 ? all->cosines[i] : -all->cosines[i]);
    return DrawnLinear{
        .posterior = bound::linear_posterior(margins, cosine),
        .rows = judged,
        .fits = has_prior ? 2U : 1U,
        .cosines = {all->cosines.begin() + static_cast<std::ptrdiff_t>(judged), all->cosines.end()}};
}

} // namespace unseen
