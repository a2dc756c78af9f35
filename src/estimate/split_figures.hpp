// Private: the figures of the splits as they come.
#pragma once

#include "unseen/base/value.hpp"
#include "unseen/stats/moments.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace unseen {

/// What all splits' figures are needed for, and each of them only where somebody asks: there may be millions.
class SplitFigures {
public:
    explicit SplitFigures(bool keep) : keep_(keep) {}

    void add(const Value& figure)
    {
        ++count_;
        if (figure) {
            moments_.add(figure.number());
        } else if (figure.reason() != "failed_fits") {
            if (undefined_++ == 0) reason_ = figure.reason();
        }
        if (keep_) each_.push_back(figure);
    }

    std::uint64_t count() const { return count_; }
    /// Of those that exist.
    const Moments& moments() const { return moments_; }
    /// Those that do not exist though their fit did not fail, and why the first of them does not.
    std::uint64_t undefined() const { return undefined_; }
    const std::string& reason() const { return reason_; }
    /// In the order in which they came; empty unless they are kept.
    const std::vector<Value>& each() const { return each_; }

private:
    bool keep_;
    std::uint64_t count_ = 0;
    std::uint64_t undefined_ = 0;
    std::string reason_;
    Moments moments_;
    std::vector<Value> each_;
};

} // namespace unseen
