#include "unseen/base/digest.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

// Header only: the hash is compiled into this file, so that nobody who links the library needs libxxhash.
#define XXH_INLINE_ALL
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#include <xxhash.h>
#pragma GCC diagnostic pop

namespace unseen {

std::string Digest::hex() const
{
    std::string text;
    for (const auto word : {high, low})
        for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[(word >> shift) & 15];
    return text;
}

struct Hasher::State {
    XXH3_state_t xxh;
};

Hasher::Hasher() : state_(std::make_unique<State>()) { XXH3_128bits_reset(&state_->xxh); }
Hasher::~Hasher() = default;
Hasher::Hasher(Hasher&&) noexcept = default;
Hasher& Hasher::operator=(Hasher&&) noexcept = default;

Hasher& Hasher::add(std::uint64_t number)
{
    std::array<unsigned char, 8> bytes{};
    for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<unsigned char>(number >> (8 * i));
    XXH3_128bits_update(&state_->xxh, bytes.data(), bytes.size());
    return *this;
}

Hasher& Hasher::add(std::string_view text)
{
    add(static_cast<std::uint64_t>(text.size()));
    XXH3_128bits_update(&state_->xxh, text.data(), text.size());
    return *this;
}

Hasher& Hasher::add(std::span<const double> numbers)
{
    add(static_cast<std::uint64_t>(numbers.size()));
    std::array<std::uint64_t, 512> block{};
    for (std::size_t begin = 0; begin < numbers.size(); begin += block.size()) {
        const auto n = std::min(block.size(), numbers.size() - begin);
        for (std::size_t i = 0; i < n; ++i) {
            double x = numbers[begin + i];
            if (std::isnan(x)) x = std::numeric_limits<double>::quiet_NaN();
            block[i] = std::bit_cast<std::uint64_t>(x == 0.0 ? 0.0 : x);
        }
        XXH3_128bits_update(&state_->xxh, block.data(), n * sizeof(std::uint64_t));
    }
    return *this;
}

Hasher& Hasher::add(std::span<const std::int32_t> numbers)
{
    add(static_cast<std::uint64_t>(numbers.size()));
    XXH3_128bits_update(&state_->xxh, numbers.data(), numbers.size_bytes());
    return *this;
}

Hasher& Hasher::add(const Digest& digest) { return add(digest.high).add(digest.low); }

Digest Hasher::finish() const
{
    const auto hash = XXH3_128bits_digest(&state_->xxh);
    return {hash.high64, hash.low64};
}

} // namespace unseen
