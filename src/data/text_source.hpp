// The text of a file: read whole, inflated if it is gzip.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace unseen {

/// Bytes that were not set to zero before they were written, which for a large file saves a pass over it.
class Bytes {
public:
    std::string_view view() const { return {data_.get(), size_}; }
    std::size_t size() const { return size_; }
    /// Makes room for `room` more bytes and returns where they go; add_used() then says how many were written there.
    char* tail(std::size_t room);
    void add_used(std::size_t n) { size_ += n; }

private:
    std::unique_ptr<char[]> data_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

/// The bytes of the file, or of standard input for "-", inflated if they begin with the gzip magic 1f 8b (one member or many). Throws IoError
/// "PATH: cannot be opened: ..." or "PATH: cannot be read: ...", InputError for a corrupt or truncated gzip stream.
Bytes read_bytes(const std::string& path);

/// The text without its UTF-8 mark. Throws InputError if it is not text: UTF-16, NUL bytes, control characters.
std::string_view checked_text(std::string_view bytes, const std::string& source);

} // namespace unseen
