// A result that may not exist: a T, or the reason why there is none. Value (value.hpp) is the same for a
// number.
//
// Example:
//
//     const Maybe<Limits> known = Limits{0.1, 0.3}, unknown = reasons::one_row;
//     assert(known && known->upper == 0.3);
//     assert(!unknown && unknown.reason() == reasons::one_row);
#pragma once

#include "unseen/base/reasons.hpp"

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace unseen {

/// A T, or the reason why there is none.
template <class T>
class Maybe {
public:
    Maybe(T it) : it_(std::move(it)) {}
    /// There is none because of `reason`, one of the constants.
    Maybe(const Reason& reason) : reason_(&reason) {}

    bool exists() const { return it_.has_value(); }
    explicit operator bool() const { return exists(); }

    /// What there is. Throws std::logic_error if it does not exist.
    const T& operator*() const& { return must_exist(), *it_; }
    T& operator*() & { return must_exist(), *it_; }
    T&& operator*() && { return must_exist(), *std::move(it_); }
    const T* operator->() const { return &**this; }
    T* operator->() { return &**this; }

    /// Why there is none. Throws std::logic_error if there is one.
    const Reason& reason() const
    {
        if (exists()) throw std::logic_error("Maybe: it exists, and there is no reason why not");
        return *reason_;
    }
    /// True if it does not exist because of `reason`.
    bool lacks(const Reason& reason) const { return reason_ == &reason; }

    /// The same without the reason.
    const std::optional<T>& without_reason() const { return it_; }

    friend bool operator==(const Maybe&, const Maybe&) = default;

private:
    void must_exist() const
    {
        if (!exists()) throw std::logic_error("Maybe: there is none (" + std::string(*reason_) + ")");
    }

    std::optional<T> it_{};
    const Reason* reason_ = nullptr; ///< one of the constants, so equal reasons have equal addresses
};

/// What there is of a Maybe that is itself only there if it was asked for.
template <class T>
std::optional<T> without_reason(const std::optional<Maybe<T>>& it)
{
    return it ? it->without_reason() : std::nullopt;
}

} // namespace unseen
