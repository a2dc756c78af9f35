#include "unseen/run/store.hpp"

#include <map>
#include <mutex>
#include <vector>

namespace unseen {

namespace {

class MemoryStore final : public Store {
public:
    std::optional<Predictions> find(const Digest& key, std::span<const Row> rows) const override
    {
        const std::lock_guard lock(mutex_);
        const auto it = fits_.find(key);
        if (it == fits_.end()) return std::nullopt;
        return select_rows(it->second.predictions, it->second.rows, rows);
    }

    void put(const Digest& key, std::span<const Row> rows, const Predictions& predictions) override
    {
        const std::lock_guard lock(mutex_);
        fits_.insert_or_assign(key, Stored{{rows.begin(), rows.end()}, predictions});
    }

private:
    struct Stored {
        std::vector<Row> rows;
        Predictions predictions;
    };
    mutable std::mutex mutex_;
    std::map<Digest, Stored> fits_;
};

} // namespace

std::unique_ptr<Store> make_memory_store() { return std::make_unique<MemoryStore>(); }

} // namespace unseen
