#include "data/spelling.hpp"

#include "unseen/base/number.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

bool loses_spelling(std::string_view cell, double number)
{
    if (cell.starts_with('-') || cell.starts_with('+')) cell.remove_prefix(1);
    const bool long_or_padded =
        (cell.size() > 1 && cell[0] == '0') || std::abs(number) >= first_inexact_whole;
    return long_or_padded && std::ranges::all_of(cell, [](char c) { return c >= '0' && c <= '9'; });
}

void SpellingBuilder::append(const SpellingBuilder& part, std::size_t first)
{
    std::vector<std::uint32_t> here;
    for (const auto& label : part.labels_.names()) here.push_back(labels_.add(label));
    for (std::size_t k = 0; k < part.rows_.size(); ++k) {
        rows_.push_back(first + part.rows_[k]);
        codes_.push_back(here[part.codes_[k]]);
    }
}

std::optional<CodedColumn> SpellingBuilder::finish(std::span<const double> numbers) const
{
    if (empty()) return std::nullopt;
    Labels found;
    std::vector<std::int32_t> codes;
    codes.reserve(numbers.size());
    for (std::size_t r = 0, k = 0; r < numbers.size(); ++r) {
        if (k < rows_.size() && rows_[k] == r)
            codes.push_back(static_cast<std::int32_t>(found.add(labels_.name(codes_[k++]))));
        else
            codes.push_back(
                std::isnan(numbers[r]) ? -1 : static_cast<std::int32_t>(found.add(shortest(numbers[r]))));
    }
    CodedColumn spelling{Labels(sorted_labels(found.names())), std::move(codes)};
    std::vector<std::int32_t> place;
    for (const auto& name : found.names())
        place.push_back(static_cast<std::int32_t>(*spelling.labels.code(name)));
    for (auto& code : spelling.codes)
        if (code >= 0) code = place[static_cast<std::size_t>(code)];
    return spelling;
}

} // namespace unseen
