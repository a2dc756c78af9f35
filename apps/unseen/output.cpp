#include "output.hpp"

#include "unseen/base/argument.hpp"
#include "unseen/base/file_to_write.hpp"
#include "unseen/base/inert.hpp"
#include "unseen/base/without_values.hpp"
#include "unseen/experiment/file_key.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace unseen::cli {

namespace {

/// Names of the unfinished files, for a signal handler, which may only read and unlink.
std::array<std::atomic<const char*>, 64> unfinished;

void remember(const char* path)
{
    for (auto& slot : unfinished) {
        const char* none = nullptr;
        if (slot.compare_exchange_strong(none, path)) return;
    }
}

void forget(const char* path)
{
    for (auto& slot : unfinished)
        if (slot.load() == path) slot = nullptr;
}

/// Creates a new file, never one behind a link that somebody has put there. If a file of this name exists, a
/// killed process with the same number left it, and the name gets another end. Returns the descriptor, or -1
/// with errno.
int open_new(std::string& path)
{
    const auto first = path;
    for (int n = 1;; ++n) {
        const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST || n == 100) return file;
        path = first + '-' + std::to_string(n);
    }
}

/// The file itself, whatever links lead to it and whether it exists.
std::filesystem::path place(const std::string& path)
{
    std::error_code error;
    const auto real = std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
    return error ? std::filesystem::path(path) : real;
}

bool same_file(const std::string& a, const std::string& b)
{
    struct stat one {};
    struct stat other {};
    if (stat(a.c_str(), &one) != 0 || (b == "-" ? fstat(STDIN_FILENO, &other) : stat(b.c_str(), &other)) != 0)
        return place(a) == place(b);
    return S_ISREG(one.st_mode) && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

/// True for a file that begins as an SQLite database does.
bool is_database(const std::string& path)
{
    struct stat status {};
    if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
    std::string begin(15, ' ');
    return std::ifstream(path, std::ios::binary).read(begin.data(), 15) && begin == "SQLite format 3";
}

extern "C" void end_at_once(int)
{
    remove_unfinished();
    constexpr std::string_view text = "unseen: error: interrupted\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
    _exit(130);
}

} // namespace

void remove_unfinished()
{
    for (const auto& slot : unfinished)
        if (const char* path = slot.load()) unlink(path);
}

void remove_unfinished_when_interrupted()
{
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction action {};
        // A program in the background or under nohup ignores some of these signals, and must continue to do
        // so.
        if (sigaction(number, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
        action.sa_handler = end_at_once;
        sigaction(number, &action, nullptr);
    }
}

Output::Output(std::string path) : path_(std::move(path))
{
    if (path_.empty()) {
        file_ = stdout;
        return;
    }
    // A device such as /dev/full or a pipe cannot be replaced by renaming; it is written directly.
    const auto to = file_to_write(path_);
    place_ = to.path;
    struct stat status {};
    const bool exists = stat(place_.c_str(), &status) == 0;
    if (to.descriptor >= 0) {
        const int file = dup(to.descriptor);
        file_ = file >= 0 ? fdopen(file, "wb") : nullptr;
    } else if (exists && !S_ISREG(status.st_mode)) {
        file_ = std::fopen(place_.c_str(), "wb");
    } else {
        temporary_ = place_ + ".part-" + std::to_string(getpid());
        const int file = open_new(temporary_);
        const int error = errno;
        if (file >= 0) {
            if (exists) [[maybe_unused]]
                const int kept =
                    fchmod(file, status.st_mode & 0777); // not ours to change on some file systems
            file_ = fdopen(file, "wb");
        } else {
            temporary_.clear();
            errno = error;
        }
    }
    if (file_ == nullptr) throw IoError(why(errno));
    if (!temporary_.empty()) remember(temporary_.c_str());
}

Output::~Output()
{
    if (file_ != nullptr && file_ != stdout) std::fclose(file_);
    if (temporary_.empty()) return;
    std::remove(temporary_.c_str());
    forget(temporary_.c_str());
}

void Output::write(std::string_view text)
{
    if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail(errno);
}

void Output::finish()
{
    if (std::fflush(file_) != 0) fail(errno);
    if (file_ == stdout) return;
    if (!temporary_.empty() && fsync(fileno(file_)) != 0) fail(errno);
    const bool closed = std::fclose(file_) == 0;
    file_ = nullptr;
    if (!closed) fail(errno);
    if (temporary_.empty()) return;
    if (std::rename(temporary_.c_str(), place_.c_str()) != 0) fail(errno);
    forget(temporary_.c_str());
    temporary_.clear();
}

std::string Output::why(int error) const
{
    return (path_.empty() ? "standard output" : path_) + ": cannot be written: " + std::strerror(error);
}

void Output::fail(int error) const
{
    if (error == EPIPE && file_ == stdout) throw ClosedPipe(why(error));
    throw WriteError(why(error));
}

void require_apart(const std::string& option, const std::string& output, std::span<const std::string> inputs)
{
    if (output.empty()) return;
    require(!is_database(output),
            option + ": '" + output + "' is a store; expected another file, for a store is never replaced");
    const auto used =
        std::find_if(inputs.begin(), inputs.end(), [&](const auto& file) { return same_file(output, file); });
    require(used == inputs.end(), option + ": '" + output + "' is used by this command" +
                                      (used == inputs.end() || *used == output ? ""
                                       : *used == "-"                          ? " as standard input"
                                                                               : " as '" + *used + '\'') +
                                      "; expected another file");
}

void require_folder_of(const std::string& output)
{
    const auto folder = std::filesystem::path(output).parent_path();
    struct stat status {};
    if (folder.empty()) return;
    const int error = stat(folder.c_str(), &status) != 0 ? errno : S_ISDIR(status.st_mode) ? 0 : ENOTDIR;
    if (error != 0) throw IoError(output + ": cannot be written: " + std::strerror(error));
}

namespace {

std::optional<std::vector<std::string>>& shown_words()
{
    static std::optional<std::vector<std::string>> words;
    return words;
}

/// The options of a command whose other arguments stand in a file.
std::optional<std::vector<std::string>>& options_beside_file()
{
    static std::optional<std::vector<std::string>> options;
    return options;
}

} // namespace

void arguments_stand_in_file(std::vector<std::string> but_for) { options_beside_file() = std::move(but_for); }

std::string as_typed(std::string_view name, std::string_view value)
{
    const auto& options = options_beside_file();
    const bool in_file = options && std::ranges::find(*options, as_option(name, "")) == options->end();
    return in_file ? as_file_key(name, value) : as_option(name, value);
}

void hide_values(std::vector<std::string> known) { shown_words() = std::move(known); }

const std::optional<std::vector<std::string>>& words_shown() { return shown_words(); }

void tell(const std::string& line)
{
    const auto& known = words_shown();
    const auto text = known ? without_values(line, *known) : line;
    std::fprintf(stderr, "unseen: %s\n", inert(word_arguments(text, as_typed)).c_str());
}

} // namespace unseen::cli
