// Files as people's programs write them, each with what it must become. One row of the table for each file:
// its bytes, and the columns that they are. The right answers are those of the programs that wrote the files.
#include "unseen/base/number.hpp"
#include "unseen/read/reader.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <string>

using namespace unseen;

namespace {

/// What a table is: for each column its name, = for numbers or : for categories, and its cells; "|" between
/// columns.
std::string shown(const Table& table)
{
    std::string text;
    for (const auto& column : table.columns) {
        text += (text.empty() ? "" : " | ") + column.name + (column.is_numeric() ? "=" : ":");
        for (std::size_t r = 0; r < column.rows(); ++r)
            text += (r == 0 ? "" : " ") + (column.missing(r) ? "?" : column.text(r));
    }
    return text;
}

struct File {
    std::string program; ///< and what is special
    std::string bytes;
    std::string columns;
    std::string note{}; ///< a part of one of its notes; empty: it has none
    std::string name = "f.csv";
};

std::ostream& operator<<(std::ostream& out, const File& file) { return out << file.program; }

const File files[] = {
    {"pandas to_csv, with its index", ",x,y\n0,1.5,a\n1,2.5,b\n", "V1=0 1 | x=1.5 2.5 | y:a b",
     "column 1 has no name, is called V1 and is taken for the names of the rows"},
    {"pandas to_csv(index=False), missing cells", "x,y\n1.5,a\n,b\n", "x=1.5 ? | y:a b"},
    {"R write.csv, with row names", "\"\",\"x\",\"y\"\n\"1\",1.5,\"a\"\n\"2\",NA,\"b\"\n",
     "V1=1 2 | x=1.5 ? | y:a b", "is taken for the names of the rows"},
    {"Excel in English", "x,y\r\n1.5,a\r\n2,b\r\n", "x=1.5 2 | y:a b"},
    {"Excel, UTF-8 with its mark", "\xef\xbb\xbfx,y\r\n1,a\r\n2,b\r\n", "x=1 2 | y:a b"},
    {"a registry: ids with leading zeros", "id,y\n01,a\n1,b\n001,a\n", "id=01 1 001 | y:a b a"},
    {"a database: keys of 64 bits", "id,y\n9007199254740993,a\n9007199254740992,b\n",
     "id=9007199254740993 9007199254740992 | y:a b"},
    {"a phone's log: serial numbers of 20 digits", "sim,y\n89358010000000000071,a\n89358010000000000072,b\n",
     "sim=89358010000000000071 89358010000000000072 | y:a b"},
    {"quoted keys of 64 bits", "id,y\n\"9007199254740993\",a\n\"7\",b\n", "id=9007199254740993 7 | y:a b"},
    {"numbers that are not names keep their shortest text", "x,y\n0.50,a\n-0.0,b\n1e3,b\n",
     "x=0.5 0 1000 | y:a b b"},
    {"WEKA: numeric keys of 64 bits",
     "@relation r\n@attribute id numeric\n@attribute y {a,b}\n@data\n9007199254740993,a\n07,b\n",
     "id=9007199254740993 07 | y:a b", "", "f.arff"},
    {"SVMlight: queries of 64 bits", "1 qid:9007199254740993 1:1\n0 qid:9007199254740992 1:2\n",
     "V1=1 2 | qid=9007199254740993 9007199254740992 | label=1 0", "qid is not a feature", "f.svm"},
};

class PeoplesFiles : public testing::TestWithParam<File> {};

} // namespace

TEST_P(PeoplesFiles, BecomeTheirColumns)
{
    const auto& file = GetParam();
    const auto table = parse_table(file.bytes, file.name);
    EXPECT_EQ(shown(table), file.columns);
    std::string notes;
    for (const auto& note : table.notes) notes += note + "\n";
    EXPECT_TRUE(file.note.empty() ? notes.empty() : notes.find(file.note) != std::string::npos) << notes;
}

INSTANTIATE_TEST_SUITE_P(All, PeoplesFiles, testing::ValuesIn(files));
