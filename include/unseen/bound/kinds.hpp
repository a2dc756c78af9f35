// The table of all kinds of bounds: the purpose of each kind, the inputs that it takes, and the inequalities
// (forms) to choose from. Use it where the kind is chosen at run time; otherwise call test_set() and the
// other functions directly.
//
// Example:
//
//     const auto& kind = bound::kind_named("binomial");
//     bound::Inputs inputs;
//     for (const auto& info : kind.inputs)
//         if (info.required)
//             inputs.set(info, {info.name == "errors" ? 0.0 : 100.0}); // no errors of 100 rows
//     const auto bound = bound::compute(kind, inputs, "exact", Delta(0.05));
//     assert(bound == bound::test_set({.errors = 0, .rows = 100}, Delta(0.05)));
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

/// The values that an input allows.
enum class InputType {
    count,       ///< a whole number >= 0
    counts,      ///< a list of whole numbers >= 0
    probability, ///< a number between 0 and 1
    number,      ///< a finite number
    numbers,     ///< a list of finite numbers
    values,      ///< a long list of finite numbers, which the command line reads from a file
};

/// An input of a kind of bound.
struct InputInfo {
    std::string name;
    InputType type = InputType::count;
    bool required = true;
    std::string help;
};

/// The inputs of a bound by name.
class Inputs {
public:
    /// Stores the numbers under info.name. Throws InputError if they do not fit info.type.
    void set(const InputInfo& info, std::vector<double> numbers);

    bool has(const std::string& name) const;
    /// All inputs in the order in which they were set.
    std::span<const std::pair<std::string, std::vector<double>>> given() const { return given_; }
    /// The input `name`, as one number, one count or a list. Each throws InputError if it is missing.
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
    std::string example;            ///< example inputs, written as arguments (base/argument.hpp)
    std::vector<InputInfo> inputs;  ///< in the order in which they are reported
    std::vector<std::string> forms; ///< the inequalities; the first is the default unless the inputs decide
    std::function<Bound(const Inputs&, const std::string& form, std::optional<Delta>)>
        compute; ///< call compute() below, which checks the arguments first
};

/// The table, in src/bound/kinds.cpp.
std::span<const Kind> kinds();

/// The kind called `name`. Throws InputError, listing the known kinds, if there is none.
const Kind& kind_named(const std::string& name);

/// The kind's input of that name. Throws InputError if it has none.
const InputInfo& input_named(const Kind& kind, const std::string& name);

/// Computes the bound. An empty `form` means the kind's default, and the default of delta is 0.05. Throws
/// InputError if a required input is missing, the kind does not have the form, or the numbers are impossible
/// (more errors than rows).
Bound compute(const Kind& kind, const Inputs& inputs, const std::string& form, std::optional<Delta> delta);

} // namespace unseen::bound
