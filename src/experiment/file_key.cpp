#include "unseen/experiment/file_key.hpp"

#include "unseen/data/role_fields.hpp"
#include "unseen/read/read_fields.hpp"

#include <algorithm>
#include <variant>
#include <vector>

namespace unseen {

namespace {

/// A text as TOML writes it.
std::string toml_text(std::string_view text)
{
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    return quoted + '"';
}

/// True for a key that takes a list of texts.
bool takes_list(std::string_view name)
{
    Roles roles;
    ReadOptions reading;
    const auto lists = [name](const auto& field) {
        return field.info->name == name && std::holds_alternative<std::vector<std::string>*>(field.value);
    };
    return std::ranges::any_of(fields_of(roles), lists) || std::ranges::any_of(fields_of(reading), lists);
}

} // namespace

std::string as_file_key(std::string_view name, std::string_view value)
{
    if (value.empty()) return '\'' + std::string(name) + '\'';
    const std::string key = std::string(name) + " = ";
    if (!takes_list(name)) {
        const bool number = value.find_first_not_of("0123456789") == value.npos;
        return key + (number           ? std::string(value)
                      : value == "yes" ? "true"
                      : value == "no"  ? "false"
                                       : toml_text(value));
    }
    std::string list;
    for (std::size_t begin = 0; begin <= value.size();) {
        const auto end = std::min(value.find(',', begin), value.size());
        list += (list.empty() ? "" : ", ") + toml_text(value.substr(begin, end - begin));
        begin = end + 1;
    }
    return key + '[' + list + ']';
}

} // namespace unseen
