#include "resample/absent_classes.hpp"

#include "base/listed.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// Whether each class has a training row. `of_class`: the rows of each class, ascending.
std::vector<bool> trained_classes(const RowSet& train, std::span<const std::vector<Row>> of_class,
                                  std::span<const std::int32_t> codes)
{
    std::vector<bool> trained(of_class.size(), false);
    if (!train.is_complement()) {
        train.for_each([&](Row r, std::uint32_t) { trained[static_cast<std::size_t>(codes[r])] = true; });
        return trained;
    }
    for (std::size_t c = 0; c < of_class.size(); ++c)
        trained[c] = std::ranges::any_of(
            of_class[c], [&](Row r) { return !std::ranges::binary_search(train.left_out(), r); });
    return trained;
}

} // namespace

std::vector<Warning> absent_classes(const Plan& plan, const Dataset& data)
{
    constexpr std::uint64_t most_visited = 100'000'000;
    const auto warned = [&](const WarningCode& code) {
        return std::ranges::any_of(plan.warnings(), [&](const Warning& w) { return w.is(code); });
    };
    const auto& design = plan.design();
    const Row n = data.labelled();
    if (data.response_type() != ResponseType::classes || design.one_row_splits) return {};
    if (design.each_row_once && design.groups == 0 && plan.spec().find("stratify").value_or("no") == "yes")
        return {};
    if (warned(warnings::class_absent_from_training) || warned(warnings::class_of_one_row) ||
        warned(warnings::class_of_one_group))
        return {};
    std::vector<std::vector<Row>> of_class(data.classes().size());
    for (Row r = 0; r < n; ++r) of_class[static_cast<std::size_t>(data.class_codes()[r])].push_back(r);

    const auto looked_at = std::min(plan.size(), std::max<std::uint64_t>(most_visited / n, 1));
    std::vector<std::uint64_t> lacking(of_class.size(), 0);
    std::uint64_t splits = 0;
    Scratch scratch;
    for (std::uint64_t i = 0; i < looked_at; ++i) {
        const auto trained = trained_classes(plan.at(i, scratch).train, of_class, data.class_codes());
        bool all = true;
        for (std::size_t c = 0; c < of_class.size(); ++c) {
            if (trained[c] || of_class[c].empty()) continue;
            ++lacking[c];
            all = false;
        }
        splits += all ? 0 : 1;
    }
    if (splits == 0) return {};
    std::vector<std::string> classes;
    for (std::size_t c = 0; c < of_class.size(); ++c)
        if (lacking[c] > 0)
            classes.push_back('\'' + data.classes().name(c) + "' (" + counted(of_class[c].size(), "row") +
                              "; " + counted(lacking[c], "split") + ')');
    return {{warnings::class_absent_from_training,
             '\'' + plan.spec().name() + "': the training rows of " + std::to_string(splits) + " of " +
                 std::to_string(looked_at) + (looked_at == 1 ? " split" : " splits") +
                 (looked_at < plan.size() ? " (the first ones)" : "") +
                 " lack a class: " + listed_with_and(classes, 5)}};
}

} // namespace unseen
