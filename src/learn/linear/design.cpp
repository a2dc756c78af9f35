#include "learn/linear/design.hpp"
#include "learn/whole.hpp"

#include "unseen/base/error.hpp"

#include <cmath>

namespace unseen::linear {

Design::Design(const Dataset& data, std::string learner)
    : learner_(std::move(learner)),
      features_(data.features().size())
{
    require_whole(data, learner_);
    const Row n = data.labelled();
    for (std::size_t f = 0; f < features_; ++f) {
        const auto& feature = data.features()[f];
        if (feature.is_numeric()) {
            const auto& x = feature.numeric().values;
            // Two passes, relative to the first value, so that a constant feature gives exactly 0.
            double sum = 0.0;
            for (Row r = 0; r < n; ++r) sum += x[r] - x[0];
            const double mean = x[0] + sum / n;
            double squares = 0.0;
            for (Row r = 0; r < n; ++r) squares += (x[r] - mean) * (x[r] - mean);
            const double scale = std::sqrt(squares / n);
            const bool constant = !std::isnormal(scale);
            columns_.push_back({feature.name, f, mean, constant ? 1.0 : scale, constant});
            continue;
        }
        const auto& coded = feature.coded();
        std::vector<double> counts(coded.own_labels(), 0.0);
        for (Row r = 0; r < n; ++r) ++counts[static_cast<std::size_t>(coded.codes[r])];
        Block block{.feature = f, .begin = columns(), .of_code = std::vector<Index>(counts.size(), -1)};
        for (std::size_t c = 0; c < counts.size(); ++c) {
            if (counts[c] == 0.0) continue;
            block.of_code[c] = columns();
            const double share = counts[c] / n;
            const bool constant = counts[c] == n;
            columns_.push_back({feature.name + "=" + coded.labels.name(c), f, share,
                                constant ? 1.0 : std::sqrt(share * (1.0 - share)), constant});
        }
        block.end = columns();
        blocks_.push_back(std::move(block));
    }
}

Design::Rows Design::rows(const Dataset& data, std::span<const Row> rows) const
{
    require(data.features().size() == features_,
            learner_ + ": the data have " + std::to_string(data.features().size()) + " features; expected " +
                std::to_string(features_) + ", as at training");
    const auto n = static_cast<Index>(rows.size());
    Rows result{.x = Eigen::MatrixXd::Zero(columns(), n),
                .known = Eigen::MatrixXi(static_cast<Index>(blocks_.size()), n)};
    std::size_t b = 0;
    for (Index j = 0; j < columns();) {
        const auto& column = columns_[static_cast<std::size_t>(j)];
        const auto& feature = data.features()[column.feature];
        const auto* block =
            b < blocks_.size() && blocks_[b].feature == column.feature ? &blocks_[b] : nullptr;
        require(feature.is_numeric() == (block == nullptr),
                learner_ + ": feature '" + feature.name + "' has another type than at training");
        for (Index i = 0; i < n; ++i) {
            const Row row = rows[static_cast<std::size_t>(i)];
            if (feature.missing(row)) refuse_missing(learner_, feature, data.source_row(row));
            if (block == nullptr) {
                result.x(j, i) = (feature.numeric().values[row] - column.centre) / column.scale;
                continue;
            }
            const auto code = static_cast<std::size_t>(feature.coded().codes[row]);
            const Index known = code < block->of_code.size() ? block->of_code[code] : -1;
            for (Index k = block->begin; k < block->end; ++k)
                result.x(k, i) = ((k == known ? 1.0 : 0.0) - centre(k)) / scale(k);
            result.known(static_cast<Index>(b), i) = static_cast<int>(known);
        }
        j = block == nullptr ? j + 1 : blocks_[b++].end;
    }
    return result;
}

} // namespace unseen::linear
