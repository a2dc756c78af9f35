// The 128-bit integers of g++ and clang, under a name that -Wpedantic accepts.
#pragma once

namespace unseen {

__extension__ typedef unsigned __int128 uint128;

} // namespace unseen
