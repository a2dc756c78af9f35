// Specs: how learners, plans, estimators and measures are named, `name(base;base):key=value,key=value`.
//
// Example:
//
//     const Spec spec = Spec::parse("knn:k=3,weights=distance");
//     assert(spec.name() == "knn" && spec.integer("k") == 3 && !spec.find("scale"));
//     assert(Spec("cv").set("folds", "5").print() == "cv:folds=5");
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace unseen {

/// A name with keyed values and, for a meta-learner, base specs in brackets. parse() and print() are inverse.
/// A value that contains one of `,;)` or begins with a double quote is in double quotes, with \" and \\ for "
/// and \: `command:worker="python3 w.py a,b"`; or it is in brackets, which it keeps: a spec inside the spec,
/// `inner=(cv:folds=3,repeats=2)`.
class Spec {
public:
    Spec() = default;
    explicit Spec(std::string name, std::vector<Spec> bases = {})
        : name_(std::move(name)),
          bases_(std::move(bases))
    {
    }

    /// The largest depth of brackets inside brackets that parse() reads.
    static constexpr std::size_t deepest = 32;

    /// Reads `name`, `name:key=value,...` or `name(base;base):key=value`. Throws InputError with the position
    /// of the error.
    static Spec parse(std::string_view text);
    std::string print() const;

    const std::string& name() const { return name_; }
    const std::vector<Spec>& bases() const { return bases_; }
    const std::vector<std::pair<std::string, std::string>>& values() const { return values_; }

    /// The value of `key`, if the spec has it.
    std::optional<std::string> find(std::string_view key) const;
    /// Sets the value of `key`; appends the key if the spec does not have it.
    Spec& set(std::string_view key, std::string value);
    /// The spec without `key`.
    Spec without(std::string_view key) const;
    /// The spec with `bases` in place of its own.
    Spec with_bases(std::vector<Spec> bases) const;

    /// Typed access to a resolved spec. Throws std::logic_error if it does not have the key: that is a bug in
    /// a table.
    const std::string& text(std::string_view key) const;
    std::int64_t integer(std::string_view key) const;
    double real(std::string_view key) const;
    bool flag(std::string_view key) const;
    /// The words of a command line (words.hpp), a time in seconds and a size in bytes (quantity.hpp).
    std::vector<std::string> words(std::string_view key) const;
    double seconds(std::string_view key) const;
    std::uint64_t bytes(std::string_view key) const;
    /// True if the value of `key` is empty, which means "not given" for some keys.
    bool empty(std::string_view key) const;

    friend bool operator==(const Spec&, const Spec&) = default;

private:
    std::string name_;
    std::vector<Spec> bases_;
    std::vector<std::pair<std::string, std::string>> values_;
};

/// One key that a spec may have.
struct SpecKey {
    /// `words` is a command line (words.hpp), `time` a number with a unit (`60s`, `5min`), `size` likewise
    /// (`2GiB`; quantity.hpp).
    enum class Kind { integer, real, flag, choice, text, words, time, size };

    std::string name;
    Kind kind = Kind::text;
    std::string fallback;               ///< the default, which resolve() writes out; may be empty
    std::string help;                   ///< one line, with the unit or range
    double lowest = -1e308;             ///< for integers and reals: the smallest value allowed
    double highest = 1e308;             ///< the largest value allowed
    bool open = false;                  ///< whether `lowest` and `highest` themselves are not allowed
    std::vector<std::string> choices{}; ///< the values of a choice; those of a flag beside yes and no
    std::string fallback_for_numbers{}; ///< the default for a numeric response, if it differs
    /// An earlier key that decides whether this one has a meaning; empty if it always has. resolve() refuses
    /// a key without a meaning, and does not write it out.
    std::string governor{};
    /// The default of this key for each value of the governor for which it has a meaning.
    std::vector<std::pair<std::string, std::string>> fallbacks{};
    /// resolve() omits the key while it is empty, so specs written before this key existed keep their
    /// digests.
    bool only_if_given = false;
};

/// One name, with its keys in the order in which resolve() writes them out.
struct SpecInfo {
    std::string name;
    std::string help; ///< one line
    std::vector<SpecKey> keys{};
    std::vector<std::string> aliases{}; ///< other names for the same thing
    std::size_t fewest_bases = 0; ///< smallest number of base specs in brackets; above 0 for a meta-learner
    std::size_t most_bases = 0;   ///< largest number of base specs
    bool keys_of_base =
        false; ///< keys of its base, and of the base of that, may stand with its own: `tuned(knn):k=1..9`
};

/// The canonical spec. Aliases are replaced, every default is written out in the order of the table, and
/// values have one form (10.0 -> 10, true -> yes, 5min -> 300s). `numbers` selects the defaults for a numeric
/// response. Throws InputError for an unknown key, with the nearest one, for a value of the wrong kind or out
/// of range, and for too few or too many bases.
Spec resolve(const Spec& spec, const SpecInfo& info, bool numbers = false);

/// The same for a spec whose name, and those of its bases, are in `infos`, the list of every `what`
/// ("learner" ...).
Spec resolve(const Spec& spec, std::span<const SpecInfo> infos, const std::string& what,
             bool numbers = false);

/// The name with its brackets, for help: `tree`, `bagging(SPEC)`, `voting(SPEC;...)`.
std::string name_with_brackets(const SpecInfo& info);

/// A key for help: "k=5  neighbours, 1 or more", with the choices that the help does not name.
std::string key_help(const SpecKey& key);

/// The position of the info with that name or alias, in any case, if there is one.
std::optional<std::size_t> info_called(std::span<const SpecInfo> infos, const std::string& name);

/// The same. Throws InputError "unknown <what> '<name>'; did you mean ..." if no info has it.
std::size_t find_info(std::span<const SpecInfo> infos, const std::string& name, const std::string& what);

} // namespace unseen
