#include "unseen/base/field.hpp"

#include "unseen/base/number.hpp"

#include <algorithm>

namespace unseen {

namespace {

using Texts = std::vector<std::string>;

Texts texts(std::monostate) { return {}; }
Texts texts(const bool* value) { return *value ? Texts{"yes"} : Texts{}; }
Texts texts(const char* value) { return {*value == '\t' ? "tab" : std::string(1, *value)}; }
Texts texts(const double* value) { return {shortest(*value)}; }
Texts texts(const std::uint64_t* value) { return {std::to_string(*value)}; }
Texts texts(const std::string* value) { return value->empty() ? Texts{} : Texts{*value}; }
Texts texts(const Texts* value) { return *value; }
Texts texts(const std::optional<bool>* value) { return *value ? Texts{**value ? "yes" : "no"} : Texts{}; }
Texts texts(const std::optional<char>* value) { return *value ? texts(&**value) : Texts{}; }
Texts texts(const std::optional<double>* value) { return *value ? Texts{shortest(**value)} : Texts{}; }
Texts texts(const std::optional<std::uint64_t>* value)
{
    return *value ? Texts{std::to_string(**value)} : Texts{};
}

std::string set(std::monostate, const std::string&) { return "no value"; }
std::string set(std::string* value, const std::string& text)
{
    *value = text;
    return "";
}
std::string set(Texts* value, const std::string& text)
{
    value->push_back(text);
    return "";
}
std::string set(bool* value, const std::string& text)
{
    if (text != "yes" && text != "no") return "yes or no";
    *value = text == "yes";
    return "";
}
std::string set(std::optional<bool>* value, const std::string& text)
{
    if (text == "auto") {
        value->reset();
        return "";
    }
    return set(&value->emplace(), text);
}
std::string set(char* value, const std::string& text)
{
    if (text != "tab" && text.size() != 1) return "one character, or tab";
    *value = text == "tab" ? '\t' : text.front();
    return "";
}
std::string set(std::optional<char>* value, const std::string& text) { return set(&value->emplace(), text); }
std::string set(std::optional<double>* value, const std::string& text)
{
    *value = parse_number(text);
    return *value ? "" : "a number";
}
std::string set(std::optional<std::uint64_t>* value, const std::string& text)
{
    *value = parse_whole(text);
    return *value ? "" : "a whole number from 0 to 2^64 - 1";
}
template <class Number>
std::string set(Number* value, const std::string& text)
{
    std::optional<Number> given;
    const auto expected = set(&given, text);
    if (given) *value = *given;
    return expected;
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
    std::string option = "--" + std::string(name);
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

std::string set_text(const FieldValue& value, const std::string& text)
{
    return std::visit([&](auto where) { return set(where, text); }, value);
}

} // namespace unseen
