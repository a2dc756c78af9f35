// The table of learners. A new one is a file beside this one, a declaration in entry.hpp, and a row here.
#include "base/spec_table.hpp"
#include "learn/entry.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>

namespace unseen {

namespace {

const std::vector<LearnerEntry>& table()
{
    static const std::vector<LearnerEntry> rows = {
        majority_entry(), mean_entry(), knn_entry(), naive_bayes_entry(), tree_entry(), command_entry(),
    };
    return rows;
}

class TableLearner final : public Learner {
public:
    TableLearner(const LearnerEntry& entry, Spec spec) : entry_(entry), spec_(std::move(spec)) {}
    Spec spec() const override { return spec_; }
    Traits traits() const override { return entry_.traits; }
    const void* family() const override { return &entry_; }
    std::unique_ptr<const Prepared> prepare(const Dataset& data, std::span<const Spec> variants,
                                            const Budget& budget) const override
    {
        return entry_.prepare(data, variants, budget);
    }

private:
    const LearnerEntry& entry_;
    Spec spec_;
};

} // namespace

std::unique_ptr<Learner> make_learner(const Spec& spec, ResponseType response)
{
    const auto& entry = table()[find_info(learner_infos(), spec.name(), "learner")];
    const bool numbers = response == ResponseType::numbers;
    require(numbers ? entry.traits.numbers : entry.traits.classes,
            "learner '" + spec.name() + "' cannot predict " + (numbers ? "numbers" : "classes") + ", and the target holds " +
                (numbers ? "numbers" : "classes"));
    require(spec.bases().empty(), "learner '" + spec.name() + "' takes no base learner in brackets");
    auto resolved = resolve(spec, entry.info, numbers);
    if (entry.check) entry.check(resolved);
    return std::make_unique<TableLearner>(entry, std::move(resolved));
}

std::span<const SpecInfo> learner_infos()
{
    static const std::vector<SpecInfo> infos = infos_of(table());
    return infos;
}

std::vector<std::string> learners_with_weights()
{
    std::vector<std::string> names;
    for (const auto& entry : table())
        if (entry.traits.weights) names.push_back(entry.info.name);
    return names;
}

} // namespace unseen
