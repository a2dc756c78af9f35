// Private: the frame of every kind of state file: a mark, the number of its form, the content, a digest.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace unseen {

/// What distinguishes a kind of file.
struct Frame {
    std::string_view mark;      ///< the first bytes of the file
    std::uint8_t form = 1;      ///< the only one that this version reads
    std::string_view made_by{}; ///< "a file that ... wrote"
};

std::string framed(const Frame& frame, const std::string& content);

/// The content. Throws InputError "SOURCE: ..." for another kind of file, another form, and a file that is
/// incomplete or changed.
std::string_view unframed(const Frame& frame, std::string_view bytes, const std::string& source);

} // namespace unseen
