#include "unseen/stats/random.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#include <Random123/philox.h>
#pragma GCC diagnostic pop

namespace unseen {

void Stream::refill()
{
    const r123::Philox4x64 philox;
    const r123::Philox4x64::ctr_type counter{{counter_[0], counter_[1], counter_[2], counter_[3]}};
    const r123::Philox4x64::key_type key{{key_[0], key_[1]}};
    const auto block = philox(counter, key);
    for (unsigned i = 0; i < 4; ++i) words_[i] = block[i];
    ++counter_[0];
    used_ = 0;
}

} // namespace unseen
