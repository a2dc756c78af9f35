// Private: where the files of programs live: one directory a process under $TMPDIR, gone when it is no longer needed, or at the next start.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>

namespace unseen {

/// The directory `unseen-PID-XXXXXX`, for us alone, with a locked file in it that tells others that we live. Its destructor removes it.
class RunDirectory {
public:
    /// The one of this process, made if there is none at the moment. The first call also removes those that dead processes of ours left
    /// behind. Throws IoError if it cannot be made.
    static std::shared_ptr<RunDirectory> get();

    ~RunDirectory();
    RunDirectory(const RunDirectory&) = delete;
    RunDirectory& operator=(const RunDirectory&) = delete;

    const std::filesystem::path& path() const { return path_; }
    /// A number that no other fit in this directory has.
    std::uint64_t next() { return next_++; }

private:
    RunDirectory();

    std::filesystem::path path_;
    int lock_ = -1;
    std::atomic<std::uint64_t> next_ = 0;
};

/// A directory within it for the files of one fit; gone with this object.
class FitDirectory {
public:
    /// Throws LearnerError (`io`) if it cannot be made.
    explicit FitDirectory(RunDirectory& run);
    ~FitDirectory();
    FitDirectory(const FitDirectory&) = delete;
    FitDirectory& operator=(const FitDirectory&) = delete;

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

} // namespace unseen
