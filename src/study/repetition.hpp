// Private: what one repetition of a study finds, and the file that keeps it.
#pragma once

#include "store/lock_file.hpp"
#include "store/sqlite.hpp"

#include "unseen/base/interval.hpp"
#include "unseen/base/value.hpp"
#include "unseen/run/run.hpp"

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace unseen {

/// What one repetition keeps of an estimate.
struct KeptEstimate {
    Value value = Value::none(reasons::no_rows);
    Value length = Value::none(reasons::no_value); ///< of the interval, or why there is none
    Limits limits{};
    std::string method{}; ///< of the interval
    std::uint64_t failures = 0;
    double seconds = 0.0;
};

/// One sample: for each learner the figures of its model on the fresh rows, one a measure, and its estimates.
struct Repetition {
    std::vector<std::vector<Value>> truths;
    std::vector<std::vector<KeptEstimate>> estimates;
    RunReport run;
};

/// A file of repetitions, of any number of studies, so that one that is interrupted goes on. SQLite, for one
/// process at a time; kill -9 loses the repetitions that run.
class KeptRepetitions {
public:
    /// Opens the file, or makes it. Throws IoError if it holds something else or is in use.
    explicit KeptRepetitions(const std::string& path);

    /// Each may be called from any thread. Throws StoreError.
    std::optional<Repetition> find(const Digest& study, std::uint64_t repetition);
    void put(const Digest& study, std::uint64_t repetition, const Repetition& found);

private:
    LockFile lock_;
    Database db_;
    std::mutex mutex_;
};

} // namespace unseen
