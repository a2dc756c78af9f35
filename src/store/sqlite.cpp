#include "store/sqlite.hpp"

#include "store/damage.hpp"

#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

namespace unseen {

namespace {

[[noreturn]] void fail(sqlite3* db, const std::string& path, int code)
{
    const std::string text = db != nullptr ? sqlite3_errmsg(db) : sqlite3_errstr(code);
    const int system = db != nullptr ? sqlite3_system_errno(db) : 0;
    const std::string safe = "; everything stored before is safe, and the same command continues from there";
    // SQLite reports an I/O error if a full disk has no room for the memory that readers and writers share.
    const int kind = code & 0xff;
    if (kind == SQLITE_FULL || ((kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN) && system == ENOSPC))
        throw FullDisk(path + ": cannot be written: No space left on device" + safe);
    switch (kind) {
    case SQLITE_IOERR:
        throw StoreError(
            path + ": cannot be read or written: " + (system != 0 ? std::strerror(system) : text) + safe);
    case SQLITE_NOTADB:
        throw StoreError(path + ": is not a store; expected a file made by `unseen run --store`");
    case SQLITE_CORRUPT:
        throw Unreadable(
            path + ": is damaged (" + text +
            "); `unseen store check` lists the faults, `unseen store repair` keeps what can be read");
    case SQLITE_BUSY:
    case SQLITE_LOCKED: throw StoreError(path + ": is being written by another program");
    case SQLITE_READONLY: throw StoreError(path + ": is read-only");
    case SQLITE_CANTOPEN:
        throw StoreError(path + ": cannot be opened" +
                         (system != 0 ? std::string(": ") + std::strerror(system) : std::string()));
    case SQLITE_NOMEM: throw std::bad_alloc();
    default: throw StoreError(path + ": " + text);
    }
}

/// True if no process writes the database and no file can be made beside it. Then it can be read if SQLite is
/// told so.
bool frozen(const std::string& path)
{
    struct stat status {};
    if (stat((path + "-wal").c_str(), &status) == 0 && status.st_size > 0) return false;
    const auto slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
    return access(folder.c_str(), W_OK) != 0 || access(path.c_str(), W_OK) != 0;
}

/// The path as a URI of SQLite, with special characters escaped.
std::string uri(const std::string& path, const std::string& query)
{
    std::string text = "file:";
    for (const char c : path) {
        if (c == '?')
            text += "%3f";
        else if (c == '#')
            text += "%23";
        else if (c == '%')
            text += "%25";
        else
            text += c;
    }
    return text + query;
}

int length(std::size_t size) { return static_cast<int>(size); }

void row_digest(sqlite3_context* context, int n, sqlite3_value** cells)
{
    Hasher hasher;
    for (int i = 0; i < n; ++i) {
        auto* cell = cells[i];
        switch (sqlite3_value_type(cell)) {
        case SQLITE_NULL: hasher.add(std::string_view("-")); break;
        case SQLITE_INTEGER: hasher.add(static_cast<std::uint64_t>(sqlite3_value_int64(cell))); break;
        case SQLITE_FLOAT: hasher.add(std::bit_cast<std::uint64_t>(sqlite3_value_double(cell))); break;
        default: {
            const auto* bytes =
                static_cast<const char*>(sqlite3_value_blob(cell)); // of a text, its characters
            hasher.add(std::string_view(
                bytes, bytes == nullptr ? 0 : static_cast<std::size_t>(sqlite3_value_bytes(cell))));
        }
        }
    }
    sqlite3_result_int64(context, static_cast<std::int64_t>(hasher.finish().low));
}

} // namespace

Statement::Statement(sqlite3* db, const std::string& path, std::string_view sql) : db_(db), path_(&path)
{
    const int code = sqlite3_prepare_v3(db, sql.data(), length(sql.size()), SQLITE_PREPARE_PERSISTENT,
                                        &statement_, nullptr);
    if (code != SQLITE_OK) fail(db, path, code);
}

Statement::~Statement() { sqlite3_finalize(statement_); }

Statement::Statement(Statement&& other) noexcept
    : db_(other.db_),
      path_(other.path_),
      statement_(other.statement_)
{
    other.statement_ = nullptr;
}

Statement& Statement::bind(int parameter, std::int64_t number)
{
    sqlite3_bind_int64(statement_, parameter, number);
    return *this;
}

Statement& Statement::bind(int parameter, double number)
{
    sqlite3_bind_double(statement_, parameter, number);
    return *this;
}

Statement& Statement::bind_text(int parameter, std::string_view text)
{
    sqlite3_bind_text(statement_, parameter, text.data(), length(text.size()), SQLITE_STATIC);
    return *this;
}

Statement& Statement::bind_blob(int parameter, std::string_view bytes)
{
    if (bytes.empty())
        sqlite3_bind_zeroblob(statement_, parameter, 0);
    else
        sqlite3_bind_blob64(statement_, parameter, bytes.data(), bytes.size(), SQLITE_STATIC);
    return *this;
}

Statement& Statement::bind_optional(int parameter, const std::optional<std::string>& bytes)
{
    return bytes ? bind_blob(parameter, *bytes) : bind_null(parameter);
}

Statement& Statement::bind_null(int parameter)
{
    sqlite3_bind_null(statement_, parameter);
    return *this;
}

bool Statement::step()
{
    const int code = sqlite3_step(statement_);
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    sqlite3_reset(statement_);
    fail(db_, *path_, code);
}

void Statement::run()
{
    step();
    reset();
}

void Statement::reset() { sqlite3_reset(statement_); }

bool Statement::null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_, column); }
double Statement::real(int column) const { return sqlite3_column_double(statement_, column); }

std::string Statement::text(int column) const
{
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return text == nullptr
               ? std::string()
               : std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
}

std::string_view Statement::blob(int column) const
{
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
    return bytes == nullptr
               ? std::string_view()
               : std::string_view(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
}

std::optional<std::string> Statement::optional_blob(int column) const
{
    if (null(column)) return std::nullopt;
    return std::string(blob(column));
}

Database::Database(const std::string& path, Access access) : path_(path)
{
    // SQLite removes its log when the last connection is closed, but only if that connection may write. So
    // readers may write, and promise not to.
    const bool still = access == Access::read && frozen(path);
    const int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE |
                      (still ? SQLITE_OPEN_READONLY
                             : SQLITE_OPEN_READWRITE | (access == Access::create ? SQLITE_OPEN_CREATE : 0));
    const int code = sqlite3_open_v2(uri(path, still ? "?immutable=1" : "").c_str(), &db_, flags, nullptr);
    try {
        if (code != SQLITE_OK) fail(db_, path_, code);
        sqlite3_busy_timeout(db_, 10000);
        sqlite3_create_function(db_, "row_digest", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr,
                                row_digest, nullptr, nullptr);
        if (access == Access::read) execute("PRAGMA query_only = 1");
    } catch (...) {
        sqlite3_close(db_);
        throw;
    }
}

Database::~Database() { sqlite3_close_v2(db_); }

void Database::execute(const std::string& sql)
{
    const int code = sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) fail(db_, path_, code);
}

std::int64_t Database::integer(const std::string& sql)
{
    auto statement = prepare(sql);
    return statement.step() ? statement.integer(0) : 0;
}

std::string Database::text(const std::string& sql)
{
    auto statement = prepare(sql);
    return statement.step() ? statement.text(0) : std::string();
}

std::int64_t Database::changes() const { return sqlite3_changes64(db_); }
std::int64_t Database::last_id() const { return sqlite3_last_insert_rowid(db_); }

void Database::roll_back() noexcept
{
    if (sqlite3_get_autocommit(db_) == 0) sqlite3_exec(db_, "ROLLBACK", nullptr, nullptr, nullptr);
}

std::string bytes_of(const Digest& digest)
{
    std::string bytes;
    for (const auto word : {digest.high, digest.low})
        for (int shift = 56; shift >= 0; shift -= 8)
            bytes += static_cast<char>(static_cast<unsigned char>(word >> shift));
    return bytes;
}

Digest digest_of(std::string_view bytes)
{
    if (bytes.size() != 16) throw Damaged("a stored key is damaged");
    std::array<std::uint64_t, 2> words{};
    for (std::size_t i = 0; i < 16; ++i)
        words[i / 8] = words[i / 8] << 8 | static_cast<unsigned char>(bytes[i]);
    return {words[0], words[1]};
}

} // namespace unseen
