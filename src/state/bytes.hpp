// Private: writes and reads the bytes of a state file.
#pragma once

#include "base/varint.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// Builds bytes that are the same on every platform. Numbers are little-endian; numbers that are mostly small
/// are in groups of 7 bits, lowest first.
class ByteWriter {
public:
    void byte(std::uint8_t value) { bytes_ += static_cast<char>(value); }
    void number(std::uint64_t value); ///< 8 bytes
    void count(std::uint64_t value) { add_varint(bytes_, value); }
    void real(double value);
    void text(std::string_view value);
    void texts(const std::vector<std::string>& values);
    void sum(const ExactSum& value);
    /// The bytes written so far.
    const std::string& bytes() const { return bytes_; }

private:
    std::string bytes_;
};

/// Reads them back. Every member throws InputError "SOURCE: ..." if the bytes end too early or are
/// inconsistent.
class ByteReader {
public:
    ByteReader(std::string_view bytes, std::string source) : rest_(bytes), source_(std::move(source)) {}

    std::uint8_t byte();
    std::uint64_t number();
    std::uint64_t count();
    /// A number of elements, each of which takes at least one byte.
    std::size_t length();
    double real(); ///< a finite number
    std::string text();
    std::vector<std::string> texts();
    ExactSum sum();
    bool at_end() const { return rest_.empty(); }
    [[noreturn]] void fail() const;

private:
    std::string_view take(std::size_t n);

    std::string_view rest_;
    std::string source_;
};

} // namespace unseen
