#include "store/packed_columns.hpp"

#include "store/column_bytes.hpp"
#include "store/packed_scores.hpp"

#include "unseen/base/number.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

/// The same as packed_rows() if all numbers take one byte, else std::nullopt. Has no branches, because the
/// ends of short runs, as in a random part of the rows, cannot be predicted.
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

/// Packs runs of rows: for each run the number of rows left out since the last run, and the number of rows in
/// it.
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

/// Calls `take(first, n)` for each run of rows.
template <class Take>
void each_run(std::string_view in, Take&& take)
{
    constexpr std::uint64_t most = 0xffffffffu;
    for (std::uint64_t next = 0; !in.empty();) {
        const auto left_out = take_varint(in);
        const auto run = take_varint(in);
        if (run == 0 || left_out > most || run > most || next + left_out + run > most) damaged_columns();
        take(next + left_out, run);
        next += left_out + run;
    }
}

constexpr std::string_view decision_values = "@decision_values";

/// One line each: `name=number` for a size, `=text<tab>measure=figure` for a choice, `!code text` for a
/// warning, `@decision_values` for scores that are no probabilities.
void unpack_complexity(std::string_view text, Predictions& p)
{
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (line == decision_values) {
            p.probabilities = false;
            continue;
        }
        if (line.starts_with('!')) {
            const auto space = std::min(line.find(' '), line.size());
            if (space < 2) damaged_columns();
            p.warnings.emplace_back(OwnCode{std::string(line.substr(1, space - 1))},
                                    std::string(line.substr(std::min(space + 1, line.size()))));
            continue;
        }
        const auto equals = line.rfind('=');
        const auto number =
            equals == std::string_view::npos ? std::nullopt : parse_number(line.substr(equals + 1));
        if (!number) damaged_columns();
        if (line.starts_with('=') && equals > 0) {
            const auto tab = std::min(line.find('\t'), equals);
            p.choice = {.text = std::string(line.substr(1, tab - 1)),
                        .figure = *number,
                        .measure = std::string(
                            line.substr(std::min(tab + 1, equals), equals - std::min(tab + 1, equals)))};
        } else
            p.complexity.emplace_back(line.substr(0, equals), *number);
    }
}

} // namespace

std::size_t PackedPredictions::bytes() const
{
    const auto size = [](const std::optional<std::string>& column) { return column ? column->size() : 0; };
    return rows.size() + size(label) + size(scores) + size(value) + complexity.size();
}

PackedPredictions pack(std::span<const Row> rows, const Predictions& p)
{
    PackedPredictions packed{.rows = packed_rows(rows)};
    if (!p.scores.empty()) packed.scores = packed_scores(p.scores, rows.size());
    if (!p.label.empty() && (p.scores.empty() || !are_likeliest(p.label, p.scores)))
        packed.label = pack_labels(p.label);
    if (!p.value.empty()) add_numbers(packed.value.emplace(), p.value);
    const auto add_line = [&](const std::string& line) {
        packed.complexity += (packed.complexity.empty() ? "" : "\n") + line;
    };
    for (const auto& [name, size] : p.complexity) add_line(name + '=' + shortest(size));
    if (p.choice)
        add_line('=' + p.choice->text + '\t' + p.choice->measure + '=' + shortest(p.choice->figure));
    if (!p.probabilities) add_line(std::string(decision_values));
    for (const auto& warning : p.warnings) add_line('!' + warning.code + ' ' + warning.text);
    return packed;
}

RowPredictions unpack(const PackedPredictions& packed, std::uint64_t classes)
{
    std::uint64_t n = 0;
    each_run(packed.rows, [&](std::uint64_t, std::uint64_t run) { n += run; });
    RowPredictions all;
    auto& p = all.predictions;
    // The columns come first, because they show that the rows exist.
    const bool labelled = packed.label || packed.scores;
    if (classes > 0xffffffffu || (classes > 0 ? packed.value.has_value() : labelled) ||
        (n > 0 && !labelled && !packed.value))
        damaged_columns();
    if (packed.scores) p.scores = unpacked_scores(*packed.scores, n, classes);
    if (packed.label)
        p.label = unpack_labels(*packed.label, n, classes);
    else if (packed.scores)
        p.label = likeliest(p.scores, n);
    if (packed.value) p.value = take_numbers(*packed.value, n);
    if (!std::all_of(p.value.begin(), p.value.end(), [](double value) { return std::isfinite(value); }))
        damaged_columns();
    all.rows.reserve(n);
    each_run(packed.rows, [&](std::uint64_t first, std::uint64_t run) {
        for (std::uint64_t i = 0; i < run; ++i) all.rows.push_back(static_cast<Row>(first + i));
    });
    unpack_complexity(packed.complexity, p);
    return all;
}

} // namespace unseen
