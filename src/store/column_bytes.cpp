#include "store/column_bytes.hpp"

#include "store/damage.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace unseen {

namespace {

static_assert(std::endian::native == std::endian::little,
              "columns are written as they are in memory, lowest byte first");

enum class NumberForm : char { plain = 0, dictionary = 1 };
constexpr std::size_t largest_dictionary = 256;

/// The distinct numbers of a column, up to largest_dictionary of them, and the code of each number.
class Dictionary {
public:
    /// False if there are too many distinct numbers for the dictionary to save space.
    bool build(std::span<const double> numbers)
    {
        slots_.fill(0);
        codes_.resize(numbers.size());
        const auto most = std::min(largest_dictionary, numbers.size() * 7 / 8);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const auto bits = std::bit_cast<std::uint64_t>(numbers[i]);
            if (i > 0 && bits == std::bit_cast<std::uint64_t>(numbers[i - 1])) {
                codes_[i] = codes_[i - 1];
                continue;
            }
            std::size_t slot = (bits * 0x9E3779B97F4A7C15u) >> 54;
            while (slots_[slot] != 0 && std::bit_cast<std::uint64_t>(values_[slots_[slot] - 1]) != bits)
                slot = (slot + 1) % slots_.size();
            if (slots_[slot] == 0) {
                if (values_.size() == most) return false;
                values_.push_back(numbers[i]);
                slots_[slot] = static_cast<std::uint16_t>(values_.size());
            }
            codes_[i] = slots_[slot] - 1u;
        }
        return true;
    }
    std::span<const double> values() const { return values_; }
    std::span<const std::uint32_t> codes() const { return codes_; }

private:
    std::array<std::uint16_t, 1024> slots_{}; ///< 1 + the position in values_; 0: free
    std::vector<double> values_;
    std::vector<std::uint32_t> codes_;
};

void add_plain(std::string& out, std::span<const double> numbers)
{
    out.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
}

std::vector<double> take_plain(std::string_view& in, std::size_t n)
{
    if (n > in.size() / sizeof(double)) damaged_columns();
    std::vector<double> numbers(n);
    if (n > 0) std::memcpy(numbers.data(), in.data(), n * sizeof(double));
    in.remove_prefix(n * sizeof(double));
    return numbers;
}

} // namespace

void damaged_columns() { throw Damaged("stored predictions are damaged"); }

void check_cells(std::uint64_t cells, std::size_t bytes)
{
    if (cells > std::max(free_cells, 8 * std::uint64_t{bytes})) damaged_columns();
}

unsigned code_width(std::uint64_t most, std::size_t cells)
{
    const auto width = static_cast<unsigned>(std::bit_width(most));
    return cells > free_cells ? std::max(width, 1u) : width;
}

std::uint64_t take_varint(std::string_view& in)
{
    if (const auto number = read_varint(in)) return *number;
    damaged_columns();
}

void add_codes(std::string& out, std::span<const std::uint32_t> codes, unsigned width)
{
    const auto begin = out.size();
    out.resize(begin + (codes.size() * width + 7) / 8);
    char* to = out.data() + begin;
    std::uint64_t bits = 0;
    unsigned filled = 0;
    for (const auto code : codes) {
        bits |= static_cast<std::uint64_t>(code) << filled;
        for (filled += width; filled >= 8; filled -= 8) {
            *to++ = static_cast<char>(static_cast<unsigned char>(bits));
            bits >>= 8;
        }
    }
    if (filled > 0) *to = static_cast<char>(static_cast<unsigned char>(bits));
}

std::vector<std::uint32_t> take_codes(std::string_view in, std::size_t n, unsigned width)
{
    check_cells(n, in.size());
    if (width > 32 || in.size() != (n * width + 7) / 8) damaged_columns();
    std::vector<std::uint32_t> codes(n);
    const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
    std::uint64_t bits = 0;
    unsigned filled = 0;
    std::size_t at = 0;
    for (auto& code : codes) {
        while (filled < width) {
            bits |= static_cast<std::uint64_t>(static_cast<unsigned char>(in[at++])) << filled;
            filled += 8;
        }
        code = static_cast<std::uint32_t>(bits & mask);
        bits >>= width;
        filled -= width;
    }
    return codes;
}

bool add_few_numbers(std::string& out, std::span<const double> numbers)
{
    Dictionary dictionary;
    if (numbers.empty() || !dictionary.build(numbers)) return false;
    out += static_cast<char>(NumberForm::dictionary);
    add_varint(out, numbers.size());
    add_varint(out, dictionary.values().size());
    add_plain(out, dictionary.values());
    add_codes(out, dictionary.codes(), code_width(dictionary.values().size() - 1, numbers.size()));
    return true;
}

void add_numbers(std::string& out, std::span<const double> numbers)
{
    if (add_few_numbers(out, numbers)) return;
    out += static_cast<char>(NumberForm::plain);
    add_varint(out, numbers.size());
    add_plain(out, numbers);
}

std::vector<double> take_numbers(std::string_view in, std::uint64_t n)
{
    if (in.empty()) damaged_columns();
    const auto form = static_cast<NumberForm>(in.front());
    in.remove_prefix(1);
    if (take_varint(in) != n) damaged_columns();
    check_cells(n, in.size());
    if (form == NumberForm::plain) {
        auto numbers = take_plain(in, n);
        if (!in.empty()) damaged_columns();
        return numbers;
    }
    if (form != NumberForm::dictionary) damaged_columns();
    const auto values = take_plain(in, take_varint(in));
    if (values.empty()) damaged_columns();
    const auto codes = take_codes(in, n, code_width(values.size() - 1, n));
    std::vector<double> numbers;
    numbers.reserve(n);
    for (const auto code : codes) {
        if (code >= values.size()) damaged_columns();
        numbers.push_back(values[code]);
    }
    return numbers;
}

std::string pack_labels(std::span<const std::uint32_t> labels)
{
    const auto most = labels.empty() ? 0 : *std::max_element(labels.begin(), labels.end());
    const auto width = code_width(most, labels.size());
    std::string out(1, static_cast<char>(width));
    add_codes(out, labels, width);
    return out;
}

std::vector<std::uint32_t> unpack_labels(std::string_view bytes, std::uint64_t n, std::uint64_t classes)
{
    if (bytes.empty()) damaged_columns();
    auto labels = take_codes(bytes.substr(1), n, static_cast<unsigned char>(bytes.front()));
    if (!std::all_of(labels.begin(), labels.end(), [&](std::uint32_t label) { return label < classes; }))
        damaged_columns();
    return labels;
}

} // namespace unseen
