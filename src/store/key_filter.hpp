// Private: tells which keys were certainly not added.
#pragma once

#include "unseen/base/digest.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace unseen {

/// A growing Bloom filter (Bloom 1970). It takes 2 to 8 bytes for each key; about one in a hundred other keys
/// is mistaken for an added one. The bits of a key are in one cache line of each part (Putze, Sanders &
/// Singler 2007).
class KeyFilter {
public:
    void add(const Digest& key)
    {
        if (parts_.empty() || parts_.back().keys == parts_.back().lines.size() * keys_a_line)
            parts_.push_back({std::vector<Line>(parts_.empty() ? 1024 : 4 * parts_.back().lines.size())});
        auto& part = parts_.back();
        ++part.keys;
        auto& line = part.lines[key.low % part.lines.size()];
        for (int i = 0; i < bits_a_key; ++i) line[word(key, i)] |= bit(key, i);
    }

    bool may_hold(const Digest& key) const
    {
        for (const auto& part : parts_) {
            const auto& line = part.lines[key.low % part.lines.size()];
            bool all = true;
            for (int i = 0; i < bits_a_key; ++i) all = all && (line[word(key, i)] & bit(key, i)) != 0;
            if (all) return true;
        }
        return false;
    }

private:
    using Line = std::array<std::uint64_t, 8>;
    static constexpr std::size_t keys_a_line = 32;
    static constexpr int bits_a_key = 4;
    struct Part {
        std::vector<Line> lines;
        std::size_t keys = 0;
    };

    // Nine bits of the digest select a bit of the cache line.
    static std::size_t word(const Digest& key, int i) { return (key.high >> (9 * i)) & 7; }
    static std::uint64_t bit(const Digest& key, int i)
    {
        return std::uint64_t{1} << ((key.high >> (9 * i + 3)) & 63);
    }

    std::vector<Part> parts_;
};

} // namespace unseen
