#include "unseen/base/labels.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace unseen {

/// The names, and where they are: a hash table with linear probing, at most half full.
struct Labels::Table {
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t place = 0; ///< the code plus 1; 0: empty
    };
    std::vector<std::string> names{};
    std::vector<Slot> slots = std::vector<Slot>(16);

    static std::uint32_t hash_of(std::string_view name)
    {
        const std::uint64_t hash = std::hash<std::string_view>{}(name);
        return static_cast<std::uint32_t>(hash ^ (hash >> 32));
    }
    /// The slot of the name, or the empty one where it belongs.
    std::size_t find(std::string_view name, std::uint32_t hash) const
    {
        std::size_t at = hash & (slots.size() - 1);
        while (slots[at].place != 0 && !(slots[at].hash == hash && names[slots[at].place - 1] == name))
            at = (at + 1) & (slots.size() - 1);
        return at;
    }
    void append(std::string_view name, std::uint32_t hash)
    {
        slots[find(name, hash)] = {hash, static_cast<std::uint32_t>(names.size() + 1)};
        names.emplace_back(name);
        if (2 * names.size() < slots.size()) return;
        std::vector<Slot> larger(2 * slots.size());
        for (const Slot& slot : slots) {
            if (slot.place == 0) continue;
            std::size_t at = slot.hash & (larger.size() - 1);
            while (larger[at].place != 0) at = (at + 1) & (larger.size() - 1);
            larger[at] = slot;
        }
        slots = std::move(larger);
    }
};

Labels::Labels(std::vector<std::string> names)
{
    for (auto& name : names) {
        const auto before = size();
        add(name);
        require(size() > before, "label '" + name + "' occurs twice");
    }
}

const std::vector<std::string>& Labels::names() const
{
    static const std::vector<std::string> none;
    return table_ ? table_->names : none;
}

std::optional<std::uint32_t> Labels::code(std::string_view name) const
{
    if (!table_) return std::nullopt;
    const auto place = table_->slots[table_->find(name, Table::hash_of(name))].place;
    return place > 0 ? std::optional(place - 1) : std::nullopt;
}

std::uint32_t Labels::add(std::string_view name)
{
    if (!table_) table_ = std::make_shared<Table>();
    const std::uint32_t hash = Table::hash_of(name);
    if (const auto place = table_->slots[table_->find(name, hash)].place; place > 0) return place - 1;
    if (table_.use_count() > 1) table_ = std::make_shared<Table>(*table_);
    table_->append(name, hash);
    return static_cast<std::uint32_t>(table_->names.size() - 1);
}

std::vector<std::string> sorted_labels(std::vector<std::string> names)
{
    std::vector<double> values;
    for (const auto& name : names) {
        const auto number = parse_number(name);
        if (!number) {
            std::sort(names.begin(), names.end());
            return names;
        }
        values.push_back(*number);
    }
    std::vector<std::size_t> order(names.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    // "1" and "1.0" are equal numbers but two labels. They are sorted bytewise, so that the order is total.
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return values[a] != values[b] ? values[a] < values[b] : names[a] < names[b];
    });
    std::vector<std::string> sorted;
    for (const auto i : order) sorted.push_back(std::move(names[i]));
    return sorted;
}

} // namespace unseen
