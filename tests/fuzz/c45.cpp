// C4.5: declarations, a line with a point alone, rows.
#include "read/c45.hpp"
#include "tables.hpp"

#include <algorithm>

using namespace unseen;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto text = fuzz::text(data, size);
    constexpr std::string_view between = "\n.\n";
    const auto end = std::min(text.find(between), size);
    looks_like_c45_names(text.substr(0, end));
    const auto rows = text.substr(std::min(end + between.size(), size));
    fuzz::attempt(
        [&] { Dataset::make(parse_c45(rows, "fuzz.data", text.substr(0, end), "fuzz.names", {})); });
    return 0;
}
