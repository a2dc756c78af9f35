// A result that may not exist: a T, or the reason why there is none. Value (value.hpp) is the same for a
// number. The reason is one of the constants, or a clause where it names what was given.
//
// Example:
//
//     const Maybe<Limits> known = Limits{0.1, 0.3}, unknown = reasons::one_row;
//     assert(known && known->upper == 0.3);
//     assert(!unknown && unknown.reason() == reasons::one_row);
//     const Maybe<Limits, Refusal> refused = Refusal{"column 'age' has no numbers"};
//     assert(!refused && refused.reason().clause == "column 'age' has no numbers");
#pragma once

#include "unseen/base/reasons.hpp"

#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace unseen {

/// A reason in words, as a clause that follows "there is none, because".
struct Refusal {
    std::string clause;
    explicit operator std::string() const { return clause; }
    friend bool operator==(const Refusal&, const Refusal&) = default;
};

/// A T, or the reason why there is none: a Reason, which is one of the constants, or a Refusal.
template <class T, class Why = Reason>
class Maybe {
    static constexpr bool constant = std::is_same_v<Why, Reason>;

public:
    Maybe(T it) : it_(std::move(it)) {}
    /// There is none because of `reason`.
    Maybe(const Why& reason)
    {
        if constexpr (constant)
            reason_ = &reason;
        else
            reason_ = reason;
    }

    bool exists() const { return it_.has_value(); }
    explicit operator bool() const { return exists(); }

    /// What there is. Throws std::logic_error if it does not exist.
    const T& operator*() const& { return must_exist(), *it_; }
    T& operator*() & { return must_exist(), *it_; }
    T&& operator*() && { return must_exist(), *std::move(it_); }
    const T* operator->() const { return &**this; }
    T* operator->() { return &**this; }

    /// Why there is none. Throws std::logic_error if there is one.
    const Why& reason() const
    {
        if (exists()) throw std::logic_error("Maybe: it exists, and there is no reason why not");
        return *reason_;
    }
    /// True if it does not exist because of `reason`.
    bool lacks(const Reason& reason) const requires constant { return reason_ == &reason; }

    /// The same without the reason.
    const std::optional<T>& without_reason() const { return it_; }

    friend bool operator==(const Maybe&, const Maybe&) = default;

private:
    void must_exist() const
    {
        if (!exists()) throw std::logic_error("Maybe: there is none (" + std::string(*reason_) + ")");
    }

    std::optional<T> it_{};
    /// Constants are equal if their addresses are.
    std::conditional_t<constant, const Why*, std::optional<Why>> reason_{};
};

/// What there is of a Maybe that is itself only there if it was asked for.
template <class T>
std::optional<T> without_reason(const std::optional<Maybe<T>>& it)
{
    return it ? it->without_reason() : std::nullopt;
}

} // namespace unseen
