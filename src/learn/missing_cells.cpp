#include "unseen/learn/missing_cells.hpp"

#include "base/add_once.hpp"
#include "base/listed.hpp"
#include "learn/whole.hpp"
#include "learn/wrapper/feature_map.hpp"

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

void require_known(const std::string& how)
{
    require(how == "auto" || how == "none", "`impute`: '" + how + "' is not valid; expected auto or none");
}

} // namespace

FilledLearners::FilledLearners(std::span<const Learner* const> learners, const Dataset& data,
                               const std::string& how)
    : learners_(learners.begin(), learners.end())
{
    require_known(how);
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

std::optional<Warning> fill_new_rows(Table& fresh, const Learner& learner, const Dataset& trained,
                                     const std::string& how)
{
    require_known(how);
    const auto filled = how == "none" ? nullptr : learner.with_cells_filled();
    if (!filled) return std::nullopt;
    const auto train = RowSet::all(trained.labelled());
    std::vector<std::string> features;
    for (const auto& feature : trained.features()) {
        const auto found = std::ranges::find(fresh.columns, feature.name, &Column::name);
        if (found == fresh.columns.end() || found->is_numeric() != feature.is_numeric()) continue;
        std::vector<std::size_t> missing;
        for (std::size_t r = 0; r < found->rows(); ++r)
            if (found->missing(r)) missing.push_back(r);
        if (missing.empty()) continue;
        const auto typical = filling(feature, train);
        if (found->is_numeric()) {
            for (const auto r : missing) std::get<NumericColumn>(found->cells).values[r] = typical.fill;
        } else if (typical.fill_label) {
            auto& coded = std::get<CodedColumn>(found->cells);
            const auto code = static_cast<std::int32_t>(coded.labels.add(*typical.fill_label));
            for (const auto r : missing) coded.codes[r] = code;
        }
        features.push_back(feature.name);
    }
    if (features.empty()) return std::nullopt;
    std::vector<std::string> replaced;
    add_filled(replaced, learner.spec(), filled->spec());
    return Warning{warnings::missing_cells_filled,
                   counted(features.size(), "feature") + (features.size() == 1 ? " has" : " have") +
                       " missing cells in the new rows (" + listed(features, most_listed) + "), which " +
                       listed_in_quotes(replaced, most_listed) +
                       " cannot take: they are filled by the median or the most frequent category of the "
                       "training rows, which had none, so that figures of the model are not about such rows; "
                       "`impute=none` refuses them"};
}

} // namespace unseen
