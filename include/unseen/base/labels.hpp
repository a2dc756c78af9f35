// An ordered list of distinct labels (classes, categories) with their codes 0..size-1.
//
// Example:
//
//     Labels classes({"setosa", "versicolor"});
//     assert(classes.add("virginica") == 2 && classes.add("setosa") == 0);
//     assert(classes.name(1) == "versicolor" && !classes.code("rose"));
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace unseen {

/// Labels in the order given; the code of a label is its position. A value type; copies are deep.
class Labels {
public:
    Labels() = default;
    /// Throws InputError if a label occurs twice.
    explicit Labels(std::vector<std::string> names);

    std::size_t size() const { return names_.size(); }
    /// The label with that code. Throws std::out_of_range unless code < size().
    const std::string& name(std::size_t code) const { return names_.at(code); }
    const std::vector<std::string>& names() const { return names_; }
    /// The code of `name`, if it is one of the labels. O(1).
    std::optional<std::uint32_t> code(std::string_view name) const;
    /// The code of `name`, which is appended if it is new. O(1) amortised.
    std::uint32_t add(std::string_view name);

    friend bool operator==(const Labels& a, const Labels& b) { return a.names_ == b.names_; }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view s) const { return std::hash<std::string_view>{}(s); }
    };
    std::vector<std::string> names_;
    std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> codes_;
};

/// The names in the library's order for labels without a declared order: by value if all are numbers, else
/// bytewise.
std::vector<std::string> sorted_labels(std::vector<std::string> names);

} // namespace unseen
