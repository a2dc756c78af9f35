// The positive class of two: the one that precision, recall and costs are about.
//
// Example:
//
//     const Labels classes({"bad", "good"});
//     const std::size_t rows[] = {300, 700};
//     assert(positive_class(classes, rows).code == 0); // the rarer one, because neither has a usual name
//     assert(positive_class(classes, rows).guessed());
//     assert(positive_class(Labels({"ja", "nein"}), rows).code == 0); // the usual name
#pragma once

#include "unseen/base/labels.hpp"
#include "unseen/base/warning.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace unseen {

/// How a positive class was found.
enum class PositiveBy {
    name,  ///< the user named it
    word,  ///< it is the only class with a usual name
    rarer, ///< it is the class with fewer rows
    order, ///< it is the last class
};

/// A positive class.
struct PositiveClass {
    std::uint32_t code = 0;
    PositiveBy by = PositiveBy::order;

    /// True if neither the user nor the name of a class decided.
    bool guessed() const { return by == PositiveBy::rarer || by == PositiveBy::order; }
    friend bool operator==(const PositiveClass&, const PositiveClass&) = default;
};

/// The class with a usual name of a positive class (1, true, yes, positive, case, fraud, ja, oui ...; in any
/// case), if exactly one class has one.
std::optional<std::uint32_t> usual_positive(const Labels& classes);

/// Of two classes, the one with a usual name. If there is none, the one with fewer rows; with equally many
/// rows, and without rows of one of them, the last. `rows` has the number of rows of each class. Of any other
/// number of classes, unnamed_positive().
PositiveClass positive_class(const Labels& classes, std::span<const std::size_t> rows);

/// "usual_word", as answers call it.
std::string name_of(PositiveBy by);

/// The warning that nothing but the numbers of rows, or the order, made this class the positive one.
Warning guessed_positive(PositiveBy by, const std::string& positive, const std::string& other);

/// The class that keys of fits, models and stores mean if they name none: the one called 1, true, yes or
/// positive if exactly one is, else the last. They name every other one, so that those of versions without
/// names keep their meaning.
std::uint32_t unnamed_positive(const Labels& classes);

} // namespace unseen
