// A single description of the fields of a struct of options, over which the command line, experiment file,
// Python, states, models and documents loop.
//
// Example:
//
//     Roles roles;
//     for (const auto& field : fields_of(roles))
//         if (field.info->name == "group") set_text(field.value, "patient");
//     assert(roles.group == "patient" && given_fields(roles).size() == 1);
#pragma once

#include "unseen/base/delta.hpp"
#include "unseen/base/interval_choice.hpp"
#include "unseen/base/level.hpp"
#include "unseen/base/spec.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

namespace unseen {

/// The kind of a field's value.
enum class FieldKind {
    text,   ///< a word, a number, yes or no, by the type
    column, ///< a column, or several
    label,  ///< a class, or several
    range,  ///< whole numbers: 1-12, or 1,2,12
    cell,   ///< texts of cells, which may be empty
    flags,  ///< one of the choices, each of which is an option of its own on the command line
    common, ///< a word or number that one option of all commands gives: `seed`
    file,   ///< a file that is written
};

/// What the text of a value, or of each value of a list, looks like.
enum class FieldForm { other, truth, text, whole, number, spec };

/// What the specs of a field name.
struct SpecFamily {
    std::span<const SpecInfo> (*known)(); ///< to complete names
    void (*check)(const Spec&);           ///< throws InputError for a spec that nothing has
};

/// The numbers that a field takes.
struct FieldRange {
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
};

/// A special treatment of a field in one command.
struct FieldRemark {
    std::string_view command{};
    std::string_view refused{}; ///< the reason why the command does not take it
    std::string_view help{};    ///< in place of FieldInfo::help
};

/// The description of a field.
struct FieldInfo {
    std::string_view name;    ///< `out_of_fold`: --out-of-fold on the command line, `out_of_fold` elsewhere
    std::string_view alias{}; ///< an older name, which the command line still takes and no help shows
    FieldKind kind = FieldKind::text;
    std::string_view help{};
    std::string_view choices{}; ///< the only values, with | between them
    FieldRange range{};
    const SpecFamily* family = nullptr;
    /// The option of the command line, if it is called otherwise: `measure` gives one of the `measures`.
    std::string_view word{};
    std::string_view python{}; ///< the argument that holds the cells of the column, if it has another name
    std::array<std::string_view, 6> commands{}; ///< those that have the option; none: all
    std::array<FieldRemark, 3> remarks{};
    /// The place in the digest of data and in models, whose bytes do not depend on the order of the table; 0
    /// if it is in none.
    int in_digest = 0;
    int in_model = 0;
    /// Whether it is in states: 0 if not, the bit of a flag, else 1. States have the fields in the order of
    /// the table, so a new order would need a new version of states.
    int in_state = 0;

    /// Whether the command has the option, or refuses it with a reason.
    constexpr bool concerns(std::string_view command) const
    {
        if (commands.front().empty()) return true;
        for (const auto& one : commands)
            if (one == command) return true;
        return false;
    }
    /// The remark for this command; without texts if there is none.
    constexpr FieldRemark remark(std::string_view command) const
    {
        for (const auto& one : remarks)
            if (!one.command.empty() && one.command == command) return one;
        return {};
    }
    /// Its name as an option of the command line.
    std::string option() const;
    /// All its options; with FieldKind::flags there is one for each choice.
    std::vector<std::string> options() const;
    /// The choices, one by one.
    std::vector<std::string> values() const;
};

// The fields that options of all commands give.
inline constexpr FieldInfo level_field{
    .name = "level", .kind = FieldKind::common, .help = "confidence level of the intervals"};
inline constexpr FieldInfo seed_field{
    .name = "seed", .kind = FieldKind::common, .help = "seed of all random choices"};
inline constexpr FieldInfo threads_field{.name = "threads",
                                         .kind = FieldKind::common,
                                         .help = "number of threads, 0 for all; results do not depend on it"};

/// Of jobs that judge requirements (METHODS I.36).
inline constexpr FieldInfo require_level_field{
    .name = "require_level", .help = "confidence of the one-sided limit by which a requirement is judged"};
inline constexpr FieldInfo looks_field{
    .name = "looks",
    .help = "how often requirements are judged while rows are gathered, planned beforehand (default: once)",
    .range = {2, 1000}};
inline constexpr FieldInfo look_field{
    .name = "look", .help = "which of the planned looks this is, from 1 on", .range = {1, 1000}};

/// A row of the table of a struct.
template <class Struct, class Type>
struct Field {
    Type Struct::*member;
    FieldInfo info;
};
template <class Struct, class Type>
Field(Type Struct::*, FieldInfo) -> Field<Struct, Type>;

/// A row for fields that the program sets, and no user.
template <class... Members>
struct Inner {
    constexpr explicit Inner(Members...) {}
};

struct NoFieldTable {};
/// The table of a struct: a std::tuple of Field, in the order in which help lists them, and of Inner.
/// Specialised beside each struct.
template <class Struct>
inline constexpr NoFieldTable field_table{};

namespace detail {

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;

template <class T>
inline constexpr FieldForm form = FieldForm::other;
template <class T>
inline constexpr FieldForm form<std::optional<T>> = form<T>;
template <class T>
inline constexpr FieldForm form<std::vector<T>> = form<T>;
template <>
inline constexpr FieldForm form<bool> = FieldForm::truth;
template <>
inline constexpr FieldForm form<std::string> = FieldForm::text;
template <>
inline constexpr FieldForm form<IntervalChoice> = FieldForm::text;
template <>
inline constexpr FieldForm form<std::uint64_t> = FieldForm::whole;
template <>
inline constexpr FieldForm form<double> = FieldForm::number;
template <>
inline constexpr FieldForm form<Level> = FieldForm::number;
template <>
inline constexpr FieldForm form<Delta> = FieldForm::number;
template <>
inline constexpr FieldForm form<Spec> = FieldForm::spec;

/// What a pointer to a value points at.
template <class Where>
using Content = std::remove_cv_t<std::remove_pointer_t<Where>>;

/// Stands for a value of any field. An optional takes it as its content, if that is made of any value.
struct AnyValue {
    template <class T>
    requires(!is_optional<T>) operator T() const;
    template <class T>
    requires(is_optional<T> && !std::constructible_from<typename T::value_type, AnyValue>) operator T() const;
};

template <class Struct, class... Values>
consteval std::size_t field_count()
{
    if constexpr (requires { Struct{Values{}..., AnyValue{}}; })
        return field_count<Struct, Values..., AnyValue>();
    else
        return sizeof...(Values);
}

template <class Struct, class Type>
constexpr std::size_t fields_in(const Field<Struct, Type>&)
{
    return 1;
}
template <class... Members>
constexpr std::size_t fields_in(const Inner<Members...>&)
{
    return sizeof...(Members);
}

template <class T>
using ConstPointer = const T*;

template <template <class> class Pointer>
using Values =
    std::variant<Pointer<bool>, Pointer<char>, Pointer<double>, Pointer<std::uint64_t>, Pointer<std::string>,
                 Pointer<std::optional<bool>>, Pointer<std::optional<char>>, Pointer<std::optional<double>>,
                 Pointer<std::optional<std::uint64_t>>, Pointer<std::vector<std::string>>,
                 Pointer<std::vector<double>>, Pointer<std::vector<std::uint64_t>>, Pointer<Spec>,
                 Pointer<std::optional<Spec>>, Pointer<std::vector<Spec>>, Pointer<Level>,
                 Pointer<std::optional<Delta>>, Pointer<IntervalChoice>>;

} // namespace detail

/// True if the table has as many rows as the struct has fields.
template <class Struct>
consteval bool describes_all_fields()
{
    return std::apply([](const auto&... rows) { return (detail::fields_in(rows) + ...); },
                      field_table<Struct>) == detail::field_count<Struct>();
}

/// Where the value of a field is.
using FieldValue = detail::Values<std::add_pointer_t>;
using ConstFieldValue = detail::Values<detail::ConstPointer>;

/// The form of a FieldValue or ConstFieldValue.
template <class Value>
FieldForm form_of(const Value& value)
{
    return std::visit([](auto where) { return detail::form<detail::Content<decltype(where)>>; }, value);
}

/// A field of an object, which must outlive it.
template <class Value>
struct FieldOf {
    const FieldInfo* info;
    Value value;

    /// True for yes or no, and for a choice whose values are options without a value.
    bool flag() const { return info->kind == FieldKind::flags || value.index() == 0; } // that of bool
    FieldForm form() const { return form_of(value); }
    /// True if it holds any number of values.
    bool list() const
    {
        return std::visit([](auto where) { return detail::is_list<detail::Content<decltype(where)>>; },
                          value);
    }
};

namespace detail {

template <class Value, class Struct, class Of, class Type>
void add_field(std::vector<FieldOf<Value>>& to, Struct& object, const Field<Of, Type>& row)
{
    to.push_back({&row.info, &(object.*row.member)});
}
template <class Value, class Struct, class... Members>
void add_field(std::vector<FieldOf<Value>>&, Struct&, const Inner<Members...>&)
{
}

} // namespace detail

/// The fields of an object that users set, in the order of their table.
template <class Struct>
auto fields_of(Struct& object)
{
    std::vector<FieldOf<std::conditional_t<std::is_const_v<Struct>, ConstFieldValue, FieldValue>>> fields;
    std::apply([&](const auto&... rows) { (detail::add_field(fields, object, rows), ...); },
               field_table<std::remove_const_t<Struct>>);
    return fields;
}

/// The texts that set the field to its value: the parts of a list, "yes" or "no", "tab". There is none if the
/// field has no value.
std::vector<std::string> texts_of(const ConstFieldValue& value);

/// Sets the value from its text; a list gets one more part. Returns what was expected if the text is not
/// valid. Throws InputError for a text that is no spec.
std::string set_text(const FieldValue& value, const std::string& text, const FieldRange& range = {});

/// Empties a list; anything else stays.
void clear(const FieldValue& value);

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
