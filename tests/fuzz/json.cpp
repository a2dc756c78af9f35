// Rows in JSON.
#include "tables.hpp"

using namespace unseen;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::read(fuzz::text(data, size), {}, "fuzz.jsonl");
    fuzz::read(fuzz::text(data, size), {.categorical = {"a"}, .missing = {"_"}}, "fuzz.jsonl");
    return 0;
}
