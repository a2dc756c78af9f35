#include "arguments.hpp"

#include "unseen/base/argument.hpp"
#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>

namespace unseen::cli {

namespace {

/// The parts of a list with commas between them. A part in double quotes may have commas, and a quote is
/// written twice there.
std::vector<std::string> parts_of(const std::string& list)
{
    std::vector<std::string> parts(1);
    bool quoted = false;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i] == '"' && (quoted || parts.back().empty())) {
            if (quoted && i + 1 < list.size() && list[i + 1] == '"')
                parts.back() += list[i++];
            else
                quoted = !quoted;
        } else if (list[i] == ',' && !quoted) {
            parts.emplace_back();
        } else {
            parts.back() += list[i];
        }
    }
    return parts;
}

} // namespace

std::string joined(const std::vector<std::string>& texts, std::string_view between)
{
    std::string all;
    for (const auto& text : texts) all.append(all.empty() ? "" : between).append(text);
    return all;
}

NamedSpec NamedSpec::parse(const std::string& text)
{
    const auto end = std::min(text.find_first_of("=:("), text.size());
    if (end == text.size() || text[end] != '=') {
        auto spec = Spec::parse(text);
        auto name = spec.print();
        return {.name = std::move(name), .spec = std::move(spec)};
    }
    require(end > 0, "'" + text + "' has no name before '='; expected NAME=SPEC");
    return {.name = text.substr(0, end), .spec = Spec::parse(text.substr(end + 1))};
}

bool Argument::repeats() const
{
    return as<std::vector<std::string>>() != nullptr || !std::holds_alternative<FieldValue>(target);
}

std::string Argument::value_name() const
{
    if (flag() || positional()) return "";
    if (list) return "NAME,...";
    if (as<std::vector<NamedSpec>>() != nullptr) return "[NAME=]SPEC";
    if (as<std::vector<NamedFile>>() != nullptr) return "NAME=FILE";
    if (repeats()) return "SPEC";
    if (as<double>() != nullptr || as<std::optional<double>>() != nullptr) return "NUMBER";
    if (as<std::uint64_t>() != nullptr || as<std::optional<std::uint64_t>>() != nullptr) return "N";
    return choices.empty() ? "TEXT" : joined(choices, "|");
}

std::string Argument::fallback() const
{
    if (const auto* number = as<double>()) return shortest(*number);
    if (const auto* number = as<std::uint64_t>()) return std::to_string(*number);
    return "";
}

std::vector<std::string> Argument::texts() const
{
    if (const auto* one = as<std::string>()) return {*one};
    if (const auto* files = as<std::vector<NamedFile>>()) {
        std::vector<std::string> paths;
        for (const auto& [name, file] : *files) paths.push_back(file);
        return paths;
    }
    const auto* several = as<std::vector<std::string>>();
    return several != nullptr ? *several : std::vector<std::string>{};
}

std::string Argument::take(const std::string& text) const
{
    const auto wrong = [&](const std::string& expected) {
        return "'" + text + "' is not valid; expected " + expected;
    };
    if (!choices.empty() && std::find(choices.begin(), choices.end(), text) == choices.end())
        return wrong("one of " + value_name());
    // Often a variable of a shell that was not set: an option that says nothing must not pass for one that
    // was not given.
    if (text.empty() && !empty) return wrong("a value");
    if (auto* specs = as<std::vector<Spec>>()) {
        specs->push_back(Spec::parse(text));
        if (check) check(specs->back());
    } else if (auto* named = as<std::vector<NamedSpec>>()) {
        named->push_back(NamedSpec::parse(text));
        if (check) check(named->back().spec);
    } else if (auto* files = as<std::vector<NamedFile>>()) {
        const auto end = text.find('=');
        if (end == text.npos || end == 0 || end + 1 == text.size()) return wrong("NAME=FILE");
        for (const auto& other : *files)
            if (other.file == text.substr(end + 1)) return wrong("a file of its own for each NAME");
        if (check_name) check_name(text.substr(0, end));
        files->push_back({.name = text.substr(0, end), .file = text.substr(end + 1)});
    } else {
        for (const auto& part : list ? parts_of(text) : std::vector{text})
            if (const auto expected = set_text(std::get<FieldValue>(target), part); !expected.empty())
                return wrong(expected);
    }
    return "";
}

void Argument::clear() const
{
    if (auto* texts = as<std::vector<std::string>>()) texts->clear();
}

void Arguments::positional(std::string_view name, std::string& target, std::string_view help, bool required)
{
    all_.push_back(
        {.name = std::string(name), .help = std::string(help), .target = &target, .required = required});
}

void Arguments::positionals(std::string_view name, std::vector<std::string>& target, std::string_view help)
{
    all_.push_back({.name = std::string(name), .help = std::string(help), .target = &target});
}

void Arguments::option(std::string_view name, Target target, std::string_view help)
{
    all_.push_back({.name = std::string(name), .help = std::string(help), .target = target});
}

void Arguments::output(std::string_view name, std::string& target, std::string_view help)
{
    option(name, &target, help);
    all_.back().output = true;
}

void Arguments::outputs(std::string_view name, std::vector<NamedFile>& target,
                        std::function<void(const std::string&)> check, std::string_view help)
{
    option(name, &target, help);
    all_.back().check_name = std::move(check);
    all_.back().output = true;
}

void Arguments::specs(std::string_view name, Target target, std::span<const SpecInfo> known,
                      std::function<void(const Spec&)> check, std::string_view help)
{
    option(name, target, help);
    all_.back().check = std::move(check);
    for (const auto& info : known) all_.back().words.push_back(info.name);
}

void Arguments::choice(std::string_view name, std::string& target, std::vector<std::string> choices,
                       std::string_view help)
{
    option(name, &target, help);
    all_.back().choices = std::move(choices);
}

void Arguments::names(std::string_view name, std::vector<std::string>& target, std::string_view help,
                      bool empty)
{
    option(name, &target, help);
    all_.back().list = true;
    all_.back().empty = empty;
}

void Arguments::fields(const std::vector<FieldOf<FieldValue>>& fields, std::string_view command,
                       const std::map<std::string_view, std::function<void(Argument)>>& own)
{
    for (const auto& field : fields) {
        if (field.inner()) continue;
        const auto& info = *field.info;
        const auto remark = info.remark(command);
        if (!remark.refused.empty()) {
            for (const auto& option : info.options())
                refused_.push_back({option, std::string(remark.refused)});
            if (!info.alias.empty())
                refused_.push_back({as_option(info.alias, ""), std::string(remark.refused)});
            continue;
        }
        Argument argument{.name = info.option(),
                          .help = word_arguments(remark.help.empty() ? info.help : remark.help, as_option),
                          .target = field.value};
        argument.choices = info.values();
        argument.list = argument.as<std::vector<std::string>>() != nullptr;
        argument.empty = info.kind == FieldKind::cell;
        if (!info.alias.empty()) argument.alias = as_option(info.alias, "");
        if (const auto declared = own.find(info.name); declared != own.end())
            declared->second(std::move(argument));
        else
            add(std::move(argument));
    }
}

Arguments declared_by(const Command& command)
{
    Arguments arguments;
    if (command.declare) command.declare(arguments);
    return arguments;
}

std::vector<Argument> arguments_of(const Command& command) { return declared_by(command).all(); }

} // namespace unseen::cli
