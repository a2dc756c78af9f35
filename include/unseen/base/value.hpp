// A figure that may not exist: a finite number, or the reason why it does not exist. Never NaN, never a
// silent 0.
//
// Example:
//
//     const Value half = 0.5, undefined = Value::none(reasons::one_class);
//     assert(half && half.number() == 0.5);
//     assert(!undefined && undefined.reason() == reasons::one_class);
#pragma once

#include "unseen/base/reasons.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

namespace unseen {

/// A finite number, or the reason why it does not exist (`infinite`, `one_class`, `no_rows` ...). Kept at 16
/// bytes, because results hold one for every split.
class Value {
public:
    /// A finite number. An infinite one becomes the reason `infinite`. Throws std::logic_error on NaN: that
    /// is a bug.
    Value(double number) : number_(number)
    {
        if (std::isnan(number)) throw std::logic_error("Value: NaN is not a value; give its reason");
        if (std::isinf(number)) *this = none(reasons::infinite);
    }

    /// A value that does not exist because of `reason`, one of the constants.
    static Value none(const Reason& reason)
    {
        Value v(0.0);
        v.reason_ = &reason;
        return v;
    }

    bool exists() const { return reason_ == nullptr; }
    explicit operator bool() const { return exists(); }

    /// The number. Throws std::logic_error if it does not exist.
    double number() const
    {
        if (!exists()) throw std::logic_error("Value: no number (" + std::string(*reason_) + ")");
        return number_;
    }

    /// Why there is no number. Throws std::logic_error if there is one.
    const Reason& reason() const
    {
        if (exists()) throw std::logic_error("Value: there is a number, and no reason why not");
        return *reason_;
    }
    /// True if the number does not exist because of `reason`.
    bool lacks(const Reason& reason) const { return reason_ == &reason; }

    friend bool operator==(const Value&, const Value&) = default;

private:
    double number_ = 0.0;
    const Reason* reason_ = nullptr; ///< one of the constants, so equal reasons have equal addresses
};

static_assert(sizeof(Value) == 16);

} // namespace unseen
