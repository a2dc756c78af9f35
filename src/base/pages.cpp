#include "base/pages.hpp"

#include <cstdint>
#include <sys/mman.h>

namespace unseen {

void prefer_large_pages(void* begin, std::size_t bytes)
{
#ifdef MADV_HUGEPAGE
    constexpr std::uintptr_t page = 4096;
    constexpr std::size_t large_page = std::size_t{1} << 21;
    if (bytes < 2 * large_page) return;
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    const auto first = (address + page - 1) / page * page;
    const auto last = (address + bytes) / page * page;
    madvise(reinterpret_cast<void*>(first), last - first,
            MADV_HUGEPAGE); // a hint: the buffer works without it
#else
    (void)begin;
    (void)bytes;
#endif
}

} // namespace unseen
