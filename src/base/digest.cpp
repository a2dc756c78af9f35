#include "unseen/base/digest.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

// The hash is compiled into this file, so that a program that links the library does not need libxxhash.
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

/// Up to 480 bytes are gathered and hashed at once, as most keys are short and setting up a stream takes
/// longer.
struct Hasher::State {
    void add(const void* bytes, std::size_t n)
    {
        if (n == 0) return; // `bytes` may be null
        if (!stream && n <= gathered.size() - size) {
            std::memcpy(gathered.data() + size, bytes, n);
            size += n;
            return;
        }
        if (!stream) {
            stream = std::make_unique<XXH3_state_t>();
            XXH3_128bits_reset(stream.get());
            XXH3_128bits_update(stream.get(), gathered.data(), size);
        }
        XXH3_128bits_update(stream.get(), bytes, n);
    }
    XXH128_hash_t finish() const
    {
        return stream ? XXH3_128bits_digest(stream.get()) : XXH3_128bits(gathered.data(), size);
    }

    std::array<unsigned char, 480> gathered;
    std::size_t size = 0;
    std::unique_ptr<XXH3_state_t> stream;
};

Hasher::Hasher() : state_(new State) {}
Hasher::~Hasher() = default;
Hasher::Hasher(Hasher&&) noexcept = default;
Hasher& Hasher::operator=(Hasher&&) noexcept = default;

Hasher& Hasher::add(std::uint64_t number)
{
    std::array<unsigned char, 8> bytes{};
    for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<unsigned char>(number >> (8 * i));
    state_->add(bytes.data(), bytes.size());
    return *this;
}

Hasher& Hasher::add(std::string_view text)
{
    add(static_cast<std::uint64_t>(text.size()));
    state_->add(text.data(), text.size());
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
        state_->add(block.data(), n * sizeof(std::uint64_t));
    }
    return *this;
}

Hasher& Hasher::add(std::span<const std::string> texts)
{
    add(static_cast<std::uint64_t>(texts.size()));
    for (const auto& text : texts) add(text);
    return *this;
}

Hasher& Hasher::add(std::span<const std::uint32_t> numbers)
{
    add(static_cast<std::uint64_t>(numbers.size()));
    state_->add(numbers.data(), numbers.size_bytes());
    return *this;
}

Hasher& Hasher::add(std::span<const std::int32_t> numbers)
{
    add(static_cast<std::uint64_t>(numbers.size()));
    state_->add(numbers.data(), numbers.size_bytes());
    return *this;
}

Hasher& Hasher::add(const Digest& digest) { return add(digest.high).add(digest.low); }

Digest Hasher::finish() const
{
    const auto hash = state_->finish();
    return {hash.high64, hash.low64};
}

} // namespace unseen
