// The kinds of bounds in one table: what each is for, which figures it takes, and the inequalities one may choose among.
#pragma once

#include "unseen/bound/bound.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace unseen::bound {

/// What a figure must be.
enum class InputType {
    count,       ///< a whole number >= 0
    counts,      ///< several of them
    probability, ///< between 0 and 1
    number,      ///< finite
    numbers,     ///< several of them
    values,      ///< several finite numbers, too many to type
};

/// A figure that a kind takes.
struct InputInfo {
    std::string name;
    InputType type = InputType::count;
    bool required = true;
    std::string help;
};

/// Figures by name, with what a kind may ask of them.
class Inputs {
public:
    /// Throws InputError if the numbers are not what `info` says, naming what is wrong.
    void set(const InputInfo& info, std::vector<double> numbers);

    bool has(const std::string& name) const;
    /// What was set, in that order.
    std::span<const std::pair<std::string, std::vector<double>>> given() const { return given_; }
    /// The figure `name`. Throws InputError if it was not given.
    double number(const std::string& name) const;
    std::uint64_t count(const std::string& name) const;
    std::vector<std::uint64_t> counts(const std::string& name) const;
    std::span<const double> numbers(const std::string& name) const;

private:
    std::vector<std::pair<std::string, std::vector<double>>> given_;
};

/// A kind of bound.
struct Kind {
    std::string name;
    std::string help;               ///< one line
    std::string example;            ///< the figures, as arguments (base/argument.hpp)
    std::vector<InputInfo> inputs;  ///< in the order in which they are reported
    std::vector<std::string> forms; ///< the first is taken unless the figures suggest another
    std::function<Bound(const Inputs&, const std::string& form, std::optional<Delta>)>
        compute; ///< form may be empty; no delta: 0.05
};

/// The table, in src/bound/kinds.cpp.
std::span<const Kind> kinds();

/// The kind `name`. Throws InputError for an unknown one, naming those there are.
const Kind& kind_named(const std::string& name);

/// The bound of that kind: checks that all figures it needs are there, and that `form` (empty: the default) is one of its own.
Bound compute(const Kind& kind, const Inputs& inputs, const std::string& form, std::optional<Delta> delta);

} // namespace unseen::bound
