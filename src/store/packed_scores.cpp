#include "store/packed_scores.hpp"

#include "store/column_bytes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

namespace unseen {

namespace {

enum class ScoreForm : char { all = 0, first_of_two = 1, without_largest = 2 };

/// The first class with the largest score. Has no branch, because the class cannot be predicted.
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

bool are_complements(std::span<const double> scores, std::size_t rows)
{
    if (scores.size() != 2 * rows) return false;
    for (std::size_t i = 0; i < rows; ++i)
        if (std::bit_cast<std::uint64_t>(scores[2 * i + 1]) !=
            std::bit_cast<std::uint64_t>(1.0 - scores[2 * i]))
            return false;
    return true;
}

/// 1 minus the sum of some scores.
double rest_to_one(const double* others, std::size_t n)
{
    double sum = 0.0;
    for (std::size_t c = 0; c < n; ++c) sum += others[c];
    return 1.0 - sum;
}

/// Probabilities without the largest of each row, which is 1 minus the others up to a few units in its last
/// place.
struct WithoutLargest {
    std::vector<double> others{};
    std::vector<std::uint32_t> codes{}; ///< (units, sign last) x classes + the class of largest score
    unsigned width = 0;                 ///< number of bits of a code
};

constexpr std::uint64_t most_units = 4096;

std::optional<WithoutLargest> without_largest(std::span<const double> scores, std::size_t rows)
{
    const auto classes = scores.size() / rows;
    if (classes < 2 || classes > 4096) return std::nullopt;
    WithoutLargest packed{.others = std::vector<double>(rows * (classes - 1)),
                          .codes = std::vector<std::uint32_t>(rows)};
    std::uint64_t farthest = 0; // checked after the loop, which so needs no branch
    std::uint32_t largest_code = 0;
    double* to = packed.others.data();
    for (std::size_t i = 0; i < rows; ++i, to += classes - 1) {
        const double* const row = scores.data() + i * classes;
        const auto largest = first_largest(row, classes);
        for (std::size_t c = 0; c + 1 < classes; ++c) to[c] = row[c + (c < largest ? 0 : 1)];
        const auto units = std::bit_cast<std::uint64_t>(row[largest]) -
                           std::bit_cast<std::uint64_t>(rest_to_one(to, classes - 1));
        const std::uint64_t zigzag = (units << 1) ^ (0 - (units >> 63));
        farthest |= zigzag;
        packed.codes[i] = static_cast<std::uint32_t>(zigzag % most_units * classes + largest);
        largest_code |= packed.codes[i];
    }
    if (farthest >= most_units) return std::nullopt;
    packed.width = code_width(largest_code, rows);
    return packed;
}

std::vector<double> unpacked_complements(std::string_view in, std::uint64_t rows)
{
    std::vector<double> scores;
    const auto first = take_numbers(in, rows);
    scores.reserve(2 * first.size());
    for (const double p : first) {
        scores.push_back(p);
        scores.push_back(1.0 - p);
    }
    return scores;
}

/// `rows` and `classes` are below 2^32.
std::vector<double> unpacked_without_largest(std::string_view in, std::uint64_t rows, std::uint64_t classes)
{
    if (take_varint(in) != classes || take_varint(in) != rows || classes < 2) damaged_columns();
    const auto width = take_varint(in);
    if (width > 32) damaged_columns();
    const auto bytes = (rows * width + 7) / 8;
    if (bytes > in.size()) damaged_columns();
    const auto others = take_numbers(in.substr(bytes), rows * (classes - 1));
    const auto codes = take_codes(in.substr(0, bytes), rows, static_cast<unsigned>(width));
    std::vector<double> scores;
    scores.reserve(rows * classes);
    const double* from = others.data();
    for (std::size_t i = 0; i < rows; ++i, from += classes - 1) {
        const auto largest = codes[i] % static_cast<std::uint32_t>(classes);
        const std::uint64_t zigzag = codes[i] / classes;
        const std::uint64_t units = (zigzag >> 1) ^ (0 - (zigzag & 1));
        scores.insert(scores.end(), from, from + largest);
        scores.push_back(
            std::bit_cast<double>(std::bit_cast<std::uint64_t>(rest_to_one(from, classes - 1)) + units));
        scores.insert(scores.end(), from + largest, from + classes - 1);
    }
    return scores;
}

} // namespace

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
    out += static_cast<char>(ScoreForm::all);
    if (add_few_numbers(out, scores)) return out;
    if (const auto packed = without_largest(scores, rows)) {
        out = static_cast<char>(ScoreForm::without_largest);
        add_varint(out, scores.size() / rows);
        add_varint(out, rows);
        add_varint(out, packed->width);
        add_codes(out, packed->codes, packed->width);
        add_numbers(out, packed->others);
        return out;
    }
    add_numbers(out, scores);
    return out;
}

std::vector<double> unpacked_scores(std::string_view in, std::uint64_t rows, std::uint64_t classes)
{
    if (in.empty() || classes == 0) damaged_columns();
    const auto form = static_cast<ScoreForm>(in.front());
    in.remove_prefix(1);
    const auto scores = [&] {
        switch (form) {
        case ScoreForm::all: return take_numbers(in, rows * classes);
        case ScoreForm::first_of_two:
            if (classes != 2) damaged_columns();
            return unpacked_complements(in, rows);
        case ScoreForm::without_largest: return unpacked_without_largest(in, rows, classes);
        }
        damaged_columns();
    }();
    if (!std::all_of(scores.begin(), scores.end(), [](double score) { return std::isfinite(score); }))
        damaged_columns();
    return scores;
}

std::vector<std::uint32_t> likeliest(std::span<const double> scores, std::size_t rows)
{
    const auto n = rows == 0 ? 0 : scores.size() / rows;
    std::vector<std::uint32_t> labels(rows);
    for (std::size_t i = 0; i < rows; ++i) labels[i] = first_largest(&scores[i * n], n);
    return labels;
}

bool are_likeliest(std::span<const std::uint32_t> labels, std::span<const double> scores)
{
    const auto n = scores.size() / labels.size();
    std::uint32_t differ = 0; // checked after the loop, which so needs no branch
    for (std::size_t i = 0; i < labels.size(); ++i) differ |= labels[i] ^ first_largest(&scores[i * n], n);
    return differ == 0;
}

} // namespace unseen
