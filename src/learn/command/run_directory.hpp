// Private: the directory for the files of programs: one for each process, under $TMPDIR. It is removed when
// it is no longer needed, or at the next start if the process was killed.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>

namespace unseen {

/// The directory `unseen-PID-XXXXXX`, which only this user may read. A locked file in it shows other
/// processes that this one is running. The destructor removes it.
class RunDirectory {
public:
    /// The directory of this process; makes it if it does not exist. The first call also removes the
    /// directories of dead processes of this user. Throws IoError if it cannot be made.
    static std::shared_ptr<RunDirectory> get();

    /// Kills the programs that run in the directories of this process, and removes the directories.
    static void remove_own();

    ~RunDirectory();
    RunDirectory(const RunDirectory&) = delete;
    RunDirectory& operator=(const RunDirectory&) = delete;

    const std::filesystem::path& path() const { return path_; }
    /// The number of the next fit; no other fit in this directory has it.
    std::uint64_t next() { return next_++; }

private:
    RunDirectory();

    std::filesystem::path path_;
    int lock_ = -1;
    std::atomic<std::uint64_t> next_ = 0;
};

/// A directory for the files of one fit, inside a RunDirectory. The destructor removes it.
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
