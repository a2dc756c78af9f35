// Training with weights: a row with a whole weight equals that number of copies, for every learner in the
// table that trains with weights; for the others weights have no effect. Oracle: scikit-learn
// (oracles/weighted_naive_bayes.py).
#include "learn/tables.hpp"
#include "support/oracle.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace unseen {
namespace {

constexpr Row n_rows = 60;

/// Contents of a table that not every learner takes.
struct Form {
    bool whole = false; ///< no gaps
    bool two = false;   ///< two classes; else three
};

/// The rows, row i `copies[i]` times; or once, with that weight. A number, a category with gaps, the weight,
/// the response. The first column has the name of a lag, for learners that read one.
Table table_of(const std::vector<double>& copies, bool weighted, ResponseType type, Form form = {})
{
    NumericColumn x;
    NumericColumn weight;
    NumericColumn number;
    CodedColumn f{.labels = Labels({"u", "v"}), .codes = {}};
    CodedColumn y{.labels = form.two ? Labels({"a", "b"}) : Labels({"a", "b", "c"}), .codes = {}};
    for (std::uint64_t i = 0; i < copies.size(); ++i) {
        Stream stream(23, Purpose::generation, i);
        const auto c = static_cast<std::int32_t>(stream.below(form.two ? 2 : 3));
        const double value = c + stream.uniform();
        const auto category = form.whole ? 0 : static_cast<std::int32_t>(stream.below(3)) - 1;
        for (double k = 0; k < (weighted ? 1.0 : copies[i]); k += 1.0) {
            x.values.push_back(value);
            f.codes.push_back(category);
            y.codes.push_back(c);
            number.values.push_back(value * value);
            weight.values.push_back(weighted ? copies[i] : 1.0);
        }
    }
    Table table{.source = "t",
                .columns = {{"y(t-1)", x}, {"f", f}, {"w", weight}},
                .declared_types = true,
                .notes = {}};
    if (type == ResponseType::classes)
        table.columns.push_back({"y", y});
    else
        table.columns.push_back({"y", number});
    return table;
}

std::vector<double> some_copies()
{
    std::vector<double> copies;
    for (int i = 0; i < static_cast<int>(n_rows); ++i) copies.push_back(i % 7 == 3 ? 0.0 : 1.0 + i % 4);
    return copies;
}

std::vector<ResponseType> types_of(const std::string& spec)
{
    std::vector<ResponseType> types;
    for (const auto type : {ResponseType::classes, ResponseType::numbers}) {
        try {
            make_learner(Spec::parse(spec), type);
            types.push_back(type);
        } catch (const InputError&) {
            // it does not predict this type, or needs keys
        }
    }
    return types;
}

/// The first form that the learner takes.
Form form_for(const std::string& spec, ResponseType type)
{
    for (const Form form : {Form{}, Form{.whole = true}, Form{.two = true}}) {
        try {
            test::prepare(Dataset::make(table_of(std::vector<double>(n_rows, 1.0), true, type, form)),
                          {spec});
            return form;
        } catch (const InputError&) {
            // the next
        }
    }
    throw std::logic_error(spec + " takes no form");
}

/// A learner may use weights for one type of response only.
bool uses_weights(const std::string& spec, ResponseType type)
{
    return make_learner(Spec::parse(spec), type)->traits().weights;
}

/// The predictions, for the rows of the weighted table in `queries`, of a learner trained on rows `train` of
/// `data`.
Predictions predicted(const Dataset& data, const std::string& name, const RowSet& train,
                      const Dataset& queries)
{
    return test::prepare(data, {name})
        ->fit(test::task(train, {}), 0)
        ->predict(queries, test::row_range(0, n_rows));
}

void expect_near(const Predictions& a, const Predictions& b, const std::string& what)
{
    EXPECT_EQ(a.label, b.label) << what;
    ASSERT_EQ(a.scores.size(), b.scores.size());
    ASSERT_EQ(a.value.size(), b.value.size());
    for (std::size_t i = 0; i < a.scores.size(); ++i) EXPECT_NEAR(a.scores[i], b.scores[i], 1e-11) << what;
    for (std::size_t i = 0; i < a.value.size(); ++i) EXPECT_NEAR(a.value[i], b.value[i], 1e-11) << what;
}

TEST(WeightedTraining, WithWholeWeightsIsThatOfRepeatedRows)
{
    const auto copies = some_copies();
    auto names = learners_with_weights();
    EXPECT_GE(names.size(), 5u);
    names.insert(names.end(), {"tree:criterion=gini,prune=none,min_rows=1", "tree:criterion=gini,min_rows=3",
                               "ls-boost:loss=lad", "adaboost(tree:criterion=gini,max_depth=1):by=weights",
                               "adaboost(tree:criterion=gini,prune=none):by=weights,size=10",
                               "adaboost(naive-bayes):by=weights,size=5"});
    for (const auto& name : names)
        for (const auto type : types_of(name)) {
            if (!uses_weights(name, type)) continue;
            if (make_learner(Spec::parse(name), type)->traits().stochastic)
                continue; // draws other rows of more rows
            const auto form = form_for(name, type);
            const auto weighted = Dataset::make(table_of(copies, true, type, form), {.weight = "w"});
            const auto repeated = Dataset::make(table_of(copies, false, type, form), {.ignore = {"w"}});
            expect_near(predicted(weighted, name, RowSet::all(n_rows), weighted),
                        predicted(repeated, name, RowSet::all(repeated.labelled()), weighted), name);
            // Weights times multiplicities; and evaluate(), which may have a shortcut, on a fold.
            std::vector<Row> rows;
            std::vector<std::uint32_t> counts;
            for (Row r = 0; r < n_rows; ++r) {
                if (form.whole ? r % 5 == 0 : r % 4 != 0) continue;
                rows.push_back(r);
                counts.push_back(1 + r % 3);
            }
            auto drawn = std::vector<double>(n_rows, 0.0);
            for (std::size_t i = 0; i < rows.size(); ++i) drawn[rows[i]] = counts[i] * copies[rows[i]];
            const auto written_out = Dataset::make(table_of(drawn, false, type, form), {.ignore = {"w"}});
            expect_near(predicted(weighted, name, RowSet::of(n_rows, rows, counts), weighted),
                        predicted(written_out, name, RowSet::all(written_out.labelled()), weighted), name);
            RowSetStorage storage;
            const auto fold = storage.without(n_rows, test::row_range(3, 7));
            const auto all = test::row_range(0, n_rows);
            const std::size_t first = 0;
            const auto prepared = test::prepare(weighted, {name});
            expect_near(prepared->evaluate(test::task(fold, all), std::span(&first, 1)).front(),
                        prepared->fit(test::task(fold, all), 0)->predict(weighted, all), name);
        }
}

// AdaBoost makes the weights of the rows that a model misses equal to those of the others, so that leaves
// with as much weight of two classes are common. Sums of weights are rounded, as a row of weight 3 w or as
// three of weight w; so a tie up to rounding is one, and goes to the first class.
TEST(WeightedTraining, OfALeafWhoseClassesWeighAlikeIsNotDecidedByRounding)
{
    ASSERT_GT(0.1 + 0.1 + 0.1, 0.3);
    for (const bool first : {true, false}) {
        const Table table{
            .source = "t",
            .columns = {{"w", NumericColumn{{0.3, 0.1, 0.1, 0.1}}},
                        {"x", NumericColumn{{1, 1, 1, 1}}},
                        {"y", CodedColumn{.labels = Labels({"a", "b"}),
                                          .codes = first ? std::vector<std::int32_t>{0, 1, 1, 1}
                                                         : std::vector<std::int32_t>{1, 0, 0, 0}}}},
            .declared_types = true,
            .notes = {}};
        const auto p =
            test::trained_on_all(Dataset::make(table, {.weight = "w"}), "tree:criterion=gini", {0});
        EXPECT_EQ(p.label, std::vector<std::uint32_t>{0});
        EXPECT_EQ(p.scores, (std::vector<double>{0.5, 0.5}));
    }
}

TEST(WeightedTraining, DoesNotHappenInLearnersThatSayNothingOfIt)
{
    const auto copies = some_copies();
    std::vector<std::string> specs;
    for (const auto& info : learner_infos()) specs.push_back(test::plain_spec(info));
    for (const auto& spec : specs) {
        for (const auto type : types_of(spec)) {
            if (uses_weights(spec, type)) continue;
            const auto table = table_of(copies, true, type, form_for(spec, type));
            const auto weighted = Dataset::make(table, {.weight = "w"});
            const auto plain = Dataset::make(table, {.ignore = {"w"}});
            expect_near(predicted(weighted, spec, RowSet::all(n_rows), weighted),
                        predicted(plain, spec, RowSet::all(n_rows), plain), spec);
        }
    }
}

TEST(WeightedTraining, NeedsARowThatCounts)
{
    for (const auto& name : learners_with_weights())
        for (const auto type : types_of(name)) {
            if (!uses_weights(name, type)) continue;
            const auto data =
                Dataset::make(table_of(std::vector<double>(n_rows, 0.0), true, type, form_for(name, type)),
                              {.weight = "w"});
            EXPECT_THROW(predicted(data, name, RowSet::all(n_rows), data), LearnerError) << name;
        }
}

TEST(WeightedTraining, OfNaiveBayesIsThatOfScikitLearn)
{
    NumericColumn w;
    NumericColumn a;
    NumericColumn b;
    CodedColumn y{.labels = Labels({"0", "1", "2"}), .codes = {}};
    std::vector<double> expected;
    for (const auto& line : test::oracle_table("weighted_naive_bayes.txt")) {
        w.values.push_back(std::stod(line[0]));
        a.values.push_back(std::stod(line[1]));
        b.values.push_back(std::stod(line[2]));
        y.codes.push_back(std::stoi(line[3]));
        for (std::size_t c = 4; c < 7; ++c) expected.push_back(std::stod(line[c]));
    }
    const Table table{.source = "t",
                      .columns = {{"w", w}, {"a", a}, {"b", b}, {"y", y}},
                      .declared_types = true,
                      .notes = {}};
    const auto data = Dataset::make(table, {.weight = "w"});
    const auto p = test::trained_on_all(data, "naive-bayes", test::row_range(0, data.labelled()));
    ASSERT_EQ(p.scores.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(p.scores[i], expected[i], 1e-7);
}

TEST(WeightedTraining, OfTreesAndBoostedTreesIsThatOfScikitLearn)
{
    std::vector<std::vector<double>> columns(6);
    std::size_t cases = 0;
    for (const auto& line : test::oracle_table("weighted_trees.txt")) {
        if (line[0] == "row") {
            for (std::size_t c = 0; c < 6; ++c) columns[c].push_back(std::stod(line[1 + c]));
            continue;
        }
        SCOPED_TRACE(line[0] + ", " + line[1]);
        ++cases;
        const auto classes = std::stoi(line[1]);
        std::vector<std::int32_t> codes;
        for (const double c : columns[4])
            codes.push_back(std::min(static_cast<std::int32_t>(c), std::max(classes, 1) - 1));
        std::vector<std::string> names = {"0", "1", "2"};
        names.resize(static_cast<std::size_t>(std::max(classes, 1)));
        const Table table{.source = "t",
                          .columns = {{"w", NumericColumn{columns[0]}},
                                      {"a", NumericColumn{columns[1]}},
                                      {"b", NumericColumn{columns[2]}},
                                      {"c", NumericColumn{columns[3]}},
                                      classes > 0
                                          ? Column{"y", CodedColumn{.labels = Labels(names), .codes = codes}}
                                          : Column{"y", NumericColumn{columns[5]}}},
                          .declared_types = true,
                          .notes = {}};
        const auto data = Dataset::make(table, {.weight = "w"});
        const auto p = test::trained_on_all(data, line[0], test::row_range(0, data.labelled()));
        const auto& said = classes > 0 ? p.scores : p.value;
        ASSERT_EQ(said.size() + 2, line.size());
        for (std::size_t i = 0; i < said.size(); ++i) EXPECT_NEAR(said[i], std::stod(line[2 + i]), 1e-9) << i;
    }
    EXPECT_EQ(cases, 5u);
}

} // namespace
} // namespace unseen
