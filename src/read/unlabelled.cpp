#include "unseen/read/unlabelled.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/data/hide_labels.hpp"

#include <algorithm>
#include <utility>

namespace unseen {

DataWithUnlabelled make_dataset(Table main, const Roles& roles, const Table* test,
                                const std::string& unlabelled, const ReadOptions& reading, std::uint64_t seed)
{
    if (unlabelled.empty()) return {Dataset::make(std::move(main), roles, test, nullptr)};
    if (const auto share = parse_number(unlabelled)) {
        auto hidden = hide_labels(std::move(main), roles.target, *share, seed);
        DataWithUnlabelled made{.data = Dataset::make(std::move(hidden.table), roles, test, nullptr),
                                .hidden = true};
        for (const Row r : made.data.unlabelled())
            if (std::binary_search(hidden.rows.begin(), hidden.rows.end(), made.data.source_row(r)))
                made.unlabelled.push_back(r);
        return made;
    }
    if (unlabelled == "missing") {
        const auto source = main.source;
        DataWithUnlabelled made{Dataset::make(std::move(main), roles, test, nullptr)};
        made.unlabelled.assign(made.data.unlabelled().begin(), made.data.unlabelled().end());
        require(!made.unlabelled.empty(), "unlabelled missing: no row of " + source +
                                              " lacks a value of the target '" + made.data.response_name() +
                                              "'");
        return made;
    }
    const Table file = read_table(unlabelled, reading);
    DataWithUnlabelled made{Dataset::make(std::move(main), roles, test, &file)};
    const auto all = made.data.unlabelled(); // the rows of the file come last
    made.unlabelled.assign(all.end() - static_cast<std::ptrdiff_t>(file.rows()), all.end());
    return made;
}

} // namespace unseen
