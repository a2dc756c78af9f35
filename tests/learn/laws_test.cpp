// Laws that every learner in the table keeps, for classes and for numbers. A new learner is tested here by
// being in the table; parameters that change its ways get a line in variants_of().
#include "base/parallel.hpp"
#include "learn/tables.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>

using namespace unseen;
using namespace unseen::test;

namespace {

/// One learner and one type of response, with the variants that are fitted together.
struct Case {
    std::string name;
    ResponseType type = ResponseType::classes;
    std::vector<std::string> specs;

    friend std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.specs.front(); }
};

bool predicts(const std::string& spec, ResponseType type)
{
    try {
        make_learner(Spec::parse(spec), type);
        return true;
    } catch (const InputError&) {
        return false; // it says itself that it does not predict this type
    }
}

std::vector<std::string> variants_of(const SpecInfo& info, ResponseType type)
{
    static const std::map<std::string, std::vector<std::string>> more = {
        {"knn",
         {"knn:k=1,scale=none", "knn:k=4,scale=none", "knn:k=40,scale=none",
          "knn:k=7,scale=none,weights=distance", "knn:k=1", "knn:k=5", "knn:k=6,weights=distance",
          "knn:k=3,scale=minmax", "knn:k=200,scale=minmax,weights=distance"}},
        {"impute", {"impute(tree)", "impute(knn:k=4,scale=none)", "impute(naive-bayes)"}},
        {"scale",
         {"scale(tree)", "scale(knn:k=4,scale=none):by=minmax", "scale(naive-bayes)",
          "scale(impute(knn:k=1,scale=none))"}},
        {"noisy",
         {"noisy(tree):share=0.2", "noisy(knn:k=4,scale=none):share=0.2",
          "noisy(naive-bayes):share=0.3,by=frequency", "noisy(tree):share=0.4,kind=attribute",
          "noisy(knn:k=4):share=0.4,kind=attribute,where=test",
          "noisy(naive-bayes):share=0.2,kind=attribute,where=both,draw=5"}},
        {"multi", {"multi(tree)", "multi(knn:k=4,scale=none)"}},
        {"ridge", {"ridge", "ridge:lambda=0.001", "ridge:lambda=1e4"}},
        {"tree",
         {"tree", "tree:criterion=gini,cp=0.1", "tree:criterion=gini,prune=none", "tree:criterion=mse,cp=0.1",
          "tree:raise=no,cf=0.1", "tree:prune=none,min_rows=1", "tree:max_depth=2"}},
        {"bagging",
         {"bagging(tree):size=7", "bagging(knn:k=1,scale=none):size=3", "bagging(tree:max_depth=2):size=4",
          "bagging(bagging(knn:k=4,scale=none):size=2):size=3", "bagging(knn:k=4,scale=none):size=1",
          "bagging(tuned(knn):k=1|4,inner=(cv:folds=2)):size=2",
          "bagging(ls-boost:size=12,validation=0.2,patience=2):size=2",
          "bagging(xgboost:rounds=20,validation=0.3,patience=2):size=2",
          "bagging(tree):size=5,out_of_bag=yes", "bagging(tree):size=30,patience=3"}},
        {"xgboost",
         {"xgboost:rounds=6", "xgboost:rounds=9,depth=2,eta=0.1,lambda=0", "xgboost:rounds=4,min_weight=4"}},
        {"logistic", {"logistic", "logistic:scale=none,C=0.01", "logistic:scale=minmax,bias=0"}},
        {"linear-svm", {"linear-svm", "linear-svm:scale=minmax,C=0.01", "linear-svm:bias=10"}},
        {"svm",
         {"svm", "svm:kernel=linear,C=10", "svm:kernel=polynomial,degree=2,coef0=1",
          "svm:gamma=0.1,scale=minmax"}},
        {"adaboost",
         {"adaboost(tree:max_depth=1):size=7", "adaboost(naive-bayes):size=3",
          "adaboost(knn:k=1,scale=none):retries=1", "adaboost(tree:max_depth=2):by=weights,size=6",
          "adaboost(naive-bayes):by=weights,form=m1,size=4"}},
        {"weighted-bagging",
         {"weighted-bagging(tree):size=6", "weighted-bagging(knn:k=1,scale=none):size=3,out_of_bag=yes"}},
        {"rusboost", {"rusboost(tree:max_depth=2):size=5", "rusboost(naive-bayes):size=3,share=0.3"}},
        {"rounded", {"rounded(tree)", "rounded(knn:k=4,scale=none)", "rounded(ls-boost:size=3)"}},
        {"random-forest",
         {"random-forest:size=9", "random-forest:size=4,features=5,min_rows=3",
          "random-forest:size=5,features=1,max_depth=2", "random-forest:size=30,patience=4"}},
        {"ls-boost",
         {"ls-boost:size=8", "ls-boost:size=5,max_depth=1,eta=0.5", "ls-boost:size=6,loss=lad,min_rows=4"}},
        {"voting",
         {"voting(tree;knn:k=4,scale=none)", "voting(naive-bayes;tree;majority):by=scores",
          "voting(tree:max_depth=1;knn:scale=none;tree:min_rows=9):by=scores"}},
        {"committee",
         {"committee(tree):folds=4", "committee(knn:k=1,scale=none):folds=2",
          "committee(bagging(tree:max_depth=2):size=2):folds=3", "committee(linear):folds=2",
          "committee(committee(tree):folds=2):folds=2"}},
        {"cut",
         {"cut(tree):inner=(cv:folds=4)",
          "cut(knn:k=4,scale=none):by=cost,false_negative=3,inner=(cv:folds=2)",
          "cut(naive-bayes):by=recall,inner=(cv:folds=3,repeats=2)",
          "cut(voting(tree;naive-bayes):by=scores):by=precision,inner=loo",
          "cut(tree):by=precision,at_least=1,inner=holdout"}},
        {"tuned",
         {"tuned(knn:scale=none):k=1..7:3,inner=(cv:folds=3)", "tuned(tree):max_depth=1|3,inner=holdout",
          "tuned(tree:max_depth=2;knn:k=2|5):inner=(random:splits=4,fraction=0.4),rule=one-se",
          "tuned(bagging(tree)):size=2|3,inner=(cv:folds=2)",
          "tuned(naive-bayes;majority):inner=(cv:folds=2,repeats=2)"}},
    };
    const auto found = more.find(info.name);
    if (found == more.end()) return {plain_spec(info)};
    std::vector<std::string> variants;
    std::ranges::copy_if(found->second, std::back_inserter(variants),
                         [type](const auto& spec) { return predicts(spec, type); });
    return variants;
}

std::vector<Case> cases()
{
    std::vector<Case> list;
    for (const auto& info : learner_infos())
        for (const auto type : {ResponseType::classes, ResponseType::numbers}) {
            if (!predicts(plain_spec(info), type)) continue;
            std::string name = info.name + (type == ResponseType::classes ? "_classes" : "_numbers");
            std::replace(name.begin(), name.end(), '-', '_');
            list.push_back({name, type, variants_of(info, type)});
        }
    return list;
}

/// The contents of the features, and the number of classes. A learner is tested with the first of these that
/// it takes.
enum class Content { gaps, whole, numbers, lags };
struct Kind {
    Content content = Content::gaps;
    bool two_classes = false; ///< else three, and one without rows
};

/// Numbers and categories on which the response depends; with gaps, cells are missing except in the first
/// column. No two distances are equal, because the first column has no gaps and many digits. Rows are in the
/// given order.
std::vector<Column> mixed_columns(ResponseType type, const std::vector<Row>& order, Kind kind)
{
    const bool whole = kind.content != Content::gaps;
    std::vector<std::vector<double>> x(3, std::vector<double>(order.size()));
    std::vector<double> response(order.size());
    std::vector<std::vector<std::int32_t>> f(2, std::vector<std::int32_t>(order.size()));
    std::vector<std::int32_t> y(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        Stream stream(11, Purpose::generation, order[i]); // a row is the same wherever it stands
        const auto c = static_cast<std::int32_t>(stream.below(kind.two_classes ? 2 : 3));
        y[i] = c;
        response[i] = c + stream.uniform();
        for (std::size_t j = 0; j < 3; ++j) {
            x[j][i] =
                std::pow(100.0, static_cast<double>(j)) * (c * 0.7 + stream.uniform() + stream.uniform());
            if (stream.below(8) == 0 && j > 0 && !whole) x[j][i] = missing;
        }
        for (std::size_t j = 0; j < 2; ++j) {
            f[j][i] = static_cast<std::int32_t>(stream.below(2)) + (c == 2 ? 1 : 0);
            if (stream.below(8) == 0 && !whole) f[j][i] = -1;
        }
    }
    std::vector<Column> columns = {numbers("x", x[0]), codes("f", {"p", "q", "r", "never"}, f[0]),
                                   numbers("y", x[1]), codes("g", {"p", "q", "r"}, f[1]), numbers("z", x[2])};
    if (kind.content == Content::lags) columns[0].name = "response(t-1)";
    if (kind.content >= Content::numbers)
        std::erase_if(columns, [](const Column& column) { return !column.is_numeric(); });
    if (type == ResponseType::classes)
        columns.push_back(codes("class",
                                kind.two_classes ? std::vector<std::string>{"a", "b"}
                                                 : std::vector<std::string>{"a", "b", "c", "never"},
                                y));
    else
        columns.push_back(numbers("response", response));
    return columns;
}

Dataset mixed_data(ResponseType type, const std::vector<Row>& order, Kind kind)
{
    return dataset(mixed_columns(type, order, kind));
}

constexpr Row n_rows = 60;

/// Multiplicities a row: all rows, folds of some sizes, few rows, one row, bootstrap samples.
std::vector<std::vector<std::uint32_t>> all_training_sets()
{
    std::vector<std::vector<std::uint32_t>> sets = {std::vector<std::uint32_t>(n_rows, 1)};
    Stream stream(2, Purpose::splits);
    for (const Row left_out : {1U, 1U, 6U, 20U, 30U, 45U, 55U, 59U}) {
        auto rows = row_range(0, n_rows);
        stream.shuffle(std::span(rows));
        sets.emplace_back(n_rows, 1);
        for (Row i = 0; i < left_out; ++i) sets.back()[rows[i]] = 0;
    }
    for (int sample = 0; sample < 3; ++sample) {
        sets.emplace_back(n_rows, 0);
        for (Row draw = 0; draw < n_rows; ++draw) ++sets.back()[stream.below(n_rows)];
    }
    return sets;
}

/// Equal to 1e-9; labels equal unless the two best scores are that near.
void expect_close(const Predictions& a, const Predictions& b, std::size_t classes, double tolerance = 1e-9)
{
    ASSERT_EQ(a.value.size(), b.value.size());
    ASSERT_EQ(a.label.size(), b.label.size());
    ASSERT_EQ(a.scores.size(), b.scores.size());
    for (std::size_t i = 0; i < a.value.size(); ++i)
        EXPECT_NEAR(a.value[i], b.value[i], tolerance) << "place " << i;
    for (std::size_t i = 0; i < a.scores.size(); ++i)
        EXPECT_NEAR(a.scores[i], b.scores[i], tolerance) << "place " << i;
    for (std::size_t i = 0; i < a.label.size(); ++i) {
        if (a.label[i] == b.label[i]) continue;
        ASSERT_FALSE(a.scores.empty()) << "place " << i;
        EXPECT_NEAR(a.scores[i * classes + a.label[i]], a.scores[i * classes + b.label[i]], 1e-9)
            << "place " << i;
    }
}

/// The model has what its learner's traits say, and it agrees with its predictions.
void expect_same_form(const Dataset& data, const Learner& learner, const Model& model)
{
    const auto traits = learner.traits();
    SCOPED_TRACE(learner.spec().print());
    const auto rows = row_range(0, n_rows);
    const auto p = model.predict(data, rows);
    const auto classes = data.classes().size();
    const auto decisions = model.decisions(data, rows);
    const std::size_t outputs = classes > 2 ? classes : 1;
    EXPECT_EQ(decisions.empty(), classes == 0 || !traits.decisions);
    for (std::size_t i = 0; i < rows.size() && !decisions.empty(); ++i) {
        const auto own = std::span(decisions).subspan(i * outputs, outputs);
        const auto first = outputs == 1 ? own[0] > 0.0 : std::ranges::max_element(own) - own.begin();
        EXPECT_EQ(p.label[i], first) << "row " << i;
    }
    const auto linear = model.linear();
    if (classes <= 2) { EXPECT_EQ(linear.has_value(), traits.linear); }
    EXPECT_TRUE(!linear || traits.linear);
    for (std::size_t i = 0; i < rows.size() && linear; ++i)
        for (std::size_t o = 0; o < outputs; ++o) {
            double sum = linear->intercepts.at(o);
            double size = std::isfinite(sum) ? std::abs(sum) : 0.0;
            for (std::size_t f = 0; f < data.features().size(); ++f) {
                const double part = linear->coefficients.at(o * data.features().size() + f) *
                                    data.features()[f].numeric().values[i];
                sum += part;
                size += std::abs(part);
            }
            const double expected = classes > 0 ? decisions[i * outputs + o] : p.value[i];
            const double tolerance = std::isfinite(expected) ? 1e-9 * (1.0 + size) : 0.0;
            EXPECT_TRUE(sum == expected || std::abs(sum - expected) <= tolerance) << "row " << i;
        }
    const auto importances = model.importances();
    EXPECT_EQ(importances.size(), traits.importances ? data.features().size() : 0);
    const double sum = std::accumulate(importances.begin(), importances.end(), 0.0);
    EXPECT_TRUE(sum == 0.0 || std::abs(sum - 1.0) < 1e-12) << sum;
    for (const double importance : importances) EXPECT_GE(importance, 0.0);
}

/// The note of a model under this name; null if there is none.
const double* named_figure(const Predictions& p, const std::string& name)
{
    const auto found = std::ranges::find(p.complexity, name, &std::pair<std::string, double>::first);
    return found == p.complexity.end() ? nullptr : &found->second;
}

class LearnerLaws : public testing::TestWithParam<Case> {
protected:
    /// Throws Error if a learner does not take such data or this training set (for example because of a
    /// singular matrix).
    void try_to_fit(const Dataset& data, const RowSet& train) const
    {
        const auto prepared = prepare(data, specs());
        for (const auto v : all_variants()) prepared->fit(task(train, {}), v);
    }
    void SetUp() override
    {
        for (const bool two_classes : {false, true})
            for (const auto content : {Content::gaps, Content::whole, Content::numbers, Content::lags}) {
                kind_ = {content, two_classes};
                try {
                    try_to_fit(mixed(), RowSet::all(n_rows));
                    return;
                } catch (const Error&) {
                    if (two_classes && content == Content::lags) throw;
                }
            }
    }
    Dataset mixed(const std::vector<Row>& order = row_range(0, n_rows)) const
    {
        return mixed_data(type(), order, kind_);
    }
    Dataset mixed_whole(const std::vector<Row>& order) const
    {
        return mixed_data(type(), order, {std::max(kind_.content, Content::whole), kind_.two_classes});
    }
    /// The training sets that the learner can be fitted to.
    std::vector<std::vector<std::uint32_t>> training_sets() const
    {
        auto sets = all_training_sets();
        std::erase_if(sets, [&](const auto& counts) {
            RowSetStorage storage;
            try {
                try_to_fit(mixed(), storage.from_counts(counts));
                return false;
            } catch (const LearnerError&) {
                return true;
            }
        });
        EXPECT_GE(sets.size(), 7u);
        return sets;
    }
    const std::vector<std::string>& specs() const { return GetParam().specs; }
    ResponseType type() const { return GetParam().type; }
    std::vector<std::size_t> all_variants() const
    {
        std::vector<std::size_t> variants(specs().size());
        std::iota(variants.begin(), variants.end(), std::size_t{0});
        return variants;
    }
    bool stochastic() const
    {
        return make_learner(Spec::parse(specs().front()), type())->traits().stochastic;
    }
    bool by_row_number() const { return stochastic() || Spec::parse(specs().front()).name() == "noisy"; }
    std::vector<Predictions> evaluate(const Dataset& data, const RowSet& train,
                                      const std::vector<Row>& rows) const
    {
        return prepare(data, specs())->evaluate(task(train, rows), all_variants());
    }

    Kind kind_;
};

} // namespace

TEST_P(LearnerLaws, TakesTheDataThatItsTraitsDeclare)
{
    const auto columns = [&](Content content, bool two_classes) {
        return mixed_columns(type(), row_range(0, n_rows), {content, two_classes});
    };
    for (const auto& spec : specs()) {
        SCOPED_TRACE(spec);
        const auto learner = make_learner(Spec::parse(spec), type());
        const auto takes = [&](std::vector<Column> table) {
            Roles roles{.target = table.back().name};
            if (type() == ResponseType::classes) roles.ordered = table.back().coded().labels.names();
            const auto data = Dataset::make(
                {.source = "t", .columns = std::move(table), .declared_types = true, .notes = {}}, roles);
            const auto rows = row_range(0, n_rows);
            try {
                check_learner(*learner, data);
                prepare(data, {spec})->evaluate(task(RowSet::all(n_rows), rows), std::vector<std::size_t>{0});
                return true;
            } catch (const Error&) {
                return false;
            }
        };
        const auto traits = learner->traits();
        const auto content = std::max(kind_.content, Content::whole);
        auto gap = columns(content, true);
        std::get<NumericColumn>(gap[gap.size() - 2].cells).values[7] = missing;
        EXPECT_EQ(traits.missing_cells, takes(gap));
        EXPECT_EQ(traits.lags, !takes(columns(std::min(content, Content::numbers), true)));
        EXPECT_TRUE(takes(columns(content, true)));
        if (type() == ResponseType::classes) {
            auto three = columns(content, false);
            std::get<CodedColumn>(three.back().cells).labels = Labels({"a", "b", "c"});
            EXPECT_EQ(traits.several_classes, takes(std::move(three)));
        }
    }
}

TEST(Traits, OfAMetaLearnerFollowFromItsBases)
{
    const auto traits = [](const std::string& spec, ResponseType type = ResponseType::classes) {
        return make_learner(Spec::parse(spec), type)->traits();
    };
    EXPECT_FALSE(traits("bagging(lda)").missing_cells);
    EXPECT_FALSE(traits("scale(lda)").missing_cells);
    EXPECT_FALSE(traits("rounded(linear)").missing_cells);
    EXPECT_TRUE(traits("impute(lda)").missing_cells);
    EXPECT_FALSE(traits("voting(tree;cut(tree))").several_classes);
    EXPECT_FALSE(traits("voting(tree;lda:prior=given,priors=0.3/0.7)").several_classes);
    EXPECT_TRUE(traits("impute(naive)", ResponseType::numbers).lags);
}

TEST_P(LearnerLaws, EvaluateAgreesWithFitAndPredict)
{
    const auto data = mixed();
    const auto prepared = prepare(data, specs());
    const auto rows = row_range(0, n_rows);
    for (const auto& counts : all_training_sets()) {
        RowSetStorage storage;
        const auto work = task(storage.from_counts(counts), rows);
        try {
            try_to_fit(data, work.train);
        } catch (const LearnerError&) {
            EXPECT_THROW(prepared->evaluate(work, all_variants()), LearnerError);
            continue;
        }
        const auto fast = prepared->evaluate(work, all_variants());
        ASSERT_EQ(fast.size(), specs().size());
        for (std::size_t v = 0; v < specs().size(); ++v) {
            SCOPED_TRACE(specs()[v] + ", training size " + std::to_string(work.train.size()));
            expect_close(fast[v], prepared->fit(work, v)->predict(data, rows), data.classes().size());
        }
    }
}

TEST_P(LearnerLaws, ScoresSumToOneAndTheLabelIsTheFirstLargestOrAboveTheCut)
{
    const auto data = mixed();
    const auto rows = row_range(0, n_rows);
    const std::size_t classes = data.classes().size();
    for (const auto& counts : training_sets()) {
        RowSetStorage storage;
        for (const auto& p : evaluate(data, storage.from_counts(counts), rows)) {
            if (type() == ResponseType::numbers) {
                ASSERT_EQ(p.value.size(), rows.size());
                EXPECT_TRUE(std::ranges::all_of(p.value, [](double x) { return std::isfinite(x); }));
                continue;
            }
            ASSERT_EQ(p.label.size(), rows.size());
            if (p.scores.empty()) continue;
            ASSERT_EQ(p.scores.size(), rows.size() * classes);
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const auto scores = std::span(p.scores).subspan(i * classes, classes);
                EXPECT_NEAR(std::accumulate(scores.begin(), scores.end(), 0.0), 1.0, 1e-12);
                const auto* cut = named_figure(p, "cut");
                const auto likeliest = std::max_element(scores.begin(), scores.end()) - scores.begin();
                EXPECT_EQ(p.label[i],
                          cut != nullptr ? static_cast<std::ptrdiff_t>(scores[1] >= *cut) : likeliest);
                EXPECT_TRUE(kind_.two_classes || scores[3] == 0.0) << "a class without training rows";
            }
        }
    }
}

TEST_P(LearnerLaws, DecisionsLinearFunctionsAndImportancesAreThoseOfThePredictions)
{
    const auto rows = row_range(0, n_rows);
    for (const bool two_classes : {false, true}) {
        if (kind_.two_classes && !two_classes) continue;
        const auto content = kind_.content == Content::lags ? Content::lags : Content::numbers;
        const auto data = mixed_data(type(), rows, {content, two_classes});
        const auto prepared = prepare(data, specs());
        for (const auto v : all_variants())
            expect_same_form(data, *make_learner(Spec::parse(specs()[v]), type()),
                             *prepared->fit(task(RowSet::all(n_rows), {}), v));
    }
}

TEST(ModelForms, AreThoseOfTheBase)
{
    const auto rows = row_range(0, n_rows);
    for (const auto* text : {"scale(ridge)", "impute(ridge)", "tuned(ridge):lambda=1|2", "impute(lda)",
                             "scale(logistic:scale=none):by=minmax", "tuned(ls-boost:size=3):eta=0.1|0.2",
                             "scale(linear-svm:calibrate=yes)"}) {
        const auto type =
            predicts(text, ResponseType::classes) ? ResponseType::classes : ResponseType::numbers;
        const auto learner = make_learner(Spec::parse(text), type);
        for (const bool two_classes : {false, true}) {
            const auto data = mixed_data(type, rows, {Content::numbers, two_classes});
            const auto prepared = prepare(data, {text});
            const auto model = prepared->fit(task(RowSet::all(n_rows), {}), 0);
            expect_same_form(data, *learner, *model);
        }
    }
    const auto mixed = mixed_data(ResponseType::numbers, rows, {Content::whole, false});
    EXPECT_FALSE(prepare(mixed, {"ridge"})->fit(task(RowSet::all(n_rows), {}), 0)->linear());
}

TEST_P(LearnerLaws, ToldProgressGrowsAndEndsWithTheFit)
{
    const auto data = mixed();
    const auto prepared = prepare(data, specs());
    const auto rows = row_range(0, 1);
    for (std::size_t v = 0; v < specs().size(); ++v) {
        std::vector<double> shares;
        const std::function<void(double)> tell = [&](double share) { shares.push_back(share); };
        auto work = task(RowSet::all(n_rows), rows);
        work.progress = FitProgress(&tell);
        prepared->evaluate(work, {&v, 1});
        EXPECT_TRUE(std::ranges::is_sorted(shares)) << specs()[v];
        for (const double share : shares)
            EXPECT_TRUE(share >= 0.0 && share < 1.0) << specs()[v] << ' ' << share;
    }
}

TEST_P(LearnerLaws, ARowThatCountsTwiceIsLikeTwoRows)
{
    if (by_row_number()) GTEST_SKIP() << "its randomness is drawn for another number of rows";
    const auto rows = row_range(0, n_rows);
    const auto data = mixed_whole(rows);
    for (const auto& counts : training_sets()) {
        // The rows as they are, then the second, third ... copies behind them.
        auto order = rows;
        auto once = counts;
        for (Row r = 0; r < n_rows; ++r) {
            once[r] = std::min(counts[r], 1U);
            for (std::uint32_t copy = 1; copy < counts[r]; ++copy) order.push_back(r);
        }
        once.resize(order.size(), 1);
        RowSetStorage storage;
        RowSetStorage storage_of_copies;
        const auto counted = evaluate(data, storage.from_counts(counts), rows);
        const auto copied = evaluate(mixed_whole(order), storage_of_copies.from_counts(once), rows);
        for (std::size_t v = 0; v < specs().size(); ++v) {
            SCOPED_TRACE(specs()[v]);
            expect_close(counted[v], copied[v], data.classes().size());
        }
    }
}

TEST_P(LearnerLaws, TheOrderOfRowsDoesNotMatter)
{
    if (by_row_number()) GTEST_SKIP() << "its randomness is drawn by row number";
    auto order = row_range(0, n_rows);
    Stream stream(4, Purpose::permutation);
    stream.shuffle(std::span(order));
    const auto rows = row_range(0, n_rows);
    const auto data = mixed_whole(rows);
    const auto permuted = mixed_whole(order);
    for (const auto& counts : training_sets()) {
        auto permuted_counts = counts;
        for (Row i = 0; i < n_rows; ++i) permuted_counts[i] = counts[order[i]];
        RowSetStorage storage;
        RowSetStorage permuted_storage;
        // `order` as the rows asked for in the first data set is 0, 1, 2 ... in the second.
        const auto a = evaluate(data, storage.from_counts(counts), order);
        const auto b = evaluate(permuted, permuted_storage.from_counts(permuted_counts), rows);
        for (std::size_t v = 0; v < specs().size(); ++v) {
            SCOPED_TRACE(specs()[v]);
            expect_close(a[v], b[v], data.classes().size());
        }
    }
}

TEST_P(LearnerLaws, PredictionsDoNotDependOnCompanyOrHistory)
{
    const auto data = mixed();
    const auto rows = row_range(0, n_rows);
    const auto used = prepare(data, specs());
    for (const auto& counts : training_sets()) {
        RowSetStorage storage;
        const auto train = storage.from_counts(counts);
        const auto together = used->evaluate(task(train, rows), all_variants());
        EXPECT_EQ(together, used->evaluate(task(train, rows), all_variants())) << "the second time";
        EXPECT_EQ(together, evaluate(data, train, rows)) << "without history";
        for (std::size_t v = 0; v < specs().size(); ++v) {
            const std::size_t alone[] = {v};
            EXPECT_EQ(together[v], used->evaluate(task(train, rows), alone).front())
                << specs()[v] << " alone";
            EXPECT_EQ(
                together[v],
                prepare(data, {specs()[v]})->evaluate(task(train, rows), std::vector<std::size_t>{0}).front())
                << specs()[v] << " prepared alone";
        }
        Predictions joined;
        for (const Row r : rows) {
            const Row row[] = {r};
            const auto p = used->evaluate(task(train, row), all_variants()).front();
            joined.label.insert(joined.label.end(), p.label.begin(), p.label.end());
            joined.scores.insert(joined.scores.end(), p.scores.begin(), p.scores.end());
            joined.value.insert(joined.value.end(), p.value.begin(), p.value.end());
            joined.complexity = p.complexity;
            joined.choice = p.choice;
            joined.warnings = p.warnings;
        }
        EXPECT_EQ(together.front(), joined) << "row by row";
    }
}

TEST_P(LearnerLaws, WithoutMemoryToShareNothingChanges)
{
    const auto data = mixed();
    const auto rows = row_range(0, n_rows);
    const auto poor = prepare(data, specs(), {.bytes = 0});
    for (const auto& counts : training_sets()) {
        RowSetStorage storage;
        const auto train = storage.from_counts(counts);
        EXPECT_EQ(poor->evaluate(task(train, rows), all_variants()), evaluate(data, train, rows));
    }
}

TEST_P(LearnerLaws, TwoThreadsGetWhatOneGets)
{
    const auto data = mixed();
    const auto rows = row_range(0, n_rows);
    const auto sets = training_sets();
    const auto shared = prepare(data, specs());
    std::vector<std::vector<Predictions>> results(2 * sets.size());
    run_workers(2, [&](std::size_t worker) {
        for (std::size_t i = 0; i < sets.size(); ++i) {
            RowSetStorage storage;
            const std::size_t set = worker == 0 ? i : sets.size() - 1 - i;
            results[worker * sets.size() + set] =
                shared->evaluate(task(storage.from_counts(sets[set]), rows), all_variants());
        }
    });
    for (std::size_t i = 0; i < sets.size(); ++i) {
        RowSetStorage storage;
        const auto alone = evaluate(data, storage.from_counts(sets[i]), rows);
        EXPECT_EQ(results[i], alone);
        EXPECT_EQ(results[sets.size() + i], alone);
    }
}

// Neither the response nor the features of rows that are not trained on may reach a prediction (but a row's
// own features).
TEST_P(LearnerLaws, RowsLeftOutDoNotLeak)
{
    const auto rows = row_range(0, n_rows);
    auto changed = rows;
    for (Row r = 40; r < n_rows; ++r) changed[r] = r + 1000; // other features, other responses
    const auto data = mixed(rows);
    const auto other = mixed(changed);
    const auto left_out = row_range(40, n_rows);
    const auto train = RowSet::all_but(n_rows, left_out);
    const auto asked = row_range(0, 40);
    const auto a = evaluate(data, train, asked);
    const auto b = evaluate(other, train, asked);
    for (std::size_t v = 0; v < specs().size(); ++v) {
        SCOPED_TRACE(specs()[v]);
        expect_close(a[v], b[v], data.classes().size());
    }
}

TEST_P(LearnerLaws, ATestTableWithNewLabelsChangesNothingForTheMainRows)
{
    Table main{.source = "main",
               .columns = mixed_columns(type(), row_range(0, n_rows), kind_),
               .declared_types = true};
    Table test{.source = "test",
               .columns = mixed_columns(type(), row_range(100, 120), kind_),
               .declared_types = true};
    // The codes stay and the labels change: every categorical cell of the test table is new to the main
    // table, and so are its classes but for one, without which the two files would be refused.
    for (auto& column : test.columns)
        if (!column.is_numeric())
            std::get<CodedColumn>(column.cells).labels = Labels(
                std::vector<std::string>{column.name == "class" ? "a" : "new", "newer", "newest", "nowhere"});
    const auto alone = Dataset::make(main);
    const auto both = Dataset::make(main, {}, &test, nullptr);
    const auto n_classes = alone.classes().size();
    const auto rows = row_range(0, n_rows);
    for (const auto& counts : training_sets()) {
        RowSetStorage storage;
        const auto train = storage.from_counts(counts);
        const auto expected = evaluate(alone, train, rows);
        const auto got = evaluate(both, train, rows);
        for (std::size_t v = 0; v < expected.size(); ++v) {
            EXPECT_EQ(got[v].label, expected[v].label);
            EXPECT_EQ(got[v].value, expected[v].value);
            for (std::size_t i = 0; i < expected[v].scores.size(); ++i)
                EXPECT_EQ(got[v].scores[i / n_classes * both.classes().size() + i % n_classes],
                          expected[v].scores[i]);
        }
    }
}

TEST_P(LearnerLaws, AModelPredictsRowsOfAnotherDataset)
{
    const auto data = mixed();
    const auto prepared = prepare(data, specs());
    const auto other = mixed({17, 3, 44});
    const std::vector<Row> asked = {17, 3, 44};
    for (std::size_t v = 0; v < specs().size(); ++v) {
        if (specs()[v].find("where=test") != std::string::npos ||
            specs()[v].find("where=both") != std::string::npos)
            continue; // such noise goes by row number
        const auto model = prepared->fit(task(RowSet::all(n_rows), {}), v);
        EXPECT_EQ(model->predict(other, row_range(0, 3)), model->predict(data, asked)) << specs()[v];
    }
}

TEST_P(LearnerLaws, ConstantFeaturesAndOneClassAreNoTrouble)
{
    if (kind_.content == Content::lags)
        GTEST_SKIP() << "it says what a lag holds, whatever the other features and the target are";
    const bool of_classes = type() == ResponseType::classes;
    const auto make = [&](std::vector<double> x, std::vector<std::int32_t> y) {
        std::vector<Column> columns = {numbers("x", std::move(x)), codes("f", {"p", "q"}, {0, 0, 0, 0, 0})};
        if (of_classes)
            columns.push_back(codes("class", {"a", "b"}, std::move(y)));
        else
            columns.push_back(numbers("y", std::vector<double>(y.begin(), y.end())));
        return dataset(std::move(columns));
    };
    const auto rows = row_range(0, 5);
    const Row left_out[] = {1};
    for (const auto& train : {RowSet::all(5), RowSet::all_but(5, left_out)}) {
        // Constant features: all rows get the same prediction.
        for (const auto& p : evaluate(make({0.1, 0.1, 0.1, 0.1, 0.1}, {0, 1, 1, 0, 1}), train, rows)) {
            EXPECT_EQ(p.label, std::vector<std::uint32_t>(p.label.size(), of_classes ? p.label.at(0) : 0));
            EXPECT_EQ(p.value, std::vector<double>(p.value.size(), of_classes ? 0.0 : p.value.at(0)));
            for (const double s : p.scores) EXPECT_TRUE(s >= 0.0 && s <= 1.0);
        }
        // With one class or one value, all predictions equal it.
        for (const auto& p : evaluate(make({1, 2, 3, 4, 5}, {1, 1, 1, 1, 1}), train, rows)) {
            for (const auto label : p.label) EXPECT_EQ(label, 1U);
            for (const double value : p.value) EXPECT_NEAR(value, 1.0, 1e-12);
        }
    }
}

TEST_P(LearnerLaws, UnitsDoNotMatterOrAreTold)
{
    // Powers of two change no digit, so that only a limit in the learner can make a difference.
    constexpr double tiny = 0x1p-30;
    constexpr double huge = 0x1p30;
    const auto in_units = [&](double of_features, double of_target) {
        auto columns = mixed_columns(type(), row_range(0, n_rows), kind_);
        for (std::size_t j = 0; j < columns.size(); ++j)
            if (columns[j].is_numeric())
                for (auto& x : std::get<NumericColumn>(columns[j].cells).values)
                    x *= j + 1 == columns.size() || kind_.content == Content::lags ? of_target : of_features;
        return dataset(std::move(columns));
    };
    // By definition: distances and penalties in the units of the features, and noise from the values.
    const auto by_definition = [](const std::string& spec, bool of_target) {
        const auto has = [&](const char* part) { return spec.find(part) != std::string::npos; };
        // Errors up to epsilon cost nothing; XGBoost tells losses of rows set aside in few decimals.
        return of_target ? has("svm") || has("xgboost:rounds=20,validation")
                         : has("scale=none") || has("kind=attribute") || has("ridge");
    };
    // XGBoost computes in single precision.
    const auto tolerance = [](const std::string& spec) {
        return spec.find("xgboost") != std::string::npos ? 1e-5 : 1e-9;
    };
    const auto plain = in_units(1.0, 1.0);
    std::size_t told_of = 0;
    const auto rows = row_range(0, n_rows);
    const bool classes = type() == ResponseType::classes;
    for (const auto& counts : training_sets()) {
        RowSetStorage storage;
        const auto train = storage.from_counts(counts);
        const auto expected = evaluate(plain, train, rows);
        for (const double unit : {tiny, huge})
            for (const bool of_target : {false, true}) {
                if (of_target && classes) continue;
                const auto data = of_target ? in_units(1.0, unit) : in_units(unit, 1.0);
                auto found = evaluate(data, train, rows);
                for (std::size_t v = 0; v < specs().size(); ++v) {
                    SCOPED_TRACE(specs()[v] + (of_target ? ", target times " : ", features times ") +
                                 (unit == tiny ? "2^-30" : "2^30"));
                    const bool told = std::ranges::any_of(
                        found[v].warnings, [](const auto& w) { return w.is(warnings::units_decide); });
                    if (told) ++told_of;
                    if (told || by_definition(specs()[v], of_target)) continue;
                    if (of_target)
                        for (auto& value : found[v].value) value /= unit;
                    expect_close(found[v], expected[v], plain.classes().size(), tolerance(specs()[v]));
                }
            }
    }
    const auto name = Spec::parse(specs().front()).name();
    const bool expected_to_tell =
        (name == "ridge" || name == "svm" || name == "linear-svm") && type() == ResponseType::numbers;
    EXPECT_EQ(told_of > 0, expected_to_tell) << told_of;
}

INSTANTIATE_TEST_SUITE_P(Table, LearnerLaws, testing::ValuesIn(cases()),
                         [](const auto& learner) { return learner.param.name; });
