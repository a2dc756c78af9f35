#include "store/lock_file.hpp"

#include "unseen/base/error.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace unseen {

namespace {

/// True if `descriptor` is still the file of that name, because the holder of a lock removes the file when it
/// releases the lock.
bool current(int descriptor, const std::string& file)
{
    struct stat opened {};
    struct stat named {};
    return fstat(descriptor, &opened) == 0 && stat(file.c_str(), &named) == 0 &&
           opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

std::string holder(int descriptor)
{
    std::array<char, 256> text{};
    const auto n = pread(descriptor, text.data(), text.size(), 0);
    std::string line(text.data(), n > 0 ? static_cast<std::size_t>(n) : 0);
    line.erase(std::min(line.find('\n'), line.size()));
    return line.empty() ? "another process" : line;
}

} // namespace

LockFile::LockFile(const std::string& path) : file_(path + ".lock")
{
    while (true) {
        descriptor_ = open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
        if (descriptor_ < 0)
            throw IoError(path + ": cannot be written: " + file_ + ": " + std::strerror(errno));
        if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
            const int error = errno;
            const auto who = holder(descriptor_);
            close(descriptor_);
            if (error == EWOULDBLOCK)
                throw IoError(path + ": is open for writing in " + who +
                              "; a store has one writer at a time");
            throw IoError(path + ": cannot be locked: " + std::strerror(error));
        }
        if (current(descriptor_, file_)) break;
        close(descriptor_);
    }
    std::array<char, 128> host{};
    gethostname(host.data(), host.size() - 1);
    const std::string line = "process " + std::to_string(getpid()) + " on " + host.data() + "\n";
    // The content is for people only, so a full disk must not prevent the lock.
    if (ftruncate(descriptor_, 0) == 0) static_cast<void>(!pwrite(descriptor_, line.data(), line.size(), 0));
}

LockFile::~LockFile()
{
    unlink(file_.c_str());
    close(descriptor_);
}

} // namespace unseen
