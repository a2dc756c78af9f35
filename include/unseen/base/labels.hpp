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
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// Labels in the order given; the code of a label is its position. A value type; a copy costs as much as a
/// pointer, because labels are copied only when they change.
class Labels {
public:
    Labels() = default;
    /// Throws InputError if a label occurs twice.
    explicit Labels(std::vector<std::string> names);

    std::size_t size() const { return names().size(); }
    /// The label with that code. Throws std::out_of_range unless code < size().
    const std::string& name(std::size_t code) const { return names().at(code); }
    const std::vector<std::string>& names() const;
    /// The code of `name`, if it is one of the labels. O(1).
    std::optional<std::uint32_t> code(std::string_view name) const;
    /// The code of `name`, which is appended if it is new. O(1) amortised, and a copy of all labels the first
    /// time that they change after they were copied.
    std::uint32_t add(std::string_view name);

    friend bool operator==(const Labels& a, const Labels& b)
    {
        return a.table_ == b.table_ || a.names() == b.names();
    }

private:
    struct Table;
    std::shared_ptr<Table> table_; ///< shared by copies; null: no labels
};

/// The names in the library's order for labels without a declared order: by value if all are numbers, else
/// bytewise.
std::vector<std::string> sorted_labels(std::vector<std::string> names);

} // namespace unseen
