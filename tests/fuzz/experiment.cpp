// Experiment files (TOML). The files that they name do not exist.
#include "tables.hpp"

#include "unseen/experiment/experiment.hpp"

using namespace unseen;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::attempt([&] { parse_experiment(fuzz::text(data, size), "fuzz.toml", "/nonexistent"); });
    return 0;
}
