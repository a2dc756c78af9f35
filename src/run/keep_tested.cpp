#include "run/keep_tested.hpp"

namespace unseen {

namespace {

template <class T>
std::vector<T> copied(std::span<const T> values)
{
    return {values.begin(), values.end()};
}

} // namespace

void KeepTested::take(const SplitInfo& split, const PredictionView& view)
{
    next_.take(split, view);
    const auto cells = view.true_label.size() + view.scores.size() + view.true_value.size();
    if (static_cast<double>(cells) > most_tested_cells) return;
    TestedRows kept{.design = {.task = view.classes == nullptr     ? ScoreTask::regression
                                       : view.classes->size() == 2 ? ScoreTask::binary
                                       : view.ordered              ? ScoreTask::ordinal
                                                                   : ScoreTask::multiclass,
                               .classes = view.classes != nullptr ? *view.classes : Labels(),
                               .positive = view.positive,
                               .ordered = view.ordered,
                               .targets = view.targets,
                               .true_label = copied(view.true_label),
                               .true_value = copied(view.true_value),
                               .weight = copied(view.weight)},
                    .model = {.probabilities = view.probabilities,
                              .one_score = view.one_score,
                              .label = copied(view.label),
                              .scores = copied(view.scores),
                              .value = copied(view.value)}};
    if (!data_.groups().empty()) {
        for (const Row r : view.row)
            kept.design.cluster.push_back(kept.design.clusters.add(std::to_string(data_.groups()[r])));
    }
    rows_ = std::make_shared<const TestedRows>(std::move(kept));
}

} // namespace unseen
