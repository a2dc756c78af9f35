// The 128-bit integers of g++ and clang, under a name that -Wpedantic accepts.
//
// Example:
//
//     const uint128 square = static_cast<uint128>(~std::uint64_t{0}) * ~std::uint64_t{0}; // 2^128 - 2^65 + 1
//     assert(static_cast<std::uint64_t>(square) == 1 &&
//            static_cast<std::uint64_t>(square >> 64) == ~std::uint64_t{0} - 1);
#pragma once

namespace unseen {

__extension__ typedef unsigned __int128 uint128;

} // namespace unseen
