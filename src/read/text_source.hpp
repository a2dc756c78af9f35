// Private: the text of a file, read as a whole or in pieces, and inflated if it is gzip.
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace unseen {

/// A buffer of bytes that is not set to zero before it is written, which saves a pass over a large file.
class Bytes {
public:
    std::string_view view() const { return {data_.get(), size_}; }
    std::size_t size() const { return size_; }
    /// Makes room for `room` more bytes and returns their place. Then call add_used() with the number of
    /// bytes written.
    char* tail(std::size_t room);
    void add_used(std::size_t n) { size_ += n; }

private:
    std::unique_ptr<char[]> data_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

/// The bytes of a file, or of standard input for "-", one after the other; inflated if they begin with the
/// gzip magic 1f 8b (one member or many). All members throw IoError "PATH: cannot be opened: ..." or "PATH:
/// cannot be read: ...", InputError for a corrupt or truncated gzip stream.
class TextStream {
public:
    /// `large`: whether gzip may expand out of all proportion (ReadOptions::large).
    explicit TextStream(std::string path, bool large);
    ~TextStream();
    TextStream(const TextStream&) = delete;
    TextStream& operator=(const TextStream&) = delete;

    /// The path, or "standard input", for messages.
    const std::string& source() const { return path_; }
    /// The approximate number of bytes; 0 if it is not known.
    std::size_t expected_size() const;
    /// Reads the next `n` bytes into `to`; returns their number, which is smaller only at the end.
    std::size_t read(char* to, std::size_t n);
    /// Maps a plain file. Returns null for a pipe, gzip or an empty file.
    const char* map(std::size_t& size) const;

private:
    class Inflater;
    static constexpr std::size_t packed_room = std::size_t{1} << 18;
    std::size_t read_file(char* to, std::size_t n);

    std::string path_;
    std::FILE* file_ = nullptr;
    std::size_t file_size_ = 0;
    char magic_[2] = {}; ///< the first bytes, read ahead; `head_` of them have not been returned yet
    std::size_t head_ = 0;
    std::unique_ptr<Inflater> inflater_;
    std::unique_ptr<char[]> packed_ = std::make_unique_for_overwrite<char[]>(packed_room);
};

/// Reads all bytes, as TextStream does.
Bytes read_bytes(const std::string& path);

/// All bytes of a file. A plain file is mapped, others are read by read_bytes(). A plain file must not be
/// truncated meanwhile: a read beyond its end raises SIGBUS (docs/decisions/0012).
class FileBytes {
public:
    /// Throws as TextStream does.
    explicit FileBytes(const std::string& path, bool large = false);
    ~FileBytes();
    FileBytes(const FileBytes&) = delete;
    FileBytes& operator=(const FileBytes&) = delete;

    std::string_view view() const
    {
        return mapped_ != nullptr ? std::string_view(mapped_, size_) : read_.view();
    }
    /// Allows the system to free the memory of a part of the view that is not needed at the moment.
    void release(std::string_view part) const;

private:
    const char* mapped_ = nullptr;
    std::size_t size_ = 0;
    Bytes read_;
};

/// The text without its UTF-8 mark. Throws InputError if it does not begin as a text: control characters.
/// `first_line`: the number of the first line, for text that is not the beginning of its file.
std::string_view text_of(std::string_view bytes, const std::string& source, std::size_t first_line = 1);

/// Throws InputError if the text contains a NUL byte, which shows that it is a binary file.
void refuse_nul(std::string_view text, const std::string& source, std::size_t first_line = 1);

/// text_of() and refuse_nul() together.
std::string_view checked_text(std::string_view bytes, const std::string& source, std::size_t first_line = 1);

} // namespace unseen
