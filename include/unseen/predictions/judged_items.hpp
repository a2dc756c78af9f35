// What a judge says of items, few of which have a value that a human gave.
//
// Example:
//
//     const JudgedItems items{.judge = {1, 0, 1, 1, 0}, .labels = Labels({"bad", "good"})};
//     assert(items.size() == 5 && !items.scores());
#pragma once

#include "unseen/base/labels.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unseen {

/// What a figure of judged items is about: items like these, of which these are a random sample, or exactly
/// these items.
enum class ItemsAbout { population, finite };

/// A judge (a model, a cheap measure, a crowd) and the items of which it says something: first the rows,
/// which have a human value, in their order, then the items without one.
struct JudgedItems {
    std::vector<double> judge{};          ///< a number for each item, or the code of a label
    Labels labels{};                      ///< of the codes; empty: the judge gives numbers
    std::string mean_is{};                ///< of values made of labels: "the accuracy of 'predicted'"
    std::vector<std::uint32_t> cluster{}; ///< of each item, from 0 up; empty: items are independent draws
    ItemsAbout about = ItemsAbout::population;
    bool labelled_by_judge =
        false; ///< a fixed number of items was drawn for humans from each label of the judge, not from all

    /// The number of items.
    std::size_t size() const { return judge.size(); }
    /// True if the judge gives numbers.
    bool scores() const { return labels.size() == 0; }
};

} // namespace unseen
