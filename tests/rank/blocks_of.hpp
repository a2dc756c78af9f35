// The blocks of a ranking as a list that can be compared and changed.
#pragma once

#include "unseen/rank/ranking.hpp"

#include <vector>

namespace unseen::test {

inline std::vector<TieBlock> blocks_of(const Ranking& ranking)
{
    std::vector<TieBlock> blocks;
    for (std::size_t b = 0; b < ranking.size(); ++b) blocks.push_back(ranking[b]);
    return blocks;
}

} // namespace unseen::test
