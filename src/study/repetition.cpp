#include "study/repetition.hpp"

#include "unseen/store/store_file.hpp"

#include "unseen/base/codes.hpp"
#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <filesystem>
#include <sstream>
#include <stdexcept>

namespace unseen {

namespace {

constexpr std::int64_t application_id = 0x756e7374; // "unst"

[[noreturn]] void refuse(const std::string& path)
{
    throw IoError(path + ": holds something else; expected a file of `unseen study --keep`, or none yet");
}

/// The path, if it is that of a database or does not exist.
const std::string& usable(const std::string& path)
{
    std::error_code none;
    const auto size = std::filesystem::file_size(path, none);
    if (!none && size > 0 && !is_store(path)) refuse(path);
    return path;
}

// As text: words between spaces, lines for learners; figures are numbers or the reason why there is none.

std::string word_of(const Value& value)
{
    return value ? shortest(value.number()) : std::string(value.reason());
}

std::string text_of(const Repetition& found)
{
    std::ostringstream out;
    out << found.run.failures << ' ' << found.truths.size() << '\n';
    for (std::size_t l = 0; l < found.truths.size(); ++l) {
        out << found.truths[l].size();
        for (const auto& truth : found.truths[l]) out << ' ' << word_of(truth);
        out << '\n' << found.estimates[l].size();
        for (const auto& [value, length, limits, method, failures, seconds] : found.estimates[l])
            out << ' ' << word_of(value) << ' ' << word_of(length) << ' ' << shortest(limits.lower) << ' '
                << shortest(limits.upper) << ' ' << (method.empty() ? "-" : method) << ' ' << failures << ' '
                << shortest(seconds);
        out << '\n';
    }
    return out.str();
}

/// Reads words; throws std::invalid_argument for what text_of() does not write.
class Words {
public:
    explicit Words(const std::string& text) : in_(text) {}

    std::string word()
    {
        std::string word;
        if (!(in_ >> word)) throw std::invalid_argument("too short");
        return word;
    }
    double number()
    {
        const auto number = parse_number(word());
        if (!number) throw std::invalid_argument("no number");
        return *number;
    }
    std::uint64_t count()
    {
        const double count = number();
        if (!(count >= 0.0 && count < 1e15)) throw std::invalid_argument("no count");
        return static_cast<std::uint64_t>(count);
    }
    Value value()
    {
        const auto text = word();
        const auto number = parse_number(text);
        if (number) return *number;
        if (const auto* reason = find_reason(text)) return Value::none(*reason);
        throw std::invalid_argument("no reason");
    }

private:
    std::istringstream in_;
};

Repetition repetition_of(const std::string& text)
{
    Words words(text);
    Repetition found;
    found.run.failures = words.count();
    for (auto learners = words.count(); learners > 0; --learners) {
        auto& truths = found.truths.emplace_back();
        for (auto n = words.count(); n > 0; --n) truths.push_back(words.value());
        auto& outcomes = found.estimates.emplace_back();
        for (auto n = words.count(); n > 0; --n) {
            auto& one = outcomes.emplace_back();
            one.value = words.value();
            one.length = words.value();
            one.limits.lower = words.number();
            one.limits.upper = words.number();
            one.method = words.word();
            if (one.method == "-") one.method.clear();
            one.failures = words.count();
            one.seconds = words.number();
        }
    }
    return found;
}

} // namespace

KeptRepetitions::KeptRepetitions(const std::string& path)
    : lock_(usable(path)),
      db_(path, Database::Access::create)
{
    if (db_.integer("SELECT count(*) FROM sqlite_master") == 0 && db_.integer("PRAGMA application_id") == 0) {
        db_.execute("PRAGMA journal_mode = WAL");
        Transaction transaction(db_);
        db_.execute(
            "CREATE TABLE repetition(study BLOB NOT NULL, repetition INTEGER NOT NULL, found TEXT NOT NULL, "
            "PRIMARY KEY(study, repetition)) STRICT, WITHOUT ROWID");
        db_.execute("PRAGMA application_id = " + std::to_string(application_id));
        transaction.commit();
    }
    if (db_.integer("PRAGMA application_id") != application_id) refuse(path);
    // Does not wait for the disk. If the machine crashes, at most the last repetitions are lost.
    db_.execute("PRAGMA synchronous = NORMAL");
}

std::optional<Repetition> KeptRepetitions::find(const Digest& study, std::uint64_t repetition)
{
    const std::lock_guard lock(mutex_);
    const auto key = bytes_of(study);
    auto query = db_.prepare("SELECT found FROM repetition WHERE study = ?1 AND repetition = ?2");
    query.bind_blob(1, key).bind(2, static_cast<std::int64_t>(repetition));
    if (!query.step()) return std::nullopt;
    try {
        return repetition_of(query.text(0));
    } catch (const std::logic_error&) {
        throw StoreError(db_.path() + ": repetition " + std::to_string(repetition) +
                         " is damaged; start with another file");
    }
}

void KeptRepetitions::put(const Digest& study, std::uint64_t repetition, const Repetition& found)
{
    const std::lock_guard lock(mutex_);
    const auto key = bytes_of(study);
    const auto text = text_of(found);
    db_.prepare("INSERT OR REPLACE INTO repetition VALUES(?1, ?2, ?3)")
        .bind_blob(1, key)
        .bind(2, static_cast<std::int64_t>(repetition))
        .bind_text(3, text)
        .run();
}

} // namespace unseen
