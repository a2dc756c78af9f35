// Shared by the harnesses of readers.
#pragma once

#include "unseen/base/error.hpp"
#include "unseen/data/dataset.hpp"
#include "unseen/read/reader.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace unseen::fuzz {

inline std::string_view text(const std::uint8_t* data, std::size_t size)
{
    return {reinterpret_cast<const char*>(data), size};
}

/// Calls f, which may only throw an error about its input.
template <class F>
void attempt(F&& f)
{
    try {
        f();
    } catch (const InputError&) {
    } catch (const LearnerError&) {
    }
}

/// Reads a table and makes a dataset of it. `source` may say the format.
inline void read(std::string_view content, const ReadOptions& options, const std::string& source = "fuzz")
{
    attempt([&] { Dataset::make(parse_table(content, source, options)); });
}

} // namespace unseen::fuzz
