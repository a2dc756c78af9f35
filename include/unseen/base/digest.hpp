// 128-bit digests (XXH3-128) for data, specs and training multisets.
//
// Example:
//
//     const Digest digest = Hasher().add("iris").add(std::uint64_t{150}).finish();
//     assert(digest.hex().size() == 32);
//     assert(Hasher().add("ab").add("c").finish() != Hasher().add("a").add("bc").finish());
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace unseen {

/// A 128-bit digest. Equal content has equal digests; different content has the same digest with probability
/// 2^-128.
struct Digest {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    /// 32 hexadecimal digits.
    std::string hex() const;
    friend auto operator<=>(const Digest&, const Digest&) = default;
};

/// Builds a Digest from a sequence of pieces. The length of a piece is hashed before it, so that "ab","c" and
/// "a","bc" differ.
class Hasher {
public:
    Hasher();
    ~Hasher();
    Hasher(Hasher&&) noexcept;
    Hasher& operator=(Hasher&&) noexcept;

    Hasher& add(std::string_view text);
    Hasher& add(std::uint64_t number);
    /// Hashes the bit patterns. Every NaN is the same missing value, and -0 is 0.
    Hasher& add(std::span<const double> numbers);
    Hasher& add(std::span<const std::int32_t> numbers);
    Hasher& add(std::span<const std::uint32_t> numbers);
    Hasher& add(std::span<const std::string> texts);
    Hasher& add(const Digest& digest);
    Digest finish() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace unseen
