#include "unseen/report/json.hpp"

#include "base/utf8.hpp"

#include "unseen/base/number.hpp"
#include "unseen/base/version.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace unseen {

namespace {

void print_unit(std::string& out, std::uint32_t unit)
{
    out += "\\u";
    for (const int shift : {12, 8, 4, 0}) out += "0123456789abcdef"[(unit >> shift) & 15];
}

/// Always valid UTF-8: invalid bytes become U+FFFD. Control characters are escaped, beyond the requirements
/// of JSON (base/utf8.hpp).
void print_string(std::string& out, std::string_view text)
{
    out += '"';
    while (true) {
        move_plain(out, text, [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
        if (text.empty()) break;
        const auto [bytes, code] = first_character(text);
        const auto length = std::max<std::size_t>(bytes, 1);
        if (bytes == 0)
            out += "\xEF\xBF\xBD";
        else if (text.front() == '"' || text.front() == '\\')
            (out += '\\') += text.front();
        else if (text.front() == '\n' || text.front() == '\r' || text.front() == '\t')
            out += text.front() == '\n' ? "\\n" : text.front() == '\r' ? "\\r" : "\\t";
        else if (is_control(code) && code < 0x10000)
            print_unit(out, code);
        else if (is_control(code)) { // beyond 16 bits: two halves
            print_unit(out, 0xD800 + ((code - 0x10000) >> 10));
            print_unit(out, 0xDC00 + ((code - 0x10000) & 0x3FF));
        } else
            out += text.substr(0, length);
        text.remove_prefix(length);
    }
    out += '"';
}

} // namespace

Json::Json(double number) : value_(number)
{
    if (!std::isfinite(number)) throw std::logic_error("Json: not a finite number");
}

Json::Json(const Value& value)
{
    if (value) value_ = value.number();
}

Json Json::array(std::vector<Json> items)
{
    Json json;
    json.value_ = std::move(items);
    return json;
}

Json Json::values(const std::vector<Value>& values)
{
    Json json;
    json.value_ = values;
    return json;
}

Json Json::sentence(std::string text)
{
    Json json;
    json.value_ = Sentence{std::move(text)};
    return json;
}

Json Json::object()
{
    Json json;
    json.value_ = Object{};
    return json;
}

Json& Json::add(std::string key, Json value) &
{
    std::get<Object>(value_).emplace_back(std::move(key), std::move(value));
    return *this;
}

Json& Json::put_after(const std::string& after, const std::string& key, Json value)
{
    auto& members = std::get<Object>(value_);
    std::erase_if(members, [&](const auto& member) { return member.first == key; });
    const auto at = std::ranges::find(members, after, &std::pair<std::string, Json>::first);
    members.emplace(at == members.end() ? at : at + 1, key, std::move(value));
    return *this;
}

Json& Json::add_value(const std::string& key, const Value& value)
{
    add(key, Json(value));
    return value ? *this : add(key + "_reason", value.reason());
}

Json& Json::push(Json value)
{
    std::get<Array>(value_).push_back(std::move(value));
    return *this;
}

Json Json::worded(const ArgumentText& say) &&
{
    return std::move(*this).with_sentences(
        [&say](const std::string& text) { return word_arguments(text, say); });
}

Json Json::with_sentences(const std::function<std::string(const std::string&)>& change) &&
{
    if (auto* sentence = std::get_if<Sentence>(&value_)) sentence->text = change(sentence->text);
    if (auto* items = std::get_if<Array>(&value_))
        for (auto& item : *items) item = std::move(item).with_sentences(change);
    if (auto* members = std::get_if<Object>(&value_))
        for (auto& [key, member] : *members) member = std::move(member).with_sentences(change);
    return std::move(*this);
}

std::string Json::print() const
{
    std::string out;
    print(out, 0);
    return out;
}

void Json::print(std::string& out, std::size_t depth) const
{
    const auto line = [&](std::size_t d) { out += '\n' + std::string(2 * d, ' '); };
    if (std::holds_alternative<std::nullptr_t>(value_)) {
        out += "null";
    } else if (const auto* b = std::get_if<bool>(&value_)) {
        out += *b ? "true" : "false";
    } else if (const auto* number = std::get_if<double>(&value_)) {
        out += shortest(*number);
    } else if (const auto* integer = std::get_if<std::int64_t>(&value_)) {
        out += std::to_string(*integer);
    } else if (const auto* natural = std::get_if<std::uint64_t>(&value_)) {
        out += std::to_string(*natural);
    } else if (const auto* text = std::get_if<std::string>(&value_)) {
        print_string(out, *text);
    } else if (const auto* sentence = std::get_if<Sentence>(&value_)) {
        print_string(out, sentence->text);
    } else if (const auto* items = std::get_if<Array>(&value_)) {
        const bool one_line =
            std::all_of(items->begin(), items->end(), [](const Json& item) { return item.plain(); });
        out += '[';
        for (std::size_t i = 0; i < items->size(); ++i) {
            if (i > 0) out += one_line ? ", " : ",";
            if (!one_line) line(depth + 1);
            (*items)[i].print(out, depth + 1);
        }
        if (!one_line) line(depth);
        out += ']';
    } else if (const auto* values = std::get_if<Values>(&value_)) {
        out += '[';
        for (std::size_t i = 0; i < values->size(); ++i) {
            if (i > 0) out += ", ";
            out += (*values)[i] ? shortest((*values)[i].number()) : "null";
        }
        out += ']';
    } else {
        const auto& members = std::get<Object>(value_);
        out += '{';
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (i > 0) out += ',';
            line(depth + 1);
            print_string(out, members[i].first);
            out += ": ";
            members[i].second.print(out, depth + 1);
        }
        if (!members.empty()) line(depth);
        out += '}';
    }
}

Json answer_object(const std::string& command)
{
    return Json::object()
        .add("command", command)
        .add("schema", json_schema)
        .add("version", std::string(version()));
}

Json warnings_json(std::span<const Warning> warnings)
{
    return Json::list(warnings, [](const Warning& w) {
        return Json::object().add("code", w.code).add("text", Json::sentence(w.text));
    });
}

} // namespace unseen
