#include "requirements.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <unistd.h>

namespace unseen::cli {

namespace {

/// Keeps other runs from replacing files of a folder, as long as it lives. The lock ends with the process,
/// however that ends. Where a file system has no locks there is none.
class FolderLock {
public:
    explicit FolderLock(const std::string& path)
        : folder_(open(std::filesystem::weakly_canonical(path).parent_path().c_str(),
                       O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    {
        if (folder_ >= 0)
            while (flock(folder_, LOCK_EX) != 0 && errno == EINTR) {}
    }
    ~FolderLock()
    {
        if (folder_ >= 0) close(folder_);
    }
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

private:
    int folder_;
};

std::string bytes_of(const std::optional<AnyTimeState>& state) { return state ? state->bytes() : ""; }

} // namespace

AnyTimeFile AnyTimeFile::read(const std::string& path)
{
    AnyTimeFile file{.path = path, .state = read_any_time_state(path)};
    file.before = bytes_of(file.state);
    return file;
}

void AnyTimeFile::write(Output& file) const
{
    file.write(bytes_of(state));
    const FolderLock lock(path);
    if (bytes_of(read_any_time_state(path)) != before)
        throw IoError(path +
                      ": another run has changed this state meanwhile, so that the rows of this run are "
                      "not counted; run the command again");
    file.finish();
}

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

void RequirementOptions::tell(const Answer& printed, const AnswerOptions& how)
{
    if (how.form().with_notes || !printed.verdict) return;
    const auto& verdict = *printed.verdict;
    tell_notes({verdict.sentences.begin(),
                verdict.sentences.begin() + static_cast<std::ptrdiff_t>(verdict.requirements.size())},
               how.quiet);
}

int RequirementOptions::exit_code(const std::vector<Requirement>& requirements) const
{
    constexpr int refuted = 3;
    switch (met(requirements)) {
    case VerdictState::shown: return 0;
    case VerdictState::refuted: return refuted;
    default: break;
    }
    // More rows would not decide about a figure that does not exist.
    const auto judged = [](const Requirement& requirement) { return requirement.limit.exists(); };
    if (undecided.empty() || !std::ranges::all_of(requirements, judged)) return 4;
    return undecided == "pass" ? 0 : refuted;
}

} // namespace unseen::cli
