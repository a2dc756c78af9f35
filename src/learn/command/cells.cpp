#include "learn/command/cells.hpp"

#include "unseen/base/error.hpp"

namespace unseen {

Cells::Cells(const Dataset& main, const Dataset& rows)
{
    require(main.features().size() == rows.features().size(),
            "the rows to predict have " + std::to_string(rows.features().size()) +
                " features; expected the " + std::to_string(main.features().size()) +
                " of the training rows");
    for (std::size_t f = 0; f < main.features().size(); ++f) {
        const auto& own = main.features()[f];
        const auto& other = rows.features()[f];
        require(own.name == other.name && own.is_numeric() == other.is_numeric(),
                "feature '" + other.name + "' of the rows to predict is not feature '" + own.name +
                    "' of the training rows");
        if (own.is_numeric()) {
            columns_.push_back({.numbers = &other.numeric().values});
            continue;
        }
        Source source{.codes = &other.coded().codes};
        for (const auto& label : other.coded().labels.names()) {
            const auto code = own.coded().labels.code(label);
            source.translation.push_back(
                code && *code < own.coded().own_labels() ? static_cast<std::int32_t>(*code) : -1);
        }
        columns_.push_back(std::move(source));
    }
}

} // namespace unseen
