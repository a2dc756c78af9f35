// A figure that may not exist: a finite number, or the reason why it does not exist. Never NaN, never a
// silent 0.
//
// Example:
//
//     const Value half = 0.5, undefined = Value::none("one_class");
//     assert(half && half.number() == 0.5);
//     assert(!undefined && undefined.reason() == "one_class");
#pragma once

#include <cmath>
#include <stdexcept>
#include <string>

namespace unseen {

/// A finite number, or the stable code of the reason why it does not exist (`infinite`, `one_class`,
/// `no_rows` ...). Kept at 16 bytes, because results hold one for every split.
class Value {
public:
    /// A finite number. An infinite one becomes the reason `infinite`. Throws std::logic_error on NaN: that
    /// is a bug.
    Value(double number) : number_(number)
    {
        if (std::isnan(number)) throw std::logic_error("Value: NaN is not a value; give its reason");
        if (std::isinf(number)) *this = none("infinite");
    }

    /// A value that does not exist because of `reason`. Throws std::logic_error unless reason_codes()
    /// (codes.hpp) has it: that is a bug.
    static Value none(const std::string& reason);

    bool exists() const { return reason_ == nullptr; }
    explicit operator bool() const { return exists(); }

    /// The number. Throws std::logic_error if it does not exist.
    double number() const
    {
        if (!exists()) throw std::logic_error("Value: no number (" + *reason_ + ")");
        return number_;
    }

    /// The reason; empty if the number exists.
    const std::string& reason() const;

    friend bool operator==(const Value&, const Value&) = default;

private:
    double number_ = 0.0;
    const std::string* reason_ =
        nullptr; ///< points into reason_codes(), so equal reasons have equal addresses
};

} // namespace unseen
