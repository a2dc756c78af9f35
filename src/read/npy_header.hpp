// Private: the header of a .npy file: the types and places of its cells.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// The first bytes of every .npy file.
constexpr std::string_view npy_magic = "\x93NUMPY";

/// The type of the cells of a column, a scalar dtype.
struct NpyType {
    enum class Kind { boolean, signed_whole, unsigned_whole, real, bytes, unicode };

    Kind kind = Kind::real;
    std::size_t size = 0; ///< bytes of a cell
    bool swapped = false; ///< the byte order is not that of this machine

    bool is_text() const { return kind == Kind::bytes || kind == Kind::unicode; }
};

/// A column. The cell of row r is at `begin` + r * `stride` after the header.
struct NpyColumn {
    std::string name; ///< empty for a column of a plain array
    NpyType type;
    std::size_t begin = 0;
    std::size_t stride = 0;
};

struct NpyLayout {
    std::vector<NpyColumn> columns;
    std::size_t rows = 0;
    std::size_t body = 0; ///< where the cells begin
};

/// Reads the header of a .npy file of format version 1, 2 or 3 (NEP 1) and checks the size of the rest, so
/// that each cell of the layout lies within `bytes`. Throws InputError "SOURCE: what" for a header that is
/// truncated or wrong, another version, a dtype that is not supported (objects, complex numbers, dates,
/// nested structures), other than one or two dimensions, no rows, no columns, and too few or too many bytes.
NpyLayout npy_layout(std::string_view bytes, const std::string& source);

} // namespace unseen
