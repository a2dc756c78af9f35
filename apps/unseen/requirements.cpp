#include "requirements.hpp"

#include "unseen/base/error.hpp"

namespace unseen::cli {

void RequirementOptions::declare(Arguments& arguments, Argument require)
{
    require.list = false; // specs of measures have commas
    require.help += "; repeat for several";
    arguments.add(std::move(require));
    arguments.choice("--undecided", undecided, {"pass", "fail"},
                     "exit with 0 or 3 where requirements are not decided (default: with 4)");
}

void RequirementOptions::check(const std::vector<std::string>& requirements) const
{
    require(undecided.empty() || !requirements.empty(),
            "--undecided: there is no requirement; expected --require");
}

int RequirementOptions::exit_code(const std::vector<Requirement>& requirements) const
{
    constexpr int refuted = 3;
    switch (met(requirements)) {
    case VerdictState::shown: return 0;
    case VerdictState::refuted: return refuted;
    default: break;
    }
    if (undecided.empty()) return 4;
    return undecided == "pass" ? 0 : refuted;
}

} // namespace unseen::cli
