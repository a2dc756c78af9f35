// .npy, the format of numpy arrays: a header that declares type and shape, then the cells as they are in
// memory (format versions 1 to 3; NEP 1, Kern 2007), laid out as in npy_layout(). A structured dtype gives
// one column per field; the columns of a plain array are V1, V2, ... Numbers become numbers (bool 0 and 1)
// and texts categories unless the options say otherwise; NaN is missing, and so is a text or number that is a
// missing mark. Wrong cells are "SOURCE: row R, column 'C': what": an infinite one, a whole number that no
// double holds, text that is not Unicode. O(bytes).
#include "read/format.hpp"
#include "read/npy_header.hpp"
#include "read/problems.hpp"
#include "read/read_options.hpp"
#include "read/utf8.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>

namespace unseen {

namespace {

using NpyKind = NpyType::Kind;

/// All columns are read for this many rows before the next rows, so that the rows of a row-wise array stay in
/// the cache.
constexpr std::size_t block_rows = 256;
/// Doubles represent all whole numbers up to here.
constexpr double all_exact = 9007199254740992.0;

/// IEEE 754 binary16.
struct Half {
    std::uint16_t bits;

    explicit operator double() const
    {
        const int exponent = bits >> 10U & 31U;
        const int fraction = bits & 1023U;
        double size = 0.0;
        if (exponent == 31)
            size = fraction == 0 ? std::numeric_limits<double>::infinity() : NumericColumn::missing;
        else
            size = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
        return bits >> 15U != 0 ? -size : size;
    }
};

struct Truth {
    std::uint8_t byte;

    explicit operator double() const { return byte != 0 ? 1.0 : 0.0; }
};

template <class T>
T load(const char* from, bool swapped)
{
    char bytes[sizeof(T)];
    if (swapped)
        std::reverse_copy(from, from + sizeof(T), bytes);
    else
        std::copy_n(from, sizeof(T), bytes);
    return std::bit_cast<T>(bytes);
}

using Decode = void (*)(const char* from, std::size_t stride, bool swapped, std::size_t n, double* to);

template <class T>
void decode(const char* from, std::size_t stride, bool swapped, std::size_t n, double* to)
{
    for (std::size_t i = 0; i < n; ++i) to[i] = static_cast<double>(load<T>(from + i * stride, swapped));
}

Decode decoder(const NpyType& type)
{
    switch (type.kind) {
    case NpyKind::boolean: return decode<Truth>;
    case NpyKind::signed_whole:
        return type.size == 1   ? decode<std::int8_t>
               : type.size == 2 ? decode<std::int16_t>
               : type.size == 4 ? decode<std::int32_t>
                                : decode<std::int64_t>;
    case NpyKind::unsigned_whole:
        return type.size == 1   ? decode<std::uint8_t>
               : type.size == 2 ? decode<std::uint16_t>
               : type.size == 4 ? decode<std::uint32_t>
                                : decode<std::uint64_t>;
    case NpyKind::real:
        return type.size == 2 ? decode<Half> : type.size == 4 ? decode<float> : decode<double>;
    case NpyKind::bytes:
    case NpyKind::unicode: break;
    }
    return nullptr;
}

bool is_whole(const NpyType& type)
{
    return type.kind == NpyKind::signed_whole || type.kind == NpyKind::unsigned_whole;
}

/// All decimal digits of a cell of eight bytes.
std::string digits_of(const char* cell, const NpyType& type)
{
    return type.kind == NpyKind::signed_whole ? std::to_string(load<std::int64_t>(cell, type.swapped))
                                              : std::to_string(load<std::uint64_t>(cell, type.swapped));
}

/// True if the integer in the cell of eight bytes is exactly `value`.
bool is_exact(double value, const char* cell, const NpyType& type)
{
    if (type.kind == NpyKind::signed_whole)
        return value < 0x1p63 && static_cast<std::int64_t>(value) == load<std::int64_t>(cell, type.swapped);
    return value < 0x1p64 && static_cast<std::uint64_t>(value) == load<std::uint64_t>(cell, type.swapped);
}

/// The text of the cell without padding zeros; std::nullopt if it is not text.
std::optional<std::string_view> text_of_cell(const char* cell, const NpyType& type, std::string& scratch)
{
    if (type.kind == NpyKind::bytes) {
        std::string_view text(cell, type.size);
        text = text.substr(0, text.find_last_not_of('\0') + 1); // npos + 1 is 0
        if (text.find('\0') != std::string_view::npos) return std::nullopt;
        return text;
    }
    scratch.clear();
    std::size_t n = type.size / 4;
    const auto code = [&](std::size_t i) { return load<std::uint32_t>(cell + 4 * i, type.swapped); };
    while (n > 0 && code(n - 1) == 0) --n;
    for (std::size_t i = 0; i < n; ++i)
        if (code(i) == 0 || !add_utf8(scratch, code(i))) return std::nullopt;
    return scratch;
}

/// A column under construction.
struct NpyDraft {
    NpyColumn column;
    Decode decode = nullptr; ///< reads a numeric cell
    bool to_numbers = true;
    std::vector<double> values{};
    CategoryBuilder categories{};

    void add_missing()
    {
        if (to_numbers)
            values.push_back(NumericColumn::missing);
        else
            categories.add_missing();
    }
};

class NpyReader {
public:
    NpyReader(std::string_view bytes, const std::string& source, const ReadOptions& options)
        : source_(source),
          options_(options),
          marks_(options.missing),
          problems_(bytes, source),
          layout_(npy_layout(bytes, source)),
          body_(bytes.data() + layout_.body)
    {
        for (const auto& mark : options.missing)
            if (const auto number = parse_number(mark)) number_marks_.push_back(*number);
    }

    Table table()
    {
        Table table{source_, {}, false, {}};
        if (layout_.columns.front().name.empty()) {
            for (std::size_t c = 0; c < layout_.columns.size(); ++c)
                layout_.columns[c].name = 'V' + std::to_string(c + 1);
            table.notes.emplace_back("an array without names: columns are V1, V2, ...");
        }
        prepare();
        for (std::size_t begin = 0; begin < layout_.rows; begin += block_rows)
            for (auto& draft : drafts_) read_block(draft, begin, std::min(begin + block_rows, layout_.rows));
        problems_.throw_if_any();
        for (auto& draft : drafts_) {
            Column column{std::move(draft.column.name), NumericColumn{}};
            if (draft.to_numbers)
                column.cells = NumericColumn{std::move(draft.values)};
            else
                column.cells = draft.categories.finish();
            table.columns.push_back(std::move(column));
        }
        return table;
    }

private:
    void prepare()
    {
        std::vector<std::string> names;
        for (const auto& column : layout_.columns) names.push_back(column.name);
        check_forced_columns(options_, names, source_);
        const auto wanted = options_.wanted ? options_.wanted(names) : names;
        for (auto& column : layout_.columns) {
            if (options_.wanted && !contains_name(wanted, column.name)) continue;
            NpyDraft draft{.column = column, .decode = decoder(column.type)};
            draft.to_numbers = column.type.is_text() ? contains_name(options_.numeric, column.name)
                                                     : !contains_name(options_.categorical, column.name);
            if (draft.to_numbers)
                draft.values.reserve(layout_.rows);
            else
                draft.categories.reserve(layout_.rows);
            drafts_.push_back(std::move(draft));
        }
    }

    void read_block(NpyDraft& draft, std::size_t begin, std::size_t end)
    {
        const auto& type = draft.column.type;
        const auto stride = draft.column.stride;
        const char* const cells = body_ + draft.column.begin + begin * stride;
        if (type.is_text()) {
            for (std::size_t r = begin; r < end; ++r) add_text(draft, r, cells + (r - begin) * stride);
            return;
        }
        double block[block_rows];
        draft.decode(cells, stride, type.swapped, end - begin, block);
        const std::span<double> values(block, end - begin);
        for (std::size_t i = 0; i < values.size(); ++i)
            if (std::isinf(values[i]))
                add_problem(draft, begin + i, "infinite cell; expected a finite number or NaN");
        for (const double mark : number_marks_)
            std::replace(values.begin(), values.end(), mark, NumericColumn::missing);
        if (!draft.to_numbers) {
            for (std::size_t i = 0; i < values.size(); ++i) add_label(draft, values[i], cells + i * stride);
            return;
        }
        if (is_whole(type) && type.size == 8)
            for (std::size_t i = 0; i < values.size(); ++i)
                if (std::abs(values[i]) >= all_exact && !is_exact(values[i], cells + i * stride, type))
                    add_problem(draft, begin + i,
                                "the whole number " + excerpt(digits_of(cells + i * stride, type)) +
                                    " is not exactly a double; expected at most 2^53, or the column among "
                                    "the categorical ones");
        draft.values.insert(draft.values.end(), values.begin(), values.end());
    }

    /// Adds a number to a column of categories.
    static void add_label(NpyDraft& draft, double value, const char* cell)
    {
        const auto& type = draft.column.type;
        if (std::isnan(value))
            draft.categories.add_missing();
        else
            draft.categories.add(!is_whole(type)  ? shortest(value)
                                 : type.size == 8 ? digits_of(cell, type)
                                                  : std::to_string(static_cast<std::int64_t>(value)));
    }

    void add_text(NpyDraft& draft, std::size_t row, const char* cell)
    {
        const auto text = text_of_cell(cell, draft.column.type, scratch_);
        if (!text) {
            add_problem(draft, row, "the cell has a NUL or is not Unicode; expected text");
            draft.add_missing();
        } else if (marks_.contains(*text)) {
            draft.add_missing();
        } else if (!draft.to_numbers) {
            draft.categories.add(*text);
        } else {
            const auto number = parse_number(*text);
            if (!number)
                add_problem(draft, row,
                            "cell " + excerpt(*text) +
                                " is not a number; expected a number or a missing mark");
            else if (std::isinf(*number))
                add_problem(draft, row, "infinite cell; expected a finite number or a missing mark");
            draft.values.push_back(number.value_or(NumericColumn::missing));
        }
    }

    void add_problem(const NpyDraft& draft, std::size_t row, const std::string& what)
    {
        problems_.add_at_row(row, draft.column.name, what);
    }

    const std::string& source_;
    const ReadOptions& options_;
    MissingMarks marks_;
    std::vector<double> number_marks_;
    Problems problems_;
    NpyLayout layout_;
    const char* body_;
    std::vector<NpyDraft> drafts_;
    std::string scratch_;
};

} // namespace

InputFormat npy_format()
{
    return {.name = ".npy",
            .text = false,
            .looks_like = [](std::string_view bytes) { return bytes.starts_with(npy_magic); },
            .parse =
                [](std::string_view bytes, const std::string& source, const ReadOptions& options,
                   const std::function<void(std::string_view)>&) {
                    return NpyReader(bytes, source, options).table();
                }};
}

} // namespace unseen
