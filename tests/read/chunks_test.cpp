// Files read in chunks: the rows are those of the whole file, whatever the size of the chunks.
#include "unseen/read/chunks.hpp"

#include "support/messages.hpp"
#include "support/temporary_folder.hpp"
#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <gtest/gtest.h>

using namespace unseen;
using unseen::test::gzipped;
using unseen::test::message_of;
using unseen::test::TemporaryFolder;

namespace {

/// More than the beginning that is always read at once.
std::string long_text()
{
    std::string text = "x,c\r\n";
    for (int i = 0; i < 20000; ++i)
        text += std::to_string(i) + (i % 7 == 0 ? ",\"two\nlines\"\r\n" : i % 5 == 0 ? ",\n" : ",b\r\n");
    return text;
}

std::string cells_of(const Table& table)
{
    std::string all;
    for (std::size_t r = 0; r < table.rows(); ++r)
        for (const auto& column : table.columns)
            all += (column.missing(r) ? "-"
                    : column.is_numeric()
                        ? shortest(column.numeric().values[r])
                        : column.coded().labels.name(static_cast<std::size_t>(column.coded().codes[r]))) +
                   ' ';
    return all;
}

} // namespace

TEST(Chunks, HoldTheRowsOfTheWholeInTheirOrder)
{
    const TemporaryFolder folder;
    const std::string text = long_text();
    const auto expected = cells_of(parse_table(text, "t"));
    const std::string paths[] = {folder.write("plain.csv", text), folder.write("packed.csv", gzipped(text))};
    for (const auto& path : paths)
        for (const std::size_t bytes :
             {std::size_t{1}, std::size_t{50000}, std::size_t{70001}, std::size_t{1} << 25}) {
            std::string found;
            std::size_t rows = 0;
            std::size_t chunks = 0;
            read_chunks({&path, 1}, {}, bytes, [&](const Table& table) {
                EXPECT_EQ(table.first_row, rows);
                rows += table.rows();
                found += cells_of(table);
                ++chunks;
            });
            EXPECT_EQ(found, expected) << bytes;
            EXPECT_EQ(chunks > 1, bytes < text.size());
        }
}

TEST(Chunks, ErrorsNameTheLineInTheFile)
{
    const TemporaryFolder folder;
    const std::string path = folder.write("t.csv", long_text() + "1,2,3\n");
    const auto read = [&](std::size_t bytes) { read_chunks({&path, 1}, {}, bytes, [](const Table&) {}); };
    const auto whole = message_of([&] { read_table(path); });
    EXPECT_NE(whole.find(": row has 3 cells; expected 2"), std::string::npos);
    EXPECT_EQ(message_of([&] { read(1000); }), whole);
}

TEST(Chunks, FilesMustHaveTheSameColumnsAndRows)
{
    const TemporaryFolder folder;
    const auto read = [&](const std::vector<std::string>& paths) {
        return message_of([&] { read_chunks(paths, {}, 100, [](const Table&) {}); });
    };
    const auto a = folder.write("a.csv", "x,y\n1,2\n");
    const auto b = folder.write("b.csv", "x,z\n1,2\n");
    const auto bare = folder.write("bare.csv", "x,y\n\n");
    EXPECT_EQ(read({a, b}), b + ": its columns are x, z; expected those of " + a + ": x, y");
    EXPECT_EQ(read({a, bare}), bare + ": has a header but no rows; expected at least one row of data");
    EXPECT_EQ(read({a, a}), "no error");
}
