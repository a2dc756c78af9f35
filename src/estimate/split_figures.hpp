// Private: the figures of the splits, collected one by one.
#pragma once

#include "unseen/base/value.hpp"
#include "unseen/stats/moments.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace unseen {

/// The moments of the splits' figures, and their list only if it is needed, because there may be millions.
class SplitFigures {
public:
    explicit SplitFigures(bool keep) : keep_(keep) {}

    void add(const Value& figure)
    {
        ++count_;
        if (figure) {
            moments_.add(figure.number());
        } else if (!figure.lacks(reasons::failed_fits)) {
            if (undefined_++ == 0) reason_ = &figure.reason();
        }
        if (keep_) each_.push_back(figure);
    }

    std::uint64_t count() const { return count_; }
    /// The moments of the figures that exist.
    const Moments& moments() const { return moments_; }
    /// The number of figures that do not exist although their fit succeeded, and the reason of the first, if
    /// there is one.
    std::uint64_t undefined() const { return undefined_; }
    const Reason& reason() const { return *reason_; }
    /// The figures in the order in which they were added; empty unless they are kept.
    const std::vector<Value>& each() const { return each_; }

private:
    bool keep_;
    std::uint64_t count_ = 0;
    std::uint64_t undefined_ = 0;
    const Reason* reason_ = nullptr;
    Moments moments_;
    std::vector<Value> each_;
};

} // namespace unseen
