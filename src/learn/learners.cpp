// The table of learners. To add one, write its file, declare it in entry.hpp and add a row here.
#include "base/spec_table.hpp"
#include "learn/entry.hpp"

#include "unseen/base/error.hpp"
#include "unseen/learn/libraries.hpp"

#include <algorithm>

namespace unseen {

namespace {

const std::vector<LearnerEntry>& table()
{
    static const std::vector<LearnerEntry> rows = {
        majority_entry(),
        mean_entry(),
        median_entry(),
        naive_entry(),
        seasonal_naive_entry(),
        knn_entry(),
        condensed_knn_entry(),
        naive_bayes_entry(),
        lda_entry(),
        qda_entry(),
        linear_entry(),
        ridge_entry(),
        tree_entry(),
        random_forest_entry(),
        ls_boost_entry(),
        command_entry(),
        bagging_entry(),
        weighted_bagging_entry(),
        adaboost_entry(),
        rusboost_entry(),
        rounded_entry(),
        voting_entry(),
        committee_entry(),
        impute_entry(),
        scale_entry(),
        noisy_entry(),
        multi_entry(),
        cut_entry(),
        tuned_entry(),
        logistic_entry(),
        linear_svm_entry(),
        svm_entry(),
        xgboost_entry(),
    };
    return rows;
}

const LearnerEntry& entry_of(const Spec& spec)
{
    return table()[find_info(learner_infos(), spec.name(), "learner")];
}

/// The resolved specs of the bases of a canonical spec.
std::vector<Spec> bases_of(const Spec& spec, ResponseType response)
{
    const auto& entry = entry_of(spec);
    return entry.bases ? entry.bases(spec, response) : spec.bases();
}

/// Traits of a learner with its bases, as entry.hpp says.
Traits traits_of(const Spec& spec, ResponseType response)
{
    const auto& entry = entry_of(spec);
    Traits traits = entry.traits;
    if (entry.traits_of) entry.traits_of(spec, traits);
    traits.sparse = traits.sparse || has_value_of(spec, entry.sparse_keys);
    for (const auto& each : bases_of(spec, response)) {
        const Traits base = traits_of(each, response);
        traits.classes = traits.classes && base.classes;
        traits.numbers = traits.numbers && base.numbers;
        traits.weights = traits.weights && base.weights;
        traits.sparse = traits.sparse && base.sparse;
        traits.stochastic = traits.stochastic || base.stochastic;
        traits.groups = traits.groups || base.groups;
        traits.times = traits.times || base.times;
        traits.several_classes = traits.several_classes && base.several_classes;
        traits.missing_cells = traits.missing_cells && (base.missing_cells || entry.fills_missing_cells);
        traits.several_targets = traits.several_targets && (base.several_targets || entry.splits_targets);
        traits.lags = traits.lags || base.lags;
        traits.positive = traits.positive || base.positive;
        traits.decisions = traits.decisions && base.decisions;
        traits.linear = traits.linear && base.linear;
        traits.importances = traits.importances && base.importances;
        traits.copies_features = traits.copies_features || base.copies_features;
        traits.version += base.version;
    }
    return traits;
}

/// Throws InputError if a learner in the resolved spec cannot predict this response, or has keys that do not
/// go together.
void check(const Spec& spec, ResponseType response)
{
    const auto& entry = entry_of(spec);
    const bool numbers = response == ResponseType::numbers;
    require(numbers ? entry.traits.numbers : entry.traits.classes,
            "learner '" + spec.name() + "' cannot predict " + (numbers ? "numbers" : "classes") +
                ", and the target holds " + (numbers ? "numbers" : "classes"));
    require(entry.missing.empty(), "learner '" + spec.name() + "' needs " + entry.missing +
                                       ", which this build of unseen lacks; install it and build again");
    if (entry.check) entry.check(spec, response);
    for (const auto& base : bases_of(spec, response)) {
        check(base, response);
        require(!entry.rescales || !traits_of(base, response).copies_features,
                "'" + spec.name() + "' changes the scale of the features, and '" + base.print() +
                    "' predicts cells of them as they are, which would be on that scale; expected '" +
                    base.print() + "' without it");
    }
}

/// Throws InputError if a learner in the resolved spec cannot use the features.
void check_data(const Spec& spec, const Dataset& data)
{
    const auto& entry = entry_of(spec);
    if (entry.check_data) entry.check_data(spec, data);
    if (!entry.prepare_meta) return;
    for (const auto& base : bases_of(spec, data.response_type())) check_data(base, data);
}

/// True if the learner takes missing cells. Keys may be ranges.
bool takes_missing_cells(const Spec& spec)
{
    const auto& entry = entry_of(spec);
    return entry.fills_missing_cells ||
           (entry.traits.missing_cells && std::ranges::all_of(spec.bases(), takes_missing_cells));
}

/// The learner of a resolved spec with missing cells filled for it, or for those of its bases that need it if
/// it chooses among them.
Spec with_filling(const Spec& spec)
{
    if (!entry_of(spec).chooses) return Spec(impute_entry().info.name, {spec});
    auto bases = spec.bases();
    for (auto& base : bases)
        if (!takes_missing_cells(base)) base = with_filling(base);
    return spec.with_bases(std::move(bases));
}

class TableLearner final : public Learner {
public:
    TableLearner(const LearnerEntry& entry, Spec spec, ResponseType response)
        : entry_(entry),
          spec_(std::move(spec)),
          response_(response),
          traits_(traits_of(spec_, response))
    {
    }
    Spec spec() const override { return spec_; }
    Traits traits() const override { return traits_; }
    const void* family() const override { return &entry_; }
    void check(const Dataset& data) const override { check_data(spec_, data); }
    std::unique_ptr<Learner> with_cells_filled() const override
    {
        return traits_.missing_cells ? nullptr : make_base(with_filling(spec_), response_);
    }
    std::unique_ptr<const Prepared> prepare(const Dataset& data, std::span<const Spec> variants,
                                            const Budget& budget) const override
    {
        if (entry_.prepare_meta)
            return entry_.prepare_meta(data, variants, prepared_bases(data, variants, budget));
        return entry_.prepare(data, variants, budget);
    }

private:
    const LearnerEntry& entry_;
    Spec spec_;
    ResponseType response_;
    Traits traits_; ///< read when it was made, because the files of a program may change later
};

} // namespace

std::vector<std::vector<Base>> prepared_bases(const Dataset& data, std::span<const Spec> specs,
                                              const Budget& budget)
{
    struct Family {
        std::unique_ptr<Learner> first;
        std::vector<Spec> variants;
        std::vector<Base*> members;
    };
    std::vector<Family> families;
    std::vector<std::vector<Base>> bases;
    for (const auto& spec : specs) {
        const auto own_specs = bases_of(spec, data.response_type());
        auto& own = bases.emplace_back(own_specs.size());
        for (std::size_t b = 0; b < own.size(); ++b) {
            auto learner = make_base(own_specs[b], data.response_type());
            own[b].traits = learner->traits();
            auto family = std::ranges::find_if(
                families, [&](const Family& f) { return f.first->family() == learner->family(); });
            if (family == families.end())
                family =
                    families.insert(family, {.first = std::move(learner), .variants = {}, .members = {}});
            auto variant = std::ranges::find(family->variants, own_specs[b]);
            own[b].variant = static_cast<std::size_t>(variant - family->variants.begin());
            if (variant == family->variants.end()) family->variants.push_back(own_specs[b]);
            family->members.push_back(&own[b]);
        }
    }
    for (const auto& family : families) {
        const std::shared_ptr<const Prepared> prepared =
            family.first->prepare(data, family.variants, {.bytes = budget.bytes / families.size()});
        for (auto* member : family.members) member->prepared = prepared;
    }
    return bases;
}

bool has_value_of(const Spec& spec, const std::vector<std::string>& values)
{
    return std::ranges::any_of(values, [&](const std::string& value) {
        const auto key = value.substr(0, value.find('='));
        return spec.find(key) && value == key + '=' + spec.text(key);
    });
}

ResolvedSpec resolve_learner(const Spec& spec, ResponseType response)
{
    const auto& entry = entry_of(spec);
    if (entry.resolve) return {entry.resolve(spec, response), response};
    const Spec own = resolve(spec, entry.info, response == ResponseType::numbers);
    std::vector<Spec> bases;
    for (const auto& base : own.bases()) bases.push_back(resolve_learner(base, response).spec());
    return {own.with_bases(std::move(bases)), response};
}

std::unique_ptr<Learner> make_learner(const ResolvedSpec& spec)
{
    check(spec.spec(), spec.response());
    return std::make_unique<TableLearner>(entry_of(spec.spec()), spec.spec(), spec.response());
}

std::unique_ptr<Learner> make_learner(const Spec& spec, ResponseType response)
{
    return make_learner(resolve_learner(spec, response));
}

std::unique_ptr<Learner> make_base(const Spec& spec, ResponseType response)
{
    return make_learner(ResolvedSpec(spec, response));
}

std::span<const SpecInfo> learner_infos()
{
    static const std::vector<SpecInfo> infos = infos_of(table());
    return infos;
}

std::vector<std::string> missing_libraries()
{
    std::vector<std::string> lines;
    for (const auto& entry : table())
        if (!entry.missing.empty()) lines.push_back(entry.info.name + " needs " + entry.missing);
    return lines;
}

std::vector<std::string> learners_with_sparse_rows()
{
    std::vector<std::string> specs;
    for (const auto& entry : table()) {
        if (entry.traits.sparse && entry.info.most_bases == 0) specs.push_back(entry.info.name);
        for (const auto& key : entry.sparse_keys) specs.push_back(entry.info.name + ':' + key);
    }
    return specs;
}

std::vector<std::string> learners_with_weights()
{
    std::vector<std::string> names;
    for (const auto& entry : table())
        if (entry.traits.weights && entry.info.most_bases == 0) names.push_back(entry.info.name);
    return names;
}

} // namespace unseen
