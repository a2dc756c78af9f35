// JSON answers: keys in the order in which they were added, numbers in the shortest form that reads back the same.
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
    /// Finite; std::logic_error otherwise (a figure that may not exist is a Value).
    Json(double number);
    Json(std::int64_t number) : value_(number) {}
    Json(std::uint64_t number) : value_(number) {}
    Json(std::uint32_t number) : value_(static_cast<std::int64_t>(number)) {}
    Json(int number) : value_(static_cast<std::int64_t>(number)) {}
    Json(std::string text) : value_(std::move(text)) {}
    Json(const char* text) : value_(std::string(text)) {}
    /// A sentence that may name arguments.
    static Json sentence(std::string text);
    /// The number, or null.
    explicit Json(const Value& value);

    static Json array(std::vector<Json> items = {});
    /// An array of what `one` makes of each item.
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
    /// An array of numbers and nulls, kept small: there may be one for every split.
    static Json values(const std::vector<Value>& values);
    static Json object();

    /// Appends a key to an object; returns the object.
    Json& add(std::string key, Json value) &;
    Json&& add(std::string key, Json value) && { return std::move(add(std::move(key), std::move(value))); }
    /// Appends a number, or null and beside it, as KEY_reason, why there is none.
    Json& add_value(const std::string& key, const Value& value);
    /// Appends to an array.
    Json& push(Json value);

    /// With the arguments in sentences said by `say`.
    Json worded(const ArgumentText& say) &&;

    /// The text, indented by two blanks a level; arrays of plain values on one line. Ends without a newline.
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

    std::variant<std::nullptr_t, bool, double, std::int64_t, std::uint64_t, std::string, Sentence, Array, Object, Values> value_ =
        nullptr;
};

/// The beginning of an answer: an object with command, schema and version.
Json answer_object(const std::string& command);

/// Warnings as an array of {code, text}.
Json warnings_json(std::span<const Warning> warnings);

} // namespace unseen
