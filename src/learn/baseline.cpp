#include "unseen/learn/baseline.hpp"

#include "learn/naive.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// The learner of several targets is one for each.
std::unique_ptr<Learner> learner_of(const Spec& spec, const Dataset& data)
{
    return make_learner(data.targets() > 1 ? Spec("multi").with_bases({spec}) : spec, data.response_type());
}

/// The class with the largest weight among the labelled rows; empty if several share it.
std::string most_frequent(const Dataset& data)
{
    std::vector<double> weight(data.classes().size(), 0.0);
    for (Row r = 0; r < data.labelled(); ++r)
        weight[static_cast<std::size_t>(data.class_codes()[r])] +=
            data.weights().empty() ? 1.0 : data.weights()[r];
    const auto most = std::ranges::max_element(weight);
    return std::ranges::count(weight, *most) > 1
               ? ""
               : data.classes().name(static_cast<std::size_t>(most - weight.begin()));
}

} // namespace

BaselineLearner make_baseline(BaselineKind kind, const Dataset& data)
{
    if (kind == BaselineKind::none || kind == BaselineKind::no_skill)
        return {nullptr, baseline_name(kind, "")};
    if (data.response_type() == ResponseType::classes)
        return {learner_of(Spec("majority"), data),
                baseline_name(kind, kind == BaselineKind::majority ? most_frequent(data) : "")};
    if (data.horizon() > 0 && data.targets() == 1 && known_value(data))
        return {learner_of(Spec("naive"), data), "the last known value"};
    return {learner_of(Spec(kind == BaselineKind::median ? "median" : "mean"), data),
            baseline_name(kind, "")};
}

BaselineLearner make_fixed_majority(const Dataset& data)
{
    const auto majority = learner_of(Spec("majority"), data);
    const auto spec = majority->spec();
    const auto all = RowSet::all(data.labelled());
    const std::shared_ptr<const Prepared> prepared = majority->prepare(data, {&spec, 1}, {});
    const Row first = 0;
    const auto label = prepared->fit({.train = all}, 0)->predict(data, {&first, 1}).label.front();
    return {simple_learner(
                "fixed-majority", majority->traits(),
                [prepared, all](const Dataset&, const Task&) { return prepared->fit({.train = all}, 0); }),
            baseline_name(BaselineKind::majority, data.classes().name(label))};
}

} // namespace unseen
