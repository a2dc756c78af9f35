// svmlight and LIBSVM, as columns and as sparse rows, which must have one digest.
#include "tables.hpp"

#include <cstdlib>
#include <optional>

using namespace unseen;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::optional<Digest> digests[2];
    for (const auto form : {ReadOptions::Rows::dense, ReadOptions::Rows::sparse})
        fuzz::attempt([&] {
            const auto made = Dataset::make(parse_table(fuzz::text(data, size), "fuzz", {.rows = form}));
            digests[form == ReadOptions::Rows::sparse] = made.digest();
        });
    // Columns may take more memory than there is.
    if (digests[0] && digests[0] != digests[1]) std::abort();
    return 0;
}
