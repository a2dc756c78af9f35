// Where a file that a user names is to be written.
//
// Example:
//
//     assert(file_to_write("new.csv").path.ends_with("new.csv"));
//     assert(file_to_write("/dev/fd/1").descriptor == 1);
#pragma once

#include <string>

namespace unseen {

/// A place to write to.
struct FileToWrite {
    std::string path;    ///< behind all links; beside it, a new file may take its place
    int descriptor = -1; ///< an open one of this program, if the name leads to it (/dev/stdout, /dev/fd/3)
};

/// Follows the links of `path`, which need not exist. Throws IoError for a file that is write-protected: its
/// mode gives nobody the right to write, which binds the superuser as well, or this user lacks it.
FileToWrite file_to_write(const std::string& path);

} // namespace unseen
