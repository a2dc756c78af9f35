#include "state/bytes.hpp"

#include "unseen/base/error.hpp"

#include <bit>
#include <cmath>

namespace unseen {

void ByteWriter::number(std::uint64_t value)
{
    for (int i = 0; i < 8; ++i) byte(static_cast<std::uint8_t>(value >> (8 * i)));
}

void ByteWriter::real(double value) { number(std::bit_cast<std::uint64_t>(value)); }

void ByteWriter::text(std::string_view value)
{
    count(value.size());
    bytes_ += value;
}

void ByteWriter::texts(const std::vector<std::string>& values)
{
    count(values.size());
    for (const auto& value : values) text(value);
}

void ByteWriter::sum(const ExactSum& value)
{
    const auto limbs = value.limbs();
    std::size_t begin = 0;
    std::size_t end = limbs.size();
    while (begin < end && limbs[begin] == 0) ++begin;
    while (end > begin && limbs[end - 1] == 0) --end;
    count(begin);
    count(end - begin);
    for (std::size_t i = begin; i < end; ++i) number(static_cast<std::uint64_t>(limbs[i]));
}

void ByteReader::fail() const
{
    throw InputError(source_ + ": is not a valid state: its content is inconsistent");
}

std::string_view ByteReader::take(std::size_t n)
{
    if (n > rest_.size()) fail();
    const auto taken = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return taken;
}

std::uint8_t ByteReader::byte() { return static_cast<std::uint8_t>(take(1).front()); }

std::uint64_t ByteReader::number()
{
    std::uint64_t value = 0;
    const auto bytes = take(8);
    for (int i = 0; i < 8; ++i)
        value |= std::uint64_t{static_cast<std::uint8_t>(bytes[static_cast<std::size_t>(i)])} << (8 * i);
    return value;
}

std::uint64_t ByteReader::count()
{
    if (const auto value = read_varint(rest_)) return *value;
    fail();
}

std::size_t ByteReader::length()
{
    const auto n = count();
    if (n > rest_.size()) fail();
    return n;
}

double ByteReader::real()
{
    const auto value = std::bit_cast<double>(number());
    if (!std::isfinite(value)) fail();
    return value;
}

std::string ByteReader::text() { return std::string(take(length())); }

std::vector<std::string> ByteReader::texts()
{
    std::vector<std::string> values(length());
    for (auto& value : values) value = text();
    return values;
}

ExactSum ByteReader::sum()
{
    ExactSum::Limbs limbs{};
    const auto begin = count();
    const auto n = count();
    if (begin > limbs.size() || n > limbs.size() - begin) fail();
    for (std::size_t i = begin; i < begin + n; ++i) limbs[i] = static_cast<std::int64_t>(number());
    for (std::size_t i = 0; i + 1 < limbs.size(); ++i)
        if (limbs[i] < 0 || limbs[i] >> 32 != 0) fail();
    return ExactSum(limbs);
}

} // namespace unseen
