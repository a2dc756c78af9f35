// CoNLL columns.
#include "tables.hpp"

using namespace unseen;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::read(fuzz::text(data, size), {}, "fuzz.conll");
    fuzz::read(fuzz::text(data, size), {.missing = {"_"}}, "fuzz.conll");
    return 0;
}
