// Private: large pages for large buffers.
#pragma once

#include <cstddef>

namespace unseen {

/// Asks for large pages under this memory, which must not have been touched yet to gain by it; buffers too small for them are left alone. Filling
/// 200 MB page by page takes the system longer than reading the same from its cache.
void prefer_large_pages(void* begin, std::size_t bytes);

} // namespace unseen
