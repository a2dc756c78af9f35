#include "output.hpp"

#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace unseen::cli {

Output::Output(std::string path) : path_(std::move(path))
{
    if (path_.empty()) {
        file_ = stdout;
        return;
    }
    // A device such as /dev/full or a pipe cannot be replaced by renaming; it is written as it is.
    struct stat status {};
    const bool special = stat(path_.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
    if (!special) temporary_ = path_ + ".part-" + std::to_string(getpid());
    file_ = std::fopen((special ? path_ : temporary_).c_str(), "wb");
    if (file_ == nullptr) {
        const int error = errno;
        temporary_.clear();
        throw IoError(why(error));
    }
}

Output::~Output()
{
    if (file_ != nullptr && file_ != stdout) std::fclose(file_);
    if (!temporary_.empty()) std::remove(temporary_.c_str());
}

void Output::write(std::string_view text)
{
    if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) throw WriteError(why(errno));
}

void Output::finish()
{
    if (std::fflush(file_) != 0) throw WriteError(why(errno));
    if (file_ == stdout) return;
    if (!temporary_.empty() && fsync(fileno(file_)) != 0) throw WriteError(why(errno));
    const bool closed = std::fclose(file_) == 0;
    file_ = nullptr;
    if (!closed) throw WriteError(why(errno));
    if (temporary_.empty()) return;
    if (std::rename(temporary_.c_str(), path_.c_str()) != 0) throw WriteError(why(errno));
    temporary_.clear();
}

std::string Output::why(int error) const
{
    return (path_.empty() ? "standard output" : path_) + ": cannot be written: " + std::strerror(error);
}

void tell(const std::string& line) { std::fprintf(stderr, "unseen: %s\n", line.c_str()); }

} // namespace unseen::cli
