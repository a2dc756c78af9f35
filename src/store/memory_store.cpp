#include "store/unite.hpp"

#include "unseen/stats/random.hpp"
#include "unseen/store/store.hpp"

#include <map>
#include <mutex>

namespace unseen {

namespace {

class MemoryStore final : public Store {
public:
    std::uint64_t series(const FitSeries&) override { return 0; }
    void plan(const Dataset&, const Spec&, std::uint64_t, std::uint64_t, std::span<const Digest>) override {}

    std::optional<StoredFit> find(const FitKey& key, std::span<const Row> rows) const override
    {
        const std::lock_guard lock(mutex_);
        const auto it = fits_.find(key.digest);
        if (it == fits_.end()) return std::nullopt;
        if (const auto* failure = std::get_if<Failure>(&it->second.result))
            return StoredFit{*failure, it->second.seconds};
        const auto& all = std::get<RowPredictions>(it->second.result);
        auto selected = select_rows(all.predictions, all.rows, rows);
        if (!selected) return std::nullopt;
        return StoredFit{std::move(*selected), it->second.seconds};
    }

    void put(const FitKey& key, std::span<const Row> rows, const StoredFit& fit) override
    {
        Kept kept{.result = {}, .seconds = fit.seconds};
        if (const auto* failure = std::get_if<Failure>(&fit.result))
            kept.result = *failure;
        else
            kept.result = RowPredictions{{rows.begin(), rows.end()}, std::get<Predictions>(fit.result)};
        const std::lock_guard lock(mutex_);
        const auto [it, added] = fits_.emplace(key.digest, kept);
        if (added) return;
        const auto* old = std::get_if<RowPredictions>(&it->second.result);
        const auto* more = std::get_if<RowPredictions>(&kept.result);
        if (old == nullptr)
            it->second = kept;
        else if (more != nullptr)
            it->second.result = unite(*old, *more, "fit " + key.digest.hex());
    }

    void flush() override {}

private:
    struct Kept {
        std::variant<RowPredictions, Failure> result;
        double seconds = 0.0;
    };
    mutable std::mutex mutex_;
    std::map<Digest, Kept> fits_;
};

} // namespace

std::unique_ptr<Store> make_memory_store() { return std::make_unique<MemoryStore>(); }

Digest fit_digest(const Digest& data, const std::string& learner, int version, const Digest& training,
                  std::uint64_t seed)
{
    return Hasher()
        .add(data)
        .add(learner)
        .add(static_cast<std::uint64_t>(version))
        .add(training)
        .add(seed)
        .finish();
}

std::uint64_t drawn_seed(std::uint64_t run_seed, const std::string& learner, const Digest& training)
{
    const auto digest = Hasher().add(learner).add(training).finish();
    return Stream(run_seed, Purpose::learner, digest.high, digest.low).next();
}

} // namespace unseen
