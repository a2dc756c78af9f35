#include "estimate/training_figures.hpp"

#include <algorithm>

namespace unseen {

TrainingSink::TrainingSink(std::span<const Measure> measures, bool per_split)
    : measures_(measures.begin(), measures.end()),
      splits_(measures.size(), SplitFigures(per_split))
{
}

void TrainingSink::take(const SplitInfo&, const PredictionView& predictions)
{
    at_.clear();
    for (std::uint32_t i = 0; i < predictions.size(); ++i)
        if (!predictions.in_bag.empty() && predictions.in_bag[i] > 0) at_.push_back(i);
    rows_.gather(predictions, at_);
    auto trained = rows_.view();
    if (!trained.weight.empty() ||
        std::ranges::any_of(trained.in_bag, [](std::uint32_t times) { return times > 1; })) {
        weight_.clear();
        for (std::size_t i = 0; i < trained.size(); ++i)
            weight_.push_back(trained.weight_of(i) * trained.in_bag[i]);
        trained.weight = weight_;
    }
    trained.in_bag = {}; // judged like any rows
    for (std::size_t m = 0; m < measures_.size(); ++m) splits_[m].add(evaluate(measures_[m], trained));
}

void TrainingSink::take(const SplitInfo&, const Failure&)
{
    for (auto& splits : splits_) splits.add(Value::none(reasons::failed_fits));
}

TrainingFigures TrainingSink::figures(std::size_t m) const
{
    const auto& splits = splits_[m];
    TrainingFigures figures{.per_split = splits.each()};
    if (splits.moments().count() > 0)
        figures.value = Value(splits.moments().mean());
    else
        figures.value = Value::none(splits.undefined() > 0 ? splits.reason() : reasons::failed_fits);
    return figures;
}

} // namespace unseen
