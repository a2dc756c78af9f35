// The header of a .npy file: which cells there are, and where.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// What begins every .npy file.
constexpr std::string_view npy_magic = "\x93NUMPY";

/// The type of the cells of a column, a scalar dtype.
struct NpyType {
    enum class Kind { boolean, signed_whole, unsigned_whole, real, bytes, unicode };

    Kind kind = Kind::real;
    std::size_t size = 0; ///< bytes a cell
    bool swapped = false; ///< the bytes stand in the order that is not this machine's

    bool is_text() const { return kind == Kind::bytes || kind == Kind::unicode; }
};

/// A column: the cell of row r is at `begin` + r * `stride` behind the header.
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

/// Reads the header of a .npy file of format version 1, 2 or 3 (NEP 1) and holds the size of the rest against it, so that each cell of the
/// layout lies within `bytes`. Throws InputError "SOURCE: what": a header that is cut off or not one, another version, a dtype that is not supported
/// (objects, complex numbers, dates, structures in structures), no or three and more dimensions, no rows, no columns, too few or too many bytes.
NpyLayout npy_layout(std::string_view bytes, const std::string& source);

} // namespace unseen
