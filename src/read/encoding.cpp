#include "read/encoding.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <iconv.h>

#ifdef UNSEEN_UCHARDET
#include <uchardet.h>
#endif

namespace unseen {

namespace {

constexpr std::uint64_t high_bits = 0x8080808080808080U;

/// The place of the first byte from 0x80 on.
std::size_t first_high_byte(std::string_view text)
{
    constexpr std::size_t block = 64;
    std::size_t at = 0;
    for (; at + block <= text.size(); at += block) {
        std::array<std::uint64_t, block / 8> words;
        std::memcpy(words.data(), text.data() + at, block);
        std::uint64_t any = 0;
        for (const auto word : words) any |= word;
        if ((any & high_bits) != 0) break;
    }
    while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80U) ++at;
    return at;
}

/// The number of bytes of the character of UTF-8 at the beginning of a text; 0 if there is none (RFC 3629).
std::size_t character_size(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto first = byte(0);
    const std::size_t size = first < 0x80U   ? 1
                             : first < 0xC2U ? 0
                             : first < 0xE0U ? 2
                             : first < 0xF0U ? 3
                             : first < 0xF5U ? 4
                                             : 0;
    if (size > text.size()) return 0;
    for (std::size_t i = 1; i < size; ++i)
        if ((byte(i) & 0xC0U) != 0x80U) return 0;
    const bool overlong = (first == 0xE0U && byte(1) < 0xA0U) || (first == 0xF0U && byte(1) < 0x90U);
    const bool beyond = (first == 0xEDU && byte(1) >= 0xA0U) || (first == 0xF4U && byte(1) >= 0x90U);
    return overlong || beyond ? 0 : size;
}

/// The place of the first byte that is not UTF-8; the size of the text if there is none.
std::size_t first_wrong_byte(std::string_view text)
{
    auto at = first_high_byte(text);
    while (at < text.size()) {
        const auto size = character_size(text.substr(at));
        if (size == 0) return at;
        at += size;
        if (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80U)
            at += first_high_byte(text.substr(at));
    }
    return at;
}

/// Closes what iconv_open() opened.
class Converter {
public:
    explicit Converter(const std::string& from) : state_(iconv_open("UTF-8", from.c_str())) {}
    ~Converter()
    {
        if (known()) iconv_close(state_);
    }
    Converter(const Converter&) = delete;
    Converter& operator=(const Converter&) = delete;
    bool known() const { return state_ != reinterpret_cast<iconv_t>(-1); } // NOLINT: as POSIX has it

    /// The text, or nothing if the bytes are not in the encoding.
    std::optional<std::string> convert(std::string_view bytes)
    {
        std::string text;
        char* from = const_cast<char*>(bytes.data()); // iconv reads it only
        std::size_t left = bytes.size();
        std::array<char, 1 << 16> room;
        while (left > 0) {
            char* to = room.data();
            std::size_t free = room.size();
            const auto done = iconv(state_, &from, &left, &to, &free);
            text.append(room.data(), room.size() - free);
            if (done == static_cast<std::size_t>(-1) && errno != E2BIG) return std::nullopt;
        }
        return text;
    }

private:
    iconv_t state_;
};

std::string lower(std::string text)
{
    for (auto& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

/// The encoding that the bytes suggest; empty if none does.
std::string suggested([[maybe_unused]] std::string_view bytes)
{
#ifdef UNSEEN_UCHARDET
    constexpr std::size_t most = std::size_t{1} << 20;
    constexpr std::size_t before = 1000;
    const auto high = first_high_byte(bytes);
    const auto sample = bytes.substr(high > before ? high - before : 0, most);
    auto* const detector = uchardet_new();
    if (detector == nullptr) return "";
    uchardet_handle_data(detector, sample.data(), sample.size());
    uchardet_data_end(detector);
    std::string name = lower(std::string(uchardet_get_charset(detector)));
    uchardet_delete(detector);
    // Windows uses the bytes that are control characters in ISO 8859.
    const bool of_windows = std::ranges::any_of(bytes, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0x80U && byte < 0xA0U;
    });
    if (name == "iso-8859-1") return "windows-1252";
    if (of_windows && name == "iso-8859-2") return "windows-1250";
    if (of_windows && name == "iso-8859-7") return "windows-1253";
    return name == "ascii" || name == "utf-8" ? "" : name;
#else
    return "";
#endif
}

} // namespace

bool is_utf8(std::string_view text) { return first_wrong_byte(text) == text.size(); }

void refuse_other_encoding(std::string_view text, const std::string& source)
{
    if (!is_utf8(text))
        throw OtherEncoding(source + ": is not UTF-8; name its encoding with `encoding`, as windows-1252");
}

bool looks_like_utf16(std::string_view bytes)
{
    if (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff")) return true;
    constexpr std::size_t looked_at = 64;
    if (bytes.size() < 4) return false;
    const auto beginning = bytes.substr(0, looked_at);
    std::array<std::size_t, 2> nul{};
    for (std::size_t i = 0; i < beginning.size(); ++i) nul[i % 2] += beginning[i] == '\0' ? 1 : 0;
    const auto half = beginning.size() / 2;
    return (nul[0] == 0 && nul[1] >= half) || (nul[1] == 0 && nul[0] >= half);
}

bool names_utf8(std::string encoding)
{
    encoding = lower(std::move(encoding));
    return encoding == "utf-8" || encoding == "utf8";
}

Decoded decoded(std::string_view bytes, const std::string& source, const std::string& encoding)
{
    std::string name = encoding;
    if (name.empty() && looks_like_utf16(bytes)) {
        const bool marked = bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff");
        name = marked ? "utf-16" : bytes.front() == '\0' ? "utf-16be" : "utf-16le";
    }
    if (name.empty()) name = suggested(bytes);
    Converter converter(name);
    if (!encoding.empty() && !converter.known())
        throw InputError("`encoding`: '" + encoding + "' is not known; expected a name such as windows-1252");
    auto text = !name.empty() && converter.known() ? converter.convert(bytes) : std::nullopt;
    if (!text && encoding.empty())
        throw InputError(source + ": is not UTF-8, and its bytes do not tell the encoding; name it with "
                                  "`encoding`, as windows-1252");
    if (!text) throw InputError(source + ": is not in the encoding '" + encoding + "'");
    Decoded result{.text = std::move(*text)};
    if (encoding.empty())
        result.note =
            "the file is not UTF-8, and is read as " + name +
            (name.starts_with("utf-16") ? "" : ", which its bytes suggest; `encoding=NAME` names another");
    return result;
}

} // namespace unseen
