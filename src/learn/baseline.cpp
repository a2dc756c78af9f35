#include "unseen/learn/baseline.hpp"

#include "unseen/base/error.hpp"

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
    if (data.horizon() > 0) {
        auto naive = learner_of(Spec("naive"), data);
        try {
            check_learner(*naive, data);
            return {std::move(naive), "the last known value"};
        } catch (const InputError&) { // the last known value is not among the features
        }
    }
    return {learner_of(Spec(kind == BaselineKind::median ? "median" : "mean"), data),
            baseline_name(kind, "")};
}

} // namespace unseen
