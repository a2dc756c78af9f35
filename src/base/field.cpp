#include "unseen/base/field.hpp"

#include "unseen/base/number.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

using Texts = std::vector<std::string>;

std::string text(bool value) { return value ? "yes" : "no"; }
std::string text(char value) { return value == '\t' ? "tab" : std::string(1, value); }
std::string text(double value) { return shortest(value); }
std::string text(std::uint64_t value) { return std::to_string(value); }
std::string text(const std::string& value) { return value; }
std::string text(const IntervalChoice& value) { return value.name(); }
std::string text(const Spec& value) { return value.print(); }
std::string text(Level value) { return shortest(value.value()); }
std::string text(const Delta& value) { return shortest(value.value()); }

template <class T>
Texts texts(const T* value)
{
    return {text(*value)};
}
template <>
Texts texts(const bool* value)
{
    return *value ? Texts{"yes"} : Texts{};
}
template <>
Texts texts(const std::string* value)
{
    return value->empty() ? Texts{} : Texts{*value};
}
template <class T>
Texts texts(const std::optional<T>* value)
{
    return *value ? Texts{text(**value)} : Texts{};
}
template <class T>
Texts texts(const std::vector<T>* value)
{
    Texts all;
    for (const auto& one : *value) all.push_back(text(one));
    return all;
}

/// What the text spells; none if it is not valid, and then what was expected.
template <class T>
struct Read {
    std::optional<T> value;
    std::string expected{};
};

Read<bool> read(const std::string& text, const FieldRange&, const bool*)
{
    if (text == "yes" || text == "no") return {text == "yes"};
    return {std::nullopt, "yes or no"};
}
Read<char> read(const std::string& text, const FieldRange&, const char*)
{
    if (text == "tab" || text.size() == 1) return {text == "tab" ? '\t' : text.front()};
    return {std::nullopt, "one character, or tab"};
}
/// A limit without an exponent.
std::string limit(double value)
{
    return value == std::floor(value) ? std::to_string(static_cast<std::int64_t>(value)) : shortest(value);
}
template <class Number>
Read<Number> number(std::optional<Number> value, const FieldRange& range, const std::string& kind,
                    const std::string& all)
{
    const auto given = static_cast<double>(value.value_or(Number{}));
    if (value && given >= range.least && given <= range.most) return {value};
    const bool limited = range.most < std::numeric_limits<double>::infinity();
    return {std::nullopt,
            kind + (limited ? " from " + limit(range.least) + " to " + limit(range.most) : all)};
}
Read<double> read(const std::string& text, const FieldRange& range, const double*)
{
    return number(parse_number(text), range, "a number", "");
}
Read<std::uint64_t> read(const std::string& text, const FieldRange& range, const std::uint64_t*)
{
    return number(parse_whole(text), range, "a whole number", " from 0 to 2^64 - 1");
}
Read<std::string> read(const std::string& text, const FieldRange&, const std::string*) { return {text}; }
Read<IntervalChoice> read(const std::string& text, const FieldRange&, const IntervalChoice*)
{
    return {text};
}
Read<Spec> read(const std::string& text, const FieldRange&, const Spec*) { return {Spec::parse(text)}; }
/// A probability, as Level and Delta are: they say themselves what they take.
template <class Probability>
Read<Probability> read(const std::string& text, const FieldRange&, const Probability*)
{
    const auto value = parse_number(text);
    if (!value) return {std::nullopt, "a number"};
    return {Probability(*value)};
}

template <class T>
std::string set(T* value, const std::string& text, const FieldRange& range)
{
    auto given = read(text, range, value);
    if (given.value) *value = std::move(*given.value);
    return given.expected;
}
template <class T>
std::string set(std::optional<T>* value, const std::string& text, const FieldRange& range)
{
    auto given = read(text, range, static_cast<const T*>(nullptr));
    if (given.value || std::is_same_v<T, bool>) *value = std::move(given.value);
    return std::is_same_v<T, bool> && text == "auto" ? "" : given.expected;
}
template <class T>
std::string set(std::vector<T>* value, const std::string& text, const FieldRange& range)
{
    auto given = read(text, range, static_cast<const T*>(nullptr));
    if (given.value) value->push_back(std::move(*given.value));
    return given.expected;
}

} // namespace

std::vector<std::string> FieldInfo::values() const
{
    std::vector<std::string> all;
    for (auto rest = choices; !rest.empty(); rest.remove_prefix(std::min(all.back().size() + 1, rest.size())))
        all.emplace_back(rest.substr(0, rest.find('|')));
    return all;
}

std::string FieldInfo::option() const
{
    std::string option = "--" + std::string(word.empty() ? name : word);
    std::replace(option.begin(), option.end(), '_', '-');
    return option;
}

std::vector<std::string> FieldInfo::options() const
{
    if (kind != FieldKind::flags) return {option()};
    auto all = values();
    for (auto& one : all) one.insert(0, "--");
    return all;
}

std::vector<std::string> texts_of(const ConstFieldValue& value)
{
    return std::visit([](auto where) { return texts(where); }, value);
}

void clear(const FieldValue& value)
{
    std::visit(
        [](auto where) {
            if constexpr (detail::is_list<detail::Content<decltype(where)>>) where->clear();
        },
        value);
}

std::string set_text(const FieldValue& value, const std::string& text, const FieldRange& range)
{
    return std::visit([&](auto where) { return set(where, text, range); }, value);
}

} // namespace unseen
