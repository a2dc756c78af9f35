// Private: one writer a store.
#pragma once

#include <string>

namespace unseen {

/// Holds `path`.lock while it lives. The kernel lets go of it when the process ends, however it ends. Throws IoError that names the process
/// that holds it, or why the file cannot be made.
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
