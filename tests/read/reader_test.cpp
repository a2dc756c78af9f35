// Files: found or not, plain or gzip, CSV or ARFF (npy_test.cpp has the rest); texts that are neither; every
// shared data set; mutated texts.
#include "unseen/read/reader.hpp"

#include "support/messages.hpp"
#include "support/shared_data.hpp"
#include "support/temporary_folder.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <random>
#include <sstream>
#include <unistd.h>

using namespace unseen;
using unseen::test::gzipped;
using unseen::test::message_of;
using unseen::test::TemporaryFolder;

namespace {

const std::string csv_text = "x,c\n1,a\n2,b\n";
const std::string arff_text =
    "% comment\n\n@relation r\n@attribute x real\n@attribute c {a,b}\n@data\n1,a\n2,b\n";

/// Whether the table is that of csv_text and arff_text.
void expect_the_two_rows(const Table& table)
{
    ASSERT_EQ(table.columns.size(), 2U);
    EXPECT_EQ(table.columns[0].name, "x");
    EXPECT_EQ(table.columns[0].numeric().values, (std::vector<double>{1, 2}));
    EXPECT_EQ(table.columns[1].coded().labels.names(), (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(table.columns[1].coded().codes, (std::vector<std::int32_t>{0, 1}));
}

std::string parse_error(std::string_view text)
{
    return message_of([&] { parse_table(text, "t"); });
}

std::vector<std::string> split(const std::string& text, char separator)
{
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == separator)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

} // namespace

TEST(Reader, MissingFileIsAnIoErrorThatNamesIt)
{
    const TemporaryFolder folder;
    const auto path = folder.path("none.csv");
    EXPECT_EQ(message_of<IoError>([&] { read_table(path); }),
              path + ": cannot be opened: No such file or directory");
}

TEST(Reader, DirectoryIsAnIoError)
{
    const TemporaryFolder folder;
    EXPECT_EQ(message_of<IoError>([&] { read_table(folder.path("")); }),
              folder.path("") + ": cannot be read: is a directory");
}

TEST(Reader, FileWithoutReadPermissionIsAnIoError)
{
    if (geteuid() == 0) GTEST_SKIP() << "root may read every file";
    const TemporaryFolder folder;
    const auto path = folder.write("locked.csv", csv_text);
    std::filesystem::permissions(path, std::filesystem::perms::none);
    EXPECT_EQ(message_of<IoError>([&] { read_table(path); }), path + ": cannot be opened: Permission denied");
}

TEST(Reader, EmptyFileIsRefused)
{
    const TemporaryFolder folder;
    for (const auto& content : {std::string(), gzipped("")}) {
        const auto path = folder.write("empty.csv", content);
        EXPECT_EQ(message_of([&] { read_table(path); }), path + ": is empty; expected a header and rows");
    }
}

TEST(Reader, FormIsToldFromTheContentNotTheName)
{
    const TemporaryFolder folder;
    for (const auto& text : {csv_text, arff_text})
        for (const auto& content : {text, gzipped(text), "\xef\xbb\xbf" + text})
            for (const auto* name : {"a.csv", "a.arff", "a.gz", "a"}) {
                SCOPED_TRACE(name);
                const auto path = folder.write(name, content);
                const auto table = read_table(path);
                expect_the_two_rows(table);
                EXPECT_EQ(table.source, path);
                EXPECT_EQ(table.declared_types, text == arff_text);
            }
}

TEST(Reader, MembersOfAGzipFileAreReadOneAfterAnother)
{
    const TemporaryFolder folder;
    expect_the_two_rows(
        read_table(folder.write("a.gz", gzipped("x,c\n1,") + gzipped("a\n2") + gzipped(",b\n"))));
    // Zeros behind the last member are padding.
    expect_the_two_rows(read_table(folder.write("b.gz", gzipped(csv_text) + std::string(512, '\0'))));
}

TEST(Reader, LargeGzipTextComesOutWhole)
{
    // Larger than any buffer that the reader begins with: 300,000 rows in about 3 MB.
    std::string text = "x,c\n";
    for (int i = 0; i < 300000; ++i) text += std::to_string(i) + ",abc\n";
    const TemporaryFolder folder;
    const auto table = read_table(folder.write("a.csv.gz", gzipped(text)));
    ASSERT_EQ(table.rows(), 300000U);
    for (std::size_t r = 0; r < table.rows(); ++r)
        ASSERT_EQ(table.columns[0].numeric().values[r], static_cast<double>(r));
}

TEST(Reader, TruncatedGzipIsRefusedWhereverItEnds)
{
    const TemporaryFolder folder;
    const auto whole = gzipped(csv_text);
    for (std::size_t size = 2; size < whole.size(); ++size) {
        const auto path = folder.write("cut.gz", whole.substr(0, size));
        EXPECT_EQ(message_of([&] { read_table(path); }),
                  path + ": the gzip data are truncated: they end in the middle of the stream")
            << size << " of " << whole.size() << " bytes";
    }
}

TEST(Reader, CorruptGzipIsRefused)
{
    const TemporaryFolder folder;
    auto packed = gzipped(csv_text);
    packed[packed.size() - 5] = static_cast<char>(packed[packed.size() - 5] ^ 1); // a bit of the checksum
    auto path = folder.write("bad.gz", packed);
    EXPECT_EQ(message_of([&] { read_table(path); }),
              path + ": the gzip data are corrupt: incorrect data check");
    path = folder.write("tail.gz", gzipped(csv_text) + "tail");
    EXPECT_EQ(message_of([&] { read_table(path); }),
              path + ": the gzip data are corrupt: incorrect header check");
}

TEST(Reader, BinaryDataAreRefusedWithTheirPlace)
{
    const std::string wanted = "expected " + input_formats();
    EXPECT_EQ(parse_error(std::string_view("x,y\n1,\0\n", 8)), "t:2:3: binary data (byte 0x00); " + wanted);
    EXPECT_EQ(parse_error("\x89PNG\r\n\x1a\n"), "t:2:1: binary data (byte 0x1a); " + wanted);
    // A NUL byte far behind where other control characters are looked for.
    std::string text = "x,y\n";
    while (text.size() < 200000) text += "1,2\n";
    text += std::string("3,\0\n", 4);
    EXPECT_NE(parse_error(text).find(": binary data (byte 0x00); "), std::string::npos);
}

TEST(Reader, BytesThatAreNoTextAreFoundBehindPlainNumbers)
{
    // Pieces and rows of plain numbers are not searched.
    const auto text = [](const std::string& head, const std::string& cell) {
        std::string rows;
        for (int i = 0; i < 300000; ++i) rows += "1.5,2\n";
        return head + rows + "3," + cell + "\n" + rows;
    };
    const std::string csv = "x,y\n";
    const std::string arff = "@relation r\n@attribute x real\n@attribute y string\n@data\n";
    for (const auto& head : {csv, arff}) {
        const bool is_csv = head == csv;
        const auto line = std::to_string(is_csv ? 300002 : 300005);
        EXPECT_EQ(parse_error(text(head, std::string("a\0", 2))).substr(0, 30),
                  ("t:" + line + ":4: binary data (byte 0x00)").substr(0, 30));
        const auto table = parse_table(text(head, "K\xf6ln"), "t");
        const auto& names = table.columns[1].coded().labels.names();
        EXPECT_NE(std::ranges::find(names, "K\xc3\xb6ln"), names.end()) << head;
        ASSERT_FALSE(table.notes.empty());
        EXPECT_NE(table.notes[0].find("the file is not UTF-8, and is read as"), std::string::npos);
        EXPECT_EQ(parse_table(text(head, "K\xc3\xb6ln"), "t").columns[1].coded().labels.names(), names);
    }
    // A line that begins with a NUL is no comment.
    EXPECT_NE(parse_error("x,y\n1,2\n" + std::string("\0x,y\n", 5) + "3,4\n").find("binary data"),
              std::string::npos);
}

TEST(Reader, Utf16IsRead)
{
    for (const auto text :
         {std::string_view("\xff\xfex\0\n\0\xe4\0", 8), std::string_view("\xfe\xff\0x\0\n\0\xe4", 8),
          std::string_view("x\0\n\0\xe4\0", 6)})
        EXPECT_EQ(parse_table(text, "t").columns.front().text(0), "\xc3\xa4");
}

TEST(Reader, CommentsAndBlanksBeforeTheFirstKeywordStillMakeArff)
{
    EXPECT_TRUE(parse_table("\n % c\n\r\n  @relation r\n@attribute x real\n@data\n1\n", "t").declared_types);
    EXPECT_FALSE(parse_table("x@y\n1\n", "t").declared_types);
    EXPECT_FALSE(parse_table("\"@x\"\n1\n", "t").declared_types);
}

TEST(Reader, OwnDataSetsHaveTheRowsAndFeaturesOfTheirReadme)
{
    struct Known {
        const char* file;
        std::size_t rows, features;
    };
    // data/README.md
    constexpr std::array<Known, 8> known = {{{"breast-cancer.arff", 286, 9},
                                             {"cpu.arff", 209, 6},
                                             {"credit-g.arff", 1000, 20},
                                             {"diabetes.arff", 768, 8},
                                             {"diabetes-lars.csv", 442, 10},
                                             {"glass.arff", 214, 9},
                                             {"iris.csv", 150, 4},
                                             {"wine.csv", 178, 13}}};
    for (const auto& set : known) {
        SCOPED_TRACE(set.file);
        const auto table = read_table(std::string(UNSEEN_SOURCE_DIR "/data/") + set.file);
        EXPECT_EQ(table.rows(), set.rows);
        EXPECT_EQ(table.columns.size(), set.features + 1); // and the response
    }
}

TEST(Reader, ReadsEverySharedDataSetWithTheRowsAndFeaturesOfItsManifest)
{
    const auto manifest = test::shared_data("MANIFEST.csv");
    if (!manifest)
        GTEST_SKIP() << "the folder shared/data is missing (UNSEEN_SHARED names the folder shared)";
    std::ifstream lines(*manifest);
    std::string line;
    std::getline(lines, line);
    ASSERT_EQ(line, "file,sha256,rows,features,task,label_column,ignore_columns");
    std::size_t read = 0;
    while (std::getline(lines, line)) {
        const auto field = split(line, ',');
        ASSERT_EQ(field.size(), 7U) << line;
        const auto& file = field[0];
        SCOPED_TRACE(file);
        const auto path = test::shared_data(file);
        ASSERT_TRUE(path);
        const auto table = read_table(path->string());
        EXPECT_EQ(std::to_string(table.rows()), field[2]);
        // Neither the label nor the columns to ignore are features.
        std::vector<std::string> others =
            field[6].empty() ? std::vector<std::string>{} : split(field[6], ';');
        if (!field[5].empty()) others.push_back(field[5]);
        for (const auto& name : others)
            EXPECT_TRUE(std::any_of(table.columns.begin(), table.columns.end(),
                                    [&](const auto& c) { return c.name == name; }))
                << "no column " << name;
        if (file.ends_with(".libsvm")) others.emplace_back("label");
        // The last of the 123 features of a3a is 0 in every row, so that the file does not have it.
        EXPECT_EQ(std::to_string(table.columns.size() - others.size()),
                  file.ends_with("/a3a.libsvm") ? "122" : field[3]);
        ++read;
    }
    EXPECT_EQ(read, 95U);
}

TEST(Reader, MutatedTextsAreReadOrRefusedButNothingElseHappens)
{
    const std::array<std::string, 6> seeds = {
        "+1 1:0.5 3:-2e1 # c\n-1 qid:2 2:1 \r\n1\n-1 3:nan\n",
        "x,\"a b\",c\r\n1,\"q \"\"r\"\"\",-2.5e3\r\n?,\"s,t\",inf\n,NaN,1e999\n",
        "a;b|c\td\n1;2|3\t4\n\n5;6|7\t8\r9;0|1\t2",
        "1,2,3\n4,5,6\n7,8,9\n",
        "% c\n@relation 'r s'\n@attribute x real\n@attribute 'y z' {a,\"b c\",'d\\'e'}\n@attribute s "
        "string\n@data\n1,a,'u "
        "v'\n?,'b "
        "c',w % end\n2e5,?,?\n",
        "@relation r\n@attribute x integer\n@attribute c {no,yes}\n@data\n{0 1, 1 yes}\n{}\n{1 no}\n3,no\n"};
    const std::string pieces = "\"'\\,;|\t \r\n{}%@?.-+0e\xef\xbb\xbf\xff";
    std::mt19937_64 random(2);
    const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    std::size_t accepted = 0;
    std::size_t refused = 0;
    for (std::size_t i = 0; i < 20000; ++i) {
        auto text = seeds[i % seeds.size()];
        for (auto changes = 1 + below(4); changes > 0 && !text.empty(); --changes) {
            const auto at = below(text.size());
            switch (below(4)) {
            case 0: text[at] = pieces[below(pieces.size())]; break;
            case 1: text.insert(at, 1, pieces[below(pieces.size())]); break;
            case 2: text.erase(at, 1 + below(4)); break;
            default: text.insert(below(text.size()), text.substr(at, below(12))); break;
            }
        }
        ReadOptions options;
        if (below(4) == 0) options.categorical = {"x"};
        if (below(4) == 0) options.numeric = {"c"};
        if (below(4) == 0) options.header = below(2) == 0;
        try {
            const auto table = parse_table(text, "t", options);
            ASSERT_GT(table.rows(), 0U) << text;
            for (const auto& column : table.columns) ASSERT_EQ(column.rows(), table.rows()) << text;
            ++accepted;
        } catch (const Error&) {
            ++refused;
        }
    }
    // Both outcomes must be frequent; otherwise the mutations are too mild or too wild to be a test.
    EXPECT_GT(accepted, 1000U);
    EXPECT_GT(refused, 1000U);
}

TEST(Reader, NulBytesAreFoundInEveryPieceAndComeBeforeOtherProblems)
{
    std::string text = "x,y\n";
    while (text.size() < 3'000'000) text += "1,2\n"; // several pieces
    const auto lines = std::to_string(std::count(text.begin(), text.end(), '\n') + 1);
    const std::string expected = "t:" + lines + ":3: binary data (byte 0x00); expected " + input_formats();
    const std::string nul(1, '\0');
    EXPECT_EQ(parse_error(text + "1," + nul + "\n"), expected);
    EXPECT_EQ(parse_error("x,x\n" + text.substr(4) + "1," + nul + "\n"), expected);
    EXPECT_EQ(parse_error("x,y\n1\n" + text.substr(8) + "1," + nul + "\n"), expected);
    EXPECT_EQ(parse_error("x,y\n\"1\",2\n" + text.substr(8) + "1," + nul + "\n"),
              "t:" + lines + ":3" + expected.substr(expected.find(": binary")));
}

TEST(Reader, FilesThatAreMappedGiveTheTableOfTheirText)
{
    const TemporaryFolder folder;
    std::string text = "x,y\n";
    for (int i = 0; text.size() < 2'500'000; ++i) text += std::to_string(i) + (i % 3 == 0 ? ",a\n" : ",\n");
    const auto path = folder.path("rows.csv");
    std::ofstream(path, std::ios::binary) << text;
    const auto expected = parse_table(text, path);
    for (const std::size_t threads : {1, 2, 5}) {
        ReadOptions options;
        options.threads = threads;
        const auto table = read_table(path, options);
        EXPECT_EQ(table.columns[0].numeric().values, expected.columns[0].numeric().values);
        EXPECT_EQ(table.columns[1].coded().codes, expected.columns[1].coded().codes);
    }
    std::ofstream(path, std::ios::binary | std::ios::app)
        << "1,2,3\n"; // the whole text is looked at again for the place
    EXPECT_EQ(message_of([&] { read_table(path); }),
              path + ":" + std::to_string(std::count(text.begin(), text.end(), '\n') + 1) +
                  ":5: row has 3 cells; expected 2");
}
