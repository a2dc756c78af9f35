#include "run/packed_columns.hpp"

#include "unseen/base/digest.hpp"
#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace unseen {

namespace {

static_assert(std::endian::native == std::endian::little, "columns are written as they lie in memory, lowest byte first");

enum class NumberForm : char { plain = 0, dictionary = 1 };
enum class ScoreForm : char { all = 0, first_of_two = 1, without_largest = 2 };
constexpr std::size_t largest_dictionary = 256;

[[noreturn]] void damaged() { throw StoreError("stored predictions are damaged"); }

/// Seven bits a byte, lowest first; the highest bit says that more follow.
void add_varint(std::string& out, std::uint64_t number)
{
    while (number >= 128) {
        out += static_cast<char>(static_cast<unsigned char>(number | 128));
        number >>= 7;
    }
    out += static_cast<char>(number);
}

std::uint64_t take_varint(std::string_view& in)
{
    std::uint64_t number = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        if (in.empty()) damaged();
        const auto byte = static_cast<unsigned char>(in.front());
        in.remove_prefix(1);
        number |= static_cast<std::uint64_t>(byte & 127) << shift;
        if (byte < 128) return number;
    }
    damaged();
}

/// Codes of `width` bits each, one after the other from the lowest bit of the first byte.
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
    if (width > 32 || in.size() != (n * width + 7) / 8) damaged();
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

/// The distinct numbers among the first ones, up to largest_dictionary, and the code of each number.
class Dictionary {
public:
    /// False if there are too many distinct ones for it to pay.
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
    if (n > in.size() / sizeof(double)) damaged();
    std::vector<double> numbers(n);
    if (n > 0) std::memcpy(numbers.data(), in.data(), n * sizeof(double));
    in.remove_prefix(n * sizeof(double));
    return numbers;
}

void add_numbers(std::string& out, std::span<const double> numbers)
{
    Dictionary dictionary;
    if (!numbers.empty() && dictionary.build(numbers)) {
        out += static_cast<char>(NumberForm::dictionary);
        add_varint(out, numbers.size());
        add_varint(out, dictionary.values().size());
        add_plain(out, dictionary.values());
        add_codes(out, dictionary.codes(), static_cast<unsigned>(std::bit_width(dictionary.values().size() - 1)));
        return;
    }
    out += static_cast<char>(NumberForm::plain);
    add_varint(out, numbers.size());
    add_plain(out, numbers);
}

std::vector<double> take_numbers(std::string_view in)
{
    if (in.empty()) damaged();
    const auto form = static_cast<NumberForm>(in.front());
    in.remove_prefix(1);
    const auto n = take_varint(in);
    if (form == NumberForm::plain) {
        auto numbers = take_plain(in, n);
        if (!in.empty()) damaged();
        return numbers;
    }
    if (form != NumberForm::dictionary) damaged();
    const auto values = take_plain(in, take_varint(in));
    if (values.empty() || n > (std::uint64_t{1} << 40)) damaged();
    const auto codes = take_codes(in, n, static_cast<unsigned>(std::bit_width(values.size() - 1)));
    std::vector<double> numbers;
    numbers.reserve(n);
    for (const auto code : codes) {
        if (code >= values.size()) damaged();
        numbers.push_back(values[code]);
    }
    return numbers;
}

/// The same as packed_rows() where all numbers take one byte; else nothing. Without branches, which would be guessed wrongly: where one of the short
/// runs of a random part of the rows ends, nobody knows.
std::optional<std::string> packed_short_runs(std::span<const Row> rows)
{
    std::string out(2 * rows.size() + 2, '\0');
    char* to = out.data();
    Row left_out = 0;
    Row run = 0;
    Row next = 0;
    Row largest = 0;
    for (const Row row : rows) {
        const Row gap = row - next;
        const bool ends = gap != 0;
        to[0] = static_cast<char>(left_out);
        to[1] = static_cast<char>(run);
        to += ends && run > 0 ? 2 : 0;
        left_out = ends ? gap : left_out;
        run = ends ? 1 : run + 1;
        largest |= left_out | run;
        next = row + 1;
    }
    if (largest >= 128) return std::nullopt;
    to[0] = static_cast<char>(left_out);
    to[1] = static_cast<char>(run);
    out.resize(static_cast<std::size_t>(to - out.data()) + (rows.empty() ? 0 : 2));
    return out;
}

/// Runs of rows: how many rows are left out since the last run, and how many follow.
std::string packed_rows(std::span<const Row> rows)
{
    if (auto packed = packed_short_runs(rows)) return std::move(*packed);
    std::string out;
    Row next = 0;
    for (std::size_t begin = 0; begin < rows.size();) {
        std::size_t end = begin + 1;
        while (end < rows.size() && rows[end] == rows[end - 1] + 1) ++end;
        add_varint(out, rows[begin] - next);
        add_varint(out, end - begin);
        next = rows[end - 1] + 1;
        begin = end;
    }
    return out;
}

std::vector<Row> unpacked_rows(std::string_view in)
{
    std::vector<Row> rows;
    std::uint64_t next = 0;
    while (!in.empty()) {
        next += take_varint(in);
        const auto run = take_varint(in);
        if (run == 0 || next + run > 0xffffffffu) damaged();
        for (std::uint64_t i = 0; i < run; ++i) rows.push_back(static_cast<Row>(next++));
    }
    return rows;
}

/// The first class of largest score. Without a branch: which class it is, nobody can guess.
std::uint32_t first_largest(const double* row, std::size_t classes)
{
    std::uint32_t best = 0;
    double largest = row[0];
    for (std::uint32_t c = 1; c < classes; ++c) {
        best = largest < row[c] ? c : best;
        largest = std::max(largest, row[c]);
    }
    return best;
}

/// The first class of largest score, for each row.
std::vector<std::uint32_t> likeliest(std::span<const double> scores, std::size_t rows)
{
    const auto n = rows == 0 ? 0 : scores.size() / rows;
    std::vector<std::uint32_t> labels(rows);
    for (std::size_t i = 0; i < rows; ++i) labels[i] = first_largest(&scores[i * n], n);
    return labels;
}

/// Whether the labels are those of likeliest().
bool are_likeliest(std::span<const std::uint32_t> labels, std::span<const double> scores)
{
    const auto n = scores.size() / labels.size();
    std::uint32_t differ = 0; // looked at last
    for (std::size_t i = 0; i < labels.size(); ++i) differ |= labels[i] ^ first_largest(&scores[i * n], n);
    return differ == 0;
}

bool are_complements(std::span<const double> scores, std::size_t rows)
{
    if (scores.size() != 2 * rows) return false;
    for (std::size_t i = 0; i < rows; ++i)
        if (std::bit_cast<std::uint64_t>(scores[2 * i + 1]) != std::bit_cast<std::uint64_t>(1.0 - scores[2 * i])) return false;
    return true;
}

/// What some scores leave to 1.
double rest_to_one(const double* others, std::size_t n)
{
    double sum = 0.0;
    for (std::size_t c = 0; c < n; ++c) sum += others[c];
    return 1.0 - sum;
}

/// Probabilities less each row's largest, which is what the others leave to 1, but for some units in its last place.
struct WithoutLargest {
    std::vector<double> others{};
    std::vector<std::uint32_t> codes{}; ///< (units, sign last) x classes + the class of largest score
    unsigned width = 0;                 ///< of a code, in bits
};

constexpr std::uint64_t most_units = 4096;

std::optional<WithoutLargest> without_largest(std::span<const double> scores, std::size_t rows)
{
    const auto classes = scores.size() / rows;
    if (classes < 2 || classes > 4096) return std::nullopt;
    WithoutLargest packed{.others = std::vector<double>(rows * (classes - 1)), .codes = std::vector<std::uint32_t>(rows)};
    std::uint64_t farthest = 0; // looked at last
    std::uint32_t largest_code = 0;
    double* to = packed.others.data();
    for (std::size_t i = 0; i < rows; ++i, to += classes - 1) {
        const double* const row = scores.data() + i * classes;
        const auto largest = first_largest(row, classes);
        for (std::size_t c = 0; c + 1 < classes; ++c) to[c] = row[c + (c < largest ? 0 : 1)];
        const auto units =
            std::bit_cast<std::uint64_t>(row[largest]) - std::bit_cast<std::uint64_t>(rest_to_one(to, classes - 1));
        const std::uint64_t zigzag = (units << 1) ^ (0 - (units >> 63));
        farthest |= zigzag;
        packed.codes[i] = static_cast<std::uint32_t>(zigzag % most_units * classes + largest);
        largest_code |= packed.codes[i];
    }
    if (farthest >= most_units) return std::nullopt;
    packed.width = static_cast<unsigned>(std::bit_width(largest_code));
    return packed;
}

std::string packed_scores(std::span<const double> scores, std::size_t rows)
{
    std::string out;
    if (are_complements(scores, rows)) {
        out += static_cast<char>(ScoreForm::first_of_two);
        std::vector<double> first(rows);
        for (std::size_t i = 0; i < rows; ++i) first[i] = scores[2 * i];
        add_numbers(out, first);
        return out;
    }
    Dictionary dictionary;
    if (!dictionary.build(scores)) {
        if (const auto packed = without_largest(scores, rows)) {
            out += static_cast<char>(ScoreForm::without_largest);
            add_varint(out, scores.size() / rows);
            add_varint(out, rows);
            add_varint(out, packed->width);
            add_codes(out, packed->codes, packed->width);
            add_numbers(out, packed->others);
            return out;
        }
    }
    out += static_cast<char>(ScoreForm::all);
    add_numbers(out, scores);
    return out;
}

std::vector<double> unpacked_complements(std::string_view in)
{
    std::vector<double> scores;
    const auto first = take_numbers(in);
    scores.reserve(2 * first.size());
    for (const double p : first) {
        scores.push_back(p);
        scores.push_back(1.0 - p);
    }
    return scores;
}

std::vector<double> unpacked_without_largest(std::string_view in)
{
    const auto classes = take_varint(in);
    const auto rows = take_varint(in);
    const auto width = take_varint(in);
    if (classes < 2 || width > 32 || rows > (std::uint64_t{1} << 40)) damaged();
    const auto bytes = (rows * width + 7) / 8;
    if (bytes > in.size()) damaged();
    const auto others = take_numbers(in.substr(bytes));
    if (others.size() != rows * (classes - 1)) damaged();
    const auto codes = take_codes(in.substr(0, bytes), rows, static_cast<unsigned>(width));
    std::vector<double> scores;
    scores.reserve(rows * classes);
    const double* from = others.data();
    for (std::size_t i = 0; i < rows; ++i, from += classes - 1) {
        const auto largest = codes[i] % classes;
        const std::uint64_t zigzag = codes[i] / classes;
        const std::uint64_t units = (zigzag >> 1) ^ (0 - (zigzag & 1));
        scores.insert(scores.end(), from, from + largest);
        scores.push_back(std::bit_cast<double>(std::bit_cast<std::uint64_t>(rest_to_one(from, classes - 1)) + units));
        scores.insert(scores.end(), from + largest, from + classes - 1);
    }
    return scores;
}

std::vector<double> unpacked_scores(std::string_view in)
{
    if (in.empty()) damaged();
    const auto form = static_cast<ScoreForm>(in.front());
    in.remove_prefix(1);
    switch (form) {
    case ScoreForm::all: return take_numbers(in);
    case ScoreForm::first_of_two: return unpacked_complements(in);
    case ScoreForm::without_largest: return unpacked_without_largest(in);
    }
    damaged();
}

std::vector<std::pair<std::string, double>> unpacked_complexity(std::string_view text)
{
    std::vector<std::pair<std::string, double>> sizes;
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        const auto equals = line.rfind('=');
        const auto number = equals == std::string_view::npos ? std::nullopt : parse_number(line.substr(equals + 1));
        if (!number) damaged();
        sizes.emplace_back(line.substr(0, equals), *number);
    }
    return sizes;
}

} // namespace

std::size_t PackedPredictions::bytes() const
{
    const auto size = [](const std::optional<std::string>& column) { return column ? column->size() : 0; };
    return rows.size() + size(label) + size(scores) + size(value) + complexity.size();
}

std::int64_t PackedPredictions::digest() const
{
    Hasher hasher;
    hasher.add(rows);
    for (const auto* column : {&label, &scores, &value}) hasher.add(*column ? **column : std::string_view("-"));
    return static_cast<std::int64_t>(hasher.add(complexity).finish().low);
}

PackedPredictions pack(std::span<const Row> rows, const Predictions& p)
{
    PackedPredictions packed{.rows = packed_rows(rows)};
    if (!p.scores.empty()) packed.scores = packed_scores(p.scores, rows.size());
    if (!p.label.empty() && (p.scores.empty() || !are_likeliest(p.label, p.scores))) packed.label = pack_labels(p.label);
    if (!p.value.empty()) packed.value = pack_numbers(p.value);
    for (const auto& [name, size] : p.complexity)
        packed.complexity += (packed.complexity.empty() ? "" : "\n") + name + '=' + shortest(size);
    packed.check = packed.digest();
    return packed;
}

RowPredictions unpack(const PackedPredictions& packed)
{
    if (packed.digest() != packed.check) damaged();
    RowPredictions all{.rows = unpacked_rows(packed.rows), .predictions = {}};
    auto& p = all.predictions;
    const auto n = all.rows.size();
    if (packed.scores) p.scores = unpacked_scores(*packed.scores);
    if (packed.value) p.value = unpack_numbers(*packed.value);
    if (n == 0 ? !p.scores.empty() : p.scores.size() % n != 0) damaged();
    if (packed.value && p.value.size() != n) damaged();
    if (packed.label)
        p.label = unpack_labels(*packed.label, n);
    else if (packed.scores)
        p.label = likeliest(p.scores, n);
    p.complexity = unpacked_complexity(packed.complexity);
    return all;
}

std::string pack_labels(std::span<const std::uint32_t> labels)
{
    const auto most = labels.empty() ? 0 : *std::max_element(labels.begin(), labels.end());
    const auto width = static_cast<unsigned>(std::bit_width(most));
    std::string out(1, static_cast<char>(width));
    add_codes(out, labels, width);
    return out;
}

std::string pack_numbers(std::span<const double> numbers)
{
    std::string out;
    add_numbers(out, numbers);
    return out;
}

std::vector<std::uint32_t> unpack_labels(std::string_view bytes, std::size_t n)
{
    if (bytes.empty()) damaged();
    return take_codes(bytes.substr(1), n, static_cast<unsigned char>(bytes.front()));
}

std::vector<double> unpack_numbers(std::string_view bytes) { return take_numbers(bytes); }

} // namespace unseen
