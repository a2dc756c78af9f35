#include "learn/tree/cells.hpp"

#include "unseen/base/error.hpp"

namespace unseen::tree {

namespace {

/// The training code of each label; empty if the two lists agree.
std::vector<std::int32_t> translation(const Labels& from, const Labels& to)
{
    std::vector<std::int32_t> codes;
    if (&from == &to || from == to) return codes;
    for (const auto& name : from.names()) {
        const auto code = to.code(name);
        codes.push_back(code ? static_cast<std::int32_t>(*code) : -1);
    }
    return codes;
}

} // namespace

std::vector<Cells> cells_of(const Dataset& training, const Dataset& data)
{
    const auto trained = training.features();
    const auto given = data.features();
    require(trained.size() == given.size(), "tree: the data have " + std::to_string(given.size()) +
                                                " features; expected " + std::to_string(trained.size()) +
                                                ", as at training");
    std::vector<Cells> cells(given.size());
    for (std::size_t j = 0; j < given.size(); ++j) {
        require(trained[j].name == given[j].name && trained[j].is_numeric() == given[j].is_numeric(),
                "tree: feature " + std::to_string(j + 1) + " is '" + given[j].name + "'; expected '" +
                    trained[j].name + "', of the same type as at training");
        if (given[j].is_numeric()) {
            cells[j].values = given[j].numeric().values.data();
        } else {
            cells[j].codes = given[j].coded().codes.data();
            cells[j].translated = translation(given[j].coded().labels, trained[j].coded().labels);
        }
    }
    return cells;
}

} // namespace unseen::tree
