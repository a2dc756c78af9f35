// The table of resampling schemes. To add one, write its file, declare it in entry.hpp and add a row here.
#include "base/listed.hpp"
#include "base/spec_table.hpp"
#include "resample/entry.hpp"
#include "resample/groups.hpp"

#include "unseen/base/error.hpp"

#include <stdexcept>

namespace unseen {

namespace {

const std::vector<PlanEntry>& table()
{
    static const std::vector<PlanEntry> rows = {
        resubstitution_entry(),
        test_entry(),
        holdout_entry(),
        cv_entry(),
        loo_entry(),
        leave_p_out_entry(),
        random_entry(),
        random_halves_entry(),
        nested_cv_entry(),
        learning_entry(),
        bootstrap_entry(),
        given_entry(),
        progressive_entry(),
        forward_growing_entry(),
        forward_fixed_entry(),
    };
    return rows;
}

} // namespace

Plan::Plan(Spec spec, Design design, At at, std::vector<Warning> warnings)
    : spec_(std::move(spec)),
      design_(design),
      at_(std::move(at)),
      warnings_(std::move(warnings))
{
}

Split Plan::at(std::uint64_t i, Scratch& scratch) const
{
    if (i >= size())
        throw std::logic_error("Plan::at: split " + std::to_string(i) + " of " + std::to_string(size()));
    return at_(i, scratch);
}

Plan make_plan(const Spec& spec, const Dataset& data, std::uint64_t seed)
{
    const auto& entry = table()[find_info(plan_infos(), spec.name(), "resampling")];
    if (!entry.keeps_groups && make_groups(data)) {
        std::vector<std::string> others;
        for (const auto& row : table())
            if (row.keeps_groups) others.push_back(row.info.name);
        throw InputError("'" + spec.name() + "' is not defined for rows in groups (column '" +
                         data.group()->name + "'); expected one of " + listed(others));
    }
    auto plan =
        entry.make(resolve(spec, entry.info, data.response_type() == ResponseType::numbers), data, seed);
    if ((data.time() != nullptr || data.horizon() > 0) && !entry.keeps_time)
        plan.warn(
            {warnings::time_ignored,
             "'" + spec.name() + "' tests rows with models trained on later rows (time: " +
                 (data.time() != nullptr ? "column '" + data.time()->name + "'" : "the order of the file") +
                 "), which is too good if the data drift; 'forward-growing' does not"});
    const bool divides = plan.size() > 1 || plan.spec().find("stratify"); // others train on all rows
    if (data.stratum() != nullptr && divides && plan.spec().find("stratify").value_or("no") == "no")
        plan.warn({warnings::stratum_ignored,
                   "'" + spec.name() + "' does not balance the column '" + data.stratum()->name + "'" +
                       (plan.spec().find("stratify") ? "; add stratify=yes to the spec"
                                                     : ": it has no key stratify")});
    return plan;
}

std::span<const SpecInfo> plan_infos()
{
    static const std::vector<SpecInfo> infos = infos_of(table());
    return infos;
}

} // namespace unseen
