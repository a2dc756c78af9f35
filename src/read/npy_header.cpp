#include "read/npy_header.hpp"

#include "read/problems.hpp"
#include "read/utf8.hpp"
#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <bit>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_set>

namespace unseen {

namespace {

constexpr auto largest = std::numeric_limits<std::size_t>::max();
/// numpy stores the size of a cell in 31 bits.
constexpr std::size_t largest_cell = std::size_t{1} << 31;

std::size_t little_endian(std::string_view bytes)
{
    std::size_t value = 0;
    for (std::size_t i = bytes.size(); i > 0; --i)
        value = value << 8U | static_cast<unsigned char>(bytes[i - 1]);
    return value;
}

/// A field of a structured dtype. A plain array has one field without a name.
struct Field {
    std::string name;
    std::string dtype;
};

/// The content of the header, not yet checked.
struct Header {
    std::vector<Field> fields;
    bool structured = false;
    bool fortran_order = false;
    std::vector<std::size_t> shape;
};

/// Reads the Python literal {'descr': ..., 'fortran_order': ..., 'shape': ...}.
class HeaderReader {
public:
    HeaderReader(std::string_view text, bool utf8, const std::string& source)
        : text_(text),
          utf8_(utf8),
          source_(source)
    {
    }

    Header header()
    {
        bool descr = false;
        bool order = false;
        bool shape = false;
        expect('{');
        while (!met('}')) {
            const auto begin = at_;
            const auto key = string();
            expect(':');
            auto& seen = key == "descr" ? descr : key == "fortran_order" ? order : shape;
            if (seen || (&seen == &shape && key != "shape")) {
                at_ = begin;
                fail("each of the keys 'descr', 'fortran_order' and 'shape' once");
            }
            seen = true;
            if (key == "descr")
                read_descr();
            else if (key == "shape")
                read_shape();
            else
                header_.fortran_order = boolean();
            if (!met(',') && peek() != '}') fail("',' or '}'");
        }
        if (!descr || !order || !shape) fail("each of the keys 'descr', 'fortran_order' and 'shape' once");
        skip_blanks();
        if (at_ < text_.size()) fail("nothing after '}'");
        return std::move(header_);
    }

private:
    void read_descr()
    {
        if (peek() != '[') {
            header_.fields.push_back({{}, string()});
            return;
        }
        header_.structured = true;
        expect('[');
        while (!met(']')) {
            Field field;
            expect('(');
            if (met('(')) { // a title and the name
                string();
                expect(',');
                field.name = string();
                expect(')');
            } else {
                field.name = string();
            }
            expect(',');
            if (peek() == '[') refuse_field(field.name, "a structure");
            field.dtype = string();
            if (met(',') && peek() == '(') refuse_field(field.name, "an array");
            expect(')');
            header_.fields.push_back(std::move(field));
            if (!met(',') && peek() != ']') fail("',' or ']'");
        }
    }

    void read_shape()
    {
        expect('(');
        while (!met(')')) {
            skip_blanks();
            const auto begin = at_;
            while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
            const auto length = parse_whole(text_.substr(begin, at_ - begin));
            if (!length) {
                at_ = begin;
                fail("a length");
            }
            header_.shape.push_back(*length);
            if (at_ < text_.size() && text_[at_] == 'L') ++at_; // Python 2 wrote L after long integers
            if (!met(',') && peek() != ')') fail("',' or ')'");
        }
    }

    bool boolean()
    {
        skip_blanks();
        for (const std::string_view word : {"True", "False"})
            if (text_.substr(at_).starts_with(word)) {
                at_ += word.size();
                return word == "True";
            }
        fail("True or False");
    }

    std::string string()
    {
        const char quote = peek();
        if (quote != '\'' && quote != '"') fail("a string");
        std::string result;
        const auto begin = at_;
        for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) {
            const auto byte = static_cast<unsigned char>(text_[at_]);
            if (byte == '\\')
                add_escaped(result);
            else if (byte < 0x80U || utf8_)
                result += text_[at_];
            else
                add_utf8(result, byte); // Latin-1
        }
        if (at_ == text_.size()) {
            at_ = begin;
            fail("the end of the string");
        }
        ++at_;
        return result;
    }

    /// Adds the character of an escape sequence, and moves to its last character.
    void add_escaped(std::string& result)
    {
        const auto begin = at_++;
        const char c = at_ < text_.size() ? text_[at_] : '\0';
        const std::size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
        if (digits > 0) {
            const auto number = text_.substr(at_ + 1, digits);
            std::uint32_t code = 0;
            const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), code, 16);
            if (number.size() == digits && error == std::errc() && end == number.data() + digits &&
                add_utf8(result, code)) {
                at_ += digits;
                return;
            }
        } else if (c == '\\' || c == '\'' || c == '"') {
            result += c;
            return;
        } else if (c == 'n' || c == 'r' || c == 't') {
            result += c == 'n' ? '\n' : c == 'r' ? '\r' : '\t';
            return;
        }
        at_ = begin;
        fail("a Python string");
    }

    void skip_blanks()
    {
        while (at_ < text_.size() &&
               (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r'))
            ++at_;
    }
    char peek()
    {
        skip_blanks();
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool met(char c)
    {
        if (at_ >= text_.size() || peek() != c) return false;
        ++at_;
        return true;
    }
    void expect(char c)
    {
        if (!met(c)) fail(std::string("'") + c + "'");
    }

    [[noreturn]] void refuse_field(const std::string& name, const std::string& what)
    {
        throw InputError(source_ + ": field " + excerpt(name) + " of the dtype is " + what +
                         "; expected fields with one value for each row");
    }
    [[noreturn]] void fail(const std::string& expected)
    {
        throw InputError(source_ + ": the .npy header is wrong at its character " + std::to_string(at_ + 1) +
                         ", " + (at_ < text_.size() ? excerpt(text_.substr(at_)) : "its end") +
                         "; expected " + expected);
    }

    std::string_view text_;
    bool utf8_;
    const std::string& source_;
    std::size_t at_ = 0;
    Header header_;
};

bool allowed(NpyType::Kind kind, std::size_t size)
{
    switch (kind) {
    case NpyType::Kind::boolean: return size == 1;
    case NpyType::Kind::signed_whole:
    case NpyType::Kind::unsigned_whole: return size == 1 || size == 2 || size == 4 || size == 8;
    case NpyType::Kind::real: return size == 2 || size == 4 || size == 8;
    case NpyType::Kind::bytes:
    case NpyType::Kind::unicode: return size > 0;
    }
    return false;
}

/// The size after the letter in a dtype such as "<f8" or "|V3"; 0 if it is not a size.
std::size_t size_in(std::string_view dtype)
{
    const auto size = parse_whole(dtype.substr(2));
    return size && *size < largest_cell / 4 ? *size : 0;
}

NpyType type_of(const Field& field, const std::string& source)
{
    const std::string_view dtype = field.dtype;
    const std::string of_field = field.name.empty() ? "" : " of field " + excerpt(field.name);
    if (dtype.size() >= 2 && dtype[1] == 'O')
        throw InputError(source + ": dtype " + excerpt(dtype) + of_field +
                         " means Python objects, which are pickled and cannot be read; expected numbers or "
                         "text (in numpy: "
                         "array.astype(str) or array.astype(float))");
    if (dtype.size() >= 3 && std::string_view("<>|=").find(dtype[0]) != std::string_view::npos) {
        using enum NpyType::Kind;
        constexpr std::string_view letters = "biufSU";
        constexpr NpyType::Kind kinds[] = {boolean, signed_whole, unsigned_whole, real, bytes, unicode};
        const auto letter = letters.find(dtype[1]);
        const auto size = size_in(dtype);
        if (letter != std::string_view::npos && allowed(kinds[letter], size)) {
            const bool swapped = dtype[0] == (std::endian::native == std::endian::little ? '>' : '<');
            return {.kind = kinds[letter],
                    .size = kinds[letter] == unicode ? 4 * size : size,
                    .swapped = swapped};
        }
    }
    throw InputError(
        source + ": dtype " + excerpt(dtype) + of_field +
        " is not supported; expected bool, integers, real numbers of up to 8 bytes, or text (S, U)");
}

[[noreturn]] void refuse_size(const std::string& source, std::size_t found, const NpyLayout& layout,
                              std::size_t row_bytes)
{
    throw InputError(source + ": has " + std::to_string(found) + " bytes of data; expected those of " +
                     std::to_string(layout.rows) + " rows of " + std::to_string(row_bytes) + " bytes" +
                     (found / row_bytes < layout.rows ? ": the data are truncated" : ""));
}

/// Adds the columns; returns the number of bytes of a row.
std::size_t add_fields(NpyLayout& layout, const Header& header, const std::string& source)
{
    std::size_t row_bytes = 0;
    std::unordered_set<std::string_view> names;
    for (const auto& field : header.fields) {
        std::size_t size = 0;
        if (field.name.empty() && field.dtype.starts_with("|V")) {
            size = size_in(field.dtype); // padding
        } else {
            const auto type = type_of(field, source);
            size = type.size;
            require(!field.name.empty(), source + ": a field of the dtype has no name; expected names");
            require(names.insert(field.name).second, source + ": a second field is called " +
                                                         excerpt(field.name) + "; expected distinct names");
            layout.columns.push_back({field.name, type, row_bytes});
        }
        require(row_bytes < largest - size, source + ": the dtype is too large for this program");
        row_bytes += size;
    }
    for (auto& column : layout.columns) column.stride = row_bytes;
    return row_bytes;
}

} // namespace

NpyLayout npy_layout(std::string_view bytes, const std::string& source)
{
    constexpr std::size_t version_at = npy_magic.size();
    const auto cut_off = [&](std::size_t needed) {
        require(bytes.size() >= needed, source + ": the .npy header is truncated: the file has " +
                                            std::to_string(bytes.size()) + " bytes; expected more than " +
                                            std::to_string(needed));
    };
    cut_off(version_at + 2);
    const auto version = static_cast<unsigned char>(bytes[version_at]);
    const auto minor = static_cast<unsigned char>(bytes[version_at + 1]);
    require(version >= 1 && version <= 3 && minor == 0,
            source + ": .npy format version " + std::to_string(version) + '.' + std::to_string(minor) +
                "; expected 1.0, 2.0 or 3.0");
    const std::size_t text_at = version_at + 2 + (version == 1 ? 2 : 4);
    cut_off(text_at);
    const auto text_size = little_endian(bytes.substr(version_at + 2, text_at - version_at - 2));
    cut_off(text_at + text_size);
    const auto header = HeaderReader(bytes.substr(text_at, text_size), version == 3, source).header();

    NpyLayout layout;
    layout.body = text_at + text_size;
    const auto& shape = header.shape;
    require(!shape.empty() && shape.size() <= (header.structured ? 1U : 2U),
            source + ": the array has " + std::to_string(shape.size()) +
                (shape.size() == 1 ? " dimension" : " dimensions") +
                (header.structured ? "; expected 1, of a structured dtype" : "; expected 1 or 2"));
    require(shape[0] > 0, source + ": has no rows; expected at least one");
    layout.rows = shape[0];
    const auto found = bytes.size() - layout.body;
    std::size_t row_bytes = 0;
    if (header.structured) {
        row_bytes = add_fields(layout, header, source);
    } else {
        const auto type = type_of(header.fields.front(), source);
        const auto columns = shape.size() == 2 ? shape[1] : 1;
        require(columns <= largest / type.size, source + ": the array is too large");
        row_bytes = columns * type.size;
        // Columns are made only if the file has their bytes, because a header may claim any number.
        if (row_bytes <= found)
            for (std::size_t c = 0; c < columns; ++c)
                layout.columns.push_back(header.fortran_order
                                             ? NpyColumn{{}, type, c * layout.rows * type.size, type.size}
                                             : NpyColumn{{}, type, c * type.size, row_bytes});
    }
    require(row_bytes > 0 && !(header.structured && layout.columns.empty()),
            source + ": has no columns; expected at least one");
    if (found / row_bytes != layout.rows || found % row_bytes != 0)
        refuse_size(source, found, layout, row_bytes);
    return layout;
}

} // namespace unseen
