// Private: the results of one repetition of a study, and the file that keeps them.
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

/// The part of an estimate that a repetition keeps.
struct KeptEstimate {
    Value value = Value::none(reasons::no_rows);
    Value length = Value::none(reasons::no_value); ///< of the interval, or the reason if there is none
    Limits limits{};
    std::string method{}; ///< of the interval
    std::uint64_t failures = 0;
    double seconds = 0.0;
};

/// The results for one sample: for each learner the figures of its model on the fresh rows, one for each
/// measure, and its estimates.
struct Repetition {
    std::vector<std::vector<Value>> truths;
    std::vector<std::vector<KeptEstimate>> estimates;
    RunReport run;
};

/// An SQLite file with the repetitions of any number of studies, so that an interrupted study can continue.
/// One process can use it at a time. After kill -9 the repetitions that were running are lost.
class KeptRepetitions {
public:
    /// Opens or creates the file. Throws IoError if it has other content or is in use.
    explicit KeptRepetitions(const std::string& path);

    /// Can be called from any thread. Throws StoreError.
    std::optional<Repetition> find(const Digest& study, std::uint64_t repetition);
    void put(const Digest& study, std::uint64_t repetition, const Repetition& found);

private:
    LockFile lock_;
    Database db_;
    std::mutex mutex_;
};

} // namespace unseen
