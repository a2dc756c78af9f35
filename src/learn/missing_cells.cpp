#include "unseen/learn/missing_cells.hpp"

#include "base/add_once.hpp"
#include "base/listed.hpp"
#include "learn/whole.hpp"

#include "unseen/base/error.hpp"

namespace unseen {

namespace {

constexpr std::size_t most_listed = 4;

/// The name of a learner with those in its brackets, without keys.
std::string short_name(const Spec& spec)
{
    std::string name = spec.name();
    for (const auto& base : spec.bases())
        name += (&base == spec.bases().data() ? "(" : ";") + short_name(base);
    return name + (spec.bases().empty() ? "" : ")");
}

/// Adds the learners in `asked` that cannot take missing cells, around which `filled` has another one.
void add_filled(std::vector<std::string>& names, const Spec& asked, const Spec& filled)
{
    if (asked == filled) return;
    if (filled.bases() == std::vector{asked})
        add_once(names, {short_name(asked)});
    else
        for (std::size_t b = 0; b < asked.bases().size(); ++b)
            add_filled(names, asked.bases()[b], filled.bases()[b]);
}

} // namespace

FilledLearners::FilledLearners(std::span<const Learner* const> learners, const Dataset& data,
                               const std::string& how)
    : learners_(learners.begin(), learners.end())
{
    require(how == "auto" || how == "none", "`impute`: '" + how + "' is not valid; expected auto or none");
    if (how == "none") return;
    std::optional<std::vector<std::string>> features;
    std::vector<std::string> replaced;
    for (auto& learner : learners_) {
        std::shared_ptr<const Learner> filled = learner->with_cells_filled();
        if (!filled) continue;
        if (!features) features = features_with_missing_cells(data);
        if (features->empty()) return;
        add_filled(replaced, learner->spec(), filled->spec());
        learner = made_.emplace_back(std::move(filled)).get();
    }
    if (replaced.empty()) return;
    note_.emplace(warnings::missing_cells_filled,
                  counted(features->size(), "feature") + (features->size() == 1 ? " has" : " have") +
                      " missing cells (" + listed(*features, most_listed) + "), which " +
                      listed_in_quotes(replaced, most_listed) +
                      " cannot take: each fit fills them by the median or the most frequent category of its "
                      "training rows; `impute=none` refuses them");
}

} // namespace unseen
