// Private: a small interface to SQLite; only sqlite.cpp includes its header.
#pragma once

#include "unseen/base/digest.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace unseen {

/// A compiled SQL statement. As in SQLite, parameters are numbered from 1 and columns from 0. Bound texts and
/// blobs must exist until the next reset().
class Statement {
public:
    Statement(sqlite3* db, const std::string& path, std::string_view sql);
    ~Statement();
    Statement(Statement&& other) noexcept;
    Statement& operator=(Statement&&) = delete;

    Statement& bind(int parameter, std::int64_t number);
    Statement& bind(int parameter, double number);
    Statement& bind_text(int parameter, std::string_view text);
    Statement& bind_blob(int parameter, std::string_view bytes);
    Statement& bind_optional(int parameter, const std::optional<std::string>& bytes);
    Statement& bind_null(int parameter);

    /// Moves to the next row; false at the end. Throws StoreError.
    bool step();
    /// Runs a statement without rows, and resets it.
    void run();
    void reset();

    bool null(int column) const;
    std::int64_t integer(int column) const;
    double real(int column) const;
    std::string text(int column) const;
    std::string_view blob(int column) const; ///< valid until the next step()
    std::optional<std::string> optional_blob(int column) const;

private:
    sqlite3* db_;
    const std::string* path_;
    sqlite3_stmt* statement_ = nullptr;
};

/// A connection, for one thread at a time. Every failure throws a StoreError that begins with the path.
class Database {
public:
    enum class Access { create, write, read };
    /// SQL has the function row_digest(cell, ...): the lower half of the Hasher's digest of the cells, in
    /// which NULL is the text "-".
    Database(const std::string& path, Access access);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    const std::string& path() const { return path_; }
    void execute(const std::string& sql);
    Statement prepare(std::string_view sql) { return Statement(db_, path_, sql); }
    std::int64_t integer(const std::string& sql);
    std::string text(const std::string& sql);
    /// The number of rows that the last statement changed.
    std::int64_t changes() const;
    std::int64_t last_id() const;
    /// Rolls back the current transaction, if there is one, and ignores errors.
    void roll_back() noexcept;

private:
    std::string path_;
    sqlite3* db_ = nullptr;
};

/// A transaction. The destructor rolls it back unless commit() was called.
class Transaction {
public:
    explicit Transaction(Database& db) : db_(db) { db_.execute("BEGIN IMMEDIATE"); }
    ~Transaction()
    {
        if (!done_) db_.roll_back();
    }
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    void commit()
    {
        db_.execute("COMMIT");
        done_ = true;
    }

private:
    Database& db_;
    bool done_ = false;
};

/// A digest as a store holds it: 16 bytes, highest first, so that SQL's hex() gives Digest::hex().
std::string bytes_of(const Digest& digest);
Digest digest_of(std::string_view bytes);

} // namespace unseen
