#include "learn/early_end.hpp"

#include "base/spec_keys.hpp"
#include "learn/units.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace unseen {

std::vector<bool> set_aside(const Dataset& data, std::span<const Row> rows, double share, std::uint64_t seed,
                            const std::string& learner)
{
    std::vector<bool> aside(rows.size(), false);
    if (share == 0.0 || rows.size() < 2) return aside;
    const auto wanted = static_cast<std::size_t>(std::llround(share * static_cast<double>(rows.size())));
    const auto n = std::clamp<std::size_t>(wanted, 1, rows.size() - 1);
    const auto unit_of = units_of(data, rows);
    std::vector<std::size_t> size(*std::ranges::max_element(unit_of) + 1, 0);
    for (const auto unit : unit_of) ++size[unit];
    if (size.size() < 2)
        throw LearnerError(learner + ": all training rows are of one group, and validation needs two");
    std::vector<std::size_t> order(size.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Stream(seed, Purpose::splits).shuffle(std::span(order));
    std::vector<bool> out(size.size(), false);
    std::size_t drawn = 0;
    for (std::size_t i = 0; drawn < n && i + 1 < order.size(); ++i) {
        out[order[i]] = true;
        drawn += size[order[i]];
    }
    for (std::size_t i = 0; i < rows.size(); ++i) aside[i] = out[unit_of[i]];
    return aside;
}

std::vector<SpecKey> validation_keys()
{
    return {real_key(
                "validation", "0",
                "share of the training rows that is set aside to end early; 0: none, and all rounds are made",
                0, 0.9),
            integer_key("patience", "10",
                        "with validation: rounds without a smaller loss after which it ends", 1, 1e6)};
}

void add_validation_traits(const Spec& spec, Traits& traits)
{
    traits.stochastic = traits.groups = spec.real("validation") > 0.0;
}

SpecKey patience_key(const std::string& models)
{
    SpecKey key = integer_key(
        "patience", "",
        models + " after the smallest out-of-bag error after which it ends, such as 25; empty: all are made",
        1, 1e6);
    key.only_if_given = true;
    return key;
}

std::optional<EarlyEnd> patience_of(const Spec& spec)
{
    if (!spec.find("patience")) return std::nullopt;
    return EarlyEnd{.patience = static_cast<std::size_t>(spec.integer("patience"))};
}

bool ends(EarlyEnd& end, std::size_t members, const LeftOut& out_of_bag)
{
    return out_of_bag.complete() && end.after(members, out_of_bag.figure().front().second);
}

} // namespace unseen
