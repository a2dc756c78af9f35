// Arrays of NumPy.
#include "tables.hpp"

using namespace unseen;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::read(fuzz::text(data, size), {});
    return 0;
}
