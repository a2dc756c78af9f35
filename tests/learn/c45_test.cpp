// The learner `tree` with criterion=gain-ratio against WEKA's J48: tests/oracles/J48.java writes the tables.
#include "learn/tables.hpp"
#include "support/oracle.hpp"
#include "support/shared_data.hpp"
#include "unseen/base/error.hpp"
#include "unseen/read/reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iomanip>
#include <map>

namespace unseen {
namespace {

/// J48's options as a spec.
std::string spec_of(std::istream& options)
{
    std::string spec = "tree:criterion=gain-ratio";
    for (std::string option; options >> option;) {
        std::string value;
        if (option == "-U") spec += ",prune=none";
        if (option == "-S") spec += ",raise=no";
        if (option == "-C" && options >> value) spec += ",cf=" + value;
        if (option == "-M" && options >> value) spec += ",min_rows=" + value;
    }
    return spec;
}

double complexity(const Predictions& p, const std::string& name)
{
    return std::ranges::find(p.complexity, name, [](const auto& each) { return each.first; })->second;
}

struct SetCase {
    std::string name;
    double leaves = 0, size = 0;
    std::size_t wrong = 0;
    std::string labels; ///< FNV-1a of the predicted codes, one byte a row
    std::string spec;
};

std::vector<SetCase> set_cases()
{
    std::vector<SetCase> cases;
    for (const auto& line : test::oracle_table("j48/sets.txt")) {
        std::string options;
        for (std::size_t i = 5; i < line.size(); ++i) options += line[i] + ' ';
        std::istringstream stream(options);
        cases.push_back(
            {line[0], std::stod(line[1]), std::stod(line[2]), std::stoul(line[3]), line[4], spec_of(stream)});
    }
    return cases;
}

std::string hash_of(const std::vector<std::uint32_t>& labels)
{
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const auto label : labels) hash = (hash ^ label) * 0x100000001b3;
    std::ostringstream text;
    text << std::hex << std::setw(16) << std::setfill('0') << hash;
    return text.str();
}

void expect_like_j48(const SetCase& c, const std::string& path)
{
    SCOPED_TRACE(c.name + " " + c.spec);
    const auto data = Dataset::make(read_table(path));
    const auto p = test::trained_on_all(data, c.spec, test::row_range(0, data.labelled()));
    EXPECT_EQ(complexity(p, "leaves"), c.leaves);
    EXPECT_EQ(complexity(p, "nodes"), c.size);
    std::size_t wrong = 0;
    for (Row r = 0; r < data.labelled(); ++r)
        wrong += static_cast<std::int32_t>(p.label[r]) == data.class_codes()[r] ? 0 : 1;
    EXPECT_EQ(wrong, c.wrong);
    EXPECT_EQ(hash_of(p.label), c.labels);
}

std::string own_path(const std::string& name)
{
    return std::string(UNSEEN_SOURCE_DIR) + "/data/" + name + ".arff";
}

TEST(C45, GrowsTheTreesOfJ48)
{
    std::size_t compared = 0;
    for (const auto& c : set_cases()) {
        if (!std::filesystem::exists(own_path(c.name))) continue;
        expect_like_j48(c, own_path(c.name));
        ++compared;
    }
    EXPECT_EQ(compared, 12u); // breast-cancer, credit-g, diabetes and glass with three options each
}

TEST(C45, GrowsTheTreesOfJ48OnLargerSets)
{
    const auto cases = set_cases();
    EXPECT_EQ(cases.size(), 102u);
    if (!test::shared_data("classification/waveform-5000.arff"))
        GTEST_SKIP() << "there is no shared/data/classification";
    for (const auto& c : cases)
        expect_like_j48(c, test::shared_data("classification/" + c.name + ".arff").value().string());
}

/// The predictions of the tree for the rows of a table, whose numeric features are in this unit.
std::vector<std::uint32_t> labels_in_unit(Table table, double unit)
{
    for (auto& column : table.columns)
        if (auto* numbers = std::get_if<NumericColumn>(&column.cells))
            for (auto& x : numbers->values) x *= unit;
    const auto data = Dataset::make(table);
    return test::trained_on_all(data, "tree:criterion=gain-ratio", test::row_range(0, data.labelled())).label;
}

TEST(C45, GrowsTheSameTreeInAnyUnit)
{
    for (const auto* name : {"diabetes", "credit-g"}) {
        const auto table = read_table(own_path(name));
        const auto labels = labels_in_unit(table, 1.0);
        for (const double unit : {0x1p-30, 0x1p-100, 0x1p30}) EXPECT_EQ(labels_in_unit(table, unit), labels);
    }
}

struct Probe {
    std::string rule;
    std::string spec;
    std::string weights;                         ///< of the training rows, with blanks; empty: 1 each
    std::map<std::string, std::string> sections; ///< train, test, answer, text
};

std::vector<Probe> probes()
{
    std::ifstream file(std::string(UNSEEN_SOURCE_DIR) + "/tests/oracles/j48/probes.txt");
    std::vector<Probe> all;
    std::string section;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("probe ")) {
            all.emplace_back().rule = line.substr(6);
            section.clear();
        } else if (line.starts_with("options ")) {
            std::istringstream options(line.substr(8));
            all.back().spec = spec_of(options);
        } else if (line.starts_with("weights ")) {
            all.back().weights = line.substr(8);
        } else if (line == "train" || line == "test" || line == "answer" || line == "text" || line == "end") {
            section = line;
        } else if (!all.empty() && !section.empty()) {
            all.back().sections[section] += line + '\n';
        }
    }
    return all;
}

/// The training rows, with one of weight 0 that lies 1 above all others. The tolerances of J48 are absolute,
/// and ours where a feature's values range over 0.01 at least; the probes have features that do not, and this
/// row widens them.
Dataset training_data(const Probe& probe)
{
    Table table = parse_table(probe.sections.at("train"), probe.rule);
    NumericColumn weights;
    std::istringstream given(probe.weights);
    for (double weight = 0; given >> weight;) weights.values.push_back(weight);
    if (probe.weights.empty()) weights.values.assign(table.columns.front().rows(), 1.0);
    weights.values.push_back(0.0);
    for (auto& column : table.columns)
        if (auto* numbers = std::get_if<NumericColumn>(&column.cells))
            numbers->values.push_back(std::ranges::max(numbers->values) + 1.0);
        else
            std::get<CodedColumn>(column.cells).codes.push_back(0);
    table.columns.insert(table.columns.begin(), Column{"weight", weights});
    return Dataset::make(table, {.weight = "weight"});
}

TEST(C45, LearnsTheUnitFromTheTrainingRowsAlone)
{
    // A row that is not trained on, whose value would make the unit of all rows 1, in which the others could
    // not be told apart.
    const auto labels = [](double left_out) {
        Table table{"t", {}};
        NumericColumn x;
        CodedColumn y{Labels({"a", "b"}), {}};
        for (int i = 0; i < 40; ++i) {
            x.values.push_back(1e-7 * i);
            y.codes.push_back(i < 20 ? 0 : 1);
        }
        x.values.push_back(left_out);
        y.codes.push_back(0);
        table.columns = {{"x", std::move(x)}, {"y", std::move(y)}};
        const auto data = Dataset::make(table);
        std::vector<std::uint32_t> counts(41, 1);
        counts.back() = 0;
        RowSetStorage storage;
        const auto rows = test::row_range(0, 40);
        const auto all = test::prepare(data, {"tree:criterion=gain-ratio"})
                             ->fit(test::task(storage.from_counts(counts), {}), 0)
                             ->predict(data, rows);
        return all.label;
    };
    std::vector<std::uint32_t> expected(40, 0);
    std::fill(expected.begin() + 20, expected.end(), 1U);
    EXPECT_EQ(labels(0.0), expected);
    EXPECT_EQ(labels(5.0), expected);
}

TEST(C45, KeepsEachRuleOfJ48)
{
    const auto all = probes();
    EXPECT_EQ(all.size(), 15u);
    for (const auto& probe : all) {
        SCOPED_TRACE(probe.rule + ", " + probe.spec);
        const auto data = training_data(probe);
        const auto queries = Dataset::make(parse_table(probe.sections.at("test"), "test"));
        const auto model =
            test::prepare(data, {probe.spec})->fit(test::task(RowSet::all(data.labelled()), {}), 0);
        const auto p = model->predict(queries, test::row_range(0, queries.rows()));
        std::istringstream answer(probe.sections.at("answer"));
        double expected = 0;
        answer >> expected;
        EXPECT_EQ(complexity(p, "leaves"), expected);
        answer >> expected;
        EXPECT_EQ(complexity(p, "nodes"), expected);
        ASSERT_FALSE(p.scores.empty());
        for (const double score : p.scores) {
            ASSERT_TRUE(answer >> expected);
            EXPECT_NEAR(score, expected, 1e-12); // the table has 12 digits
        }
        EXPECT_FALSE(answer >> expected);
        EXPECT_EQ(model->text(), probe.sections.at("text"));
    }
}

TEST(C45, PrintsATreeAsJ48Does)
{
    for (const auto& [name, spec] :
         std::map<std::string, std::string>{{"credit-g", ""}, {"breast-cancer", ",prune=none"}}) {
        std::ifstream file(std::string(UNSEEN_SOURCE_DIR) + "/tests/oracles/j48/" + name + ".txt");
        const std::string expected{std::istreambuf_iterator<char>(file), {}};
        ASSERT_FALSE(expected.empty());
        const auto data = Dataset::make(read_table(own_path(name)));
        const auto model = test::prepare(data, {"tree:criterion=gain-ratio" + spec})
                               ->fit(test::task(RowSet::all(data.labelled()), {}), 0);
        EXPECT_EQ(model->text(), expected);
    }
}

} // namespace
} // namespace unseen
