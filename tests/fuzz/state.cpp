// States of scored rows: writing and reading a state gives the same state. The input is a state without its
// digest, which is added here. No figures are computed, because a few bytes may count billions of rows.
#include "state/bytes.hpp"
#include "tables.hpp"

#include "unseen/base/digest.hpp"
#include "unseen/merge/score_state.hpp"

#include <cstdlib>

using namespace unseen;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto text = fuzz::text(data, size);
    const Digest digest = Hasher().add(text).finish();
    ByteWriter end;
    end.number(digest.high);
    end.number(digest.low);
    fuzz::attempt([&] {
        const auto state = ScoreState::parse(std::string(text) + end.bytes(), "fuzz");
        if (ScoreState::parse(state.bytes(), "again").bytes() != state.bytes()) std::abort();
    });
    return 0;
}
