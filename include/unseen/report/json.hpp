// JSON answers: keys keep the order in which they were added, numbers are printed in the shortest form that
// reads back the same.
//
// Example:
//
//     auto json = Json::object().add("rows", 3).add("name", "a");
//     json.add_value("auc", Value::none(reasons::one_class)); // null, and a key with the reason
//     assert(json.print() ==
//            "{\n  \"rows\": 3,\n  \"name\": \"a\",\n  \"auc\": null,\n  \"auc_reason\": \"one_class\"\n}");
#pragma once

#include "unseen/base/argument.hpp"
#include "unseen/base/value.hpp"
#include "unseen/base/warning.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace unseen {

/// A JSON value, built up and then printed. Objects keep the order of their keys.
class Json {
public:
    Json() = default; ///< null
    Json(bool b) : value_(b) {}
    /// A finite number. Throws std::logic_error otherwise; use a Value for a figure that may not exist.
    Json(double number);
    Json(std::int64_t number) : value_(number) {}
    Json(std::uint64_t number) : value_(number) {}
    Json(std::uint32_t number) : value_(static_cast<std::int64_t>(number)) {}
    Json(int number) : value_(static_cast<std::int64_t>(number)) {}
    Json(std::string text) : value_(std::move(text)) {}
    Json(const Code& code) : value_(std::string(code)) {}
    Json(const char* text) : value_(std::string(text)) {}
    /// A sentence that may name arguments in backticks, which worded() rewrites.
    static Json sentence(std::string text);
    /// The number, or null if there is none.
    explicit Json(const Value& value);

    static Json array(std::vector<Json> items = {});
    /// An array of one(item) for each item.
    template <class Items, class One>
    static Json list(const Items& items, One one)
    {
        Array array;
        for (const auto& item : items) array.push_back(one(item));
        return Json::array(std::move(array));
    }
    /// An array of the items themselves.
    template <class Items>
    static Json list(const Items& items)
    {
        return Json::array(Array(std::begin(items), std::end(items)));
    }
    /// An array of numbers and nulls, stored compactly: there may be millions of splits.
    static Json values(const std::vector<Value>& values);
    static Json object();

    /// Appends a key to an object; returns the object.
    Json& add(std::string key, Json value) &;
    Json&& add(std::string key, Json value) && { return std::move(add(std::move(key), std::move(value))); }
    /// Appends the number; if there is none, null and the key KEY_reason.
    Json& add_value(const std::string& key, const Value& value);
    /// Puts a key after the key `after` of an object, replacing an existing key of the same name.
    Json& put_after(const std::string& after, const std::string& key, Json value);
    /// Appends to an array.
    Json& push(Json value);

    /// Rewrites the arguments in sentences by `say`.
    Json worded(const ArgumentText& say) &&;
    /// With every sentence replaced by what `change` returns for it.
    Json with_sentences(const std::function<std::string(const std::string&)>& change) &&;

    /// The JSON text, indented by two blanks per level, with arrays of numbers and strings on one line. There
    /// is no newline at the end.
    std::string print() const;

private:
    using Array = std::vector<Json>;
    using Object = std::vector<std::pair<std::string, Json>>;
    using Values = std::vector<Value>;
    struct Sentence {
        std::string text;
    };
    void print(std::string& out, std::size_t depth) const;
    bool plain() const { return value_.index() < 7; }

    std::variant<std::nullptr_t, bool, double, std::int64_t, std::uint64_t, std::string, Sentence, Array,
                 Object, Values>
        value_ = nullptr;
};

/// An object with the keys that every answer begins with: command, schema and version.
Json answer_object(const std::string& command);

/// Warnings as an array of {code, text}.
Json warnings_json(std::span<const Warning> warnings);

} // namespace unseen
