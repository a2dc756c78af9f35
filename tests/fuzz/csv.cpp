// CSV, with a recognised and with a declared dialect; whole, and in pieces of a few bytes.
#include "read/csv.hpp"
#include "tables.hpp"

using namespace unseen;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto text = fuzz::text(data, size);
    ReadOptions options{.threads = 1};
    fuzz::read(text, options);
    options.separator = size % 2 == 0 ? ';' : '\t';
    options.header = size % 3 == 0;
    options.decimal = size % 5 == 0 ? ',' : '.';
    fuzz::read(text, options);
    fuzz::attempt([&] { parse_csv(text, {.name = "fuzz", .piece = 16}, {.threads = 1}); });
    return 0;
}
