#include "arguments.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>

namespace unseen::cli {

namespace {

/// True if the target is of one of these types.
template <class... Ts>
bool targets(const Target& target)
{
    return (std::holds_alternative<Ts*>(target) || ...);
}

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
    return targets<std::vector<std::string>, std::vector<Spec>, std::vector<NamedSpec>,
                   std::vector<NamedFile>>(target);
}

std::string Argument::value_name() const
{
    if (flag() || positional()) return "";
    if (list) return "NAME,...";
    if (targets<std::vector<NamedSpec>>(target)) return "[NAME=]SPEC";
    if (targets<std::vector<NamedFile>>(target)) return "NAME=FILE";
    if (repeats()) return "SPEC";
    if (targets<double, std::optional<double>>(target)) return "NUMBER";
    if (targets<std::uint64_t, std::optional<std::uint64_t>>(target)) return "N";
    return choices.empty() ? "TEXT" : joined(choices, "|");
}

std::string Argument::fallback() const
{
    if (const auto* number = std::get_if<double*>(&target)) return shortest(**number);
    if (const auto* number = std::get_if<std::uint64_t*>(&target)) return std::to_string(**number);
    return "";
}

std::vector<std::string> Argument::texts() const
{
    if (const auto* one = std::get_if<std::string*>(&target)) return {**one};
    if (const auto* files = std::get_if<std::vector<NamedFile>*>(&target)) {
        std::vector<std::string> paths;
        for (const auto& [name, file] : **files) paths.push_back(file);
        return paths;
    }
    const auto* several = std::get_if<std::vector<std::string>*>(&target);
    return several != nullptr ? **several : std::vector<std::string>{};
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
    if (targets<double, std::optional<double>>(target)) {
        const auto number = parse_number(text);
        if (!number) return wrong("a number");
        if (const auto* one = std::get_if<double*>(&target)) **one = *number;
        if (const auto* one = std::get_if<std::optional<double>*>(&target)) **one = *number;
    } else if (targets<std::uint64_t, std::optional<std::uint64_t>>(target)) {
        const auto number = parse_whole(text);
        if (!number) return wrong("a whole number from 0 to 2^64 - 1");
        if (const auto* one = std::get_if<std::uint64_t*>(&target)) **one = *number;
        if (const auto* one = std::get_if<std::optional<std::uint64_t>*>(&target)) **one = *number;
    } else if (const auto* specs = std::get_if<std::vector<Spec>*>(&target)) {
        (*specs)->push_back(Spec::parse(text));
        if (check) check((*specs)->back());
    } else if (const auto* named = std::get_if<std::vector<NamedSpec>*>(&target)) {
        (*named)->push_back(NamedSpec::parse(text));
        if (check) check((*named)->back().spec);
    } else if (const auto* files = std::get_if<std::vector<NamedFile>*>(&target)) {
        const auto end = text.find('=');
        if (end == text.npos || end == 0 || end + 1 == text.size()) return wrong("NAME=FILE");
        for (const auto& other : **files)
            if (other.file == text.substr(end + 1)) return wrong("a file of its own for each NAME");
        if (check_name) check_name(text.substr(0, end));
        (*files)->push_back({.name = text.substr(0, end), .file = text.substr(end + 1)});
    } else if (const auto* texts = std::get_if<std::vector<std::string>*>(&target)) {
        for (auto& part : list ? parts_of(text) : std::vector{text}) (*texts)->push_back(std::move(part));
    } else if (const auto* one = std::get_if<std::string*>(&target)) {
        **one = text;
    }
    return "";
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

std::vector<Argument> arguments_of(const Command& command)
{
    Arguments arguments;
    if (command.declare) command.declare(arguments);
    return arguments.all();
}

} // namespace unseen::cli
