#include "unseen/data/dense.hpp"

namespace unseen {

namespace {

DenseFeatures dense(const Dataset& data, bool with_categories)
{
    DenseFeatures all;
    std::vector<std::size_t> first; // of each feature
    for (const auto& feature : data.features()) {
        first.push_back(all.names.size());
        if (feature.is_numeric())
            all.names.push_back(feature.name);
        else if (with_categories)
            for (std::size_t l = 0; l < feature.coded().own_labels(); ++l)
                all.names.push_back(feature.name + '=' + feature.coded().labels.name(l));
    }
    all.values.assign(std::size_t{data.rows()} * all.columns(), 0.0);
    for (std::size_t f = 0; f < data.features().size(); ++f) {
        const auto& feature = data.features()[f];
        if (!feature.is_numeric() && !with_categories) continue;
        for (Row r = 0; r < data.rows(); ++r) {
            double* const cell = all.values.data() + std::size_t{r} * all.columns() + first[f];
            if (feature.is_numeric()) {
                *cell = feature.numeric().values[r];
                continue;
            }
            const auto code = feature.coded().codes[r];
            if (code >= 0 && static_cast<std::size_t>(code) < feature.coded().own_labels()) cell[code] = 1.0;
        }
    }
    return all;
}

} // namespace

DenseFeatures numeric_features(const Dataset& data) { return dense(data, false); }
DenseFeatures one_hot_features(const Dataset& data) { return dense(data, true); }

} // namespace unseen
