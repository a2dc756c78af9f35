#include "learn/sparse_features.hpp"

#include "data/sparse_tools.hpp"

namespace unseen {

std::shared_ptr<const SparseRows> sparse_rows_of(const Dataset& data)
{
    const auto owner = std::make_shared<const Dataset>(data);
    return {owner, owner->sparse()};
}

std::shared_ptr<const SparseRows> SparseFeatures::of(const Dataset& data) const
{
    const bool same = data.sparse() != nullptr
                          ? data.sparse() == data_.sparse()
                          : data_.sparse() == nullptr && data.features().data() == data_.features().data();
    if (same) return rows_;
    Table table{.source = "the data", .columns = {}};
    table.leaves_zeros_out = true;
    if (data.sparse() != nullptr)
        table.sparse = sparse_rows_of(data);
    else
        table.columns.assign(data.features().begin(), data.features().end());
    SparseRows result{.columns = rows_->columns, .names = rows_->names};
    append_rows(result, table);
    return std::make_shared<const SparseRows>(std::move(result));
}

} // namespace unseen
