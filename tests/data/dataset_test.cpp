// Datasets: roles, the type of the response, one row numbering, digests.
#include "unseen/data/dense.hpp"

#include "support/messages.hpp"
#include "support/temporary_folder.hpp"
#include "unseen/read/reader.hpp"

#include <cmath>
#include <gtest/gtest.h>

using namespace unseen;
using unseen::test::message_of;
using Strings = std::vector<std::string>;
using Codes = std::vector<std::int32_t>;
using Numbers = std::vector<double>;
using Rows = std::vector<Row>;

namespace {

Table table(std::string_view text) { return parse_table(text, "t.csv"); }
Dataset dataset(std::string_view text, const Roles& roles = {}) { return Dataset::make(table(text), roles); }

std::string dataset_error(std::string_view text, const Roles& roles = {})
{
    return message_of([&] { dataset(text, roles); });
}

template <class T>
std::vector<T> list(std::span<const T> span)
{
    return {span.begin(), span.end()};
}

Strings feature_names(const Dataset& data)
{
    Strings names;
    for (const auto& column : data.features()) names.push_back(column.name);
    return names;
}

/// A CSV text of one column `y` with these cells.
std::string column_of(const Strings& cells)
{
    std::string text = "y\n";
    for (const auto& cell : cells) text += cell + '\n';
    return text;
}

bool is_classes(const Strings& cells)
{
    return dataset(column_of(cells)).response_type() == ResponseType::classes;
}

Strings integers(int first, int last)
{
    Strings cells;
    for (int i = first; i <= last; ++i) cells.push_back(std::to_string(i));
    return cells;
}

const std::string small = "a,b,y\n1,u,p\n2,v,q\n3,u,p\n";

TEST(SeveralTargets, AreTheNumbersOfEachRow)
{
    // Here numbers that look like classes are coordinates; a row that lacks a coordinate has no response.
    const auto data = dataset("a,x,b,y\n1,0,u,5\n2,1,v,\n3,0,u,7\n4,1,v,8\n", {.target = "y,x"});
    EXPECT_EQ(data.targets(), 2u);
    EXPECT_EQ(data.response_name(), "y,x");
    EXPECT_EQ(list(data.target_names()), (Strings{"y", "x"}));
    EXPECT_EQ(data.response_type(), ResponseType::numbers);
    EXPECT_EQ(feature_names(data), (Strings{"a", "b"}));
    EXPECT_EQ(data.labelled(), 3u);
    EXPECT_EQ(list(data.unlabelled()), Rows{3});
    EXPECT_EQ(data.source_row(3), 1u);
    EXPECT_EQ(list(data.responses().first(6)), (Numbers{5, 0, 7, 0, 8, 1}));
    EXPECT_EQ(list(data.response(2)), (Numbers{8, 1}));
    EXPECT_TRUE(std::isnan(data.response(3)[0]));

    const auto x = data.with_target(1);
    EXPECT_EQ(x.targets(), 1u);
    EXPECT_EQ(x.response_name(), "x");
    EXPECT_EQ(list(x.responses().first(3)), (Numbers{0, 0, 1}));
    EXPECT_EQ(list(data.only(Rows{1, 2}).responses()), (Numbers{7, 0, 8, 1}));
    EXPECT_NE(data.digest(),
              dataset("a,x,b,y\n1,0,u,5\n2,1,v,\n3,0,u,7\n4,1,v,8\n", {.target = "x,y"}).digest());
}

TEST(SeveralTargets, OfTestRowsAreMatchedByName)
{
    const auto test = table("y,x,a\n9,2,5\n");
    const auto data = Dataset::make(table("a,x,y\n1,0,5\n2,1,6\n"), {.target = "x,y"}, &test, nullptr);
    EXPECT_EQ(list(data.response(2)), (Numbers{2, 9}));
    const auto gap = table("y,x,a\n9,,5\n");
    EXPECT_EQ(
        message_of([&] { Dataset::make(table("a,x,y\n1,0,5\n2,1,6\n"), {.target = "x,y"}, &gap, nullptr); }),
        "t.csv: row 1 has no value of the target 'x'; a test row needs one");
}

TEST(SeveralTargets, OfSparseRowsAreTakenOut)
{
    const auto text = "1 1:2 3:4\n0 2:5\n1 1:7 2:1\n";
    const auto data = Dataset::make(parse_table(text, "s.svm"), {.target = "V1,V3"});
    EXPECT_EQ(list(data.responses()), (Numbers{2, 4, 0, 0, 7, 0}));
    EXPECT_EQ(data.feature_count(), 2u); // the label and V2
}

TEST(SeveralTargets, AreRefusedWhereTheyAreNotNumbersOrNotThere)
{
    const std::string text = "a,x,b,y\n1,0,u,5\n2,1,v,6\n";
    EXPECT_EQ(dataset_error(text, {.target = "x,b"}),
              "t.csv: column 'b' holds categories; expected numbers in each of several targets");
    EXPECT_EQ(dataset_error(text, {.target = "x,y", .categorical = {"x"}}),
              "t.csv: column 'x' holds categories; expected numbers in each of several targets");
    EXPECT_EQ(dataset_error(text, {.target = "x,x"}), "t.csv: column 'x' is named twice as a target");
    EXPECT_EQ(dataset_error(text, {.target = "x,z"}).substr(0, 22), "t.csv: no column 'z'; ");
    EXPECT_EQ(dataset_error(text, {.target = "x,y", .weight = "y"}),
              "t.csv: column 'y' cannot be the target and the weight");
    EXPECT_EQ(dataset_error(text, {.target = "x,y", .ignore = {"x"}}),
              "t.csv: the target 'x' cannot be ignored");
    // A column of that very name comes first.
    EXPECT_EQ(dataset("a,\"x,y\",x,y\n1,0.5,2,3\n2,0.7,1,4\n3,0.9,5,1\n", {.target = "x,y"}).targets(), 1u);
}

TEST(DenseFeatures, AreTheCellsOfTheColumnsRowByRow)
{
    const auto data = Dataset::make(read_table(UNSEEN_SOURCE_DIR "/data/credit-g.arff"));
    const auto all = one_hot_features(data);
    const auto numbers = numeric_features(data);
    ASSERT_EQ(all.values.size(), all.columns() * data.rows());
    for (Row r = 0; r < data.rows(); ++r) {
        std::size_t c = 0;
        std::size_t n = 0;
        for (const auto& feature : data.features()) {
            if (feature.is_numeric()) {
                const double x = feature.numeric().values[r];
                for (const double cell : {all.row(r)[c++], numbers.row(r)[n++]})
                    EXPECT_TRUE(cell == x || (std::isnan(cell) && std::isnan(x)));
                continue;
            }
            for (std::size_t l = 0; l < feature.coded().labels.size(); ++l)
                EXPECT_EQ(all.row(r)[c++],
                          feature.coded().codes[r] == static_cast<std::int32_t>(l) ? 1.0 : 0.0);
        }
        EXPECT_EQ(c, all.columns());
        EXPECT_EQ(n, numbers.columns());
    }
}

TEST(DenseFeatures, HaveNoColumnForACategoryThatOnlyAnAppendedTableHas)
{
    const Table main{
        .source = "main",
        .columns = {{"f", CodedColumn{Labels({"p", "q"}), {0, 1}}}, {"y", NumericColumn{{1, 2}}}},
        .declared_types = true,
        .notes = {}};
    const Table more{.source = "more",
                     .columns = {{"f", CodedColumn{Labels({"new"}), {0}}}, {"y", NumericColumn{{1}}}},
                     .declared_types = true,
                     .notes = {}};
    const auto all = one_hot_features(Dataset::make(main, {}, &more, nullptr));
    EXPECT_EQ(all.values, (std::vector<double>{1, 0, 0, 1, 0, 0}));
}

TEST(Columns, OfTheWrongTypeAreALearnersErrorInWords)
{
    const Column colour{"colour", CodedColumn{Labels({"red"}), {0}}};
    const Column length{"length", NumericColumn{{1.0}}};
    EXPECT_THROW(colour.numeric(), LearnerError);
    EXPECT_EQ(message_of<LearnerError>([&] { colour.numeric(); }),
              "column 'colour' holds categories; expected numbers");
    EXPECT_EQ(message_of<LearnerError>([&] { length.coded(); }),
              "column 'length' holds numbers; expected categories");
}

} // namespace

TEST(Dataset, TargetAloneMakesADatasetWithoutFeatures)
{
    const auto data = dataset("y\np\n");
    EXPECT_EQ(data.features().size(), 0U);
    EXPECT_EQ(data.labelled(), 1U);
    EXPECT_EQ(data.classes().names(), Strings{"p"});
}

TEST(Dataset, TargetIsTheLastColumnUnlessNamed)
{
    EXPECT_EQ(dataset(small).response_name(), "y");
    EXPECT_EQ(feature_names(dataset(small)), (Strings{"a", "b"}));
    EXPECT_EQ(dataset(small, {.target = "@last"}).response_name(), "y");
    EXPECT_EQ(dataset(small, {.target = "@first"}).response_name(), "a");
    const auto named = dataset(small, {.target = "b"});
    EXPECT_EQ(named.response_name(), "b");
    EXPECT_EQ(feature_names(named), (Strings{"a", "y"}));
}

TEST(Dataset, UnknownColumnsAreRefusedWithTheNearestName)
{
    const std::string text = "height,weight,class\n1,2,a\n3,4,b\n";
    EXPECT_EQ(dataset_error(text, {.target = "clas"}), "t.csv: no column 'clas'; did you mean 'class'?");
    EXPECT_EQ(dataset_error(text, {.ignore = {"hight"}}), "t.csv: no column 'hight'; did you mean 'height'?");
    EXPECT_EQ(dataset_error(text, {.weight = "weights"}),
              "t.csv: no column 'weights'; did you mean 'weight'?");
    EXPECT_EQ(dataset_error(text, {.numeric = {"w"}}), "t.csv: no column 'w'; did you mean 'weight'?");
}

TEST(Dataset, TargetCannotHaveAnotherRole)
{
    EXPECT_EQ(dataset_error(small, {.group = "y"}), "t.csv: column 'y' cannot be the target and the group");
    EXPECT_EQ(dataset_error(small, {.ignore = {"y"}}), "t.csv: the target 'y' cannot be ignored");
    EXPECT_EQ(dataset_error(small, {.categorical = {"a"}, .numeric = {"a"}}),
              "t.csv: column 'a' is declared categorical and numeric; expected one of them");
}

TEST(Dataset, ColumnsInRolesAreNotFeaturesButCanBeFound)
{
    const auto data =
        dataset("g,s,w,t,i,x,k,y\n1,u,1.5,10,100,7,8,p\n2,v,0,20,200,9,10,q\n",
                {.ignore = {"k"}, .group = "g", .stratum = "s", .weight = "w", .time = "t", .id = "i"});
    EXPECT_EQ(feature_names(data), Strings{"x"});
    EXPECT_EQ(data.group()->name, "g");
    EXPECT_EQ(data.stratum()->name, "s");
    EXPECT_EQ(list(data.weights()), (Numbers{1.5, 0}));
    for (const auto* name : {"g", "s", "w", "t", "i", "x", "k"}) {
        ASSERT_NE(data.column(name), nullptr) << name;
        EXPECT_EQ(data.column(name)->name, name);
    }
    EXPECT_EQ(data.column("none"), nullptr);
    EXPECT_EQ(std::vector<std::uint32_t>(data.groups().begin(), data.groups().end()),
              (std::vector<std::uint32_t>{0, 1}));
    EXPECT_TRUE(dataset(small).groups().empty());
    EXPECT_EQ(dataset(small).group(), nullptr);
    EXPECT_EQ(dataset(small).stratum(), nullptr);
    EXPECT_TRUE(dataset(small).weights().empty());
}

TEST(Dataset, WeightsMustBeNumbersFromZeroUp)
{
    EXPECT_EQ(dataset_error("w,y\n1,p\n-1,q\n", {.weight = "w"}),
              "t.csv: column 'w', row 2: the weight must be a number >= 0");
    EXPECT_EQ(dataset_error("w,y\n1,p\n?,q\n", {.weight = "w"}),
              "t.csv: column 'w', row 2: the weight must be a number >= 0");
    EXPECT_EQ(dataset_error("w,y\na,p\nb,q\n", {.weight = "w"}),
              "t.csv: the weights, column 'w', must be numbers");
    // Row 3 of the file is row 1 of the dataset: the message counts as the file does.
    EXPECT_EQ(dataset_error("w,y\n1,p\n?,\n-2,q\n", {.weight = "w"}),
              "t.csv: column 'w', row 3: the weight must be a number >= 0");
    // A row without a response is neither trained nor tested on; it may lack a weight.
    EXPECT_EQ(list(dataset("w,y\n2,p\n?,\n3,q\n", {.weight = "w"}).weights()), (Numbers{2, 3, 1}));
}

TEST(Dataset, GroupsAreNumberedInOrderOfAppearanceAndMustBeThere)
{
    const auto numbers = [](const std::string& text) {
        const auto data = dataset(text, {.group = "g"});
        return std::vector<std::uint32_t>(data.groups().begin(), data.groups().end());
    };
    using Groups = std::vector<std::uint32_t>;
    EXPECT_EQ(numbers("g,y\nb,p\na,q\nb,p\nc,q\n"), (Groups{0, 1, 0, 2}));
    EXPECT_EQ(numbers("g,y\n7,p\n7.0,q\n-1,p\n"), (Groups{0, 0, 1}));
    // Labelled rows come first; a row without a response may lack a group.
    EXPECT_EQ(numbers("g,y\nc,\n?,?\na,q\nc,p\n"), (Groups{0, 1, 1, Dataset::no_group}));
    EXPECT_EQ(dataset_error("g,y\n1,\n1,p\n?,q\n", {.group = "g"}),
              "t.csv: column 'g', row 3: the group is missing; expected one in every row");
}

TEST(DatasetDigest, OfWhatLearnersSeeDoesNotTellRolesOfPlansFromIgnoredColumns)
{
    const auto ignored = dataset(small, {.ignore = {"b"}});
    for (const auto& roles :
         {Roles{.group = "b"}, Roles{.stratum = "b"}, Roles{.id = "b"}, Roles{.time = "b"}}) {
        EXPECT_EQ(dataset(small, roles).learning_digest(), ignored.learning_digest());
        EXPECT_NE(dataset(small, roles).digest(), ignored.digest());
    }
    EXPECT_EQ(ignored.learning_digest(), ignored.digest());
    EXPECT_NE(dataset(small, {.weight = "a"}).learning_digest(),
              dataset(small, {.ignore = {"a"}}).learning_digest());
    EXPECT_NE(dataset(small).learning_digest(), ignored.learning_digest());
}

TEST(Dataset, TargetWithoutAnyValueIsRefused)
{
    EXPECT_EQ(dataset_error("x,y\n1,\n2,?\n"), "t.csv: column 'y', the target, has no value in any row");
}

TEST(Dataset, RowsWithoutATargetAreNumberedLast)
{
    const auto data = dataset("x,c,y\n10,u,\n11,v,q\n12,w,?\n13,u,p\n14,v,q\n");
    EXPECT_EQ(data.rows(), 5U);
    EXPECT_EQ(data.labelled(), 3U);
    EXPECT_EQ(list(data.unlabelled()), (Rows{3, 4}));
    // Rows 2, 4, 5 of the file have a target, rows 1 and 3 have none.
    const Rows source{1, 3, 4, 0, 2};
    for (Row r = 0; r < 5; ++r) EXPECT_EQ(data.source_row(r), source[r]);
    EXPECT_EQ(data.features()[0].numeric().values, (Numbers{11, 13, 14, 10, 12}));
    // u, v, w are 0, 1, 2.
    EXPECT_EQ(data.features()[1].coded().codes, (Codes{1, 0, 1, 0, 2}));
    EXPECT_EQ(list(data.class_codes()), (Codes{1, 0, 1, -1, -1}));
    ASSERT_EQ(data.warnings().size(), 1U);
    EXPECT_EQ(data.warnings()[0].code, "missing_target");
}

TEST(Dataset, RowsWithoutANumericTargetHaveNone)
{
    const auto data = dataset("x,y\n1,\n2,0.5\n3,1.5\n4,2.5\n");
    ASSERT_EQ(data.response_type(), ResponseType::numbers);
    EXPECT_EQ(list(data.responses()).size(), 4U);
    EXPECT_EQ(data.responses()[2], 2.5);
    EXPECT_TRUE(std::isnan(data.responses()[3]));
    EXPECT_TRUE(data.class_codes().empty());
}

TEST(Dataset, NumericResponsesThatLookLikeClassesAreClasses)
{
    EXPECT_TRUE(is_classes({"0", "1"}));
    EXPECT_TRUE(is_classes({"-1", "1"}));
    EXPECT_TRUE(is_classes({"0.5", "7.25", "0.5"})); // two values, whatever they are
    EXPECT_TRUE(is_classes({"0", "1", "5"}));
    EXPECT_TRUE(is_classes(integers(0, 19)));
    EXPECT_TRUE(is_classes(integers(1, 20)));
    EXPECT_TRUE(is_classes({"1"}));
}

TEST(Dataset, OtherNumericResponsesAreNumbers)
{
    EXPECT_FALSE(is_classes(integers(0, 20))); // 21 values
    EXPECT_FALSE(is_classes(integers(2, 5)));  // do not begin at 0 or 1
    EXPECT_FALSE(is_classes(integers(-1, 1)));
    EXPECT_FALSE(is_classes({"0", "1", "1.5"}));
    EXPECT_FALSE(is_classes({"3.7"})); // one value is not two
    EXPECT_FALSE(is_classes({"5", "5"}));
}

TEST(Dataset, ClassesMadeOfNumbersAreOrderedByValueAndSayThatTheyWereGuessed)
{
    const auto data = dataset("y\n10\n9\n1.0\n9\n");
    EXPECT_EQ(data.classes().names(), (Strings{"1", "9", "10"}));
    EXPECT_EQ(list(data.class_codes()), (Codes{2, 1, 0, 1}));
    ASSERT_EQ(data.warnings().size(), 1U);
    EXPECT_EQ(data.warnings()[0].code, "numbers_as_classes");
    // Two values are the usual coding of two classes, so that there is no note.
    EXPECT_TRUE(dataset("y\n0\n1\n").warnings().empty());
}

TEST(Dataset, RolesOverruleTheGuessAboutTheResponse)
{
    EXPECT_EQ(dataset("y\n0\n1\n", {.numeric = {"y"}}).response_type(), ResponseType::numbers);
    const auto classes = dataset("y\n3\n2.5\n7\n", {.categorical = {"y"}});
    EXPECT_EQ(classes.classes().names(), (Strings{"2.5", "3", "7"}));
    EXPECT_TRUE(classes.warnings().empty());
    EXPECT_EQ(dataset_error("y\na\nb\n", {.numeric = {"y"}}),
              "t.csv: column 'y' holds categories; it cannot be numeric");
}

TEST(Dataset, DeclaredTypesAreNotGuessedAbout)
{
    const auto numbers = dataset("@attribute y real\n@data\n0\n1\n");
    EXPECT_EQ(numbers.response_type(), ResponseType::numbers);
    EXPECT_EQ(list(numbers.responses()), (Numbers{0, 1}));
    const auto classes = dataset("@attribute y {2,1,0}\n@data\n0\n1\n");
    EXPECT_EQ(classes.classes().names(), (Strings{"2", "1", "0"}));
    EXPECT_EQ(list(classes.class_codes()), (Codes{2, 1}));
}

TEST(Dataset, FeaturesBecomeCategoriesIfRolesSaySo)
{
    const auto data = dataset("a,b,y\n10,1,p\n9,2,q\n", {.categorical = {"a"}});
    ASSERT_FALSE(data.features()[0].is_numeric());
    EXPECT_EQ(data.features()[0].coded().labels.names(), (Strings{"9", "10"}));
    EXPECT_TRUE(data.features()[1].is_numeric());
    EXPECT_EQ(dataset_error(small, {.numeric = {"b"}}),
              "t.csv: column 'b' holds categories; it cannot be numeric");
}

TEST(Dataset, TestAndUnlabelledTablesAreAppendedInOneNumbering)
{
    const auto main = table("x,c,y\n1,u,p\n2,v,\n3,u,q\n");
    const auto test = table("y,c,x\nq,w,7\nr,u,8\n"); // other column order, new labels w and r
    const auto unlabelled = table("c,x\na,9\n");      // no target, new label a
    const auto data = Dataset::make(main, {}, &test, &unlabelled);
    // Rows 0, 1: main with target; 2: main without; 3: unlabelled; 4, 5: test.
    EXPECT_EQ(data.rows(), 6U);
    EXPECT_EQ(data.labelled(), 2U);
    EXPECT_EQ(list(data.unlabelled()), (Rows{2, 3}));
    EXPECT_EQ(list(data.test_rows()), (Rows{4, 5}));
    const Rows source{0, 2, 1, 0, 0, 1};
    for (Row r = 0; r < 6; ++r) EXPECT_EQ(data.source_row(r), source[r]);
    EXPECT_EQ(data.features()[0].numeric().values, (Numbers{1, 3, 2, 9, 7, 8}));
    // New labels stand at the end, in the order in which the tables come; the old codes keep their meaning.
    EXPECT_EQ(data.features()[1].coded().labels.names(), (Strings{"u", "v", "a", "w"}));
    EXPECT_EQ(data.features()[1].coded().codes, (Codes{0, 0, 1, 2, 3, 0}));
    EXPECT_EQ(data.classes().names(), (Strings{"p", "q", "r"}));
    EXPECT_EQ(list(data.class_codes()), (Codes{0, 1, -1, -1, 1, 2}));
}

TEST(Dataset, AppendedTablesNeedTheFeaturesAndTestRowsTheirTarget)
{
    const auto main = table(small);
    const auto error = [&](std::string_view text, bool is_test) {
        const auto further = parse_table(text, "f.csv");
        return message_of(
            [&] { Dataset::make(main, {}, is_test ? &further : nullptr, is_test ? nullptr : &further); });
    };
    EXPECT_EQ(error("a,c\n1,u\n", false), "f.csv: no column 'b'; there are: a, c");
    EXPECT_EQ(error("a,b\n1,u\n", true), "f.csv: no column 'y'; there are: a, b");
    EXPECT_EQ(error("a,b,y\n1,u,p\n1,u,?\n", true),
              "f.csv: row 2 has no value of the target 'y'; a test row needs one");
    EXPECT_EQ(error("a,b,y\nz,u,p\n", true),
              "f.csv: column 'a' holds categories; expected numbers, as in the main file");
}

TEST(Dataset, TestRowsNeedWeightsIfTheMainRowsHaveThem)
{
    const auto main = table("w,x,y\n1,5,p\n2,6,q\n");
    const auto without = parse_table("x,y\n7,p\n", "f.csv");
    const auto with = parse_table("w,x,y\n0.5,7,p\n", "f.csv");
    EXPECT_EQ(message_of([&] { Dataset::make(main, {.weight = "w"}, &without, nullptr); }),
              "f.csv: has no column 'w', the weights");
    EXPECT_EQ(list(Dataset::make(main, {.weight = "w"}, &with, &without).weights()), (Numbers{1, 2, 1, 0.5}));
}

TEST(Dataset, NumbersOfATestTableMeetTheLabelsThatSpellThem)
{
    // In the main table c holds a text, so its cells are labels; the test table alone looks numeric.
    const auto main = table("c,y\n01,p\n2,q\nn,p\n");
    const auto test = table("c,y\n1,p\n2,q\n3,q\n");
    const auto data = Dataset::make(main, {}, &test, nullptr);
    EXPECT_EQ(data.features()[0].coded().labels.names(), (Strings{"01", "2", "n", "3"}));
    EXPECT_EQ(data.features()[0].coded().codes, (Codes{0, 1, 2, 0, 1, 3}));
}

TEST(Dataset, TablesThatBreakTheirPromisesAreRefused)
{
    EXPECT_EQ(message_of([] {
                  Dataset::make(Table{.source = "t", .columns = {}, .declared_types = false, .notes = {}});
              }),
              "t: has no columns; expected at least one");
    Table uneven = table(small);
    std::get<NumericColumn>(uneven.columns[0].cells).values.pop_back();
    EXPECT_EQ(message_of([&] { Dataset::make(uneven); }), "t.csv: column 'b' has 3 rows; expected 2");
    Table twice = table(small);
    twice.columns[1].name = "a";
    EXPECT_EQ(message_of([&] { Dataset::make(twice); }),
              "t.csv: two columns are called 'a'; expected distinct names");
}

TEST(DatasetDigest, DoesNotDependOnTheFormOfTheFile)
{
    const test::TemporaryFolder folder;
    const auto digest = [&](const std::string& name, const std::string& content) {
        return Dataset::make(read_table(folder.write(name, content))).digest();
    };
    const auto plain = digest("a.csv", small);
    EXPECT_EQ(digest("a.csv.gz", test::gzipped(small)), plain);
    EXPECT_EQ(digest("semicolons.csv", "a;b;y\r\n1.0;\"u\";p\r\n2e0;v;q\r\n03;u;p"), plain);
    EXPECT_EQ(digest("a.arff", "@relation r\n@attribute a real\n@attribute b {u,v}\n@attribute y "
                               "{p,q}\n@data\n1,u,p\n2,v,q\n3,u,p\n"),
              plain);
    // A different order of the labels is different content, because it decides ties and the positive class.
    EXPECT_NE(digest("b.arff", "@relation r\n@attribute a real\n@attribute b {u,v}\n@attribute y "
                               "{q,p}\n@data\n1,u,p\n2,v,q\n3,u,p\n"),
              plain);
}

TEST(DatasetDigest, ChangesWithEachCellNameOrderAndRole)
{
    const auto plain = dataset(small).digest();
    EXPECT_EQ(dataset(small).digest(), plain);
    for (const auto* text :
         {"a,b,y\n1,u,p\n2,v,q\n4,u,p\n", "a,b,y\n1,u,p\n2,v,q\n?,u,p\n", "a,b,y\n1,v,p\n2,v,q\n3,u,p\n",
          "a,b,y\n1,u,p\n2,v,q\n3,u,q\n", "a,b,y\n2,v,q\n1,u,p\n3,u,p\n", "b,a,y\nu,1,p\nv,2,q\nu,3,p\n",
          "a,c,y\n1,u,p\n2,v,q\n3,u,p\n", "a,b,y\n1,u,p\n2,w,q\n3,u,p\n", "a,b,y\n1,u,p\n2,v,q\n"})
        EXPECT_NE(dataset(text).digest(), plain) << text;
    EXPECT_NE(dataset(small, {.target = "b"}).digest(), plain);
    EXPECT_NE(dataset(small, {.categorical = {"a"}}).digest(), plain);
    // If the last feature is ignored, the sequence of all columns stays the same, but the features change.
    EXPECT_NE(dataset(small, {.ignore = {"b"}}).digest(), plain);
    EXPECT_NE(dataset(small, {.group = "b"}).digest(), dataset(small, {.ignore = {"b"}}).digest());
    EXPECT_NE(dataset(small, {.group = "b"}).digest(), dataset(small, {.stratum = "b"}).digest());
    EXPECT_NE(dataset(small, {.ignore = {"a", "b"}, .group = "a"}).digest(),
              dataset(small, {.ignore = {"a", "b"}, .group = "b"}).digest());
}

TEST(Dataset, WarnsOfAFeatureThatLooksLikeTheNameOfTheRow)
{
    std::vector<std::string> names;
    std::vector<std::int32_t> own;
    std::vector<double> counting;
    std::vector<double> jumping;
    std::vector<std::int32_t> few;
    for (int r = 0; r < 30; ++r) {
        names.push_back("row " + std::to_string(r));
        own.push_back(r);
        counting.push_back(r + 7);
        jumping.push_back(r == 3 ? 1000 : r);
        few.push_back(r % 2);
    }
    Table table;
    table.source = "t";
    table.columns = {{"name", CodedColumn{Labels(names), own}},
                     {"number", NumericColumn{counting}},
                     {"x", NumericColumn{jumping}},
                     {"class", CodedColumn{Labels(std::vector<std::string>{"a", "b"}), few}}};
    const auto warned = [&](const Roles& roles) {
        const auto data = Dataset::make(table, roles);
        std::vector<std::string> codes;
        for (const auto& warning : data.warnings()) codes.push_back(warning.code);
        return codes;
    };
    EXPECT_EQ(warned({}), (std::vector<std::string>{"looks_like_id", "looks_like_id"}));
    EXPECT_EQ(warned({.ignore = {"number"}, .id = "name"}), std::vector<std::string>{});
}

TEST(Dataset, OfSomeRowsIsWhatPlansSeeOfThem)
{
    const std::string text = "x,w,g,s,y\n1,1,u,4,p\n2,2,v,5,q\n3,3,u,6,p\n4,4,z,7,\n5,5,v,8,q\n";
    const auto all = dataset(text, {.group = "g", .stratum = "s", .weight = "w"});
    const Row rows[] = {1, 2, 3};
    const auto some = all.only(rows);
    EXPECT_EQ(some.rows(), 3u);
    EXPECT_EQ(some.labelled(), 3u);
    EXPECT_TRUE(some.features().empty() && some.unlabelled().empty() && some.test_rows().empty());
    EXPECT_EQ(list(some.class_codes()), (Codes{1, 0, 1}));
    EXPECT_EQ(some.classes().names(), all.classes().names());
    EXPECT_EQ(list(some.weights()), (Numbers{2, 3, 5}));
    EXPECT_EQ(list(some.groups()), (std::vector<std::uint32_t>{0, 1, 0}));
    EXPECT_EQ(some.stratum()->numeric().values, (Numbers{5, 6, 8}));
    EXPECT_EQ(some.source_row(2), 4u);
    EXPECT_EQ(some.digest(), all.digest());
    EXPECT_THROW(all.only({}), std::logic_error);
}

TEST(DatasetDigest, CoversAppendedRowsOnlyWhereItSaysSo)
{
    const auto main = table(small);
    const auto further = table("a,b,y\n5,u,p\n");
    const auto alone = Dataset::make(main);
    const auto with_test = Dataset::make(main, {}, &further, nullptr);
    const auto with_unlabelled = Dataset::make(main, {}, nullptr, &further);
    EXPECT_EQ(alone.learning_digest(), alone.digest());
    EXPECT_EQ(with_test.digest(), alone.digest());
    EXPECT_EQ(with_unlabelled.digest(), alone.digest());
    EXPECT_NE(with_test.learning_digest(), alone.digest());
    EXPECT_NE(with_unlabelled.learning_digest(), with_test.learning_digest());
}

TEST(Dataset, OrderedClassesStandInTheirOrder)
{
    const auto data = dataset("x,y\n1,mid\n2,low\n3,high\n", {.ordered = {"low", "mid", "never", "high"}});
    EXPECT_TRUE(data.ordered_classes());
    EXPECT_EQ(data.classes().names(), (Strings{"low", "mid", "never", "high"}));
    EXPECT_EQ(list(data.class_codes()), (Codes{1, 0, 3}));
    EXPECT_FALSE(dataset("x,y\n1,mid\n2,low\n").ordered_classes());
    // The order of a declaration, and that of numbers.
    const auto declared =
        Dataset::make(parse_table("@relation r\n@attribute y {b,c,a}\n@data\na\nb\n", "t.arff"),
                      {.ordered = {"@declared"}});
    EXPECT_EQ(declared.classes().names(), (Strings{"b", "c", "a"}));
    EXPECT_EQ(dataset("x,y\n1,2\n2,1\n3,10\n", {.ordered = {"@declared"}}).classes().names(),
              (Strings{"1", "2", "10"}));
}

TEST(Dataset, AWrongOrderOfClassesIsRefused)
{
    const std::string text = "x,y\n1,mid\n2,low\n3,high\n";
    EXPECT_EQ(dataset_error(text, {.ordered = {"low", "high"}}),
              "`ordered`: the class 'mid' of t.csv is not listed; expected all of: 'high', 'low', 'mid'");
    EXPECT_EQ(dataset_error(text, {.ordered = {"@declared"}}),
              "`ordered`: t.csv declares no order of the classes; list them, lowest first");
    EXPECT_NE(dataset_error(text, {.ordered = {"low", "mid", "high", "low"}}), "");
    EXPECT_EQ(
        dataset_error("x,y\n1,0.5\n2,1.5\n3,7\n", {.ordered = {"a", "b"}}),
        "`ordered` is about classes, but the target 'y' holds numbers; `categorical=y` makes them classes");
    const auto main = table(text);
    const auto further = table("x,y\n1,top\n");
    EXPECT_EQ(message_of([&] {
                  Dataset::make(main, {.ordered = {"low", "mid", "high"}}, &further, nullptr);
              }),
              "`ordered`: the class 'top' of the test file is not listed");
}
