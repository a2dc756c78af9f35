// Models whose predictions were made elsewhere, matched row by row and compared.
#pragma once

#include "unseen/base/spec.hpp"
#include "unseen/compare/models.hpp"
#include "unseen/roles/matched_models.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace unseen {

/// How the rows came about, beyond what the tables say.
struct MatchedDesign {
    std::optional<std::uint64_t> train_rows{}; ///< of each split; nothing: the rows of the other splits
    bool time_ordered = false;                 ///< rows are forecasts in the order of time, without gaps
    std::uint64_t horizon = 1;                 ///< how many steps ahead they were made
};

/// compare::compare_models() of these models by these measures, which take the place of those of `how`; its warnings follow those of the matching.
compare::Answer compare_matched(const MatchedModels& matched, std::span<const Spec> measures, const MatchedDesign& design,
                                compare::ModelsOptions how);

} // namespace unseen
