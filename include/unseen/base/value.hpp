// A figure that may not exist: a finite number, or the reason why there is none. Never NaN, never a silent 0.
#pragma once

#include <cmath>
#include <stdexcept>
#include <string>

namespace unseen {

/// A finite number, or the stable code of the reason why there is none (`infinite`, `one_class`, `no_rows` ...). 16 bytes: there is
/// one for every split.
class Value {
public:
    /// A finite number; infinite ones become the reason `infinite`. Throws std::logic_error on NaN: that is a bug.
    Value(double number) : number_(number)
    {
        if (std::isnan(number)) throw std::logic_error("Value: NaN is not a value; give its reason");
        if (std::isinf(number)) *this = none("infinite");
    }

    /// No number, because of `reason`. Throws std::logic_error unless it is among reason_codes() (codes.hpp): that is a bug.
    static Value none(const std::string& reason);

    bool exists() const { return reason_ == nullptr; }
    explicit operator bool() const { return exists(); }

    /// The number. Throws std::logic_error if there is none.
    double number() const
    {
        if (!exists()) throw std::logic_error("Value: no number (" + *reason_ + ")");
        return number_;
    }

    /// The reason, empty if the number exists.
    const std::string& reason() const;

    friend bool operator==(const Value&, const Value&) = default;

private:
    double number_ = 0.0;
    const std::string* reason_ = nullptr; ///< the name in the table of reasons, so one address for equal reasons
};

} // namespace unseen
