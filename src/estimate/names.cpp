#include "unseen/estimate/estimate.hpp"

namespace unseen {

std::string name_of(Aggregation aggregation)
{
    return aggregation == Aggregation::pooled ? "pooled" : "mean_of_folds";
}

} // namespace unseen
