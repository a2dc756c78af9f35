// Private: large pages for large buffers.
#pragma once

#include <cstddef>

namespace unseen {

/// Asks the system for large pages under a buffer that has not been written yet. Does nothing for buffers too
/// small for them. Without it the system takes longer to provide 200 MB of small pages than to read 200 MB
/// from its cache.
void prefer_large_pages(void* begin, std::size_t bytes);

} // namespace unseen
