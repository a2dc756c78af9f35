// Private: the rows of the table of plans, one for each scheme.
#pragma once

#include "unseen/resample/plan.hpp"

namespace unseen {

/// A row of the table in plans.cpp. `make` receives a resolved spec.
struct PlanEntry {
    SpecInfo info;
    std::function<Plan(const Spec&, const Dataset&, std::uint64_t seed)> make;
    bool keeps_groups = true; ///< no split divides a group; false: a dataset with groups is refused
    bool keeps_time = false;  ///< no row is tested by a model trained on later rows; false: a dataset with
                              ///< times gets a warning
};

/// Design::no_table of plans whose repeats test rows more than once.
inline constexpr std::string_view again_and_again = "its splits predict the same rows several times";

// One function for each scheme, defined in the file of its name.
PlanEntry resubstitution_entry();
PlanEntry test_entry();
PlanEntry holdout_entry();
PlanEntry cv_entry();
PlanEntry loo_entry();
PlanEntry leave_p_out_entry();
PlanEntry random_entry();
PlanEntry random_halves_entry();
PlanEntry nested_cv_entry();
PlanEntry learning_entry();
PlanEntry bootstrap_entry();
PlanEntry given_entry();
PlanEntry progressive_entry();
PlanEntry forward_growing_entry();
PlanEntry forward_fixed_entry();

} // namespace unseen
