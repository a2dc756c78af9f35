// Private: a lock, so that a store has one writer at a time.
#pragma once

#include <string>

namespace unseen {

/// Holds the lock `path`.lock as long as it exists. The kernel releases the lock when the process ends in any
/// way. Throws IoError that names the process with the lock, or says why the file cannot be made.
class LockFile {
public:
    explicit LockFile(const std::string& path);
    ~LockFile();
    LockFile(const LockFile&) = delete;
    LockFile& operator=(const LockFile&) = delete;

private:
    std::string file_;
    int descriptor_ = -1;
};

} // namespace unseen
