#include "unseen/base/file_to_write.hpp"

#include "unseen/base/error.hpp"

#include <charconv>
#include <cstring>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace unseen {

namespace {

namespace fs = std::filesystem;

/// The open descriptor of this program that a file in the folder /proc/PID/fd stands for, or -1.
int descriptor_of(const fs::path& folder, const std::string& name)
{
    int number = -1;
    const char* const end = name.data() + name.size();
    const bool ours = folder == "/proc/" + std::to_string(getpid()) + "/fd";
    return ours && std::from_chars(name.data(), end, number).ptr == end ? number : -1;
}

} // namespace

FileToWrite file_to_write(const std::string& path)
{
    constexpr int most_links = 40;
    FileToWrite file{.path = path};
    std::error_code error;
    for (int n = 0; n < most_links; ++n) {
        const fs::path at(file.path);
        const auto folder = fs::canonical(at.has_parent_path() ? at.parent_path() : ".", error);
        if (error) break; // opening it will say why
        file.descriptor = descriptor_of(folder, at.filename());
        if (file.descriptor >= 0 || !fs::is_symlink(at, error)) break;
        const auto target = fs::read_symlink(at, error);
        if (error) break;
        file.path = target.is_absolute() ? target : folder / target;
    }
    struct stat status {};
    const bool regular =
        file.descriptor < 0 && stat(file.path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
    if (regular && ((status.st_mode & 0222) == 0 || access(file.path.c_str(), W_OK) != 0))
        throw IoError(path + ": cannot be written: the file is write-protected");
    return file;
}

} // namespace unseen
