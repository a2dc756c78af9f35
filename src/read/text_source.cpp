#include "read/text_source.hpp"

#include "base/pages.hpp"
#include "read/problems.hpp"
#include "unseen/base/error.hpp"
#include "unseen/read/reader.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <zlib.h>

namespace unseen {

namespace {

constexpr std::size_t chunk = std::size_t{1} << 20;
/// Control characters are only searched in the beginning, because binary files have some there. NUL bytes are
/// searched everywhere.
constexpr std::size_t looked_at = std::size_t{1} << 16;

} // namespace

/// Inflates a gzip stream piece by piece.
class TextStream::Inflater {
public:
    Inflater(const std::string& path, bool large) : path_(path), large_(large)
    {
        if (inflateInit2(&stream_, 15 + 16) != Z_OK)
            throw IoError(path_ + ": cannot be inflated: out of memory"); // 16: gzip
    }
    ~Inflater() { inflateEnd(&stream_); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    /// Writes up to `n` bytes of text. `packed(begin)` returns the next bytes of the file and their place;
    /// none at its end.
    template <class Packed>
    std::size_t read(char* to, std::size_t n, Packed packed)
    {
        std::size_t done = 0;
        while (done < n && !ended_) {
            // zlib counts in 32 bits, but buffers may be larger.
            const auto room = static_cast<uInt>(std::min<std::size_t>(n - done, std::size_t{1} << 30));
            if (stream_.avail_in == 0) {
                const auto next = packed();
                stream_.next_in =
                    reinterpret_cast<Bytef*>(const_cast<char*>(next.data())); // zlib reads it only
                stream_.avail_in = static_cast<uInt>(next.size());
                file_ended_ = next.empty();
            }
            if (member_ended_ && only_padding()) {
                ended_ = file_ended_;
                continue;
            }
            if (member_ended_) inflateReset(&stream_); // another member follows
            member_ended_ = false;
            stream_.next_out = reinterpret_cast<Bytef*>(to + done);
            stream_.avail_out = room;
            const int state = inflate(&stream_, Z_NO_FLUSH);
            const std::size_t inflated = room - stream_.avail_out;
            refuse_bomb({to + done, inflated});
            done += inflated;
            if (state == Z_STREAM_END) {
                member_ended_ = true;
            } else if (state != Z_OK && state != Z_BUF_ERROR) {
                throw InputError(path_ + ": the gzip data are corrupt: " +
                                 (stream_.msg != nullptr ? stream_.msg : "cannot be inflated"));
            } else if (file_ended_ && stream_.avail_out > 0) {
                throw InputError(path_ +
                                 ": the gzip data are truncated: they end in the middle of the stream");
            }
        }
        return done;
    }

private:
    /// Throws if the stream expands as no real data do: far more than a hundredfold, without the end of a
    /// non-empty row.
    void refuse_bomb(std::string_view text)
    {
        constexpr std::size_t much = std::size_t{1} << 26;
        if (large_) return;
        const auto end = text.rfind('\n');
        const bool row = end != text.npos && text.find_first_not_of("\r\n") != text.npos;
        without_row_ = row ? text.size() - end : without_row_ + text.size();
        require(
            without_row_ <= much || without_row_ / 200 <= stream_.total_in,
            path_ +
                ": the gzip data expand more than 200-fold without a row; set `large` if they are wanted");
    }

    /// True if only zeros are left. Like gzip, this treats zeros after a member as padding of block devices
    /// and archives.
    bool only_padding()
    {
        while (stream_.avail_in > 0 && *stream_.next_in == 0) {
            ++stream_.next_in;
            --stream_.avail_in;
        }
        return stream_.avail_in == 0;
    }

    const std::string& path_;
    bool large_;
    std::size_t without_row_ = 0; ///< bytes since the end of the last row
    z_stream stream_{};
    bool file_ended_ = false;
    bool member_ended_ = false;
    bool ended_ = false;
};

TextStream::TextStream(std::string path, bool large) : path_(std::move(path))
{
    std::error_code ignored;
    const bool standard_input = path_ == "-";
    if (!standard_input && std::filesystem::is_directory(path_, ignored))
        throw IoError(path_ + ": cannot be read: is a directory");
    errno = 0;
    file_ = standard_input ? stdin : std::fopen(path_.c_str(), "rb");
    if (file_ == nullptr) throw IoError(path_ + ": cannot be opened: " + std::strerror(errno));
    std::setvbuf(file_, nullptr, _IONBF, 0); // no buffer, because reads are large
    const auto size = standard_input ? 0 : std::filesystem::file_size(path_, ignored);
    if (standard_input)
        path_ = "standard input";
    else if (!ignored)
        file_size_ = static_cast<std::size_t>(size);
    head_ = read_file(magic_, sizeof magic_);
    if (std::string_view(magic_, head_) == "\x1f\x8b") inflater_ = std::make_unique<Inflater>(path_, large);
}

TextStream::~TextStream()
{
    if (file_ != stdin) std::fclose(file_);
}

std::size_t TextStream::expected_size() const { return inflater_ != nullptr ? 4 * file_size_ : file_size_; }

std::size_t TextStream::read_file(char* to, std::size_t n)
{
    const auto count = std::fread(to, 1, n, file_);
    if (count < n && std::ferror(file_) != 0)
        throw IoError(path_ + ": cannot be read: " + std::strerror(errno));
    return count;
}

std::size_t TextStream::read(char* to, std::size_t n)
{
    if (inflater_ != nullptr)
        return inflater_->read(to, n, [this]() -> std::string_view {
            if (head_ > 0) return {magic_, std::exchange(head_, 0)};
            return {packed_.get(), read_file(packed_.get(), packed_room)};
        });
    const auto first = std::min(head_, n);
    std::copy_n(magic_, first, to);
    std::copy(magic_ + first, magic_ + head_, magic_);
    head_ -= first;
    return first + read_file(to + first, n - first);
}

namespace {

bool is_control(char c)
{
    const auto u = static_cast<unsigned char>(c);
    return u < 0x20U && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\v';
}

[[noreturn]] void refuse_binary(const char* bad, std::string_view text, const std::string& source,
                                std::size_t first_line)
{
    constexpr std::string_view digits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(*bad);
    Problems(text, source, first_line)
        .fail(bad, std::string("binary data (byte 0x") + digits[byte >> 4U] + digits[byte & 15U] +
                       "); expected " + input_formats());
}

} // namespace

char* Bytes::tail(std::size_t room)
{
    if (capacity_ - size_ < room) {
        capacity_ = std::max(size_ + room, capacity_ + capacity_ / 2);
        auto larger = std::make_unique_for_overwrite<char[]>(capacity_);
        prefer_large_pages(larger.get(), capacity_);
        std::copy_n(data_.get(), size_, larger.get());
        data_ = std::move(larger);
    }
    return data_.get() + size_;
}

namespace {

Bytes rest_of(TextStream& stream)
{
    // One byte more than the size of the file, so that its end is found without growing. A pipe has no size.
    std::size_t room = stream.expected_size() > 0 ? stream.expected_size() + 1 : chunk;
    Bytes bytes;
    while (true) {
        const auto n = stream.read(bytes.tail(room), room);
        bytes.add_used(n);
        if (n < room) return bytes;
        room = std::max(chunk, bytes.size() / 2);
    }
}

} // namespace

Bytes read_bytes(const std::string& path)
{
    TextStream stream(path, false);
    return rest_of(stream);
}

const char* TextStream::map(std::size_t& size) const
{
    struct stat status = {};
    if (inflater_ != nullptr || file_ == stdin || fstat(fileno(file_), &status) != 0 ||
        !S_ISREG(status.st_mode))
        return nullptr;
    size = static_cast<std::size_t>(status.st_size);
    if (size == 0) return nullptr; // files in /proc report size 0 but have content
    void* const begin = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fileno(file_), 0);
    return begin == MAP_FAILED ? nullptr : static_cast<const char*>(begin);
}

FileBytes::FileBytes(const std::string& path, bool large)
{
    TextStream stream(path, large); // a pipe can be opened only once
    mapped_ = stream.map(size_);
    if (mapped_ == nullptr) read_ = rest_of(stream);
}

FileBytes::~FileBytes()
{
    if (mapped_ != nullptr) munmap(const_cast<char*>(mapped_), size_);
}

void FileBytes::release(std::string_view part) const
{
    if (mapped_ == nullptr) return;
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const auto begin = static_cast<std::size_t>(part.data() - mapped_);
    const std::size_t first = (begin + page - 1) / page * page;
    const std::size_t last = (begin + part.size()) / page * page;
    if (first < last)
        madvise(const_cast<char*>(mapped_) + first, last - first,
                MADV_DONTNEED); // the pages can still be read
}

std::string_view text_of(std::string_view bytes, const std::string& source, std::size_t first_line)
{
    if (first_line == 1 && bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
    const auto early = bytes.substr(0, looked_at);
    const auto* const bad = std::find_if(early.data(), early.data() + early.size(), is_control);
    if (bad != early.data() + early.size()) refuse_binary(bad, bytes, source, first_line);
    return bytes;
}

void refuse_nul(std::string_view text, const std::string& source, std::size_t first_line)
{
    if (const auto at = text.find('\0'); at != std::string_view::npos)
        refuse_binary(text.data() + at, text, source, first_line);
}

std::string_view checked_text(std::string_view bytes, const std::string& source, std::size_t first_line)
{
    const auto text = text_of(bytes, source, first_line);
    refuse_nul(text, source, first_line);
    return text;
}

} // namespace unseen
