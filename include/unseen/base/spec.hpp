// Specs: how learners, plans, estimators and measures are named, `name(base;base):key=value,key=value`.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace unseen {

/// A name with keyed values and, for a meta-learner, base specs in brackets. parse() and print() are inverse. A value that holds one of
/// `,;)` or begins with a double quote stands in double quotes, with \" and \\ inside: `command:worker="python3 w.py a,b"`.
class Spec {
public:
    Spec() = default;
    explicit Spec(std::string name, std::vector<Spec> bases = {}) : name_(std::move(name)), bases_(std::move(bases)) {}

    /// Brackets inside brackets that parse() reads.
    static constexpr std::size_t deepest = 32;

    /// Reads `name`, `name:key=value,...` or `name(base;base):key=value`. Throws InputError that names the place.
    static Spec parse(std::string_view text);
    std::string print() const;

    const std::string& name() const { return name_; }
    const std::vector<Spec>& bases() const { return bases_; }
    const std::vector<std::pair<std::string, std::string>>& values() const { return values_; }

    /// The value of `key`, if it is there.
    std::optional<std::string> find(std::string_view key) const;
    /// Sets or appends a key.
    Spec& set(std::string_view key, std::string value);
    /// The spec without `key`.
    Spec without(std::string_view key) const;
    /// The spec with other bases.
    Spec with_bases(std::vector<Spec> bases) const;

    /// Typed access to a resolved spec; std::logic_error if the key is not there (the table forgot it).
    const std::string& text(std::string_view key) const;
    std::int64_t integer(std::string_view key) const;
    double real(std::string_view key) const;
    bool flag(std::string_view key) const;
    /// A list of words kept as one string (words.hpp), a time in seconds and a size in bytes (quantity.hpp).
    std::vector<std::string> words(std::string_view key) const;
    double seconds(std::string_view key) const;
    std::uint64_t bytes(std::string_view key) const;
    /// True if the key's value is empty, for keys whose default is "none given".
    bool empty(std::string_view key) const;

    friend bool operator==(const Spec&, const Spec&) = default;

private:
    std::string name_;
    std::vector<Spec> bases_;
    std::vector<std::pair<std::string, std::string>> values_;
};

/// One key that a spec may have.
struct SpecKey {
    /// `words` is a command line (words.hpp), `time` a number with a unit (`60s`, `5min`), `size` likewise (`2GiB`; quantity.hpp).
    enum class Kind { integer, real, flag, choice, text, words, time, size };

    std::string name;
    Kind kind = Kind::text;
    std::string fallback;               ///< the default, written out when the spec is resolved; may be empty
    std::string help;                   ///< one line, with the unit or range
    double lowest = -1e308;             ///< integer and real: smallest value allowed
    double highest = 1e308;             ///< and the largest; both are allowed themselves unless `open`
    bool open = false;                  ///< true: the two limits themselves are not allowed
    std::vector<std::string> choices{}; ///< of a choice
    std::string fallback_for_numbers{}; ///< the default for a numeric response, where it is another one
};

/// What is known of one name: its keys in the order in which they are written out.
struct SpecInfo {
    std::string name;
    std::string help; ///< one line
    std::vector<SpecKey> keys{};
    std::vector<std::string> aliases{}; ///< other names for exactly the same
    std::size_t fewest_bases = 0;       ///< specs in brackets behind the name, of a meta-learner
    std::size_t most_bases = 0;
};

/// The spec under its own name, aliases replaced, with every default written out, in the table's order, and values in canonical form
/// (10.0 -> 10, true -> yes, 5min -> 300s).
/// Throws InputError for an unknown key (naming the nearest one), a value of the wrong kind or out of range, too few or too many bases.
/// `numbers` picks the default for a numeric response where there is one.
Spec resolve(const Spec& spec, const SpecInfo& info, bool numbers = false);

/// The same of a spec whose name is one of the `infos`, which list every `what` that there is; the bases in its brackets are from this list too.
Spec resolve(const Spec& spec, std::span<const SpecInfo> infos, const std::string& what, bool numbers = false);

/// The name, with the brackets that it needs: `tree`, `bagging(SPEC)`, `voting(SPEC;...)`.
std::string name_with_brackets(const SpecInfo& info);

/// Position of the info called `name`, or that has it as an alias. Throws InputError "unknown <what> '<name>'; did you mean ..." if there is none.
std::size_t find_info(std::span<const SpecInfo> infos, const std::string& name, const std::string& what);

/// The candidate nearest to `text` by edit distance (a candidate that holds `text`, or is part of it, is one step away), for "unknown ...; did you mean ...". Empty if there are no candidates.
std::string nearest(std::string_view text, std::span<const std::string> candidates);

} // namespace unseen
