// Labels that are most likely one, spelt in two ways.
//
// Example:
//
//     const std::vector<std::string> names{"benign", "BENIGN", "malign"};
//     assert(spelt_twice(names)->is(warnings::classes_spelt_twice));
//     assert(likely_pairs({"no", "yes"}, {"0", "1"})[1] == std::pair(std::string("yes"), std::string("1")));
#pragma once

#include "unseen/base/warning.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace unseen {

/// The name without outer blanks and characters that are not shown, with small letters, in one Unicode form
/// (NFKD: an accent is a character of its own). Names for which this is the same are most likely two
/// spellings of one label. A build without utf8proc knows small letters of ASCII only, and no forms.
std::string plain_spelling(std::string_view name);

/// The first of some distinct names that most likely are one: "'a' and 'A' differ only by case or outer
/// blanks". They may also differ by their Unicode form, or be a short form and what it stands for (m and
/// male, y and yes, 0 and no). Empty if there are none.
std::string names_spelt_twice(const std::vector<std::string>& names);

/// The warning that some of these distinct labels are most likely one, as in names_spelt_twice(), if some
/// are. `rows`: the rows of each label; empty: not known. None if all labels have as many rows as any
/// other, 20 or more: then a design chose these classes, such as the vowels of had and hAd.
std::optional<Warning> spelt_twice(const std::vector<std::string>& names,
                                   std::span<const std::size_t> rows = {});

/// Pairs of labels of two lists that most likely mean the same: those that differ only by case or outer
/// blanks. If there are none and both lists have two labels, of which one is a usual name of a positive class
/// (usual_positive()), then the two pairs that this gives.
std::vector<std::pair<std::string, std::string>> likely_pairs(const std::vector<std::string>& here,
                                                              const std::vector<std::string>& there);

/// " (most likely 'no' is '0', 'yes' is '1')", or nothing if there are no likely pairs.
std::string likely_pairs_text(const std::vector<std::string>& here, const std::vector<std::string>& there);

} // namespace unseen
