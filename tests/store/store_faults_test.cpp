// A store with faults of its disk: it is full or broken, or the power fails between two writes. Everything
// that flush() confirmed is there afterwards, and repeating the work gives the same store.
#include "support/small_learners.hpp"
#include "support/temporary_folder.hpp"
#include "unseen/base/error.hpp"
#include "unseen/store/store_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <new>
#include <sqlite3.h>
#include <vector>

namespace unseen {
namespace {

/// The fault at the write of this number and at all later ones.
enum class Fault { none, full, broken, power };

/// A file system for SQLite on top of the usual one, which counts writes and fails on request. When the power
/// fails, writes that were not synchronised are undone, as if they had never reached the disk.
struct Disk {
    Fault fault = Fault::none;
    int writes_left = 0;
    bool dead = false; ///< the power is gone

    static Disk& the()
    {
        static Disk disk;
        return disk;
    }
};

struct Undo {
    sqlite3_int64 offset = 0;
    sqlite3_int64 size_before = 0;
    std::vector<char> bytes_before{};
};

struct FaultyFile {
    sqlite3_file base{};
    sqlite3_file* real = nullptr;
    std::vector<Undo>* undo = nullptr; ///< changes since the last synchronisation
};

std::vector<FaultyFile*>& open_files()
{
    static std::vector<FaultyFile*> files;
    return files;
}

FaultyFile* of(sqlite3_file* file) { return reinterpret_cast<FaultyFile*>(file); }

/// The code of a write that may not be done; SQLITE_OK if it may.
int next_write()
{
    auto& disk = Disk::the();
    if (disk.dead) return SQLITE_IOERR_WRITE;
    if (disk.fault == Fault::none || disk.writes_left-- > 0) return SQLITE_OK;
    disk.writes_left = 0;
    if (disk.fault == Fault::full) return SQLITE_FULL;
    if (disk.fault == Fault::broken) return SQLITE_IOERR_WRITE;
    disk.dead = true;
    for (auto* file : open_files()) {
        for (auto it = file->undo->rbegin(); it != file->undo->rend(); ++it) {
            if (!it->bytes_before.empty())
                file->real->pMethods->xWrite(file->real, it->bytes_before.data(),
                                             static_cast<int>(it->bytes_before.size()), it->offset);
            file->real->pMethods->xTruncate(file->real, it->size_before);
        }
        file->undo->clear();
    }
    return SQLITE_IOERR_WRITE;
}

/// Remembers what a change of `n` bytes at `offset` destroys.
void remember(FaultyFile* file, sqlite3_int64 offset, sqlite3_int64 n)
{
    Undo undo{.offset = offset};
    file->real->pMethods->xFileSize(file->real, &undo.size_before);
    if (offset < undo.size_before) {
        undo.bytes_before.resize(static_cast<std::size_t>(std::min(n, undo.size_before - offset)));
        file->real->pMethods->xRead(file->real, undo.bytes_before.data(),
                                    static_cast<int>(undo.bytes_before.size()), offset);
    }
    file->undo->push_back(std::move(undo));
}

const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose =
        [](sqlite3_file* f) {
            std::erase(open_files(), of(f));
            delete of(f)->undo;
            return of(f)->real->pMethods->xClose(of(f)->real);
        },
    .xRead = [](sqlite3_file* f, void* to, int n,
                sqlite3_int64 at) { return of(f)->real->pMethods->xRead(of(f)->real, to, n, at); },
    .xWrite =
        [](sqlite3_file* f, const void* from, int n, sqlite3_int64 at) {
            if (const int code = next_write(); code != SQLITE_OK) return code;
            remember(of(f), at, n);
            return of(f)->real->pMethods->xWrite(of(f)->real, from, n, at);
        },
    .xTruncate =
        [](sqlite3_file* f, sqlite3_int64 size) {
            if (const int code = next_write(); code != SQLITE_OK) return code;
            remember(of(f), size, 1 << 30);
            return of(f)->real->pMethods->xTruncate(of(f)->real, size);
        },
    .xSync =
        [](sqlite3_file* f, int) {
            if (Disk::the().dead) return SQLITE_IOERR_FSYNC;
            of(f)->undo->clear();
            return SQLITE_OK;
        },
    .xFileSize = [](sqlite3_file* f,
                    sqlite3_int64* size) { return of(f)->real->pMethods->xFileSize(of(f)->real, size); },
    .xLock = [](sqlite3_file* f, int lock) { return of(f)->real->pMethods->xLock(of(f)->real, lock); },
    .xUnlock = [](sqlite3_file* f, int lock) { return of(f)->real->pMethods->xUnlock(of(f)->real, lock); },
    .xCheckReservedLock =
        [](sqlite3_file* f, int* out) { return of(f)->real->pMethods->xCheckReservedLock(of(f)->real, out); },
    .xFileControl = [](sqlite3_file* f, int op,
                       void* arg) { return of(f)->real->pMethods->xFileControl(of(f)->real, op, arg); },
    .xSectorSize = [](sqlite3_file* f) { return of(f)->real->pMethods->xSectorSize(of(f)->real); },
    .xDeviceCharacteristics =
        [](sqlite3_file* f) { return of(f)->real->pMethods->xDeviceCharacteristics(of(f)->real); },
    .xShmMap =
        [](sqlite3_file* f, int page, int size, int extend, void volatile** out) {
            return of(f)->real->pMethods->xShmMap(of(f)->real, page, size, extend, out);
        },
    .xShmLock = [](sqlite3_file* f, int at, int n,
                   int flags) { return of(f)->real->pMethods->xShmLock(of(f)->real, at, n, flags); },
    .xShmBarrier = [](sqlite3_file* f) { of(f)->real->pMethods->xShmBarrier(of(f)->real); },
    .xShmUnmap = [](sqlite3_file* f,
                    int remove) { return of(f)->real->pMethods->xShmUnmap(of(f)->real, remove); },
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

/// SQLite's own file system below, ours on top for as long as this lives.
class FaultyDisk {
public:
    FaultyDisk() : below_(sqlite3_vfs_find(nullptr))
    {
        under() = below_;
        vfs_ = *below_;
        vfs_.zName = "faulty";
        vfs_.szOsFile = static_cast<int>(sizeof(FaultyFile)) + below_->szOsFile;
        vfs_.pNext = nullptr;
        vfs_.xOpen = [](sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* out) {
            auto* faulty = new (file) FaultyFile;
            faulty->real = reinterpret_cast<sqlite3_file*>(faulty + 1);
            const int code = under()->xOpen(under(), name, faulty->real, flags, out);
            if (code != SQLITE_OK) return code;
            faulty->base.pMethods = &methods;
            faulty->undo = new std::vector<Undo>;
            open_files().push_back(faulty);
            return SQLITE_OK;
        };
        vfs_.xDelete = [](sqlite3_vfs*, const char* name, int sync) {
            return Disk::the().dead ? SQLITE_IOERR_DELETE : under()->xDelete(under(), name, sync);
        };
        sqlite3_vfs_register(&vfs_, 1);
    }
    ~FaultyDisk()
    {
        sqlite3_vfs_register(below_, 1);
        sqlite3_vfs_unregister(&vfs_);
    }

private:
    static sqlite3_vfs*& under()
    {
        static sqlite3_vfs* vfs = nullptr;
        return vfs;
    }
    sqlite3_vfs* below_;
    sqlite3_vfs vfs_{};
};

constexpr std::uint64_t n_fits = 3;

FitKey key(Store& store, std::uint64_t i)
{
    static const Dataset data = test::two_classes(40);
    const auto series =
        store.series({.data_name = "two", .data = data, .learner = Spec("some"), .version = 1});
    const Digest training{0, i};
    return {.digest = fit_digest(data.learning_digest(), "some", 1, training, 0),
            .series = series,
            .training = training,
            .training_rows = 36};
}

/// Adds the missing fits, each confirmed before the next; returns how many were confirmed or present when a
/// fault came.
std::uint64_t fill(const std::string& path, std::string* message = nullptr)
{
    std::uint64_t confirmed = 0;
    try {
        const auto store = open_store(path);
        std::vector<Row> rows(30);
        for (std::uint64_t i = 0; i < n_fits; ++i) {
            for (Row r = 0; r < rows.size(); ++r) rows[r] = r;
            if (!store->find(key(*store, i), rows)) {
                std::vector<double> scores;
                for (const Row r : rows) {
                    scores.push_back(1.0 / (2.0 + static_cast<double>(r * i)));
                    scores.push_back(1.0 - scores.back());
                }
                auto predictions = test::predicted_labels({}, scores);
                for (const Row r : rows)
                    predictions.label.push_back(scores[2 * r] >= scores[2 * r + 1] ? 0 : 1);
                store->put(key(*store, i), rows, {.result = predictions});
                store->flush();
            }
            ++confirmed;
        }
    } catch (const Error& e) {
        if (message != nullptr) *message = e.what();
    }
    return confirmed;
}

std::string exported(const std::string& path)
{
    std::string text;
    const Write write = [&](std::string_view part) { text += part; };
    export_fits(path, write);
    export_predictions(path, write);
    return text;
}

class StoreFaults : public testing::TestWithParam<Fault> {};
INSTANTIATE_TEST_SUITE_P(Kinds, StoreFaults, testing::Values(Fault::full, Fault::broken, Fault::power),
                         [](const auto& kind) {
                             return std::string(kind.param == Fault::full     ? "full"
                                                : kind.param == Fault::broken ? "broken"
                                                                              : "power");
                         });

TEST_P(StoreFaults, LoseNothingThatWasConfirmed)
{
    const FaultyDisk faulty;
    const test::TemporaryFolder folder;
    auto& disk = Disk::the();
    disk = {};
    fill(folder.path("whole.db"));
    const auto whole = exported(folder.path("whole.db"));
    bool reached_the_end = false;
    for (int writes = 0; !reached_the_end; writes += 1 + writes / 8) {
        const auto path = folder.path("s" + std::to_string(writes) + ".db");
        disk = {.fault = GetParam(), .writes_left = writes};
        std::string message;
        const auto confirmed = fill(path, &message);
        disk.fault = Fault::none;
        disk.dead = false;
        reached_the_end = confirmed == n_fits;
        if (!message.empty()) { EXPECT_EQ(message.rfind(path + ": cannot be", 0), 0u) << message; }

        if (confirmed > 0) {
            EXPECT_TRUE(check_store(path).empty()) << writes;
            const auto kept = stored_series(path);
            ASSERT_FALSE(kept.empty()) << writes;
            EXPECT_GE(kept[0].fits, confirmed) << writes;
        }
        EXPECT_EQ(fill(path), n_fits) << writes;
        EXPECT_EQ(exported(path), whole) << writes;
        ASSERT_LT(writes, 1000);
    }
}

} // namespace
} // namespace unseen
