#include "unseen/base/spec.hpp"

#include "base/listed.hpp"
#include "base/same_name.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/base/quantity.hpp"
#include "unseen/base/suggestion.hpp"
#include "unseen/base/words.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <stdexcept>

namespace unseen {

namespace {

bool ends_value(char c) { return c == ',' || c == ';' || c == ')'; }

/// The position behind the bracket that closes the one at text[at]; npos if none does. Brackets in double
/// quotes do not count.
std::size_t end_of_brackets(std::string_view text, std::size_t at)
{
    std::size_t open = 0;
    bool quoted = false;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (quoted && c == '\\')
            ++at;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && c == '(')
            ++open;
        else if (!quoted && c == ')' && --open == 0)
            return at + 1;
    }
    return text.npos;
}

/// A value in the form of a spec: in double quotes if it needs them.
std::string printed(const std::string& value)
{
    if (value.starts_with('(') && end_of_brackets(value, 0) == value.size()) return value;
    if (!value.starts_with('"') && !value.starts_with('(') &&
        std::none_of(value.begin(), value.end(), ends_value))
        return value;
    std::string text = "\"";
    for (const char c : value) {
        if (c == '"' || c == '\\') text += '\\';
        text += c;
    }
    return text + '"';
}

/// Recursive descent over `name[(spec;spec)][:key=value,key=value]`. Values end at a comma, semicolon or
/// closing bracket, unless they are in double quotes.
class Parser {
public:
    explicit Parser(std::string_view text) : text_(text) {}

    Spec whole()
    {
        Spec spec = one(0);
        if (at_ < text_.size()) fail("the end of the spec");
        return spec;
    }

private:
    /// A spec inside this many brackets.
    Spec one(std::size_t depth)
    {
        std::string name = word("a name");
        std::vector<Spec> bases;
        if (skip('(')) {
            if (depth == Spec::deepest)
                fail("at most " + std::to_string(Spec::deepest) + " brackets inside each other");
            do bases.push_back(one(depth + 1));
            while (skip(';'));
            if (!skip(')')) fail("')' or ';'");
        }
        Spec spec(std::move(name), std::move(bases));
        if (skip(':')) {
            do {
                const std::string key = word("a key");
                if (!skip('=')) fail("'=' after the key '" + key + "'");
                if (spec.find(key)) fail("every key once ('" + key + "' is there twice)");
                spec.set(key, value());
            } while (skip(','));
        }
        return spec;
    }

    std::string word(const std::string& expected)
    {
        const auto begin = at_;
        while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
                                      text_[at_] == '-' || text_[at_] == '_'))
            ++at_;
        if (at_ == begin) fail(expected);
        return std::string(text_.substr(begin, at_ - begin));
    }

    std::string value()
    {
        if (skip('"')) return quoted();
        if (text_.substr(at_, 1) == "(") return bracketed();
        const auto begin = at_;
        while (at_ < text_.size() && !ends_value(text_[at_])) ++at_;
        return std::string(text_.substr(begin, at_ - begin));
    }

    /// The rest of a quoted value, after its first double quote. The quotes must enclose the whole value.
    std::string quoted()
    {
        std::string text;
        while (!skip('"')) {
            if (text_.substr(at_, 2) == "\\\"" || text_.substr(at_, 2) == "\\\\") ++at_;
            if (at_ == text_.size()) fail("'\"', for the value begins with one");
            text += text_[at_++];
        }
        if (at_ < text_.size() && !ends_value(text_[at_]))
            fail("the end of the value after its closing quote (double quotes must enclose the whole value)");
        return text;
    }

    /// A value in brackets, with them: a spec inside the spec.
    std::string bracketed()
    {
        const auto end = end_of_brackets(text_, at_);
        if (end == text_.npos) fail("a value whose brackets close");
        if (end < text_.size() && !ends_value(text_[end])) {
            at_ = end;
            fail("the end of the value after its closing bracket");
        }
        const auto begin = std::exchange(at_, end);
        return std::string(text_.substr(begin, end - begin));
    }

    bool skip(char c)
    {
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    [[noreturn]] void fail(const std::string& expected) const
    {
        constexpr std::size_t most_shown = 200;
        const auto shown =
            std::string(text_.substr(0, most_shown)) + (text_.size() > most_shown ? "..." : "");
        throw InputError("spec '" + shown + "', character " + std::to_string(at_ + 1) + ": expected " +
                         expected + "; a spec is name:key=value,key=value");
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

constexpr double most_whole = 9e15; // below 2^53

/// "a whole number from 1 up".
std::string range_text(const SpecKey& key)
{
    const bool whole = key.kind == SpecKey::Kind::integer;
    const std::string number = whole ? "a whole number" : "a number";
    const auto limit = [&](double x) {
        return whole && std::abs(x) < most_whole ? std::to_string(static_cast<std::int64_t>(x)) : shortest(x);
    };
    const bool below = key.lowest > -1e300;
    const bool above = key.highest < 1e300;
    if (!below && !above) return number;
    if (below && above)
        return number + (key.open ? " strictly between " : " from ") + limit(key.lowest) +
               (key.open ? " and " : " to ") + limit(key.highest);
    if (below)
        return number + (key.open ? " above " + limit(key.lowest) : " from " + limit(key.lowest) + " up");
    return number + (key.open ? " below " : " up to ") + limit(key.highest);
}

std::string canonical_number(const std::string& value, const SpecKey& key, const std::string& where)
{
    const auto number = parse_number(value);
    const bool inside = number && std::isfinite(*number) &&
                        (key.open ? *number > key.lowest && *number < key.highest
                                  : *number >= key.lowest && *number <= key.highest);
    const bool whole = number && std::floor(*number) == *number && std::abs(*number) < most_whole;
    const bool integer = key.kind == SpecKey::Kind::integer;
    require(inside && (whole || !integer),
            where + ": '" + value + "' is not valid; expected " + range_text(key));
    return integer ? std::to_string(static_cast<std::int64_t>(*number)) : shortest(*number);
}

std::string canonical_words(const std::string& value, const std::string& where)
{
    try {
        return join_words(split_words(value));
    } catch (const InputError& e) {
        throw InputError(where + ": " + e.what());
    }
}

std::string canonical(const std::string& value, const SpecKey& key, const std::string& where)
{
    if (value.empty() && key.fallback.empty()) return value;
    switch (key.kind) {
    case SpecKey::Kind::integer:
    case SpecKey::Kind::real: return canonical_number(value, key, where);
    case SpecKey::Kind::flag: {
        if (value == "yes" || value == "true" || value == "1") return "yes";
        if (value == "no" || value == "false" || value == "0") return "no";
        if (std::find(key.choices.begin(), key.choices.end(), value) != key.choices.end()) return value;
        std::string all = "yes";
        for (const auto& choice : key.choices) all += ", " + choice;
        throw InputError(where + ": '" + value + "' is not valid; expected " + all + " or no");
    }
    case SpecKey::Kind::choice: {
        if (std::find(key.choices.begin(), key.choices.end(), value) != key.choices.end()) return value;
        std::string all;
        for (const auto& choice : key.choices) all += (all.empty() ? "" : ", ") + choice;
        throw InputError(where + ": '" + value + "' is not valid; expected one of " + all);
    }
    case SpecKey::Kind::text: return value;
    case SpecKey::Kind::words: return canonical_words(value, where);
    case SpecKey::Kind::time: {
        const auto seconds = parse_seconds(value);
        require(seconds.has_value(),
                where + ": '" + value + "' is not valid; expected a time such as 500ms, 60s, 5min or 2h");
        return print_seconds(*seconds);
    }
    case SpecKey::Kind::size: {
        const auto bytes = parse_bytes(value);
        require(bytes.has_value(),
                where + ": '" + value + "' is not valid; expected a size such as 512MiB or 2GiB");
        return print_bytes(*bytes);
    }
    }
    throw std::logic_error("SpecKey: unknown kind");
}

} // namespace

Spec Spec::parse(std::string_view text) { return Parser(text).whole(); }

std::string Spec::print() const
{
    std::string text = name_;
    for (std::size_t i = 0; i < bases_.size(); ++i) text += (i == 0 ? "(" : ";") + bases_[i].print();
    if (!bases_.empty()) text += ')';
    for (std::size_t i = 0; i < values_.size(); ++i)
        text += (i == 0 ? ":" : ",") + values_[i].first + '=' + printed(values_[i].second);
    return text;
}

std::optional<std::string> Spec::find(std::string_view key) const
{
    for (const auto& [name, value] : values_)
        if (name == key) return value;
    return std::nullopt;
}

Spec& Spec::set(std::string_view key, std::string value)
{
    for (auto& [name, old] : values_)
        if (name == key) {
            old = std::move(value);
            return *this;
        }
    values_.emplace_back(key, std::move(value));
    return *this;
}

Spec Spec::with_bases(std::vector<Spec> bases) const
{
    Spec changed = *this;
    changed.bases_ = std::move(bases);
    return changed;
}

Spec Spec::without(std::string_view key) const
{
    Spec rest(name_, bases_);
    for (const auto& [name, value] : values_)
        if (name != key) rest.values_.emplace_back(name, value);
    return rest;
}

const std::string& Spec::text(std::string_view key) const
{
    for (const auto& [name, value] : values_)
        if (name == key) return value;
    throw std::logic_error("spec '" + print() + "' has no key '" + std::string(key) + "'; was it resolved?");
}

std::int64_t Spec::integer(std::string_view key) const { return std::stoll(text(key)); }

double Spec::real(std::string_view key) const
{
    const auto number = parse_number(text(key));
    if (!number)
        throw std::logic_error("spec '" + print() + "': key '" + std::string(key) + "' is not a number");
    return *number;
}

bool Spec::flag(std::string_view key) const { return text(key) == "yes"; }

std::vector<std::string> Spec::words(std::string_view key) const { return split_words(text(key)); }

double Spec::seconds(std::string_view key) const
{
    const auto seconds = parse_seconds(text(key));
    if (!seconds)
        throw std::logic_error("spec '" + print() + "': key '" + std::string(key) + "' is not a time");
    return *seconds;
}

std::uint64_t Spec::bytes(std::string_view key) const
{
    const auto bytes = parse_bytes(text(key));
    if (!bytes)
        throw std::logic_error("spec '" + print() + "': key '" + std::string(key) + "' is not a size");
    return *bytes;
}

bool Spec::empty(std::string_view key) const { return text(key).empty(); }

namespace {

/// The default of `key`, given the keys before it; std::nullopt if the key has no meaning with these.
std::optional<std::string> fallback_of(const SpecKey& key, const Spec& before, bool numbers)
{
    if (key.governor.empty())
        return numbers && !key.fallback_for_numbers.empty() ? key.fallback_for_numbers : key.fallback;
    const auto value = before.find(key.governor);
    for (const auto& [governing, fallback] : key.fallbacks)
        if (value == governing) return fallback;
    return std::nullopt;
}

/// "`cp` is for prune=cost-complexity; here prune=none".
std::string without_meaning(const SpecKey& key, const Spec& before)
{
    std::string text = key.name + " is for ";
    for (const auto& [governing, fallback] : key.fallbacks)
        text += (governing == key.fallbacks.front().first ? "" : " or ") + key.governor + '=' + governing;
    const auto value = before.find(key.governor);
    return value ? text + "; here " + key.governor + '=' + *value : text + ", which has no meaning here";
}

} // namespace

Spec resolve(const Spec& spec, const SpecInfo& info, bool numbers)
{
    const std::string where = "'" + spec.name() + "'";
    const auto bases = spec.bases().size();
    require(bases == 0 || info.most_bases > 0, where + " takes nothing in brackets");
    require(bases >= info.fewest_bases && bases <= info.most_bases,
            where + ": " + std::to_string(bases) + " in brackets; expected " + name_with_brackets(info));
    std::vector<std::string> names;
    for (const auto& key : info.keys) names.push_back(key.name);
    for (const auto& [name, value] : spec.values()) {
        if (std::find(names.begin(), names.end(), name) != names.end()) continue;
        throw InputError(where + ": unknown key '" + name + "'; " +
                         (names.empty() ? "it has no keys" : suggestion(name, names, "its keys are: ")));
    }
    Spec resolved(info.name, spec.bases());
    for (const auto& key : info.keys) {
        const auto given = spec.find(key.name);
        const auto fallback = fallback_of(key, resolved, numbers);
        require(fallback || !given, where + ": " + without_meaning(key, resolved));
        if (!fallback || (key.only_if_given && given.value_or("").empty())) continue;
        resolved.set(key.name, canonical(given.value_or(*fallback), key, where + ": " + key.name));
    }
    return resolved;
}

Spec resolve(const Spec& spec, std::span<const SpecInfo> infos, const std::string& what, bool numbers)
{
    const Spec own = resolve(spec, infos[find_info(infos, spec.name(), what)], numbers);
    std::vector<Spec> bases;
    for (const auto& base : own.bases()) bases.push_back(resolve(base, infos, what, numbers));
    return own.with_bases(std::move(bases));
}

std::string key_help(const SpecKey& key)
{
    const auto told = [&](const std::string& choice) { return key.help.find(choice) != key.help.npos; };
    const bool all_told = key.choices.size() < 2 || std::all_of(key.choices.begin(), key.choices.end(), told);
    return key.name + '=' + key.fallback + "  " + key.help +
           (all_told ? "" : " (" + listed(key.choices) + ')');
}

std::string name_with_brackets(const SpecInfo& info)
{
    if (info.most_bases == 0) return info.name;
    return info.name + (info.most_bases > 1 ? "(SPEC;...)" : "(SPEC)");
}

std::optional<std::size_t> info_called(std::span<const SpecInfo> infos, const std::string& name)
{
    const auto is_name = [&](const std::string& known) { return known == name; };
    const auto is_name_in_any_case = [&](const std::string& known) { return same_name(known, name); };
    const auto first = [&](const auto& has_name) -> std::optional<std::size_t> {
        const auto found = std::ranges::find_if(infos, has_name);
        if (found == infos.end()) return std::nullopt;
        return static_cast<std::size_t>(found - infos.begin());
    };
    auto place = first([&](const SpecInfo& info) { return is_name(info.name); });
    if (!place)
        place = first([&](const SpecInfo& info) { return std::ranges::any_of(info.aliases, is_name); });
    if (!place)
        place = first([&](const SpecInfo& info) {
            return is_name_in_any_case(info.name) || std::ranges::any_of(info.aliases, is_name_in_any_case);
        });
    return place;
}

std::size_t find_info(std::span<const SpecInfo> infos, const std::string& name, const std::string& what)
{
    if (const auto place = info_called(infos, name)) return *place;
    std::vector<std::string> names;
    for (const auto& info : infos) names.push_back(info.name);
    auto all = names;
    for (const auto& info : infos) all.insert(all.end(), info.aliases.begin(), info.aliases.end());
    const auto close = resembling(name, all);
    throw InputError("unknown " + what + " '" + name + "'; " +
                     (close.empty() ? "there are: " + listed(names) : "did you mean '" + close + "'?"));
}

} // namespace unseen
