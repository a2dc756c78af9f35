#include "learn/whole.hpp"

#include "unseen/base/error.hpp"

namespace unseen {

void refuse_missing(const std::string& learner, const Column& feature, std::size_t row)
{
    throw InputError(learner + ": feature '" + feature.name + "' has a missing cell in data row " + std::to_string(row + 1) +
                     "; expected none: fill them by the training rows with impute(" + learner + ")");
}

void require_whole(const Dataset& data, const std::string& learner)
{
    for (const auto& feature : data.features())
        for (std::size_t r = 0; r < feature.rows(); ++r)
            if (feature.missing(r)) refuse_missing(learner, feature, data.source_row(static_cast<Row>(r)));
}

} // namespace unseen
