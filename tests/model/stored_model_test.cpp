// Models on disk. Oracles: the same fits done by hand, and other forms of the same rows. Damage at every byte
// is noticed.
#include "learn/tables.hpp"

#include "unseen/base/error.hpp"
#include "unseen/data/table_arff.hpp"
#include "unseen/model/stored_model.hpp"
#include "unseen/read/reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

using namespace unseen;

namespace {

Table table_of(const std::string& file)
{
    return read_table(std::string(UNSEEN_SOURCE_DIR) + "/data/" + file);
}

/// Stored, printed, read again.
StoredModel taken_away(const Dataset& data, const std::string& learner, const ModelOptions& options = {})
{
    return parse_model(print_model(stored_model(data, Spec::parse(learner), options)), "m.model");
}

const char* small =
    "size,colour,y\n1,red,a\n2,red,a\n3,blue,b\n4,blue,b\n5,,b\n6,red,a\n7,blue,b\n8,green,a\n";

std::string error_of(const std::function<void()>& what)
{
    try {
        what();
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

} // namespace

TEST(StoredModel, PredictsWhatALearnerTrainedOnAllRowsPredicts)
{
    for (const auto& [file, learners] : std::map<std::string, std::vector<std::string>>{
             {"credit-g.arff", {"tree", "naive-bayes", "lda", "bagging(tree):size=3", "impute(knn)"}},
             {"breast-cancer.arff", {"tree", "naive-bayes", "impute(lda)"}},
             {"cpu.arff", {"linear", "ridge", "knn", "mean", "tree"}}}) {
        const auto table = table_of(file);
        const auto data = Dataset::make(table);
        for (const auto& learner : learners) {
            const auto answer = predict(taken_away(data, learner), table, {});
            // The learner's seed is that of a run with seed 1.
            struct Keep final : Sink {
                Predictions p;
                void take(const SplitInfo&, const PredictionView& view) override
                {
                    p.label.assign(view.label.begin(), view.label.end());
                    p.scores.assign(view.scores.begin(), view.scores.end());
                    p.value.assign(view.value.begin(), view.value.end());
                }
                void take(const SplitInfo&, const Failure& failure) override { FAIL() << failure.text; }
            } keep;
            const auto made = make_learner(Spec::parse(learner), data.response_type());
            const Learner* learners_of[] = {made.get()};
            const RunRequest requests[] = {{make_plan(Spec("resubstitution"), data, 1)}};
            run(data, learners_of, requests, {{&keep}}, {});
            EXPECT_EQ(answer.predictions.label, keep.p.label) << file << learner;
            EXPECT_EQ(answer.predictions.scores, keep.p.scores) << file << learner;
            EXPECT_EQ(answer.predictions.value, keep.p.value) << file << learner;
        }
    }
}

TEST(StoredModel, KeepsRolesAndLabels)
{
    const auto table = parse_table(
        "id,w,x,f,g,y\n7,1,0.1,p q,1,no\n8,2,1e-300,'%,2,yes\n9,0.5,?,\"{a}\",1,no\n10,1,3,?,2,yes\n",
        "t.csv");
    const Roles roles{.target = "y", .group = "g", .weight = "w", .id = "id"};
    const auto data = Dataset::make(table, roles);
    const auto model = taken_away(data, "naive-bayes",
                                  {.roles = roles, .data_name = "t.csv", .estimates = {"error_rate 0.1"}});
    const auto again = Dataset::make(model.rows, model.roles);
    EXPECT_EQ(again.features().size(), 2u);
    EXPECT_EQ(again.classes(), data.classes());
    EXPECT_EQ(again.features()[1].coded().labels, data.features()[1].coded().labels);
    EXPECT_EQ(std::vector(again.weights().begin(), again.weights().end()),
              std::vector(data.weights().begin(), data.weights().end()));
    EXPECT_EQ(std::vector(again.groups().begin(), again.groups().end()),
              std::vector(data.groups().begin(), data.groups().end()));
    EXPECT_EQ(model.estimates, (std::vector<std::string>{"error_rate 0.1"}));
    EXPECT_EQ(model.data_name, "t.csv");
    EXPECT_EQ(model.data_digest, data.digest().hex());
    EXPECT_EQ(print_model(model), print_model(parse_model(print_model(model), "again")));
}

TEST(StoredModel, NewRowsMayLookOtherwise)
{
    const auto model = taken_away(Dataset::make(parse_table(small, "small.csv")), "naive-bayes");
    const auto usual = predict(model, parse_table("size,colour,y\n1.5,red,a\n7,blue,b\n", "new.csv"), {});
    const auto other_order =
        predict(model, parse_table("more,colour,size\n1,red,1.5\n2,blue,7\n", "new.csv"), {});
    EXPECT_EQ(usual.predictions, other_order.predictions);
    EXPECT_TRUE(usual.notes.empty());
    const auto odd = predict(model, parse_table("colour,size\npurple,1.5\n,7\n", "new.csv"), {});
    EXPECT_EQ(odd.predictions.label.size(), 2u);
    EXPECT_EQ(odd.notes, (std::vector<std::string>{
                             "1 row has a category of 'colour' that no training row has, such as 'purple'"}));
    EXPECT_NE(
        error_of([&] { predict(model, parse_table("size\n1\n", "new.csv"), {}); }).find("no column 'colour'"),
        std::string::npos);
    EXPECT_NE(
        error_of([&] { predict(model, parse_table("size,colour\ntall,red\n", "new.csv"), {}); }).find("size"),
        std::string::npos);
}

TEST(StoredModel, SaysThatRowsAreNotNew)
{
    const auto table = table_of("iris.csv");
    const auto model = taken_away(Dataset::make(table), "tree");
    const auto known = predict(model, table, {}).warnings;
    ASSERT_EQ(known.size(), 1U);
    EXPECT_EQ(known[0].code, "shared_rows");
    EXPECT_EQ(known[0].text, "150 of 150 rows equal training rows, which is more than chance: figures of "
                             "their predictions are too good");
    auto fresh = table;
    for (auto& column : fresh.columns)
        if (column.is_numeric()) std::get<NumericColumn>(column.cells).values[0] += 0.01;
    for (auto& column : fresh.columns)
        std::visit(
            [](auto& cells) {
                if constexpr (requires { cells.values; })
                    cells.values.resize(1);
                else
                    cells.codes.resize(1);
            },
            column.cells);
    EXPECT_TRUE(predict(model, fresh, {}).warnings.empty());
}

TEST(StoredModel, OfMembersVotesDrawsOrChooses)
{
    const auto table = table_of("diabetes.arff");
    const auto data = Dataset::make(table);
    const auto with = [&](Deploy deploy) {
        return predict(
                   taken_away(data, "tree", {.deploy = deploy, .plan = Spec::parse("cv:folds=4,repeats=2")}),
                   table, {})
            .predictions;
    };
    // The members by hand: the splits of the plan, fitted one by one.
    const auto plan = make_plan(Spec::parse("cv:folds=4,repeats=2"), data, 1);
    const auto learner = test::prepare(data, {"tree"});
    const auto rows = test::row_range(0, data.labelled());
    std::vector<Predictions> members;
    std::vector<double> errors;
    Scratch scratch;
    for (std::uint64_t i = 0; i < plan.size(); ++i) {
        const auto split = plan.at(i, scratch);
        members.push_back(learner->fit({.train = split.train}, 0)->predict(data, rows));
        double wrong = 0.0;
        for (const Row r : split.test)
            wrong += static_cast<int>(members.back().label[r]) != data.class_codes()[r];
        errors.push_back(wrong / static_cast<double>(split.test.size()));
    }
    const auto vote = with(Deploy::vote);
    const auto drawn = with(Deploy::randomised);
    std::vector<double> agreement(members.size(), 0.0);
    double wrong_members = 0.0;
    double wrong_drawn = 0.0;
    for (const Row r : rows) {
        std::vector<double> votes(2, 0.0);
        for (const auto& member : members) votes[member.label[r]] += 1.0;
        EXPECT_EQ(vote.label[r], votes[1] > votes[0] ? 1u : 0u);
        EXPECT_EQ(vote.scores[2 * r + 1], votes[1] / 8);
        bool one_of_them = false;
        for (const auto& member : members)
            one_of_them = one_of_them ||
                          (member.label[r] == drawn.label[r] && member.scores[2 * r] == drawn.scores[2 * r]);
        EXPECT_TRUE(one_of_them);
        const auto truth = static_cast<std::uint32_t>(data.class_codes()[r]);
        wrong_members += votes[1 - truth] / 8;
        wrong_drawn += drawn.label[r] != truth;
    }
    // The error of the randomised classifier is the mean error of its members, in expectation over the draws:
    // variance at most 1/4 a row.
    EXPECT_NEAR(wrong_drawn, wrong_members, 4 * std::sqrt(0.25 * static_cast<double>(rows.size())));
    EXPECT_EQ(drawn, with(Deploy::randomised));
    const auto best = static_cast<std::size_t>(std::ranges::min_element(errors) - errors.begin());
    EXPECT_EQ(with(Deploy::best_fold).label, members[best].label);
}

TEST(StoredModel, IsRefusedWhenDamaged)
{
    const auto text =
        print_model(stored_model(Dataset::make(parse_table(small, "small.csv")), Spec("tree"), {}));
    EXPECT_NO_THROW(parse_model(text, "m"));
    for (std::size_t i = 0; i < text.size(); ++i) {
        auto other = text;
        other[i] = static_cast<char>(other[i] ^ 1);
        EXPECT_THROW(parse_model(other, "m"), InputError) << "byte " << i;
        EXPECT_THROW(parse_model(text.substr(0, i), "m"), InputError) << "cut at " << i;
    }
    auto other = stored_model(Dataset::make(parse_table(small, "small.csv")), Spec("tree"), {});
    other.version += 1;
    EXPECT_NE(error_of([&] { parse_model(print_model(other), "m"); }).find("fit the model again"),
              std::string::npos);
}

TEST(StoredModel, PrintsTheTree)
{
    const auto table = table_of("iris.csv");
    const auto text = text_of(stored_model(Dataset::make(table), Spec("tree"), {})).text;
    EXPECT_TRUE(text.starts_with("Petal.Width <= 0.6: setosa (50.0)\n")) << text;
    EXPECT_EQ(text_of(stored_model(Dataset::make(table), Spec("tree"), {.deploy = Deploy::vote})).text, "");
}

TEST(Arff, IsReadBackAsItWas)
{
    const auto table = parse_table(
        "a b,'c',%d,@e,f\n1,x,\"{y}\",a\\b,?\n-0.1,\"it's\",\"a,b\",,?\n,?,\"x\ty\",@data,?\n", "t");
    std::string text;
    write_arff(table, [&](std::string_view piece) { text += piece; });
    const auto again = parse_table(text, "again");
    ASSERT_EQ(again.columns.size(), table.columns.size());
    for (std::size_t j = 0; j < table.columns.size(); ++j) {
        const auto& a = table.columns[j];
        const auto& b = again.columns[j];
        EXPECT_EQ(a.name, b.name);
        ASSERT_EQ(a.is_numeric(), b.is_numeric()) << a.name;
        for (std::size_t i = 0; i < table.rows(); ++i) {
            ASSERT_EQ(a.missing(i), b.missing(i)) << a.name;
            if (a.missing(i)) continue;
            if (a.is_numeric())
                EXPECT_EQ(a.numeric().values[i], b.numeric().values[i]);
            else
                EXPECT_EQ(a.coded().labels.name(static_cast<std::size_t>(a.coded().codes[i])),
                          b.coded().labels.name(static_cast<std::size_t>(b.coded().codes[i])));
        }
    }
}
