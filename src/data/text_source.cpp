#include "data/text_source.hpp"

#include "base/pages.hpp"
#include "data/problems.hpp"
#include "unseen/base/error.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>
#include <zlib.h>

namespace unseen {

namespace {

constexpr std::size_t chunk = std::size_t{1} << 20;
/// Control characters are looked for in the beginning only; NUL bytes everywhere. Binary files show themselves early.
constexpr std::size_t looked_at = std::size_t{1} << 16;

struct FileCloser {
    void operator()(std::FILE* file) const
    {
        if (file != stdin) std::fclose(file);
    }
};

Bytes read_plain(const std::string& path)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) throw IoError(path + ": cannot be read: is a directory");
    errno = 0;
    const bool standard_input = path == "-";
    const std::unique_ptr<std::FILE, FileCloser> file(standard_input ? stdin : std::fopen(path.c_str(), "rb"));
    if (!file) throw IoError(path + ": cannot be opened: " + std::strerror(errno));
    std::setvbuf(file.get(), nullptr, _IONBF, 0); // we read in large pieces ourselves

    const auto size = standard_input ? 0 : std::filesystem::file_size(path, ignored);
    // A pipe has no size. One byte more than a file's size, so that its end is seen without growing.
    std::size_t room = ignored || standard_input ? chunk : static_cast<std::size_t>(size) + 1;
    Bytes bytes;
    while (true) {
        const auto n = std::fread(bytes.tail(room), 1, room, file.get());
        bytes.add_used(n);
        if (n < room) break;
        room = std::max(chunk, bytes.size() / 2);
    }
    if (std::ferror(file.get()) != 0) throw IoError(path + ": cannot be read: " + std::strerror(errno));
    return bytes;
}

class Inflater {
public:
    explicit Inflater(const std::string& path) : path_(path)
    {
        if (inflateInit2(&stream_, 15 + 16) != Z_OK) throw IoError(path_ + ": cannot be inflated: out of memory"); // 16: gzip
    }
    ~Inflater() { inflateEnd(&stream_); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    Bytes all(std::string_view packed)
    {
        Bytes text;
        std::size_t left = packed.size();
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data())); // zlib reads it only
        while (true) {
            // zlib counts in 32 bits, files need not.
            const auto given = static_cast<uInt>(std::min<std::size_t>(left, std::numeric_limits<uInt>::max()));
            const auto room =
                static_cast<uInt>(std::clamp<std::size_t>(std::max(4 * packed.size(), text.size()), chunk, std::size_t{1} << 30));
            stream_.avail_in = given;
            stream_.next_out = reinterpret_cast<Bytef*>(text.tail(room));
            stream_.avail_out = room;
            const int state = inflate(&stream_, Z_NO_FLUSH);
            text.add_used(room - stream_.avail_out);
            left -= given - stream_.avail_in;
            if (state == Z_STREAM_END) {
                if (only_padding(packed.substr(packed.size() - left))) return text;
                inflateReset(&stream_);
            } else if (state != Z_OK && state != Z_BUF_ERROR) {
                throw InputError(path_ +
                                 ": the gzip data are corrupt: " + (stream_.msg != nullptr ? stream_.msg : "cannot be inflated"));
            } else if (left == 0 && stream_.avail_out > 0) {
                throw InputError(path_ + ": the gzip data are truncated: they end in the middle of the stream");
            }
        }
    }

private:
    /// Zeros after the last member are padding of block devices and archives, as gzip itself holds.
    static bool only_padding(std::string_view rest) { return rest.find_first_not_of('\0') == std::string_view::npos; }

    const std::string& path_;
    z_stream stream_{};
};

bool is_control(char c)
{
    const auto u = static_cast<unsigned char>(c);
    return u < 0x20U && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\v';
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

Bytes read_bytes(const std::string& path)
{
    Bytes bytes = read_plain(path);
    if (!bytes.view().starts_with("\x1f\x8b")) return bytes;
    return Inflater(path).all(bytes.view());
}

std::string_view checked_text(std::string_view bytes, const std::string& source)
{
    if (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff"))
        throw InputError(source + ": is UTF-16 text; expected UTF-8 (iconv -f UTF-16 -t UTF-8 converts it)");
    if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
    const auto early = bytes.substr(0, looked_at);
    const auto* bad = std::find_if(early.data(), early.data() + early.size(), is_control);
    if (bad == early.data() + early.size())
        bad = bytes.empty() ? nullptr : static_cast<const char*>(std::memchr(bytes.data(), 0, bytes.size()));
    if (bad != nullptr) {
        constexpr std::string_view digits = "0123456789abcdef";
        const auto byte = static_cast<unsigned char>(*bad);
        Problems(bytes, source)
            .fail(bad, std::string("binary data (byte 0x") + digits[byte >> 4U] + digits[byte & 15U] +
                           "); expected text: CSV or ARFF, plain or gzip");
    }
    return bytes;
}

} // namespace unseen
