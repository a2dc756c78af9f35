// The fields of a struct of options, described once: command line, experiment file, Python, states, models
// and documents loop over this description.
//
// Example:
//
//     Roles roles;
//     for (const auto& field : fields_of(roles))
//         if (field.info->name == "group") set_text(field.value, "patient");
//     assert(roles.group == "patient" && given_fields(roles).size() == 1);
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

namespace unseen {

/// What a user names with a field.
enum class FieldKind {
    text,   ///< a word, a number, yes or no, by the type
    column, ///< a column, or several
    label,  ///< a class, or several
    range,  ///< whole numbers: 1-12, or 1,2,12
    cell,   ///< texts of cells, among them the empty one
    flags,  ///< one of the choices, each of which is an option of its own on the command line
    inner,  ///< nothing: the program sets the field
};

/// What is special about a field in one command.
struct FieldRemark {
    std::string_view command;
    std::string_view refused{}; ///< why the command does not take it
    std::string_view help{};    ///< in place of FieldInfo::help
};

/// What is said about a field.
struct FieldInfo {
    std::string_view name;    ///< `out_of_fold`: --out-of-fold on the command line, and as it is elsewhere
    std::string_view alias{}; ///< an older name, which the command line still takes and no help shows
    FieldKind kind = FieldKind::text;
    std::string_view help{};
    std::string_view choices{}; ///< the only values, with | between them
    std::string_view python{}; ///< the argument that holds the cells of the column, if it is called otherwise
    std::array<FieldRemark, 3> remarks{};
    /// The place in the digest of data and in models, whose bytes do not depend on the order of the table; 0:
    /// it is in none.
    int in_digest = 0;
    int in_model = 0;
    /// Whether it is in states: 0 if not, the bit of a flag, else 1. States have the fields in the order of
    /// the table, so that a new order would need a new version of states.
    int in_state = 0;

    /// The remark for this command; one without texts if there is none.
    constexpr FieldRemark remark(std::string_view command) const
    {
        for (const auto& one : remarks)
            if (!one.command.empty() && one.command == command) return one;
        return {};
    }
    /// Its name as an option of the command line.
    std::string option() const;
    /// All its options: with FieldKind::flags one for each choice.
    std::vector<std::string> options() const;
    /// The choices, one by one.
    std::vector<std::string> values() const;
};

/// A row of the table of a struct.
template <class Struct, class Type>
struct Field {
    Type Struct::*member;
    FieldInfo info;
};
template <class Struct, class Type>
Field(Type Struct::*, FieldInfo) -> Field<Struct, Type>;

struct NoFieldTable {};
/// The table of a struct: a std::tuple of Field, in the order in which help lists them. Specialised beside
/// each struct.
template <class Struct>
inline constexpr NoFieldTable field_table{};

namespace detail {

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

/// Stands for a value of any field. An optional takes it as its content.
struct AnyValue {
    template <class T>
    requires(!is_optional<T>) operator T() const;
};

template <class Struct, class... Values>
consteval std::size_t field_count()
{
    if constexpr (requires { Struct{Values{}..., AnyValue{}}; })
        return field_count<Struct, Values..., AnyValue>();
    else
        return sizeof...(Values);
}

template <class T>
using ConstPointer = const T*;

template <template <class> class Pointer>
using Values = std::variant<std::monostate, Pointer<bool>, Pointer<char>, Pointer<double>,
                            Pointer<std::uint64_t>, Pointer<std::string>, Pointer<std::optional<bool>>,
                            Pointer<std::optional<char>>, Pointer<std::optional<double>>,
                            Pointer<std::optional<std::uint64_t>>, Pointer<std::vector<std::string>>>;

} // namespace detail

/// True if the table has as many rows as the struct has fields.
template <class Struct>
consteval bool describes_all_fields()
{
    return std::tuple_size_v<std::remove_const_t<decltype(field_table<Struct>)>> ==
           detail::field_count<Struct>();
}

/// Where the value of a field is; std::monostate for an inner field of another type.
using FieldValue = detail::Values<std::add_pointer_t>;
using ConstFieldValue = detail::Values<detail::ConstPointer>;

/// A field of an object, which must outlive it.
template <class Value>
struct FieldOf {
    const FieldInfo* info;
    Value value;

    bool inner() const { return info->kind == FieldKind::inner; }
    /// True for yes or no, and for a choice whose values are options without a value.
    bool flag() const { return info->kind == FieldKind::flags || value.index() == 1; } // that of bool
};

/// The fields of an object in the order of their table.
template <class Struct>
auto fields_of(Struct& object)
{
    using Value = std::conditional_t<std::is_const_v<Struct>, ConstFieldValue, FieldValue>;
    const auto of = [&](const auto& row) -> FieldOf<Value> {
        if constexpr (std::constructible_from<Value, decltype(&(object.*row.member))>)
            return {&row.info, Value(&(object.*row.member))};
        else
            return {&row.info, Value()};
    };
    return std::apply([&](const auto&... rows) { return std::vector<FieldOf<Value>>{of(rows)...}; },
                      field_table<std::remove_const_t<Struct>>);
}

/// The texts that set the field to its value: the parts of a list, "yes" or "no", "tab"; none if it has no
/// value.
std::vector<std::string> texts_of(const ConstFieldValue& value);

/// Sets the value that the text spells; a list gets one more part. Returns what was expected, if the text is
/// not valid.
std::string set_text(const FieldValue& value, const std::string& text);

/// The fields of an object that are not at their defaults.
template <class Struct>
std::vector<FieldOf<ConstFieldValue>> given_fields(const Struct& object)
{
    static const Struct defaults{};
    std::vector<FieldOf<ConstFieldValue>> given;
    const auto all = fields_of(object);
    const auto untouched = fields_of(defaults);
    for (std::size_t i = 0; i < all.size(); ++i)
        if (texts_of(all[i].value) != texts_of(untouched[i].value)) given.push_back(all[i]);
    return given;
}

} // namespace unseen
