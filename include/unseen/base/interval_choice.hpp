// Which interval a figure gets.
//
// Example:
//
//     const IntervalChoice best, named = "exact_binomial";
//     assert(best.automatic() && best.name() == "auto" && !named.automatic());
#pragma once

#include <string>
#include <utility>

namespace unseen {

/// The best interval that is valid for a figure, or the one with a name. The name is checked when design and
/// measure are known (require_interval()).
class IntervalChoice {
public:
    IntervalChoice() = default;
    IntervalChoice(std::string name) : name_(std::move(name)) {} // NOLINT: a name stands for its choice
    IntervalChoice(const char* name) : name_(name) {}            // NOLINT

    /// True for the best that is valid.
    bool automatic() const { return name_ == "auto"; }
    /// `auto` or the name of the method, as it was given.
    const std::string& name() const { return name_; }

    friend bool operator==(const IntervalChoice&, const IntervalChoice&) = default;

private:
    std::string name_ = "auto";
};

} // namespace unseen
