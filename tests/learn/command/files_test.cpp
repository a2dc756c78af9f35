// Rows as files for programs: the exact text, and that our own readers read the same table from it.
#include "learn/command/programs.hpp"
#include "learn/command/table_files.hpp"

#include "support/messages.hpp"
#include "unseen/read/reader.hpp"

#include <algorithm>

namespace unseen {
namespace {

using test::message_of;

Dataset awkward()
{
    return test::dataset({test::numbers("x, y", {0.1, 0, 1e-20, -3, 5}),
                          test::codes("it's", {"a b", "c,d", "?", "50%"}, {0, 1, 2, -1, 3}),
                          test::numbers("n\"n", {1, std::numeric_limits<double>::quiet_NaN(), 3, 4, 5}),
                          test::codes("class: x", {"no", "yes.", "it's"}, {0, 1, 1, 0, 2})});
}

class Files : public testing::Test {
protected:
    /// Row 1 twice, rows 0, 2 and 4 once; to predict 3 and 1.
    void write(const Dataset& data, FileFormat format)
    {
        const TableFiles files(data, format);
        const std::vector<std::uint32_t> counts = {1, 2, 1, 0, 1};
        RowSetStorage storage;
        const std::vector<Row> predict = {3, 1};
        files.write_training(folder_.path("."), storage.from_counts(counts));
        files.write_test(folder_.path("."), data, predict);
        train_ = test::read_file(folder_.path(files.training_name()));
        test_ = test::read_file(folder_.path(files.test_name()));
    }

    test::TemporaryFolder folder_;
    std::string train_;
    std::string test_;
};

TEST_F(Files, OfCsvHaveAHeaderAndEmptyCells)
{
    write(awkward(), FileFormat::csv);
    const std::string head = "\"x, y\",it's,\"n\"\"n\",class: x\n";
    EXPECT_EQ(train_,
              head + "0.1,a b,1,no\n0,\"c,d\",,yes.\n0,\"c,d\",,yes.\n1e-20,\"?\",3,yes.\n5,50%,5,it's\n");
    EXPECT_EQ(test_, head + "-3,,4,\n0,\"c,d\",,\n");
}

TEST_F(Files, OfArffDeclareEveryLabel)
{
    write(awkward(), FileFormat::arff);
    const std::string head =
        "@relation rows\n\n@attribute 'x, y' numeric\n@attribute 'it\\'s' {'a b','c,d','?','50%'}\n"
        "@attribute 'n\"n' numeric\n@attribute 'class: x' {no,yes.,'it\\'s'}\n\n@data\n";
    EXPECT_EQ(train_,
              head +
                  "0.1,'a b',1,no\n0,'c,d',?,yes.\n0,'c,d',?,yes.\n1e-20,'?',3,yes.\n5,'50%',5,'it\\'s'\n");
    EXPECT_EQ(test_, head + "-3,?,4,?\n0,'c,d',?,?\n");
}

TEST_F(Files, OfC45HaveNamesWithEscapes)
{
    write(awkward(), FileFormat::c45);
    EXPECT_EQ(test::read_file(folder_.path("rows.names")),
              "no, yes\\., it's.\n\nx\\, y: continuous.\nit's: a b, c\\,d, \\?, 50%.\nn\"n: continuous.\n");
    EXPECT_EQ(train_, "0.1,a b,1,no\n0,c\\,d,?,yes\\.\n0,c\\,d,?,yes\\.\n1e-20,\\?,3,yes\\.\n5,50%,5,it's\n");
    EXPECT_EQ(test_, "-3,?,4,?\n0,c\\,d,?,?\n");
}

TEST_F(Files, OfSvmlightAreSparseNumbers)
{
    const auto data = [](std::vector<std::string> labels) {
        return test::dataset(
            {test::numbers("x", {0.5, 0, -2, 3, 0}), test::codes("f", {"p", "q", "r"}, {2, 0, 1, 1, 2}),
             test::numbers("z", {0, 1, 1, 0, 4}), test::codes("y", std::move(labels), {0, 1, 1, 0, 1})});
    };
    write(data({"no", "yes"}), FileFormat::svmlight);
    EXPECT_EQ(train_, "-1 1:0.5 4:1\n1 2:1 5:1\n1 2:1 5:1\n1 1:-2 3:1 5:1\n1 4:1 5:4\n");
    EXPECT_EQ(test_, "0 1:3 3:1\n0 2:1 5:1\n");
    write(data({"true", "other"}), FileFormat::svmlight); // the positive class is the first
    EXPECT_EQ(train_.substr(0, 3), "1 1");
    write(data({"no", "yes", "third"}), FileFormat::svmlight);
    EXPECT_EQ(train_, "1 1:0.5 4:1\n2 2:1 5:1\n2 2:1 5:1\n2 1:-2 3:1 5:1\n2 4:1 5:4\n");
}

TEST_F(Files, HoldNumbersToTheLastBit)
{
    const auto data = test::dataset({test::numbers("x", {0.1, 1.0 / 3.0, 2e-308, 3, 1e300}),
                                     test::numbers("y", {0.7, 1.0 / 7.0, 3, 4, 5})});
    write(data, FileFormat::csv);
    const auto back = read_table(folder_.path("train.csv"));
    EXPECT_EQ(back.columns.at(0).numeric().values,
              (std::vector<double>{0.1, 1.0 / 3.0, 1.0 / 3.0, 2e-308, 1e300}));
    EXPECT_EQ(back.columns.at(1).numeric().values, (std::vector<double>{0.7, 1.0 / 7.0, 1.0 / 7.0, 3, 5}));
    write(data, FileFormat::svmlight);
    EXPECT_EQ(train_.substr(0, train_.find('\n')), "0.7 1:0.1");
}

TEST_F(Files, AreReadBackByOurReaders)
{
    const auto data = awkward();
    for (const auto format : {FileFormat::csv, FileFormat::arff}) {
        write(data, format);
        const auto back = read_table(folder_.path(TableFiles(data, format).training_name()));
        ASSERT_EQ(back.columns.size(), 4U);
        const Row rows[] = {0, 1, 1, 2, 4};
        for (std::size_t i = 0; i < 5; ++i) {
            EXPECT_EQ(back.columns[0].numeric().values[i], data.features()[0].numeric().values[rows[i]]);
            const auto& f = back.columns[1];
            const auto& g = data.features()[1].coded();
            const auto& label = g.labels.name(static_cast<std::size_t>(g.codes[rows[i]]));
            if (format == FileFormat::csv && label == "?")
                continue; // CSV knows no other mark of a missing cell
            ASSERT_FALSE(f.missing(i));
            EXPECT_EQ(f.coded().labels.name(static_cast<std::size_t>(f.coded().codes[i])), label);
            EXPECT_EQ(back.columns[2].missing(i), data.features()[2].missing(rows[i]));
        }
        for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(back.columns[j].name, data.features()[j].name);
        EXPECT_EQ(back.columns[3].name, "class: x");
        if (format == FileFormat::arff) {
            EXPECT_EQ(back.columns[1].coded().labels, data.features()[1].coded().labels);
            EXPECT_EQ(back.columns[3].coded().labels, data.classes());
        }
    }
}

TEST_F(Files, RefuseWhatTheyCannotHold)
{
    EXPECT_NE(message_of([] { TableFiles(awkward(), FileFormat::svmlight); }).find("feature 'it's' has"),
              std::string::npos);
    const auto numeric = test::dataset({test::numbers("x", {1, 2}), test::numbers("y", {1, 2.5})});
    EXPECT_NE(message_of([&] { TableFiles(numeric, FileFormat::c45); }).find("format c45 has only classes"),
              std::string::npos);
    const auto broken =
        test::dataset({test::numbers("two\nlines", {1, 2}), test::codes("y", {"a", "b"}, {0, 1})});
    EXPECT_NE(message_of([&] { TableFiles(broken, FileFormat::c45); }).find("has a line break"),
              std::string::npos);
    EXPECT_THROW(TableFiles(numeric, FileFormat::csv).write_training("/nowhere", RowSet::all(2)),
                 LearnerError);
    EXPECT_THROW(file_format("xls"), std::logic_error);
}

TEST_F(Files, KnowNoLabelThatOnlyATestTableHas)
{
    Table main{.source = "main",
               .columns = {test::codes("f", {"p", "q"}, {0, 1, 0}), test::codes("y", {"a", "b"}, {1, 1, 0})},
               .declared_types = true};
    Table more{.source = "test",
               .columns = {test::codes("f", {"new"}, {0}), test::codes("y", {"c"}, {0})},
               .declared_types = true};
    const auto both = Dataset::make(main, {}, &more, nullptr);
    const TableFiles files(both, FileFormat::arff);
    const Row asked[] = {3};
    files.write_test(folder_.path("."), both, asked);
    EXPECT_EQ(test::read_file(folder_.path("test.arff")),
              "@relation rows\n\n@attribute f {p,q}\n@attribute y {a,b}\n\n@data\n?,?\n");
}

} // namespace
} // namespace unseen
