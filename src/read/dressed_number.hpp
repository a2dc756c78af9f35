// Private: numbers as people and programs dress them: 3,276.28, 12 %, $5, 0.2 kg, 1.2D+05, 1.5-.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace unseen {

/// What numbers of a column wear. All cells must agree in it; an empty part means that they wear none.
struct Dress {
    char decimal = '.';
    std::string group{};    ///< the separator of thousands
    std::string currency{}; ///< before or after the number
    std::string unit{};     ///< letters and signs behind the number: kg, mg/dL
    bool percent = false;
    bool fraction = false; ///< 1/2, 2 3/4
    bool limit = false;    ///< > or < before the number, which is read as the limit itself
    bool other = false;    ///< a minus sign of typography or accounting, an exponent of Fortran

    /// In words, for a note.
    std::string words() const;
};

/// A number and its dress.
struct DressedNumber {
    double value = 0.0;
    Dress dress{};
    bool only_negative = false; ///< (5) and 5-, which may be labels unless other cells have no such sign
    bool decisive = true;       ///< false: 1,234 and 1.234, where the one mark may be that of decimals
    bool decimals = false;      ///< 16,9 and 0,125, where a comma cannot be one of thousands
};

/// The number that a cell spells if decimals have this mark; nothing for another text. `12%` is 12, `1/2` is
/// 0.5 (fractions up to 1, with a whole number before them), and `>100` is 100.
std::optional<DressedNumber> dressed_number(std::string_view cell, char decimal);

} // namespace unseen
