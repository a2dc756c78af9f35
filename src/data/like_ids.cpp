#include "data/like_ids.hpp"

#include "base/same_name.hpp"
#include "data/sparse_tools.hpp"

#include "unseen/base/label_spelling.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <unordered_set>

namespace unseen {

bool is_called_id(const std::string& name)
{
    const auto plain = plain_spelling(name);
    return plain == "id" || plain == "uuid" || plain == "index" || plain.ends_with("_id") ||
           plain.ends_with(" id") || name.ends_with("Id") || (name.size() > 2 && name.ends_with("ID"));
}

bool is_called_group(const std::string& name)
{
    constexpr std::array<std::string_view, 12> beginnings = {
        "patient",     "subject", "speaker", "person",  "user",      "customer",
        "participant", "client",  "session", "proband", "household", "individual"};
    constexpr std::array<std::string_view, 8> ends = {"", "id", "number", "no", "nr", "num", "name", "code"};
    const auto letters = letters_of(name);
    return std::ranges::any_of(beginnings, [&](auto begin) {
        return letters.starts_with(begin) &&
               std::ranges::find(ends, std::string_view(letters).substr(begin.size())) != ends.end();
    });
}

namespace {

/// True if a column of whole numbers that is called an id has at least one value for every two rows.
bool is_named_id(const Column& column)
{
    if (!is_called_id(column.name) || plain_spelling(column.name) == "index" || !column.is_numeric())
        return false; // an index may be one of prices
    std::unordered_set<double> values;
    for (const double x : column.numeric().values) {
        if (std::isnan(x)) continue;
        if (x != std::floor(x)) return false;
        values.insert(x);
    }
    return 2 * values.size() >= column.rows();
}

} // namespace

bool looks_like_id(const Column& column)
{
    const std::size_t n = column.rows();
    if (n < 20) return false;
    if (is_named_id(column)) return true;
    if (!column.is_numeric()) return 10 * column.coded().labels.size() >= 9 * n;
    const auto& x = column.numeric().values;
    for (std::size_t r = 1; r < n; ++r)
        if (x[r] != x[0] + static_cast<double>(r)) return false;
    return true;
}

std::vector<std::size_t> places_like_ids(std::span<const Column> features, const SparseRows* sparse)
{
    std::vector<std::size_t> places;
    for (std::size_t j = 0; j < features.size(); ++j)
        if (looks_like_id(features[j])) places.push_back(j);
    if (sparse == nullptr) return places;
    const auto counts = nonzero_counts(*sparse); // row numbers are 0 once at most
    for (std::uint32_t j = 0; j < sparse->columns; ++j)
        if (counts[j] + 1 >= sparse->rows() && looks_like_id({sparse->name(j), sparse->dense(j)}))
            places.push_back(j);
    return places;
}

} // namespace unseen
