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

std::string invalid(const std::string& text, const std::string& expected)
{
    return "'" + text + "' is not valid; expected " + expected;
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
    return list || as<std::vector<std::string>>() != nullptr || as<std::vector<Spec>>() != nullptr ||
           !std::holds_alternative<FieldValue>(target);
}

std::string Argument::value_name() const
{
    if (flag() || positional()) return "";
    if (list) return as<std::vector<std::string>>() != nullptr ? "NAME,..." : "N,...";
    if (as<std::vector<NamedSpec>>() != nullptr) return "[NAME=]SPEC";
    if (as<std::vector<NamedFile>>() != nullptr) return "NAME=FILE";
    if (!choices.empty()) return joined(choices, "|");
    switch (form_of(std::get<FieldValue>(target))) {
    case FieldForm::spec: return "SPEC";
    case FieldForm::number: return "NUMBER";
    case FieldForm::whole: return "N";
    default: return "TEXT";
    }
}

std::string Argument::fallback() const
{
    if (const auto* number = as<double>()) return shortest(*number);
    if (const auto* number = as<std::uint64_t>())
        return static_cast<double>(*number) < range.least ? "" : std::to_string(*number);
    if (const auto* level = as<Level>()) return shortest(level->value());
    if (const auto* spec = as<Spec>()) return spec->print();
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
    const auto wrong = [&](const std::string& expected) { return invalid(text, expected); };
    if (!choices.empty() && std::find(choices.begin(), choices.end(), text) == choices.end())
        return wrong("one of " + value_name());
    // An empty value often comes from a shell variable that was not set. It must not be treated as if the
    // option were absent.
    if (text.empty() && !empty) return wrong("a value");
    if (auto* named = as<std::vector<NamedSpec>>()) {
        named->push_back(NamedSpec::parse(text));
        family->check(named->back().spec);
    } else if (auto* files = as<std::vector<NamedFile>>()) {
        const auto end = text.find('=');
        if (end == text.npos || end == 0 || end + 1 == text.size()) return wrong("NAME=FILE");
        for (const auto& other : *files)
            if (other.file == text.substr(end + 1)) return wrong("a file of its own for each NAME");
        NamedFile file{.name = text.substr(0, end), .file = text.substr(end + 1)};
        if (check_file) check_file(file);
        files->push_back(std::move(file));
    } else {
        if (family != nullptr) family->check(Spec::parse(text));
        for (const auto& part : list ? parts_of(text) : std::vector{text})
            if (const auto expected = set_text(std::get<FieldValue>(target), part, range); !expected.empty())
                return invalid(part, expected);
    }
    return "";
}

void Argument::clear() const
{
    if (const auto* value = std::get_if<FieldValue>(&target)) unseen::clear(*value);
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
                        std::function<void(const NamedFile&)> check, std::string_view help)
{
    option(name, &target, help);
    all_.back().check_file = std::move(check);
    all_.back().output = true;
}

void Arguments::specs(std::string_view name, Target target, const SpecFamily& family, std::string_view help)
{
    option(name, target, help);
    all_.back().family = &family;
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
        const auto& info = *field.info;
        if (info.kind == FieldKind::common || !info.concerns(command)) continue;
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
                          .target = field.value,
                          .choices = info.values(),
                          .range = info.range,
                          .family = info.family,
                          .list = info.family == nullptr && field.list(),
                          .empty = info.kind == FieldKind::cell};
        if (!info.alias.empty()) argument.alias = as_option(info.alias, "");
        if (info.family != nullptr && field.list()) argument.help += "; repeat for several";
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
