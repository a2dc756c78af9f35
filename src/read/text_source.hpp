// The text of a file: read whole or bit by bit, inflated if it is gzip.
#pragma once

#include <cstddef>
#include <cstdio>
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

/// The bytes of a file, or of standard input for "-", one after the other; inflated if they begin with the gzip magic 1f 8b (one member
/// or many). All members throw IoError "PATH: cannot be opened: ..." or "PATH: cannot be read: ...", InputError for a corrupt or truncated
/// gzip stream.
class TextStream {
public:
    explicit TextStream(std::string path);
    ~TextStream();
    TextStream(const TextStream&) = delete;
    TextStream& operator=(const TextStream&) = delete;

    /// The path, or "standard input", for messages.
    const std::string& source() const { return path_; }
    /// About how many bytes there are; 0 if nobody knows.
    std::size_t expected_size() const;
    /// The next `n` bytes; fewer only at the end.
    std::size_t read(char* to, std::size_t n);
    /// The whole of a plain file, mapped; null if there is nothing to map: a pipe, gzip, an empty file.
    const char* map(std::size_t& size) const;

private:
    class Inflater;
    static constexpr std::size_t packed_room = std::size_t{1} << 18;
    std::size_t read_file(char* to, std::size_t n);

    std::string path_;
    std::FILE* file_ = nullptr;
    std::size_t file_size_ = 0;
    char magic_[2] = {}; ///< the first bytes, read ahead, of which `head_` are still to be given out
    std::size_t head_ = 0;
    std::unique_ptr<Inflater> inflater_;
    std::unique_ptr<char[]> packed_ = std::make_unique_for_overwrite<char[]>(packed_room);
};

/// All bytes; as TextStream.
Bytes read_bytes(const std::string& path);

/// All bytes of a file: a plain one is mapped and not copied, others are read by read_bytes(). A plain file must not be cut shorter meanwhile: who reads
/// beyond its end is ended by SIGBUS (docs/decisions/0012).
class FileBytes {
public:
    /// Throws as TextStream does.
    explicit FileBytes(const std::string& path);
    ~FileBytes();
    FileBytes(const FileBytes&) = delete;
    FileBytes& operator=(const FileBytes&) = delete;

    std::string_view view() const { return mapped_ != nullptr ? std::string_view(mapped_, size_) : read_.view(); }
    /// Says that a part of the view is not needed for now, so that it need not take memory.
    void release(std::string_view part) const;

private:
    const char* mapped_ = nullptr;
    std::size_t size_ = 0;
    Bytes read_;
};

/// The text without its UTF-8 mark. Throws InputError if it does not begin as a text: UTF-16, control characters.
/// `first_line`: the number of the first line, for text that is not the beginning of its file.
std::string_view text_of(std::string_view bytes, const std::string& source, std::size_t first_line = 1);

/// Throws InputError if there is a NUL byte anywhere, which is how a binary file that begins like a text shows.
void refuse_nul(std::string_view text, const std::string& source, std::size_t first_line = 1);

/// Both.
std::string_view checked_text(std::string_view bytes, const std::string& source, std::size_t first_line = 1);

} // namespace unseen
