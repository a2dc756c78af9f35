#include "unseen/store/store_file.hpp"

#include "store/experiments.hpp"
#include "store/key_filter.hpp"
#include "store/lock_file.hpp"
#include "store/records.hpp"
#include "store/schema.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <unordered_map>

namespace unseen {

namespace {

/// How long the first fit of a batch waits for others. A killed process may lose the fits of this period.
constexpr std::chrono::milliseconds gathering{100};
/// put() blocks while more bytes of fits than this wait for the writer.
constexpr std::size_t most_waiting = std::size_t{32} << 20;
/// About the size of a waiting fit without its columns.
constexpr std::size_t bytes_a_fit = 400;

struct DigestHash {
    std::size_t operator()(const Digest& digest) const { return digest.low; }
};

/// The stored result for `rows`; std::nullopt if it lacks some of these.
std::optional<StoredFit> answer(const FitRecord& fit, std::span<const Row> rows)
{
    if (const auto* failure = std::get_if<Failure>(&fit.result)) return StoredFit{*failure, fit.seconds};
    const auto all = unpack(fit);
    auto selected = select_rows(all.predictions, all.rows, rows);
    if (!selected) return std::nullopt;
    return StoredFit{std::move(*selected), fit.seconds};
}

/// Fits that are committed together. If a key was put twice, find() looks at the last fit first, then at the
/// earlier one.
struct Batch {
    std::vector<std::shared_ptr<const FitRecord>> fits;
    std::unordered_map<Digest, std::shared_ptr<const FitRecord>, DigestHash> by_key;
    std::size_t bytes = 0;

    bool empty() const { return fits.empty(); }
    void add(std::shared_ptr<const FitRecord> fit, std::size_t fit_bytes)
    {
        bytes += fit_bytes;
        by_key[fit->key] = fit;
        fits.push_back(std::move(fit));
    }
    std::shared_ptr<const FitRecord> find(const Digest& key) const
    {
        const auto it = by_key.find(key);
        return it != by_key.end() ? it->second : nullptr;
    }
};

/// Looks up fits. A snapshot of the database is used until the writer commits again, because taking one is
/// slower than a look-up.
class Lookup {
public:
    explicit Lookup(const std::string& path) : db_(open_for_reading(path)), reader_(*db_) {}

    std::optional<FitRecord> find(const Digest& key, std::uint64_t commits)
    {
        const std::lock_guard lock(mutex_);
        if (!seen_ || *seen_ != commits) {
            db_->roll_back();
            db_->execute("BEGIN");
            seen_ = commits;
        }
        return reader_.find(key);
    }

    std::string description(const Digest& key)
    {
        const std::lock_guard lock(mutex_);
        return describe(*db_, key);
    }

private:
    std::mutex mutex_;
    std::unique_ptr<Database> db_;
    FitReader reader_;
    std::optional<std::uint64_t> seen_;
};

/// The fits of a series under other versions. `used`: the learners of an experiment, by their numbers; null:
/// all.
std::optional<OtherVersion> other_version_in(Database& db, const FitSeries& series,
                                             const std::set<std::int64_t>* used)
{
    const auto data = find_data(db, series.data.learning_digest());
    if (!data) return std::nullopt;
    const auto spec = series.learner.print();
    std::optional<OtherVersion> other;
    auto fits = db.prepare("SELECT count(*) FROM fit WHERE data = ?1 AND learner = ?2");
    auto learner = db.prepare("SELECT id, version FROM learner WHERE spec = ?1 ORDER BY version");
    for (learner.bind_text(1, spec); learner.step();) {
        const auto id = learner.integer(0);
        const auto version = static_cast<int>(learner.integer(1));
        if (used != nullptr && !used->contains(id)) continue;
        if (version == series.version) {
            if (used != nullptr) return std::nullopt;
            continue;
        }
        fits.bind(1, *data).bind(2, id).step();
        if (const auto count = static_cast<std::uint64_t>(fits.integer(0)); count > 0)
            other = OtherVersion{version, count + (other ? other->fits : 0)};
        fits.reset();
    }
    return other;
}

class ReadOnly final : public Store {
public:
    ReadOnly(const std::string& path, const std::optional<Digest>& experiment) : path_(path), lookup_(path)
    {
        if (!experiment) return;
        for (const auto& one : all_experiments(*open_for_reading(path_))) {
            if (one.experiment.digest() != *experiment || !one.content.known()) continue;
            used_.emplace();
            for (const auto& link : one.content.learners) used_->insert(link.learner);
        }
    }
    std::optional<OtherVersion> other_version(const FitSeries& series) const override
    {
        return other_version_in(*open_for_reading(path_), series, used_ ? &*used_ : nullptr);
    }
    std::uint64_t series(const FitSeries&) override { return 0; }
    void plan(const Dataset&, const Spec&, std::uint64_t, std::uint64_t, std::span<const Digest>) override {}
    std::optional<StoredFit> find(const FitKey& key, std::span<const Row> rows) const override
    {
        try {
            const auto fit = lookup_.find(key.digest, 0);
            return fit ? answer(*fit, rows) : std::nullopt;
        } catch (const Damaged&) {
            throw StoreError(damaged_text(path_, lookup_.description(key.digest)));
        }
    }
    void put(const FitKey&, std::span<const Row>, const StoredFit&) override
    {
        throw std::logic_error(path_ + ": is open for reading only");
    }
    void flush() override {}

private:
    std::string path_;
    mutable Lookup lookup_;
    std::optional<std::set<std::int64_t>>
        used_; ///< the learners of the experiment, by their numbers; none: all
};

class File final : public StoreFile {
public:
    explicit File(const std::string& path)
        : lock_(path),
          db_(open_for_writing(path)),
          writer_(*db_),
          lookup_(path),
          thread_([this] { write(); })
    {
    }

    ~File() override
    {
        {
            const std::lock_guard lock(mutex_);
            closing_ = true;
        }
        changed_.notify_all();
        thread_.join();
    }

    std::optional<OtherVersion> other_version(const FitSeries& series) const override
    {
        const std::lock_guard lock(database_);
        return other_version_in(*db_, series, nullptr);
    }

    std::uint64_t series(const FitSeries& series) override
    {
        const std::string name = series.data.learning_digest().hex() + ' ' + std::to_string(series.version) +
                                 ' ' + series.learner.print();
        const std::lock_guard lock(database_);
        const auto known = series_.find(name);
        if (known != series_.end()) return known->second;
        Transaction transaction(*db_);
        const auto data = data_id(series.data, series.data_name);
        const auto spec = series.learner.print();
        const bool is_new = !find_learner(*db_, spec, series.version);
        const auto learner = put_learner(*db_, spec, series.version);
        if (is_new) new_learners_.insert(learner);
        if (experiment_) {
            auto& asked = content_.learners.emplace_back(
                data, learner, series.learner_name.empty() ? spec : series.learner_name);
            put_learner_of(*db_, *experiment_, asked);
        } else if (!series.learner_name.empty()) {
            put_learner_name(*db_, {data, learner, series.learner_name});
        }
        transaction.commit();
        const auto id = static_cast<std::uint64_t>(data) << 32 | static_cast<std::uint64_t>(learner);
        if (new_data_.contains(data) || new_learners_.contains(learner)) {
            const std::lock_guard also(mutex_);
            new_series_.insert(id);
        }
        return series_[name] = id;
    }

    void plan(const Dataset& data, const Spec& plan, std::uint64_t seed, std::uint64_t splits,
              std::span<const Digest> training) override
    {
        const std::lock_guard lock(database_);
        const auto known = data_.find(data.learning_digest());
        if (known == data_.end()) throw std::logic_error("plan() must be called after series()");
        Transaction transaction(*db_);
        const auto id = put_plan(*db_, {.data = known->second,
                                        .spec = with_roles(plan, data).print(),
                                        .seed = seed,
                                        .splits = splits,
                                        .training = {training.begin(), training.end()}});
        if (experiment_) {
            content_.plans.push_back(id);
            put_plan_of(*db_, *experiment_, id);
        }
        transaction.commit();
    }

    void begin_experiment(StoredExperiment experiment) override
    {
        using namespace std::chrono;
        const std::lock_guard lock(database_);
        Transaction transaction(*db_);
        experiment.started = duration_cast<microseconds>(system_clock::now().time_since_epoch()).count();
        experiment_ = put_experiment(*db_, experiment);
        transaction.commit();
        content_ = {};
        series_.clear(); // they belong to the experiment too
    }

    void end_experiment(bool whole) override
    {
        flush();
        const std::lock_guard lock(database_);
        if (!experiment_) throw std::logic_error("end_experiment() must be called after begin_experiment()");
        Transaction transaction(*db_);
        keep_content(*db_, *experiment_, content_);
        if (whole)
            set_complete(*db_, *experiment_, true);
        else
            update_completeness(*db_);
        transaction.commit();
        experiment_.reset();
    }

    std::optional<StoredFit> find(const FitKey& key, std::span<const Row> rows) const override
    {
        {
            std::array<std::shared_ptr<const FitRecord>, 2> waiting;
            {
                const std::lock_guard lock(mutex_);
                if (error_) std::rethrow_exception(error_);
                // All fits of a new series were put by this object, so the filter usually shows that a fit is
                // not in the store.
                if (new_series_.contains(key.series) && !put_.may_hold(key.digest)) return std::nullopt;
                waiting = {queue_.find(key.digest), writing_.find(key.digest)};
            }
            for (const auto& fit : waiting)
                if (fit)
                    if (auto found = answer(*fit, rows)) return found;
        }
        try {
            const auto fit = lookup_.find(key.digest, commits_.load());
            return fit ? answer(*fit, rows) : std::nullopt;
        } catch (const Damaged&) {
            ++damaged_;
            return std::nullopt; // it is done again, and takes the place of the damaged one
        }
    }

    void put(const FitKey& key, std::span<const Row> rows, const StoredFit& fit) override
    {
        auto record = std::make_shared<FitRecord>(
            FitRecord{.key = key.digest,
                      .data = static_cast<std::int64_t>(key.series >> 32),
                      .learner = static_cast<std::int64_t>(key.series & 0xffffffffu),
                      .classes = 0,
                      .training = key.training,
                      .training_rows = key.training_rows,
                      .seed = key.seed,
                      .seconds = fit.seconds,
                      .result = {}});
        std::size_t bytes = bytes_a_fit;
        if (const auto* failure = std::get_if<Failure>(&fit.result)) {
            record->result = *failure;
        } else {
            auto packed = pack(rows, std::get<Predictions>(fit.result));
            bytes += packed.bytes();
            record->predicted = static_cast<std::int64_t>(rows.size());
            record->result = std::move(packed);
        }
        std::unique_lock lock(mutex_);
        record->classes = classes_.at(record->data);
        changed_.wait(lock, [&] { return queue_.bytes + writing_.bytes < most_waiting || error_; });
        if (error_) std::rethrow_exception(error_);
        if (new_series_.contains(key.series)) put_.add(key.digest);
        queue_.add(std::move(record), bytes);
        if (queue_.fits.size() == 1 || full()) changed_.notify_all();
    }

    void flush() override
    {
        std::unique_lock lock(mutex_);
        ++flushing_;
        changed_.notify_all();
        changed_.wait(lock, [&] { return (queue_.empty() && writing_.empty()) || error_; });
        --flushing_;
        if (error_) std::rethrow_exception(error_);
    }

    std::uint64_t committed() const override { return committed_.load(); }
    std::uint64_t damaged() const override { return damaged_.load(); }

private:
    std::int64_t data_id(const Dataset& data, const std::string& name)
    {
        const auto known = data_.find(data.learning_digest());
        if (known != data_.end()) return known->second;
        const bool is_new = !find_data(*db_, data.learning_digest());
        const auto id = put_data(*db_, record_of(data, name));
        if (is_new) new_data_.insert(id);
        const std::lock_guard also(mutex_);
        classes_[id] = data.classes().size();
        return data_[data.learning_digest()] = id;
    }

    /// The writer thread: gathers fits for a short time, commits them, and only then drops them from memory.
    void write()
    {
        while (true) {
            {
                std::unique_lock lock(mutex_);
                changed_.wait(lock, [&] { return !queue_.empty() || closing_; });
                if (queue_.empty()) return;
                changed_.wait_for(lock, gathering, [&] { return closing_ || flushing_ > 0 || full(); });
                std::swap(writing_, queue_); // writing_ was empty, so the queue is empty now
            }
            try {
                commit(writing_.fits);
            } catch (...) {
                const std::lock_guard lock(mutex_);
                error_ = std::current_exception();
                changed_.notify_all();
                return;
            }
            ++commits_;
            committed_ += writing_.fits.size();
            Batch written; // freed without the lock
            const std::lock_guard lock(mutex_);
            std::swap(written, writing_);
            changed_.notify_all();
        }
    }

    /// True if enough fits wait to be committed at once. Needs the lock.
    bool full() const { return queue_.bytes >= most_waiting / 2; }

    void commit(std::vector<std::shared_ptr<const FitRecord>> batch)
    {
        // Sorted as in the index, so that each of its pages is used once.
        std::stable_sort(batch.begin(), batch.end(),
                         [](const auto& a, const auto& b) { return a->key < b->key; });
        const std::lock_guard lock(database_);
        Transaction transaction(*db_);
        for (const auto& fit : batch) writer_.put(*fit);
        transaction.commit();
    }

    LockFile lock_;
    mutable std::mutex database_; ///< guards db_ and the members up to mutex_
    std::unique_ptr<Database> db_;
    FitWriter writer_;
    std::map<std::string, std::uint64_t> series_;
    std::map<Digest, std::int64_t> data_;
    std::optional<std::int64_t> experiment_; ///< the experiment under way
    ExperimentContent content_;              ///< its request
    std::set<std::int64_t> new_data_;        ///< datasets that the store did not have when it was opened
    std::set<std::int64_t> new_learners_;
    mutable Lookup lookup_;

    mutable std::mutex mutex_; ///< guards the members below
    mutable std::condition_variable changed_;
    std::set<std::uint64_t> new_series_;            ///< series whose fits were all put by this object
    KeyFilter put_;                                 ///< the keys of these fits
    std::map<std::int64_t, std::uint64_t> classes_; ///< of each dataset
    Batch queue_;
    Batch writing_; ///< only the writer changes it
    std::size_t flushing_ = 0;
    bool closing_ = false;
    std::exception_ptr error_;
    std::atomic<std::uint64_t> commits_ = 0;
    std::atomic<std::uint64_t> committed_ = 0;
    mutable std::atomic<std::uint64_t> damaged_ = 0;
    std::thread thread_; // last, because it uses all members above
};

} // namespace

std::unique_ptr<StoreFile> open_store(const std::string& path) { return std::make_unique<File>(path); }
std::unique_ptr<Store> read_store(const std::string& path, const std::optional<Digest>& experiment)
{
    return std::make_unique<ReadOnly>(path, experiment);
}

} // namespace unseen
